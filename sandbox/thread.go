package sandbox

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"time"
)

// thread is what a channel has if it is one.
type thread struct {
	parent   *channel
	owner    snowflake
	members  []snowflake
	archived bool
	locked   bool
	archive  int // minutes without activity after which Discord archives it; here nothing archives by itself
	changed  time.Time
	created  time.Time
	count    int
}

// byNonce is the bot's message of the last minutes that has the nonce.
func (c *channel) byNonce(nonce json.RawMessage, author *user, now time.Time) *message {
	if len(nonce) == 0 {
		return nil
	}
	for i := len(c.messages) - 1; i >= 0 && now.Sub(c.messages[i].Timestamp) < 5*time.Minute; i-- {
		if m := c.messages[i]; m.Author == author && bytes.Equal(m.Nonce, nonce) {
			return m
		}
	}
	return nil
}

// openThread readies a thread for a new message: an archived one opens again unless it is locked.
func (s *Server) openThread(c *channel) error {
	if c.thread == nil || !c.thread.archived {
		return nil
	}
	if c.thread.locked {
		return errArchived
	}
	c.thread.archived = false
	s.channelEvent(c, "UPDATE")
	return nil
}

// channelEvent tells bot and pages that a channel or thread came, changed or went.
func (s *Server) channelEvent(c *channel, what string) {
	kind := "CHANNEL_"
	if c.thread != nil {
		kind = "THREAD_"
	}
	s.gateway.dispatch(c.guild, intentGuilds, kind+what, c.wire())
	s.worldChanged()
}

type threadBody struct {
	Name    string   `json:"name"`
	Archive opt[int] `json:"auto_archive_duration"`
	Type    opt[int] `json:"type"`
}

// newThread checks the body and makes the thread, with the id it is given or one of its own.
func (s *Server) newThread(q *request, parent *channel, id snowflake, kind int, b threadBody) (*channel, error) {
	f, at := newForm()
	at.key("name").length(b.Name, 1, 100)
	at.key("auto_archive_duration").oneOf(b.Archive.or(1440), 60, 1440, 4320, 10080)
	if err := f.err(); err != nil {
		return nil, err
	}
	bot := s.world.bot.ID
	c := s.world.addChannel(parent.guild, kind, b.Name, q.now)
	if id != 0 {
		delete(s.world.channels, c.id)
		c.id = id
		s.world.channels[id] = c
	}
	c.thread = &thread{parent: parent, owner: bot, members: []snowflake{bot}, archive: b.Archive.or(1440), created: q.now.UTC(), changed: q.now.UTC()}
	made := c.threadWire()
	made.Fresh = true
	s.gateway.dispatch(c.guild, intentGuilds, "THREAD_CREATE", made)
	s.worldChanged()
	return c, nil
}

// threadFromMessage makes a thread that has its message's id.
func (s *Server) threadFromMessage(q *request) (answer, error) {
	var b threadBody
	if err := decode(q.body, &b); err != nil {
		return answer{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.channelFor(q, createPublicThreads)
	if err != nil {
		return answer{}, err
	}
	m, err := s.publicMessage(q, c)
	switch {
	case err != nil:
		return answer{}, err
	case c.thread != nil:
		return answer{}, errChannelKind
	case s.world.channels[m.ID] != nil:
		return answer{}, errThreadExists
	}
	t, err := s.newThread(q, c, m.ID, publicThread, b)
	if err != nil {
		return answer{}, err
	}
	with := *m
	with.Flags |= flagHasThread
	with.Thread = t.threadWire()
	s.changed(c, &with)
	return answer{http.StatusCreated, t.wire()}, nil
}

// createThread makes a thread of its own; a public one is announced in its parent.
func (s *Server) createThread(q *request) (answer, error) {
	var b threadBody
	if err := decode(q.body, &b); err != nil {
		return answer{}, err
	}
	f, at := newForm()
	kind := b.Type.or(privateThread)
	at.key("type").oneOf(kind, publicThread, privateThread)
	if err := f.err(); err != nil {
		return answer{}, err
	}
	need := createPublicThreads
	if kind == privateThread {
		need = createPrivateThreads
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.channelFor(q, need)
	if err != nil {
		return answer{}, err
	}
	if c.thread != nil {
		return answer{}, errChannelKind
	}
	t, err := s.newThread(q, c, 0, kind, b)
	if err != nil {
		return answer{}, err
	}
	if kind == publicThread {
		s.post(c, &message{ID: s.world.ids.next(q.now), ChannelID: c.id, Type: messageThreadCreated, Author: s.world.bot, Content: t.name,
			Timestamp: q.now.UTC(), Mentions: []*user{}, MentionRoles: []snowflake{}, Attachments: []attachment{}, Embeds: []richEmbed{},
			Reference: &messageReference{ChannelID: t.id, GuildID: c.guild.id}})
	}
	return answer{http.StatusCreated, t.wire()}, nil
}

type threadList struct {
	Threads []any          `json:"threads"`
	Members []threadMember `json:"members"`
	More    bool           `json:"has_more"`
}

func (s *Server) threads(g *guild, wanted func(*channel) bool) threadList {
	list := threadList{Threads: []any{}, Members: []threadMember{}}
	for _, c := range g.channels {
		if c.thread == nil || !c.visible(s.world.bot.ID) || !wanted(c) {
			continue
		}
		list.Threads = append(list.Threads, c.wire())
		if slices.Contains(c.thread.members, s.world.bot.ID) {
			list.Members = append(list.Members, c.thread.member(c, s.world.bot.ID))
		}
	}
	return list
}

func (t *thread) member(c *channel, id snowflake) threadMember {
	return threadMember{ID: c.id, UserID: id, Joined: t.created}
}

func (s *Server) activeThreads(q *request) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, err := s.guildFor(q)
	if err != nil {
		return answer{}, err
	}
	return ok(s.threads(g, func(c *channel) bool { return !c.thread.archived })), nil
}

func (s *Server) archivedThreads(q *request) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	parent, err := s.channelFor(q, readMessageHistory)
	if err != nil {
		return answer{}, err
	}
	list := s.threads(parent.guild, func(c *channel) bool { return c.thread.parent == parent && c.thread.archived && c.kind == publicThread })
	return ok(list), nil
}

// threadFor is the thread that a route names.
func (s *Server) threadFor(q *request) (*channel, error) {
	c, err := s.channelFor(q, 0)
	if err == nil && c.thread == nil {
		err = errChannelKind
	}
	return c, err
}

func (s *Server) threadMembers(q *request) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.threadFor(q)
	if err != nil {
		return answer{}, err
	}
	all := []threadMember{}
	for _, id := range c.thread.members {
		all = append(all, c.thread.member(c, id))
	}
	return ok(all), nil
}

// threadPerson is the user that a thread-members route names, "@me" being the bot.
func (s *Server) threadPerson(q *request, c *channel) (snowflake, error) {
	id := q.id("user")
	if q.PathValue("user") == "@me" {
		id = s.world.bot.ID
	}
	switch {
	case c.guild.members[id] == nil:
		return 0, errUnknownUser
	case c.thread.archived:
		return 0, errArchived
	}
	return id, nil
}

func (s *Server) joinThread(q *request) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.threadFor(q)
	if err != nil {
		return answer{}, err
	}
	id, err := s.threadPerson(q, c)
	if err != nil {
		return answer{}, err
	}
	if !slices.Contains(c.thread.members, id) {
		c.thread.members = append(c.thread.members, id)
		s.worldChanged()
	}
	return noContent, nil
}

func (s *Server) leaveThread(q *request) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.threadFor(q)
	if err != nil {
		return answer{}, err
	}
	id, err := s.threadPerson(q, c)
	if err != nil {
		return answer{}, err
	}
	if id != s.world.bot.ID && c.thread.owner != s.world.bot.ID && !c.permissionsOf(s.world.bot.ID).has(manageThreads) {
		return answer{}, errMissingPerms
	}
	c.thread.members = slices.DeleteFunc(c.thread.members, func(m snowflake) bool { return m == id })
	s.worldChanged()
	return noContent, nil
}
