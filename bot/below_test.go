package bot

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// What stands below a message is told by one request where the bot may read the history,
// and by two, less exactly, where it may not.
func TestWhatStandsBelowAMessage(t *testing.T) {
	ok := func(body string) answer { return answer{status: 200, body: body} }
	const list, channel = "GET /channels/5/messages?after=699&limit=4", "GET /channels/5"
	for _, tt := range []struct {
		why     string
		answers []answer
		want    Below
		asked   []string
		err     error
	}{
		{"nothing", []answer{ok(`[{"id":"700"}]`)}, Below{Counted: true}, []string{list}, nil},
		{"some, the newest first", []answer{ok(`[{"id":"720"},{"id":"710"},{"id":"700"}]`)}, Below{IDs: []string{"710", "720"}, Counted: true}, []string{list}, nil},
		{"the message itself was deleted", []answer{ok(`[{"id":"720"},{"id":"710"}]`)}, Below{IDs: []string{"710", "720"}, Counted: true, Gone: true}, []string{list}, nil},
		{"the history is closed", []answer{ok(`[]`), ok(`{"last_message_id":"720"}`)}, Below{IDs: []string{"720"}}, []string{list, channel}, nil},
		{"it is closed, and nothing was written", []answer{ok(`[]`), ok(`{"last_message_id":"700"}`)}, Below{}, []string{list, channel}, nil},
		{"a shorter number is an older message", []answer{ok(`[]`), ok(`{"last_message_id":"99"}`)}, Below{}, []string{list, channel}, nil},
		{"the channel never had a message", []answer{ok(`[]`), ok(`{"last_message_id":null}`)}, Below{}, []string{list, channel}, nil},
		{"the channel is gone", []answer{{status: 404, body: `{"code":10003}`}}, Below{}, []string{list}, ErrNoChannel},
		{"a failure is not tried again", []answer{broken}, Below{}, []string{list}, &unsure{}},
	} {
		f := newFake(script(tt.answers...))
		b := newTestBot(t, f, nil)
		got, err := b.Below(t.Context(), "5", "700", 3)
		if d := cmp.Diff(tt.want, got); d != "" || (err != nil) != (tt.err != nil) {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, d)
		}
		if tt.err == ErrNoChannel && !errors.Is(err, ErrNoChannel) {
			t.Errorf("%s: %v", tt.why, err)
		}
		if d := cmp.Diff(tt.asked, f.whats()); d != "" {
			t.Errorf("%s: asked (-want +got):\n%s", tt.why, d)
		}
		closeBot(t, b)
	}
	f := newFake(always(done))
	b := newTestBot(t, f, nil)
	if _, err := b.Below(t.Context(), "5", "reply", 3); err == nil || len(f.all()) > 0 {
		t.Errorf("what is no id is asked for: %v", err)
	}
	if _, err := b.Below(t.Context(), "5", "700", 1000); err == nil || f.whats()[0] != "GET /channels/5/messages?after=699&limit=100" {
		t.Errorf("asked for more than a request can tell: %q", f.whats())
	}
	closeBot(t, b)
}

func TestAnIDTellsWhenAMessageWasWritten(t *testing.T) {
	for id, want := range map[string]time.Time{
		"175928847299117063": time.Date(2016, 4, 30, 11, 18, 25, 796e6, time.UTC), // Discord's own example
		"":                   {}, "0": {}, "x": {}, "-1": {},
	} {
		if got := Written(id); !got.Equal(want) {
			t.Errorf("%q was written at %v, not %v", id, got, want)
		}
	}
}

// A direct message is a mirror like any other: its channel is opened when it is needed,
// once.
func TestDirectMessagesAreOpenedOnce(t *testing.T) {
	const open, post, edit, remove = "POST /users/@me/channels", "POST /channels/55/messages", "PATCH /channels/55/messages/100", "DELETE /channels/55/messages/100"
	mirrored(t, func(_ int, s sent) answer {
		if s.what == open {
			return answer{status: 200, body: `{"id":"55"}`}
		}
		return done
	}, func(t *testing.T, ms *Mirrors, f *fake, b *board) {
		m := b.mirror("k")
		m.Channel = Directly("7")
		b.set("", "")
		ms.Show(m)
		rests(time.Second)
		if len(f.all()) > 0 {
			t.Errorf("with nothing to show there are %q", f.whats())
		}
		for _, text := range []string{"one", "two", "", "three"} {
			b.set(text, "1")
			ms.Touch("k")
			rests(time.Second)
		}
		want := []string{open, post, edit, remove, post}
		if d := cmp.Diff(want, f.whats()); d != "" {
			t.Errorf("requests (-want +got):\n%s", d)
		}
		if !strings.Contains(f.all()[0].body, `"recipient_id":"7"`) {
			t.Errorf("opened with %s", f.all()[0].body)
		}
	})
}

// Who takes no direct messages is not written to again: the mirror is forgotten.
func TestClosedDirectMessagesAreTriedOnce(t *testing.T) {
	opened := answer{status: 200, body: `{"id":"55"}`}
	for _, tt := range []struct {
		why     string
		answers []answer
		want    int // requests
	}{
		{"they are closed", []answer{opened, {status: 403, body: `{"code":50007}`}}, 2},
		{"no server in common", []answer{opened, {status: 403, body: `{"code":50278}`}}, 2},
		{"nobody of that id", []answer{{status: 400, body: `{"code":50033}`}}, 1},
	} {
		mirrored(t, script(tt.answers...), func(t *testing.T, ms *Mirrors, f *fake, b *board) {
			m, gone := b.mirror("k"), 0
			m.Channel, m.Gone = Directly("7"), func() { gone++ }
			ms.Show(m)
			for range 60 {
				rests(time.Minute)
				ms.Touch("k")
			}
			if n := len(f.all()); n != tt.want || gone != 1 || ms.Len() != 0 {
				t.Errorf("%s: %d requests, told %d times that it is gone", tt.why, n, gone)
			}
			if len(b.failed) != 1 || !errors.Is(b.failed[0], ErrClosed) {
				t.Errorf("%s: told %v", tt.why, b.failed)
			}
		})
	}
}

// A message that should move and may not be posted stays where it is, is edited there,
// and moves when it may.
func TestAMessageThatMayNotMoveIsEdited(t *testing.T) {
	const post, edit, remove = "POST /channels/5/messages", "PATCH /channels/5/messages/7", "DELETE /channels/5/messages/7"
	mute := true
	mirrored(t, func(_ int, s sent) answer {
		if s.what == post && mute {
			return answer{status: 403, body: `{"code":50013}`}
		}
		return done
	}, func(t *testing.T, ms *Mirrors, f *fake, b *board) {
		m := b.mirror("k")
		m.Shown = Shown{Message: "7", Edition: "1", At: time.Now()}
		ms.Show(m)
		rests(time.Second)
		b.set("two", "1")
		ms.Move("k")
		rests(time.Second)
		b.set("three", "1")
		ms.Touch("k")
		rests(time.Second)
		if d := cmp.Diff([]string{edit, post, edit, edit}, f.whats()); d != "" || !strings.Contains(last(f), "three") || len(b.failed) > 0 {
			t.Errorf("told %v; requests (-want +got):\n%s", b.failed, d)
		}
		if at := b.posted[len(b.posted)-1]; at.Message != "7" || at.Former != "" {
			t.Errorf("told that it is at %+v", at)
		}
		mute = false
		ms.Move("k")
		rests(time.Second)
		if d := cmp.Diff([]string{edit, post, edit, edit, post, remove}, f.whats()); d != "" {
			t.Errorf("requests (-want +got):\n%s", d)
		}
	})
}

// A message that is replaced is deleted, though another that moves would say where it went:
// also after a crash, at whatever moment. One of another edition says what it came to.
func TestAMessageThatIsReplacedGoes(t *testing.T) {
	const post, edit = "POST /channels/5/messages", "PATCH /channels/5/messages/7"
	const remove = "DELETE /channels/5/messages/7"
	var told []Shown
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
		mirrored(t, always(done), func(t *testing.T, ms *Mirrors, f *fake, b *board) {
			m := b.mirror("k")
			m.Shown, m.Past = Shown{Message: "7", Edition: "1", At: time.Now()}, past
			ms.Show(m)
			rests(time.Second)
			b.set("one", tt.edition)
			tt.move(ms)
			rests(time.Second)
			if d := cmp.Diff([]string{edit, post, tt.want}, f.whats()); d != "" {
				t.Errorf("%s (-want +got):\n%s", tt.why, d)
			}
			told = b.posted
		})
	}
	for i, at := range told[:2] { // when it was being posted, and when it was
		mirrored(t, always(done), func(t *testing.T, ms *Mirrors, f *fake, b *board) {
			m := b.mirror("k")
			m.Shown, m.Past = at, past
			b.set("one", "1")
			ms.Show(m)
			rests(time.Second)
			got := f.whats()
			if n := strings.Count(strings.Join(got, "\n"), remove); n != 1 || strings.Contains(strings.Join(got, "\n"), edit) {
				t.Errorf("after a crash, told %d times: requests %q", i+1, got)
			}
			if left := b.posted[len(b.posted)-1]; left.Message != "100" || left.Former != "" {
				t.Errorf("after a crash, told %d times: told of %+v at last", i+1, left)
			}
		})
	}
}

// What notifies somebody is posted once, however old it gets; another edition is posted.
func TestWhatNotifiesIsPostedOnce(t *testing.T) {
	const edit, post, remove = "PATCH /channels/5/messages/7", "POST /channels/5/messages", "DELETE /channels/5/messages/7"
	mirrored(t, func(n int, s sent) answer {
		if n == 1 {
			return answer{status: 429, body: `{"code":30046,"retry_after":3000}`}
		}
		return done
	}, func(t *testing.T, ms *Mirrors, f *fake, b *board) {
		m := b.mirror("k")
		m.Once, m.Shown = true, Shown{Message: "7", Edition: "1", At: time.Now().Add(-3 * time.Hour)}
		ms.Show(m)
		rests(time.Second)
		for _, text := range []string{"two", "three"} {
			b.set(text, "1")
			ms.Touch("k")
			rests(time.Minute)
		}
		b.set("three", "2")
		ms.Touch("k")
		rests(time.Minute)
		if d := cmp.Diff([]string{edit, edit, edit, post, remove}, f.whats()); d != "" {
			t.Errorf("requests (-want +got):\n%s", d)
		}
	})
}

// What guilds are called is told as the bot connects, and when it changes.
func TestGuildsAreCalledByTheirNames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []string
		b := newTestBot(t, newFake(always(done)), func(c *Config) {
			c.Named = func(guild, name string) { told = append(told, guild+" "+name) }
		})
		for _, raw := range []string{`{"id":"1","name":"One"}`, `{"id":"1","unavailable":true}`, `{"id":`, `{"id":"1","name":"Two"}`} {
			b.named([]byte(raw))
		}
		if d := cmp.Diff([]string{"1 One", "1 Two"}, told); d != "" {
			t.Error(d)
		}
		closeBot(t, b)
	})
}
