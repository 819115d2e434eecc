package bot

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestLimitsAndFailuresAreNoStorm(t *testing.T) {
	tests := []struct {
		why  string
		a    answer
		most int // requests in an hour of touches every second
		tell int // times that Failed is told
	}{
		{"429 with long waits", slowDown(100), 40, 0},
		{"500", broken, 140, 0},
		{"timeouts", answer{lost: errLine}, 140, 0},
		{"no permission", answer{status: 403, body: `{"code":50013}`}, 10, 1},
		{"refused", answer{status: 400, body: `{"code":50035,"errors":{}}`}, 10, 1},
		{"no channel", answer{status: 404, body: `{"code":10003}`}, 1, 1},
	}
	for _, tt := range tests {
		mirrored(t, always(tt.a), func(t *testing.T, ms *Mirrors, f *fake, b *board) {
			ms.Show(b.mirror("k"))
			for range 3600 {
				ms.Touch("k")
				time.Sleep(time.Second)
			}
			if n := len(f.all()); n > tt.most || n == 0 {
				t.Errorf("%s: %d requests, want at most %d", tt.why, n, tt.most)
			}
			b.mu.Lock()
			defer b.mu.Unlock()
			if len(b.failed) != tt.tell {
				t.Errorf("%s: told %d times: %v", tt.why, len(b.failed), b.failed)
			}
			ms.Drop("k")
		})
	}
}

func TestAMessageIsShownOncePermissionsComeBack(t *testing.T) {
	mirrored(t, func(n int, _ sent) answer {
		if n == 0 {
			return answer{status: 403, body: `{"code":50001}`}
		}
		return done
	}, func(t *testing.T, ms *Mirrors, f *fake, b *board) {
		ms.Show(b.mirror("k"))
		rests(time.Hour)
		var forbidden *Forbidden
		if len(b.failed) != 1 || !errors.As(b.failed[0], &forbidden) || forbidden.Missing.String() != "View Channel" {
			t.Fatalf("told %v", b.failed)
		}
		ms.Touch("k")
		rests(time.Second)
		if len(b.messages()) != 1 {
			t.Error("it was not shown when the permission was back")
		}
	})
}

// Whoever knows that the permission is back need not wait for the mirror to find out.
func TestRetry(t *testing.T) {
	mirrored(t, script(answer{status: 403, body: `{"code":50001}`}, done), func(t *testing.T, ms *Mirrors, f *fake, b *board) {
		ms.Show(b.mirror("k"))
		rests(time.Second)
		ms.Touch("k")
		rests(10 * time.Second)
		if n := len(f.all()); n != 1 {
			t.Fatalf("%d requests where one was forbidden", n)
		}
		ms.Retry("k")
		rests(time.Second)
		if len(b.messages()) != 1 {
			t.Error("it was not shown at once")
		}
	})
}

// A thread that is locked can't be written in, and is not tried again and again.
func TestALockedThreadIsNotTriedAgainAndAgain(t *testing.T) {
	mirrored(t, always(answer{status: 400, body: `{"code":50083}`}), func(t *testing.T, ms *Mirrors, f *fake, b *board) {
		m := b.mirror("k")
		m.Shown.Message = "7"
		ms.Show(m)
		for range 20 {
			rests(time.Second)
			ms.Touch("k")
		}
		want := []string{"PATCH /channels/5/messages/7", "POST /channels/5/messages"}
		if d := cmp.Diff(want, f.whats()); d != "" {
			t.Errorf("requests (-want +got):\n%s", d)
		}
		var forbidden *Forbidden
		if len(b.failed) != 1 || !errors.As(b.failed[0], &forbidden) {
			t.Errorf("told %v", b.failed)
		}
	})
}

func TestARenderThatFailsIsTriedAgain(t *testing.T) {
	mirrored(t, always(done), func(t *testing.T, ms *Mirrors, f *fake, b *board) {
		m := b.mirror("k")
		calls := 0
		m.Render = func(ctx context.Context) (Message, error) {
			calls++
			switch calls {
			case 1:
				panic("oh no")
			case 2:
				return Message{}, errLine
			}
			return b.render(ctx)
		}
		ms.Show(m)
		rests(time.Minute)
		if shown := b.messages(); len(shown) != 1 {
			t.Errorf("shown %d times after %d renders", len(shown), calls)
		}
		b.err = ErrGone
		ms.Touch("k")
		rests(time.Second)
		if ms.Len() != 0 {
			t.Error("a mirror that is over is kept")
		}
	})
}
