package rest

import (
	"encoding/json"
	"slices"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

type callbackBody struct {
	Type wire.Opt[int]   `json:"type"`
	Data json.RawMessage `json:"data"`
}

// respond handles the first response to an interaction. The response must be in time, must be the
// only one, and must be of a type that fits the interaction.
func (s *API) respond(q *request) (answer, error) {
	var body callbackBody
	if err := wire.Decode(q.body, &body); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	in := s.world.Interactions.ByID[q.id("interaction")]
	switch {
	case in == nil || in.Token != q.PathValue("token"):
		return answer{}, wire.ErrUnknownInter
	case in.Acked:
		return answer{}, wire.ErrAcknowledged
	case q.now.Sub(in.Created) > s.cfg.ReplyWithin:
		return answer{}, wire.ErrUnknownInter
	}
	f, at := wire.NewForm()
	if !body.Type.Given() {
		at.Key("type").Required()
	} else {
		at.Key("type").OneOf(body.Type.V, in.Responses()...)
	}
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	m, data, err := s.response(q, in, body, at.Key("data"))
	if err != nil {
		return answer{}, err
	}
	in.Acked, in.Response = true, body.Type.V
	in.Done <- world.Outcome{Type: body.Type.V, Data: data, At: q.now}
	if with := q.URL.Query().Get("with_response"); with != "true" && with != "1" {
		return noContent, nil
	}
	return ok(callbackResponse(in, m)), nil
}

// response carries out the response. data is shown to the user.
func (s *API) response(q *request, in *world.Interaction, body callbackBody, at *wire.Field) (m *world.Message, data any, err error) {
	switch body.Type.V {
	case world.ReplyResponse, world.DeferResponse:
		m, err = s.reply(q, in, body, at)
	case world.UpdateResponse:
		m, err = s.update(q, in, body, at)
	case world.DeferUpdateResponse:
		in.Original = in.Source
		return s.world.Messages[in.Source], nil, nil
	case world.AutocompleteResponse:
		if data, err = completions(body.Data, at); err == nil {
			s.world.TellUser(in, "choices", data)
		}
		return nil, data, err
	case world.ModalResponse:
		data, err = s.showModal(in, body.Data, at)
		return nil, data, err
	}
	if err != nil {
		return nil, nil, err
	}
	return m, m, nil
}

// reply posts the bot's reply. A deferred reply is posted as a message that is still loading. Of
// its body, only the flag EPHEMERAL counts.
func (s *API) reply(q *request, in *world.Interaction, body callbackBody, at *wire.Field) (*world.Message, error) {
	var b world.MessageBody
	if err := wire.DecodeAt(at, body.Data, &b); err != nil {
		return nil, err
	}
	m := s.world.HookMessageFor(in, b.Flags.Or(0), q.now)
	if body.Type.V == world.DeferResponse {
		m.Flags |= world.FlagLoading
		m.Mentions, m.MentionRoles, m.Attachments, m.Embeds = []*world.User{}, []wire.Snowflake{}, []world.Attachment{}, []world.RichEmbed{}
	} else {
		made, err := s.world.Compose(*m, &b, s.composing(q, in, at))
		if err != nil {
			return nil, err
		}
		m = made
	}
	in.Original, in.Deferred = m.ID, body.Type.V == world.DeferResponse
	m.Metadata.Original = 0
	s.world.Post(in.Channel, m)
	return m, nil
}

func (s *API) composing(q *request, in *world.Interaction, at *wire.Field) world.Composing {
	return world.Composing{At: at, Channel: in.Channel, Files: q.files, Base: q.base, Users: true, Now: q.now,
		Flags: world.FlagSuppressEmbeds | world.FlagSuppressNotifications | world.FlagComponentsV2}
}

// update edits the message whose component was used.
func (s *API) update(q *request, in *world.Interaction, body callbackBody, at *wire.Field) (*world.Message, error) {
	var b world.MessageBody
	if err := wire.DecodeAt(at, body.Data, &b); err != nil {
		return nil, err
	}
	old := s.world.Messages[in.Source]
	if old == nil {
		return nil, wire.ErrUnknownMessage
	}
	c := s.composing(q, in, at)
	c.Edit = true
	m, err := s.world.Compose(*old, &b, c)
	if err != nil {
		return nil, err
	}
	in.Original = m.ID
	s.world.Edited(in.Channel, m, q.now)
	return m, nil
}

// completions checks the choices of an autocomplete response.
func completions(data json.RawMessage, at *wire.Field) (any, error) {
	var b struct {
		Choices []world.Choice `json:"choices"`
	}
	if err := wire.DecodeAt(at, data, &b); err != nil {
		return nil, err
	}
	if b.Choices == nil {
		b.Choices = []world.Choice{}
	}
	if len(b.Choices) > 25 {
		at.Key("choices").Count(len(b.Choices), 0, 25)
	}
	for i, c := range b.Choices {
		c.Check(at.Key("choices").Index(i), 0)
	}
	return b, at.Form.Err()
}

// showModal opens a modal for the user. It can be submitted while the interaction's token lives.
func (s *API) showModal(in *world.Interaction, data json.RawMessage, at *wire.Field) (any, error) {
	var b world.Modal
	if err := wire.DecodeAt(at, data, &b); err != nil {
		return nil, err
	}
	if err := s.world.CheckModal(at, &b); err != nil {
		return nil, err
	}
	in.Modal = &b
	s.world.TellUser(in, "interaction", in.ModalView())
	return b, nil
}

func callbackResponse(in *world.Interaction, m *world.Message) any {
	type about struct {
		ID        wire.Snowflake `json:"id"`
		Type      int            `json:"type"`
		Message   wire.Snowflake `json:"response_message_id,omitzero"`
		Loading   *bool          `json:"response_message_loading,omitempty"`
		Ephemeral *bool          `json:"response_message_ephemeral,omitempty"`
	}
	type resource struct {
		Type    int            `json:"type"`
		Message *world.Message `json:"message,omitempty"`
	}
	out := struct {
		Interaction about     `json:"interaction"`
		Resource    *resource `json:"resource,omitempty"`
	}{Interaction: about{ID: in.ID, Type: in.Kind}}
	if m != nil {
		loading, ephemeral := m.Flags&world.FlagLoading != 0, m.Viewer != 0
		out.Interaction.Message, out.Interaction.Loading, out.Interaction.Ephemeral = m.ID, &loading, &ephemeral
		if slices.Contains([]int{world.ReplyResponse, world.DeferResponse, world.UpdateResponse}, in.Response) {
			out.Resource = &resource{in.Response, m}
		}
	}
	return out
}
