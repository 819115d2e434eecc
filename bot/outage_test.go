package bot

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"deuces/internal/say"

	"deuces/bot/rest"
	"deuces/bot/rest/resttest"
)

var errAway = errors.New("the server is gone")

// failing returns a Handler that fails with this error after this time.
func failing(after time.Duration, err error) Handler {
	return func(ctx context.Context, _ Request) (Reply, error) {
		if err := rest.Pause(ctx, after); err != nil {
			return Reply{}, err
		}
		return Reply{}, fmt.Errorf("settings: %w", err)
	}
}

// During a database outage, users are asked to try again. They get no code, because they needn't
// report it to the operator.
func TestDuringAnOutageUsersAreAskedToTryAgain(t *testing.T) {
	component := map[string]any{"type": 3, "message": map[string]any{"id": "77", "flags": 64}, "data": map[string]any{"custom_id": "go", "component_type": 2}}
	form := map[string]any{"type": 5, "message": map[string]any{"id": "77", "flags": 64}, "data": map[string]any{"custom_id": "go"}}
	const sentence, code = "Please try again in a moment", "Something went wrong"
	for _, tt := range []struct {
		why    string
		kind   map[string]any
		defers Defer
		after  time.Duration
		err    error
		says   string // in the last request
		not    string
	}{
		{"a command", nil, DeferPublic, 0, errAway, sentence, code},
		{"a button", component, DeferUpdate, 0, errAway, sentence, code},
		{"a form", form, DeferUpdate, 0, errAway, sentence, code},
		{"a command, after a while", nil, DeferPublic, 2 * time.Second, errAway, "DELETE", code},
		{"a private command, after a while", nil, DeferPrivate, 2 * time.Second, errAway, sentence, code},
		{"a button, after a while", component, DeferUpdate, 2 * time.Second, errAway, sentence, code},
		{"suggestions, where nothing can be said", map[string]any{"type": 4}, DeferNever, 0, errAway, `"choices":[]`, code},
		{"any other error", nil, DeferPublic, 0, errors.New("division by zero"), code, sentence},
	} {
		var log bytes.Buffer
		routed(t, resttest.Always(resttest.Done), func(r *Router) {
			h := failing(tt.after, tt.err)
			r.Command(Command{Name: "go", Description: say.Verbatim("x")}, max(tt.defers, DeferPrivate)%DeferUpdate, h)
			r.Autocomplete("go", h)
			r.Component("go", tt.defers, h)
			r.Modal("go", tt.defers, h)
		}, func(c *Config) {
			c.Log = zerolog.New(&log).Level(zerolog.InfoLevel)
			c.Outage = func(err error) bool { return errors.Is(err, errAway) }
		}, func(t *testing.T, _ *Bot, f *resttest.Fake) {
			all := f.All()
			last := all[len(all)-1]
			if got := last.What + last.Body; !strings.Contains(got, tt.says) || strings.Contains(strings.Join(bodies(f), ""), tt.not) {
				t.Errorf("%s: want %q and no %q: %q", tt.why, tt.says, tt.not, bodies(f))
			}
			if lines := strings.Count(log.String(), "\n"); lines != 1 {
				t.Errorf("%s: the log says %s", tt.why, &log)
			}
		}, interactionJSON(t, tt.kind))
	}
}

// During an outage, the log has at most one message per minute, not one per click.
func TestAnOutageIsLoggedOnceAMinute(t *testing.T) {
	var log bytes.Buffer
	routed(t, resttest.Always(resttest.Done), func(r *Router) {
		r.Command(Command{Name: "go", Description: say.Verbatim("x")}, DeferPublic, failing(0, errAway))
	}, func(c *Config) {
		c.Log = zerolog.New(zerolog.SyncWriter(&log)).Level(zerolog.InfoLevel)
		c.Outage = func(err error) bool { return errors.Is(err, errAway) }
	}, func(t *testing.T, _ *Bot, f *resttest.Fake) {
		if n := strings.Count(strings.Join(f.Whats(), " "), "/callback"); n != 3 {
			t.Errorf("%d answers to three commands", n)
		}
		if lines := strings.Count(log.String(), "\n"); lines != 1 {
			t.Errorf("the log says %s", &log)
		}
	}, interactionJSON(t, map[string]any{"id": "1"}), interactionJSON(t, map[string]any{"id": "2"}), interactionJSON(t, map[string]any{"id": "3"}))
}

// A process that can't renew its lease answers no interactions, because another process may have its
// shards. If that lasts until LateAfter, its users are asked to try again.
func TestAClickWithoutALeaseIsToldToTryAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := newOneOfSeveral(t, 1)
		o.Answer(0, nil)
		o.trusted.Store(false)
		var said time.Duration
		began := time.Now()
		click := func(id string) {
			o.arrive(0, arrival{id: id, at: time.Now(), late: func() { said = time.Since(began) }, do: func() {
				o.mu.Lock()
				defer o.mu.Unlock()
				o.answered = append(o.answered, id)
			}})
		}
		click("a")
		time.Sleep(time.Second)
		o.has(t, "in doubt")
		o.trusted.Store(true)
		time.Sleep(time.Minute)
		o.has(t, "the lease is renewed while Discord waits", "a")
		o.trusted.Store(false)
		began = time.Now()
		click("b")
		time.Sleep(time.Minute)
		o.has(t, "it isn't", "a")
		if said < o.cfg.DeferAfter || said >= o.cfg.ReplyWithin {
			t.Errorf("told after %v", said)
		}
	})
}
