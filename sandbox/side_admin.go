package sandbox

import (
	"net/http"
	"slices"
	"time"
)

// What an owner does from outside: guilds, channels, members, permissions, and things that vanish under a bot's feet.

var done = map[string]bool{"ok": true}

// makeGuild makes a guild with everybody and the bot in it. An existing name invites the bot back into that guild.
func (s *Server) makeGuild(_ http.ResponseWriter, r *http.Request) (any, error) {
	var b struct {
		Name     string   `json:"name"`
		Owner    string   `json:"owner"`
		Channels []string `json:"channels"`
	}
	if err := readSide(r, &b); err != nil {
		return nil, err
	}
	if err := checkName("a guild's name", b.Name, 2, 100); err != nil {
		return nil, err
	}
	if b.Owner == "" {
		b.Owner = "Ann"
	}
	if b.Channels == nil {
		b.Channels = []string{"general"}
	}
	for _, name := range b.Channels {
		if err := checkName("a channel's name", name, 1, 100); err != nil {
			return nil, err
		}
	}
	now := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	g, err := s.world.findGuild(b.Name)
	if err != nil {
		owner, err := s.world.findUser(b.Owner)
		if err != nil {
			return nil, err
		}
		g = s.world.addGuild(b.Name, owner, b.Channels, now)
		s.guildCreate(g)
	} else if g.members[s.world.bot.ID] == nil {
		s.world.join(g, s.world.bot, now)
		s.guildCreate(g)
	}
	channels := []map[string]any{}
	for _, c := range g.channels {
		channels = append(channels, map[string]any{"id": c.id, "name": c.name})
	}
	return map[string]any{"id": g.id, "name": g.name, "channels": channels}, nil
}

func (s *Server) guildCreate(g *guild) {
	s.gateway.dispatch(g, intentGuilds, "GUILD_CREATE", s.world.gatewayGuild(g, s.cfg.Privileged&intentGuildMembers != 0))
	s.worldChanged()
}

// throwOut takes the bot out of a guild.
func (s *Server) throwOut(_ http.ResponseWriter, r *http.Request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, err := s.world.findGuild(r.PathValue("guild"))
	if err != nil {
		return nil, err
	}
	bot := g.members[s.world.bot.ID]
	if bot == nil {
		return nil, refuse(http.StatusConflict, "the bot is not in this guild")
	}
	delete(g.members, s.world.bot.ID)
	g.roles = slices.DeleteFunc(slices.Clone(g.roles), func(x *role) bool { return slices.Contains(bot.roles, x.ID) && x.Managed })
	s.gateway.dispatch(g, intentGuilds, "GUILD_DELETE", map[string]any{"id": g.id})
	s.worldChanged()
	return done, nil
}

func (s *Server) makeChannel(_ http.ResponseWriter, r *http.Request) (any, error) {
	var b struct {
		Guild string `json:"guild"`
		Name  string `json:"name"`
	}
	if err := readSide(r, &b); err != nil {
		return nil, err
	}
	if err := checkName("a channel's name", b.Name, 1, 100); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	g, err := s.world.findGuild(b.Guild)
	if err != nil {
		return nil, err
	}
	c := s.world.addChannel(g, textChannel, b.Name, time.Now())
	s.channelEvent(c, "CREATE")
	return map[string]any{"id": c.id, "name": c.name}, nil
}

func (s *Server) dropChannel(_ http.ResponseWriter, r *http.Request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.world.findChannel(r.PathValue("channel"))
	if err != nil {
		return nil, err
	}
	s.removeChannel(c)
	return done, nil
}

// dropMessage deletes any message, as a moderator would; an ephemeral one is dismissed.
func (s *Server) dropMessage(_ http.ResponseWriter, r *http.Request) (any, error) {
	id, _ := parseID(r.PathValue("message"))
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.world.messages[id]
	if m == nil {
		return nil, refuse(http.StatusNotFound, "the message is gone")
	}
	s.unpost(s.world.channels[m.ChannelID], m)
	return done, nil
}

// changeMember lets a user leave or (re)join a guild, and sets roles and nick; roles that don't exist are made.
func (s *Server) changeMember(_ http.ResponseWriter, r *http.Request) (any, error) {
	var b struct {
		Guild string      `json:"guild"`
		User  string      `json:"user"`
		Leave bool        `json:"leave"`
		Roles []string    `json:"roles"`
		Nick  opt[string] `json:"nick"`
	}
	if err := readSide(r, &b); err != nil {
		return nil, err
	}
	for _, name := range b.Roles {
		if err := checkName("a role's name", name, 1, 100); err != nil {
			return nil, err
		}
	}
	if nick := b.Nick.or(""); nick != "" { // "" takes it away
		if err := checkName("a nickname", nick, 1, 32); err != nil {
			return nil, err
		}
	}
	now := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	g, err := s.world.findGuild(b.Guild)
	if err != nil {
		return nil, err
	}
	u, err := s.world.findUser(b.User)
	if err != nil {
		return nil, err
	}
	if b.Leave {
		return done, s.leaveGuild(g, u)
	}
	fresh := g.members[u.ID] == nil
	m := s.world.join(g, u, now)
	delete(g.left, u.ID)
	m.nick = b.Nick.or(m.nick)
	if b.Roles != nil {
		m.roles = nil
		for _, name := range b.Roles {
			i := g.roleNamed(name)
			if i < 0 {
				s.roleEvent(g, g.addRole(&role{ID: s.world.ids.next(now), Name: name, Mentionable: true}), "CREATE")
				i = len(g.roles) - 1
			}
			m.roles = append(m.roles, g.roles[i].ID)
		}
	}
	if fresh {
		s.memberEvent(g, m, "ADD")
	} else {
		s.memberEvent(g, m, "UPDATE")
	}
	return done, nil
}

func (s *Server) leaveGuild(g *guild, u *user) error {
	switch {
	case u == s.world.bot:
		return refuse(http.StatusBadRequest, "throw the bot out with DELETE /sandbox/guilds/%d", g.id)
	case u.ID == g.owner:
		return refuse(http.StatusConflict, "the owner can't leave")
	case g.members[u.ID] == nil:
		return refuse(http.StatusConflict, "%s is not in this guild", u.name())
	}
	delete(g.members, u.ID)
	g.left[u.ID] = s.payloads.added
	s.gateway.dispatch(g, intentGuildMembers, "GUILD_MEMBER_REMOVE", struct {
		GuildID snowflake `json:"guild_id"`
		User    *user     `json:"user"`
	}{g.id, u})
	s.worldChanged()
	return nil
}

// changePermissions sets what a user, the bot unless told, may do in a channel beside what its roles say. With a role it is
// that role's.
func (s *Server) changePermissions(_ http.ResponseWriter, r *http.Request) (any, error) {
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
	allow, err := parsePermissions(b.Allow)
	if err != nil {
		return nil, err
	}
	deny, err := parsePermissions(b.Deny)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.world.findChannel(b.Channel)
	if err != nil {
		return nil, err
	}
	o := overwrite{ID: s.world.bot.ID, Kind: 1, Allow: allow, Deny: deny}
	switch {
	case b.Role != "":
		i := c.guild.roleNamed(b.Role)
		if i < 0 {
			return nil, refuse(http.StatusNotFound, "there is no role %q", b.Role)
		}
		o.ID, o.Kind = c.guild.roles[i].ID, 0
	case b.User != "":
		u, err := s.world.findUser(b.User)
		if err != nil {
			return nil, err
		}
		o.ID = u.ID
	}
	c.where().setOverwrite(o)
	s.channelEvent(c.where(), "UPDATE")
	return done, nil
}

// say posts a user's own message.
func (s *Server) say(_ http.ResponseWriter, r *http.Request) (any, error) {
	var b struct {
		User    string `json:"user"`
		Channel string `json:"channel"`
		Content string `json:"content"`
	}
	if err := readSide(r, &b); err != nil {
		return nil, err
	}
	now := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	u, c, err := s.place(b.User, b.Channel)
	if err != nil {
		return nil, err
	}
	if !c.permissionsOf(u.ID).has(c.speaking()) {
		return nil, refuse(http.StatusForbidden, "%s may not write here", u.name())
	}
	if err := s.openThread(c); err != nil {
		return nil, refuse(http.StatusConflict, "the thread is locked")
	}
	_, at := newForm()
	m, err := s.compose(message{ID: s.world.ids.next(now), ChannelID: c.id, Author: u, Timestamp: now.UTC()},
		&messageBody{Content: some(b.Content)}, composing{at: at, channel: c, now: now})
	if err != nil {
		return nil, err
	}
	s.post(c, m)
	return viewOf(m), nil
}
