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
		why         string
		a           resttest.Answer
		maxRequests int // maximum of requests in an hour with a touch every second
		failures    int // how often Failed is called
	}{
		{"429 with long waits", resttest.SlowDown(100), 40, 0},
		{"500", resttest.Broken, 140, 0},
		{"timeouts", lostAnswer, 140, 0},
		{"no permission", resttest.Answer{Status: 403, Body: `{"code":50013}`}, 10, 1},
		{"refused", resttest.Answer{Status: 400, Body: `{"code":50035,"errors":{}}`}, 10, 1},
		{"no channel", resttest.Answer{Status: 404, Body: `{"code":10003}`}, 1, 1},
	} {
		testMirrors(t, resttest.Always(tt.a), func(t *testing.T, x *scene) {
			x.Show(x.mirror(bot.Shown{}))
			for range 3600 {
				x.Touch("k")
				time.Sleep(time.Second)
			}
			if n := x.count(); n > tt.maxRequests || n == 0 || len(x.failed) != tt.failures {
				t.Errorf("%s: %d requests, want at most %d; Failed got %v", tt.why, n, tt.maxRequests, x.failed)
			}
			x.Release(context.Background(), []string{"k"})
		})
	}
}

// If the bot lacks a permission, the message is shown when it is touched later, or immediately by
// Retry once the bot has the permission again.
func TestAMessageIsShownOncePermissionsComeBack(t *testing.T) {
	for why, trigger := range map[string]func(*scene){
		"touched an hour later": func(x *scene) { wait(time.Hour); x.Touch("k") },
		"Retry":                 func(x *scene) { x.Retry("k") },
	} {
		testMirrors(t, resttest.Script(resttest.Answer{Status: 403, Body: `{"code":50001}`}, resttest.Done), func(t *testing.T, x *scene) {
			x.showAndWait(x.mirror(bot.Shown{}))
			x.Touch("k")
			wait(10 * time.Second)
			x.wantRequests(why+": forbidden", create)
			var forbidden *rest.Forbidden
			if len(x.failed) != 1 || !errors.As(x.failed[0], &forbidden) || forbidden.Missing.String() != "View Channel" {
				t.Fatalf("%s: Failed got %v", why, x.failed)
			}
			trigger(x)
			wait(time.Second)
			if x.lastPosted().Message == "" {
				t.Errorf("%s: it was not shown when the permission was back", why)
			}
		})
	}
}

// The bot can't post in a locked thread. The mirror reports that and doesn't repeat the post.
func TestAPostInALockedThreadIsNotRepeated(t *testing.T) {
	testMirrors(t, resttest.Always(resttest.Answer{Status: 400, Body: `{"code":50083}`}), func(t *testing.T, x *scene) {
		x.Show(x.mirror(bot.Shown{Message: "7"}))
		for range 20 {
			wait(time.Second)
			x.Touch("k")
		}
		x.wantRequests("locked", edit("7"), create)
		var forbidden *rest.Forbidden
		if len(x.failed) != 1 || !errors.As(x.failed[0], &forbidden) {
			t.Errorf("Failed got %v, want one Forbidden", x.failed)
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
		{"no user has that id", []resttest.Answer{{Status: 400, Body: `{"code":50033}`}}},
	} {
		testMirrors(t, resttest.Script(tt.answers...), func(t *testing.T, x *scene) {
			m, gone := x.mirror(bot.Shown{}), 0
			m.Channel, m.Gone = rest.DirectMessages("7"), func() { gone++ }
			x.Show(m)
			for range 60 {
				wait(time.Minute)
				x.Touch("k")
			}
			if n := x.count(); n != len(tt.answers) || gone != 1 || x.Len() != 0 || len(x.failed) != 1 || !errors.Is(x.failed[0], rest.ErrClosed) {
				t.Errorf("%s: got %d requests and %d calls of Gone, and Failed got %v; want ErrClosed once", tt.why, n, gone, x.failed)
			}
		})
	}
}

func TestAFailedRenderIsRepeated(t *testing.T) {
	testMirrors(t, done, func(_ *testing.T, x *scene) {
		m := x.mirror(bot.Shown{})
		calls := 0
		m.Render = func(ctx context.Context) (bot.Message, error) {
			calls++
			switch calls {
			case 1:
				panic("oh no")
			case 2:
				return bot.Message{}, resttest.ErrNetwork
			}
			return x.renderBoard(ctx)
		}
		x.Show(m)
		wait(time.Minute)
		x.wantRequests(fmt.Sprintf("after %d renders", calls), create)
	})
}

// recordingMeter is a Meter that records its calls.
type recordingMeter []string

func (l *recordingMeter) Shown(message string, lag time.Duration) {
	*l = append(*l, fmt.Sprintf("%s after %v", message, lag))
}

// The lag of a message runs from the first change that isn't shown yet until all changes are shown.
func TestTheMeterReceivesTheLagOfMessages(t *testing.T) {
	slow := resttest.Done
	slow.Delay = 100 * time.Millisecond
	testMirrors(t, resttest.Script(slow, resttest.Broken, slow), func(t *testing.T, x *scene) {
		var lags recordingMeter
		x.Meter = &lags
		m := x.mirror(bot.Shown{})
		m.Key = "board/7"
		x.showAndWait(m)
		waitingBefore := x.Waiting()
		x.set("two", "1")
		x.Touch("board/7")
		wait(200 * time.Millisecond) // the first edit has failed, and the mirror waits before it tries again
		x.set("three", "1")
		x.Touch("board/7")
		if n := x.Waiting(); n != 1 || waitingBefore != 0 {
			t.Errorf("%d messages wait, want 1; before, %d waited", n, waitingBefore)
		}
		wait(time.Minute)
		x.Touch("board/7") // nothing has changed
		wait(time.Minute)
		// The first lag is 30 ms for gathering touches and 100 ms for the answer. The second also
		// has the 500 ms for which the mirror waits after the failure.
		if diff := cmp.Diff(recordingMeter{"board after 130ms", "board after 630ms"}, lags); diff != "" {
			t.Errorf("lags (-want +got):\n%s", diff)
		}
	})
}

// lowPriorityMirror returns a mirror of low priority in a channel.
func (b *board) lowPriorityMirror(channel string) bot.Mirror {
	m := b.mirror(bot.Shown{Message: "7", Edition: "1"})
	m.Key, m.Channel, m.LowPriority = "board/"+channel, channel, true
	return m
}

// After a restart with many boards, a board that changes is shown within two seconds. The bot's
// other requests don't wait for all boards either. In the end, all boards are shown.
func TestMirrorsOfLowPriorityLetOthersGoFirst(t *testing.T) {
	const many = 500 // at the global rate, their requests take eleven seconds
	slow := resttest.Done
	slow.Delay = 50 * time.Millisecond
	testMirrors(t, resttest.Always(slow), func(t *testing.T, x *scene) {
		began := time.Now()
		for i := range many {
			x.Show(x.lowPriorityMirror(fmt.Sprint(1000 + i)))
		}
		if n := x.Waiting(); n != many {
			t.Errorf("got %d waiting mirrors, want %d", n, many)
		}
		last := fmt.Sprint(1000 + many - 1)
		x.Touch("board/" + last)
		if err := x.Client.Do(t.Context(), rest.Request{Method: "GET", Path: "/gateway/bot", Bucket: rest.Named("GET gateway")}); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("another request waited for %v, want at most 2s", took)
		}
		wait(2*time.Second - time.Since(began))
		if !strings.Contains(strings.Join(x.fake.Requests(), "\n"), "PATCH /channels/"+last) {
			t.Errorf("after two seconds the board that changed is not shown, but %d others", x.count())
		}
		wait(time.Minute)
		seen := map[string]bool{}
		for _, what := range x.fake.Requests() {
			seen[what] = true
		}
		if n := x.Waiting(); n != 0 || len(seen) != many+1 || x.count() != many+1 {
			t.Errorf("after a minute %d are not shown, and %d of %d requests differ, not one for each board and one other", n, len(seen), x.count())
		}
	})
}

// A board that waits for its turn is not up to date, so it isn't forgotten.
func TestAMirrorThatWaitsIsNotDropped(t *testing.T) {
	testMirrors(t, done, func(t *testing.T, x *scene) {
		for i := range 2 * queuedMost {
			x.Show(x.lowPriorityMirror(fmt.Sprint(100 + i)))
		}
		last := fmt.Sprint("board/", 100+2*queuedMost-1)
		if x.DropUpToDate(last) {
			t.Error("a mirror was dropped while it waited")
		}
		wait(time.Minute)
		if !x.DropUpToDate(last) {
			t.Error("a mirror was not dropped after it was shown")
		}
	})
}

// A mirror of low priority that fails doesn't block those after it, and is shown in the end.
func TestAMirrorOfLowPriorityThatFailsDelaysNobody(t *testing.T) {
	const failing = 3 * queuedMost
	answer := func(_ int, s resttest.Sent) resttest.Answer {
		if strings.Contains(s.What, "/channels/1") && s.At < 5*time.Minute {
			return resttest.Broken
		}
		return resttest.Done
	}
	testMirrors(t, answer, func(t *testing.T, x *scene) {
		for i := range failing {
			x.Show(x.lowPriorityMirror(fmt.Sprint(100 + i)))
		}
		x.Show(x.lowPriorityMirror("200"))
		wait(time.Minute)
		if n := x.Waiting(); n != failing || !strings.Contains(strings.Join(x.fake.Requests(), "\n"), "PATCH /channels/200") {
			t.Errorf("after a minute %d wait; want the %d that fail, and not the one behind them", n, failing)
		}
		wait(10 * time.Minute)
		if n := x.Waiting(); n != 0 {
			t.Errorf("got %d mirrors that are not shown when Discord works again, want 0", n)
		}
	})
}

// Mirrors that have no message and nothing to show make no requests, so another mirror is posted
// immediately.
func TestMirrorsWithNothingToShowDontUseUpTheRateLimit(t *testing.T) {
	testMirrors(t, done, func(_ *testing.T, x *scene) {
		nothing := &board{}
		for i := range 450 {
			m := nothing.mirror(bot.Shown{})
			m.Key = fmt.Sprint("nothing/", i)
			x.Show(m)
		}
		wait(10 * time.Millisecond)
		x.Show(x.mirror(bot.Shown{}))
		wait(300 * time.Millisecond)
		x.wantRequests("one is to be shown", create)
	})
}
