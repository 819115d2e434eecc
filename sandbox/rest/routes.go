package rest

import (
	"net/http"
	"strings"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// apiRoutes are the routes of Discord's that are served. Interaction and webhook routes need no Authorization: their token is in
// the path.
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
		"GET /gateway/bot":                 s.gatewayBot,
		"GET /users/@me":                   s.me,
		"GET /users/{user}":                s.getUser,
		"GET /users/@me/guilds":            s.myGuilds,
		"PATCH /users/@me":                 s.editMe,
		"DELETE /users/@me/guilds/{guild}": s.leaveGuild,
		"POST /users/@me/channels":         s.directMessage,
		"GET /applications/@me":            s.application,
		"PATCH /applications/@me":          s.editApplication,
		"GET /applications/{app}":          s.application,
		"PATCH /applications/{app}":        s.editApplication,
		"GET /oauth2/applications/@me":     s.application,
		"GET /oauth2/@me":                  s.authorization,

		"GET /applications/{app}/guilds/{guild}/commands/permissions":           s.commandPermissions,
		"GET /applications/{app}/guilds/{guild}/commands/{command}/permissions": s.permissionsOfCommand,
		"PUT /applications/{app}/guilds/{guild}/commands/{command}/permissions": s.editCommandPermissions,

		"GET /applications/{app}/commands":              about(s, s.commandScope, s.listCommands),
		"POST /applications/{app}/commands":             s.createCommand,
		"PUT /applications/{app}/commands":              s.putCommands,
		"GET /applications/{app}/commands/{command}":    s.getCommand,
		"PATCH /applications/{app}/commands/{command}":  s.editCommand,
		"DELETE /applications/{app}/commands/{command}": s.deleteCommand,
		"GET /applications/{app}/emojis":                s.listEmojis,
		"POST /applications/{app}/emojis":               s.createEmoji,
		"GET /applications/{app}/emojis/{emoji}":        about(s, s.emojiFor, s.getEmoji),
		"PATCH /applications/{app}/emojis/{emoji}":      s.renameEmoji,
		"DELETE /applications/{app}/emojis/{emoji}":     about(s, s.emojiFor, s.deleteEmoji),

		"GET /channels/{channel}":                            about(s, s.channel(0), s.getChannel),
		"PATCH /channels/{channel}":                          s.editChannel,
		"DELETE /channels/{channel}":                         about(s, s.channel(0), s.deleteChannel),
		"PUT /channels/{channel}/permissions/{overwrite}":    s.putOverwrite,
		"DELETE /channels/{channel}/permissions/{overwrite}": s.deleteOverwrite,
		"POST /channels/{channel}/typing":                    about(s, s.channel(0), s.typing),
		"GET /channels/{channel}/messages":                   s.listMessages,
		"POST /channels/{channel}/messages":                  with(s, s.channel(0), s.createMessage),
		"GET /channels/{channel}/messages/{message}":         about(s, s.channel(world.ReadMessageHistory), s.getMessage),
		"PATCH /channels/{channel}/messages/{message}":       with(s, s.channel(0), s.editMessage),
		"DELETE /channels/{channel}/messages/{message}":      about(s, s.channel(0), s.deleteMessage),
		"POST /channels/{channel}/messages/bulk-delete":      s.bulkDelete,

		"GET /channels/{channel}/pins":                    about(s, s.channel(world.ReadMessageHistory), s.allPins),
		"PUT /channels/{channel}/pins/{message}":          s.pin,
		"DELETE /channels/{channel}/pins/{message}":       s.unpin,
		"GET /channels/{channel}/messages/pins":           s.listPins,
		"PUT /channels/{channel}/messages/pins/{message}": s.pin,

		"DELETE /channels/{channel}/messages/{message}/{part}":                      s.deletePart,
		"GET /channels/{channel}/messages/{message}/reactions/{reaction}":           s.listReactions,
		"DELETE /channels/{channel}/messages/{message}/reactions/{reaction}":        s.clearEmoji,
		"PUT /channels/{channel}/messages/{message}/reactions/{reaction}/@me":       s.react,
		"DELETE /channels/{channel}/messages/{message}/reactions/{reaction}/@me":    s.unreact,
		"DELETE /channels/{channel}/messages/{message}/reactions/{reaction}/{user}": s.unreactUser,

		"POST /channels/{channel}/messages/{message}/threads":        with(s, s.channel(world.CreatePublicThreads), s.threadFromMessage),
		"POST /channels/{channel}/threads":                           s.createThread,
		"GET /channels/{channel}/threads/archived/public":            s.archivedThreads,
		"GET /channels/{channel}/threads/archived/private":           s.privateThreads,
		"GET /channels/{channel}/users/@me/threads/archived/private": s.ownPrivateThreads,
		"GET /channels/{channel}/thread-members":                     about(s, s.threadFor, s.threadMembers),
		"GET /channels/{channel}/thread-members/{user}":              about(s, s.threadFor, s.threadMember),
		"PUT /channels/{channel}/thread-members/{user}":              about(s, s.threadFor, s.joinThread),
		"DELETE /channels/{channel}/thread-members/{user}":           about(s, s.threadFor, s.leaveThread),

		"GET /guilds/{guild}":                                about(s, s.guildFor, s.getGuild),
		"PATCH /guilds/{guild}":                              s.editGuild,
		"GET /guilds/{guild}/channels":                       about(s, s.guildFor, s.guildChannels),
		"PATCH /guilds/{guild}/channels":                     s.moveChannels,
		"GET /guilds/{guild}/roles/{role}":                   about(s, s.guildFor, s.getRole),
		"PATCH /guilds/{guild}/roles":                        s.moveRoles,
		"PATCH /guilds/{guild}/roles/{role}":                 s.editRole,
		"DELETE /guilds/{guild}/roles/{role}":                s.deleteRole,
		"GET /guilds/{guild}/roles/member-counts":            about(s, s.guildFor, s.roleCounts),
		"GET /guilds/{guild}/members/search":                 s.searchMembers,
		"PATCH /guilds/{guild}/members/@me":                  s.editOwnMember,
		"PATCH /guilds/{guild}/members/{user}":               s.editMember,
		"DELETE /guilds/{guild}/members/{user}":              s.kick,
		"GET /guilds/{guild}/bans":                           s.listBans,
		"GET /guilds/{guild}/bans/{user}":                    about(s, s.banning, s.getBan),
		"PUT /guilds/{guild}/bans/{user}":                    s.banUser,
		"DELETE /guilds/{guild}/bans/{user}":                 about(s, s.banning, s.unban),
		"POST /guilds/{guild}/bulk-ban":                      s.bulkBan,
		"POST /guilds/{guild}/channels":                      s.createChannel,
		"GET /guilds/{guild}/threads/active":                 about(s, s.guildFor, s.activeThreads),
		"GET /guilds/{guild}/roles":                          about(s, s.guildFor, s.guildRoles),
		"GET /voice/regions":                                 noneOfThem,
		"GET /guilds/{guild}/emojis":                         about(s, s.guildFor, none),
		"GET /guilds/{guild}/stickers":                       about(s, s.guildFor, none),
		"GET /guilds/{guild}/invites":                        about(s, s.guildFor, none),
		"GET /guilds/{guild}/integrations":                   about(s, s.guildFor, none),
		"GET /guilds/{guild}/scheduled-events":               about(s, s.guildFor, none),
		"POST /guilds/{guild}/roles":                         s.createRole,
		"GET /guilds/{guild}/members":                        s.listMembers,
		"GET /guilds/{guild}/members/{user}":                 s.getMember,
		"PUT /guilds/{guild}/members/{user}/roles/{role}":    s.giveRole,
		"DELETE /guilds/{guild}/members/{user}/roles/{role}": s.takeRole,
	}
	for pattern, do := range closed {
		if verb, path, _ := strings.Cut(pattern, " "); strings.HasPrefix(path, "/applications/{app}/commands") { // a guild has its own, by the same verbs
			closed[verb+" "+strings.Replace(path, "{app}/", "{app}/guilds/{guild}/", 1)] = do
		}
	}
	return open, closed
}

// none answers with an empty list: bots read such lists when they start, of what no guild has here.
func none(*request, *world.Guild) (answer, error) { return ok([]struct{}{}), nil }

// noneOfThem is none for what belongs to no guild.
func noneOfThem(*request) (answer, error) { return ok([]struct{}{}), nil }

// about takes the world's lock and finds what a route names, for its handler.
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

// with is about for a route that has a body, which is read first.
func with[T, B any](s *API, find func(*request) (T, error), do func(*request, T, B) (answer, error)) route {
	return func(q *request) (answer, error) {
		var b B
		if err := wire.Decode(q.body, &b); err != nil {
			return answer{}, err
		}
		return about(s, find, func(q *request, named T) (answer, error) { return do(q, named, b) })(q)
	}
}

// mux has all routes.
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

// deletePart is two routes that http.ServeMux can't tell apart: …/messages/pins/{message} and …/messages/{message}/reactions.
func (s *API) deletePart(q *request) (answer, error) {
	switch {
	case q.PathValue("message") == "pins":
		q.SetPathValue("message", q.PathValue("part"))
		if err := checkIDs(q.Request); err != nil {
			return answer{}, err
		}
		return s.unpin(q)
	case q.PathValue("part") == "reactions":
		return about(s, s.channel(world.ManageMessages), s.clearReactions)(q)
	}
	return answer{}, wire.ErrNotFound
}
