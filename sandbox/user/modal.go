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
	in, data, err := s.submission(b.User, b.Interaction, b.CustomID, &form{s: s, fields: b.Fields, known: map[string]bool{}})
	if err != nil {
		s.world.Unlock()
		return nil, err
	}
	return s.interact(r, in, data)
}

type submitData struct {
	CustomID   string    `json:"custom_id"`
	Components []any     `json:"components"`
	Resolved   *resolved `json:"resolved,omitempty"`
}

func (s *Side) submission(userName string, id wire.Snowflake, custom string, f *form) (*world.Interaction, any, error) {
	u, err := s.world.FindUser(userName)
	if err != nil {
		return nil, nil, err
	}
	from := s.world.Interactions.ByID[id]
	switch {
	case from == nil || from.Modal == nil:
		return nil, nil, refuse(http.StatusNotFound, "no modal is open for this interaction")
	case from.User.ID != u.ID:
		return nil, nil, refuse(http.StatusForbidden, "this modal is open for another user")
	case custom != "" && custom != from.Modal.CustomID:
		return nil, nil, refuse(http.StatusNotFound, "the modal is %q, not %q", from.Modal.CustomID, custom)
	case time.Since(from.Created) > s.cfg.TokenLife:
		return nil, nil, refuse(http.StatusConflict, "the modal has expired")
	}
	if err := s.usable(u, from.Channel); err != nil {
		return nil, nil, err
	}
	f.channel = from.Channel
	data := submitData{CustomID: from.Modal.CustomID}
	if data.Components, err = f.filledComponents(from.Modal.Components); err != nil {
		return nil, nil, err
	}
	for name := range f.fields {
		if !f.known[name] {
			return nil, nil, refuse(http.StatusBadRequest, "the modal has no field %q", name)
		}
	}
	data.Resolved = f.found.orNil()
	from.Modal = nil
	return &world.Interaction{Kind: world.ModalInteraction, User: u, Channel: from.Channel, Source: from.Source, Command: from.Command, From: from.Metadata(), Owners: from.Owners}, data, nil
}

// form is a modal that is being filled in.
type form struct {
	s       *Side
	channel *world.Channel
	fields  map[string]json.RawMessage // what the user entered, by custom id
	known   map[string]bool            // the custom ids that the modal has
	found   resolved
}

// filledComponents returns the modal's components with the values that the user entered.
func (f *form) filledComponents(in []world.Component) ([]any, error) {
	all := []any{}
	for i := range in {
		c := &in[i]
		out := map[string]any{"type": c.Type, "id": c.ID}
		switch {
		case c.Type == world.TextDisplay:
		case c.Type == world.ActionRow:
			inner, err := f.filledComponents(c.Components)
			if err != nil {
				return nil, err
			}
			out["components"] = inner
		case c.Type == world.Label:
			inner, err := f.filledComponents([]world.Component{*c.Component})
			if err != nil {
				return nil, err
			}
			out["component"] = inner[0]
		default:
			name := c.CustomID.V
			f.known[name], out["custom_id"] = true, name
			if err := f.fill(out, c, f.fields[name]); err != nil {
				return nil, err
			}
		}
		all = append(all, out)
	}
	return all, nil
}

// fill checks one field. If the user left it out, it keeps its preset value.
func (f *form) fill(out map[string]any, c *world.Component, value json.RawMessage) (err error) {
	if string(value) == "null" {
		value = nil
	}
	if c.Type == world.TextInput {
		out["value"], err = text(c, value)
	} else {
		out["values"], err = f.choose(c, value)
	}
	return err
}

func text(c *world.Component, value json.RawMessage) (string, error) {
	name, entered := c.CustomID.V, c.Value.Or("")
	if len(value) > 0 && json.Unmarshal(value, &entered) != nil {
		return "", refuse(http.StatusBadRequest, "%q takes a string", name)
	}
	switch n := len([]rune(entered)); {
	case n == 0 && c.Required.Or(true):
		return "", refuse(http.StatusBadRequest, "%q is required", name)
	case n > 0 && n < c.MinLength.Or(0), n > c.MaxLength.Or(4000):
		return "", refuse(http.StatusBadRequest, "%q takes %d to %d characters", name, c.MinLength.Or(0), c.MaxLength.Or(4000))
	}
	return entered, nil
}

// choose takes a select's values, and adds what they stand for to the resolved objects.
func (f *form) choose(c *world.Component, value json.RawMessage) ([]string, error) {
	var values []string
	if len(value) > 0 && json.Unmarshal(value, &values) != nil {
		return nil, refuse(http.StatusBadRequest, "%q takes a list of values", c.CustomID.V)
	}
	values = wire.ListOf(values)
	if len(values) == 0 && !c.Required.Or(true) {
		return values, nil
	}
	return values, f.s.resolveValues(c, f.channel, values, &f.found)
}
