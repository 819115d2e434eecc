package user

import (
	"net/http"
	"time"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// changeMember lets a user leave or rejoin a guild, and sets roles and nickname. Roles that don't
// exist are created.
func (s *Side) changeMember(_ http.ResponseWriter, r *http.Request) (any, error) {
	var b struct {
		Guild string           `json:"guild"`
		User  string           `json:"user"`
		Leave bool             `json:"leave"`
		Roles []string         `json:"roles"`
		Nick  wire.Opt[string] `json:"nick"`
	}
	if err := readSide(r, &b); err != nil {
		return nil, err
	}
	for _, name := range b.Roles {
		if err := checkName("a role's name", name, 1, 100); err != nil {
			return nil, err
		}
	}
	if nick := b.Nick.Or(""); nick != "" { // "" removes the nickname
		if err := checkName("a nickname", nick, 1, 32); err != nil {
			return nil, err
		}
	}
	now := time.Now()
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.world.FindGuild(b.Guild)
	if err != nil {
		return nil, err
	}
	u, err := s.world.FindUser(b.User)
	if err != nil {
		return nil, err
	}
	if b.Leave {
		return done, s.leaveGuild(g, u)
	}
	fresh := g.Members[u.ID] == nil
	m := s.world.Join(g, u, now)
	delete(g.Left, u.ID)
	m.Nick = b.Nick.Or(m.Nick)
	if b.Roles != nil {
		m.Roles = nil
		for _, name := range b.Roles {
			i := g.RoleNamed(name)
			if i < 0 {
				s.world.RoleEvent(g, g.AddRole(&world.Role{ID: s.world.IDs.Next(now), Name: name, Mentionable: true}), "CREATE")
				i = len(g.Roles) - 1
			}
			m.Roles = append(m.Roles, g.Roles[i].ID)
		}
	}
	if fresh {
		s.world.MemberEvent(g, m, "ADD")
	} else {
		s.world.MemberEvent(g, m, "UPDATE")
	}
	return done, nil
}

// changePermissions sets a channel's overwrite for a role, a user or, by default, the bot.
func (s *Side) changePermissions(_ http.ResponseWriter, r *http.Request) (any, error) {
	var b struct {
		Channel string   `json:"channel"`
		User    string   `json:"user"`
		Role    string   `json:"role"`
		Allow   []string `json:"allow"`
		Deny    []string `json:"deny"`
	}
	if err := readSide(r, &b); err != nil {
		return nil, err
	}
	allow, err := world.ParsePermissions(b.Allow)
	if err != nil {
		return nil, err
	}
	deny, err := world.ParsePermissions(b.Deny)
	if err != nil {
		return nil, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	c, err := s.world.FindChannel(b.Channel)
	if err != nil {
		return nil, err
	}
	o := world.Overwrite{ID: s.world.Bot.ID, Kind: 1, Allow: allow, Deny: deny}
	switch {
	case b.Role != "":
		i := c.Guild.RoleNamed(b.Role)
		if i < 0 {
			return nil, refuse(http.StatusNotFound, "there is no role %q", b.Role)
		}
		o.ID, o.Kind = c.Guild.Roles[i].ID, 0
	case b.User != "":
		u, err := s.world.FindUser(b.User)
		if err != nil {
			return nil, err
		}
		o.ID = u.ID
	}
	c.Where().SetOverwrite(o)
	s.world.ChannelEvent(c.Where(), "UPDATE")
	return done, nil
}

func (s *Side) leaveGuild(g *world.Guild, u *world.User) error {
	switch {
	case u.ID == s.world.Bot.ID:
		return refuse(http.StatusBadRequest, "to remove the bot, use DELETE /sandbox/guilds/%d", g.ID)
	case u.ID == g.Owner:
		return refuse(http.StatusConflict, "the owner can't leave")
	case g.Members[u.ID] == nil:
		return refuse(http.StatusConflict, "%s is not in this guild", u.Name())
	}
	s.world.Leave(g, u)
	return nil
}
