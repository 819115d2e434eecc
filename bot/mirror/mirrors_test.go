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

var done = resttest.Always(resttest.Done)

// answering gives an answer to one request, and Done to all others.
func answering(what string, a resttest.Answer) func(int, resttest.Sent) resttest.Answer {
	return func(_ int, s resttest.Sent) resttest.Answer {
		if s.What == what {
			return a
		}
		return resttest.Done
	}
}

func TestTouchesAreFewEdits(t *testing.T) {
	slow := resttest.Done
	slow.Delay = time.Second
	mirrored(t, resttest.Always(slow), func(t *testing.T, x *scene) {
		x.Show(x.mirror(bot.Shown{}))
		wait(2 * time.Second)
		for i := range 100 {
			x.set(strings.Repeat("x", i+1), "1")
			x.Touch("k")
			wait(20 * time.Millisecond)
		}
		x.set("the end", "1")
		x.Touch("k")
		wait(10 * time.Second)
		before := x.count()
		if before > 5 || !strings.Contains(x.last(), "the end") {
			t.Errorf("a post and 101 touches in 2 s, with answers that take 1 s, were %d requests, the last %s", before, x.last())
		}
		x.Touch("k")
		x.Touch("nobody's")
		wait(time.Minute)
		if x.count() != before {
			t.Error("a message equal to what is shown was sent")
		}
	})
}

// Plays in quick succession share an edit, and none waits longer for it than Config.Rush. A
// single play is shown after Config.Settle.
func TestPlaysInQuickSuccessionShareAnEdit(t *testing.T) {
	mirrored(t, done, func(t *testing.T, x *scene) {
		x.shows(x.mirror(bot.Shown{}))
		touch := func(text string, then time.Duration) time.Duration {
			x.set(text, "1")
			x.Touch("k")
			at := time.Since(x.fake.Began)
			wait(then)
			return at
		}
		shown := func(at time.Duration) time.Duration { // time from a touch to its edit
			for _, s := range x.fake.All() {
				if s.At >= at {
					return s.At - at
				}
			}
			return time.Hour
		}
		for i := range 3 {
			if took := shown(touch(fmt.Sprint("alone", i), 300*time.Millisecond)); took != 30*time.Millisecond {
				t.Errorf("a touch alone is shown after %v", took)
			}
		}
		before := x.count()
		var touches []time.Duration
		for i := range 20 {
			touches = append(touches, touch(fmt.Sprint("rush", i), 200*time.Millisecond))
		}
		wait(time.Second)
		for i, at := range touches {
			if took := shown(at); took > 250*time.Millisecond {
				t.Errorf("touch %d of a rush is shown after %v", i, took)
			}
		}
		if n := x.count() - before; n < 10 || n > 12 || !strings.Contains(x.last(), "rush19") {
			t.Errorf("twenty touches 200 ms apart are %d edits, the last %s", n, x.last())
		}
	})
}

func TestAMessageIsRenderedWhenItsLimitAllowsARequest(t *testing.T) {
	full := resttest.Done
	full.Header = map[string]string{"X-RateLimit-Limit": "1", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "30"}
	mirrored(t, resttest.Always(full), func(t *testing.T, x *scene) {
		x.shows(x.mirror(bot.Shown{}))
		x.change("two", "1")
		x.change("three", "1")
		x.set("four", "1")
		wait(time.Hour)
		// The limit of edits isn't known yet, so "two" is sent immediately. The next edit waits
		// 30 s and then shows the newest state.
		if n := x.count(); n != 3 || !strings.Contains(x.last(), "four") || strings.Contains(strings.Join(x.fake.Bodies(), ""), "three") {
			t.Errorf("%d requests: %q", n, x.fake.Bodies())
		}
	})
}

func TestVanishedBoardIsPostedAgain(t *testing.T) {
	mirrored(t, resttest.Script(resttest.Done, resttest.Vanished, resttest.Answer{Status: 200, Body: `{"id":"200"}`}), func(t *testing.T, x *scene) {
		x.shows(x.mirror(bot.Shown{}))
		x.change("two", "1")
		x.asked("it vanished", create, edit("100"), create)
		var messages []string
		for _, at := range x.posted {
			if at.Message != "" {
				messages = append(messages, at.Message)
			}
		}
		if d := cmp.Diff([]string{"100", "200"}, messages); d != "" {
			t.Errorf("told of (-want +got):\n%s", d)
		}
		if all := x.fake.All(); all[0].Fields["nonce"] == all[2].Fields["nonce"] || all[0].Fields["enforce_nonce"] != true {
			t.Error("a message posted again has the nonce of the one that vanished, and would not appear")
		}
	})
}

func TestEditions(t *testing.T) {
	mirrored(t, done, func(t *testing.T, x *scene) {
		m := x.mirror(bot.Shown{Message: "7", Edition: "1", At: time.Now()})
		m.Past = past
		x.shows(m)
		x.change("one", "2") // the same text
		x.asked("another edition", edit("7"), create, edit("7"))
		if said := x.last(); strings.Contains(said, "custom_id") || !strings.Contains(said, "what 1 came to") {
			t.Errorf("the old message shows %s", said)
		}
		x.change("", "") // nothing to show
		x.change("", "")
		x.change("three", "3")
		x.asked("nothing, and a third edition", edit("7"), create, edit("7"), remove("100"), create)
		x.Move("k")
		wait(time.Second)
		x.Remove("k")
		wait(time.Second)
		if x.Len() != 0 {
			t.Error("a removed mirror is kept")
		}
	})
}

// Gone is called when a mirror is forgotten, unless its owner released it.
func TestGone(t *testing.T) {
	for _, tt := range []struct {
		why  string
		says func(int, resttest.Sent) resttest.Answer
		do   func(*scene)
		want int
	}{
		{"it goes on", done, func(x *scene) { x.Touch("k") }, 0},
		{"shown for the last time", done, func(x *scene) { x.Finish("k") }, 1},
		{"taken away", done, func(x *scene) { x.Remove("k") }, 1},
		{"Render says that it is over", done, func(x *scene) { x.err = bot.ErrGone; x.Touch("k") }, 1},
		{"the channel is gone", resttest.Always(resttest.Answer{Status: 404, Body: `{"code":10003}`}), func(x *scene) { x.Touch("k") }, 1},
		{"its owner dropped it", done, func(x *scene) { x.Release(context.Background(), []string{"k"}) }, 0},
	} {
		mirrored(t, tt.says, func(t *testing.T, x *scene) {
			m, gone := x.mirror(bot.Shown{}), 0
			m.Gone = func() { gone++ }
			x.shows(m)
			tt.do(x)
			wait(time.Second)
			if forgotten := tt.why != "it goes on"; gone != tt.want || (x.Len() == 0) != forgotten {
				t.Errorf("%s: told %d times that it is gone, and %d mirrors are kept", tt.why, gone, x.Len())
			}
		})
	}
}

func TestOldMessagesArePostedAnew(t *testing.T) {
	throttled := resttest.Answer{Status: 429, Body: `{"code":30046,"retry_after":3000,"message":"too many edits of old messages"}`}
	mirrored(t, done, func(t *testing.T, x *scene) {
		x.Show(x.mirror(bot.Shown{}))
		wait(51 * time.Minute)
		x.Touch("k")
		wait(time.Second)
		x.asked("an old message without news", create)
		x.change("two", "1")
		x.asked("with news", create, create)
	})
	mirrored(t, answering(edit("7"), throttled), func(t *testing.T, x *scene) {
		x.shows(x.mirror(bot.Shown{Message: "7"}))
		wait(10 * time.Second)
		x.asked("Discord says that it is old", edit("7"), create, remove("7"))
	})
	// If a former message is too old to be edited now, the next try waits for retry_after.
	mirrored(t, answering(edit("7"), throttled), func(t *testing.T, x *scene) {
		m := x.mirror(bot.Shown{Message: "7", Edition: "1", At: time.Now()})
		m.Past = past
		x.set("one", "2")
		x.Show(m)
		wait(2990 * time.Second)
		x.asked("before the time that was told", create, edit("7"))
		wait(time.Minute)
		x.asked("after it", create, edit("7"), edit("7"))
	})
}

func TestCloseFlushes(t *testing.T) {
	for _, tt := range []struct {
		why  string
		says func(int, resttest.Sent) resttest.Answer
		took bool // all the time that there is
	}{
		{"Discord fails twice", resttest.Script(resttest.Done, resttest.Broken, resttest.Broken, resttest.Done), false},
		{"Discord fails for ever", resttest.Always(resttest.Broken), true},
	} {
		mirrored(t, tt.says, func(t *testing.T, x *scene) {
			x.shows(x.mirror(bot.Shown{}))
			x.set("restarting", "")
			x.Touch("k")
			began := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			err := x.Close(ctx)
			if took := time.Since(began); errors.Is(err, context.DeadlineExceeded) != tt.took || (took == 5*time.Second) != tt.took {
				t.Errorf("%s: closing took %v: %v", tt.why, took, err)
			}
			n := x.count()
			if n > 30 || !tt.took && (n != 4 || !strings.Contains(x.last(), "restarting")) {
				t.Errorf("%s: %d requests, the last %s", tt.why, n, x.last())
			}
			x.Touch("k")
			other := x.mirror(bot.Shown{})
			other.Key = "l"
			x.Show(other)
			wait(time.Minute)
			if x.count() != n {
				t.Errorf("%s: it goes on after its end", tt.why)
			}
		})
	}
}

// The channel of a mirror in direct messages is opened once, when there is something to post.
func TestDirectMessagesAreOpenedOnce(t *testing.T) {
	const open, messages = "POST /users/@me/channels", "/channels/55/messages"
	mirrored(t, answering(open, resttest.Answer{Status: 200, Body: `{"id":"55"}`}), func(t *testing.T, x *scene) {
		m := x.mirror(bot.Shown{})
		m.Channel = rest.DirectMessages("7")
		x.set("", "")
		x.shows(m)
		x.asked("with nothing to show")
		for _, text := range []string{"one", "two", "", "three"} {
			x.change(text, "1")
		}
		x.asked("with four texts", open, "POST "+messages, "PATCH "+messages+"/100", "DELETE "+messages+"/100", "POST "+messages)
		if body := x.fake.Bodies()[0]; !strings.Contains(body, `"recipient_id":"7"`) {
			t.Errorf("opened with %s", body)
		}
	})
}

// A message that has to move, but may not be posted, is edited where it is. It moves once it may
// be posted.
func TestAMessageThatMayNotMoveIsEdited(t *testing.T) {
	mute := true
	mirrored(t, func(_ int, s resttest.Sent) resttest.Answer {
		if s.What == create && mute {
			return resttest.Answer{Status: 403, Body: `{"code":50013}`}
		}
		return resttest.Done
	}, func(t *testing.T, x *scene) {
		x.shows(x.mirror(bot.Shown{Message: "7", Edition: "1", At: time.Now()}))
		x.set("two", "1")
		x.Move("k")
		wait(time.Second)
		x.change("three", "1")
		x.asked("it may not", edit("7"), create, edit("7"), edit("7"))
		if at := x.told(); !strings.Contains(x.last(), "three") || len(x.failed) > 0 || at.Message != "7" || at.Former != "" {
			t.Errorf("told %v and %+v; it shows %s", x.failed, at, x.last())
		}
		mute = false
		x.Move("k")
		wait(time.Second)
		x.asked("it may", edit("7"), create, edit("7"), edit("7"), create, remove("7"))
	})
}

// Replace deletes the old message, although Move would edit it to show Past. This holds after a
// crash at any moment too. If the edition has changed, the old message shows Past.
func TestAReplacedMessageIsDeleted(t *testing.T) {
	var told []bot.Shown
	for _, tt := range []struct {
		why     string
		move    func(*scene)
		edition string
		want    string
	}{
		{"moved", func(x *scene) { x.Move("k") }, "1", edit("7")},
		{"moved when a new edition is due", func(x *scene) { x.Replace("k") }, "2", edit("7")},
		{"moved and replaced", func(x *scene) { x.Replace("k"); x.Move("k") }, "1", remove("7")},
		{"replaced", func(x *scene) { x.Replace("k") }, "1", remove("7")},
	} {
		mirrored(t, done, func(_ *testing.T, x *scene) {
			m := x.mirror(bot.Shown{Message: "7", Edition: "1", At: time.Now()})
			m.Past = past
			x.shows(m)
			x.set("one", tt.edition)
			tt.move(x)
			wait(time.Second)
			x.asked(tt.why, edit("7"), create, tt.want)
			told = x.posted
		})
	}
	for i, at := range told[:2] { // before and after the post
		mirrored(t, done, func(t *testing.T, x *scene) {
			m := x.mirror(at)
			m.Past = past
			x.shows(m)
			got := strings.Join(x.fake.Whats(), "\n")
			if n := strings.Count(got, remove("7")); n != 1 || strings.Contains(got, edit("7")) {
				t.Errorf("after a crash, told %d times: requests %s", i+1, got)
			}
			if left := x.told(); left.Message != "100" || left.Former != "" {
				t.Errorf("after a crash, told %d times: told of %+v at last", i+1, left)
			}
		})
	}
}

// A message with Once is posted only once per edition, however old it gets.
func TestAMessageThatNotifiesIsPostedOnce(t *testing.T) {
	mirrored(t, resttest.Script(resttest.Done, resttest.Answer{Status: 429, Body: `{"code":30046,"retry_after":3000}`}, resttest.Done), func(_ *testing.T, x *scene) {
		m := x.mirror(bot.Shown{Message: "7", Edition: "1", At: time.Now().Add(-3 * time.Hour)})
		m.Once = true
		x.shows(m)
		x.change("two", "1")
		wait(time.Minute)
		x.change("three", "1")
		wait(time.Minute)
		x.change("three", "2")
		x.asked("three texts and two editions", edit("7"), edit("7"), edit("7"), create, remove("7"))
	})
}
