package user

import (
	"net/http"
	"slices"
	"time"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// interactionResult is the answer to a user once the bot has responded.
type interactionResult struct {
	Interaction wire.Snowflake `json:"interaction"`
	Ms          float64        `json:"ms"`
	Response    world.Outcome  `json:"response"`
}

// interact dispatches an interaction and waits for the bot's response, at most as long as Discord does.
// The world's lock must be held; interact unlocks it.
func (s *Side) interact(r *http.Request, in *world.Interaction, data any) (any, error) {
	s.world.Begin(in, data)
	s.world.Unlock()
	late := time.NewTimer(s.cfg.ReplyWithin)
	defer late.Stop()
	came := func(o world.Outcome) (any, error) {
		if m, is := o.Data.(*world.Message); is && m != nil {
			o.Data = viewOf(m)
		}
		return interactionResult{in.ID, wire.Milliseconds(o.At.Sub(in.Created)), o}, nil
	}
	select {
	case o := <-in.Done:
		return came(o)
	case <-late.C:
		select {
		case o := <-in.Done: // the response was in time, but this goroutine was late
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

// usable checks that a user can use the bot in a channel at all.
func (s *Side) usable(u *world.User, c *world.Channel) error {
	switch {
	case c.Guild.Members[u.ID] == nil:
		return refuse(http.StatusForbidden, "%s is not in this guild", u.Name())
	case c.Thread != nil && c.Thread.Archived && c.Thread.Locked:
		return refuse(http.StatusConflict, "the thread is locked")
	}
	return nil
}

// useComponent clicks a button, or chooses in a select.
func (s *Side) useComponent(_ http.ResponseWriter, r *http.Request) (any, error) {
	var b struct {
		User     string         `json:"user"`
		Channel  string         `json:"channel"`
		Message  wire.Snowflake `json:"message"`
		CustomID string         `json:"custom_id"`
		Values   []string       `json:"values"`
	}
	if err := readSide(r, &b); err != nil {
		return nil, err
	}
	s.world.Lock()
	in, data, err := s.click(b.User, b.Channel, b.Message, b.CustomID, b.Values)
	if err != nil {
		s.world.Unlock()
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

func (s *Side) click(userName, channelName string, id wire.Snowflake, custom string, values []string) (*world.Interaction, any, error) {
	m := s.world.Messages[id]
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
	case m == nil || m.ChannelID != c.ID:
		return nil, nil, refuse(http.StatusNotFound, "the message no longer exists")
	case m.Viewer != 0 && m.Viewer != u.ID:
		return nil, nil, refuse(http.StatusForbidden, "this message is only visible to another user")
	case m.Author.ID != s.world.Bot.ID:
		return nil, nil, refuse(http.StatusForbidden, "this message is not the bot's")
	}
	owners := s.world.Owners(c, u, nil, m.Metadata)
	if len(owners) == 0 {
		return nil, nil, refuse(http.StatusConflict, "%s is not in this guild", s.world.Bot.Name())
	}
	it := world.Find(m.Components.List, custom)
	switch {
	case it == nil:
		return nil, nil, refuse(http.StatusNotFound, "the message has no component %q", custom)
	case it.Disabled.Or(false):
		return nil, nil, refuse(http.StatusConflict, "the component is disabled")
	}
	data := componentData{CustomID: custom, Type: it.Type, ID: it.ID}
	if it.Type != world.Button {
		data.Values = wire.ListOf(values)
		var found resolved
		if err := s.resolveValues(it, c, data.Values, &found); err != nil {
			return nil, nil, err
		}
		data.Resolved = found.orNil()
	} else if len(values) > 0 {
		return nil, nil, refuse(http.StatusBadRequest, "a button takes no values")
	}
	return &world.Interaction{Kind: world.ComponentInteraction, User: u, Channel: c, Source: m.ID, Command: m.Command, Owners: owners}, data, nil
}

// resolveValues checks the values of a select: that their number is allowed, that each is offered,
// and that none is given twice. Users, roles and channels may be given by name. It also replaces
// names with ids, and adds the objects to found.
func (s *Side) resolveValues(it *world.Component, c *world.Channel, values []string, found *resolved) error {
	if len(values) < it.MinValues.Or(1) || len(values) > it.MaxValues.Or(1) {
		return refuse(http.StatusBadRequest, "the select takes %d to %d values", it.MinValues.Or(1), it.MaxValues.Or(1))
	}
	for i, v := range values {
		if slices.Contains(values[:i], v) {
			return refuse(http.StatusBadRequest, "the value %q is given twice", v)
		}
		if it.Type == world.StringSelect {
			if !slices.ContainsFunc(it.Options, func(o world.SelectOption) bool { return o.Value == v }) {
				return refuse(http.StatusBadRequest, "the select doesn't offer %q", v)
			}
			continue
		}
		kind := map[int]int{world.UserSelect: world.UserOption, world.RoleSelect: world.RoleOption, world.MentionableSelect: world.MentionableOption, world.ChannelSelect: world.ChannelOption}[it.Type]
		id, err := s.resolve(found, kind, v, c)
		if err != nil {
			return err
		}
		values[i] = id.String()
	}
	return nil
}
