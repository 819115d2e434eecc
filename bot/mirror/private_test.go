package mirror

import (
	"context"
	"strings"
	"testing"
	"time"

	"deuces/bot"
	"deuces/bot/rest/resttest"
)

func TestAPrivateMessageIsForgottenWithItsToken(t *testing.T) {
	for why, a := range map[string]resttest.Answer{
		"the token died":       {Status: 401, Body: `{"code":50027}`},
		"the token is unknown": {Status: 404, Body: `{"code":10015}`},
		"it was dismissed":     resttest.Vanished,
	} {
		mirrored(t, resttest.Always(a), func(t *testing.T, x *scene) {
			x.shows(x.private("tok", "", ""))
			x.asked(why, "PATCH "+private("tok"))
			if x.Len() != 0 {
				t.Errorf("%s: %d mirrors left", why, x.Len())
			}
		})
	}
	mirrored(t, done, func(t *testing.T, x *scene) {
		x.Show(x.private("old", "", ""))
		wait(14 * time.Minute)
		x.Show(x.private("new", "", "")) // a click brought a new token
		wait(14 * time.Minute)
		if x.Len() != 1 {
			t.Error("it was forgotten with its old token")
		}
		wait(time.Minute)
		if x.Len() != 0 {
			t.Error("it is kept though its token died, touched or not")
		}
	})
}

// A private message with another edition is sent anew with the same token, and the previous one is
// deleted. If sending fails, the message is edited where it is.
func TestAPrivateMessageMovesWithItsEdition(t *testing.T) {
	for _, tt := range []struct {
		why  string
		sent resttest.Answer // to the new message
		want []string
	}{
		{"sent", resttest.Answer{Status: 200, Body: `{"id":"88"}`},
			[]string{"POST /webhooks/9/tok?wait=true", "DELETE /webhooks/9/tok/messages/@original", "PATCH /webhooks/9/tok/messages/88"}},
		{"it may have arrived", resttest.Broken,
			[]string{"POST /webhooks/9/tok?wait=true", "PATCH /webhooks/9/tok/messages/@original", "PATCH /webhooks/9/tok/messages/@original"}},
	} {
		say := func(n int, s resttest.Sent) resttest.Answer {
			if strings.HasPrefix(s.What, "POST") {
				return tt.sent
			}
			return resttest.Done
		}
		mirrored(t, say, func(t *testing.T, x *scene) {
			m := x.private("tok", "77", "")
			m.Shown.Edition = "1"
			x.set("one", "2")
			x.shows(m)
			wait(time.Minute)
			x.change("two", "2")
			wait(time.Minute)
			x.asked(tt.why, tt.want...)
			if body := x.fake.Bodies()[0]; !strings.Contains(body, `"flags":32832`) {
				t.Errorf("%s: the new message isn't private: %s", tt.why, body)
			}
		})
	}
}

// A reply that shows a mirror needs no additional edit, although the mirror was touched by the
// change that the reply shows.
func TestReplyAndMirrorAreOneRequest(t *testing.T) {
	mirrored(t, done, func(_ *testing.T, x *scene) {
		x.shows(x.private("tok", "", ""))
		release := x.Hold("k")
		x.change("two", "1")
		x.asked("beside the reply", "PATCH "+private("tok"))
		x.Adopt(x.private("new", "", ""), x.digested(), time.Now())
		release()
		wait(time.Second)
		x.asked("the reply shows it already", "PATCH "+private("tok"))
		x.change("three", "1")
		x.asked("after the reply", "PATCH "+private("tok"), "PATCH "+private("new"))
	})
	// If Finish is called while the reply is in flight, the mirror is forgotten once the reply
	// shows it. It is shown again if the player opens the message after the end.
	mirrored(t, done, func(t *testing.T, x *scene) {
		x.shows(x.private("tok", "", ""))
		release := x.Hold("k")
		x.set("over", "1")
		x.Finish("k")
		x.Adopt(x.private("new", "", ""), x.digested(), time.Now())
		release()
		wait(time.Second)
		if n := x.count(); n != 1 || x.Len() != 0 {
			t.Errorf("%d requests, %d mirrors kept", n, x.Len())
		}
		if x.Show(x.private("newer", "", "")); x.Len() != 1 {
			t.Error("it is not shown again")
		}
	})
	// If the reply begins while the mirror renders, the rendered message isn't sent.
	mirrored(t, done, func(_ *testing.T, x *scene) {
		m := x.private("tok", "", "")
		var release func()
		m.Render = func(ctx context.Context) (bot.Message, error) {
			if release == nil {
				release = x.Hold("k")
			}
			return x.shown(ctx)
		}
		x.shows(m)
		x.asked("beside the reply")
		release()
		wait(time.Second)
		x.asked("after the reply", "PATCH "+private("tok"))
	})
}

// If a reply arrives while an edit is in flight, either may reach Discord last, so the newest
// state is sent once more. So it is if an edit was answered after the reply began.
func TestAnEditThatCrossesAReplyIsSentOnceMore(t *testing.T) {
	for _, delay := range []time.Duration{2 * time.Second, 500 * time.Millisecond} {
		slow := resttest.Done
		slow.Delay = delay
		mirrored(t, resttest.Always(slow), func(_ *testing.T, x *scene) {
			began := time.Now()
			x.shows(x.private("tok", "", ""))
			if delay > time.Second {
				began = time.Now()
			}
			x.Adopt(x.private("new", "", ""), x.digested(), began)
			wait(time.Minute)
			x.asked(delay.String(), "PATCH "+private("tok"), "PATCH "+private("new"))
		})
	}
}

// If a private message is opened twice, the older one is edited with its own token to show Past, or
// deleted if Past is empty. Only the newer one is kept up to date. If the reply to the earlier click
// arrives last, the message of the later click is still the newer one.
func TestAnOlderPrivateMessageSaysThatAnotherTookItsPlace(t *testing.T) {
	slow := resttest.Done
	slow.Delay = 2 * time.Second
	const first, second, gone = "PATCH /webhooks/9/first/messages/@original", "PATCH /webhooks/9/second/messages/@original", "DELETE /webhooks/9/first/messages/@original"
	for _, tt := range []struct {
		why       string
		say       resttest.Answer
		id        string        // of the first message; the second's is 2
		past      string        // what the older message shows
		opened    time.Duration // when the second opens, after the first
		late      bool          // the reply to the first click arrives after the second
		want      []string
		firstSays string // in the end
	}{
		{"opened again", resttest.Done, "1", "moved", time.Second, false, []string{first, first, second, second}, "moved"},
		{"opened again, and deleted", resttest.Done, "1", "", time.Second, false, []string{first, gone, second, second}, "one"},
		{"an edit of the first is still out", slow, "1", "moved", time.Second, false, []string{first, first, second, second}, "moved"},
		{"a click in the same message", resttest.Done, "2", "moved", time.Second, false, []string{first, second, second}, "one"},
		{"its token has died", resttest.Done, "1", "moved", 15 * time.Minute, false, []string{first, second, second}, "one"},
		{"which message it is was not learned", resttest.Done, "", "moved", time.Second, false, []string{first, second, second}, "one"},
		{"the first reply is late", resttest.Done, "1", "moved", time.Second, true, []string{first, second, second, second}, "moved"},
		{"the first reply is late, in the same message", resttest.Done, "2", "moved", time.Second, true, []string{second, second, second}, ""},
		{"the first reply is late, and its message was not learned", resttest.Done, "", "moved", time.Second, true, []string{second, second, second}, ""},
	} {
		mirrored(t, resttest.Always(tt.say), func(t *testing.T, x *scene) {
			x.set("one", "")
			older := x.private("first", tt.id, tt.past)
			if !tt.late {
				x.Show(older)
			}
			wait(tt.opened)
			if tt.id == "1" && x.Replaced("k", "1") {
				t.Errorf("%s: the only message counts as replaced", tt.why)
			}
			x.shows(x.private("second", "2", tt.past))
			if tt.late {
				x.Show(older)
			}
			wait(10 * time.Second)
			x.change("two", "")
			wait(10 * time.Second)
			x.askedInAnyOrder(tt.why, tt.want...)
			says := map[string]string{}
			for _, s := range x.fake.All() {
				says[s.What] = s.Body
			}
			if got := says[first]; !strings.Contains(got, tt.firstSays) || tt.firstSays == "moved" && strings.Contains(got, "custom_id") || !strings.Contains(says[second], "two") {
				t.Errorf("%s: the messages show %v", tt.why, says)
			}
			if moved := tt.past == ""; moved && (!x.Replaced("k", "1") || x.Replaced("k", "2") || x.Replaced("other", "1")) {
				t.Errorf("%s: Replaced doesn't tell the deleted message from the present one", tt.why)
			}
		})
	}
}

// A reply that shows the newest state isn't rendered again by its mirror, unless the mirror was
// touched since that state was read.
func TestAReplyIsRenderedAgainOnlyIfTouched(t *testing.T) {
	for _, tt := range []struct {
		why   string
		since bool // the reply's mirror has a Revision
		touch bool // the mirror is touched after that Revision
		edits int
	}{
		{"nothing has changed since", true, false, 0},
		{"it was touched while the reply was on its way", true, true, 1},
		{"nobody knows since when", false, false, 1},
	} {
		mirrored(t, done, func(t *testing.T, x *scene) {
			m := x.private("tok", "", "")
			x.shows(m)
			before := x.count()

			if tt.since {
				m.Revision = x.Revision()
			}
			began := time.Now()
			release := x.Hold("k")
			x.set("two", "1") // the state that the reply shows
			shows := x.digested()
			x.set("three", "1")
			if tt.touch {
				x.Touch("k")
			}
			x.Adopt(m, shows, began)
			release()
			wait(time.Second)
			if n := x.count() - before; n != tt.edits {
				t.Errorf("%s: %d edits, want %d", tt.why, n, tt.edits)
			}
			x.change("four", "1")
			if n := x.count() - before; n != tt.edits+1 {
				t.Errorf("%s: a later touch makes %d edits, want %d", tt.why, n, tt.edits+1)
			}
		})
	}
}
