package bot

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"deuces/internal/say"
)

// Of the sentences that a user is told in a channel only the newest stays: another's,
// and messages that are more than a sentence, are left alone.
func TestASentenceTakesThePlaceOfTheOneBefore(t *testing.T) {
	b := newBriefs()
	now := time.Now()
	at := func(token string) Handle { return Handle{app: "9", token: token, dies: now.Add(time.Minute)} }
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
		before, alive := b.put(c.key, at(c.token), c.now)
		if alive != (c.before != "") || alive && before.token != c.before {
			t.Errorf("%s: %q is taken away, %t; want %q", c.why, before.token, alive, c.before)
		}
	}
	for i := range 3000 {
		b.put(fmt.Sprint(i), at("x"), now.Add(time.Hour))
	}
	if n := len(b.last); n > 1100 {
		t.Errorf("%d are remembered, although none can be reached", n)
	}
}

func TestOnlySentencesAreTakenAway(t *testing.T) {
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
		routed(t, always(done), func(r *Router) {
			r.Command(Command{Name: "go", Description: say.Verbatim("x")}, DeferPrivate, takes(0, c.reply))
		}, nil, func(t *testing.T, b *Bot, f *fake) {
			b.work.Wait()
			n := 0
			for _, s := range f.all() {
				if strings.HasPrefix(s.what, "DELETE") {
					n++
				}
			}
			if n != c.deletes {
				t.Errorf("%s: %d are taken away, want %d", c.why, n, c.deletes)
			}
		}, raws...)
	}
}
