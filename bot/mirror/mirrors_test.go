package mirror

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/bot/rest/resttest"
)

var done = resttest.Always(resttest.Done)

// answerTo returns an answer function that gives a to one request, and Done to all others.
func answerTo(request string, a resttest.Answer) func(int, resttest.Sent) resttest.Answer {
	return func(_ int, s resttest.Sent) resttest.Answer {
		if s.What == request {
			return a
		}
		return resttest.Done
	}
}

func TestManyTouchesAreFewEdits(t *testing.T) {
	slow := resttest.Done
	slow.Delay = time.Second
	testMirrors(t, resttest.Always(slow), func(t *testing.T, x *scene) {
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
		if before > 5 || !strings.Contains(x.lastBody(), "the end") {
			t.Errorf("a post and 101 touches in 2 s, with answers that take 1 s: got %d requests, want at most 5; the last was %s, want the end", before, x.lastBody())
		}
		x.Touch("k")
		x.Touch("nobody's")
		wait(time.Minute)
		if x.count() != before {
			t.Error("a message equal to what is shown was sent")
		}
	})
}

// Plays in quick succession share an edit, and no play waits for it longer than Config.Rush. A
// single play is shown after Config.Settle.
func TestPlaysInQuickSuccessionShareAnEdit(t *testing.T) {
	testMirrors(t, done, func(t *testing.T, x *scene) {
		x.showAndWait(x.mirror(bot.Shown{}))
		touch := func(text string, then time.Duration) time.Duration {
			x.set(text, "1")
			x.Touch("k")
			at := time.Since(x.fake.Began)
			wait(then)
			return at
		}
		untilEdit := func(at time.Duration) time.Duration { // returns the time from a touch to its edit
			for _, s := range x.fake.All() {
				if s.At >= at {
					return s.At - at
				}
			}
			return time.Hour
		}
		for i := range 3 {
			if took := untilEdit(touch(fmt.Sprint("alone", i), 300*time.Millisecond)); took != 30*time.Millisecond {
				t.Errorf("a single touch is shown after %v, want 30ms", took)
			}
		}
		before := x.count()
		var touches []time.Duration
		for i := range 20 {
			touches = append(touches, touch(fmt.Sprint("rush", i), 200*time.Millisecond))
		}
		wait(time.Second)
		for i, at := range touches {
			if took := untilEdit(at); took > 250*time.Millisecond {
				t.Errorf("touch %d of a rush is shown after %v, want at most 250ms", i, took)
			}
		}
		if n := x.count() - before; n < 10 || n > 12 || !strings.Contains(x.lastBody(), "rush19") {
			t.Errorf("twenty touches 200 ms apart are %d edits, want 10 to 12, the last %s", n, x.lastBody())
		}
	})
}

func TestAMessageIsRenderedWhenItsLimitAllowsARequest(t *testing.T) {
	full := resttest.Done
	full.Header = map[string]string{"X-RateLimit-Limit": "1", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "30"}
	testMirrors(t, resttest.Always(full), func(t *testing.T, x *scene) {
		x.showAndWait(x.mirror(bot.Shown{}))
		x.change("two", "1")
		x.change("three", "1")
		x.set("four", "1")
		wait(time.Hour)
		// The limit of edits isn't known yet, so "two" is sent immediately. The next edit waits 30
		// s and then shows the newest state.
		if n := x.count(); n != 3 || !strings.Contains(x.lastBody(), "four") || strings.Contains(strings.Join(x.fake.Bodies(), ""), "three") {
			t.Errorf("got %d requests, want 3, the last with the newest text: %q", n, x.fake.Bodies())
		}
	})
}

func TestVanishedBoardIsPostedAgain(t *testing.T) {
	testMirrors(t, resttest.Script(resttest.Done, resttest.Vanished, resttest.Answer{Status: 200, Body: `{"id":"200"}`}), func(t *testing.T, x *scene) {
		x.showAndWait(x.mirror(bot.Shown{}))
		x.change("two", "1")
		x.wantRequests("it vanished", create, edit("100"), create)
		var messages []string
		for _, at := range x.posted {
			if at.Message != "" {
				messages = append(messages, at.Message)
			}
		}
		if d := cmp.Diff([]string{"100", "200"}, messages); d != "" {
			t.Errorf("Posted got (-want +got):\n%s", d)
		}
		if all := x.fake.All(); all[0].Fields["nonce"] == all[2].Fields["nonce"] || all[0].Fields["enforce_nonce"] != true {
			t.Error("a message posted again has the nonce of the one that vanished, and would not appear")
		}
	})
}

func TestANewEditionIsANewMessage(t *testing.T) {
	testMirrors(t, done, func(t *testing.T, x *scene) {
		m := x.mirror(bot.Shown{Message: "7", Edition: "1", At: time.Now()})
		m.RenderPast = pastWithButton
		x.showAndWait(m)
		x.change("one", "2") // the same text
		x.wantRequests("another edition", edit("7"), create, edit("7"))
		if body := x.lastBody(); strings.Contains(body, "custom_id") || !strings.Contains(body, "what 1 came to") {
			t.Errorf("the old message shows %s, want what 1 came to, without buttons", body)
		}
		x.change("", "") // nothing to show
		x.change("", "")
		x.change("three", "3")
		x.wantRequests("nothing, and a third edition", edit("7"), create, edit("7"), remove("100"), create)
		x.Move("k")
		wait(time.Second)
		x.Remove("k")
		wait(time.Second)
		if x.Len() != 0 {
			t.Error("a removed mirror is still known")
		}
	})
}

// Gone is called when a mirror is forgotten, unless its owner released the mirror.
func TestGoneIsCalledUnlessTheOwnerReleasedTheMirror(t *testing.T) {
	for _, tt := range []struct {
		why    string
		answer func(int, resttest.Sent) resttest.Answer
		do     func(*scene)
		want   int
	}{
		{"it goes on", done, func(x *scene) { x.Touch("k") }, 0},
		{"shown for the last time", done, func(x *scene) { x.Finish("k") }, 1},
		{"removed", done, func(x *scene) { x.Remove("k") }, 1},
		{"the channel is gone", resttest.Always(resttest.Answer{Status: 404, Body: `{"code":10003}`}), func(x *scene) { x.Touch("k") }, 1},
		{"its owner released it", done, func(x *scene) { x.Release(context.Background(), []string{"k"}) }, 0},
	} {
		testMirrors(t, tt.answer, func(t *testing.T, x *scene) {
			m, gone := x.mirror(bot.Shown{}), 0
			m.Gone = func() { gone++ }
			x.showAndWait(m)
			tt.do(x)
			wait(time.Second)
			if forgotten := tt.why != "it goes on"; gone != tt.want || (x.Len() == 0) != forgotten {
				t.Errorf("%s: got %d calls of Gone and %d mirrors", tt.why, gone, x.Len())
			}
		})
	}
}

func TestOldMessagesArePostedAnew(t *testing.T) {
	throttled := resttest.Answer{Status: 429, Body: `{"code":30046,"retry_after":3000,"message":"too many edits of old messages"}`}
	testMirrors(t, done, func(t *testing.T, x *scene) {
		x.Show(x.mirror(bot.Shown{}))
		wait(51 * time.Minute)
		x.Touch("k")
		wait(time.Second)
		x.wantRequests("an old message without news", create)
		x.change("two", "1")
		x.wantRequests("with news", create, create)
	})
	testMirrors(t, answerTo(edit("7"), throttled), func(t *testing.T, x *scene) {
		x.showAndWait(x.mirror(bot.Shown{Message: "7"}))
		wait(10 * time.Second)
		x.wantRequests("Discord says that it is old", edit("7"), create, remove("7"))
	})
	// A post unarchives a thread.
	for _, tt := range []struct {
		why  string
		age  time.Duration
		want []string
	}{
		{"archived by a moderator", time.Minute, []string{edit("7"), create, remove("7")}},
		{"archived for a week", 7 * 24 * time.Hour, []string{create, remove("7")}},
	} {
		testMirrors(t, answerTo(edit("7"), resttest.Answer{Status: 400, Body: `{"code":50083}`}), func(t *testing.T, x *scene) {
			x.showAndWait(x.mirror(bot.Shown{Message: "7", At: time.Now().Add(-tt.age)}))
			wait(10 * time.Second)
			x.wantRequests(tt.why, tt.want...)
		})
	}
	// If an old message can't be edited because of a rate limit, the mirror tries again after
	// retry_after.
	testMirrors(t, answerTo(edit("7"), throttled), func(t *testing.T, x *scene) {
		m := x.mirror(bot.Shown{Message: "7", Edition: "1", At: time.Now()})
		m.RenderPast = pastWithButton
		x.set("one", "2")
		x.Show(m)
		wait(2990 * time.Second)
		x.wantRequests("before retry_after has passed", create, edit("7"))
		wait(time.Minute)
		x.wantRequests("after retry_after", create, edit("7"), edit("7"))
	})
}

func TestCloseFlushes(t *testing.T) {
	for _, tt := range []struct {
		why      string
		answer   func(int, resttest.Sent) resttest.Answer
		timesOut bool // Close takes all the time that its context gives
	}{
		{"Discord fails twice", resttest.Script(resttest.Done, resttest.Broken, resttest.Broken, resttest.Done), false},
		{"Discord fails for ever", resttest.Always(resttest.Broken), true},
	} {
		testMirrors(t, tt.answer, func(t *testing.T, x *scene) {
			x.showAndWait(x.mirror(bot.Shown{}))
			x.set("restarting", "")
			x.Touch("k")
			began := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			err := x.Close(ctx)
			if took := time.Since(began); errors.Is(err, context.DeadlineExceeded) != tt.timesOut || (took == 5*time.Second) != tt.timesOut {
				t.Errorf("%s: closing took %v and returned %v, want a time-out after 5s: %t", tt.why, took, err, tt.timesOut)
			}
			n := x.count()
			if n > 30 || !tt.timesOut && (n != 4 || !strings.Contains(x.lastBody(), "restarting")) {
				t.Errorf("%s: got %d requests, the last %s; want 4 and restarting, or at most 30 after a time-out", tt.why, n, x.lastBody())
			}
			x.Touch("k")
			other := x.mirror(bot.Shown{})
			other.Key = "l"
			x.Show(other)
			wait(time.Minute)
			if x.count() != n {
				t.Errorf("%s: the mirrors continue after Close", tt.why)
			}
		})
	}
}

// If a mirror is shown in direct messages, their channel is opened once, when there is something to
// post.
func TestDirectMessagesAreOpenedOnce(t *testing.T) {
	const open, messages = "POST /users/@me/channels", "/channels/55/messages"
	testMirrors(t, answerTo(open, resttest.Answer{Status: 200, Body: `{"id":"55"}`}), func(t *testing.T, x *scene) {
		m := x.mirror(bot.Shown{})
		m.Channel = rest.DirectMessages("7")
		x.set("", "")
		x.showAndWait(m)
		x.wantRequests("with nothing to show")
		for _, text := range []string{"one", "two", "", "three"} {
			x.change(text, "1")
		}
		x.wantRequests("with four texts", open, "POST "+messages, "PATCH "+messages+"/100", "DELETE "+messages+"/100", "POST "+messages)
		if body := x.fake.Bodies()[0]; !strings.Contains(body, `"recipient_id":"7"`) {
			t.Errorf("the direct messages were opened with %s, want user 7", body)
		}
	})
}

// If the bot may not post, a message that has to move is edited instead. It moves once the bot may
// post again.
func TestAMessageThatMayNotMoveIsEdited(t *testing.T) {
	refuse := true
	testMirrors(t, func(_ int, s resttest.Sent) resttest.Answer {
		if s.What == create && refuse {
			return resttest.Answer{Status: 403, Body: `{"code":50013}`}
		}
		return resttest.Done
	}, func(t *testing.T, x *scene) {
		x.showAndWait(x.mirror(bot.Shown{Message: "7", Edition: "1", At: time.Now()}))
		x.set("two", "1")
		x.Move("k")
		wait(time.Second)
		x.change("three", "1")
		x.wantRequests("it may not be posted", edit("7"), create, edit("7"), edit("7"))
		if at := x.lastPosted(); !strings.Contains(x.lastBody(), "three") || len(x.failed) > 0 || at.Message != "7" || at.Former != "" {
			t.Errorf("Failed got %v, Posted got %+v; the message shows %s", x.failed, at, x.lastBody())
		}
		refuse = false
		x.Move("k")
		wait(time.Second)
		x.wantRequests("it may be posted", edit("7"), create, edit("7"), edit("7"), create, remove("7"))
	})
}

// Replace deletes the old message, whereas Move edits it to show RenderPast. Replace deletes it also
// after a crash at any moment. But if the edition has changed, the old message shows RenderPast.
func TestAReplacedMessageIsDeleted(t *testing.T) {
	var posted []bot.Shown
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
		testMirrors(t, done, func(_ *testing.T, x *scene) {
			m := x.mirror(bot.Shown{Message: "7", Edition: "1", At: time.Now()})
			m.RenderPast = pastWithButton
			x.showAndWait(m)
			x.set("one", tt.edition)
			tt.move(x)
			wait(time.Second)
			x.wantRequests(tt.why, edit("7"), create, tt.want)
			posted = x.posted
		})
	}
	for i, at := range posted[:2] { // before and after the post
		testMirrors(t, done, func(t *testing.T, x *scene) {
			m := x.mirror(at)
			m.RenderPast = pastWithButton
			x.showAndWait(m)
			got := strings.Join(x.fake.Requests(), "\n")
			if n := strings.Count(got, remove("7")); n != 1 || strings.Contains(got, edit("7")) {
				t.Errorf("after a crash, Shown %d: requests %s", i+1, got)
			}
			if last := x.lastPosted(); last.Message != "100" || last.Former != "" {
				t.Errorf("after a crash, Shown %d: in the end Posted got %+v", i+1, last)
			}
		})
	}
}

// A message that is replaced shows what was before, unless it is so old that Discord limits its edits: then it goes.
func TestAnOldMessageIsDeletedInsteadOfEdited(t *testing.T) {
	for _, tt := range []struct {
		age  time.Duration
		want func(id string) string
	}{{40 * time.Minute, edit}, {61 * time.Minute, remove}} {
		testMirrors(t, done, func(_ *testing.T, x *scene) {
			const epoch = 1420070400000
			wait(24 * 365 * 25 * time.Hour) // Discord's ids need a date after 2015
			sent := time.Now().Add(-tt.age)
			id := strconv.FormatInt((sent.UnixMilli()-epoch)<<22, 10)
			m := x.mirror(bot.Shown{Message: id, Edition: "1", At: sent})
			m.RenderPast = pastWithButton
			x.set("one", "2")
			x.showAndWait(m)
			wait(time.Second)
			x.wantRequests(tt.age.String(), create, tt.want(id))
		})
	}
}

// A message with Once is posted only once per edition, and isn't edited once Discord limits that.
func TestAMessageThatNotifiesIsPostedOnce(t *testing.T) {
	testMirrors(t, resttest.Script(resttest.Done, resttest.Answer{Status: 429, Body: `{"code":30046,"retry_after":3000}`}, resttest.Done), func(_ *testing.T, x *scene) {
		m := x.mirror(bot.Shown{Message: "7", Edition: "1", At: time.Now().Add(-49 * time.Minute)})
		m.Once = true
		x.showAndWait(m)
		x.change("two", "1")
		wait(2 * time.Minute)
		x.change("three", "1")
		wait(time.Minute)
		x.change("three", "2")
		x.wantRequests("three texts, of which the last is too late, and two editions", edit("7"), edit("7"), create, remove("7"))
	})
}
