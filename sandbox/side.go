package sandbox

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// sideError is an error of the user's side with the status that it is answered with.
type sideError struct {
	status int
	text   string
}

func (e *sideError) Error() string { return e.text }

func refuse(status int, format string, args ...any) error {
	return &sideError{status, fmt.Sprintf(format, args...)}
}

type sideRoute func(http.ResponseWriter, *http.Request) (any, error)

// sideRoutes are what users do, as HTTP: the page, drivers and tests use them.
func (s *Server) sideRoutes() *http.ServeMux {
	mux := http.NewServeMux()
	for pattern, do := range map[string]sideRoute{
		"GET /sandbox/world":         s.showWorld,
		"GET /sandbox/commands":      s.showCommands,
		"GET /sandbox/messages":      s.showMessages,
		"GET /sandbox/payloads":      s.showPayloads,
		"GET /sandbox/calls":         s.showCalls,
		"GET /sandbox/events":        s.events,
		"POST /sandbox/users":        s.makeUser,
		"POST /sandbox/command":      s.useCommand,
		"POST /sandbox/autocomplete": s.useAutocomplete,
		"POST /sandbox/click":        s.useComponent,
		"POST /sandbox/submit":       s.submitModal,
		"GET /sandbox/faults":        s.showFaults,
		"POST /sandbox/faults":       s.addFault,
		"DELETE /sandbox/faults":     s.clearFaults,
		"POST /sandbox/say":          s.say,
		"POST /sandbox/guilds":       s.makeGuild,
		"POST /sandbox/channels":     s.makeChannel,
		"POST /sandbox/members":      s.changeMember,
		"POST /sandbox/roles":        s.makeRole,
		"POST /sandbox/permissions":  s.changePermissions,

		"DELETE /sandbox/guilds/{guild}":     s.throwOut,
		"DELETE /sandbox/roles/{role}":       s.dropRole,
		"DELETE /sandbox/channels/{channel}": s.dropChannel,
		"DELETE /sandbox/messages/{message}": s.dropMessage,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			body, err := do(w, r)
			switch {
			case err != nil:
				status := http.StatusBadRequest
				var known *sideError
				if errors.As(err, &known) {
					status = known.status
				} else if errors.Is(err, errNoUser) || errors.Is(err, errNoChannel) || errors.Is(err, errNoGuild) {
					status = http.StatusNotFound
				}
				s.write(w, status, map[string]string{"error": err.Error()})
			case body != nil:
				s.write(w, http.StatusOK, body)
			}
		})
	}
	return mux
}

func (s *Server) serveSide(w http.ResponseWriter, r *http.Request) {
	if _, pattern := s.side.Handler(r); pattern == "" {
		s.write(w, http.StatusNotFound, map[string]string{"error": "there is no " + r.Method + " " + r.URL.Path})
		return
	}
	s.side.ServeHTTP(w, r)
}

func readSide(r *http.Request, v any) error {
	d := json.NewDecoder(http.MaxBytesReader(nil, r.Body, 1<<20))
	d.DisallowUnknownFields()
	err := d.Decode(v)
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind) && kind.Field != "":
		return refuse(http.StatusBadRequest, "%q takes no %s", kind.Field, kind.Value)
	case err != nil:
		return refuse(http.StatusBadRequest, "the body can't be read: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	return nil
}

// since reads from which number on a list is wanted: from the beginning unless it is said.
func since(r *http.Request) (int, error) {
	text := r.URL.Query().Get("since")
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, refuse(http.StatusBadRequest, "since is a number from 0 on, not %q", text)
	}
	return n, nil
}

// checkName holds a name to its length, and to something in it that shows: one line of more than blanks.
func checkName(what, name string, low, high int) error {
	shows := func(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }
	breaks := func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp) }
	switch n := utf8.RuneCountInString(name); {
	case n < low || n > high:
		return refuse(http.StatusBadRequest, "%s has %d to %d characters", what, low, high)
	case !strings.ContainsFunc(name, shows) || strings.ContainsFunc(name, breaks):
		return refuse(http.StatusBadRequest, "%s is one line with more than blanks in it, not %q", what, name)
	}
	return nil
}

// seen is the channel of that name if the user sees it.
func (s *Server) seen(u *user, name string) (*channel, error) {
	c, err := s.world.findChannel(name)
	if err != nil {
		return nil, err
	}
	if !c.visible(u.ID) {
		return nil, refuse(http.StatusForbidden, "%s doesn't see this channel", u.name())
	}
	return c, nil
}

// place resolves the user and the channel that most calls name.
func (s *Server) place(userName, channelName string) (*user, *channel, error) {
	u, err := s.world.findUser(userName)
	if err != nil {
		return nil, nil, err
	}
	c, err := s.seen(u, channelName)
	return u, c, err
}

func (s *Server) makeUser(_ http.ResponseWriter, r *http.Request) (any, error) {
	var b struct {
		Name string `json:"name"`
	}
	if err := readSide(r, &b); err != nil {
		return nil, err
	}
	if err := checkName("a user's name", b.Name, 1, 32); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.world.byName[b.Name]
	u := s.world.addUser(b.Name, time.Now())
	if known == nil {
		for _, g := range s.world.guilds {
			s.memberEvent(g, g.members[u.ID], "ADD")
		}
	}
	return personOf(u), nil
}

func (s *Server) showWorld(http.ResponseWriter, *http.Request) (any, error) {
	type channelView struct {
		ID       snowflake      `json:"id"`
		Name     string         `json:"name"`
		Type     int            `json:"type"`
		Parent   opt[snowflake] `json:"parent"`
		Archived bool           `json:"archived"`
	}
	type guildView struct {
		ID       snowflake     `json:"id"`
		Name     string        `json:"name"`
		Owner    snowflake     `json:"owner"`
		Bot      bool          `json:"bot"`
		Members  []snowflake   `json:"members"`
		Roles    []*role       `json:"roles"`
		Channels []channelView `json:"channels"`
	}
	type botView struct {
		ID        snowflake `json:"id"`
		Name      string    `json:"name"`
		Connected bool      `json:"connected"`
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	users, guilds := []person{}, []guildView{}
	for _, u := range s.world.users {
		if !u.Bot {
			users = append(users, personOf(u))
		}
	}
	slices.SortFunc(users, func(a, b person) int { return cmp.Compare(a.ID, b.ID) })
	for _, g := range s.world.guilds {
		v := guildView{ID: g.id, Name: g.name, Owner: g.owner, Bot: g.members[s.world.bot.ID] != nil, Members: []snowflake{},
			Roles: slices.Clone(g.roles), Channels: []channelView{}}
		for _, m := range g.sortedMembers() {
			v.Members = append(v.Members, m.User.ID)
		}
		for _, c := range g.channels {
			cv := channelView{ID: c.id, Name: c.name, Type: c.kind, Parent: null[snowflake]()}
			if c.thread != nil {
				cv.Parent, cv.Archived = some(c.thread.parent.id), c.thread.archived
			}
			v.Channels = append(v.Channels, cv)
		}
		guilds = append(guilds, v)
	}
	return map[string]any{"users": users, "guilds": guilds,
		"bot": botView{s.world.bot.ID, s.world.bot.Username, s.gateway.connected()}}, nil
}

// showCommands gives the commands that a guild has: the global ones, then its own.
func (s *Server) showCommands(_ http.ResponseWriter, r *http.Request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, err := s.world.findGuild(r.URL.Query().Get("guild"))
	if err != nil {
		return nil, err
	}
	return listOf(s.world.commands[0], s.world.commands[g.id]), nil
}

func (s *Server) showMessages(_ http.ResponseWriter, r *http.Request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	u, c, err := s.place(r.URL.Query().Get("user"), r.URL.Query().Get("channel"))
	if err != nil {
		return nil, err
	}
	all := []view{}
	for _, m := range c.messages {
		if m.viewer == 0 || m.viewer == u.ID {
			all = append(all, viewOf(m))
		}
	}
	return all, nil
}

// showPayloads gives every body that ever reached the user, oldest first, from number "since" on if that is said.
func (s *Server) showPayloads(_ http.ResponseWriter, r *http.Request) (any, error) {
	from, err := since(r)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	u, err := s.world.findUser(r.URL.Query().Get("user"))
	if err != nil {
		return nil, err
	}
	all := []payload{}
	for i, p := range s.payloads.since(from) {
		left, gone := p.channel.guild.left[u.ID]
		if p.viewer == u.ID || p.viewer == 0 && (p.channel.visible(u.ID) || gone && i < left) {
			all = append(all, p)
		}
	}
	return all, nil
}

// showCalls gives the bot's calls in order, from number "since" on if that is said.
func (s *Server) showCalls(_ http.ResponseWriter, r *http.Request) (any, error) {
	from, err := since(r)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	all := []call{}
	for _, c := range s.calls.since(from) {
		all = append(all, c)
	}
	return all, nil
}
