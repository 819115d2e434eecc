package bot

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"deuces/internal/say"

	"deuces/bot/rest"
	"deuces/bot/rest/resttest"
)

var noEmoji = resttest.Answer{Status: 400, Body: `{"code":50035,"message":"Invalid Form Body","errors":{"components":{"0":{"components":{"0":{"emoji":{"_errors":[{"code":"BUTTON_COMPONENT_INVALID_EMOJI","message":"Invalid emoji"}]}}}}}}}`}

// If Discord refuses a message because of a removed emoji, it is sent without the emoji. Its buttons
// keep their words.
func TestAMessageWithAnEmojiThatIsGoneIsSentWithout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := resttest.New(func(_ int, s resttest.Sent) resttest.Answer {
			if strings.Contains(s.Body, `"emoji":{"id":"12"`) {
				return noEmoji
			}
			return resttest.Done
		})
		told := 0
		b := newTestBot(t, f, func(c *Config) { c.EmojisRefused = func() { told++ } })
		m := Message{Blocks: []Block{Text(say.Verbatim("<:two:12>")), Row{
			{ID: "a", Label: say.Verbatim("2♠"), Emoji: "<:two:12>"}, {ID: "b", Label: say.Verbatim("My hand"), Emoji: "🃏"}}}}
		i := interaction{received: time.Now(), Request: Request{ID: "1", Handle: rest.Handle{App: "9", Token: "t"}}}
		answer, err := responseTo(i, Reply{Message: &m})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.callback(t.Context(), i, answer, false); err != nil {
			t.Fatal(err)
		}
		if _, err := b.client.EditAnswer(t.Context(), nil, i.Handle, m.Encode()); err != nil {
			t.Fatal(err)
		}
		all := f.All()
		if len(all) != 4 || told != 2 {
			t.Fatalf("%d requests for two messages, told %d times", len(all), told)
		}
		for _, s := range []resttest.Sent{all[1], all[3]} {
			if strings.Contains(s.Body, `"id":"12"`) || !strings.Contains(s.Body, "<:two:12>") || !strings.Contains(s.Body, "🃏") || !strings.Contains(s.Body, "2♠") {
				t.Errorf("sent without the emoji is %s", s.Body)
			}
		}
	})
}

// If a message is refused for another reason than its emojis, it isn't sent again.
func TestOtherRefusalsAreNotRepeatedWithoutEmojis(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		plain := Message{Blocks: []Block{Row{{ID: "a", Label: say.Verbatim("x"), Emoji: "🃏"}}}}
		custom := Message{Blocks: []Block{Row{{ID: "a", Label: say.Verbatim("x"), Emoji: "<:two:12>"}}}}
		for _, c := range []struct {
			why string
			a   resttest.Answer
			m   Message
		}{
			{"no emoji of the application's", noEmoji, plain},
			{"another reason", resttest.Answer{Status: 400, Body: `{"code":50035,"errors":{}}`}, custom},
		} {
			f := resttest.New(resttest.Always(c.a))
			b := newTestBot(t, f, nil)
			_, err := b.client.EditAnswer(t.Context(), nil, rest.Handle{App: "9", Token: "t"}, c.m.Encode())
			if _, refused := errors.AsType[*rest.Refused](err); !refused || len(f.All()) != 1 {
				t.Errorf("%s: %d requests, %v", c.why, len(f.All()), err)
			}
		}
	})
}

func TestEmojisAreListedOnceTheApplicationIsKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := resttest.New(func(_ int, s resttest.Sent) resttest.Answer {
			switch {
			case strings.HasPrefix(s.What, "GET"):
				return resttest.Answer{Status: 200, Body: `{"items":[{"id":"5","name":"two"}]}`}
			case strings.HasPrefix(s.What, "DELETE"):
				return resttest.Answer{Status: 404, Body: `{"code":10014,"message":"Unknown Emoji"}`}
			}
			return resttest.Answer{Status: 201, Body: `{"id":"6","name":"three"}`}
		})
		b := newTestBot(t, f, nil)
		early, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := b.Emojis(early); err == nil || len(f.All()) > 0 {
			t.Errorf("asked for before the application is known: %v, %v", err, f.Whats())
		}
		b.app.ID = "9"
		close(b.appKnown)
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
		if got := strings.Join(f.Whats(), ", "); got != "GET /applications/9/emojis, POST /applications/9/emojis, DELETE /applications/9/emojis/5" {
			t.Error(got)
		}
	})
}

// A long rate limit doesn't block the caller forever: the request fails after emojiTime.
func TestALongLimitOnEmojisIsAnErrorBeforeItsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := resttest.New(resttest.Always(resttest.SlowDown(3600)))
		b := newTestBot(t, f, nil)
		b.app.ID = "9"
		close(b.appKnown)
		began := time.Now()
		if _, err := b.AddEmoji(t.Context(), "two", nil); err == nil || time.Since(began) > 2*time.Minute || len(f.All()) != 1 {
			t.Errorf("%v after %v and %d requests", err, time.Since(began), len(f.All()))
		}
	})
}
