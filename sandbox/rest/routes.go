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
		"POST /webhooks/{app}/{token}":                      withTargetAndBody(s, s.byHook, s.followUp),
		"GET /webhooks/{app}/{token}/messages/{message}":    withTarget(s, s.byHook, s.hookMessage),
		"PATCH /webhooks/{app}/{token}/messages/{message}":  withTargetAndBody(s, s.byHook, s.editHookMessage),
		"DELETE /webhooks/{app}/{token}/messages/{message}": withTarget(s, s.byHook, s.deleteHookMessage),
	}
	closed = map[string]route{
		"GET /gateway/bot":             s.gatewayBot,
		"GET /users/@me":               s.me,
		"GET /users/{user}":            s.getUser,
		"GET /users/@me/guilds":        s.myGuilds,
		"POST /users/@me/channels":     s.directMessage,
		"GET /applications/@me":        s.application,
		"GET /oauth2/applications/@me": s.application,

		"GET /applications/{app}/commands":              withTarget(s, s.commandScope, s.listCommands),
		"POST /applications/{app}/commands":             s.createCommand,
		"PUT /applications/{app}/commands":              s.putCommands,
		"DELETE /applications/{app}/commands/{command}": s.deleteCommand,
		"GET /applications/{app}/emojis":                s.listEmojis,
		"POST /applications/{app}/emojis":               s.createEmoji,
		"DELETE /applications/{app}/emojis/{emoji}":     s.deleteEmoji,

		"GET /channels/{channel}":                       withTarget(s, s.channel(0), s.getChannel),
		"PATCH /channels/{channel}":                     withTargetAndBody(s, s.threadFor, s.editThread),
		"DELETE /channels/{channel}":                    withTarget(s, s.channel(0), s.deleteChannel),
		"POST /channels/{channel}/typing":               withTarget(s, s.channel(0), s.typing),
		"GET /channels/{channel}/messages":              s.listMessages,
		"POST /channels/{channel}/messages":             withTargetAndBody(s, s.channel(0), s.createMessage),
		"GET /channels/{channel}/messages/{message}":    withTarget(s, s.channel(world.ReadMessageHistory), s.getMessage),
		"PATCH /channels/{channel}/messages/{message}":  withTargetAndBody(s, s.channel(0), s.editMessage),
		"DELETE /channels/{channel}/messages/{message}": withTarget(s, s.channel(0), s.deleteMessage),
		"POST /channels/{channel}/messages/bulk-delete": withTargetAndBody(s, s.channel(world.ManageMessages), s.bulkDelete),

		"DELETE /channels/{channel}/messages/{message}/reactions":                   withTarget(s, s.channel(world.ManageMessages), s.clearReactions),
		"GET /channels/{channel}/messages/{message}/reactions/{reaction}":           s.listReactions,
		"PUT /channels/{channel}/messages/{message}/reactions/{reaction}/@me":       s.react,
		"DELETE /channels/{channel}/messages/{message}/reactions/{reaction}/@me":    s.unreact,
		"DELETE /channels/{channel}/messages/{message}/reactions/{reaction}/{user}": s.unreactUser,

		"POST /channels/{channel}/messages/{message}/threads": withTargetAndBody(s, s.channel(world.CreatePublicThreads), s.threadFromMessage),
		"POST /channels/{channel}/threads":                    s.createThread,
		"PUT /channels/{channel}/thread-members/{user}":       withTarget(s, s.threadFor, s.joinThread),
		"DELETE /channels/{channel}/thread-members/{user}":    withTarget(s, s.threadFor, s.leaveThread),

		"GET /guilds/{guild}":                                withTarget(s, s.guildFor, s.getGuild),
		"GET /guilds/{guild}/channels":                       withTarget(s, s.guildFor, s.guildChannels),
		"GET /guilds/{guild}/roles":                          withTarget(s, s.guildFor, s.guildRoles),
		"GET /guilds/{guild}/members":                        s.listMembers,
		"GET /guilds/{guild}/members/search":                 s.searchMembers,
		"GET /guilds/{guild}/members/{user}":                 withTarget(s, s.guildFor, s.getMember),
		"PUT /guilds/{guild}/members/{user}/roles/{role}":    withTarget(s, s.guildFor, s.giveRole),
		"DELETE /guilds/{guild}/members/{user}/roles/{role}": withTarget(s, s.guildFor, s.takeRole),

		"GET /guilds/{guild}/scheduled-events":            withTarget(s, s.guildFor, s.guildEvents),
		"POST /guilds/{guild}/scheduled-events":           withTargetAndBody(s, s.guildFor, s.createEvent),
		"GET /guilds/{guild}/scheduled-events/{event}":    withTarget(s, s.guildFor, s.getEvent),
		"PATCH /guilds/{guild}/scheduled-events/{event}":  withTargetAndBody(s, s.guildFor, s.editEvent),
		"DELETE /guilds/{guild}/scheduled-events/{event}": withTarget(s, s.guildFor, s.deleteEvent),

		"GET /voice/regions":               emptyList,
		"GET /guilds/{guild}/emojis":       withTarget(s, s.guildFor, emptyGuildList),
		"GET /guilds/{guild}/stickers":     withTarget(s, s.guildFor, emptyGuildList),
		"GET /guilds/{guild}/invites":      withTarget(s, s.guildFor, emptyGuildList),
		"GET /guilds/{guild}/integrations": withTarget(s, s.guildFor, emptyGuildList),
	}
	for pattern, do := range closed {
		if verb, path, _ := strings.Cut(pattern, " "); strings.HasPrefix(path, "/applications/{app}/commands") { // the same routes exist for a guild's commands
			closed[verb+" "+strings.Replace(path, "{app}/", "{app}/guilds/{guild}/", 1)] = do
		}
	}
	return open, closed
}

// emptyGuildList answers with an empty list. Bots read such lists when they start, and guilds in the sandbox
// have none of these things.
func emptyGuildList(*request, *world.Guild) (answer, error) { return ok([]struct{}{}), nil }

// emptyList is like none, for routes without a guild.
func emptyList(*request) (answer, error) { return ok([]struct{}{}), nil }

// withTarget locks the world and calls the handler with the object that a route names.
func withTarget[T any](s *API, find func(*request) (T, error), do func(*request, T) (answer, error)) route {
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

// withTargetAndBody is like about, for routes with a body. The body is read before the lock is taken.
func withTargetAndBody[T, B any](s *API, find func(*request) (T, error), do func(*request, T, B) (answer, error)) route {
	return func(q *request) (answer, error) {
		var b B
		if err := wire.Decode(q.body, &b); err != nil {
			return answer{}, err
		}
		return withTarget(s, find, func(q *request, named T) (answer, error) { return do(q, named, b) })(q)
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
