package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deuces/internal/say"
)

// told is a Meter that writes down what it is told; how long requests take is left out.
type told struct {
	unmetered
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
func (m *told) Shown(message string, lag time.Duration)  { m.note("shown %s after %v", message, lag) }
func (m *told) Requested(status int, took time.Duration) { m.note("requested %d", status) }
func (m *told) Limited(scope string)                     { m.note("limited %s", scope) }
func (m *told) Invalid()                                 { m.note("invalid") }

func TestAMeterIsToldOfEachInteraction(t *testing.T) {
	reply := Say(say.New("Well."))
	limited := slowDown(0.1)
	limited.header = map[string]string{"X-RateLimit-Scope": "user"}
	for _, tt := range []struct {
		why     string
		says    func(int, sent) answer
		handler Handler
		change  map[string]any
		want    []string
	}{
		{"answered at once", always(done), takes(0, reply), nil, []string{"requested 200", "replied command after 0s"}},
		{"answered after a while", always(done), takes(time.Second, reply), nil, []string{"requested 200", "replied command after 1s"}},
		{"deferred after half of the time; what follows is no first response", always(done), takes(2*time.Second, reply), nil,
			[]string{"deferred command", "requested 200", "replied command after 1.5s", "requested 200", "requested 200", "requested 200"}},
		{"a limit, and then an answer", script(limited, done), takes(0, reply), nil,
			[]string{"requested 429", "limited user", "invalid", "requested 200", "replied command after 100ms"}},
		{"the handler fails", always(done), func(context.Context, Request) (Reply, error) { return Reply{}, errors.New("no") }, nil,
			[]string{"failed command", "requested 200", "replied command after 0s"}},
		{"too late for Discord", always(unknown), takes(0, reply), nil, []string{"requested 404", "lost command"}},
		{"nothing comes back, four times", always(answer{lost: errLine}), takes(0, reply), nil,
			[]string{"requested 0", "requested 0", "requested 0", "requested 0", "lost command"}},
		{"a button", always(done), takes(0, reply), map[string]any{"type": 3, "message": map[string]any{"id": "7"}, "data": map[string]any{"custom_id": "go"}},
			[]string{"requested 200", "replied component after 0s"}},
		{"a form", always(done), takes(0, reply), map[string]any{"type": 5, "data": map[string]any{"custom_id": "go"}},
			[]string{"requested 200", "replied modal after 0s"}},
	} {
		t.Run(tt.why, func(t *testing.T) {
			m := &told{}
			fill := func(r *Router) {
				r.Command(Command{Name: "go", Description: say.New("Go")}, DeferPublic, tt.handler)
				r.Component("go", DeferPublic, tt.handler)
				r.Modal("go", DeferPublic, tt.handler)
			}
			routed(t, tt.says, fill, func(c *Config) { c.Meter = m }, func(t *testing.T, _ *Bot, _ *fake) {
				if diff := cmp.Diff(tt.want, m.all()); diff != "" {
					t.Errorf("told (-want +got):\n%s", diff)
				}
			}, interactionJSON(t, tt.change))
		})
	}
}

// The lag of a message is from the first change that it did not show until it shows all.
func TestAMeterIsToldHowLateMessagesAre(t *testing.T) {
	slow := done
	slow.delay = 100 * time.Millisecond
	mirrored(t, script(slow, broken, slow), func(t *testing.T, ms *Mirrors, _ *fake, b *board) {
		m := &told{}
		ms.client.meter = m
		ms.Show(b.mirror("board/7"))
		rests(time.Second)
		if n := ms.Waiting(); n != 0 {
			t.Errorf("%d messages wait, when all are shown", n)
		}
		b.set("two", "1")
		ms.Touch("board/7")
		rests(200 * time.Millisecond) // it failed once, and waits
		b.set("three", "1")
		ms.Touch("board/7")
		if n := ms.Waiting(); n != 1 {
			t.Errorf("%d messages wait, when one does", n)
		}
		rests(time.Minute)
		ms.Touch("board/7") // nothing has changed
		rests(time.Minute)
		var lags []string
		for _, line := range m.all() {
			if strings.HasPrefix(line, "shown") {
				lags = append(lags, line)
			}
		}
		// 30 ms in which touches gather, and the answer's time; then the failure, half a second, and the answer.
		if diff := cmp.Diff([]string{"shown board after 130ms", "shown board after 630ms"}, lags); diff != "" {
			t.Errorf("told (-want +got):\n%s", diff)
		}
	})
}
