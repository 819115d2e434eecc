package gateway

import (
	"sync"
	_ "unsafe" // for go:linkname

	"github.com/bwmarrin/discordgo"
)

// decoders holds discordgo's types of events by name. discordgo decodes an event into its type
// before it calls any handler. For an interaction, which contains the clicked message, this takes
// 576 µs. Without a type it takes 23 µs, and the bot decodes the raw event itself
// (docs/decisions/001). discordgo has no setting for this, so this variable is linked to its table,
// which only discordgo's init writes.
//
//go:linkname decoders github.com/bwmarrin/discordgo.registeredInterfaceProviders
var decoders map[string]discordgo.EventInterfaceProvider

// leaveUndecoded makes discordgo pass on interactions without decoding them.
var leaveUndecoded = sync.OnceFunc(func() { delete(decoders, "INTERACTION_CREATE") })
