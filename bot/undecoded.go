package bot

import (
	"sync"
	_ "unsafe" // for go:linkname

	"github.com/bwmarrin/discordgo"
)

// decoders are discordgo's types for events, by the event's name. It decodes an
// event into its type before anyone is asked, and for an interaction, which brings
// along the message that was clicked, that took an eighth of the bot's processor
// time: for nothing, since decode reads the raw event (docs/decisions/001). An event
// without a type is only handed on raw. The library has no setting for it, so this
// reaches for its table, which is otherwise written by its init alone.
//
//go:linkname decoders github.com/bwmarrin/discordgo.registeredInterfaceProviders
var decoders map[string]discordgo.EventInterfaceProvider

const interactionCreate = "INTERACTION_CREATE"

// leaveUndecoded has discordgo hand interactions on as they came. Every session
// asks for it before it reads anything.
var leaveUndecoded = sync.OnceFunc(func() { delete(decoders, interactionCreate) })
