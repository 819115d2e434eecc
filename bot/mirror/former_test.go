package mirror

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/bot/rest/resttest"
)

var (
	lostAnswer = resttest.Answer{Lost: resttest.ErrNetwork}
	secondPost = resttest.Answer{Status: 200, Body: `{"id":"200"}`}
)

// If the answer to a post was lost, the mirror finds the post again before it replaces it, and
// updates its content.
func TestALostPostIsFound(t *testing.T) {
	for _, tt := range []struct {
		why     string
		change  func(*scene)
		answers []resttest.Answer
		want    []string
	}{
		{"it is still wanted, as it was", func(*scene) {}, []resttest.Answer{resttest.Done}, []string{create, create}},
		{"it is still wanted, with other words", func(x *scene) { x.set("two", "1") }, []resttest.Answer{resttest.Done}, []string{create, create, edit("100")}},
		{"the server fails then", func(x *scene) { x.set("two", "1") }, []resttest.Answer{resttest.Broken, resttest.Done}, []string{create, create, create, edit("100")}},
		{"another is wanted", func(x *scene) { x.set("two", "2") }, []resttest.Answer{resttest.Done, secondPost}, []string{create, create, create, remove("100")}},
		{"none is wanted any more", func(x *scene) { x.set("", "") }, []resttest.Answer{resttest.Done}, []string{create, create, remove("100")}},
		{"its mirror is to be removed", func(x *scene) { x.Remove("k") }, []resttest.Answer{resttest.Done}, []string{create, create, remove("100")}},
		{"its mirror is exchanged", func(x *scene) { x.set("two", "2"); x.Show(x.mirror(bot.Shown{})) }, []resttest.Answer{resttest.Done, secondPost}, []string{create, create, create, remove("100")}},
	} {
		testMirrors(t, resttest.Script(append([]resttest.Answer{lostAnswer}, tt.answers...)...), func(t *testing.T, x *scene) {
			x.Show(x.mirror(bot.Shown{}))
			wait(200 * time.Millisecond)
			tt.change(x)
			wait(time.Minute)
			x.wantRequests(tt.why, tt.want...)
			if all := x.fake.All(); len(all) > 1 && all[0].Fields["nonce"] != all[1].Fields["nonce"] {
				t.Errorf("%s: the post is looked for with another nonce", tt.why)
			}
			if body := x.lastBody(); tt.want[len(tt.want)-1] == edit("100") && !strings.Contains(body, "two") {
				t.Errorf("%s: the message shows %s, want the newest state, two", tt.why, body)
			}
		})
	}
}

// A mirror that is shown after a crash, with the last Shown that was stored, leaves only one
// message with buttons. It posts with the same nonce as before, and cleans the older messages.
func TestMirrorsContinueAfterACrash(t *testing.T) {
	var posted []bot.Shown
	var nonce any
	showAgain := func(x *scene, at bot.Shown) {
		m := x.mirror(at)
		m.RenderPast = pastWithButton
		x.set("one", "2")
		x.showAndWait(m)
	}
	testMirrors(t, done, func(t *testing.T, x *scene) {
		showAgain(x, bot.Shown{Message: "7", Edition: "1", At: time.Now()})
		posted, nonce = x.posted, x.fake.All()[0].Fields["nonce"]
	})
	want := []bot.Shown{{Former: "post/7/2 7:1"}, {Message: "100", Former: "7:1", Edition: "2"}, {Message: "100", Edition: "2"}}
	if d := cmp.Diff(want, posted, cmpopts.IgnoreFields(bot.Shown{}, "At")); d != "" {
		t.Fatalf("Posted got (-want +got):\n%s", d)
	}
	posted = append(posted, bot.Shown{Former: rest.Handle{App: "9", Token: "tok"}.String()})
	for i, tt := range []struct {
		why  string
		want []string
	}{
		{"before the post was known", []string{create, edit("100"), edit("7")}}, // the edit of 100 is needed because the content of that post is unknown
		{"before the old message was cleaned away", []string{edit("7"), edit("100")}},
		{"after all of it", []string{edit("100")}},
		{"before it was known that the reply arrived", []string{create, "DELETE " + replyPath("tok")}},
	} {
		testMirrors(t, done, func(t *testing.T, x *scene) {
			showAgain(x, posted[i])
			x.wantRequestsInAnyOrder(tt.why, tt.want...)
			if i == 0 && x.fake.All()[0].Fields["nonce"] != nonce {
				t.Error("the post is tried again with another nonce")
			}
			if x.lastPosted().Former != "" {
				t.Errorf("%s: in the end Posted got %+v", tt.why, x.posted)
			}
		})
	}
}

// If a post began before a crash and is outdated after it, the mirror finds the post by its nonce
// before it replaces the post. Nobody is notified.
func TestAPostInterruptedByACrash(t *testing.T) {
	reply := bot.Shown{Former: rest.Handle{App: "9", Token: "tok"}.String()}
	for _, tt := range []struct {
		why           string
		initial       bot.Shown // what the mirror is first shown with, before the crash
		text, edition string
		remove        bool
		want          []string
	}{
		{"it is still wanted", bot.Shown{}, "one", "1", false, []string{create, edit("100")}},
		{"another is wanted", bot.Shown{}, "two", "2", false, []string{create, create, remove("100")}},
		{"none is wanted", bot.Shown{}, "", "", false, []string{create, remove("100")}},
		{"its mirror is to be removed", bot.Shown{}, "one", "1", true, []string{create, remove("100")}},
		{"it replaces a reply whose id is unknown", reply, "one", "1", false, []string{create, edit("100"), "DELETE " + replyPath("tok")}},
	} {
		var interrupted bot.Shown
		var nonce any
		testMirrors(t, resttest.Always(lostAnswer), func(_ *testing.T, x *scene) {
			x.Show(x.mirror(tt.initial))
			wait(200 * time.Millisecond)
			interrupted, nonce = x.lastPosted(), x.fake.All()[0].Fields["nonce"]
			x.Release(context.Background(), []string{"k"})
		})
		testMirrors(t, resttest.Script(resttest.Done, secondPost), func(t *testing.T, x *scene) {
			x.set(tt.text, tt.edition)
			x.Show(x.mirror(interrupted))
			if tt.remove {
				x.Remove("k")
			}
			wait(time.Minute)
			x.wantRequestsInAnyOrder(tt.why, tt.want...)
			if x.fake.All()[0].Fields["nonce"] != nonce {
				t.Errorf("%s: the post is looked for with another nonce", tt.why)
			}
			if at := x.lastPosted(); at.Former != "" || (at.Message == "") != (tt.remove || tt.text == "") {
				t.Errorf("%s: in the end Posted got %+v", tt.why, at)
			}
		})
	}
}

// If an old message can't be cleaned immediately, it loses its buttons later. Until then, Former
// lists the old message, even if a third message is posted meanwhile. Cleaning doesn't delay Close.
func TestCleaningAnOldMessageIsRepeatedUntilItSucceeds(t *testing.T) {
	var refuse atomic.Bool
	refuse.Store(true)
	testMirrors(t, func(_ int, s resttest.Sent) resttest.Answer {
		if refuse.Load() && (strings.HasPrefix(s.What, "DELETE ") || strings.HasPrefix(s.What, "PATCH ")) {
			return resttest.Answer{Status: 403, Body: `{"code":50001}`}
		}
		return resttest.Done
	}, func(t *testing.T, x *scene) {
		x.Show(x.mirror(bot.Shown{Message: "7", Former: "6", Edition: "0", At: time.Now()}))
		wait(time.Minute)
		if got := x.lastPosted().Former; got != "7:0 6" || x.count() > 12 {
			t.Errorf("after the next post, Former is %q, after %d requests", got, x.count())
		}
		refuse.Store(false)
		wait(5 * time.Minute)
		if x.lastPosted().Former != "" {
			t.Errorf("old messages are still listed: %+v", x.posted)
		}
		refuse.Store(true)
		x.showAndWait(x.mirror(bot.Shown{Message: "100", Former: "7", Edition: "1", At: time.Now()}))
	})
}

// DropExpired removes replies whose tokens have expired.
func TestExpiredTokensAreNotKept(t *testing.T) {
	clicked := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	reply := rest.NewHandle("9", "tok", clicked)
	kept := addFormer("77:round-1", addFormer(reply.String(), "78"))
	for _, c := range []struct {
		reason string
		former string
		after  time.Duration
		want   string
	}{
		{"before the token expires", kept, 14 * time.Minute, kept},
		{"when the token has expired", kept, 15 * time.Minute, "77:round-1 78"},
		{"a reply of an older program, without an expiry", "reply/9/tok 78", 0, "78"},
		{"messages", "77:round-1 78", 24 * time.Hour, "77:round-1 78"},
	} {
		if got := DropExpired(c.former, clicked.Add(c.after)); got != c.want {
			t.Errorf("%s: %q becomes %q, want %q", c.reason, c.former, got, c.want)
		}
	}
}
