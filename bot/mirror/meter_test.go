package mirror

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deuces/bot/rest/resttest"
)

// lags is a Meter that records its calls.
type lags []string

func (l *lags) Shown(message string, lag time.Duration) {
	*l = append(*l, fmt.Sprintf("%s after %v", message, lag))
}

// The lag of a message is the time from the first change that it didn't show until it shows all
// changes.
func TestTheMeterReceivesHowLateMessagesAre(t *testing.T) {
	slow := resttest.Done
	slow.Delay = 100 * time.Millisecond
	mirrored(t, resttest.Script(slow, resttest.Broken, slow), func(t *testing.T, ms *Mirrors, _ *resttest.Fake, b *board) {
		var told lags
		ms.Meter = &told
		ms.Show(b.mirror("board/7"))
		wait(time.Second)
		if n := ms.Waiting(); n != 0 {
			t.Errorf("%d messages wait, when all are shown", n)
		}
		b.set("two", "1")
		ms.Touch("board/7")
		wait(200 * time.Millisecond) // the first edit has failed, and the mirror backs off
		b.set("three", "1")
		ms.Touch("board/7")
		if n := ms.Waiting(); n != 1 {
			t.Errorf("%d messages wait, when one does", n)
		}
		wait(time.Minute)
		ms.Touch("board/7") // nothing has changed
		wait(time.Minute)
		// First: 30 ms for gathering touches and 100 ms for the answer. Second: the same and the
		// backoff of 500 ms after the failure.
		if diff := cmp.Diff(lags{"board after 130ms", "board after 630ms"}, told); diff != "" {
			t.Errorf("told (-want +got):\n%s", diff)
		}
	})
}
