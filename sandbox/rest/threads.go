package rest

import (
	"net/http"
	"slices"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// threadFromMessage starts a thread from a message. The thread gets the message's id.
func (s *API) threadFromMessage(q *request, c *world.Channel, b world.ThreadBody) (answer, error) {
	m, err := s.publicMessage(q, c)
	switch {
	case err != nil:
		return answer{}, err
	case c.Thread != nil:
		return answer{}, wire.ErrChannelKind
	case s.world.Channels[m.ID] != nil:
		return answer{}, wire.ErrThreadExists
	}
	t, err := s.world.NewThread(c, m.ID, world.PublicThread, b, q.now)
	if err != nil {
		return answer{}, err
	}
	with := *m
	with.Flags |= world.FlagHasThread
	with.Thread = t.ThreadWire()
	s.world.Changed(c, &with)
	return answer{http.StatusCreated, t.Wire()}, nil
}

// createThread makes a thread without a message. A public one is announced in its parent.
func (s *API) createThread(q *request) (answer, error) {
	var b world.ThreadBody
	if err := wire.Decode(q.body, &b); err != nil {
		return answer{}, err
	}
	f, at := wire.NewForm()
	kind := b.Type.Or(world.PrivateThread)
	at.Key("type").OneOf(kind, world.PublicThread, world.PrivateThread)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	need := world.CreatePublicThreads
	if kind == world.PrivateThread {
		need = world.CreatePrivateThreads
	}
	s.world.Lock()
	defer s.world.Unlock()
	c, err := s.channelFor(q, need)
	if err != nil {
		return answer{}, err
	}
	if c.Thread != nil {
		return answer{}, wire.ErrChannelKind
	}
	t, err := s.world.NewThread(c, 0, kind, b, q.now)
	if err != nil {
		return answer{}, err
	}
	if kind == world.PublicThread {
		s.world.Post(c, &world.Message{ID: s.world.IDs.Next(q.now), ChannelID: c.ID, Type: world.MessageThreadCreated, Author: s.world.Bot, Content: t.Name,
			Timestamp: q.now.UTC(), Mentions: []*world.User{}, MentionRoles: []wire.Snowflake{}, Attachments: []world.Attachment{}, Embeds: []world.RichEmbed{},
			Reference: &world.MessageReference{ChannelID: t.ID, GuildID: c.Guild.ID}})
	}
	return answer{http.StatusCreated, t.Wire()}, nil
}

// threadFor returns the thread that a route names.
func (s *API) threadFor(q *request) (*world.Channel, error) {
	c, err := s.channelFor(q, 0)
	if err == nil && c.Thread == nil {
		err = wire.LeftOut("changes of channels other than threads")
	}
	return c, err
}

// threadBody is what a bot sends to change a thread.
type threadBody struct {
	Name     wire.Opt[string] `json:"name"`
	Archived wire.Opt[bool]   `json:"archived"`
	Locked   wire.Opt[bool]   `json:"locked"`
	Archive  wire.Opt[int]    `json:"auto_archive_duration"`
	Rate     wire.Opt[int]    `json:"rate_limit_per_user"`
}

// editThread changes a thread. The bot may do that if it owns the thread or has MANAGE_THREADS. It
// needs the latter to set whether the thread is locked.
func (s *API) editThread(q *request, c *world.Channel, b threadBody) (answer, error) {
	f, at := wire.NewForm()
	if b.Name.Set {
		at.Key("name").Length(b.Name.Or(""), 1, 100)
	}
	at.Key("rate_limit_per_user").Between(b.Rate.Or(0), 0, world.MaxRate)
	at.Key("auto_archive_duration").OneOf(b.Archive.Or(1440), 60, 1440, 4320, 10080)
	t := c.Thread
	switch manages := c.PermissionsOf(s.world.Bot.ID).Has(world.ManageThreads); {
	case f.Err() != nil:
		return answer{}, f.Err()
	case !manages && (t.Owner != s.world.Bot.ID || b.Locked.Given()):
		return answer{}, wire.ErrMissingPerms
	case t.Archived && b.Archived.Or(true):
		return answer{}, wire.ErrArchived
	}
	if b.Archived.Or(t.Archived) != t.Archived {
		t.Changed = q.now.UTC()
	}
	t.Archived, t.Locked, t.Archive, t.Rate = b.Archived.Or(t.Archived), b.Locked.Or(t.Locked), b.Archive.Or(t.Archive), b.Rate.Or(t.Rate)
	c.Name = b.Name.Or(c.Name)
	s.world.ChannelEvent(c, "UPDATE")
	return ok(c.Wire()), nil
}

// threadPerson returns the user that a thread-members route names. "@me" is the bot.
func (s *API) threadPerson(q *request, c *world.Channel) (wire.Snowflake, error) {
	id := q.id("user")
	if q.PathValue("user") == "@me" {
		id = s.world.Bot.ID
	}
	switch {
	case c.Guild.Members[id] == nil:
		return 0, wire.ErrUnknownUser
	case c.Thread.Archived:
		return 0, wire.ErrArchived
	}
	return id, nil
}

func (s *API) joinThread(q *request, c *world.Channel) (answer, error) {
	id, err := s.threadPerson(q, c)
	if err != nil {
		return answer{}, err
	}
	if !slices.Contains(c.Thread.Members, id) {
		c.Thread.Members = append(c.Thread.Members, id)
		s.world.ThreadMembersChanged(c, []wire.Snowflake{id}, nil)
	}
	return noContent, nil
}

func (s *API) leaveThread(q *request, c *world.Channel) (answer, error) {
	id, err := s.threadPerson(q, c)
	if err != nil {
		return answer{}, err
	}
	if id != s.world.Bot.ID && c.Thread.Owner != s.world.Bot.ID && !c.PermissionsOf(s.world.Bot.ID).Has(world.ManageThreads) {
		return answer{}, wire.ErrMissingPerms
	}
	if slices.Contains(c.Thread.Members, id) {
		c.Thread.Members = slices.DeleteFunc(slices.Clone(c.Thread.Members), func(m wire.Snowflake) bool { return m == id })
		s.world.ThreadMembersChanged(c, nil, []wire.Snowflake{id})
	}
	return noContent, nil
}
