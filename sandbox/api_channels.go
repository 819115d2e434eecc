package sandbox

import (
	"net/http"
	"slices"
)

type channelBody struct {
	Name       opt[string]      `json:"name"`
	Type       opt[int]         `json:"type"`
	Topic      opt[string]      `json:"topic"`
	Overwrites opt[[]overwrite] `json:"permission_overwrites"`
	Archived   opt[bool]        `json:"archived"`
	Locked     opt[bool]        `json:"locked"`
	Archive    opt[int]         `json:"auto_archive_duration"`
}

func (b *channelBody) check(at *field) {
	if b.Name.set {
		at.key("name").length(b.Name.or(""), 1, 100)
	}
	at.key("topic").length(b.Topic.or(""), 0, 1024)
	at.key("auto_archive_duration").oneOf(b.Archive.or(1440), 60, 1440, 4320, 10080)
}

// editChannel changes a channel, or archives, locks and renames a thread: its owner may, others with MANAGE_THREADS.
func (s *Server) editChannel(q *request) (answer, error) {
	var b channelBody
	if err := decode(q.body, &b); err != nil {
		return answer{}, err
	}
	f, at := newForm()
	b.check(at)
	if err := f.err(); err != nil {
		return answer{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.channelFor(q, 0)
	if err != nil {
		return answer{}, err
	}
	may := c.permissionsOf(s.world.bot.ID)
	if t := c.thread; t != nil {
		switch manages := may.has(manageThreads); {
		case !manages && (t.owner != s.world.bot.ID || b.Locked.given()):
			return answer{}, errMissingPerms
		case t.archived && b.Archived.or(true):
			return answer{}, errArchived
		}
		if b.Archived.or(t.archived) != t.archived {
			t.changed = q.now.UTC()
		}
		t.archived, t.locked, t.archive = b.Archived.or(t.archived), b.Locked.or(t.locked), b.Archive.or(t.archive)
	} else {
		if !may.has(manageChannels) || b.Overwrites.given() && !may.has(manageRoles) {
			return answer{}, errMissingPerms
		}
		c.topic = b.Topic.or(c.topic)
		if b.Overwrites.given() {
			c.overwrites = b.Overwrites.v
		}
	}
	c.name = b.Name.or(c.name)
	s.channelEvent(c, "UPDATE")
	return ok(c.wire()), nil
}

func (s *Server) deleteChannel(q *request) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.channelFor(q, 0)
	if err != nil {
		return answer{}, err
	}
	need := manageChannels
	if c.thread != nil {
		need = manageThreads
	}
	if !c.permissionsOf(s.world.bot.ID).has(need) {
		return answer{}, errMissingPerms
	}
	gone := c.wire()
	s.removeChannel(c)
	return ok(gone), nil
}

// removeChannel takes a channel out of the world, with its messages and threads.
func (s *Server) removeChannel(c *channel) {
	for _, t := range slices.Clone(c.guild.channels) {
		if t.thread != nil && t.thread.parent == c {
			s.removeChannel(t)
		}
	}
	for _, m := range c.messages {
		delete(s.world.messages, m.ID)
	}
	c.messages = nil
	c.guild.channels = slices.DeleteFunc(c.guild.channels, func(o *channel) bool { return o == c })
	delete(s.world.channels, c.id)
	s.channelEvent(c, "DELETE")
}

func (s *Server) createChannel(q *request) (answer, error) {
	var b channelBody
	if err := decode(q.body, &b); err != nil {
		return answer{}, err
	}
	f, at := newForm()
	if !b.Name.given() {
		at.key("name").required()
	}
	at.key("type").oneOf(b.Type.or(textChannel), textChannel)
	b.check(at)
	if err := f.err(); err != nil {
		return answer{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	g, err := s.guildFor(q)
	if err != nil {
		return answer{}, err
	}
	if !g.permissionsOf(s.world.bot.ID).has(manageChannels) {
		return answer{}, errMissingPerms
	}
	c := s.world.addChannel(g, textChannel, b.Name.v, q.now)
	c.topic, c.overwrites = b.Topic.or(""), b.Overwrites.or(nil)
	s.channelEvent(c, "CREATE")
	return answer{http.StatusCreated, c.wire()}, nil
}

// setOverwrite puts one in, or takes it out if it says nothing.
func (c *channel) setOverwrite(o overwrite) {
	c.overwrites = slices.DeleteFunc(slices.Clone(c.overwrites), func(x overwrite) bool { return x.ID == o.ID })
	if o.Allow|o.Deny != 0 {
		c.overwrites = append(c.overwrites, o)
	}
}

func (s *Server) changeOverwrite(q *request, o overwrite) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.channelFor(q, manageRoles)
	switch {
	case err != nil:
		return answer{}, err
	case c.thread != nil:
		return answer{}, errChannelKind
	}
	o.ID = q.id("overwrite")
	c.setOverwrite(o)
	s.channelEvent(c, "UPDATE")
	return noContent, nil
}

func (s *Server) putOverwrite(q *request) (answer, error) {
	var o struct {
		Kind  int              `json:"type"`
		Allow opt[permissions] `json:"allow"`
		Deny  opt[permissions] `json:"deny"`
	}
	if err := decode(q.body, &o); err != nil {
		return answer{}, err
	}
	f, at := newForm()
	at.key("type").oneOf(o.Kind, 0, 1)
	if err := f.err(); err != nil {
		return answer{}, err
	}
	return s.changeOverwrite(q, overwrite{Kind: o.Kind, Allow: o.Allow.or(0), Deny: o.Deny.or(0)})
}

func (s *Server) deleteOverwrite(q *request) (answer, error) {
	return s.changeOverwrite(q, overwrite{})
}

// listMembers needs the privileged intent, as on Discord.
func (s *Server) listMembers(q *request) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, err := s.guildFor(q)
	if err != nil {
		return answer{}, err
	}
	if s.cfg.Privileged&intentGuildMembers == 0 {
		return answer{}, errMissingAccess
	}
	return ok(g.sortedMembers()), nil
}

func (s *Server) createRole(q *request) (answer, error) {
	var b struct {
		Name        opt[string]      `json:"name"`
		Permissions opt[permissions] `json:"permissions"`
		Color       opt[int]         `json:"color"`
		Mentionable opt[bool]        `json:"mentionable"`
	}
	if err := decode(q.body, &b); err != nil {
		return answer{}, err
	}
	f, at := newForm()
	at.key("name").length(b.Name.or("new role"), 1, 100)
	at.key("color").between(b.Color.or(0), 0, 0xffffff)
	if err := f.err(); err != nil {
		return answer{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	g, err := s.guildFor(q)
	if err != nil {
		return answer{}, err
	}
	if !g.permissionsOf(s.world.bot.ID).has(manageRoles) {
		return answer{}, errMissingPerms
	}
	r := g.addRole(&role{ID: s.world.ids.next(q.now), Name: b.Name.or("new role"), Permissions: b.Permissions.or(g.roles[0].Permissions),
		Color: b.Color.or(0), Colors: roleColors{Primary: b.Color.or(0)}, Mentionable: b.Mentionable.or(false)})
	s.roleEvent(g, r, "CREATE")
	return ok(r), nil
}

// addRole adds a role as Discord does: right above @everyone, below all that stood there.
func (g *guild) addRole(r *role) *role {
	r.Position = lowestRole
	g.roles = append(g.roles, r)
	return r
}

// roleEvent tells that a role came or changed.
func (s *Server) roleEvent(g *guild, r *role, what string) {
	s.gateway.dispatch(g, intentGuilds, "GUILD_ROLE_"+what, struct {
		GuildID snowflake `json:"guild_id"`
		Role    *role     `json:"role"`
	}{g.id, r})
	s.worldChanged()
}

func (s *Server) giveRole(q *request) (answer, error) { return s.changeRole(q, true) }
func (s *Server) takeRole(q *request) (answer, error) { return s.changeRole(q, false) }

func (s *Server) changeRole(q *request, give bool) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, err := s.guildFor(q)
	if err != nil {
		return answer{}, err
	}
	m, r := g.members[q.id("user")], g.role(q.id("role"))
	switch {
	case m == nil:
		return answer{}, errUnknownMember
	case r == nil:
		return answer{}, errUnknownRole
	case r.ID == g.id:
		return answer{}, errInvalidRole
	case !g.permissionsOf(s.world.bot.ID).has(manageRoles) || r.Managed || !g.outranks(s.world.bot.ID, r):
		return answer{}, errMissingPerms
	}
	m.roles = slices.DeleteFunc(slices.Clone(m.roles), func(id snowflake) bool { return id == r.ID })
	if give {
		m.roles = append(m.roles, r.ID)
	}
	s.memberEvent(g, m, "UPDATE")
	return noContent, nil
}

// memberEvent tells that a member came or changed.
func (s *Server) memberEvent(g *guild, m *member, what string) {
	s.gateway.dispatch(g, intentGuildMembers, "GUILD_MEMBER_"+what, struct {
		guildMember
		GuildID snowflake `json:"guild_id"`
	}{m.wire(), g.id})
	s.worldChanged()
}
