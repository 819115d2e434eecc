package bot

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"deuces/internal/say"

	"deuces/bot/rest"
	"deuces/bot/rest/resttest"
)

// Only a user's newest notice in a channel stays. Notices of other users and other private messages
// aren't deleted.
func TestANoticeReplacesThePreviousOne(t *testing.T) {
	b := newNotices()
	now := time.Now()
	at := func(token string) rest.Handle {
		return rest.Handle{App: "9", Token: token, Expires: now.Add(time.Minute)}
	}
	for _, c := range []struct {
		key, token, before string
		now                time.Time
		why                string
	}{
		{"ann/1", "a", "", now, "the first"},
		{"ann/1", "b", "a", now, "the second"},
		{"bob/1", "c", "", now, "somebody else's"},
		{"ann/2", "d", "", now, "in another channel"},
		{"ann/1", "e", "", now.Add(time.Hour), "when the one before can't be reached any more"},
	} {
		before := b.put(c.key, at(c.token), c.now)
		if !before.Alive(c.now) {
			before = rest.Handle{}
		}
		if before.Token != c.before {
			t.Errorf("%s: %q is taken away, want %q", c.why, before.Token, c.before)
		}
	}
	for i := range 3000 {
		b.put(fmt.Sprint(i), at("x"), now.Add(time.Hour))
	}
	if n := len(b.last); n > 1100 {
		t.Errorf("%d are remembered, although none can be reached", n)
	}
}

func TestOnlyNoticesAreReplaced(t *testing.T) {
	for _, c := range []struct {
		reply   Reply
		deletes int
		why     string
	}{
		{Say(say.Verbatim("no")), 1, "a sentence"},
		{Whisper(*Say(say.Verbatim("no")).Message), 0, "a private message that is to stay"},
		{Show(*Say(say.Verbatim("no")).Message), 0, "a public one"},
	} {
		raws := []json.RawMessage{
			interactionJSON(t, map[string]any{"id": "1", "token": "one"}),
			interactionJSON(t, map[string]any{"id": "2", "token": "two"}),
		}
		routed(t, resttest.Always(resttest.Done), func(r *Router) {
			r.Command(Command{Name: "go", Description: say.Verbatim("x")}, DeferPrivate, takes(0, c.reply))
		}, nil, func(t *testing.T, b *Bot, f *resttest.Fake) {
			b.work.Wait()
			n := 0
			for _, s := range f.All() {
				if strings.HasPrefix(s.What, "DELETE") {
					n++
				}
			}
			if n != c.deletes {
				t.Errorf("%s: %d are taken away, want %d", c.why, n, c.deletes)
			}
		}, raws...)
	}
}
