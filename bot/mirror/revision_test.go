package mirror

import (
	"fmt"
	"testing"
	"time"

	"deuces/bot/rest"
	"deuces/bot/rest/resttest"
)

// A reply that shows the newest state is not rendered again for its mirror, and
// any touch since that state was read is.
func TestAReplyIsRenderedAgainOnlyIfTouched(t *testing.T) {
	for _, tt := range []struct {
		why   string
		since bool // the reply's mirror says since when
		touch bool // after that
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
			rests(time.Second)
			before := len(f.All())

			if tt.since {
				m.Revision = ms.Revision()
			}
			began := time.Now()
			release := ms.Hold("k")
			b.set("two", "1") // what the reply says is older
			shows := b.digested(t)
			b.set("three", "1")
			if tt.touch {
				ms.Touch("k")
			}
			ms.Adopt(m, shows, began)
			release()
			rests(time.Second)
			if n := len(f.All()) - before; n != tt.edits {
				t.Errorf("%s: %d edits, want %d", tt.why, n, tt.edits)
			}
			b.set("four", "1")
			ms.Touch("k")
			rests(time.Second)
			if n := len(f.All()) - before; n != tt.edits+1 {
				t.Errorf("%s: a later touch makes %d edits, want %d", tt.why, n, tt.edits+1)
			}
		})
	}
}

// Mirrors that show nothing and have nothing to show use up none of Discord's limits:
// the one that has something is posted at once.
func TestNothingToShowTakesNoTurn(t *testing.T) {
	mirrored(t, resttest.Always(resttest.Done), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		nothing := &board{}
		for i := range 450 {
			ms.Show(nothing.mirror(fmt.Sprint("nothing/", i)))
		}
		rests(10 * time.Millisecond)
		b.set("one", "1")
		ms.Show(b.mirror("k"))
		rests(300 * time.Millisecond)
		if got := f.Whats(); len(got) != 1 {
			t.Errorf("the bot asked for %v, not for one post", got)
		}
	})
}
