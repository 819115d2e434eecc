package mirror

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/bot/rest/resttest"
)

// After a restart with many boards, a board that changes is shown within two seconds. Other
// requests of the bot don't wait for all boards either. In the end all boards are shown.
func TestMirrorsOfLowPriorityLetOthersGoFirst(t *testing.T) {
	const many = 500 // with the global rate, their requests take eleven seconds
	slow := resttest.Done
	slow.Delay = 50 * time.Millisecond
	mirrored(t, resttest.Always(slow), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		began := time.Now()
		for i := range many {
			m := b.mirror(fmt.Sprint("board/", i))
			m.Channel, m.Shown, m.LowPriority = fmt.Sprint(1000+i), bot.Shown{Message: fmt.Sprint(5000 + i), Edition: "1"}, true
			ms.Show(m)
		}
		if n := ms.Waiting(); n != many {
			t.Errorf("%d mirrors wait", n)
		}
		last := fmt.Sprint("board/", many-1)
		ms.Touch(last)
		if err := ms.Client.Do(t.Context(), rest.Request{Method: "GET", Path: "/gateway/bot", Bucket: rest.Named("GET gateway")}); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("another request waits for %v", took)
		}
		wait(2*time.Second - time.Since(began))
		if !strings.Contains(strings.Join(f.Whats(), "\n"), fmt.Sprint("PATCH /channels/", 1000+many-1)) {
			t.Errorf("after two seconds the board that changed is not shown, but %d others", len(f.All()))
		}
		wait(time.Minute)
		if n := ms.Waiting(); n != 0 {
			t.Errorf("after a minute %d are not shown", n)
		}
		seen := map[string]int{}
		for _, what := range f.Whats() {
			seen[what]++
		}
		if len(seen) != many+1 {
			t.Errorf("%d different requests, not one for each board and one other", len(seen))
		}
		for what, n := range seen {
			if n != 1 {
				t.Errorf("%s was asked %d times", what, n)
			}
		}
	})
}

// A mirror of low priority that fails doesn't block those after it, and is shown in the end.
func TestAMirrorOfLowPriorityThatFailsDelaysNobody(t *testing.T) {
	const bad = 3 * queuedMost
	says := func(_ int, s resttest.Sent) resttest.Answer {
		if strings.Contains(s.What, "/channels/1") && s.At < 5*time.Minute {
			return resttest.Broken
		}
		return resttest.Done
	}
	mirrored(t, says, func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		show := func(channel string) {
			m := b.mirror("board/" + channel)
			m.Channel, m.Shown, m.LowPriority = channel, bot.Shown{Message: "7", Edition: "1"}, true
			ms.Show(m)
		}
		for i := range bad {
			show(fmt.Sprint(100 + i))
		}
		show("200")
		wait(time.Minute)
		if !strings.Contains(strings.Join(f.Whats(), "\n"), "PATCH /channels/200") {
			t.Error("the sound one behind those that fail was not shown within a minute")
		}
		if n := ms.Waiting(); n != bad {
			t.Errorf("%d wait, not the %d that fail", n, bad)
		}
		wait(10 * time.Minute)
		if n := ms.Waiting(); n != 0 {
			t.Errorf("when all is well again, %d are not shown", n)
		}
	})
}
