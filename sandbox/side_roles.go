package sandbox

import (
	"net/http"
	"slices"
	"time"
)

// makeRole sets what a role, made if need be, lets its members do in the whole guild, and where it stands among the roles.
// What is left out stays.
func (s *Server) makeRole(_ http.ResponseWriter, r *http.Request) (any, error) {
	var b struct {
		Guild       string        `json:"guild"`
		Role        string        `json:"role"`
		Permissions opt[[]string] `json:"permissions"`
		Position    opt[int]      `json:"position"`
	}
	if err := readSide(r, &b); err != nil {
		return nil, err
	}
	if err := checkName("a role's name", b.Role, 1, 100); err != nil {
		return nil, err
	}
	allowed, err := parsePermissions(b.Permissions.or(nil))
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	g, err := s.world.findGuild(b.Guild)
	if err != nil {
		return nil, err
	}
	i := g.roleNamed(b.Role)
	if i < 0 {
		s.roleEvent(g, g.addRole(&role{ID: s.world.ids.next(time.Now()), Name: b.Role, Mentionable: true}), "CREATE")
		i = len(g.roles) - 1
	}
	changed := *g.roles[i]
	if b.Permissions.given() {
		changed.Permissions = allowed
	}
	if b.Position.given() {
		if b.Position.v < lowestRole || changed.ID == g.id {
			return nil, refuse(http.StatusBadRequest, "@everyone stands at 0, and all other roles above it")
		}
		changed.Position = b.Position.v
	}
	g.roles[i] = &changed
	s.roleEvent(g, &changed, "UPDATE")
	return map[string]any{"id": changed.ID, "name": changed.Name}, nil
}

// dropRole deletes a role: whoever had it has it no more.
func (s *Server) dropRole(_ http.ResponseWriter, r *http.Request) (any, error) {
	id, _ := parseID(r.PathValue("role"))
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.world.guilds {
		gone := g.role(id)
		switch {
		case gone == nil:
			continue
		case gone.ID == g.id || gone.Managed:
			return nil, refuse(http.StatusConflict, "this role can't be deleted")
		}
		is := func(x snowflake) bool { return x == id }
		g.roles = slices.DeleteFunc(slices.Clone(g.roles), func(x *role) bool { return x == gone })
		for _, m := range g.members {
			if slices.ContainsFunc(m.roles, is) {
				m.roles = slices.DeleteFunc(slices.Clone(m.roles), is)
				s.memberEvent(g, m, "UPDATE")
			}
		}
		for _, c := range g.channels {
			c.overwrites = slices.DeleteFunc(slices.Clone(c.overwrites), func(o overwrite) bool { return o.Kind == 0 && o.ID == id })
		}
		s.gateway.dispatch(g, intentGuilds, "GUILD_ROLE_DELETE", map[string]any{"guild_id": g.id, "role_id": id})
		s.worldChanged()
		return done, nil
	}
	return nil, refuse(http.StatusNotFound, "there is no such role")
}

// roleNamed is the place of the role of that name or id, -1 for none.
func (g *guild) roleNamed(ref string) int {
	return slices.IndexFunc(g.roles, func(r *role) bool { return r.Name == ref || r.ID.String() == ref })
}
