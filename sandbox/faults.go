package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// fault is something that goes wrong on purpose, for the next calls that match or at once on the gateway.
type fault struct {
	ID    int        `json:"id"`
	Match faultMatch `json:"match"`
	Times int        `json:"times"` // how often it still strikes; -1: until it is taken back
	Do    string     `json:"do"`

	status int           // "status N"
	wait   time.Duration // "delay D", "429 S"
	kind   string        // the first word of Do; for the gateway all of it
}

// faultMatch picks calls by method and path, where * stands for anything, or client frames by their opcode, or for "delay" events
// by their name, where * stands for anything, too. For "replay last" event is the name of the event to be replayed.
type faultMatch struct {
	Method string `json:"method,omitempty"`
	Path   string `json:"path,omitempty"`
	Op     *int   `json:"op,omitempty"`
	Event  string `json:"event,omitempty"`
}

var gatewayFaults = map[string]bool{"drop": true, "op7": true, "op9": true, "op9 resumable": true, "replay last": true, "swallow acks": true}

// opcodes are those of the frames that clients send.
var opcodes = []int{opHeartbeat, opIdentify, opPresence, opVoice, opResume, opMembers, opSounds}

// longest is how long a call can be refused or delayed for.
const longest = 24 * time.Hour

// parse reads what is to happen, and refuses what never could or what would not be a fault.
func (f *fault) parse() error {
	f.kind, _, _ = strings.Cut(f.Do, " ")
	if gatewayFaults[f.Do] || f.Do == "drop the answer" {
		f.kind = f.Do
	}
	err := f.Match.check(f.kind)
	if err == nil {
		err = f.parseDo()
	}
	if err == nil && f.Times < 1 && f.Times != -1 {
		err = errors.New("times is at least 1, or -1 until the fault is taken back")
	}
	if err != nil {
		return fmt.Errorf("%q: %w", f.Do, err)
	}
	return nil
}

func (f *fault) parseDo() error {
	_, rest, _ := strings.Cut(f.Do, " ")
	switch {
	case gatewayFaults[f.Do], f.Do == "drop the answer", f.Do == "hang":
	case f.kind == "status":
		var err error
		if f.status, err = strconv.Atoi(rest); err != nil || f.status < 400 || f.status > 599 {
			return errors.New("a status from 400 to 599 is wanted")
		}
	case f.kind == "429":
		s, err := strconv.ParseFloat(rest, 64)
		if err != nil || !(s >= 0 && s <= longest.Seconds()) { // NaN is neither
			return fmt.Errorf("a number of seconds from 0 to %.0f is wanted", longest.Seconds())
		}
		f.wait = time.Duration(s * float64(time.Second))
	case f.kind == "delay":
		var err error
		if f.wait, err = time.ParseDuration(rest); err != nil || f.wait <= 0 || f.wait > longest {
			return errors.New("a time above 0 and up to 24h is wanted, like 1.5s or 300ms")
		}
	default:
		return errors.New("there is no such fault")
	}
	return nil
}

// check refuses what the kind of fault doesn't look at.
func (m faultMatch) check(kind string) error {
	switch {
	case m.Event != "" && kind != "delay" && kind != "replay last":
		return errors.New("an event is delayed or replayed")
	case m.Op != nil && (!gatewayFaults[kind] || kind == "swallow acks"):
		return errors.New("it does not wait for a client's frame, so match has no op")
	case m.Op != nil && !slices.Contains(opcodes, *m.Op):
		return fmt.Errorf("clients send no frame of opcode %d", *m.Op)
	case (m.Method != "" || m.Path != "") && (gatewayFaults[kind] || m.Event != ""):
		return errors.New("it does not strike calls, so match has no method and no path")
	}
	return nil
}

// glob matches with * for any run of characters; the empty pattern matches all.
func glob(pattern, text string) bool {
	if pattern == "" {
		return true
	}
	parts := strings.Split(pattern, "*")
	if !strings.HasPrefix(text, parts[0]) {
		return false
	}
	text = text[len(parts[0]):]
	for i, p := range parts[1:] {
		if i == len(parts)-2 {
			return strings.HasSuffix(text, p)
		}
		at := strings.Index(text, p)
		if at < 0 {
			return false
		}
		text = text[at+len(p):]
	}
	return text == ""
}

// strike takes the first fault that fits and uses it up by one. The server's lock is held.
func (s *Server) strike(fits func(*fault) bool) *fault {
	for i, f := range s.faults {
		if !fits(f) {
			continue
		}
		if f.Times > 0 {
			if f.Times--; f.Times == 0 {
				s.faults = append(s.faults[:i:i], s.faults[i+1:]...)
			}
		}
		return f
	}
	return nil
}

func (s *Server) faultFor(q *request) *fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.faults) == 0 {
		return nil
	}
	return s.strike(func(f *fault) bool {
		return !gatewayFaults[f.kind] && f.Match.Event == "" && (f.Match.Method == "" || strings.EqualFold(f.Match.Method, q.Method)) && glob(f.Match.Path, q.URL.Path)
	})
}

// errNoAnswer ends a call without one: its connection is cut.
var errNoAnswer = errors.New("the answer is dropped")

// spoil does a fault's harm to a call, around what the call does.
func (s *Server) spoil(f *fault, q *request, do func() (answer, error)) (answer, error) {
	switch f.kind {
	case "status":
		return answer{}, discordError(f.status, 0, fmt.Sprintf("%d: %s", f.status, http.StatusText(f.status)))
	case "429":
		return answer{}, tooFast(f.wait, "user")
	case "hang":
		select {
		case <-q.Context().Done():
		case <-s.stopped.Done():
		}
		return answer{}, errNoAnswer
	case "delay":
		wait := time.NewTimer(f.wait)
		defer wait.Stop()
		select {
		case <-wait.C:
		case <-q.Context().Done():
			return answer{}, errNoAnswer
		case <-s.stopped.Done():
			return answer{}, errNoAnswer
		}
		q.now = time.Now()
		return do()
	}
	_, _ = do() // drop the answer: the call counts, its answer gets lost
	return answer{}, errNoAnswer
}

// addFault is POST /sandbox/faults.
func (s *Server) addFault(_ http.ResponseWriter, r *http.Request) (any, error) {
	f := &fault{Times: 1}
	if err := readSide(r, f); err != nil {
		return nil, err
	}
	if err := f.parse(); err != nil {
		return nil, refuse(http.StatusBadRequest, "%v", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faultsMade++
	f.ID = s.faultsMade
	if gatewayFaults[f.kind] && f.Match.Op == nil && f.kind != "swallow acks" {
		return map[string]any{"id": f.ID, "connections": s.gateway.strike(f)}, nil
	}
	s.faults = append(s.faults, f)
	return map[string]any{"id": f.ID}, nil
}

func (s *Server) showFaults(http.ResponseWriter, *http.Request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := []fault{}
	for _, f := range s.faults {
		all = append(all, *f)
	}
	return all, nil
}

func (s *Server) clearFaults(http.ResponseWriter, *http.Request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
	return done, nil
}

// late is how long an event of that name is to come after its time. The server's lock is held.
func (s *Server) late(event string) (time.Duration, bool) {
	if len(s.faults) == 0 {
		return 0, false
	}
	f := s.strike(func(f *fault) bool { return f.kind == "delay" && f.Match.Event != "" && glob(f.Match.Event, event) })
	if f == nil {
		return 0, false
	}
	return f.wait, true
}

// strike does a gateway fault to every connection with a session, and says to how many.
func (g *gateway) strike(f *fault) int {
	n := 0
	for _, t := range g.sessions {
		if t.conn != nil {
			n++
			g.harm(f, t.conn)
		}
	}
	return n
}

// frame says whether the fault waits for a client's frame of that opcode; acks are swallowed by leaving a heartbeat unanswered.
func (f *fault) frame(op int) bool {
	switch {
	case f.kind == "swallow acks":
		return op == opHeartbeat
	case f.Match.Op != nil:
		return gatewayFaults[f.kind] && *f.Match.Op == op
	}
	return false
}

// harm does a gateway fault to one connection, which may have no session yet.
func (g *gateway) harm(f *fault, c *conn) {
	t := c.session
	switch f.kind {
	case "drop":
		c.end()
	case "op7":
		c.write(frame(opReconnect, nil))
	case "op9", "op9 resumable": // the connection stays, without its session: the client resumes or identifies on it
		lives := f.kind == "op9 resumable"
		if t != nil {
			t.conn, t.left, c.session = nil, time.Now(), nil
			if !lives {
				delete(g.sessions, t.id)
			}
		}
		c.write(frame(opInvalidSession, lives))
	case "replay last":
		if t == nil {
			return
		}
		var last []byte
		name := fmt.Appendf(nil, `{"op":0,"t":%q`, f.Match.Event)
		for _, sent := range t.sent.since(0) {
			if f.Match.Event == "" || bytes.HasPrefix(sent, name) {
				last = sent
			}
		}
		if last != nil {
			c.write(last)
		}
	}
}
