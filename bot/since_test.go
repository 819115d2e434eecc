package bot

import (
	"testing"
	"time"
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
		mirrored(t, always(done), func(t *testing.T, ms *Mirrors, f *fake, b *board) {
			b.set("one", "1")
			m := b.mirror("k")
			m.Channel, m.Handle = "", Handle{app: "9", token: "tok", dies: time.Now().Add(time.Minute)}
			ms.Show(m)
			rests(time.Second)
			before := len(f.all())

			if tt.since {
				m.Since = ms.Moment()
			}
			began := time.Now()
			release := ms.hold("k")
			b.set("two", "1") // what the reply says is older
			shows := b.digested(t)
			b.set("three", "1")
			if tt.touch {
				ms.Touch("k")
			}
			ms.adopt(m, shows, began)
			release()
			rests(time.Second)
			if n := len(f.all()) - before; n != tt.edits {
				t.Errorf("%s: %d edits, want %d", tt.why, n, tt.edits)
			}
			b.set("four", "1")
			ms.Touch("k")
			rests(time.Second)
			if n := len(f.all()) - before; n != tt.edits+1 {
				t.Errorf("%s: a later touch makes %d edits, want %d", tt.why, n, tt.edits+1)
			}
		})
	}
}
