package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deuces/internal/say"

	"deuces/bot/rest/resttest"
)

// told is a Meter that records its calls, without the durations of requests.
type told struct {
	mu    sync.Mutex
	lines []string
}

func (m *told) note(format string, args ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lines = append(m.lines, fmt.Sprintf(format, args...))
}

func (m *told) all() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.lines)
}

func (m *told) Replied(kind string, after time.Duration) { m.note("replied %s after %v", kind, after) }
func (m *told) Deferred(kind string)                     { m.note("deferred %s", kind) }
func (m *told) Lost(kind string)                         { m.note("lost %s", kind) }
func (m *told) Failed(kind string)                       { m.note("failed %s", kind) }
func (m *told) Requested(status int, took time.Duration) { m.note("requested %d", status) }
func (m *told) Limited(scope string)                     { m.note("limited %s", scope) }
func (m *told) Invalid()                                 { m.note("invalid") }
func (m *told) Connected(bool)                           {}
func (m *told) Disconnected()                            {}

func TestTheMeterReceivesEachInteraction(t *testing.T) {
	reply := Say(say.New("Well."))
	limited := resttest.SlowDown(0.1)
	limited.Header = map[string]string{"X-RateLimit-Scope": "user"}
	for _, tt := range []struct {
		why     string
		says    func(int, resttest.Sent) resttest.Answer
		handler Handler
		change  map[string]any
		want    []string
	}{
		{"answered at once", resttest.Always(resttest.Done), takes(0, reply), nil, []string{"requested 200", "replied command after 0s"}},
		{"answered after a while", resttest.Always(resttest.Done), takes(time.Second, reply), nil, []string{"requested 200", "replied command after 1s"}},
		{"deferred after half of the time; what follows is no first response", resttest.Always(resttest.Done), takes(2*time.Second, reply), nil,
			[]string{"deferred command", "requested 200", "replied command after 1.5s", "requested 200", "requested 200", "requested 200"}},
		{"a limit, and then an answer", resttest.Script(limited, resttest.Done), takes(0, reply), nil,
			[]string{"requested 429", "limited user", "invalid", "requested 200", "replied command after 100ms"}},
		{"the handler fails", resttest.Always(resttest.Done), func(context.Context, Request) (Reply, error) { return Reply{}, errors.New("no") }, nil,
			[]string{"failed command", "requested 200", "replied command after 0s"}},
		{"too late for Discord", resttest.Always(resttest.Unknown), takes(0, reply), nil, []string{"requested 404", "lost command"}},
		{"nothing comes back, four times", resttest.Always(resttest.Answer{Lost: resttest.ErrLine}), takes(0, reply), nil,
			[]string{"requested 0", "requested 0", "requested 0", "requested 0", "lost command"}},
		{"a button", resttest.Always(resttest.Done), takes(0, reply), map[string]any{"type": 3, "message": map[string]any{"id": "7"}, "data": map[string]any{"custom_id": "go"}},
			[]string{"requested 200", "replied component after 0s"}},
		{"a form", resttest.Always(resttest.Done), takes(0, reply), map[string]any{"type": 5, "data": map[string]any{"custom_id": "go"}},
			[]string{"requested 200", "replied modal after 0s"}},
	} {
		t.Run(tt.why, func(t *testing.T) {
			m := &told{}
			fill := func(r *Router) {
				r.Command(Command{Name: "go", Description: say.New("Go")}, DeferPublic, tt.handler)
				r.Component("go", DeferPublic, tt.handler)
				r.Modal("go", DeferPublic, tt.handler)
			}
			routed(t, tt.says, fill, func(c *Config) { c.Meter = m }, func(t *testing.T, _ *Bot, _ *resttest.Fake) {
				if diff := cmp.Diff(tt.want, m.all()); diff != "" {
					t.Errorf("told (-want +got):\n%s", diff)
				}
			}, interactionJSON(t, tt.change))
		})
	}
}
