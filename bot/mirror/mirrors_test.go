package mirror

import (
	"context"
	"deuces/internal/say"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"deuces/bot"
	"deuces/bot/rest/resttest"
)

// mirrored runs a test of Mirrors with a fake clock and a fake Discord.
func mirrored(t *testing.T, say func(int, resttest.Sent) resttest.Answer, story func(*testing.T, *Mirrors, *resttest.Fake, *board)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		f := resttest.New(say)
		ms := newMirrors(t, f, nil)
		story(t, ms, f, &board{text: "one", edition: "1"})
		closed(t, ms)
	})
}

// last returns the body of the last request that had one.
func last(f *resttest.Fake) string {
	for _, s := range slices.Backward(f.All()) {
		if s.Body != "" {
			return s.Body
		}
	}
	return ""
}

// past returns a Past with a button, which the mirror has to remove.
func past(_ context.Context, edition string) (bot.Message, error) {
	return bot.Message{Blocks: []bot.Block{bot.Text(say.Verbatim("what " + edition + " came to")), bot.Row{{ID: "hand", Label: say.Verbatim("My hand")}}}}, nil
}

// wait sleeps for the time d and then until all other goroutines are blocked.
func wait(d time.Duration) { time.Sleep(d); synctest.Wait() }

func TestTouchesAreFewEdits(t *testing.T) {
	slow := resttest.Done
	slow.Delay = time.Second
	mirrored(t, resttest.Always(slow), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		ms.Show(b.mirror("k"))
		wait(2 * time.Second)
		for i := range 100 {
			b.set(strings.Repeat("x", i+1), "1")
			ms.Touch("k")
			wait(20 * time.Millisecond)
		}
		b.set("the end", "1")
		ms.Touch("k")
		wait(10 * time.Second)
		if n := len(f.All()); n > 5 {
			t.Errorf("a post and 101 touches in 2 s, with answers that take 1 s, were %d requests", n)
		}
		if !strings.Contains(last(f), "the end") {
			t.Errorf("the last edit is %s", last(f))
		}
		ms.Touch("k")
		ms.Touch("nobody's")
		before := len(f.All())
		wait(time.Minute)
		if len(f.All()) != before {
			t.Error("a message equal to what is shown was sent")
		}
	})
}

// Plays in quick succession share an edit, and none waits longer for it than Config.Rush. A
// single play is shown after Config.Settle.
func TestPlaysInQuickSuccessionShareAnEdit(t *testing.T) {
	mirrored(t, resttest.Always(resttest.Done), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		ms.Show(b.mirror("k"))
		wait(time.Second)
		touch := func(text string) time.Duration {
			b.set(text, "1")
			ms.Touch("k")
			return time.Since(f.Began)
		}
		shown := func(at time.Duration) time.Duration { // time from a touch to its edit
			for _, s := range f.All() {
				if s.At >= at {
					return s.At - at
				}
			}
			return time.Hour
		}
		for i := range 3 {
			at := touch(fmt.Sprint("alone", i))
			wait(300 * time.Millisecond)
			if took := shown(at); took != 30*time.Millisecond {
				t.Errorf("a touch alone is shown after %v", took)
			}
		}
		before := len(f.All())
		var touches []time.Duration
		for i := range 20 {
			touches = append(touches, touch(fmt.Sprint("rush", i)))
			wait(200 * time.Millisecond)
		}
		wait(time.Second)
		for i, at := range touches {
			if took := shown(at); took > 250*time.Millisecond {
				t.Errorf("touch %d of a rush is shown after %v", i, took)
			}
		}
		if n := len(f.All()) - before; n < 10 || n > 12 {
			t.Errorf("twenty touches 200 ms apart are %d edits", n)
		}
		if !strings.Contains(last(f), "rush19") {
			t.Errorf("the last edit is %s", last(f))
		}
	})
}

func TestAMessageIsRenderedWhenItsLimitAllowsARequest(t *testing.T) {
	full := resttest.Done
	full.Header = map[string]string{"X-RateLimit-Limit": "1", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "30"}
	mirrored(t, resttest.Always(full), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		ms.Show(b.mirror("k"))
		wait(time.Second)
		b.set("two", "1")
		ms.Touch("k")
		wait(time.Second)
		b.set("three", "1")
		ms.Touch("k")
		wait(time.Second)
		b.set("four", "1")
		wait(time.Hour)
		// The limit of edits isn't known yet, so "two" is sent immediately. The next edit waits
		// 30 s and then shows the newest state.
		if n := len(f.All()); n != 3 || !strings.Contains(last(f), "four") || strings.Contains(strings.Join(bodies(f), ""), "three") {
			t.Errorf("%d requests: %q", n, bodies(f))
		}
	})
}

func bodies(f *resttest.Fake) (list []string) {
	for _, s := range f.All() {
		list = append(list, s.Body)
	}
	return list
}

func TestVanishedBoardIsPostedAgain(t *testing.T) {
	mirrored(t, func(n int, s resttest.Sent) resttest.Answer {
		switch {
		case n == 0:
			return resttest.Done
		case s.What == "PATCH /channels/5/messages/100":
			return resttest.Vanished
		}
		return resttest.Answer{Status: 200, Body: `{"id":"200"}`}
	}, func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		ms.Show(b.mirror("k"))
		wait(time.Second)
		b.set("two", "1")
		ms.Touch("k")
		wait(time.Minute)
		want := []string{"POST /channels/5/messages", "PATCH /channels/5/messages/100", "POST /channels/5/messages"}
		if d := cmp.Diff(want, f.Whats()); d != "" {
			t.Error(d)
		}
		if d := cmp.Diff([]string{"100", "200"}, b.messages()); d != "" {
			t.Errorf("told of (-want +got):\n%s", d)
		}
		if all := f.All(); all[0].Fields["nonce"] == all[2].Fields["nonce"] || all[0].Fields["enforce_nonce"] != true {
			t.Error("a message posted again has the nonce of the one that resttest.Vanished, and would not appear")
		}
	})
}

func TestEditions(t *testing.T) {
	mirrored(t, resttest.Always(resttest.Done), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		m := b.mirror("k")
		m.Shown = bot.Shown{Message: "7", Edition: "1", At: time.Now()}
		m.Past = past
		ms.Show(m)
		wait(time.Second)
		b.set("one", "2") // the same text
		ms.Touch("k")
		wait(time.Second)
		want := []string{"PATCH /channels/5/messages/7", "POST /channels/5/messages", "PATCH /channels/5/messages/7"}
		if d := cmp.Diff(want, f.Whats()); d != "" {
			t.Fatal(d)
		}
		if said := last(f); strings.Contains(said, "custom_id") || !strings.Contains(said, "what 1 came to") {
			t.Errorf("the old message shows %s", said)
		}
		b.set("", "") // nothing to show
		ms.Touch("k")
		wait(time.Second)
		ms.Touch("k")
		wait(time.Second)
		b.set("three", "3")
		ms.Touch("k")
		wait(time.Second)
		want = append(want, "DELETE /channels/5/messages/100", "POST /channels/5/messages")
		if d := cmp.Diff(want, f.Whats()); d != "" {
			t.Fatal(d)
		}
		ms.Move("k")
		wait(time.Second)
		ms.Remove("k")
		wait(time.Second)
		if ms.Len() != 0 {
			t.Error("a removed mirror is kept")
		}
	})
}

// Gone is called when a mirror is forgotten, unless its owner released it.
func TestGone(t *testing.T) {
	refuse := func(code int) func(int, resttest.Sent) resttest.Answer {
		return resttest.Always(resttest.Answer{Status: 404, Body: fmt.Sprintf(`{"code":%d}`, code)})
	}
	for _, tt := range []struct {
		why  string
		say  func(int, resttest.Sent) resttest.Answer
		do   func(*Mirrors)
		want int
	}{
		{"it goes on", resttest.Always(resttest.Done), func(ms *Mirrors) { ms.Touch("k") }, 0},
		{"shown for the last time", resttest.Always(resttest.Done), func(ms *Mirrors) { ms.Finish("k") }, 1},
		{"taken away", resttest.Always(resttest.Done), func(ms *Mirrors) { ms.Remove("k") }, 1},
		{"the channel is gone", refuse(10003), func(ms *Mirrors) { ms.Touch("k") }, 1},
		{"its owner dropped it", resttest.Always(resttest.Done), func(ms *Mirrors) { ms.Release(context.Background(), []string{"k"}) }, 0},
	} {
		mirrored(t, tt.say, func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
			m, gone := b.mirror("k"), 0
			m.Gone = func() { gone++ }
			ms.Show(m)
			wait(time.Second)
			tt.do(ms)
			wait(time.Second)
			if gone != tt.want {
				t.Errorf("%s: told %d times that it is gone", tt.why, gone)
			}
		})
	}
}

func TestOldMessagesArePostedAnew(t *testing.T) {
	mirrored(t, resttest.Always(resttest.Done), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		ms.Show(b.mirror("k"))
		wait(51 * time.Minute)
		ms.Touch("k")
		wait(time.Second)
		if n := len(f.All()); n != 1 {
			t.Errorf("an old message without news cost %d requests", n-1)
		}
		b.set("two", "1")
		ms.Touch("k")
		wait(time.Second)
		if got := f.Whats(); len(got) < 2 || got[1] != "POST /channels/5/messages" {
			t.Errorf("requests: %q", got)
		}
	})
	throttled := resttest.SlowDown(3000)
	throttled.Body = `{"code":30046,"retry_after":3000,"message":"too many edits of old messages"}`
	mirrored(t, func(n int, s resttest.Sent) resttest.Answer {
		if s.What == "PATCH /channels/5/messages/7" {
			return throttled
		}
		return resttest.Done
	}, func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		m := b.mirror("k")
		m.Shown.Message = "7"
		ms.Show(m)
		wait(10 * time.Second)
		want := []string{"PATCH /channels/5/messages/7", "POST /channels/5/messages", "DELETE /channels/5/messages/7"}
		if d := cmp.Diff(want, f.Whats()); d != "" {
			t.Error(d)
		}
	})
	// If a former message is too old to be edited now, the next try waits for retry_after.
	mirrored(t, func(n int, s resttest.Sent) resttest.Answer {
		if s.What == "PATCH /channels/5/messages/7" {
			return throttled
		}
		return resttest.Done
	}, func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		m := b.mirror("k")
		m.Shown, m.Past = bot.Shown{Message: "7", Edition: "1", At: time.Now()}, past
		b.set("one", "2")
		ms.Show(m)
		wait(2990 * time.Second)
		if n := strings.Count(strings.Join(f.Whats(), "\n"), "PATCH /channels/5/messages/7"); n != 1 {
			t.Errorf("%d tries before the time that was told", n)
		}
		wait(time.Minute)
		if n := strings.Count(strings.Join(f.Whats(), "\n"), "PATCH /channels/5/messages/7"); n != 2 {
			t.Errorf("%d tries after it", n)
		}
	})
}

func TestCloseFlushes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := resttest.New(resttest.Script(resttest.Done, resttest.Broken, resttest.Broken, resttest.Done))
		b := newMirrors(t, f, nil)
		x := &board{text: "one"}
		b.Show(x.mirror("k"))
		wait(time.Second)
		x.set("restarting", "")
		b.Touch("k")
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		if err := b.Close(ctx); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(last(f), "restarting") || len(f.All()) != 4 {
			t.Errorf("%q, last %s", f.Whats(), last(f))
		}
		b.Touch("k")
		b.Show(x.mirror("l"))
		wait(time.Minute)
		if len(f.All()) != 4 {
			t.Error("it goes on after its end")
		}
	})
	synctest.Test(t, func(t *testing.T) {
		f := resttest.New(resttest.Always(resttest.Broken))
		b := newMirrors(t, f, nil)
		x := &board{text: "one"}
		b.Show(x.mirror("k"))
		began := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		if err := b.Close(ctx); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != 5*time.Second {
			t.Errorf("closing took %v: %v", time.Since(began), err)
		}
		if n := len(f.All()); n > 30 {
			t.Errorf("%d requests while closing", n)
		}
	})
}
