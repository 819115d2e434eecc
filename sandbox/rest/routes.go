package rest

import (
	"net/http"
	"strings"
)

// apiRoutes are the routes of Discord's that are served. Interaction and webhook routes need no Authorization: their token is in
// the path.
func (s *API) apiRoutes() *http.ServeMux {
	open := map[string]route{
		"GET /gateway": s.gatewayURL,

		"POST /interactions/{interaction}/{token}/callback": s.respond,
		"POST /webhooks/{app}/{token}":                      s.followUp,
		"GET /webhooks/{app}/{token}/messages/{message}":    s.hookMessage,
		"PATCH /webhooks/{app}/{token}/messages/{message}":  s.editHookMessage,
		"DELETE /webhooks/{app}/{token}/messages/{message}": s.deleteHookMessage,
	}
	closed := map[string]route{
		"GET /gateway/bot":             s.gatewayBot,
		"GET /users/@me":               s.me,
		"GET /users/{user}":            s.getUser,
		"GET /users/@me/guilds":        s.myGuilds,
		"POST /users/@me/channels":     s.directMessage,
		"GET /applications/@me":        s.application,
		"GET /oauth2/applications/@me": s.application,

		"GET /applications/{app}/commands":              s.listCommands,
		"POST /applications/{app}/commands":             s.createCommand,
		"PUT /applications/{app}/commands":              s.putCommands,
		"GET /applications/{app}/commands/{command}":    s.getCommand,
		"PATCH /applications/{app}/commands/{command}":  s.editCommand,
		"DELETE /applications/{app}/commands/{command}": s.deleteCommand,
		"GET /applications/{app}/emojis":                s.listEmojis,
		"POST /applications/{app}/emojis":               s.createEmoji,
		"GET /applications/{app}/emojis/{emoji}":        s.getEmoji,
		"PATCH /applications/{app}/emojis/{emoji}":      s.renameEmoji,
		"DELETE /applications/{app}/emojis/{emoji}":     s.deleteEmoji,

		"GET /channels/{channel}":                            s.getChannel,
		"PATCH /channels/{channel}":                          s.editChannel,
		"DELETE /channels/{channel}":                         s.deleteChannel,
		"PUT /channels/{channel}/permissions/{overwrite}":    s.putOverwrite,
		"DELETE /channels/{channel}/permissions/{overwrite}": s.deleteOverwrite,
		"POST /channels/{channel}/typing":                    s.typing,
		"GET /channels/{channel}/messages":                   s.listMessages,
		"POST /channels/{channel}/messages":                  s.createMessage,
		"GET /channels/{channel}/messages/{message}":         s.getMessage,
		"PATCH /channels/{channel}/messages/{message}":       s.editMessage,
		"DELETE /channels/{channel}/messages/{message}":      s.deleteMessage,

		"POST /channels/{channel}/messages/{message}/threads": s.threadFromMessage,
		"POST /channels/{channel}/threads":                    s.createThread,
		"GET /channels/{channel}/threads/archived/public":     s.archivedThreads,
		"GET /channels/{channel}/thread-members":              s.threadMembers,
		"PUT /channels/{channel}/thread-members/{user}":       s.joinThread,
		"DELETE /channels/{channel}/thread-members/{user}":    s.leaveThread,

		"GET /guilds/{guild}":                                s.getGuild,
		"GET /guilds/{guild}/channels":                       s.guildChannels,
		"POST /guilds/{guild}/channels":                      s.createChannel,
		"GET /guilds/{guild}/threads/active":                 s.activeThreads,
		"GET /guilds/{guild}/roles":                          s.guildRoles,
		"POST /guilds/{guild}/roles":                         s.createRole,
		"GET /guilds/{guild}/members":                        s.listMembers,
		"GET /guilds/{guild}/members/{user}":                 s.getMember,
		"PUT /guilds/{guild}/members/{user}/roles/{role}":    s.giveRole,
		"DELETE /guilds/{guild}/members/{user}/roles/{role}": s.takeRole,
	}
	mux := http.NewServeMux()
	for pattern, do := range open {
		mux.HandleFunc(pattern, s.handle(do, false))
	}
	for pattern, do := range closed {
		mux.HandleFunc(pattern, s.handle(do, true))
		if strings.Contains(pattern, "{app}/commands") { // a guild has commands of its own, by the same verbs
			mux.HandleFunc(strings.Replace(pattern, "{app}/", "{app}/guilds/{guild}/", 1), s.handle(do, true))
		}
	}
	return mux
}
