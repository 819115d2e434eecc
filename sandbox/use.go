package sandbox

import (
	"encoding/json"
	"net/http"
	"slices"
	"time"
)

// used is what the user's side answers once the bot has responded.
type used struct {
	Interaction snowflake `json:"interaction"`
	Ms          float64   `json:"ms"`
	Response    outcome   `json:"response"`
}

// interact dispatches an interaction and waits for the bot's response, at most as long as Discord does.
// The server's lock is held on entry and given up.
func (s *Server) interact(r *http.Request, in *interaction, data any) (any, error) {
	in.created = time.Now()
	in.id = s.world.ids.next(in.created)
	s.interactions.add(in)
	s.gateway.dispatch(in.channel.guild, noIntent, "INTERACTION_CREATE", s.interactionEvent(in, data))
	s.mu.Unlock()
	late := time.NewTimer(s.cfg.ReplyWithin)
	defer late.Stop()
	came := func(o outcome) (any, error) { return used{in.id, milliseconds(o.at.Sub(in.created)), o}, nil }
	select {
	case o := <-in.done:
		return came(o)
	case <-late.C:
		select {
		case o := <-in.done: // in time; it is this goroutine that is late
			return came(o)
		default:
		}
		return nil, refuse(http.StatusGatewayTimeout, "the application did not respond within %v", s.cfg.ReplyWithin)
	case <-r.Context().Done():
		return nil, r.Context().Err()
	case <-s.stopped.Done():
		return nil, refuse(http.StatusServiceUnavailable, "the sandbox is closing")
	}
}

// interactionEvent is what the bot gets.
func (s *Server) interactionEvent(in *interaction, data any) any {
	type guildRef struct {
		ID       snowflake `json:"id"`
		Locale   string    `json:"locale"`
		Features []string  `json:"features"`
	}
	g := in.channel.guild
	who := g.members[in.user.ID].wire()
	who.Permissions = some(in.channel.permissionsOf(in.user.ID))
	return struct {
		ID           snowflake            `json:"id"`
		Application  snowflake            `json:"application_id"`
		Type         int                  `json:"type"`
		Token        string               `json:"token"`
		Version      int                  `json:"version"`
		GuildID      snowflake            `json:"guild_id"`
		Guild        guildRef             `json:"guild"`
		ChannelID    snowflake            `json:"channel_id"`
		Channel      any                  `json:"channel"`
		Member       guildMember          `json:"member"`
		Message      *message             `json:"message,omitempty"`
		Data         any                  `json:"data"`
		Permissions  permissions          `json:"app_permissions"`
		Locale       string               `json:"locale"`
		GuildLocale  string               `json:"guild_locale"`
		Entitlements []struct{}           `json:"entitlements"`
		Owners       map[string]snowflake `json:"authorizing_integration_owners"`
		Context      int                  `json:"context"`
		MaxFile      int                  `json:"attachment_size_limit"`
	}{in.id, s.world.bot.ID, in.kind, in.token, 1, g.id, guildRef{g.id, "en-US", []string{}}, in.channel.id, in.channel.wire(), who,
		s.world.messages[in.source], data, in.channel.permissionsOf(s.world.bot.ID), "en-US", "en-US", []struct{}{},
		map[string]snowflake{"0": g.id}, 0, maxFile}
}

// usable checks that a user can use the application in a channel at all.
func (s *Server) usable(u *user, c *channel) error {
	switch {
	case c.guild.members[u.ID] == nil:
		return refuse(http.StatusForbidden, "%s is not in this guild", u.name())
	case c.guild.members[s.world.bot.ID] == nil:
		return refuse(http.StatusConflict, "%s is not in this guild", s.world.bot.name())
	case c.thread != nil && c.thread.archived && c.thread.locked:
		return refuse(http.StatusConflict, "the thread is locked")
	}
	return nil
}

// useComponent clicks a button, or chooses in a select.
func (s *Server) useComponent(_ http.ResponseWriter, r *http.Request) (any, error) {
	var b struct {
		User     string    `json:"user"`
		Channel  string    `json:"channel"`
		Message  snowflake `json:"message"`
		CustomID string    `json:"custom_id"`
		Values   []string  `json:"values"`
	}
	if err := readSide(r, &b); err != nil {
		return nil, err
	}
	s.mu.Lock()
	in, data, err := s.click(b.User, b.Channel, b.Message, b.CustomID, b.Values)
	if err != nil {
		s.mu.Unlock()
		return nil, err
	}
	return s.interact(r, in, data)
}

type componentData struct {
	CustomID string    `json:"custom_id"`
	Type     int       `json:"component_type"`
	ID       int       `json:"id"`
	Values   []string  `json:"values,omitempty"`
	Resolved *resolved `json:"resolved,omitempty"`
}

func (s *Server) click(userName, channelName string, id snowflake, custom string, values []string) (*interaction, any, error) {
	m := s.world.messages[id]
	if m != nil && channelName == "" {
		channelName = m.ChannelID.String()
	}
	u, c, err := s.place(userName, channelName)
	if err == nil {
		err = s.usable(u, c)
	}
	if err != nil {
		return nil, nil, err
	}
	switch {
	case m == nil || m.ChannelID != c.id:
		return nil, nil, refuse(http.StatusNotFound, "the message is gone")
	case m.viewer != 0 && m.viewer != u.ID:
		return nil, nil, refuse(http.StatusForbidden, "only another user sees this message")
	case m.Author != s.world.bot:
		return nil, nil, refuse(http.StatusForbidden, "this message is not the bot's")
	}
	it := find(m.Components.list, custom)
	switch {
	case it == nil:
		return nil, nil, refuse(http.StatusNotFound, "the message has no component %q", custom)
	case it.Disabled.or(false):
		return nil, nil, refuse(http.StatusConflict, "the component is disabled")
	}
	data := componentData{CustomID: custom, Type: it.Type, ID: it.ID}
	if it.Type != button {
		data.Values = listOf(values)
		if data.Resolved, err = s.chosen(it, c, data.Values); err != nil {
			return nil, nil, err
		}
	} else if len(values) > 0 {
		return nil, nil, refuse(http.StatusBadRequest, "a button has no values")
	}
	return &interaction{kind: componentInteraction, user: u, channel: c, source: m.ID, command: m.command}, data, nil
}

// chosen checks the values of a select: as many as it takes, each offered, none twice. Values of selects of users, roles and
// channels may be names and become ids.
func (s *Server) chosen(it *component, c *channel, values []string) (*resolved, error) {
	if len(values) < it.MinValues.or(1) || len(values) > it.MaxValues.or(1) {
		return nil, refuse(http.StatusBadRequest, "the select takes %d to %d values", it.MinValues.or(1), it.MaxValues.or(1))
	}
	var found resolved
	for i, v := range values {
		if slices.Contains(values[:i], v) {
			return nil, refuse(http.StatusBadRequest, "the value %q is there twice", v)
		}
		if it.Type == stringSelect {
			if !slices.ContainsFunc(it.Options, func(o selectOption) bool { return o.Value == v }) {
				return nil, refuse(http.StatusBadRequest, "the select doesn't offer %q", v)
			}
			continue
		}
		kind := map[int]int{userSelect: userOption, roleSelect: roleOption, mentionableSelect: mentionableOption, channelSelect: channelOption}[it.Type]
		id, err := s.resolve(&found, kind, v, c)
		if err != nil {
			return nil, err
		}
		values[i] = id.String()
	}
	return found.orNil(), nil
}

// submitModal submits the modal that an earlier interaction opened.
func (s *Server) submitModal(_ http.ResponseWriter, r *http.Request) (any, error) {
	var b struct {
		User        string                     `json:"user"`
		Interaction snowflake                  `json:"interaction"`
		CustomID    string                     `json:"custom_id"`
		Fields      map[string]json.RawMessage `json:"fields"`
	}
	if err := readSide(r, &b); err != nil {
		return nil, err
	}
	s.mu.Lock()
	in, data, err := s.submission(b.User, b.Interaction, b.CustomID, b.Fields)
	if err != nil {
		s.mu.Unlock()
		return nil, err
	}
	return s.interact(r, in, data)
}

type submitData struct {
	CustomID   string `json:"custom_id"`
	Components []any  `json:"components"`
}

func (s *Server) submission(userName string, id snowflake, custom string, fields map[string]json.RawMessage) (*interaction, any, error) {
	u, err := s.world.findUser(userName)
	if err != nil {
		return nil, nil, err
	}
	from := s.interactions.byID[id]
	switch {
	case from == nil || from.modal == nil:
		return nil, nil, refuse(http.StatusNotFound, "no modal is open for this interaction")
	case from.user != u:
		return nil, nil, refuse(http.StatusForbidden, "only another user sees this modal")
	case custom != "" && custom != from.modal.CustomID:
		return nil, nil, refuse(http.StatusNotFound, "the modal is %q, not %q", from.modal.CustomID, custom)
	case time.Since(from.created) > s.cfg.TokenLife:
		return nil, nil, refuse(http.StatusConflict, "the modal has expired")
	}
	if err := s.usable(u, from.channel); err != nil {
		return nil, nil, err
	}
	data := submitData{CustomID: from.modal.CustomID}
	known := map[string]bool{}
	if data.Components, err = s.filled(from, from.modal.Components, fields, known); err != nil {
		return nil, nil, err
	}
	for name := range fields {
		if !known[name] {
			return nil, nil, refuse(http.StatusBadRequest, "the modal has no field %q", name)
		}
	}
	from.modal = nil
	return &interaction{kind: modalInteraction, user: u, channel: from.channel, source: from.source, command: from.command, from: from.metadata()}, data, nil
}

// filled is the modal's components with what the user put into them.
func (s *Server) filled(from *interaction, in []component, fields map[string]json.RawMessage, known map[string]bool) ([]any, error) {
	all := []any{}
	for i := range in {
		c := &in[i]
		out := map[string]any{"type": c.Type, "id": c.ID}
		switch {
		case c.Type == textDisplay:
		case c.Type == actionRow:
			inner, err := s.filled(from, c.Components, fields, known)
			if err != nil {
				return nil, err
			}
			out["components"] = inner
		case c.Type == label:
			inner, err := s.filled(from, []component{*c.Component}, fields, known)
			if err != nil {
				return nil, err
			}
			out["component"] = inner[0]
		default:
			name := c.CustomID.v
			known[name], out["custom_id"] = true, name
			if err := s.fill(out, c, fields[name], from.channel); err != nil {
				return nil, err
			}
		}
		all = append(all, out)
	}
	return all, nil
}

// fill checks one field. Left out, a text is what the modal suggested and a select empty.
func (s *Server) fill(out map[string]any, c *component, value json.RawMessage, in *channel) error {
	name := c.CustomID.v
	if c.Type != textInput {
		var values []string
		if len(value) > 0 && json.Unmarshal(value, &values) != nil {
			return refuse(http.StatusBadRequest, "%q takes a list of values", name)
		}
		values = listOf(values)
		if len(values) > 0 || c.Required.or(true) {
			if _, err := s.chosen(c, in, values); err != nil {
				return err
			}
		}
		out["values"] = values
		return nil
	}
	text := c.Value.or("")
	if len(value) > 0 && json.Unmarshal(value, &text) != nil {
		return refuse(http.StatusBadRequest, "%q takes a text", name)
	}
	switch n := len([]rune(text)); {
	case n == 0 && c.Required.or(true):
		return refuse(http.StatusBadRequest, "%q is required", name)
	case n > 0 && n < c.MinLength.or(0), n > c.MaxLength.or(4000):
		return refuse(http.StatusBadRequest, "%q takes %d to %d characters", name, c.MinLength.or(0), c.MaxLength.or(4000))
	}
	out["value"] = text
	return nil
}
