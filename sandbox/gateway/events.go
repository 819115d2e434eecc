package gateway

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"deuces/sandbox/world"
)

// The intents.
const (
	intentGuilds          = 1 << 0
	intentGuildMembers    = 1 << 1
	intentModeration      = 1 << 2
	intentPresences       = 1 << 8
	intentGuildMessages   = 1 << 9
	intentGuildReactions  = 1 << 10
	intentGuildTyping     = 1 << 11
	intentDirectMessages  = 1 << 12
	intentDirectReactions = 1 << 13
	intentDirectTyping    = 1 << 14
	intentContent         = 1 << 15
	privilegedIntents     = intentGuildMembers | intentPresences | intentContent
	allIntents            = 1<<26 - 1
)

// served are the events that a sandbox sends, and the intents that a session needs for them: 0 if every session gets them.
var served = map[string]int{
	"READY": 0, "RESUMED": 0, "RATE_LIMITED": 0, "INTERACTION_CREATE": 0, "USER_UPDATE": 0, "GUILD_MEMBERS_CHUNK": 0,

	"GUILD_CREATE": intentGuilds, "GUILD_UPDATE": intentGuilds, "GUILD_DELETE": intentGuilds,
	"GUILD_ROLE_CREATE": intentGuilds, "GUILD_ROLE_UPDATE": intentGuilds, "GUILD_ROLE_DELETE": intentGuilds,
	"CHANNEL_CREATE": intentGuilds, "CHANNEL_UPDATE": intentGuilds, "CHANNEL_DELETE": intentGuilds, "CHANNEL_PINS_UPDATE": intentGuilds,
	"THREAD_CREATE": intentGuilds, "THREAD_UPDATE": intentGuilds, "THREAD_DELETE": intentGuilds,

	"THREAD_MEMBERS_UPDATE": intentGuildMembers, // about the bot itself: none
	"GUILD_MEMBER_ADD":      intentGuildMembers, "GUILD_MEMBER_UPDATE": intentGuildMembers, "GUILD_MEMBER_REMOVE": intentGuildMembers,
	"GUILD_BAN_ADD": intentModeration, "GUILD_BAN_REMOVE": intentModeration,
	"PRESENCE_UPDATE": intentPresences,

	"MESSAGE_CREATE": intentGuildMessages, "MESSAGE_UPDATE": intentGuildMessages, "MESSAGE_DELETE": intentGuildMessages,
	"MESSAGE_DELETE_BULK":  intentGuildMessages,
	"MESSAGE_REACTION_ADD": intentGuildReactions, "MESSAGE_REACTION_REMOVE": intentGuildReactions,
	"MESSAGE_REACTION_REMOVE_ALL": intentGuildReactions, "MESSAGE_REACTION_REMOVE_EMOJI": intentGuildReactions,
	"TYPING_START": intentGuildTyping,
}

// direct says which intent takes another's place in direct messages.
var direct = map[int]int{intentGuildMessages: intentDirectMessages, intentGuildReactions: intentDirectReactions, intentGuildTyping: intentDirectTyping}

// leftOut are the events that a sandbox never sends, with the reason.
var leftOut = map[string]string{
	"APPLICATION_COMMAND_PERMISSIONS_UPDATE": noCommandPerms,
	"AUTO_MODERATION_RULE_CREATE":            noAutoMod,
	"AUTO_MODERATION_RULE_UPDATE":            noAutoMod,
	"AUTO_MODERATION_RULE_DELETE":            noAutoMod,
	"AUTO_MODERATION_ACTION_EXECUTION":       noAutoMod,
	"CHANNEL_INFO":                           noVoice,
	"ENTITLEMENT_CREATE":                     noShop,
	"ENTITLEMENT_UPDATE":                     noShop,
	"ENTITLEMENT_DELETE":                     noShop,
	"GUILD_AUDIT_LOG_ENTRY_CREATE":           "no audit log is kept",
	"GUILD_EMOJIS_UPDATE":                    "emojis belong to the application; a guild has none",
	"GUILD_INTEGRATIONS_UPDATE":              "the bot is the only integration",
	"GUILD_SCHEDULED_EVENT_CREATE":           noScheduled,
	"GUILD_SCHEDULED_EVENT_UPDATE":           noScheduled,
	"GUILD_SCHEDULED_EVENT_DELETE":           noScheduled,
	"GUILD_SCHEDULED_EVENT_USER_ADD":         noScheduled,
	"GUILD_SCHEDULED_EVENT_USER_REMOVE":      noScheduled,
	"GUILD_SOUNDBOARD_SOUND_CREATE":          noVoice,
	"GUILD_SOUNDBOARD_SOUND_UPDATE":          noVoice,
	"GUILD_SOUNDBOARD_SOUND_DELETE":          noVoice,
	"GUILD_SOUNDBOARD_SOUNDS_UPDATE":         noVoice,
	"GUILD_STICKERS_UPDATE":                  "a guild has no stickers",
	"INTEGRATION_CREATE":                     "the bot is the only integration",
	"INTEGRATION_UPDATE":                     "the bot is the only integration",
	"INTEGRATION_DELETE":                     "the bot is the only integration",
	"INVITE_CREATE":                          "there are no invites: everybody is in every guild",
	"INVITE_DELETE":                          "there are no invites: everybody is in every guild",
	"MESSAGE_POLL_VOTE_ADD":                  "there are no polls",
	"MESSAGE_POLL_VOTE_REMOVE":               "there are no polls",
	"SOUNDBOARD_SOUNDS":                      noVoice,
	"STAGE_INSTANCE_CREATE":                  noVoice,
	"STAGE_INSTANCE_UPDATE":                  noVoice,
	"STAGE_INSTANCE_DELETE":                  noVoice,
	"SUBSCRIPTION_CREATE":                    noShop,
	"SUBSCRIPTION_UPDATE":                    noShop,
	"SUBSCRIPTION_DELETE":                    noShop,
	"THREAD_LIST_SYNC":                       "sent when the bot gains access to a channel; the threads are in GUILD_CREATE and in the REST API",
	"THREAD_MEMBER_UPDATE":                   "a thread member has nothing that could change",
	"VOICE_CHANNEL_EFFECT_SEND":              noVoice,
	"VOICE_CHANNEL_STATUS_UPDATE":            noVoice,
	"VOICE_CHANNEL_START_TIME_UPDATE":        noVoice,
	"VOICE_STATE_UPDATE":                     noVoice,
	"VOICE_SERVER_UPDATE":                    noVoice,
	"WEBHOOKS_UPDATE":                        "the only webhooks are those of interactions",
}

const (
	noVoice        = "there is no voice: no voice channels, stages or sounds"
	noAutoMod      = "there is no auto moderation"
	noScheduled    = "there are no scheduled events"
	noShop         = "nothing is sold: no SKUs, entitlements, subscriptions or boosts"
	noCommandPerms = "nobody sets permissions for single commands"
)

// opcodes says for each of the gateway's opcodes what becomes of it; the empty text means that it is served.
var opcodes = map[int]struct{ name, leftOut string }{
	0: {"Dispatch", ""}, 1: {"Heartbeat", ""}, 2: {"Identify", ""}, 3: {"Presence Update", ""},
	4: {"Voice State Update", noVoice + "; the frame is ignored"}, 6: {"Resume", ""}, 7: {"Reconnect", ""},
	8: {"Request Guild Members", ""}, 9: {"Invalid Session", ""}, 10: {"Hello", ""}, 11: {"Heartbeat ACK", ""},
	31: {"Request Soundboard Sounds", noVoice + "; the frame is ignored"}, 43: {"Request Channel Info", noVoice + "; the frame is ignored"},
}

// intentFor is the intent that an event needs in a guild, or in a direct message.
func intentFor(event string, in *world.Guild) int {
	intent := served[event]
	if !in.DM() {
		return intent
	}
	return direct[intent]
}

// Entry is an opcode or an event, with the reason if it is left out.
type Entry struct{ Name, LeftOut string }

// Opcodes are all of the gateway's opcodes.
func Opcodes() []Entry {
	var all []Entry
	for _, op := range slices.Sorted(maps.Keys(opcodes)) {
		all = append(all, Entry{fmt.Sprintf("%d %s", op, opcodes[op].name), opcodes[op].leftOut})
	}
	return all
}

// Events are all events of the gateway.
func Events() []Entry {
	var all []Entry
	for name := range served {
		all = append(all, Entry{name, ""})
	}
	for name, reason := range leftOut {
		all = append(all, Entry{name, reason})
	}
	slices.SortFunc(all, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) })
	return all
}
