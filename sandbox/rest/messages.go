package rest

import (
	"slices"
	"strconv"
	"time"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// channelFor returns the channel that a route names, if the bot can see it and has the permissions that the route needs.
func (s *API) channelFor(q *request, need world.Permissions) (*world.Channel, error) {
	c := s.world.Channels[q.id("channel")]
	switch {
	case c == nil:
		return nil, wire.ErrUnknownChannel
	case !c.Visible(s.world.Bot.ID):
		return nil, wire.ErrMissingAccess
	case !c.PermissionsOf(s.world.Bot.ID).Has(need):
		return nil, wire.ErrMissingPerms
	}
	return c, nil
}

// channel returns channelFor with these permissions, as an argument for about and with.
func (s *API) channel(need world.Permissions) func(*request) (*world.Channel, error) {
	return func(q *request) (*world.Channel, error) { return s.channelFor(q, need) }
}

// publicMessage returns the message that a channel route names. Ephemeral messages don't exist for channel routes.
func (s *API) publicMessage(q *request, c *world.Channel) (*world.Message, error) {
	m := s.world.Messages[q.id("message")]
	if m == nil || m.ChannelID != c.ID || m.Viewer != 0 {
		return nil, wire.ErrUnknownMessage
	}
	return m, nil
}

func (s *API) createMessage(q *request, c *world.Channel, b world.MessageBody) (answer, error) {
	bot := s.world.Bot
	allowed := c.PermissionsOf(bot.ID)
	if !allowed.Has(c.Speaking()) || len(q.files) > 0 && !allowed.Has(world.AttachFiles) || len(b.Embeds.Or(nil)) > 0 && !allowed.Has(world.EmbedLinks) {
		return answer{}, wire.ErrMissingPerms
	}
	if c.Guild.DM() && !s.world.TakesMessages(c.Reader) {
		return answer{}, wire.ErrNoDirectMessages
	}
	if err := s.world.OpenThread(c); err != nil {
		return answer{}, err
	}
	if b.EnforceNonce.Or(false) {
		if m := c.ByNonce(b.Nonce, bot, q.now); m != nil {
			return ok(m), nil
		}
	}
	m := world.Message{ID: s.world.IDs.Next(q.now), ChannelID: c.ID, Author: bot, Timestamp: q.now.UTC()}
	f, at := wire.NewForm()
	if b.Reference.Given() {
		if b.Reference.V.Type.Or(0) != 0 {
			return answer{}, wire.LeftOut("forwards of messages")
		}
		s.refer(&m, c, b.Reference.V, at.Key("message_reference"))
		if err := f.Err(); err != nil {
			return answer{}, err
		}
	}
	made, err := s.world.Compose(m, &b, world.Composing{At: at, Channel: c, Files: q.files, Base: q.base, Now: q.now,
		Flags: world.FlagSuppressEmbeds | world.FlagSuppressNotifications | world.FlagComponentsV2})
	if err != nil {
		return answer{}, err
	}
	s.world.Post(c, made)
	return ok(made), nil
}

func (s *API) refer(m *world.Message, c *world.Channel, r world.ReferenceBody, at *wire.Field) {
	to := s.world.Messages[r.MessageID]
	switch {
	case to != nil && to.ChannelID == c.ID && to.Viewer == 0:
		m.Type = world.MessageReply
		bare := *to
		bare.Referenced = nil
		m.Referenced = &bare
		m.Reference = &world.MessageReference{MessageID: to.ID, ChannelID: c.ID, GuildID: c.Guild.ID}
	case r.FailIfNotExist.Or(true):
		at.Fail("MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
	}
}

func (s *API) editMessage(q *request, c *world.Channel, b world.MessageBody) (answer, error) {
	old, err := s.publicMessage(q, c)
	switch {
	case err != nil:
		return answer{}, err
	case old.Author.ID != s.world.Bot.ID:
		return answer{}, wire.ErrOthersMessage
	case c.Thread != nil && c.Thread.Archived:
		return answer{}, wire.ErrArchived
	}
	if err := s.oldEdit(old, q.now); err != nil {
		return answer{}, err
	}
	_, at := wire.NewForm()
	m, err := s.world.Compose(*old, &b, world.Composing{At: at, Channel: c, Files: q.files, Base: q.base, Now: q.now, Edit: true})
	if err != nil {
		return answer{}, err
	}
	s.world.Edited(c, m, q.now)
	return ok(m), nil
}

func (s *API) deleteMessage(q *request, c *world.Channel) (answer, error) {
	m, err := s.publicMessage(q, c)
	if err != nil {
		return answer{}, err
	}
	if m.Author.ID != s.world.Bot.ID && c.Guild.DM() {
		return answer{}, wire.ErrDMAction
	}
	if m.Author.ID != s.world.Bot.ID && !c.PermissionsOf(s.world.Bot.ID).Has(world.ManageMessages) {
		return answer{}, wire.ErrMissingPerms
	}
	s.world.Unpost(c, m)
	return noContent, nil
}

func (s *API) getMessage(q *request, c *world.Channel) (answer, error) {
	m, err := s.publicMessage(q, c)
	if err != nil {
		return answer{}, err
	}
	return ok(m), nil
}

// listMessages returns the newest messages first, as Discord does; 50 by default.
func (s *API) listMessages(q *request) (answer, error) {
	query := q.URL.Query()
	limit := 50
	f, at := wire.NewForm()
	if text := query.Get("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			at.Key("limit").Coerced(text, "int")
		} else {
			at.Key("limit").Between(n, 1, 100)
		}
		limit = n
	}
	id := func(name string) wire.Snowflake { return at.Key(name).Snowflake(query.Get(name)) }
	before, after, around := id("before"), id("after"), id("around")
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	c, err := s.channelFor(q, 0)
	if err != nil {
		return answer{}, err
	}
	found := []*world.Message{}
	if !c.PermissionsOf(s.world.Bot.ID).Has(world.ReadMessageHistory) {
		return ok(found), nil
	}
	take := func(m *world.Message) {
		if m.Viewer == 0 && len(found) < limit {
			found = append(found, m)
		}
	}
	switch {
	case after > 0:
		i, exact := c.Place(after)
		if exact {
			i++
		}
		for _, m := range c.Messages[i:] {
			take(m)
		}
		slices.Reverse(found)
	default:
		end := len(c.Messages)
		switch {
		case around > 0:
			end = c.Half(around, limit)
		case before > 0:
			end, _ = c.Place(before)
		}
		for i := end - 1; i >= 0 && len(found) < limit; i-- {
			take(c.Messages[i])
		}
	}
	return ok(found), nil
}

// typing checks that the bot may write in the channel. It has no other effect.
func (s *API) typing(q *request, c *world.Channel) (answer, error) {
	if !c.PermissionsOf(s.world.Bot.ID).Has(c.Speaking()) {
		return answer{}, wire.ErrMissingPerms
	}
	return noContent, nil
}

type bulkBody struct {
	Messages []wire.Snowflake `json:"messages"`
}

// bulkDelete deletes 2 to 100 messages that are at most two weeks old. It ignores unknown ids.
func (s *API) bulkDelete(q *request, c *world.Channel, b bulkBody) (answer, error) {
	switch {
	case c.Guild.DM():
		return answer{}, wire.ErrChannelKind
	case len(b.Messages) < 2 || len(b.Messages) > 100:
		return answer{}, wire.ErrBulkDeleteCount
	}
	var gone []*world.Message
	for _, id := range b.Messages {
		m := s.world.Messages[id]
		switch {
		case q.now.Sub(id.Time()) > 14*24*time.Hour:
			return answer{}, wire.ErrBulkDeleteAge
		case m != nil && m.ChannelID == c.ID && m.Viewer == 0 && !slices.Contains(gone, m):
			gone = append(gone, m)
		}
	}
	s.world.UnpostAll(c, gone)
	return noContent, nil
}
