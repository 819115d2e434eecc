package rest

import (
	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// byHook returns the interaction to which a webhook route's token belongs.
func (s *API) byHook(q *request) (*world.Interaction, error) {
	in := s.world.Interactions.ByToken[q.PathValue("token")]
	switch {
	case in == nil || q.id("app") != s.world.Bot.ID || !in.Acked:
		return nil, wire.ErrUnknownWebhook
	case q.now.Sub(in.Created) > s.cfg.TokenLife:
		return nil, wire.ErrExpiredToken
	}
	return in, nil
}

// followUp posts another message with an interaction's token. The first one after a deferral fills
// in the deferred reply.
func (s *API) followUp(q *request, in *world.Interaction, b world.MessageBody) (answer, error) {
	if in.Deferred {
		return s.editHook(q, in, in.Original, &b)
	}
	if !s.world.FollowsUp(in) {
		return answer{}, wire.ErrManyFollowUps
	}
	f, at := wire.NewForm()
	made, err := s.world.Compose(*s.world.HookMessageFor(in, b.Flags.Or(0), q.now), &b, s.composing(q, in, at))
	if err == nil {
		err = f.Err()
	}
	if err != nil {
		return answer{}, err
	}
	made.Metadata.Original = in.Original
	made.Type, made.Reference = world.MessageReply, nil
	if in.Original != 0 {
		made.Reference = &world.MessageReference{MessageID: in.Original, ChannelID: in.Channel.ID, GuildID: in.Channel.Guild.ID}
	} else {
		made.Type = world.MessageDefault
	}
	s.world.Post(in.Channel, made)
	return ok(made), nil
}

// hookTarget returns the message that a webhook route names: @original, a message that was posted
// with this token, or the clicked message.
func (s *API) hookTarget(q *request, in *world.Interaction) (*world.Message, error) {
	id := q.id("message")
	if q.PathValue("message") == "@original" {
		id = in.Original
	}
	m := s.world.Messages[id]
	if m == nil || m.Token != in.Token && m.ID != in.Source {
		return nil, wire.ErrUnknownMessage
	}
	return m, nil
}

func (s *API) hookMessage(q *request, in *world.Interaction) (answer, error) {
	m, err := s.hookTarget(q, in)
	if err != nil {
		return answer{}, err
	}
	return ok(m), nil
}

func (s *API) editHookMessage(q *request, in *world.Interaction, b world.MessageBody) (answer, error) {
	m, err := s.hookTarget(q, in)
	if err != nil {
		return answer{}, err
	}
	return s.editHook(q, in, m.ID, &b)
}

func (s *API) editHook(q *request, in *world.Interaction, id wire.Snowflake, b *world.MessageBody) (answer, error) {
	old := s.world.Messages[id]
	if old == nil {
		return answer{}, wire.ErrUnknownMessage
	}
	if err := s.oldEdit(old, q.now); err != nil {
		return answer{}, err
	}
	_, at := wire.NewForm()
	c := s.composing(q, in, at)
	c.Edit = true
	m, err := s.world.Compose(*old, b, c)
	if err != nil {
		return answer{}, err
	}
	if thinking := in.Deferred && id == in.Original; thinking {
		in.Deferred = false
		m.Flags &^= world.FlagLoading
		s.world.Changed(in.Channel, m)
	} else {
		s.world.Edited(in.Channel, m, q.now)
	}
	return ok(m), nil
}

func (s *API) deleteHookMessage(q *request, in *world.Interaction) (answer, error) {
	m, err := s.hookTarget(q, in)
	if err != nil {
		return answer{}, err
	}
	s.world.Unpost(in.Channel, m)
	return noContent, nil
}
