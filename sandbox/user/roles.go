package user

import (
	"net/http"
	"time"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// makeRole sets a role's permissions in the guild and its position. Fields that are left out keep
// their values. If the role doesn't exist, it is created.
func (s *Side) makeRole(_ http.ResponseWriter, r *http.Request) (any, error) {
	var b struct {
		Guild       string             `json:"guild"`
		Role        string             `json:"role"`
		Permissions wire.Opt[[]string] `json:"permissions"`
		Position    wire.Opt[int]      `json:"position"`
	}
	if err := readSide(r, &b); err != nil {
		return nil, err
	}
	if err := checkName("a role's name", b.Role, 1, 100); err != nil {
		return nil, err
	}
	allowed, err := world.ParsePermissions(b.Permissions.Or(nil))
	if err != nil {
		return nil, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.world.FindGuild(b.Guild)
	if err != nil {
		return nil, err
	}
	i := g.RoleNamed(b.Role)
	if i < 0 {
		s.world.RoleEvent(g, g.AddRole(&world.Role{ID: s.world.IDs.Next(time.Now()), Name: b.Role, Mentionable: true}), "CREATE")
		i = len(g.Roles) - 1
	}
	changed := *g.Roles[i]
	if b.Permissions.Given() {
		changed.Permissions = allowed
	}
	if b.Position.Given() {
		if b.Position.V < world.LowestRole || changed.ID == g.ID {
			return nil, refuse(http.StatusBadRequest, "@everyone has position 0, and every other role is above it")
		}
		changed.Position = b.Position.V
	}
	g.Roles[i] = &changed
	s.world.RoleEvent(g, &changed, "UPDATE")
	return map[string]any{"id": changed.ID, "name": changed.Name}, nil
}

// dropRole deletes a role.
func (s *Side) dropRole(_ http.ResponseWriter, r *http.Request) (any, error) {
	id, _ := wire.ParseID(r.PathValue("role"))
	s.world.Lock()
	defer s.world.Unlock()
	for _, g := range s.world.Guilds {
		gone := g.Role(id)
		switch {
		case gone == nil:
			continue
		case gone.ID == g.ID || gone.Managed:
			return nil, refuse(http.StatusConflict, "this role can't be deleted")
		}
		s.world.DropRole(g, gone)
		return done, nil
	}
	return nil, refuse(http.StatusNotFound, "there is no such role")
}
