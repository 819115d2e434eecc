package user

import (
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strings"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// newInteraction is a command as a user enters it. Subcommands follow the name after spaces; options are given by name.
type invocation struct {
	User    string                     `json:"user"`
	Channel string                     `json:"channel"`
	Command string                     `json:"command"`
	Options map[string]json.RawMessage `json:"options"`
	Focused string                     `json:"focused,omitempty"` // autocomplete: the option being typed
	Target  string                     `json:"target,omitempty"`  // context menu commands: a user or a message
}

type commandData struct {
	ID       wire.Snowflake `json:"id"`
	Name     string         `json:"name"`
	Type     int            `json:"type"`
	GuildID  wire.Snowflake `json:"guild_id,omitzero"`
	Options  []optionData   `json:"options,omitempty"`
	Resolved *resolved      `json:"resolved,omitempty"`
	TargetID wire.Snowflake `json:"target_id,omitzero"`
}

type optionData struct {
	Name    string       `json:"name"`
	Type    int          `json:"type"`
	Value   any          `json:"value,omitempty"`
	Focused bool         `json:"focused,omitempty"`
	Options []optionData `json:"options,omitempty"`
}

// resolved has the objects for the ids in options and values.
type resolved struct {
	Users    map[wire.Snowflake]*world.User       `json:"users,omitempty"`
	Members  map[wire.Snowflake]*world.BareMember `json:"members,omitempty"`
	Roles    map[wire.Snowflake]*world.Role       `json:"roles,omitempty"`
	Channels map[wire.Snowflake]any               `json:"channels,omitempty"`
	Messages map[wire.Snowflake]*world.Message    `json:"messages,omitempty"`
}

func (r *resolved) orNil() *resolved {
	if len(r.Users)+len(r.Roles)+len(r.Channels)+len(r.Messages) == 0 {
		return nil
	}
	return r
}

func put[V any](m *map[wire.Snowflake]V, id wire.Snowflake, v V) {
	if *m == nil {
		*m = map[wire.Snowflake]V{}
	}
	(*m)[id] = v
}

func (s *Side) useCommand(_ http.ResponseWriter, r *http.Request) (any, error) {
	return s.invoke(r, world.CommandInteraction)
}

func (s *Side) useAutocomplete(_ http.ResponseWriter, r *http.Request) (any, error) {
	return s.invoke(r, world.AutocompleteInteraction)
}

func (s *Side) invoke(r *http.Request, kind int) (any, error) {
	var b invocation
	if err := readSide(r, &b); err != nil {
		return nil, err
	}
	s.world.Lock()
	in, data, err := s.newInteraction(b, kind)
	if err != nil {
		s.world.Unlock()
		return nil, err
	}
	return s.interact(r, in, data)
}

// newInteraction checks a command as a client would, and creates an interaction for it.
func (s *Side) newInteraction(b invocation, kind int) (*world.Interaction, any, error) {
	u, c, err := s.place(b.User, b.Channel)
	if err == nil {
		err = s.usable(u, c)
	}
	if err != nil {
		return nil, nil, err
	}
	cmd, rest := s.commandNamed(strings.TrimPrefix(b.Command, "/"), c.Guild)
	if cmd == nil {
		return nil, nil, refuse(http.StatusBadRequest, "there is no command %q", b.Command)
	}
	allowed := c.PermissionsOf(u.ID)
	need := cmd.Permissions.Or(0)
	switch {
	case !s.world.Offers(cmd, c, u):
		return nil, nil, refuse(http.StatusBadRequest, "%s has no /%s in this place", u.Name(), cmd.Name)
	case !allowed.Has(world.UseCommands), cmd.Permissions.Given() && need == 0 && !allowed.Has(world.Administrator), !allowed.Has(need):
		return nil, nil, refuse(http.StatusForbidden, "%s may not use /%s here", u.Name(), cmd.Name)
	}
	in := &world.Interaction{Kind: kind, User: u, Channel: c, Command: cmd.Name, Owners: s.world.Owners(c, u, cmd, nil)}
	data := commandData{ID: cmd.ID, Name: cmd.Name, Type: cmd.Type, GuildID: cmd.GuildID}
	var found resolved
	if cmd.Type == world.SlashCommand {
		f := optionParser{s: s, channel: c, found: &found, given: b.Options, focused: b.Focused, complete: kind == world.AutocompleteInteraction}
		if data.Options, err = f.parse(cmd.Options, rest); err != nil {
			return nil, nil, err
		}
	} else if in.Target, err = s.resolveTarget(cmd, c, u, b.Target, &found); err != nil {
		return nil, nil, err
	}
	data.TargetID, data.Resolved = in.Target, found.orNil()
	if len(rest) > 0 {
		in.Command += " " + strings.Join(rest, " ")
	}
	return in, data, nil
}

// commandNamed returns the command that a text names, and the names of the subcommands that follow.
func (s *Side) commandNamed(text string, g *world.Guild) (*world.Command, []string) {
	words := strings.Fields(text)
	for _, scope := range []wire.Snowflake{g.ID, 0} {
		for _, c := range s.world.Commands[scope] {
			if c.Name == text && c.Type != world.SlashCommand {
				return c, nil
			}
			if len(words) > 0 && c.Name == words[0] && c.Type == world.SlashCommand {
				return c, words[1:]
			}
		}
	}
	return nil, nil
}

// resolveTarget resolves the target of a context menu command.
func (s *Side) resolveTarget(cmd *world.Command, c *world.Channel, u *world.User, ref string, found *resolved) (wire.Snowflake, error) {
	if cmd.Type == world.UserCommand {
		return s.resolve(found, world.UserOption, ref, c)
	}
	id, _ := wire.ParseID(ref)
	m := s.world.Messages[id]
	if m == nil || m.ChannelID != c.ID || m.Viewer != 0 && m.Viewer != u.ID {
		return 0, refuse(http.StatusNotFound, "the message no longer exists")
	}
	put(&found.Messages, id, m)
	return id, nil
}

// optionParser converts the options that a user entered to the options of an interaction.
type optionParser struct {
	s        *Side
	channel  *world.Channel
	found    *resolved
	given    map[string]json.RawMessage
	focused  string
	complete bool // for autocomplete, in which a missing option is not an error
}

func (f *optionParser) parse(all []world.Option, path []string) ([]optionData, error) {
	if len(all) > 0 && all[0].Type <= world.GroupOption {
		if len(path) == 0 {
			return nil, refuse(http.StatusBadRequest, "the command needs one of its subcommands")
		}
		i := slices.IndexFunc(all, func(o world.Option) bool { return o.Name == path[0] })
		if i < 0 {
			return nil, refuse(http.StatusBadRequest, "there is no subcommand %q", path[0])
		}
		inner, err := f.parse(all[i].Options, path[1:])
		return []optionData{{Name: path[0], Type: all[i].Type, Options: inner}}, err
	}
	if len(path) > 0 {
		return nil, refuse(http.StatusBadRequest, "there is no subcommand %q", path[0])
	}
	for name := range f.given {
		if !slices.ContainsFunc(all, func(o world.Option) bool { return o.Name == name }) {
			return nil, refuse(http.StatusBadRequest, "there is no option %q", name)
		}
	}
	out := []optionData{}
	for _, o := range all {
		raw, given := f.given[o.Name]
		focused := f.complete && o.Name == f.focused
		switch {
		case focused && !o.Autocomplete:
			return nil, refuse(http.StatusBadRequest, "the option %q has no autocomplete", o.Name)
		case focused:
			text := strings.Trim(string(raw), `"`)
			_ = json.Unmarshal(raw, &text) // fails for a number, which stays as it was entered
			out = append(out, optionData{Name: o.Name, Type: o.Type, Value: text, Focused: true})
			continue
		case !given && o.Required && !f.complete:
			return nil, refuse(http.StatusBadRequest, "the option %q is required", o.Name)
		case !given:
			continue
		}
		v, err := f.value(&o, raw)
		if err != nil {
			return nil, err
		}
		out = append(out, optionData{Name: o.Name, Type: o.Type, Value: v})
	}
	if f.complete && !slices.ContainsFunc(out, func(o optionData) bool { return o.Focused }) {
		return nil, refuse(http.StatusBadRequest, "there is no option %q to complete", f.focused)
	}
	return out, nil
}

// value checks an option's value against its type, choices and limits.
func (f *optionParser) value(o *world.Option, raw json.RawMessage) (any, error) {
	bad := func(want string) error { return refuse(http.StatusBadRequest, "the option %q takes %s", o.Name, want) }
	var text string
	isText := json.Unmarshal(raw, &text) == nil
	switch o.Type {
	case world.StringOption:
		switch n := len([]rune(text)); {
		case !isText:
			return nil, bad("a string")
		case n < o.MinLength.Or(0) || n > o.MaxLength.Or(6000):
			return nil, refuse(http.StatusBadRequest, "the option %q takes %d to %d characters", o.Name, o.MinLength.Or(0), o.MaxLength.Or(6000))
		}
		return text, f.checkChoice(o, text)
	case world.IntegerOption, world.NumberOption:
		n := 0.0
		switch {
		case json.Unmarshal(raw, &n) != nil:
			return nil, bad("a number")
		case o.Type == world.IntegerOption && (n != math.Trunc(n) || math.Abs(n) > 1<<53):
			return nil, bad("a whole number")
		case n < o.Min.Or(math.Inf(-1)):
			return nil, refuse(http.StatusBadRequest, "the option %q must be at least %v", o.Name, o.Min.V)
		case n > o.Max.Or(math.Inf(1)):
			return nil, refuse(http.StatusBadRequest, "the option %q must be at most %v", o.Name, o.Max.V)
		}
		if o.Type == world.IntegerOption {
			return int64(n), f.checkChoice(o, n)
		}
		return n, f.checkChoice(o, n)
	case world.BooleanOption:
		b := false
		if json.Unmarshal(raw, &b) != nil {
			return nil, bad("true or false")
		}
		return b, nil
	case world.AttachmentOption:
		return nil, bad("a file, which the sandbox leaves out")
	}
	if !isText {
		return nil, bad("a name or an id")
	}
	return f.s.resolve(f.found, o.Type, text, f.channel)
}

// checkChoice checks that a value is one of the choices, if the option has any.
func (f *optionParser) checkChoice(o *world.Option, v any) error {
	for _, c := range o.Choices {
		var offered any
		_ = json.Unmarshal(c.Value, &offered) // checked at registration
		if offered == v {
			return nil
		}
	}
	if len(o.Choices) > 0 {
		return refuse(http.StatusBadRequest, "the option %q doesn't offer %v", o.Name, v)
	}
	return nil
}

// resolve finds the user, channel or role that a value names and adds it to found.
func (s *Side) resolve(found *resolved, kind int, ref string, in *world.Channel) (wire.Snowflake, error) {
	if kind == world.UserOption || kind == world.MentionableOption {
		u, err := s.world.FindUser(ref)
		if err == nil {
			put(&found.Users, u.ID, u)
			if m := in.Guild.Members[u.ID]; m != nil {
				put(&found.Members, u.ID, m.Bare())
			}
			return u.ID, nil
		}
		if kind == world.UserOption {
			return 0, refuse(http.StatusBadRequest, "there is no user %q", ref)
		}
	}
	if kind == world.ChannelOption {
		c, err := s.world.FindChannel(ref)
		if err != nil {
			return 0, refuse(http.StatusBadRequest, "there is no channel %q", ref)
		}
		put(&found.Channels, c.ID, c.Wire())
		return c.ID, nil
	}
	if i := in.Guild.RoleNamed(ref); i >= 0 {
		r := in.Guild.Roles[i]
		put(&found.Roles, r.ID, r)
		return r.ID, nil
	}
	return 0, refuse(http.StatusBadRequest, "there is no role %q", ref)
}
