// Package gateway keeps a bot's sessions with Discord's gateway, one for each shard.
//
// A [Gateway] runs until its context ends. [Gateway.Connect] begins to keep a shard's
// session and [Gateway.Disconnect] ends it. Events arrive raw, in the order in which the
// shard sent them, at Config.Event.
//
// discordgo speaks the protocol; reconnecting is done here. discordgo's own loop has no end
// and cannot be stopped, and its sessions can hang on their own lock. So a lost connection
// is resumed with the same discordgo session (shard.go), and a session that hangs is
// abandoned and replaced (session.go).
//
// One of several processes keeps some of the shards. Config.Slot then says when a session
// may begin, so that all processes together keep Discord's limit on that.
package gateway
