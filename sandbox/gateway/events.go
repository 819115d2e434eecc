package gateway

import "deuces/sandbox/world"

// The intents.
const (
	intentGuilds          = 1 << 0
	intentGuildMembers    = 1 << 1
	intentPresences       = 1 << 8
	intentGuildMessages   = 1 << 9
	intentGuildReactions  = 1 << 10
	intentDirectMessages  = 1 << 12
	intentDirectReactions = 1 << 13
	intentContent         = 1 << 15
	intentScheduledEvents = 1 << 16
	privilegedIntents     = intentGuildMembers | intentPresences | intentContent
	allIntents            = 1<<26 - 1
)

// intents has the intents that a session needs for an event. Events that aren't listed need none.
var intents = map[string]int{
	"GUILD_CREATE": intentGuilds, "GUILD_DELETE": intentGuilds,
	"GUILD_ROLE_CREATE": intentGuilds, "GUILD_ROLE_UPDATE": intentGuilds, "GUILD_ROLE_DELETE": intentGuilds,
	"CHANNEL_CREATE": intentGuilds, "CHANNEL_UPDATE": intentGuilds, "CHANNEL_DELETE": intentGuilds,
	"THREAD_CREATE": intentGuilds, "THREAD_UPDATE": intentGuilds, "THREAD_DELETE": intentGuilds,

	"THREAD_MEMBERS_UPDATE": intentGuildMembers, // none is needed for the bot itself
	"GUILD_MEMBER_ADD":      intentGuildMembers, "GUILD_MEMBER_UPDATE": intentGuildMembers, "GUILD_MEMBER_REMOVE": intentGuildMembers,

	"GUILD_SCHEDULED_EVENT_CREATE": intentScheduledEvents, "GUILD_SCHEDULED_EVENT_UPDATE": intentScheduledEvents, "GUILD_SCHEDULED_EVENT_DELETE": intentScheduledEvents,

	"MESSAGE_CREATE": intentGuildMessages, "MESSAGE_UPDATE": intentGuildMessages, "MESSAGE_DELETE": intentGuildMessages,
	"MESSAGE_DELETE_BULK":  intentGuildMessages,
	"MESSAGE_REACTION_ADD": intentGuildReactions, "MESSAGE_REACTION_REMOVE": intentGuildReactions, "MESSAGE_REACTION_REMOVE_ALL": intentGuildReactions,
}

// direct maps the intents for events of guilds to those for direct messages.
var direct = map[int]int{intentGuildMessages: intentDirectMessages, intentGuildReactions: intentDirectReactions}

// intentFor returns the intent that an event needs in a guild, or in a direct message.
func intentFor(event string, in *world.Guild) int {
	if in.DM() {
		return direct[intents[event]]
	}
	return intents[event]
}
