package mirror

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deuces/bot/rest/resttest"
)

// lags is a Meter.
type lags []string

func (l *lags) Shown(message string, lag time.Duration) {
	*l = append(*l, fmt.Sprintf("%s after %v", message, lag))
}

// The lag of a message is from the first change that it did not show until it shows all.
func TestAMeterIsToldHowLateMessagesAre(t *testing.T) {
	slow := resttest.Done
	slow.Delay = 100 * time.Millisecond
	mirrored(t, resttest.Script(slow, resttest.Broken, slow), func(t *testing.T, ms *Mirrors, _ *resttest.Fake, b *board) {
		var told lags
		ms.Meter = &told
		ms.Show(b.mirror("board/7"))
		rests(time.Second)
		if n := ms.Waiting(); n != 0 {
			t.Errorf("%d messages wait, when all are shown", n)
		}
		b.set("two", "1")
		ms.Touch("board/7")
		rests(200 * time.Millisecond) // it failed once, and waits
		b.set("three", "1")
		ms.Touch("board/7")
		if n := ms.Waiting(); n != 1 {
			t.Errorf("%d messages wait, when one does", n)
		}
		rests(time.Minute)
		ms.Touch("board/7") // nothing has changed
		rests(time.Minute)
		// 30 ms in which touches gather, and the answer's time; then the failure, half a second, and the answer.
		if diff := cmp.Diff(lags{"board after 130ms", "board after 630ms"}, told); diff != "" {
			t.Errorf("told (-want +got):\n%s", diff)
		}
	})
}
