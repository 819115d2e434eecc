package mirror

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/bot/rest/resttest"
)

func TestLimitsAndFailuresCauseFewRequests(t *testing.T) {
	for _, tt := range []struct {
		why  string
		a    resttest.Answer
		most int // maximum of requests in an hour with a touch every second
		tell int // how often Failed is called
	}{
		{"429 with long waits", resttest.SlowDown(100), 40, 0},
		{"500", resttest.Broken, 140, 0},
		{"timeouts", lost, 140, 0},
		{"no permission", resttest.Answer{Status: 403, Body: `{"code":50013}`}, 10, 1},
		{"refused", resttest.Answer{Status: 400, Body: `{"code":50035,"errors":{}}`}, 10, 1},
		{"no channel", resttest.Answer{Status: 404, Body: `{"code":10003}`}, 1, 1},
	} {
		mirrored(t, resttest.Always(tt.a), func(t *testing.T, x *scene) {
			x.Show(x.mirror(bot.Shown{}))
			for range 3600 {
				x.Touch("k")
				time.Sleep(time.Second)
			}
			if n := x.count(); n > tt.most || n == 0 || len(x.failed) != tt.tell {
				t.Errorf("%s: %d requests, want at most %d; told %v", tt.why, n, tt.most, x.failed)
			}
			x.Release(context.Background(), []string{"k"})
		})
	}
}

// A message that may not be shown is shown when it is touched later, or immediately by Retry when
// its permission is back.
func TestAMessageIsShownOncePermissionsComeBack(t *testing.T) {
	for why, again := range map[string]func(*scene){
		"touched an hour later": func(x *scene) { wait(time.Hour); x.Touch("k") },
		"Retry":                 func(x *scene) { x.Retry("k") },
	} {
		mirrored(t, resttest.Script(resttest.Answer{Status: 403, Body: `{"code":50001}`}, resttest.Done), func(t *testing.T, x *scene) {
			x.shows(x.mirror(bot.Shown{}))
			x.Touch("k")
			wait(10 * time.Second)
			x.asked(why+": forbidden", create)
			var forbidden *rest.Forbidden
			if len(x.failed) != 1 || !errors.As(x.failed[0], &forbidden) || forbidden.Missing.String() != "View Channel" {
				t.Fatalf("%s: told %v", why, x.failed)
			}
			again(x)
			wait(time.Second)
			if x.told().Message == "" {
				t.Errorf("%s: it was not shown when the permission was back", why)
			}
		})
	}
}

// The bot can't post in a locked thread. The mirror reports that and doesn't repeat the post.
func TestALockedThreadIsNotTriedAgainAndAgain(t *testing.T) {
	mirrored(t, resttest.Always(resttest.Answer{Status: 400, Body: `{"code":50083}`}), func(t *testing.T, x *scene) {
		x.Show(x.mirror(bot.Shown{Message: "7"}))
		for range 20 {
			wait(time.Second)
			x.Touch("k")
		}
		x.asked("locked", edit("7"), create)
		var forbidden *rest.Forbidden
		if len(x.failed) != 1 || !errors.As(x.failed[0], &forbidden) {
			t.Errorf("told %v", x.failed)
		}
	})
}

// If a person can't get direct messages, the mirror is forgotten after the first try.
func TestClosedDirectMessagesAreTriedOnce(t *testing.T) {
	opened := resttest.Answer{Status: 200, Body: `{"id":"55"}`}
	for _, tt := range []struct {
		why     string
		answers []resttest.Answer
	}{
		{"they are closed", []resttest.Answer{opened, {Status: 403, Body: `{"code":50007}`}}},
		{"no server in common", []resttest.Answer{opened, {Status: 403, Body: `{"code":50278}`}}},
		{"nobody of that id", []resttest.Answer{{Status: 400, Body: `{"code":50033}`}}},
	} {
		mirrored(t, resttest.Script(tt.answers...), func(t *testing.T, x *scene) {
			m, gone := x.mirror(bot.Shown{}), 0
			m.Channel, m.Gone = rest.DirectMessages("7"), func() { gone++ }
			x.Show(m)
			for range 60 {
				wait(time.Minute)
				x.Touch("k")
			}
			if n := x.count(); n != len(tt.answers) || gone != 1 || x.Len() != 0 || len(x.failed) != 1 || !errors.Is(x.failed[0], rest.ErrClosed) {
				t.Errorf("%s: %d requests, told %d times that it is gone, and told %v", tt.why, n, gone, x.failed)
			}
		})
	}
}

func TestARenderThatFailsIsTriedAgain(t *testing.T) {
	mirrored(t, done, func(_ *testing.T, x *scene) {
		m := x.mirror(bot.Shown{})
		calls := 0
		m.Render = func(ctx context.Context) (bot.Message, error) {
			calls++
			switch calls {
			case 1:
				panic("oh no")
			case 2:
				return bot.Message{}, resttest.ErrLine
			}
			return x.shown(ctx)
		}
		x.Show(m)
		wait(time.Minute)
		x.asked(fmt.Sprintf("after %d renders", calls), create)
	})
}

// lags is a Meter that records its calls.
type lags []string

func (l *lags) Shown(message string, lag time.Duration) {
	*l = append(*l, fmt.Sprintf("%s after %v", message, lag))
}

// The lag of a message is the time from the first change that it didn't show until it shows all
// changes.
func TestTheMeterReceivesHowLateMessagesAre(t *testing.T) {
	slow := resttest.Done
	slow.Delay = 100 * time.Millisecond
	mirrored(t, resttest.Script(slow, resttest.Broken, slow), func(t *testing.T, x *scene) {
		var told lags
		x.Meter = &told
		m := x.mirror(bot.Shown{})
		m.Key = "board/7"
		x.shows(m)
		shown := x.Waiting()
		x.set("two", "1")
		x.Touch("board/7")
		wait(200 * time.Millisecond) // the first edit has failed, and the mirror backs off
		x.set("three", "1")
		x.Touch("board/7")
		if n := x.Waiting(); n != 1 || shown != 0 {
			t.Errorf("%d messages wait, when one does; before, %d did", n, shown)
		}
		wait(time.Minute)
		x.Touch("board/7") // nothing has changed
		wait(time.Minute)
		// First: 30 ms for gathering touches and 100 ms for the answer. Second: the same and the
		// backoff of 500 ms after the failure.
		if diff := cmp.Diff(lags{"board after 130ms", "board after 630ms"}, told); diff != "" {
			t.Errorf("told (-want +got):\n%s", diff)
		}
	})
}

// low returns a mirror of low priority in a channel.
func (b *board) low(channel string) bot.Mirror {
	m := b.mirror(bot.Shown{Message: "7", Edition: "1"})
	m.Key, m.Channel, m.LowPriority = "board/"+channel, channel, true
	return m
}

// After a restart with many boards, a board that changes is shown within two seconds. Other
// requests of the bot don't wait for all boards either. In the end all boards are shown.
func TestMirrorsOfLowPriorityLetOthersGoFirst(t *testing.T) {
	const many = 500 // with the global rate, their requests take eleven seconds
	slow := resttest.Done
	slow.Delay = 50 * time.Millisecond
	mirrored(t, resttest.Always(slow), func(t *testing.T, x *scene) {
		began := time.Now()
		for i := range many {
			x.Show(x.low(fmt.Sprint(1000 + i)))
		}
		if n := x.Waiting(); n != many {
			t.Errorf("%d mirrors wait", n)
		}
		last := fmt.Sprint(1000 + many - 1)
		x.Touch("board/" + last)
		if err := x.Client.Do(t.Context(), rest.Request{Method: "GET", Path: "/gateway/bot", Bucket: rest.Named("GET gateway")}); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("another request waits for %v", took)
		}
		wait(2*time.Second - time.Since(began))
		if !strings.Contains(strings.Join(x.fake.Whats(), "\n"), "PATCH /channels/"+last) {
			t.Errorf("after two seconds the board that changed is not shown, but %d others", x.count())
		}
		wait(time.Minute)
		seen := map[string]bool{}
		for _, what := range x.fake.Whats() {
			seen[what] = true
		}
		if n := x.Waiting(); n != 0 || len(seen) != many+1 || x.count() != many+1 {
			t.Errorf("after a minute %d are not shown, and %d of %d requests differ, not one for each board and one other", n, len(seen), x.count())
		}
	})
}

// A mirror of low priority that fails doesn't block those after it, and is shown in the end.
func TestAMirrorOfLowPriorityThatFailsDelaysNobody(t *testing.T) {
	const bad = 3 * queuedMost
	says := func(_ int, s resttest.Sent) resttest.Answer {
		if strings.Contains(s.What, "/channels/1") && s.At < 5*time.Minute {
			return resttest.Broken
		}
		return resttest.Done
	}
	mirrored(t, says, func(t *testing.T, x *scene) {
		for i := range bad {
			x.Show(x.low(fmt.Sprint(100 + i)))
		}
		x.Show(x.low("200"))
		wait(time.Minute)
		if n := x.Waiting(); n != bad || !strings.Contains(strings.Join(x.fake.Whats(), "\n"), "PATCH /channels/200") {
			t.Errorf("after a minute %d wait, not the %d that fail without the sound one behind them", n, bad)
		}
		wait(10 * time.Minute)
		if n := x.Waiting(); n != 0 {
			t.Errorf("when all is well again, %d are not shown", n)
		}
	})
}

// Mirrors that have no message and nothing to show use none of the rate limit, so another
// mirror is posted immediately.
func TestNothingToShowTakesNoTurn(t *testing.T) {
	mirrored(t, done, func(_ *testing.T, x *scene) {
		nothing := &board{}
		for i := range 450 {
			m := nothing.mirror(bot.Shown{})
			m.Key = fmt.Sprint("nothing/", i)
			x.Show(m)
		}
		wait(10 * time.Millisecond)
		x.Show(x.mirror(bot.Shown{}))
		wait(300 * time.Millisecond)
		x.asked("one is to be shown", create)
	})
}
