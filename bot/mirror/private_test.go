package mirror

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/bot/rest/resttest"
)

// again is the request that sends the message of the token tok anew.
const again = "POST /webhooks/9/tok?wait=true"

func TestAPrivateMessageIsForgottenWithItsToken(t *testing.T) {
	for why, a := range map[string]resttest.Answer{
		"the token died":       {Status: 401, Body: `{"code":50027}`},
		"the token is unknown": {Status: 404, Body: `{"code":10015}`},
		"it was dismissed":     resttest.Vanished,
	} {
		testMirrors(t, resttest.Always(a), func(t *testing.T, x *scene) {
			x.showAndWait(x.privateMirror("tok", "", ""))
			x.wantRequests(why, "PATCH "+replyPath("tok"))
			if x.Len() != 0 {
				t.Errorf("%s: got %d mirrors, want 0", why, x.Len())
			}
		})
	}
	testMirrors(t, done, func(t *testing.T, x *scene) {
		x.Show(x.privateMirror("old", "", ""))
		wait(14 * time.Minute)
		x.Show(x.privateMirror("new", "", "")) // a click brought a new token
		wait(14 * time.Minute)
		if x.Len() != 1 {
			t.Error("the mirror was forgotten when its old token expired")
		}
		wait(time.Minute)
		if x.Len() != 0 {
			t.Error("the mirror is still known after its token expired")
		}
	})
}

// If the edition changes, a private message is sent again with the same token, and the previous
// message, which it answers, loses its buttons. If sending fails, the previous message is edited. A click in the message,
// wherever it is, deletes nothing.
func TestAPrivateMessageMovesWithItsEdition(t *testing.T) {
	for _, tt := range []struct {
		why    string
		answer resttest.Answer // to the request that sends the new message
		id     string          // of the message in the end
		want   []string
	}{
		{"sent", resttest.Answer{Status: 200, Body: `{"id":"88"}`}, "88",
			[]string{again, "PATCH /webhooks/9/tok/messages/@original", "PATCH /webhooks/9/tok/messages/88", "PATCH /webhooks/9/click/messages/@original"}},
		{"it may have arrived", resttest.Broken, "77",
			[]string{again, "PATCH /webhooks/9/tok/messages/@original", "PATCH /webhooks/9/tok/messages/@original", "PATCH /webhooks/9/click/messages/@original"}},
	} {
		testMirrors(t, answerTo(again, tt.answer), func(t *testing.T, x *scene) {
			m := x.privateMirror("tok", "77", "")
			m.Shown.Edition = "1"
			x.set("one", "2")
			x.showAndWait(m)
			wait(time.Minute)
			x.change("two", "2")
			wait(time.Minute)
			x.Show(x.privateMirror("click", tt.id, ""))
			wait(time.Minute)
			x.wantRequests(tt.why, tt.want...)
			if body := x.fake.Bodies()[0]; !strings.Contains(body, `"flags":32832`) {
				t.Errorf("%s: the new message isn't private: %s", tt.why, body)
			}
		})
	}
}

// privates is a Discord that knows which private message answers which.
type privates struct {
	mu       sync.Mutex
	answers  map[string]string // by message: the private message that it answers; "": none
	original map[string]string // by token: the message that was clicked, or that is the first answer; "": a public one
}

func (d *privates) answer(_ int, s resttest.Sent) resttest.Answer {
	d.mu.Lock()
	defer d.mu.Unlock()
	method, path, _ := strings.Cut(s.What, " ")
	token, message, _ := strings.Cut(strings.TrimPrefix(path, "/webhooks/9/"), "/messages/")
	if token = strings.TrimSuffix(token, "?wait=true"); message == "@original" {
		message = d.original[token]
	}
	switch _, is := d.answers[message]; {
	case method == "POST":
		id := strconv.Itoa(100 + len(d.answers))
		d.answers[id] = d.original[token]
		return resttest.Answer{Status: 200, Body: `{"id":"` + id + `"}`}
	case !is:
		return resttest.Vanished
	case method == "DELETE":
		d.answers[message] = "deleted"
	}
	return resttest.Done
}

// shown returns the messages that exist, and whether each answers one that exists, or none.
func (d *privates) shown() (n int, whole bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	whole = true
	for _, answers := range d.answers {
		if answers != "deleted" {
			n++
			whole = whole && (answers == "" || d.answers[answers] != "deleted")
		}
	}
	return n, whole
}

// A private message never answers a deleted one, and few of them are there, however long people play.
func TestAPrivateMessageAnswersOneThatIsThere(t *testing.T) {
	for _, tt := range []struct {
		why           string
		clicks        int  // in the message, in each round
		public, opens bool // in each round, there is a click in a public message; the message is opened anew
		sent          bool // the first message is sent with the token of a click in a public message
		most          int  // messages after 25 minutes
	}{
		{"the player plays, and clicks for the next round", 3, true, false, true, 2},
		{"the player opened the first hand", 3, true, false, false, 2},
		{"the player plays and lets the rounds begin by themselves", 3, false, false, true, 3},
		{"the player opens each hand", 1, false, true, false, 2},
		{"the player only clicks for the next round", 0, true, false, true, 2},
	} {
		discord := &privates{answers: map[string]string{}, original: map[string]string{}}
		testMirrors(t, discord.answer, func(t *testing.T, x *scene) {
			tokens, last := 0, rest.Handle{}
			handle := func(original string) (string, rest.Handle) {
				tokens++
				token := "tok" + strconv.Itoa(tokens)
				discord.mu.Lock()
				defer discord.mu.Unlock()
				discord.original[token] = original
				return token, rest.NewHandle("9", token, time.Now())
			}
			mirror := func(token, id string) bot.Mirror {
				m := x.privateMirror(token, id, "")
				m.RenderPast = func(_ context.Context, edition string) (bot.Message, error) {
					if edition == "" {
						return bot.Message{}, nil
					}
					return pastWithButton(context.Background(), edition)
				}
				m.Shown.Edition, m.Fresh = x.edition, func() rest.Handle { return last }
				return m
			}
			open := func() {
				id := strconv.Itoa(500 + tokens)
				token, _ := handle(id)
				discord.mu.Lock()
				discord.answers[id] = ""
				discord.mu.Unlock()
				x.Show(mirror(token, id))
			}
			if tt.sent {
				token, h := handle("")
				m := mirror(token, "")
				m.Handle, m.Send, m.Shown = h, true, bot.Shown{}
				x.Show(m)
			} else {
				open()
			}
			for round := range 11 {
				x.set("round", strconv.Itoa(round+2))
				x.Touch("k")
				wait(10 * time.Second)
				if tt.opens {
					open()
				}
				for range tt.clicks {
					wait(30 * time.Second)
					x.Mirrors.mu.Lock()
					now := x.Mirrors.entries["k"].shown.Message
					x.Mirrors.mu.Unlock()
					token, _ := handle(now)
					x.Show(mirror(token, now))
				}
				if wait(30 * time.Second); tt.public {
					_, last = handle("")
				}
				if n, whole := discord.shown(); n > tt.most || !whole {
					t.Errorf("%s: in round %d there are %d messages, want at most %d, and none that answers a deleted one: %v", tt.why, round+2, n, tt.most, discord.answers)
				}
			}
		})
	}
}

// A private message that was sent anew stays for a moment, because its owner may be about to click it.
func TestAnOldPrivateMessageStaysForAMoment(t *testing.T) {
	testMirrors(t, answerTo(again, resttest.Answer{Status: 200, Body: `{"id":"88"}`}), func(_ *testing.T, x *scene) {
		m := x.privateMirror("tok", "77", "")
		m.Shown.Edition = "1"
		x.set("one", "2")
		x.showAndWait(m)
		sent := []string{again}
		wait(500 * time.Millisecond)
		x.wantRequests("a moment later", sent...)
		wait(time.Second)
		x.wantRequests("then", append(sent, "PATCH "+replyPath("tok"))...)
	})
}

// If a click in a private message is answered while the message is sent anew, the message with the
// answer stays, and the other one is deleted or loses its buttons.
func TestAClickCrossesTheMoveOfItsMessage(t *testing.T) {
	for _, tt := range []struct {
		why, clicked, cleaned string
	}{
		{"the old message was clicked", "77", "DELETE /webhooks/9/tok/messages/88"},
		{"the new message was clicked before the bot knew its id", "88", "PATCH /webhooks/9/tok/messages/@original"},
	} {
		testMirrors(t, answerTo(again, resttest.Answer{Status: 200, Body: `{"id":"88"}`, Delay: time.Second}), func(t *testing.T, x *scene) {
			m := x.privateMirror("tok", "77", "")
			m.Shown.Edition = "1"
			x.set("one", "2")
			x.Show(m)
			wait(500 * time.Millisecond)
			if x.Replaced("k", tt.clicked) {
				t.Errorf("%s: it counts as replaced", tt.why)
			}
			click := x.privateMirror("click", tt.clicked, "")
			click.Shown.Edition = "2"
			x.Show(click)
			wait(time.Minute)
			x.wantRequestsInAnyOrder(tt.why, again, tt.cleaned, "PATCH /webhooks/9/click/messages/@original")
		})
	}
}

// A reply that shows a mirror needs no additional edit, although the change that the reply shows
// also touched the mirror.
func TestAReplyThatShowsItsMirrorNeedsNoEdit(t *testing.T) {
	testMirrors(t, done, func(_ *testing.T, x *scene) {
		x.showAndWait(x.privateMirror("tok", "", ""))
		release := x.Hold("k")
		x.change("two", "1")
		x.wantRequests("beside the reply", "PATCH "+replyPath("tok"))
		x.Adopt(x.privateMirror("new", "", ""), x.currentContent(), time.Now())
		release()
		wait(time.Second)
		x.wantRequests("the reply shows it already", "PATCH "+replyPath("tok"))
		x.change("three", "1")
		x.wantRequests("after the reply", "PATCH "+replyPath("tok"), "PATCH "+replyPath("new"))
	})
	// If Finish is called while the reply is being sent, the mirror is forgotten once the reply
	// shows it. The mirror is shown again if the player opens the message after the end.
	testMirrors(t, done, func(t *testing.T, x *scene) {
		x.showAndWait(x.privateMirror("tok", "", ""))
		release := x.Hold("k")
		x.set("over", "1")
		x.Finish("k")
		x.Adopt(x.privateMirror("new", "", ""), x.currentContent(), time.Now())
		release()
		wait(time.Second)
		if n := x.count(); n != 1 || x.Len() != 0 {
			t.Errorf("got %d requests and %d mirrors, want 1 and 0", n, x.Len())
		}
		if x.Show(x.privateMirror("newer", "", "")); x.Len() != 1 {
			t.Error("the mirror is not shown again after it was finished")
		}
	})
	// If the reply begins while the mirror renders, the rendered message isn't sent.
	testMirrors(t, done, func(_ *testing.T, x *scene) {
		m := x.privateMirror("tok", "", "")
		var release func()
		m.Render = func(ctx context.Context) (bot.Message, error) {
			if release == nil {
				release = x.Hold("k")
			}
			return x.renderBoard(ctx)
		}
		x.showAndWait(m)
		x.wantRequests("beside the reply")
		release()
		wait(time.Second)
		x.wantRequests("after the reply", "PATCH "+replyPath("tok"))
	})
}

// If a reply arrives while an edit is being sent, either may reach Discord last, so the newest
// state is sent once more. The same happens if an edit was answered after the reply began.
func TestAnEditThatCrossesAReplyIsSentOnceMore(t *testing.T) {
	for _, delay := range []time.Duration{2 * time.Second, 500 * time.Millisecond} {
		slow := resttest.Done
		slow.Delay = delay
		testMirrors(t, resttest.Always(slow), func(_ *testing.T, x *scene) {
			began := time.Now()
			x.showAndWait(x.privateMirror("tok", "", ""))
			if delay > time.Second {
				began = time.Now()
			}
			x.Adopt(x.privateMirror("new", "", ""), x.currentContent(), began)
			wait(time.Minute)
			x.wantRequests(delay.String(), "PATCH "+replyPath("tok"), "PATCH "+replyPath("new"))
		})
	}
}

// If a private message is opened twice, the older message is edited with its own token to show
// RenderPast. If that is empty, the older message is deleted. Only the newer message is kept up to date.
// If the reply to the first click arrives last, the message of the second click still counts as the
// newer one.
func TestAnOlderPrivateMessageIsReplacedByTheNewerOne(t *testing.T) {
	slow := resttest.Done
	slow.Delay = 2 * time.Second
	const first, second, gone = "PATCH /webhooks/9/first/messages/@original", "PATCH /webhooks/9/second/messages/@original", "DELETE /webhooks/9/first/messages/@original"
	for _, tt := range []struct {
		why       string
		answer    resttest.Answer
		id        string        // of the first message; the second message has the id 2
		past      string        // what the older message shows
		delay     time.Duration // time from opening the first message to opening the second
		late      bool          // the reply to the first click arrives after the reply to the second
		want      []string
		firstText string // what the first message shows in the end
	}{
		{"opened again", resttest.Done, "1", "moved", time.Second, false, []string{first, first, second, second}, "moved"},
		{"opened again, and deleted", resttest.Done, "1", "", time.Second, false, []string{first, gone, second, second}, "one"},
		{"an edit of the first is still being sent", slow, "1", "moved", time.Second, false, []string{first, first, second, second}, "moved"},
		{"a click in the same message", resttest.Done, "2", "moved", time.Second, false, []string{first, second, second}, "one"},
		{"its token has died", resttest.Done, "1", "moved", 15 * time.Minute, false, []string{first, second, second}, "one"},
		{"the id of the first message is unknown", resttest.Done, "", "moved", time.Second, false, []string{first, second, second}, "one"},
		{"the first reply is late", resttest.Done, "1", "moved", time.Second, true, []string{first, second, second, second}, "moved"},
		{"the first reply is late, in the same message", resttest.Done, "2", "moved", time.Second, true, []string{second, second, second}, ""},
		{"the first reply is late, and the id of its message is unknown", resttest.Done, "", "moved", time.Second, true, []string{second, second, second}, ""},
	} {
		testMirrors(t, resttest.Always(tt.answer), func(t *testing.T, x *scene) {
			x.set("one", "")
			older := x.privateMirror("first", tt.id, tt.past)
			if !tt.late {
				x.Show(older)
			}
			wait(tt.delay)
			if tt.id == "1" && x.Replaced("k", "1") {
				t.Errorf("%s: the only message counts as replaced", tt.why)
			}
			x.showAndWait(x.privateMirror("second", "2", tt.past))
			if tt.late {
				x.Show(older)
			}
			wait(10 * time.Second)
			x.change("two", "")
			wait(10 * time.Second)
			x.wantRequestsInAnyOrder(tt.why, tt.want...)
			bodies := map[string]string{}
			for _, s := range x.fake.All() {
				bodies[s.What] = s.Body
			}
			if got := bodies[first]; !strings.Contains(got, tt.firstText) || tt.firstText == "moved" && strings.Contains(got, "custom_id") || !strings.Contains(bodies[second], "two") {
				t.Errorf("%s: the messages show %v, want %q in the first and two in the second", tt.why, bodies, tt.firstText)
			}
			if moved := tt.past == ""; moved && (!x.Replaced("k", "1") || x.Replaced("k", "2") || x.Replaced("other", "1")) {
				t.Errorf("%s: Replaced doesn't distinguish the deleted message from the current one", tt.why)
			}
		})
	}
}

// A mirror doesn't render the newest state again if a reply shows that state already, unless the
// mirror was touched after the reply read it.
func TestAReplyIsRenderedAgainOnlyIfTouched(t *testing.T) {
	for _, tt := range []struct {
		why         string
		hasRevision bool // the reply's mirror has a Revision
		touch       bool // the mirror is touched after that Revision
		edits       int
	}{
		{"nothing has changed since", true, false, 0},
		{"it was touched while the reply was on its way", true, true, 1},
		{"it is unknown when the reply read its state", false, false, 1},
	} {
		testMirrors(t, done, func(t *testing.T, x *scene) {
			m := x.privateMirror("tok", "", "")
			x.showAndWait(m)
			before := x.count()

			if tt.hasRevision {
				m.Revision = x.Revision()
			}
			began := time.Now()
			release := x.Hold("k")
			x.set("two", "1") // the state that the reply shows
			content := x.currentContent()
			x.set("three", "1")
			if tt.touch {
				x.Touch("k")
			}
			x.Adopt(m, content, began)
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
