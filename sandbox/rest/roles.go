package rest

import (
	"slices"
	"strconv"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

type roleBody struct {
	Name        wire.Opt[string]            `json:"name"`
	Permissions wire.Opt[world.Permissions] `json:"permissions"`
	Color       wire.Opt[int]               `json:"color"`
	Colors      wire.Opt[world.RoleColors]  `json:"colors"`
	Hoist       wire.Opt[bool]              `json:"hoist"`
	Mentionable wire.Opt[bool]              `json:"mentionable"`
	Icon        wire.Opt[string]            `json:"icon"`
	Emoji       wire.Opt[string]            `json:"unicode_emoji"`
}

// readRole reads and checks a role's body.
func readRole(q *request) (b roleBody, err error) {
	if err := wire.Decode(q.body, &b); err != nil {
		return b, err
	}
	f, at := wire.NewForm()
	if b.Name.Given() {
		at.Key("name").Length(b.Name.V, 1, 100)
	}
	at.Key("color").Between(b.Color.Or(0), 0, 0xffffff)
	at.Key("colors").Key("primary_color").Between(b.Colors.V.Primary, 0, 0xffffff)
	if err := f.Err(); err != nil {
		return b, err
	}
	if b.Icon.Given() || b.Emoji.Given() || b.Colors.V.Secondary.Given() || b.Colors.V.Tertiary.Given() {
		return b, wire.LeftOut("icons and gradients of roles, which need boosts")
	}
	return b, nil
}

// put writes what the body has into a role.
func (b *roleBody) put(r *world.Role) {
	r.Name = b.Name.Or(r.Name)
	r.Permissions = b.Permissions.Or(r.Permissions)
	r.Hoist = b.Hoist.Or(r.Hoist)
	r.Mentionable = b.Mentionable.Or(r.Mentionable)
	if b.Color.Given() {
		r.Color = b.Color.V
	}
	if b.Colors.Given() {
		r.Color = b.Colors.V.Primary
	}
	r.Colors = world.RoleColors{Primary: r.Color, Secondary: wire.Null[int](), Tertiary: wire.Null[int]()}
}

// rolesFor is the guild of a route that changes roles, which needs MANAGE_ROLES. The bot grants no permission that it lacks.
func (s *API) rolesFor(q *request, grants world.Permissions) (*world.Guild, error) {
	g, err := s.guildFor(q)
	if err != nil {
		return nil, err
	}
	if may := g.PermissionsOf(s.world.Bot.ID); !may.Has(world.ManageRoles) || !may.Has(grants) {
		return nil, wire.ErrMissingPerms
	}
	return g, nil
}

func (s *API) createRole(q *request) (answer, error) {
	b, err := readRole(q)
	if err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.rolesFor(q, b.Permissions.Or(0))
	if err != nil {
		return answer{}, err
	}
	r := &world.Role{ID: s.world.IDs.Next(q.now), Name: "new role", Permissions: g.Roles[0].Permissions}
	b.put(r)
	s.world.RoleEvent(g, g.AddRole(r), "CREATE")
	return ok(r), nil
}

func (s *API) getRole(q *request, g *world.Guild) (answer, error) {
	if r := g.Role(q.id("role")); r != nil {
		return ok(r), nil
	}
	return answer{}, wire.ErrUnknownRole
}

func (s *API) editRole(q *request) (answer, error) {
	b, err := readRole(q)
	if err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.guildFor(q)
	if err != nil {
		return answer{}, err
	}
	r := g.Role(q.id("role"))
	if r == nil {
		return answer{}, wire.ErrUnknownRole
	}
	changed := *r
	b.put(&changed)
	if _, err := s.rolesFor(q, changed.Permissions&^r.Permissions); err != nil {
		return answer{}, err
	}
	if r.ID != g.ID && !g.Outranks(s.world.Bot.ID, r) {
		return answer{}, wire.ErrMissingPerms
	}
	s.world.ReplaceRole(g, &changed)
	return ok(&changed), nil
}

// moveRoles sets the positions of roles, all of which must rank below the bot's, before and after.
func (s *API) moveRoles(q *request) (answer, error) {
	var b []struct {
		ID       wire.Snowflake `json:"id"`
		Position wire.Opt[int]  `json:"position"`
	}
	if err := wire.Decode(q.body, &b); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.rolesFor(q, 0)
	if err != nil {
		return answer{}, err
	}
	var changed []*world.Role
	for _, move := range b {
		r := g.Role(move.ID)
		switch {
		case r == nil:
			return answer{}, wire.ErrUnknownRole
		case r.ID == g.ID && move.Position.Or(0) != 0, r.ID != g.ID && move.Position.Or(1) < world.LowestRole:
			f, at := wire.NewForm()
			at.Key("position").Fail("ROLE_POSITION_INVALID", "@everyone has position 0, and every other role is above it")
			return answer{}, f.Err()
		}
		if !move.Position.Given() || move.Position.V == r.Position {
			continue
		}
		moved := *r
		moved.Position = move.Position.V
		if !g.Outranks(s.world.Bot.ID, r) || !g.Outranks(s.world.Bot.ID, &moved) {
			return answer{}, wire.ErrMissingPerms
		}
		changed = append(changed, &moved)
	}
	for _, r := range changed {
		s.world.ReplaceRole(g, r)
	}
	return ok(slices.Clone(g.Roles)), nil
}

func (s *API) deleteRole(q *request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.rolesFor(q, 0)
	if err != nil {
		return answer{}, err
	}
	r := g.Role(q.id("role"))
	switch {
	case r == nil:
		return answer{}, wire.ErrUnknownRole
	case r.ID == g.ID, r.Managed:
		return answer{}, wire.ErrInvalidRole
	case !g.Outranks(s.world.Bot.ID, r):
		return answer{}, wire.ErrMissingPerms
	}
	s.world.DropRole(g, r)
	return noContent, nil
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

// roleCounts says how many members have each role, @everyone aside.
func (s *API) roleCounts(q *request, g *world.Guild) (answer, error) {
	counts := map[string]int{}
	for _, r := range g.Roles {
		if r.ID != g.ID {
			counts[strconv.FormatUint(uint64(r.ID), 10)] = 0
		}
	}
	for _, m := range g.Members {
		for _, id := range m.Roles {
			counts[id.String()]++
		}
	}
	return ok(counts), nil
}
