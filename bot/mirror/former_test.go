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
	lost = resttest.Answer{Lost: resttest.ErrLine}
	next = resttest.Answer{Status: 200, Body: `{"id":"200"}`}
)

// A post whose answer was lost is found again before it is replaced, and its content is brought
// up to date.
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
		{"another is wanted", func(x *scene) { x.set("two", "2") }, []resttest.Answer{resttest.Done, next}, []string{create, create, create, remove("100")}},
		{"none is wanted any more", func(x *scene) { x.set("", "") }, []resttest.Answer{resttest.Done}, []string{create, create, remove("100")}},
		{"its mirror is to be removed", func(x *scene) { x.Remove("k") }, []resttest.Answer{resttest.Done}, []string{create, create, remove("100")}},
		{"its mirror is exchanged", func(x *scene) { x.set("two", "2"); x.Show(x.mirror(bot.Shown{})) }, []resttest.Answer{resttest.Done, next}, []string{create, create, create, remove("100")}},
	} {
		mirrored(t, resttest.Script(append([]resttest.Answer{lost}, tt.answers...)...), func(t *testing.T, x *scene) {
			x.Show(x.mirror(bot.Shown{}))
			wait(200 * time.Millisecond)
			tt.change(x)
			wait(time.Minute)
			x.asked(tt.why, tt.want...)
			if all := x.fake.All(); len(all) > 1 && all[0].Fields["nonce"] != all[1].Fields["nonce"] {
				t.Errorf("%s: it is looked for with another nonce", tt.why)
			}
			if said := x.last(); tt.want[len(tt.want)-1] == edit("100") && !strings.Contains(said, "two") {
				t.Errorf("%s: it shows %s", tt.why, said)
			}
		})
	}
}

// A mirror that is shown with the last Shown before a crash leaves one message with buttons. It
// posts with the same nonce and cleans the older messages.
func TestMirrorsGoOnAfterACrash(t *testing.T) {
	var told []bot.Shown
	var nonce any
	again := func(x *scene, at bot.Shown) {
		m := x.mirror(at)
		m.Past = past
		x.set("one", "2")
		x.shows(m)
	}
	mirrored(t, done, func(t *testing.T, x *scene) {
		again(x, bot.Shown{Message: "7", Edition: "1", At: time.Now()})
		told, nonce = x.posted, x.fake.All()[0].Fields["nonce"]
	})
	want := []bot.Shown{{Former: "post/7/2 7:1"}, {Message: "100", Former: "7:1", Edition: "2"}, {Message: "100", Edition: "2"}}
	if d := cmp.Diff(want, told, cmpopts.IgnoreFields(bot.Shown{}, "At")); d != "" {
		t.Fatalf("told (-want +got):\n%s", d)
	}
	told = append(told, bot.Shown{Former: rest.Handle{App: "9", Token: "tok"}.String()})
	for i, tt := range []struct {
		why  string
		want []string
	}{
		{"before the post was known", []string{create, edit("100"), edit("7")}}, // the edit of 100 is needed because the posted content is unknown
		{"before the old message was cleaned away", []string{edit("7"), edit("100")}},
		{"after all of it", []string{edit("100")}},
		{"before the reply that it began as was known", []string{create, "DELETE " + private("tok")}},
	} {
		mirrored(t, done, func(t *testing.T, x *scene) {
			again(x, told[i])
			x.askedInAnyOrder(tt.why, tt.want...)
			if i == 0 && x.fake.All()[0].Fields["nonce"] != nonce {
				t.Error("the post that was begun is not the one that is tried again")
			}
			if x.told().Former != "" {
				t.Errorf("%s: told of %+v at last", tt.why, x.posted)
			}
		})
	}
}

// If a post began before a crash and is outdated after it, the mirror finds it by its nonce,
// without notifying anybody, before it is replaced.
func TestAPostInterruptedByACrash(t *testing.T) {
	reply := bot.Shown{Former: rest.Handle{App: "9", Token: "tok"}.String()}
	for _, tt := range []struct {
		why           string
		began         bot.Shown // what the mirror is first shown with, before the crash
		text, edition string
		remove        bool
		want          []string
	}{
		{"it is still wanted", bot.Shown{}, "one", "1", false, []string{create, edit("100")}},
		{"another is wanted", bot.Shown{}, "two", "2", false, []string{create, create, remove("100")}},
		{"none is wanted", bot.Shown{}, "", "", false, []string{create, remove("100")}},
		{"its mirror is to be removed", bot.Shown{}, "one", "1", true, []string{create, remove("100")}},
		{"after a reply that was cut off by another", reply, "one", "1", false, []string{create, edit("100"), "DELETE " + private("tok")}},
	} {
		var begun bot.Shown
		var nonce any
		mirrored(t, resttest.Always(lost), func(_ *testing.T, x *scene) {
			x.Show(x.mirror(tt.began))
			wait(200 * time.Millisecond)
			begun, nonce = x.told(), x.fake.All()[0].Fields["nonce"]
			x.Release(context.Background(), []string{"k"})
		})
		mirrored(t, resttest.Script(resttest.Done, next), func(t *testing.T, x *scene) {
			x.set(tt.text, tt.edition)
			x.Show(x.mirror(begun))
			if tt.remove {
				x.Remove("k")
			}
			wait(time.Minute)
			x.askedInAnyOrder(tt.why, tt.want...)
			if x.fake.All()[0].Fields["nonce"] != nonce {
				t.Errorf("%s: it is looked for with another nonce", tt.why)
			}
			if at := x.told(); at.Former != "" || (at.Message == "") != (tt.remove || tt.text == "") {
				t.Errorf("%s: told of %+v at last", tt.why, at)
			}
		})
	}
}

// An old message that can't be cleaned immediately loses its buttons later. Until then, Former lists
// it, also if another message replaces the one that replaced it. It doesn't delay Close.
func TestOldMessagesAreCleanedWithPatience(t *testing.T) {
	var bad atomic.Bool
	bad.Store(true)
	mirrored(t, func(_ int, s resttest.Sent) resttest.Answer {
		if bad.Load() && (strings.HasPrefix(s.What, "DELETE ") || strings.HasPrefix(s.What, "PATCH ")) {
			return resttest.Answer{Status: 403, Body: `{"code":50001}`}
		}
		return resttest.Done
	}, func(t *testing.T, x *scene) {
		x.Show(x.mirror(bot.Shown{Message: "7", Former: "6", Edition: "0", At: time.Now()}))
		wait(time.Minute)
		if got := x.told().Former; got != "7:0 6" || x.count() > 12 {
			t.Errorf("after the next post, of those with buttons are remembered %q, after %d requests", got, x.count())
		}
		bad.Store(false)
		wait(5 * time.Minute)
		if x.told().Former != "" {
			t.Errorf("the old messages stay: %+v", x.posted)
		}
		bad.Store(true)
		x.shows(x.mirror(bot.Shown{Message: "100", Former: "7", Edition: "1", At: time.Now()}))
	})
}

// Reachable removes replies whose tokens have expired.
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
		{"while it lives", kept, 14 * time.Minute, kept},
		{"when it is dead", kept, 15 * time.Minute, "77:round-1 78"},
		{"of an older program, whose end nobody knows", "reply/9/tok 78", 0, "78"},
		{"messages", "77:round-1 78", 24 * time.Hour, "77:round-1 78"},
	} {
		if got := DropExpired(c.former, clicked.Add(c.after)); got != c.want {
			t.Errorf("%s: %q becomes %q, want %q", c.reason, c.former, got, c.want)
		}
	}
}
