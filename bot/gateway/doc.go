// Package gateway runs a bot's sessions with Discord's gateway, one for each shard.
//
// A [Gateway] runs until its context ends. [Gateway.Connect] starts a shard's session and
// [Gateway.Disconnect] ends it. Config.Event gets the undecoded events of each shard in order.
//
// discordgo implements the protocol, but this package reconnects. The reconnect loop of discordgo
// never ends and can't be stopped, and a discordgo session can deadlock on its own lock. Therefore
// a lost connection is resumed with the same discordgo session (keep.go), and a session that hangs
// is abandoned and replaced (session.go).
//
// If several processes run the bot, each has some of the shards. Config.Slot then determines when
// a session may start, so that all processes together stay within Discord's limit.
package gateway
