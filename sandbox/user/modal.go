package user

import (
	"encoding/json"
	"net/http"
	"time"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// submitModal submits the modal that an earlier interaction opened.
func (s *Side) submitModal(_ http.ResponseWriter, r *http.Request) (any, error) {
	var b struct {
		User        string                     `json:"user"`
		Interaction wire.Snowflake             `json:"interaction"`
		CustomID    string                     `json:"custom_id"`
		Fields      map[string]json.RawMessage `json:"fields"`
	}
	if err := readSide(r, &b); err != nil {
		return nil, err
	}
	s.world.Lock()
	in, data, err := s.submission(b.User, b.Interaction, b.CustomID, b.Fields)
	if err != nil {
		s.world.Unlock()
		return nil, err
	}
	return s.interact(r, in, data)
}

type submitData struct {
	CustomID   string `json:"custom_id"`
	Components []any  `json:"components"`
}

func (s *Side) submission(userName string, id wire.Snowflake, custom string, fields map[string]json.RawMessage) (*world.Interaction, any, error) {
	u, err := s.world.FindUser(userName)
	if err != nil {
		return nil, nil, err
	}
	from := s.world.Interactions.ByID[id]
	switch {
	case from == nil || from.Modal == nil:
		return nil, nil, refuse(http.StatusNotFound, "no modal is open for this interaction")
	case from.User != u:
		return nil, nil, refuse(http.StatusForbidden, "this modal is open for another user")
	case custom != "" && custom != from.Modal.CustomID:
		return nil, nil, refuse(http.StatusNotFound, "the modal is %q, not %q", from.Modal.CustomID, custom)
	case time.Since(from.Created) > s.cfg.TokenLife:
		return nil, nil, refuse(http.StatusConflict, "the modal has expired")
	}
	if err := s.usable(u, from.Channel); err != nil {
		return nil, nil, err
	}
	data := submitData{CustomID: from.Modal.CustomID}
	known := map[string]bool{}
	if data.Components, err = s.filled(from, from.Modal.Components, fields, known); err != nil {
		return nil, nil, err
	}
	for name := range fields {
		if !known[name] {
			return nil, nil, refuse(http.StatusBadRequest, "the modal has no field %q", name)
		}
	}
	from.Modal = nil
	return &world.Interaction{Kind: world.ModalInteraction, User: u, Channel: from.Channel, Source: from.Source, Command: from.Command, From: from.Metadata()}, data, nil
}

// filled is the modal's components with the values that the user entered.
func (s *Side) filled(from *world.Interaction, in []world.Component, fields map[string]json.RawMessage, known map[string]bool) ([]any, error) {
	all := []any{}
	for i := range in {
		c := &in[i]
		out := map[string]any{"type": c.Type, "id": c.ID}
		switch {
		case c.Type == world.TextDisplay:
		case c.Type == world.ActionRow:
			inner, err := s.filled(from, c.Components, fields, known)
			if err != nil {
				return nil, err
			}
			out["components"] = inner
		case c.Type == world.Label:
			inner, err := s.filled(from, []world.Component{*c.Component}, fields, known)
			if err != nil {
				return nil, err
			}
			out["component"] = inner[0]
		default:
			name := c.CustomID.V
			known[name], out["custom_id"] = true, name
			if err := s.fill(out, c, fields[name], from.Channel); err != nil {
				return nil, err
			}
		}
		all = append(all, out)
	}
	return all, nil
}

// fill checks one field. If the user left it out, a text input has its preset value and a select is empty.
func (s *Side) fill(out map[string]any, c *world.Component, value json.RawMessage, in *world.Channel) error {
	name := c.CustomID.V
	if c.Type != world.TextInput {
		var values []string
		if len(value) > 0 && json.Unmarshal(value, &values) != nil {
			return refuse(http.StatusBadRequest, "%q takes a list of values", name)
		}
		values = wire.ListOf(values)
		if len(values) > 0 || c.Required.Or(true) {
			if _, err := s.chosen(c, in, values); err != nil {
				return err
			}
		}
		out["values"] = values
		return nil
	}
	text := c.Value.Or("")
	if len(value) > 0 && json.Unmarshal(value, &text) != nil {
		return refuse(http.StatusBadRequest, "%q takes a string", name)
	}
	switch n := len([]rune(text)); {
	case n == 0 && c.Required.Or(true):
		return refuse(http.StatusBadRequest, "%q is required", name)
	case n > 0 && n < c.MinLength.Or(0), n > c.MaxLength.Or(4000):
		return refuse(http.StatusBadRequest, "%q takes %d to %d characters", name, c.MinLength.Or(0), c.MaxLength.Or(4000))
	}
	out["value"] = text
	return nil
}
