package sandbox

import (
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strings"
)

// invocation is a command as a user gives it: subcommands follow its name after spaces, options are by name.
type invocation struct {
	User    string                     `json:"user"`
	Channel string                     `json:"channel"`
	Command string                     `json:"command"`
	Options map[string]json.RawMessage `json:"options"`
	Focused string                     `json:"focused,omitempty"` // autocomplete: the option being typed
	Target  string                     `json:"target,omitempty"`  // context menu commands: a user or a message
}

type commandData struct {
	ID       snowflake    `json:"id"`
	Name     string       `json:"name"`
	Type     int          `json:"type"`
	GuildID  snowflake    `json:"guild_id,omitzero"`
	Options  []optionData `json:"options,omitempty"`
	Resolved *resolved    `json:"resolved,omitempty"`
	TargetID snowflake    `json:"target_id,omitzero"`
}

type optionData struct {
	Name    string       `json:"name"`
	Type    int          `json:"type"`
	Value   any          `json:"value,omitempty"`
	Focused bool         `json:"focused,omitempty"`
	Options []optionData `json:"options,omitempty"`
}

// resolved has the objects behind the ids in options and values.
type resolved struct {
	Users    map[snowflake]*user       `json:"users,omitempty"`
	Members  map[snowflake]*bareMember `json:"members,omitempty"`
	Roles    map[snowflake]*role       `json:"roles,omitempty"`
	Channels map[snowflake]any         `json:"channels,omitempty"`
	Messages map[snowflake]*message    `json:"messages,omitempty"`
}

func (r *resolved) orNil() *resolved {
	if len(r.Users)+len(r.Roles)+len(r.Channels)+len(r.Messages) == 0 {
		return nil
	}
	return r
}

func put[V any](m *map[snowflake]V, id snowflake, v V) {
	if *m == nil {
		*m = map[snowflake]V{}
	}
	(*m)[id] = v
}

func (s *Server) useCommand(_ http.ResponseWriter, r *http.Request) (any, error) {
	return s.invoke(r, commandInteraction)
}

func (s *Server) useAutocomplete(_ http.ResponseWriter, r *http.Request) (any, error) {
	return s.invoke(r, autocompleteInteraction)
}

func (s *Server) invoke(r *http.Request, kind int) (any, error) {
	var b invocation
	if err := readSide(r, &b); err != nil {
		return nil, err
	}
	s.mu.Lock()
	in, data, err := s.invocation(b, kind)
	if err != nil {
		s.mu.Unlock()
		return nil, err
	}
	return s.interact(r, in, data)
}

// invocation checks a command as a client would and makes its interaction.
func (s *Server) invocation(b invocation, kind int) (*interaction, any, error) {
	u, c, err := s.place(b.User, b.Channel)
	if err == nil {
		err = s.usable(u, c)
	}
	if err != nil {
		return nil, nil, err
	}
	cmd, rest := s.commandNamed(strings.TrimPrefix(b.Command, "/"), c.guild)
	if cmd == nil {
		return nil, nil, refuse(http.StatusBadRequest, "there is no command %q", b.Command)
	}
	allowed := c.permissionsOf(u.ID)
	need := cmd.Permissions.or(0)
	switch {
	case cmd.Contexts.given() && !slices.Contains(cmd.Contexts.v, 0):
		return nil, nil, refuse(http.StatusBadRequest, "/%s is not for guilds", cmd.Name)
	case !allowed.has(useCommands), cmd.Permissions.given() && need == 0 && !allowed.has(administrator), !allowed.has(need):
		return nil, nil, refuse(http.StatusForbidden, "%s may not use /%s here", u.name(), cmd.Name)
	}
	in := &interaction{kind: kind, user: u, channel: c, command: cmd.Name}
	data := commandData{ID: cmd.ID, Name: cmd.Name, Type: cmd.Type, GuildID: cmd.GuildID}
	var found resolved
	if cmd.Type == slashCommand {
		f := filling{s: s, channel: c, found: &found, given: b.Options, focused: b.Focused, complete: kind == autocompleteInteraction}
		if data.Options, err = f.level(cmd.Options, rest); err != nil {
			return nil, nil, err
		}
	} else if in.target, err = s.targeted(cmd, c, u, b.Target, &found); err != nil {
		return nil, nil, err
	}
	data.TargetID, data.Resolved = in.target, found.orNil()
	if len(rest) > 0 {
		in.command += " " + strings.Join(rest, " ")
	}
	return in, data, nil
}

// commandNamed finds a command; what follows a slash command's name are its subcommands.
func (s *Server) commandNamed(text string, g *guild) (*command, []string) {
	words := strings.Fields(text)
	for _, scope := range []snowflake{g.id, 0} {
		for _, c := range s.world.commands[scope] {
			if c.Name == text && c.Type != slashCommand {
				return c, nil
			}
			if len(words) > 0 && c.Name == words[0] && c.Type == slashCommand {
				return c, words[1:]
			}
		}
	}
	return nil, nil
}

// targeted resolves what a context menu command was opened on.
func (s *Server) targeted(cmd *command, c *channel, u *user, ref string, found *resolved) (snowflake, error) {
	if cmd.Type == userCommand {
		return s.resolve(found, userOption, ref, c)
	}
	id, _ := parseID(ref)
	m := s.world.messages[id]
	if m == nil || m.ChannelID != c.id || m.viewer != 0 && m.viewer != u.ID {
		return 0, refuse(http.StatusNotFound, "the message is gone")
	}
	put(&found.Messages, id, m)
	return id, nil
}

// filling turns a user's options into an interaction's.
type filling struct {
	s        *Server
	channel  *channel
	found    *resolved
	given    map[string]json.RawMessage
	focused  string
	complete bool // autocomplete: what is missing isn't an error yet
}

func (f *filling) level(all []option, path []string) ([]optionData, error) {
	if len(all) > 0 && all[0].Type <= groupOption {
		if len(path) == 0 {
			return nil, refuse(http.StatusBadRequest, "the command needs one of its subcommands")
		}
		i := slices.IndexFunc(all, func(o option) bool { return o.Name == path[0] })
		if i < 0 {
			return nil, refuse(http.StatusBadRequest, "there is no subcommand %q", path[0])
		}
		inner, err := f.level(all[i].Options, path[1:])
		return []optionData{{Name: path[0], Type: all[i].Type, Options: inner}}, err
	}
	if len(path) > 0 {
		return nil, refuse(http.StatusBadRequest, "there is no subcommand %q", path[0])
	}
	for name := range f.given {
		if !slices.ContainsFunc(all, func(o option) bool { return o.Name == name }) {
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
			_ = json.Unmarshal(raw, &text) // numbers keep their digits
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

// value checks an option's value by its type, choices and limits.
func (f *filling) value(o *option, raw json.RawMessage) (any, error) {
	bad := func(want string) error { return refuse(http.StatusBadRequest, "the option %q takes %s", o.Name, want) }
	var text string
	isText := json.Unmarshal(raw, &text) == nil
	switch o.Type {
	case stringOption:
		switch n := len([]rune(text)); {
		case !isText:
			return nil, bad("a text")
		case n < o.MinLength.or(0) || n > o.MaxLength.or(6000):
			return nil, refuse(http.StatusBadRequest, "the option %q takes %d to %d characters", o.Name, o.MinLength.or(0), o.MaxLength.or(6000))
		}
		return text, f.offered(o, text)
	case integerOption, numberOption:
		n := 0.0
		switch {
		case json.Unmarshal(raw, &n) != nil:
			return nil, bad("a number")
		case o.Type == integerOption && (n != math.Trunc(n) || math.Abs(n) > 1<<53):
			return nil, bad("a whole number")
		case n < o.Min.or(math.Inf(-1)):
			return nil, refuse(http.StatusBadRequest, "the option %q must be at least %v", o.Name, o.Min.v)
		case n > o.Max.or(math.Inf(1)):
			return nil, refuse(http.StatusBadRequest, "the option %q must be at most %v", o.Name, o.Max.v)
		}
		if o.Type == integerOption {
			return int64(n), f.offered(o, n)
		}
		return n, f.offered(o, n)
	case booleanOption:
		b := false
		if json.Unmarshal(raw, &b) != nil {
			return nil, bad("true or false")
		}
		return b, nil
	case attachmentOption:
		return nil, refuse(http.StatusBadRequest, "files in commands are not supported here")
	}
	if !isText {
		return nil, bad("a name or an id")
	}
	return f.s.resolve(f.found, o.Type, text, f.channel)
}

// offered checks that a value is one of the choices, if there are any.
func (f *filling) offered(o *option, v any) error {
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

// resolve finds the user, channel or role that a value names and puts it among the resolved.
func (s *Server) resolve(found *resolved, kind int, ref string, in *channel) (snowflake, error) {
	if kind == userOption || kind == mentionableOption {
		u, err := s.world.findUser(ref)
		if err == nil {
			put(&found.Users, u.ID, u)
			if m := in.guild.members[u.ID]; m != nil {
				put(&found.Members, u.ID, m.bare())
			}
			return u.ID, nil
		}
		if kind == userOption {
			return 0, refuse(http.StatusBadRequest, "there is no user %q", ref)
		}
	}
	if kind == channelOption {
		c, err := s.world.findChannel(ref)
		if err != nil {
			return 0, refuse(http.StatusBadRequest, "there is no channel %q", ref)
		}
		put(&found.Channels, c.id, c.wire())
		return c.id, nil
	}
	if i := in.guild.roleNamed(ref); i >= 0 {
		r := in.guild.roles[i]
		put(&found.Roles, r.ID, r)
		return r.ID, nil
	}
	return 0, refuse(http.StatusBadRequest, "there is no role %q", ref)
}
