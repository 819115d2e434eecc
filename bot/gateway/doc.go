// Package gateway runs a bot's sessions with Discord's gateway, one for each shard.
//
// A [Gateway] runs until its context ends. [Gateway.Connect] starts a shard's session and
// [Gateway.Disconnect] ends it. Config.Event gets the undecoded events of each shard in order.
//
// discordgo keeps the sessions (session.go), and a relay between it and Discord (relay.go) keeps
// within Discord's limits: every identify waits for its turn (turns.go), and every repetition for
// a pause (keep.go). Only this package imports discordgo.
//
// If several processes run the bot, each has some of the shards. Config.Slot determines when a
// session may start, so that all processes together, and one after another, stay within Discord's
// limit.
package gateway
