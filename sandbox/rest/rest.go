// Package rest is Discord's REST API: the routes (routes.go has them all), the bot's token, rate
// limits, and the record of each call. A handler gets a request that has been read and authorized,
// works on the world under its lock, and returns a status and a body. Errors become Discord's error
// responses.
package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"math"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"deuces/sandbox/fault"
	"deuces/sandbox/gateway"
	"deuces/sandbox/ring"
	"deuces/sandbox/wire"
	"deuces/sandbox/world"

	"github.com/rs/zerolog"
)

// Config is the API's configuration.
type Config struct {
	ReplyWithin time.Duration // the deadline of an interaction's first response
	TokenLife   time.Duration // how long an interaction's token lives
	OldMessage  time.Duration // the age from which edits of a message are throttled
	Global      int           // maximum number of calls per second over all routes
	Invalid     int           // number of responses with 401, 403 or 429 in ten minutes that leads to a ban
	Unlimited   bool          // no rate limits at all
	Calls       int           // maximum number of calls that are kept
	Log         zerolog.Logger
}

// API is Discord's REST API.
type API struct {
	cfg     Config
	world   *world.World
	gateway *gateway.Gateway
	faults  *fault.List
	stopped context.Context // done when the sandbox closes, which ends calls that hang
	routes  *http.ServeMux  // without /api/vN
	limiter limiter
	calls   *ring.Ring[Call]
	tell    func(Call) // called for each call, with the world's lock held
}

// keptBytes limits the total size of the bodies of recorded calls.
const keptBytes = 512 << 20

// New returns the API of a world.
func New(stopped context.Context, cfg Config, w *world.World, g *gateway.Gateway, f *fault.List) *API {
	s := &API{cfg: cfg, world: w, gateway: g, faults: f, stopped: stopped, limiter: newLimiter(), tell: func(Call) {}}
	s.calls = ring.Weighted(cfg.Calls, keptBytes, func(c Call) int { return len(c.Body) + len(c.Response) })
	s.routes = s.mux()
	return s
}

// OnCall sets a function that is called for each of the bot's calls, with the world's lock held.
func (s *API) OnCall(tell func(Call)) { s.tell = tell }

// CallsSince returns the calls that are kept, from number n on. The world's lock must be held.
func (s *API) CallsSince(n int) iter.Seq2[int, Call] { return s.calls.Since(n) }

// request is one of the bot's calls, read and authorized.
type request struct {
	*http.Request
	body  []byte // JSON; the part payload_json if the body is multipart
	files []world.Upload
	base  string // http://host:port of the request
	now   time.Time
}

// answer is what a route returns: a status and a body to be written as JSON (nil: none).
type answer struct {
	status int
	body   any
}

func ok(body any) answer { return answer{http.StatusOK, body} }

var noContent = answer{status: http.StatusNoContent}

// Call is one of the bot's calls, as GET /sandbox/calls returns it.
type Call struct {
	Number   int             `json:"number"`
	At       time.Time       `json:"at"`
	Method   string          `json:"method"`
	Path     string          `json:"path"`
	Query    string          `json:"query,omitempty"`
	Body     json.RawMessage `json:"body,omitempty"`
	Files    []string        `json:"files,omitempty"`
	Status   int             `json:"status"`
	Response json.RawMessage `json:"response,omitempty"`
	Ms       float64         `json:"ms"`
}

type route func(*request) (answer, error)

// slashes matches consecutive slashes, which Discord reads as one.
var slashes = regexp.MustCompile(`//+`)

// ServeHTTP strips /api and the version (9 or 10). If the sandbox doesn't serve a route, the answer
// is an error that names the route.
func (s *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rest := strings.TrimPrefix(r.URL.Path, "/api")
	raw := strings.TrimPrefix(r.URL.EscapedPath(), "/api")
	if version, _, _ := strings.Cut(rest[1:], "/"); len(version) > 1 && version[0] == 'v' {
		if version != "v9" && version != "v10" {
			s.write(w, wire.ErrVersion.Status, wire.ErrVersion)
			return
		}
		rest, raw = rest[1+len(version):], raw[1+len(version):]
	}
	inner := r.Clone(r.Context())
	inner.URL.Path, inner.URL.RawPath = rest, raw
	if strings.Contains(rest, "//") {
		inner.URL.Path, inner.URL.RawPath = slashes.ReplaceAllString(rest, "/"), slashes.ReplaceAllString(raw, "/")
	}
	if _, pattern := s.routes.Handler(inner); pattern == "" {
		s.handle(func(*request) (answer, error) {
			return answer{}, wire.LeftOut(inner.Method + " " + inner.URL.Path)
		}, false)(w, inner)
		return
	}
	s.routes.ServeHTTP(w, inner)
}

// handle wraps a route: it reads the body, applies faults, checks the token and the limits, and records the call.
func (s *API) handle(do route, authorized bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		q := &request{Request: r, base: "http://" + wire.Base(r), now: time.Now()}
		began := q.now
		if wait, banned := s.bannedNow(q.now); banned {
			w.Header().Set("Retry-After", strconv.Itoa(int(wait.Seconds())+1))
			http.Error(w, "error code: 1015", http.StatusTooManyRequests)
			return
		}
		var err error
		q.body, q.files, err = readBody(r)
		act := func() (answer, error) {
			if err != nil {
				return answer{}, err
			}
			if authorized && !s.world.Authorized(r.Header.Get("Authorization")) {
				return answer{}, wire.ErrUnauthorized
			}
			if err := s.limit(w.Header(), q, r.Pattern); err != nil {
				return answer{}, err
			}
			if err := checkIDs(r); err != nil {
				return answer{}, err
			}
			return do(q)
		}
		var a answer
		if f := s.faultFor(q); f != nil {
			a, err = s.applyFault(f, q, act)
		} else {
			a, err = act()
		}
		if errors.Is(err, errNoAnswer) {
			s.record(q, began, 0, "", nil)
			cut(w)
			return
		}
		scope := ""
		if err != nil {
			a, scope = s.failure(w.Header(), r, err)
		}
		s.record(q, began, a.status, scope, s.write(w, a.status, a.body))
	}
}

// cut ends the connection without an answer.
func cut(w http.ResponseWriter) {
	if c, _, err := http.NewResponseController(w).Hijack(); err == nil {
		_ = c.Close()
	}
}

// failure converts an error to an answer. For a 429 it also returns the scope.
func (s *API) failure(h http.Header, r *http.Request, err error) (a answer, scope string) {
	var slow *limited
	if errors.As(err, &slow) {
		h.Set("Retry-After", strconv.FormatFloat(math.Ceil(slow.retry.Seconds()), 'f', 0, 64))
		h.Set("X-RateLimit-Scope", slow.scope)
		if slow.scope == "global" {
			h.Set("X-RateLimit-Global", "true")
		}
		return answer{http.StatusTooManyRequests, slow}, slow.scope
	}
	var known *wire.Error
	if !errors.As(err, &known) {
		s.cfg.Log.Error().Err(err).Str("method", r.Method).Str("path", r.URL.Path).Msg("cannot answer a request")
		known = wire.ErrInternal
	}
	return answer{known.Status, known}, ""
}

// write answers with JSON and returns what it wrote.
func (s *API) write(w http.ResponseWriter, status int, body any) []byte {
	out, err := wire.WriteJSON(w, status, body)
	if err != nil {
		s.cfg.Log.Error().Err(err).Msg("cannot encode an answer as JSON")
	}
	return out
}

// record keeps the call for /sandbox/calls and shows it on the page.
func (s *API) record(q *request, began time.Time, status int, scope string, response []byte) {
	c := Call{At: began, Method: q.Method, Path: q.URL.Path, Query: q.URL.RawQuery, Status: status, Response: response,
		Ms: wire.Milliseconds(time.Since(began))}
	if len(q.body) > 0 && json.Valid(q.body) {
		c.Body = bytes.TrimSpace(q.body)
	}
	for _, f := range q.files {
		c.Files = append(c.Files, f.Name)
	}
	s.world.Lock()
	defer s.world.Unlock()
	s.countInvalid(status, scope, time.Now())
	c.Number = s.calls.Added
	s.calls.Add(c)
	s.tell(c)
}

// id returns a path parameter that passed checkIDs. For a word such as @me it returns 0, which is
// nobody's id.
func (q *request) id(name string) wire.Snowflake {
	id, _ := wire.ParseID(q.PathValue(name))
	return id
}
