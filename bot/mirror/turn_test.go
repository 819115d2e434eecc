package mirror

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/bot/rest/resttest"
)

// The channel of a mirror in direct messages is opened once, when there is something to post.
func TestDirectMessagesAreOpenedOnce(t *testing.T) {
	const open, post, edit, remove = "POST /users/@me/channels", "POST /channels/55/messages", "PATCH /channels/55/messages/100", "DELETE /channels/55/messages/100"
	mirrored(t, func(_ int, s resttest.Sent) resttest.Answer {
		if s.What == open {
			return resttest.Answer{Status: 200, Body: `{"id":"55"}`}
		}
		return resttest.Done
	}, func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		m := b.mirror("k")
		m.Channel = rest.DirectMessages("7")
		b.set("", "")
		ms.Show(m)
		wait(time.Second)
		if len(f.All()) > 0 {
			t.Errorf("with nothing to show there are %q", f.Whats())
		}
		for _, text := range []string{"one", "two", "", "three"} {
			b.set(text, "1")
			ms.Touch("k")
			wait(time.Second)
		}
		want := []string{open, post, edit, remove, post}
		if d := cmp.Diff(want, f.Whats()); d != "" {
			t.Errorf("requests (-want +got):\n%s", d)
		}
		if !strings.Contains(f.All()[0].Body, `"recipient_id":"7"`) {
			t.Errorf("opened with %s", f.All()[0].Body)
		}
	})
}

// If a person can't get direct messages, the mirror is forgotten after the first try.
func TestClosedDirectMessagesAreTriedOnce(t *testing.T) {
	opened := resttest.Answer{Status: 200, Body: `{"id":"55"}`}
	for _, tt := range []struct {
		why     string
		answers []resttest.Answer
		want    int // number of requests
	}{
		{"they are closed", []resttest.Answer{opened, {Status: 403, Body: `{"code":50007}`}}, 2},
		{"no server in common", []resttest.Answer{opened, {Status: 403, Body: `{"code":50278}`}}, 2},
		{"nobody of that id", []resttest.Answer{{Status: 400, Body: `{"code":50033}`}}, 1},
	} {
		mirrored(t, resttest.Script(tt.answers...), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
			m, gone := b.mirror("k"), 0
			m.Channel, m.Gone = rest.DirectMessages("7"), func() { gone++ }
			ms.Show(m)
			for range 60 {
				wait(time.Minute)
				ms.Touch("k")
			}
			if n := len(f.All()); n != tt.want || gone != 1 || ms.Len() != 0 {
				t.Errorf("%s: %d requests, told %d times that it is gone", tt.why, n, gone)
			}
			if len(b.failed) != 1 || !errors.Is(b.failed[0], rest.ErrClosed) {
				t.Errorf("%s: told %v", tt.why, b.failed)
			}
		})
	}
}

// A message that has to move, but may not be posted, is edited where it is. It moves once it may
// be posted.
func TestAMessageThatMayNotMoveIsEdited(t *testing.T) {
	const post, edit, remove = "POST /channels/5/messages", "PATCH /channels/5/messages/7", "DELETE /channels/5/messages/7"
	mute := true
	mirrored(t, func(_ int, s resttest.Sent) resttest.Answer {
		if s.What == post && mute {
			return resttest.Answer{Status: 403, Body: `{"code":50013}`}
		}
		return resttest.Done
	}, func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		m := b.mirror("k")
		m.Shown = bot.Shown{Message: "7", Edition: "1", At: time.Now()}
		ms.Show(m)
		wait(time.Second)
		b.set("two", "1")
		ms.Move("k")
		wait(time.Second)
		b.set("three", "1")
		ms.Touch("k")
		wait(time.Second)
		if d := cmp.Diff([]string{edit, post, edit, edit}, f.Whats()); d != "" || !strings.Contains(last(f), "three") || len(b.failed) > 0 {
			t.Errorf("told %v; requests (-want +got):\n%s", b.failed, d)
		}
		if at := b.posted[len(b.posted)-1]; at.Message != "7" || at.Former != "" {
			t.Errorf("told that it is at %+v", at)
		}
		mute = false
		ms.Move("k")
		wait(time.Second)
		if d := cmp.Diff([]string{edit, post, edit, edit, post, remove}, f.Whats()); d != "" {
			t.Errorf("requests (-want +got):\n%s", d)
		}
	})
}

// Replace deletes the old message, although Move would edit it to show Past. This holds after a
// crash at any moment too. If the edition has changed, the old message shows Past.
func TestAReplacedMessageIsDeleted(t *testing.T) {
	const post, edit = "POST /channels/5/messages", "PATCH /channels/5/messages/7"
	const remove = "DELETE /channels/5/messages/7"
	var told []bot.Shown
	for _, tt := range []struct {
		why     string
		move    func(*Mirrors)
		edition string
		want    string
	}{
		{"moved", func(ms *Mirrors) { ms.Move("k") }, "1", edit},
		{"moved when a new edition is due", func(ms *Mirrors) { ms.Replace("k") }, "2", edit},
		{"moved and replaced", func(ms *Mirrors) { ms.Replace("k"); ms.Move("k") }, "1", remove},
		{"replaced", func(ms *Mirrors) { ms.Replace("k") }, "1", remove},
	} {
		mirrored(t, resttest.Always(resttest.Done), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
			m := b.mirror("k")
			m.Shown, m.Past = bot.Shown{Message: "7", Edition: "1", At: time.Now()}, past
			ms.Show(m)
			wait(time.Second)
			b.set("one", tt.edition)
			tt.move(ms)
			wait(time.Second)
			if d := cmp.Diff([]string{edit, post, tt.want}, f.Whats()); d != "" {
				t.Errorf("%s (-want +got):\n%s", tt.why, d)
			}
			told = b.posted
		})
	}
	for i, at := range told[:2] { // before and after the post
		mirrored(t, resttest.Always(resttest.Done), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
			m := b.mirror("k")
			m.Shown, m.Past = at, past
			b.set("one", "1")
			ms.Show(m)
			wait(time.Second)
			got := f.Whats()
			if n := strings.Count(strings.Join(got, "\n"), remove); n != 1 || strings.Contains(strings.Join(got, "\n"), edit) {
				t.Errorf("after a crash, told %d times: requests %q", i+1, got)
			}
			if left := b.posted[len(b.posted)-1]; left.Message != "100" || left.Former != "" {
				t.Errorf("after a crash, told %d times: told of %+v at last", i+1, left)
			}
		})
	}
}

// A message with Once is posted only once per edition, however old it gets.
func TestAMessageThatNotifiesIsPostedOnce(t *testing.T) {
	const edit, post, remove = "PATCH /channels/5/messages/7", "POST /channels/5/messages", "DELETE /channels/5/messages/7"
	mirrored(t, func(n int, s resttest.Sent) resttest.Answer {
		if n == 1 {
			return resttest.Answer{Status: 429, Body: `{"code":30046,"retry_after":3000}`}
		}
		return resttest.Done
	}, func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		m := b.mirror("k")
		m.Once, m.Shown = true, bot.Shown{Message: "7", Edition: "1", At: time.Now().Add(-3 * time.Hour)}
		ms.Show(m)
		wait(time.Second)
		for _, text := range []string{"two", "three"} {
			b.set(text, "1")
			ms.Touch("k")
			wait(time.Minute)
		}
		b.set("three", "2")
		ms.Touch("k")
		wait(time.Minute)
		if d := cmp.Diff([]string{edit, edit, edit, post, remove}, f.Whats()); d != "" {
			t.Errorf("requests (-want +got):\n%s", d)
		}
	})
}
