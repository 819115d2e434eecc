package rest

import (
	"slices"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

func (s *API) getMember(q *request, g *world.Guild) (answer, error) {
	if m := g.Members[q.id("user")]; m != nil {
		return ok(m.Wire()), nil
	}
	return answer{}, wire.ErrUnknownMember
}

// listMembers needs the privileged intent, as on Discord. It returns one member unless the query
// asks for more.
func (s *API) listMembers(q *request) (answer, error) {
	f, at := wire.NewForm()
	p := q.page(at, 1, 1000)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.guildFor(q)
	if err != nil {
		return answer{}, err
	}
	if s.world.Privileged&world.GatewayIntents["members"] == 0 {
		return answer{}, wire.ErrMissingAccess
	}
	all := slices.DeleteFunc(g.SortedMembers(), func(m world.GuildMember) bool { return m.User.ID <= p.after })
	return ok(all[:min(len(all), p.limit)]), nil
}

// searchMembers finds members by the beginning of a name. It needs no intent.
func (s *API) searchMembers(q *request) (answer, error) {
	f, at := wire.NewForm()
	p := q.page(at, 1, 1000)
	at.Key("query").Length(q.URL.Query().Get("query"), 1, 100)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.guildFor(q)
	if err != nil {
		return answer{}, err
	}
	return ok(wire.ListOf(g.MembersNamed(q.URL.Query().Get("query"), p.limit))), nil
}

func (s *API) giveRole(q *request, g *world.Guild) (answer, error) { return s.changeRole(q, g, true) }

func (s *API) takeRole(q *request, g *world.Guild) (answer, error) { return s.changeRole(q, g, false) }

func (s *API) changeRole(q *request, g *world.Guild, give bool) (answer, error) {
	m, r := g.Members[q.id("user")], g.Role(q.id("role"))
	switch {
	case m == nil:
		return answer{}, wire.ErrUnknownMember
	case r == nil:
		return answer{}, wire.ErrUnknownRole
	case r.ID == g.ID:
		return answer{}, wire.ErrInvalidRole
	case !g.PermissionsOf(s.world.Bot.ID).Has(world.ManageRoles) || r.Managed || !g.Outranks(s.world.Bot.ID, r):
		return answer{}, wire.ErrMissingPerms
	}
	m.Roles = slices.DeleteFunc(slices.Clone(m.Roles), func(id wire.Snowflake) bool { return id == r.ID })
	if give {
		m.Roles = append(m.Roles, r.ID)
	}
	s.world.MemberEvent(g, m, "UPDATE")
	return noContent, nil
}
