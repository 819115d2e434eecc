package rest

import (
	"net/url"
	"slices"
	"time"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

type ban struct {
	Reason wire.Opt[string] `json:"reason"`
	User   *world.User      `json:"user"`
}

func (s *API) banOf(g *world.Guild, id wire.Snowflake) ban {
	reason := wire.Null[string]()
	if g.Bans[id] != "" {
		reason = wire.Some(g.Bans[id])
	}
	return ban{reason, s.world.Users[id]}
}

// banning is the guild of a route about bans, all of which need BAN_MEMBERS.
func (s *API) banning(q *request) (*world.Guild, error) {
	g, err := s.guildFor(q)
	if err == nil && !g.PermissionsOf(s.world.Bot.ID).Has(world.BanMembers) {
		err = wire.ErrMissingPerms
	}
	return g, err
}

func (s *API) listBans(q *request) (answer, error) {
	f, at := wire.NewForm()
	p := q.page(at, 1000, 1000)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.banning(q)
	if err != nil {
		return answer{}, err
	}
	ids := []wire.Snowflake{}
	for id := range g.Bans {
		if p.has(id) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	if p.before > 0 && len(ids) > p.limit {
		ids = ids[len(ids)-p.limit:]
	}
	all := []ban{}
	for _, id := range ids[:min(len(ids), p.limit)] {
		all = append(all, s.banOf(g, id))
	}
	return ok(all), nil
}

func (s *API) getBan(q *request, g *world.Guild) (answer, error) {
	if _, banned := g.Bans[q.id("user")]; !banned {
		return answer{}, wire.ErrUnknownBan
	}
	return ok(s.banOf(g, q.id("user"))), nil
}

type banBody struct {
	Seconds wire.Opt[int]              `json:"delete_message_seconds"`
	Days    wire.Opt[int]              `json:"delete_message_days"`
	Users   wire.Opt[[]wire.Snowflake] `json:"user_ids"`
}

func (b *banBody) check(at *wire.Field) {
	at.Key("delete_message_seconds").Between(b.Seconds.Or(0), 0, 604800)
	at.Key("delete_message_days").Between(b.Days.Or(0), 0, 7)
}

func (b *banBody) span() time.Duration {
	return time.Duration(b.Seconds.Or(0))*time.Second + time.Duration(b.Days.Or(0))*24*time.Hour
}

func (s *API) banUser(q *request) (answer, error) {
	var b banBody
	if err := wire.Decode(q.body, &b); err != nil {
		return answer{}, err
	}
	f, at := wire.NewForm()
	b.check(at)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.banning(q)
	if err != nil {
		return answer{}, err
	}
	u := s.world.Users[q.id("user")]
	switch {
	case u == nil:
		return answer{}, wire.ErrUnknownUser
	case u.ID == s.world.Bot.ID, g.Members[u.ID] != nil && !g.Above(s.world.Bot.ID, u.ID):
		return answer{}, wire.ErrMissingPerms
	}
	s.ban(q, g, u, b.span())
	return noContent, nil
}

// ban bans a user and deletes what they wrote of late.
func (s *API) ban(q *request, g *world.Guild, u *world.User, span time.Duration) {
	reason := q.Header.Get("X-Audit-Log-Reason")
	if plain, err := url.PathUnescape(reason); err == nil {
		reason = plain
	}
	s.world.Ban(g, u, reason)
	for _, c := range g.Channels {
		for _, m := range slices.Clone(c.Messages) {
			if m.Author.ID == u.ID && q.now.Sub(m.Timestamp) < span {
				s.world.Unpost(c, m)
			}
		}
	}
}

// bulkBan bans up to 200 users. Those that can't be banned are named.
func (s *API) bulkBan(q *request) (answer, error) {
	var b banBody
	if err := wire.Decode(q.body, &b); err != nil {
		return answer{}, err
	}
	f, at := wire.NewForm()
	b.check(at)
	at.Key("user_ids").Count(len(b.Users.Or(nil)), 1, 200)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.banning(q)
	switch {
	case err != nil:
		return answer{}, err
	case !g.PermissionsOf(s.world.Bot.ID).Has(world.ManageGuild):
		return answer{}, wire.ErrMissingPerms
	}
	banned, failed := []wire.Snowflake{}, []wire.Snowflake{}
	for _, id := range b.Users.V {
		u := s.world.Users[id]
		_, already := g.Bans[id]
		if u == nil || already || id == s.world.Bot.ID || g.Members[id] != nil && !g.Above(s.world.Bot.ID, id) {
			failed = append(failed, id)
			continue
		}
		s.ban(q, g, u, b.span())
		banned = append(banned, id)
	}
	if len(banned) == 0 {
		return answer{}, wire.ErrBulkBan
	}
	return ok(map[string]any{"banned_users": banned, "failed_users": failed}), nil
}

func (s *API) unban(q *request, g *world.Guild) (answer, error) {
	if _, banned := g.Bans[q.id("user")]; !banned {
		return answer{}, wire.ErrUnknownBan
	}
	s.world.Unban(g, s.world.Users[q.id("user")])
	return noContent, nil
}
