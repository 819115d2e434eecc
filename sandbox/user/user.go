// Package user is the HTTP API of a sandbox for its users. It shows them messages, acts for them,
// changes the world for a guild's owner or a developer, and has a stream of events. The page and
// package sandboxtest use nothing else.
//
// When a user uses the bot, this package checks what a client would check (is the message there,
// may this user see it, is the button enabled?), sends an interaction to the bot, and returns the
// bot's response.
package user

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"deuces/sandbox/fault"
	"deuces/sandbox/gateway"
	"deuces/sandbox/rest"
	"deuces/sandbox/ring"
	"deuces/sandbox/wire"
	"deuces/sandbox/world"

	"github.com/rs/zerolog"
)

// Config is the users' side's configuration.
type Config struct {
	ReplyWithin time.Duration // how long a user waits for the bot
	TokenLife   time.Duration // how long a modal can be submitted
	Payloads    int           // deliveries kept
	Log         zerolog.Logger
}

// Side is the users' side of a sandbox.
type Side struct {
	cfg      Config
	world    *world.World
	gateway  *gateway.Gateway
	api      *rest.API
	faults   *fault.List
	stopped  context.Context // done when the sandbox closes, which ends open streams
	routes   *http.ServeMux
	hub      hub
	payloads *ring.Ring[payload]
}

// keptPayloads is the maximum total size in bytes of the bodies that are kept.
const keptPayloads = 512 << 20

// New returns the users' side of a world. It also shows the bot's calls and creates faults.
func New(stopped context.Context, cfg Config, w *world.World, g *gateway.Gateway, a *rest.API, f *fault.List) *Side {
	s := &Side{cfg: cfg, world: w, gateway: g, api: a, faults: f, stopped: stopped, hub: hub{}}
	s.payloads = ring.Weighted(cfg.Payloads, keptPayloads, func(p payload) int { return len(p.Body) })
	s.routes = s.sideRoutes()
	a.OnCall(s.hub.tellCall)
	return s
}

// sideError is an error of the user's side and its HTTP status.
type sideError struct {
	status int
	text   string
}

func (e *sideError) Error() string { return e.text }

func refuse(status int, format string, args ...any) error {
	return &sideError{status, fmt.Sprintf(format, args...)}
}

type sideRoute func(http.ResponseWriter, *http.Request) (any, error)

// sideRoutes returns the routes of the users' side.
func (s *Side) sideRoutes() *http.ServeMux {
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
		"POST /sandbox/react":        s.react,
		"POST /sandbox/dms":          s.directMessages,
		"POST /sandbox/guilds":       s.makeGuild,
		"POST /sandbox/groups":       s.makeGroup,
		"POST /sandbox/installs":     s.install,
		"POST /sandbox/locales":      s.setLocale,
		"POST /sandbox/channels":     s.makeChannel,
		"POST /sandbox/members":      s.changeMember,
		"POST /sandbox/roles":        s.makeRole,
		"POST /sandbox/permissions":  s.changePermissions,

		"DELETE /sandbox/guilds/{guild}":     s.throwOut,
		"DELETE /sandbox/roles/{role}":       s.dropRole,
		"DELETE /sandbox/channels/{channel}": s.dropChannel,
		"PATCH /sandbox/events/{event}":      s.changeEvent,
		"DELETE /sandbox/events/{event}":     s.changeEvent,
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
				} else if errors.Is(err, world.ErrNoUser) || errors.Is(err, world.ErrNoChannel) || errors.Is(err, world.ErrNoGuild) {
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

// ServeHTTP serves /sandbox/….
func (s *Side) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, pattern := s.routes.Handler(r); pattern == "" {
		s.write(w, http.StatusNotFound, map[string]string{"error": "there is no " + r.Method + " " + r.URL.Path})
		return
	}
	s.routes.ServeHTTP(w, r)
}

func (s *Side) write(w http.ResponseWriter, status int, body any) {
	if _, err := wire.WriteJSON(w, status, body); err != nil {
		s.cfg.Log.Error().Err(err).Msg("cannot encode an answer as JSON")
	}
}

func readSide(r *http.Request, v any) error {
	d := json.NewDecoder(http.MaxBytesReader(nil, r.Body, world.MaxRequest))
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

// checkName requires a name of a certain length, on one line, with at least one visible character.
func checkName(what, name string, low, high int) error {
	shows := func(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }
	breaks := func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp) }
	switch n := utf8.RuneCountInString(name); {
	case n < low || n > high:
		return refuse(http.StatusBadRequest, "%s must have %d to %d characters", what, low, high)
	case !strings.ContainsFunc(name, shows) || strings.ContainsFunc(name, breaks):
		return refuse(http.StatusBadRequest, "%s must be one line with a visible character, not %q", what, name)
	}
	return nil
}

// visibleChannel returns the channel with this name, if the user can see it.
func (s *Side) visibleChannel(u *world.User, name string) (*world.Channel, error) {
	c, err := s.world.FindChannel(name)
	if err != nil {
		return nil, err
	}
	if !c.Visible(u.ID) {
		return nil, refuse(http.StatusForbidden, "%s can't see this channel", u.Name())
	}
	return c, nil
}

// place finds the user and the channel that most calls name.
func (s *Side) place(userName, channelName string) (*world.User, *world.Channel, error) {
	u, err := s.world.FindUser(userName)
	if err != nil {
		return nil, nil, err
	}
	c, err := s.visibleChannel(u, channelName)
	return u, c, err
}

func (s *Side) makeUser(_ http.ResponseWriter, r *http.Request) (any, error) {
	var b struct {
		Name string `json:"name"`
	}
	if err := readSide(r, &b); err != nil {
		return nil, err
	}
	if err := checkName("a user's name", b.Name, 1, 32); err != nil {
		return nil, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	known := s.world.ByName[b.Name]
	u := s.world.AddUser(b.Name, time.Now())
	if known == nil {
		for _, g := range s.world.Guilds {
			s.world.MemberEvent(g, g.Members[u.ID], "ADD")
		}
	}
	return personOf(u), nil
}
