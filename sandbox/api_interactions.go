package sandbox

import (
	"encoding/json"
	"slices"
	"time"
)

type callbackBody struct {
	Type opt[int]        `json:"type"`
	Data json.RawMessage `json:"data"`
}

// responses says which responses each kind of interaction takes.
func (in *interaction) responses() []int {
	switch in.kind {
	case commandInteraction:
		return []int{replyResponse, deferResponse, modalResponse}
	case componentInteraction:
		return []int{replyResponse, deferResponse, deferUpdateResponse, updateResponse, modalResponse}
	case modalInteraction:
		if in.source != 0 {
			return []int{replyResponse, deferResponse, deferUpdateResponse, updateResponse}
		}
		return []int{replyResponse, deferResponse}
	}
	return []int{autocompleteResponse}
}

// respond is the first response to an interaction: in time, once, and of a kind that fits.
func (s *Server) respond(q *request) (answer, error) {
	var body callbackBody
	if err := decode(q.body, &body); err != nil {
		return answer{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	in := s.interactions.byID[q.id("interaction")]
	switch {
	case in == nil || in.token != q.PathValue("token"):
		return answer{}, errUnknownInter
	case in.acked:
		return answer{}, errAcknowledged
	case q.now.Sub(in.created) > s.cfg.ReplyWithin:
		return answer{}, errUnknownInter
	}
	f, at := newForm()
	if !body.Type.given() {
		at.key("type").required()
	} else {
		at.key("type").oneOf(body.Type.v, in.responses()...)
	}
	if err := f.err(); err != nil {
		return answer{}, err
	}
	m, data, err := s.response(q, in, body, at.key("data"))
	if err != nil {
		return answer{}, err
	}
	in.acked, in.response = true, body.Type.v
	in.done <- outcome{body.Type.v, data, q.now}
	if with := q.URL.Query().Get("with_response"); with != "true" && with != "1" {
		return noContent, nil
	}
	return ok(callbackResponse(in, m)), nil
}

// response does what a response asks for. data is what the user gets to see of it.
func (s *Server) response(q *request, in *interaction, body callbackBody, at *field) (m *message, data any, err error) {
	switch body.Type.v {
	case replyResponse, deferResponse:
		m, err = s.reply(q, in, body, at)
	case updateResponse:
		m, err = s.update(q, in, body, at)
	case deferUpdateResponse:
		in.original = in.source
		return s.world.messages[in.source], nil, nil
	case autocompleteResponse:
		if data, err = completions(body.Data, at); err == nil {
			s.deliver(in.channel, in.user.ID, "choices", data)
		}
		return nil, data, err
	case modalResponse:
		data, err = s.showModal(in, body.Data, at)
		return nil, data, err
	}
	if err != nil {
		return nil, nil, err
	}
	return m, viewOf(m), nil
}

// reply makes the message that answers; a deferral makes one that is still thinking, whose only flag is EPHEMERAL.
func (s *Server) reply(q *request, in *interaction, body callbackBody, at *field) (*message, error) {
	var b messageBody
	if err := decodeAt(at, body.Data, &b); err != nil {
		return nil, err
	}
	m := s.hookMessageFor(q, in, b.Flags.or(0))
	if body.Type.v == deferResponse {
		m.Flags |= flagLoading
		m.Mentions, m.MentionRoles, m.Attachments, m.Embeds = []*user{}, []snowflake{}, []attachment{}, []richEmbed{}
	} else {
		made, err := s.compose(*m, &b, s.composing(q, in, at))
		if err != nil {
			return nil, err
		}
		m = made
	}
	in.original, in.deferred = m.ID, body.Type.v == deferResponse
	m.Metadata.Original = 0
	s.post(in.channel, m)
	return m, nil
}

// hookMessageFor is the bare message that a reply or a follow-up starts from.
func (s *Server) hookMessageFor(q *request, in *interaction, flags int) *message {
	m := &message{ID: s.world.ids.next(q.now), ChannelID: in.channel.id, Author: s.world.bot, Timestamp: q.now.UTC(),
		Edited: null[time.Time](), Type: messageDefault, ApplicationID: s.world.bot.ID, WebhookID: s.world.bot.ID,
		Metadata: in.metadata(), token: in.token, command: in.command}
	if in.kind == commandInteraction {
		m.Type = messageCommand
	} else if in.source != 0 {
		m.Type = messageReply
		m.Reference = &messageReference{MessageID: in.source, ChannelID: in.channel.id, GuildID: in.channel.guild.id}
	}
	if flags&flagEphemeral != 0 {
		m.viewer, m.Flags = in.user.ID, flagEphemeral
	}
	return m
}

func (s *Server) composing(q *request, in *interaction, at *field) composing {
	return composing{at: at, channel: in.channel, files: q.files, base: q.base, users: true, now: q.now,
		flags: flagSuppressEmbeds | flagSuppressNotifications | flagComponentsV2}
}

// update edits the message whose component was used.
func (s *Server) update(q *request, in *interaction, body callbackBody, at *field) (*message, error) {
	var b messageBody
	if err := decodeAt(at, body.Data, &b); err != nil {
		return nil, err
	}
	old := s.world.messages[in.source]
	if old == nil {
		return nil, errUnknownMessage
	}
	c := s.composing(q, in, at)
	c.edit = true
	m, err := s.compose(*old, &b, c)
	if err != nil {
		return nil, err
	}
	in.original = m.ID
	s.edited(in.channel, m, q.now)
	return m, nil
}

// completions checks the choices of an autocomplete response.
func completions(data json.RawMessage, at *field) (any, error) {
	var b struct {
		Choices []choice `json:"choices"`
	}
	if err := decodeAt(at, data, &b); err != nil {
		return nil, err
	}
	if b.Choices == nil {
		b.Choices = []choice{}
	}
	if len(b.Choices) > 25 {
		at.key("choices").count(len(b.Choices), 0, 25)
	}
	for i, c := range b.Choices {
		c.check(at.key("choices").index(i), 0)
	}
	return b, at.form.err()
}

// showModal opens a modal for the user. It can be submitted while the interaction's token lives.
func (s *Server) showModal(in *interaction, data json.RawMessage, at *field) (any, error) {
	var b modal
	if err := decodeAt(at, data, &b); err != nil {
		return nil, err
	}
	at.key("custom_id").length(b.CustomID, 1, 100)
	at.key("title").length(b.Title, 1, 45)
	l := layout{modal: true, v2: true, emoji: s.world.hasEmoji}
	l.check(at.key("components"), b.Components)
	if err := at.form.err(); err != nil {
		return nil, err
	}
	in.modal = &b
	s.tellModal(in)
	return b, nil
}

func callbackResponse(in *interaction, m *message) any {
	type about struct {
		ID        snowflake `json:"id"`
		Type      int       `json:"type"`
		Message   snowflake `json:"response_message_id,omitzero"`
		Loading   *bool     `json:"response_message_loading,omitempty"`
		Ephemeral *bool     `json:"response_message_ephemeral,omitempty"`
	}
	type resource struct {
		Type    int      `json:"type"`
		Message *message `json:"message,omitempty"`
	}
	out := struct {
		Interaction about     `json:"interaction"`
		Resource    *resource `json:"resource,omitempty"`
	}{Interaction: about{ID: in.id, Type: in.kind}}
	if m != nil {
		loading, ephemeral := m.Flags&flagLoading != 0, m.viewer != 0
		out.Interaction.Message, out.Interaction.Loading, out.Interaction.Ephemeral = m.ID, &loading, &ephemeral
		if slices.Contains([]int{replyResponse, deferResponse, updateResponse}, in.response) {
			out.Resource = &resource{in.response, m}
		}
	}
	return out
}

// followUp is one more message by an interaction's token. The first after a deferral is what was deferred.
func (s *Server) followUp(q *request) (answer, error) {
	var b messageBody
	if err := decode(q.body, &b); err != nil {
		return answer{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	in, err := s.byHook(q)
	if err != nil {
		return answer{}, err
	}
	if in.deferred {
		return s.editHook(q, in, in.original, &b)
	}
	f, at := newForm()
	made, err := s.compose(*s.hookMessageFor(q, in, b.Flags.or(0)), &b, s.composing(q, in, at))
	if err == nil {
		err = f.err()
	}
	if err != nil {
		return answer{}, err
	}
	made.Metadata.Original = in.original
	made.Type, made.Reference = messageReply, nil
	if in.original != 0 {
		made.Reference = &messageReference{MessageID: in.original, ChannelID: in.channel.id, GuildID: in.channel.guild.id}
	} else {
		made.Type = messageDefault
	}
	s.post(in.channel, made)
	return ok(made), nil
}

// hookTarget is the message that a webhook route names: @original, one that the token made, or the clicked one.
func (s *Server) hookTarget(q *request, in *interaction) (*message, error) {
	id := q.id("message")
	if q.PathValue("message") == "@original" {
		id = in.original
	}
	m := s.world.messages[id]
	if m == nil || m.token != in.token && m.ID != in.source {
		return nil, errUnknownMessage
	}
	return m, nil
}

func (s *Server) hookMessage(q *request) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	in, err := s.byHook(q)
	if err != nil {
		return answer{}, err
	}
	m, err := s.hookTarget(q, in)
	if err != nil {
		return answer{}, err
	}
	return ok(m), nil
}

func (s *Server) editHookMessage(q *request) (answer, error) {
	var b messageBody
	if err := decode(q.body, &b); err != nil {
		return answer{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	in, err := s.byHook(q)
	if err != nil {
		return answer{}, err
	}
	m, err := s.hookTarget(q, in)
	if err != nil {
		return answer{}, err
	}
	return s.editHook(q, in, m.ID, &b)
}

func (s *Server) editHook(q *request, in *interaction, id snowflake, b *messageBody) (answer, error) {
	old := s.world.messages[id]
	if old == nil {
		return answer{}, errUnknownMessage
	}
	if err := s.oldEdit(old, q.now); err != nil {
		return answer{}, err
	}
	_, at := newForm()
	c := s.composing(q, in, at)
	c.edit = true
	m, err := s.compose(*old, b, c)
	if err != nil {
		return answer{}, err
	}
	if thinking := in.deferred && id == in.original; thinking {
		in.deferred = false
		m.Flags &^= flagLoading
		s.changed(in.channel, m)
	} else {
		s.edited(in.channel, m, q.now)
	}
	return ok(m), nil
}

func (s *Server) deleteHookMessage(q *request) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	in, err := s.byHook(q)
	if err != nil {
		return answer{}, err
	}
	m, err := s.hookTarget(q, in)
	if err != nil {
		return answer{}, err
	}
	s.unpost(in.channel, m)
	return noContent, nil
}
