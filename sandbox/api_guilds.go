package sandbox

import (
	"cmp"
	"slices"
	"time"
)

// guildChannel is a channel as the API gives it; threads have a form of their own.
type guildChannel struct {
	ID         snowflake      `json:"id"`
	Type       int            `json:"type"`
	GuildID    snowflake      `json:"guild_id"`
	Name       string         `json:"name"`
	Topic      opt[string]    `json:"topic"`
	Position   int            `json:"position"`
	ParentID   opt[snowflake] `json:"parent_id"`
	NSFW       bool           `json:"nsfw"`
	Flags      int            `json:"flags"`
	Rate       int            `json:"rate_limit_per_user"`
	Last       opt[snowflake] `json:"last_message_id"`
	Overwrites []overwrite    `json:"permission_overwrites"`
}

type threadMetadata struct {
	Archived  bool      `json:"archived"`
	Archive   int       `json:"auto_archive_duration"`
	Timestamp time.Time `json:"archive_timestamp"`
	Locked    bool      `json:"locked"`
	Created   time.Time `json:"create_timestamp"`
}

type threadMember struct {
	ID     snowflake `json:"id"`
	UserID snowflake `json:"user_id"`
	Joined time.Time `json:"join_timestamp"`
	Flags  int       `json:"flags"`
}

// threadChannel is a thread as the API gives it.
type threadChannel struct {
	ID       snowflake      `json:"id"`
	Type     int            `json:"type"`
	GuildID  snowflake      `json:"guild_id"`
	Name     string         `json:"name"`
	ParentID snowflake      `json:"parent_id"`
	OwnerID  snowflake      `json:"owner_id"`
	Last     opt[snowflake] `json:"last_message_id"`
	Flags    int            `json:"flags"`
	Rate     int            `json:"rate_limit_per_user"`
	Messages int            `json:"message_count"`
	Members  int            `json:"member_count"`
	Sent     int            `json:"total_message_sent"`
	Metadata threadMetadata `json:"thread_metadata"`
	Member   *threadMember  `json:"member,omitempty"`
	Fresh    bool           `json:"newly_created,omitempty"`
}

func idOrNull(id snowflake) opt[snowflake] {
	if id == 0 {
		return null[snowflake]()
	}
	return some(id)
}

// wire is the channel as the API gives it.
func (c *channel) wire() any {
	if c.thread != nil {
		return c.threadWire()
	}
	topic := null[string]()
	if c.topic != "" {
		topic = some(c.topic)
	}
	return guildChannel{ID: c.id, Type: c.kind, GuildID: c.guild.id, Name: c.name, Topic: topic, Position: c.position,
		ParentID: null[snowflake](), Last: idOrNull(c.last), Overwrites: listOf(c.overwrites)}
}

func (c *channel) threadWire() *threadChannel {
	t := c.thread
	return &threadChannel{ID: c.id, Type: c.kind, GuildID: c.guild.id, Name: c.name, ParentID: t.parent.id, OwnerID: t.owner,
		Last: idOrNull(c.last), Messages: t.count, Members: min(len(t.members), 50), Sent: t.count,
		Metadata: threadMetadata{t.archived, t.archive, t.changed, t.locked, t.created}}
}

// bareMember is a member without the user, as messages have it.
type bareMember struct {
	Nick        opt[string]      `json:"nick"`
	Avatar      opt[string]      `json:"avatar"`
	Banner      opt[string]      `json:"banner"`
	Roles       []snowflake      `json:"roles"`
	Joined      time.Time        `json:"joined_at"`
	Premium     opt[time.Time]   `json:"premium_since"`
	Deaf        bool             `json:"deaf"`
	Mute        bool             `json:"mute"`
	Flags       int              `json:"flags"`
	Pending     bool             `json:"pending"`
	Timeout     opt[time.Time]   `json:"communication_disabled_until"`
	Permissions opt[permissions] `json:"permissions,omitzero"`
}

type guildMember struct {
	User *user `json:"user"`
	bareMember
}

func (m *member) bare() *bareMember {
	nick := null[string]()
	if m.nick != "" {
		nick = some(m.nick)
	}
	return &bareMember{Nick: nick, Roles: listOf(m.roles), Joined: m.joined.UTC()}
}

func (m *member) wire() guildMember { return guildMember{m.user, *m.bare()} }

// guildFor is the guild that a route names, if the bot is in it.
func (s *Server) guildFor(q *request) (*guild, error) {
	g := s.world.guild(q.id("guild"))
	switch {
	case g == nil:
		return nil, errUnknownGuild
	case g.members[s.world.bot.ID] == nil:
		return nil, errMissingAccess
	}
	return g, nil
}

func (s *Server) me(*request) (answer, error) {
	return ok(struct {
		*user
		MFA      bool        `json:"mfa_enabled"`
		Locale   string      `json:"locale"`
		Verified bool        `json:"verified"`
		Email    opt[string] `json:"email"`
	}{s.world.bot, false, "en-US", true, null[string]()}), nil
}

func (s *Server) getUser(q *request) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if u := s.world.users[q.id("user")]; u != nil {
		return ok(u), nil
	}
	return answer{}, errUnknownUser
}

func (s *Server) application(*request) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return ok(s.world.application()), nil
}

// directMessage refuses: there are no direct messages here, as with a user who takes none.
func (s *Server) directMessage(*request) (answer, error) { return answer{}, errNoDirectMessages }

func (s *Server) myGuilds(*request) (answer, error) {
	type mine struct {
		ID          snowflake   `json:"id"`
		Name        string      `json:"name"`
		Icon        opt[string] `json:"icon"`
		Banner      opt[string] `json:"banner"`
		Owner       bool        `json:"owner"`
		Permissions permissions `json:"permissions"`
		Features    []string    `json:"features"`
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	all := []mine{}
	for _, g := range s.world.guilds {
		if g.members[s.world.bot.ID] != nil {
			all = append(all, mine{ID: g.id, Name: g.name, Permissions: g.permissionsOf(s.world.bot.ID), Features: []string{}})
		}
	}
	return ok(all), nil
}

func (s *Server) getGuild(q *request) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, err := s.guildFor(q)
	if err != nil {
		return answer{}, err
	}
	return ok(s.world.guildWire(g)), nil
}

func (s *Server) guildChannels(q *request) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, err := s.guildFor(q)
	if err != nil {
		return answer{}, err
	}
	all := []any{}
	for _, c := range g.channels {
		if c.thread == nil {
			all = append(all, c.wire())
		}
	}
	return ok(all), nil
}

func (s *Server) guildRoles(q *request) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, err := s.guildFor(q)
	if err != nil {
		return answer{}, err
	}
	return ok(slices.Clone(g.roles)), nil
}

func (s *Server) getMember(q *request) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, err := s.guildFor(q)
	if err != nil {
		return answer{}, err
	}
	m := g.members[q.id("user")]
	if m == nil {
		return answer{}, errUnknownMember
	}
	return ok(m.wire()), nil
}

func (s *Server) getChannel(q *request) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.channelFor(q, 0)
	if err != nil {
		return answer{}, err
	}
	return ok(c.wire()), nil
}

// sortedMembers is every member, in the order of their ids.
func (g *guild) sortedMembers() []guildMember {
	all := make([]guildMember, 0, len(g.members))
	for _, m := range g.members {
		all = append(all, m.wire())
	}
	slices.SortFunc(all, func(a, b guildMember) int { return cmp.Compare(a.User.ID, b.User.ID) })
	return all
}
