package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// request is one call of the bot's on the REST API, read and found to be allowed.
type request struct {
	*http.Request
	body  []byte // JSON; of a multipart body the payload_json
	files []upload
	base  string // http://host:port
	now   time.Time
}

// answer is what a route gives back: a status and a body to be written as JSON, nil for none.
type answer struct {
	status int
	body   any
}

func ok(body any) answer { return answer{http.StatusOK, body} }

var noContent = answer{status: http.StatusNoContent}

// call is one call of the bot's as GET /sandbox/calls gives it.
type call struct {
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

// serveAPI strips /api and the version, of which 9 and 10 are spoken, and answers unknown routes as Discord does.
func (s *Server) serveAPI(w http.ResponseWriter, r *http.Request) {
	rest := strings.TrimPrefix(r.URL.Path, "/api")
	raw := strings.TrimPrefix(r.URL.EscapedPath(), "/api")
	if version, _, _ := strings.Cut(rest[1:], "/"); len(version) > 1 && version[0] == 'v' {
		if version != "v9" && version != "v10" {
			s.write(w, errVersion.status, errVersion)
			return
		}
		rest, raw = rest[1+len(version):], raw[1+len(version):]
	}
	inner := r.Clone(r.Context())
	inner.URL.Path, inner.URL.RawPath = rest, raw
	if _, pattern := s.api.Handler(inner); pattern == "" {
		err := errNotFound
		for _, m := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
			other := inner.Clone(r.Context())
			other.Method = m
			if _, pattern := s.api.Handler(other); pattern != "" {
				err = errMethod
			}
		}
		s.handle(func(*request) (answer, error) { return answer{}, err }, false)(w, inner)
		return
	}
	s.api.ServeHTTP(w, inner)
}

// handle wraps a route: the body is read, faults strike, limits and the token are checked, and the call is noted.
func (s *Server) handle(do route, authorized bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		q := &request{Request: r, base: "http://" + base(r), now: time.Now()}
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
			if authorized && !s.authorized(r.Header.Get("Authorization")) {
				return answer{}, errUnauthorized
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
			a, err = s.spoil(f, q, act)
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

// failure makes an answer of an error; of a 429 also its scope.
func (s *Server) failure(h http.Header, r *http.Request, err error) (a answer, scope string) {
	var slow *limited
	if errors.As(err, &slow) {
		h.Set("Retry-After", strconv.FormatFloat(math.Ceil(slow.retry.Seconds()), 'f', 0, 64))
		h.Set("X-RateLimit-Scope", slow.scope)
		if slow.scope == "global" {
			h.Set("X-RateLimit-Global", "true")
		}
		return answer{http.StatusTooManyRequests, slow}, slow.scope
	}
	var known *apiError
	if !errors.As(err, &known) {
		s.cfg.Log.Error().Err(err).Str("method", r.Method).Str("path", r.URL.Path).Msg("a route failed")
		known = errInternal
	}
	return answer{known.status, known}, ""
}

// authorized takes the token in both its forms.
func (s *Server) authorized(header string) bool {
	return strings.TrimPrefix(header, "Bot ") == s.cfg.Token
}

// write answers with JSON and gives back what it wrote.
func (s *Server) write(w http.ResponseWriter, status int, body any) []byte {
	if body == nil {
		w.WriteHeader(status)
		return nil
	}
	out, err := json.Marshal(body)
	if err != nil {
		s.cfg.Log.Error().Err(err).Msg("an answer could not be written as JSON")
		w.WriteHeader(http.StatusInternalServerError)
		return nil
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(out)
	return out
}

// record notes the call for /sandbox/calls and the page's drawer.
func (s *Server) record(q *request, began time.Time, status int, scope string, response []byte) {
	c := call{At: began, Method: q.Method, Path: q.URL.Path, Query: q.URL.RawQuery, Status: status, Response: response,
		Ms: milliseconds(time.Since(began))}
	if len(q.body) > 0 && json.Valid(q.body) {
		c.Body = bytes.TrimSpace(q.body)
	}
	for _, f := range q.files {
		c.Files = append(c.Files, f.name)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.countInvalid(status, scope, time.Now())
	c.Number = s.calls.added
	s.calls.add(c)
	s.hub.tellCall(c)
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// id is a path parameter that checkIDs let pass; a word in its place is nothing that exists.
func (q *request) id(name string) snowflake {
	id, _ := parseID(q.PathValue(name))
	return id
}
