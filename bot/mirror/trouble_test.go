package mirror

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/bot/rest/resttest"
)

func TestLimitsAndFailuresCauseFewRequests(t *testing.T) {
	tests := []struct {
		why  string
		a    resttest.Answer
		most int // maximum of requests in an hour with a touch every second
		tell int // how often Failed is called
	}{
		{"429 with long waits", resttest.SlowDown(100), 40, 0},
		{"500", resttest.Broken, 140, 0},
		{"timeouts", resttest.Answer{Lost: resttest.ErrLine}, 140, 0},
		{"no permission", resttest.Answer{Status: 403, Body: `{"code":50013}`}, 10, 1},
		{"refused", resttest.Answer{Status: 400, Body: `{"code":50035,"errors":{}}`}, 10, 1},
		{"no channel", resttest.Answer{Status: 404, Body: `{"code":10003}`}, 1, 1},
	}
	for _, tt := range tests {
		mirrored(t, resttest.Always(tt.a), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
			ms.Show(b.mirror("k"))
			for range 3600 {
				ms.Touch("k")
				time.Sleep(time.Second)
			}
			if n := len(f.All()); n > tt.most || n == 0 {
				t.Errorf("%s: %d requests, want at most %d", tt.why, n, tt.most)
			}
			b.mu.Lock()
			defer b.mu.Unlock()
			if len(b.failed) != tt.tell {
				t.Errorf("%s: told %d times: %v", tt.why, len(b.failed), b.failed)
			}
			ms.Release(context.Background(), []string{"k"})
		})
	}
}

func TestAMessageIsShownOncePermissionsComeBack(t *testing.T) {
	mirrored(t, func(n int, _ resttest.Sent) resttest.Answer {
		if n == 0 {
			return resttest.Answer{Status: 403, Body: `{"code":50001}`}
		}
		return resttest.Done
	}, func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		ms.Show(b.mirror("k"))
		wait(time.Hour)
		var forbidden *rest.Forbidden
		if len(b.failed) != 1 || !errors.As(b.failed[0], &forbidden) || forbidden.Missing.String() != "View Channel" {
			t.Fatalf("told %v", b.failed)
		}
		ms.Touch("k")
		wait(time.Second)
		if len(b.messages()) != 1 {
			t.Error("it was not shown when the permission was back")
		}
	})
}

// Retry shows a message immediately when its permission is back.
func TestRetry(t *testing.T) {
	mirrored(t, resttest.Script(resttest.Answer{Status: 403, Body: `{"code":50001}`}, resttest.Done), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		ms.Show(b.mirror("k"))
		wait(time.Second)
		ms.Touch("k")
		wait(10 * time.Second)
		if n := len(f.All()); n != 1 {
			t.Fatalf("%d requests where one was forbidden", n)
		}
		ms.Retry("k")
		wait(time.Second)
		if len(b.messages()) != 1 {
			t.Error("it was not shown at once")
		}
	})
}

// The bot can't post in a locked thread. The mirror reports that and doesn't repeat the post.
func TestALockedThreadIsNotTriedAgainAndAgain(t *testing.T) {
	mirrored(t, resttest.Always(resttest.Answer{Status: 400, Body: `{"code":50083}`}), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		m := b.mirror("k")
		m.Shown.Message = "7"
		ms.Show(m)
		for range 20 {
			wait(time.Second)
			ms.Touch("k")
		}
		want := []string{"PATCH /channels/5/messages/7", "POST /channels/5/messages"}
		if d := cmp.Diff(want, f.Whats()); d != "" {
			t.Errorf("requests (-want +got):\n%s", d)
		}
		var forbidden *rest.Forbidden
		if len(b.failed) != 1 || !errors.As(b.failed[0], &forbidden) {
			t.Errorf("told %v", b.failed)
		}
	})
}

func TestARenderThatFailsIsTriedAgain(t *testing.T) {
	mirrored(t, resttest.Always(resttest.Done), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		m := b.mirror("k")
		calls := 0
		m.Render = func(ctx context.Context) (bot.Message, error) {
			calls++
			switch calls {
			case 1:
				panic("oh no")
			case 2:
				return bot.Message{}, resttest.ErrLine
			}
			return b.render(ctx)
		}
		ms.Show(m)
		wait(time.Minute)
		if shown := b.messages(); len(shown) != 1 {
			t.Errorf("shown %d times after %d renders", len(shown), calls)
		}
		b.err = bot.ErrGone
		ms.Touch("k")
		wait(time.Second)
		if ms.Len() != 0 {
			t.Error("a mirror that is over is kept")
		}
	})
}
