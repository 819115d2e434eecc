package gateway

import (
	"sync"
	_ "unsafe" // for go:linkname

	"github.com/bwmarrin/discordgo"
)

// decoders are discordgo's types for events, by the event's name. discordgo decodes an event
// into its type before it calls any handler. For an interaction, which contains the message
// that was clicked, that takes 576 µs; without a type it takes 23 µs. The bot decodes the
// raw event itself (docs/decisions/001). The library has no setting for this, so this
// variable is linked to its table, which only the library's init writes.
//
//go:linkname decoders github.com/bwmarrin/discordgo.registeredInterfaceProviders
var decoders map[string]discordgo.EventInterfaceProvider

// leaveUndecoded has discordgo hand interactions on as they came.
var leaveUndecoded = sync.OnceFunc(func() { delete(decoders, "INTERACTION_CREATE") })
