package rest

import (
	"slices"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

func (s *API) createRole(q *request) (answer, error) {
	var b struct {
		Name        wire.Opt[string]            `json:"name"`
		Permissions wire.Opt[world.Permissions] `json:"permissions"`
		Color       wire.Opt[int]               `json:"color"`
		Mentionable wire.Opt[bool]              `json:"mentionable"`
	}
	if err := wire.Decode(q.body, &b); err != nil {
		return answer{}, err
	}
	f, at := wire.NewForm()
	at.Key("name").Length(b.Name.Or("new role"), 1, 100)
	at.Key("color").Between(b.Color.Or(0), 0, 0xffffff)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.guildFor(q)
	if err != nil {
		return answer{}, err
	}
	if !g.PermissionsOf(s.world.Bot.ID).Has(world.ManageRoles) {
		return answer{}, wire.ErrMissingPerms
	}
	r := g.AddRole(&world.Role{ID: s.world.IDs.Next(q.now), Name: b.Name.Or("new role"), Permissions: b.Permissions.Or(g.Roles[0].Permissions),
		Color: b.Color.Or(0), Colors: world.RoleColors{Primary: b.Color.Or(0)}, Mentionable: b.Mentionable.Or(false)})
	s.world.RoleEvent(g, r, "CREATE")
	return ok(r), nil
}

func (s *API) giveRole(q *request) (answer, error) { return s.changeRole(q, true) }

func (s *API) takeRole(q *request) (answer, error) { return s.changeRole(q, false) }

func (s *API) changeRole(q *request, give bool) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.guildFor(q)
	if err != nil {
		return answer{}, err
	}
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
