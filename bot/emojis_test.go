package bot

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"deuces/internal/say"
)

var noEmoji = answer{status: 400, body: `{"code":50035,"message":"Invalid Form Body","errors":{"components":{"0":{"components":{"0":{"emoji":{"_errors":[{"code":"BUTTON_COMPONENT_INVALID_EMOJI","message":"Invalid emoji"}]}}}}}}}`}

// A message that Discord refuses for an emoji that is gone goes out without it: its
// buttons keep their words.
func TestAMessageWithAnEmojiThatIsGoneIsSentWithout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(func(_ int, s sent) answer {
			if strings.Contains(s.body, `"emoji":{"id":"12"`) {
				return noEmoji
			}
			return done
		})
		told := 0
		b := newTestBot(t, f, func(c *Config) { c.EmojisRefused = func() { told++ } })
		m := Message{Blocks: []Block{Text(say.Verbatim("<:two:12>")), Row{
			{ID: "a", Label: say.Verbatim("2♠"), Emoji: "<:two:12>"}, {ID: "b", Label: say.Verbatim("My hand"), Emoji: "🃏"}}}}
		i := interaction{id: "1", token: "t", received: time.Now()}
		answer, err := firstOf(i, Reply{Message: &m})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.client.callback(t.Context(), i, answer, false); err != nil {
			t.Fatal(err)
		}
		if _, err := b.client.settle(t.Context(), Handle{app: "9", token: "t"}, m); err != nil {
			t.Fatal(err)
		}
		all := f.all()
		if len(all) != 4 || told != 2 {
			t.Fatalf("%d requests for two messages, told %d times", len(all), told)
		}
		for _, s := range []sent{all[1], all[3]} {
			if strings.Contains(s.body, `"id":"12"`) || !strings.Contains(s.body, "<:two:12>") || !strings.Contains(s.body, "🃏") || !strings.Contains(s.body, "2♠") {
				t.Errorf("sent without the emoji is %s", s.body)
			}
		}
		closeBot(t, b)
	})
}

// Where the emojis are not what is wrong, nothing is sent twice.
func TestOtherRefusalsAreNotRepeatedWithoutEmojis(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		plain := Message{Blocks: []Block{Row{{ID: "a", Label: say.Verbatim("x"), Emoji: "🃏"}}}}
		custom := Message{Blocks: []Block{Row{{ID: "a", Label: say.Verbatim("x"), Emoji: "<:two:12>"}}}}
		for _, c := range []struct {
			why string
			a   answer
			m   Message
		}{
			{"no emoji of the application's", noEmoji, plain},
			{"another reason", answer{status: 400, body: `{"code":50035,"errors":{}}`}, custom},
		} {
			f := newFake(always(c.a))
			b := newTestBot(t, f, nil)
			_, err := b.client.settle(t.Context(), Handle{app: "9", token: "t"}, c.m)
			if _, refused := errors.AsType[*Refused](err); !refused || len(f.all()) != 1 {
				t.Errorf("%s: %d requests, %v", c.why, len(f.all()), err)
			}
			closeBot(t, b)
		}
	})
}

func TestEmojisAreAskedForOnceTheApplicationIsKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(func(_ int, s sent) answer {
			switch {
			case strings.HasPrefix(s.what, "GET"):
				return answer{status: 200, body: `{"items":[{"id":"5","name":"two"}]}`}
			case strings.HasPrefix(s.what, "DELETE"):
				return answer{status: 404, body: `{"code":10014,"message":"Unknown Emoji"}`}
			}
			return answer{status: 201, body: `{"id":"6","name":"three"}`}
		})
		b := newTestBot(t, f, nil)
		early, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := b.Emojis(early); err == nil || len(f.all()) > 0 {
			t.Errorf("asked for before the application is known: %v, %v", err, f.whats())
		}
		b.app = "9"
		close(b.known)
		all, err := b.Emojis(t.Context())
		if err != nil || len(all) != 1 || all[0].Text() != "<:two:5>" {
			t.Errorf("%v %v", all, err)
		}
		if made, err := b.AddEmoji(t.Context(), "three", []byte("png")); err != nil || made.ID != "6" {
			t.Errorf("%v %v", made, err)
		}
		if err := b.RemoveEmoji(t.Context(), "5"); err != nil {
			t.Errorf("removing one that is gone: %v", err)
		}
		if got := strings.Join(f.whats(), ", "); got != "GET /applications/9/emojis, POST /applications/9/emojis, DELETE /applications/9/emojis/5" {
			t.Error(got)
		}
		closeBot(t, b)
	})
}

// A limit that lasts doesn't hold the caller for ever: it tries again later.
func TestALongLimitOnEmojisIsAnErrorBeforeItsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(always(slowDown(3600)))
		b := newTestBot(t, f, nil)
		b.app = "9"
		close(b.known)
		began := time.Now()
		if _, err := b.AddEmoji(t.Context(), "two", nil); err == nil || time.Since(began) > 2*time.Minute || len(f.all()) != 1 {
			t.Errorf("%v after %v and %d requests", err, time.Since(began), len(f.all()))
		}
		closeBot(t, b)
	})
}
