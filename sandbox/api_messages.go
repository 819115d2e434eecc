package sandbox

import (
	"slices"
	"strconv"
)

// channelFor is the channel that a route names, if the bot sees it and may do there what the route does.
func (s *Server) channelFor(q *request, need permissions) (*channel, error) {
	c := s.world.channels[q.id("channel")]
	switch {
	case c == nil:
		return nil, errUnknownChannel
	case !c.visible(s.world.bot.ID):
		return nil, errMissingAccess
	case !c.permissionsOf(s.world.bot.ID).has(need):
		return nil, errMissingPerms
	}
	return c, nil
}

// speaking is what it takes to write in the channel.
func (c *channel) speaking() permissions {
	if c.thread != nil {
		return sendMessagesInThreads
	}
	return sendMessages
}

// publicMessage is a message that channel routes reach: ephemeral ones don't exist for them.
func (s *Server) publicMessage(q *request, c *channel) (*message, error) {
	m := s.world.messages[q.id("message")]
	if m == nil || m.ChannelID != c.id || m.viewer != 0 {
		return nil, errUnknownMessage
	}
	return m, nil
}

func (s *Server) createMessage(q *request) (answer, error) {
	var b messageBody
	if err := decode(q.body, &b); err != nil {
		return answer{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.channelFor(q, 0)
	if err != nil {
		return answer{}, err
	}
	bot := s.world.bot
	allowed := c.permissionsOf(bot.ID)
	if !allowed.has(c.speaking()) || len(q.files) > 0 && !allowed.has(attachFiles) || len(b.Embeds.or(nil)) > 0 && !allowed.has(embedLinks) {
		return answer{}, errMissingPerms
	}
	if err := s.openThread(c); err != nil {
		return answer{}, err
	}
	if b.EnforceNonce.or(false) {
		if m := c.byNonce(b.Nonce, bot, q.now); m != nil {
			return ok(m), nil
		}
	}
	m := message{ID: s.world.ids.next(q.now), ChannelID: c.id, Author: bot, Timestamp: q.now.UTC()}
	f, at := newForm()
	if b.Reference.given() {
		s.refer(&m, c, b.Reference.v, at.key("message_reference"))
		if err := f.err(); err != nil {
			return answer{}, err
		}
	}
	made, err := s.compose(m, &b, composing{at: at, channel: c, files: q.files, base: q.base, now: q.now,
		flags: flagSuppressEmbeds | flagSuppressNotifications | flagComponentsV2})
	if err != nil {
		return answer{}, err
	}
	s.post(c, made)
	return ok(made), nil
}

func (s *Server) refer(m *message, c *channel, r referenceBody, at *field) {
	to := s.world.messages[r.MessageID]
	switch {
	case to != nil && to.ChannelID == c.id && to.viewer == 0:
		m.Type = messageReply
		bare := *to
		bare.Referenced = nil
		m.Referenced = &bare
		m.Reference = &messageReference{MessageID: to.ID, ChannelID: c.id, GuildID: c.guild.id}
	case r.FailIfNotExist.or(true):
		at.fail("MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
	}
}

func (s *Server) editMessage(q *request) (answer, error) {
	var b messageBody
	if err := decode(q.body, &b); err != nil {
		return answer{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.channelFor(q, 0)
	if err != nil {
		return answer{}, err
	}
	old, err := s.publicMessage(q, c)
	switch {
	case err != nil:
		return answer{}, err
	case old.Author != s.world.bot:
		return answer{}, errOthersMessage
	case c.thread != nil && c.thread.archived:
		return answer{}, errArchived
	}
	if err := s.oldEdit(old, q.now); err != nil {
		return answer{}, err
	}
	_, at := newForm()
	m, err := s.compose(*old, &b, composing{at: at, channel: c, files: q.files, base: q.base, now: q.now, edit: true})
	if err != nil {
		return answer{}, err
	}
	s.edited(c, m, q.now)
	return ok(m), nil
}

func (s *Server) deleteMessage(q *request) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.channelFor(q, 0)
	if err != nil {
		return answer{}, err
	}
	m, err := s.publicMessage(q, c)
	if err != nil {
		return answer{}, err
	}
	if m.Author != s.world.bot && !c.permissionsOf(s.world.bot.ID).has(manageMessages) {
		return answer{}, errMissingPerms
	}
	s.unpost(c, m)
	return noContent, nil
}

func (s *Server) getMessage(q *request) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.channelFor(q, readMessageHistory)
	if err != nil {
		return answer{}, err
	}
	m, err := s.publicMessage(q, c)
	if err != nil {
		return answer{}, err
	}
	return ok(m), nil
}

// listMessages gives the newest first, as Discord does, 50 unless told.
func (s *Server) listMessages(q *request) (answer, error) {
	query := q.URL.Query()
	limit := 50
	f, at := newForm()
	if text := query.Get("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			at.key("limit").coerced(text, "int")
		} else {
			at.key("limit").between(n, 1, 100)
		}
		limit = n
	}
	id := func(name string) snowflake { return at.key(name).snowflake(query.Get(name)) }
	before, after, around := id("before"), id("after"), id("around")
	if err := f.err(); err != nil {
		return answer{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.channelFor(q, 0)
	if err != nil {
		return answer{}, err
	}
	found := []*message{}
	if !c.permissionsOf(s.world.bot.ID).has(readMessageHistory) {
		return ok(found), nil
	}
	take := func(m *message) {
		if m.viewer == 0 && len(found) < limit {
			found = append(found, m)
		}
	}
	switch {
	case after > 0:
		i, exact := c.place(after)
		if exact {
			i++
		}
		for _, m := range c.messages[i:] {
			take(m)
		}
		slices.Reverse(found)
	default:
		end := len(c.messages)
		switch {
		case around > 0:
			end = c.half(around, limit)
		case before > 0:
			end, _ = c.place(before)
		}
		for i := end - 1; i >= 0 && len(found) < limit; i-- {
			take(c.messages[i])
		}
	}
	return ok(found), nil
}

// half is where a list of so many public messages ends whose middle is the one of that id.
func (c *channel) half(id snowflake, n int) int {
	end, exact := c.place(id)
	if exact {
		end++
	}
	for later := 0; end < len(c.messages) && later < n/2; end++ {
		if c.messages[end].viewer == 0 {
			later++
		}
	}
	return end
}

func (s *Server) typing(q *request) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.channelFor(q, 0); err != nil {
		return answer{}, err
	}
	return noContent, nil
}
