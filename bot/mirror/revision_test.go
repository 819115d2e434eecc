package mirror

import (
	"fmt"
	"testing"
	"time"

	"deuces/bot/rest"
	"deuces/bot/rest/resttest"
)

// A reply that shows the newest state isn't rendered again by its mirror, unless the mirror was
// touched since that state was read.
func TestAReplyIsRenderedAgainOnlyIfTouched(t *testing.T) {
	for _, tt := range []struct {
		why   string
		since bool // the reply's mirror has a Revision
		touch bool // the mirror is touched after that Revision
		edits int
	}{
		{"nothing has changed since", true, false, 0},
		{"it was touched while the reply was on its way", true, true, 1},
		{"nobody knows since when", false, false, 1},
	} {
		mirrored(t, resttest.Always(resttest.Done), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
			b.set("one", "1")
			m := b.mirror("k")
			m.Channel, m.Handle = "", rest.Handle{App: "9", Token: "tok", Expires: time.Now().Add(time.Minute)}
			ms.Show(m)
			wait(time.Second)
			before := len(f.All())

			if tt.since {
				m.Revision = ms.Revision()
			}
			began := time.Now()
			release := ms.Hold("k")
			b.set("two", "1") // the state that the reply shows
			shows := b.digested(t)
			b.set("three", "1")
			if tt.touch {
				ms.Touch("k")
			}
			ms.Adopt(m, shows, began)
			release()
			wait(time.Second)
			if n := len(f.All()) - before; n != tt.edits {
				t.Errorf("%s: %d edits, want %d", tt.why, n, tt.edits)
			}
			b.set("four", "1")
			ms.Touch("k")
			wait(time.Second)
			if n := len(f.All()) - before; n != tt.edits+1 {
				t.Errorf("%s: a later touch makes %d edits, want %d", tt.why, n, tt.edits+1)
			}
		})
	}
}

// Mirrors that have no message and nothing to show use none of the rate limit, so another
// mirror is posted immediately.
func TestNothingToShowTakesNoTurn(t *testing.T) {
	mirrored(t, resttest.Always(resttest.Done), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		nothing := &board{}
		for i := range 450 {
			ms.Show(nothing.mirror(fmt.Sprint("nothing/", i)))
		}
		wait(10 * time.Millisecond)
		b.set("one", "1")
		ms.Show(b.mirror("k"))
		wait(300 * time.Millisecond)
		if got := f.Whats(); len(got) != 1 {
			t.Errorf("the bot asked for %v, not for one post", got)
		}
	})
}
