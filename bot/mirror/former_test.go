package mirror

import (
	"context"
	"slices"
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

// A post whose answer was lost is found again before it is replaced, and its content is brought
// up to date.
func TestALostPostIsFound(t *testing.T) {
	const post, edit, clean = "POST /channels/5/messages", "PATCH /channels/5/messages/100", "DELETE /channels/5/messages/100"
	next := resttest.Answer{Status: 200, Body: `{"id":"200"}`}
	for _, tt := range []struct {
		why     string
		change  func(*Mirrors, *board)
		answers []resttest.Answer
		want    []string
	}{
		{"it is still wanted, as it was", func(*Mirrors, *board) {}, []resttest.Answer{resttest.Done}, []string{post, post}},
		{"it is still wanted, with other words", func(_ *Mirrors, b *board) { b.set("two", "1") }, []resttest.Answer{resttest.Done}, []string{post, post, edit}},
		{"the server fails then", func(_ *Mirrors, b *board) { b.set("two", "1") }, []resttest.Answer{resttest.Broken, resttest.Done}, []string{post, post, post, edit}},
		{"another is wanted", func(_ *Mirrors, b *board) { b.set("two", "2") }, []resttest.Answer{resttest.Done, next}, []string{post, post, post, clean}},
		{"none is wanted any more", func(_ *Mirrors, b *board) { b.set("", "") }, []resttest.Answer{resttest.Done}, []string{post, post, clean}},
		{"its mirror is to be removed", func(ms *Mirrors, _ *board) { ms.Remove("k") }, []resttest.Answer{resttest.Done}, []string{post, post, clean}},
		{"its mirror is exchanged", func(ms *Mirrors, b *board) { b.set("two", "2"); ms.Show(b.mirror("k")) }, []resttest.Answer{resttest.Done, next}, []string{post, post, post, clean}},
	} {
		mirrored(t, resttest.Script(append([]resttest.Answer{{Lost: resttest.ErrLine}}, tt.answers...)...), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
			b.set("one", "1")
			ms.Show(b.mirror("k"))
			wait(200 * time.Millisecond)
			tt.change(ms, b)
			wait(time.Minute)
			if d := cmp.Diff(tt.want, f.Whats()); d != "" {
				t.Errorf("%s (-want +got):\n%s", tt.why, d)
			}
			if all := f.All(); len(all) > 1 && all[0].Fields["nonce"] != all[1].Fields["nonce"] {
				t.Errorf("%s: it is looked for with another nonce", tt.why)
			}
			if said := last(f); tt.want[len(tt.want)-1] == edit && !strings.Contains(said, "two") {
				t.Errorf("%s: it shows %s", tt.why, said)
			}
		})
	}
}

// A mirror that is shown with the last Shown before a crash leaves one message with buttons. It
// posts with the same nonce and cleans the older messages.
func TestMirrorsGoOnAfterACrash(t *testing.T) {
	var told []bot.Shown
	var nonces []any
	mirrored(t, resttest.Always(resttest.Done), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		m := b.mirror("k")
		m.Shown, m.Past = bot.Shown{Message: "7", Edition: "1", At: time.Now()}, past
		b.set("one", "2")
		ms.Show(m)
		wait(time.Second)
		told, nonces = b.posted, []any{f.All()[0].Fields["nonce"]}
	})
	want := []bot.Shown{{Former: "post/7/2 7:1"}, {Message: "100", Former: "7:1", Edition: "2"}, {Message: "100", Edition: "2"}}
	if d := cmp.Diff(want, told, cmpopts.IgnoreFields(bot.Shown{}, "At")); d != "" {
		t.Fatalf("told (-want +got):\n%s", d)
	}
	told = append(told, bot.Shown{Former: rest.Handle{App: "9", Token: "tok"}.String()})
	const post, edit, clean = "POST /channels/5/messages", "PATCH /channels/5/messages/100", "PATCH /channels/5/messages/7"
	for i, tt := range []struct {
		why  string
		want []string
	}{
		{"before the post was known", []string{post, edit, clean}}, // the edit is needed because the posted content is unknown
		{"before the old message was cleaned away", []string{clean, edit}},
		{"after all of it", []string{edit}},
		{"before the reply that it began as was known", []string{post, "DELETE /webhooks/9/tok/messages/@original"}},
	} {
		mirrored(t, resttest.Always(resttest.Done), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
			m := b.mirror("k")
			m.Shown, m.Past = told[i], past
			b.set("one", "2")
			ms.Show(m)
			wait(time.Second)
			got := f.Whats()
			slices.Sort(got)
			slices.Sort(tt.want)
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("%s (-want +got):\n%s", tt.why, d)
			}
			if i == 0 && f.All()[0].Fields["nonce"] != nonces[0] {
				t.Error("the post that was begun is not the one that is tried again")
			}
			if i != 2 && b.posted[len(b.posted)-1].Former != "" {
				t.Errorf("%s: told of %+v at last", tt.why, b.posted)
			}
		})
	}
}

// If a post began before a crash and is outdated after it, the mirror finds it by its nonce,
// without notifying anybody, before it is replaced.
func TestAPostInterruptedByACrash(t *testing.T) {
	const post, edit, clean = "POST /channels/5/messages", "PATCH /channels/5/messages/100", "DELETE /channels/5/messages/100"
	reply := bot.Shown{Former: rest.Handle{App: "9", Token: "tok"}.String()}
	for _, tt := range []struct {
		why           string
		began         bot.Shown // what the mirror is first shown with, before the crash
		text, edition string
		remove        bool
		want          []string
	}{
		{"it is still wanted", bot.Shown{}, "one", "1", false, []string{post, edit}},
		{"another is wanted", bot.Shown{}, "two", "2", false, []string{post, post, clean}},
		{"none is wanted", bot.Shown{}, "", "", false, []string{post, clean}},
		{"its mirror is to be removed", bot.Shown{}, "one", "1", true, []string{post, clean}},
		{"after a reply that was cut off by another", reply, "one", "1", false, []string{post, edit, "DELETE /webhooks/9/tok/messages/@original"}},
	} {
		var begun bot.Shown
		var nonce any
		mirrored(t, resttest.Always(resttest.Answer{Lost: resttest.ErrLine}), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
			b.set("one", "1")
			m := b.mirror("k")
			m.Shown = tt.began
			ms.Show(m)
			wait(200 * time.Millisecond)
			begun, nonce = b.posted[len(b.posted)-1], f.All()[0].Fields["nonce"]
			ms.Release(context.Background(), []string{"k"})
		})
		mirrored(t, resttest.Script(resttest.Done, resttest.Answer{Status: 200, Body: `{"id":"200"}`}), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
			b.set(tt.text, tt.edition)
			m := b.mirror("k")
			m.Shown = begun
			ms.Show(m)
			if tt.remove {
				ms.Remove("k")
			}
			wait(time.Minute)
			if d := cmp.Diff(tt.want, f.Whats(), cmpopts.SortSlices(strings.Compare)); d != "" {
				t.Errorf("%s (-want +got):\n%s", tt.why, d)
			}
			if f.All()[0].Fields["nonce"] != nonce {
				t.Errorf("%s: it is looked for with another nonce", tt.why)
			}
			if at := b.posted[len(b.posted)-1]; at.Former != "" || (at.Message == "") != (tt.want[len(tt.want)-1] == clean && len(tt.want) == 2) {
				t.Errorf("%s: told of %+v at last", tt.why, at)
			}
		})
	}
}

// An old message that can't be cleaned immediately loses its buttons later. It doesn't delay
// Close.
func TestOldMessagesAreCleanedWithPatience(t *testing.T) {
	var bad atomic.Bool
	bad.Store(true)
	mirrored(t, func(_ int, s resttest.Sent) resttest.Answer {
		if bad.Load() && s.What == "DELETE /channels/5/messages/7" {
			return resttest.Answer{Status: 403, Body: `{"code":50001}`}
		}
		return resttest.Done
	}, func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		m := b.mirror("k")
		m.Shown = bot.Shown{Message: "7", Edition: "0", At: time.Now()}
		ms.Show(m)
		wait(time.Minute)
		if n := len(f.All()); n > 6 || b.posted[len(b.posted)-1].Former != "7:0" {
			t.Errorf("%d requests, told of %+v", n, b.posted)
		}
		bad.Store(false)
		wait(5 * time.Minute)
		if b.posted[len(b.posted)-1].Former != "" {
			t.Errorf("the old message stays: %+v", b.posted)
		}
		bad.Store(true)
		m.Shown = bot.Shown{Message: "100", Former: "7", Edition: "1", At: time.Now()}
		ms.Show(m)
		wait(time.Second)
	})
}

// If a message is replaced while an older one still has its buttons, Former lists both.
func TestEveryOldMessageIsRemembered(t *testing.T) {
	mirrored(t, func(_ int, s resttest.Sent) resttest.Answer {
		if strings.HasPrefix(s.What, "DELETE ") || strings.HasPrefix(s.What, "PATCH ") {
			return resttest.Answer{Status: 403, Body: `{"code":50001}`}
		}
		return resttest.Done
	}, func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		m := b.mirror("k")
		m.Shown = bot.Shown{Message: "7", Former: "6", Edition: "0", At: time.Now()}
		ms.Show(m)
		wait(time.Minute)
		if got := b.posted[len(b.posted)-1].Former; got != "7:0 6" {
			t.Errorf("after the next post, of those with buttons are remembered %q", got)
		}
	})
}
