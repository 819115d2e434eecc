package rest

import (
	"net/http"
	"strings"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// apiRoutes returns Discord's routes that the sandbox supports. The open ones need no Authorization
// header: GET /gateway is public, and the paths for interactions and webhooks contain a token.
func (s *API) apiRoutes() (open, closed map[string]route) {
	open = map[string]route{
		"GET /gateway": s.gatewayURL,

		"POST /interactions/{interaction}/{token}/callback": s.respond,
		"POST /webhooks/{app}/{token}":                      with(s, s.byHook, s.followUp),
		"GET /webhooks/{app}/{token}/messages/{message}":    about(s, s.byHook, s.hookMessage),
		"PATCH /webhooks/{app}/{token}/messages/{message}":  with(s, s.byHook, s.editHookMessage),
		"DELETE /webhooks/{app}/{token}/messages/{message}": about(s, s.byHook, s.deleteHookMessage),
	}
	closed = map[string]route{
		"GET /gateway/bot":             s.gatewayBot,
		"GET /users/@me":               s.me,
		"GET /users/{user}":            s.getUser,
		"GET /users/@me/guilds":        s.myGuilds,
		"POST /users/@me/channels":     s.directMessage,
		"GET /applications/@me":        s.application,
		"GET /oauth2/applications/@me": s.application,

		"GET /applications/{app}/commands":              about(s, s.commandScope, s.listCommands),
		"POST /applications/{app}/commands":             s.createCommand,
		"PUT /applications/{app}/commands":              s.putCommands,
		"DELETE /applications/{app}/commands/{command}": s.deleteCommand,
		"GET /applications/{app}/emojis":                s.listEmojis,
		"POST /applications/{app}/emojis":               s.createEmoji,
		"DELETE /applications/{app}/emojis/{emoji}":     s.deleteEmoji,

		"GET /channels/{channel}":                       about(s, s.channel(0), s.getChannel),
		"PATCH /channels/{channel}":                     with(s, s.threadFor, s.editThread),
		"DELETE /channels/{channel}":                    about(s, s.channel(0), s.deleteChannel),
		"POST /channels/{channel}/typing":               about(s, s.channel(0), s.typing),
		"GET /channels/{channel}/messages":              s.listMessages,
		"POST /channels/{channel}/messages":             with(s, s.channel(0), s.createMessage),
		"GET /channels/{channel}/messages/{message}":    about(s, s.channel(world.ReadMessageHistory), s.getMessage),
		"PATCH /channels/{channel}/messages/{message}":  with(s, s.channel(0), s.editMessage),
		"DELETE /channels/{channel}/messages/{message}": about(s, s.channel(0), s.deleteMessage),
		"POST /channels/{channel}/messages/bulk-delete": with(s, s.channel(world.ManageMessages), s.bulkDelete),

		"DELETE /channels/{channel}/messages/{message}/reactions":                   about(s, s.channel(world.ManageMessages), s.clearReactions),
		"GET /channels/{channel}/messages/{message}/reactions/{reaction}":           s.listReactions,
		"PUT /channels/{channel}/messages/{message}/reactions/{reaction}/@me":       s.react,
		"DELETE /channels/{channel}/messages/{message}/reactions/{reaction}/@me":    s.unreact,
		"DELETE /channels/{channel}/messages/{message}/reactions/{reaction}/{user}": s.unreactUser,

		"POST /channels/{channel}/messages/{message}/threads": with(s, s.channel(world.CreatePublicThreads), s.threadFromMessage),
		"POST /channels/{channel}/threads":                    s.createThread,
		"PUT /channels/{channel}/thread-members/{user}":       about(s, s.threadFor, s.joinThread),
		"DELETE /channels/{channel}/thread-members/{user}":    about(s, s.threadFor, s.leaveThread),

		"GET /guilds/{guild}":                                about(s, s.guildFor, s.getGuild),
		"GET /guilds/{guild}/channels":                       about(s, s.guildFor, s.guildChannels),
		"GET /guilds/{guild}/roles":                          about(s, s.guildFor, s.guildRoles),
		"GET /guilds/{guild}/members":                        s.listMembers,
		"GET /guilds/{guild}/members/search":                 s.searchMembers,
		"GET /guilds/{guild}/members/{user}":                 about(s, s.guildFor, s.getMember),
		"PUT /guilds/{guild}/members/{user}/roles/{role}":    about(s, s.guildFor, s.giveRole),
		"DELETE /guilds/{guild}/members/{user}/roles/{role}": about(s, s.guildFor, s.takeRole),

		"GET /voice/regions":                   noneOfThem,
		"GET /guilds/{guild}/emojis":           about(s, s.guildFor, none),
		"GET /guilds/{guild}/stickers":         about(s, s.guildFor, none),
		"GET /guilds/{guild}/invites":          about(s, s.guildFor, none),
		"GET /guilds/{guild}/integrations":     about(s, s.guildFor, none),
		"GET /guilds/{guild}/scheduled-events": about(s, s.guildFor, none),
	}
	for pattern, do := range closed {
		if verb, path, _ := strings.Cut(pattern, " "); strings.HasPrefix(path, "/applications/{app}/commands") { // the same routes exist for a guild's commands
			closed[verb+" "+strings.Replace(path, "{app}/", "{app}/guilds/{guild}/", 1)] = do
		}
	}
	return open, closed
}

// none answers with an empty list. Bots read such lists when they start, and guilds in the sandbox
// have none of these things.
func none(*request, *world.Guild) (answer, error) { return ok([]struct{}{}), nil }

// noneOfThem is like none, for routes without a guild.
func noneOfThem(*request) (answer, error) { return ok([]struct{}{}), nil }

// about locks the world and calls the handler with the object that a route names.
func about[T any](s *API, find func(*request) (T, error), do func(*request, T) (answer, error)) route {
	return func(q *request) (answer, error) {
		s.world.Lock()
		defer s.world.Unlock()
		named, err := find(q)
		if err != nil {
			return answer{}, err
		}
		return do(q, named)
	}
}

// with is like about, for routes with a body. The body is read before the lock is taken.
func with[T, B any](s *API, find func(*request) (T, error), do func(*request, T, B) (answer, error)) route {
	return func(q *request) (answer, error) {
		var b B
		if err := wire.Decode(q.body, &b); err != nil {
			return answer{}, err
		}
		return about(s, find, func(q *request, named T) (answer, error) { return do(q, named, b) })(q)
	}
}

// mux returns a mux with all routes.
func (s *API) mux() *http.ServeMux {
	mux := http.NewServeMux()
	open, closed := s.apiRoutes()
	for pattern, do := range open {
		mux.HandleFunc(pattern, s.handle(do, false))
	}
	for pattern, do := range closed {
		mux.HandleFunc(pattern, s.handle(do, true))
	}
	return mux
}
