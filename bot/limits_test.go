package bot

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deuces/internal/say"

	"deuces/bot/rest"
	"deuces/bot/rest/resttest"
)

// A user's new notice in a channel replaces the previous one. Notices of other users and other
// private messages aren't deleted.
func TestANoticeReplacesThePreviousOne(t *testing.T) {
	b := newNotices()
	now := time.Now()
	at := func(token string) notice {
		return notice{rest.Handle{App: "9", Token: token, Expires: now.Add(time.Minute)}, ""}
	}
	for _, c := range []struct {
		key, token, before string
		now                time.Time
		why                string
	}{
		{"ann/1", "a", "", now, "the first"},
		{"ann/1", "b", "a", now, "the second"},
		{"bob/1", "c", "", now, "somebody else's"},
		{"ann/2", "d", "", now, "in another channel"},
		{"ann/1", "e", "", now.Add(time.Hour), "when the one before can't be reached any more"},
	} {
		before := b.put(c.key, at(c.token), c.now)
		if !before.Alive(c.now) {
			before = notice{}
		}
		if before.Token != c.before {
			t.Errorf("%s: %q is deleted, want %q", c.why, before.Token, c.before)
		}
	}
	for i := range 3000 {
		b.put(fmt.Sprint(i), at("x"), now.Add(time.Hour))
	}
	if n := len(b.last); n > 1100 {
		t.Errorf("got %d notices whose tokens have expired, want at most 1100", n)
	}
	for _, c := range []struct {
		reply   Reply
		deletes int
		why     string
	}{
		{Say(say.Verbatim("no")), 1, "a sentence"},
		{Whisper(text("no")), 0, "a private message that is to stay"},
		{Show(text("no")), 0, "a public one"},
	} {
		_, f := answerAll(t, resttest.Always(resttest.Done), DeferPrivate, handlerTaking(0, c.reply, nil), nil,
			interactionJSON(t, map[string]any{"id": "1", "token": "one"}), interactionJSON(t, map[string]any{"id": "2", "token": "two"}))
		if n := strings.Count(strings.Join(f.Requests(), " "), "DELETE"); n != c.deletes {
			t.Errorf("%s: %d are deleted, want %d", c.why, n, c.deletes)
		}
	}
}

// recordingMeter is a Meter that records its calls, without the durations of requests.
type recordingMeter struct {
	mu    sync.Mutex
	lines []string
}

func (m *recordingMeter) note(format string, args ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lines = append(m.lines, fmt.Sprintf(format, args...))
}

func (m *recordingMeter) Replied(kind string, after time.Duration) {
	m.note("replied %s after %v", kind, after)
}
func (m *recordingMeter) Deferred(kind string)                  { m.note("deferred %s", kind) }
func (m *recordingMeter) Lost(kind string)                      { m.note("lost %s", kind) }
func (m *recordingMeter) Failed(kind string)                    { m.note("failed %s", kind) }
func (m *recordingMeter) Requested(status int, _ time.Duration) { m.note("requested %d", status) }
func (m *recordingMeter) Limited(scope string)                  { m.note("limited %s", scope) }
func (m *recordingMeter) Invalid()                              { m.note("invalid") }
func (m *recordingMeter) Connected(bool)                        {}
func (m *recordingMeter) Disconnected()                         {}

func TestTheMeterReceivesEachInteraction(t *testing.T) {
	limited := resttest.SlowDown(0.1)
	limited.Header = map[string]string{"X-RateLimit-Scope": "user"}
	done := resttest.Always(resttest.Done)
	for _, tt := range []struct {
		why    string
		answer func(int, resttest.Sent) resttest.Answer
		takes  time.Duration
		err    error
		change map[string]any
		want   []string
	}{
		{"answered after a while", done, time.Second, nil, nil, []string{"requested 200", "replied command after 1s"}},
		{"deferred after half of the time; later requests are no first response", done, 2 * time.Second, nil, nil,
			[]string{"deferred command", "requested 200", "replied command after 1.5s", "requested 200", "requested 200", "requested 200"}},
		{"a limit, and then an answer", resttest.Script(limited, resttest.Done), 0, nil, nil,
			[]string{"requested 429", "limited user", "invalid", "requested 200", "replied command after 100ms"}},
		{"the handler fails", done, 0, errors.New("no"), nil, []string{"failed command", "requested 200", "replied command after 0s"}},
		{"too late for Discord", resttest.Always(resttest.Unknown), 0, nil, nil, []string{"requested 404", "lost command"}},
		{"nothing comes back, four times", resttest.Always(resttest.Answer{Lost: resttest.ErrNetwork}), 0, nil, nil,
			append(slices.Repeat([]string{"requested 0"}, 4), "lost command")},
		{"a button", done, 0, nil, privateClick("go"), []string{"requested 200", "replied component after 0s"}},
		{"a form", done, 0, nil, map[string]any{"type": 5, "data": map[string]any{"custom_id": "go"}}, []string{"requested 200", "replied modal after 0s"}},
	} {
		m := &recordingMeter{}
		answerAll(t, tt.answer, DeferPublic, handlerTaking(tt.takes, Say(say.New("Well.")), tt.err), func(c *Config) { c.Meter = m }, interactionJSON(t, tt.change))
		if diff := cmp.Diff(tt.want, m.lines); diff != "" {
			t.Errorf("%s: calls (-want +got):\n%s", tt.why, diff)
		}
	}
}
