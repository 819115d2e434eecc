package mirror

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deuces/internal/say"

	"deuces/bot"
	"deuces/bot/rest/resttest"
)

func TestPrivateMirrors(t *testing.T) {
	for why, a := range map[string]resttest.Answer{
		"the token died":       {Status: 401, Body: `{"code":50027}`},
		"the token is unknown": {Status: 404, Body: `{"code":10015}`},
		"it was dismissed":     resttest.Vanished,
	} {
		mirrored(t, resttest.Always(a), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
			ms.Show(b.private("k", "tok"))
			wait(time.Second)
			if n := len(f.All()); n != 1 || ms.Len() != 0 {
				t.Errorf("%s: %d requests, %d mirrors left", why, n, ms.Len())
			}
			if what := f.Whats()[0]; what != "PATCH /webhooks/9/tok/messages/@original" {
				t.Errorf("%s: %s", why, what)
			}
		})
	}
	mirrored(t, resttest.Always(resttest.Done), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		ms.Show(b.private("k", "old"))
		wait(14 * time.Minute)
		ms.Show(b.private("k", "new")) // a click brought a new token
		wait(14 * time.Minute)
		if ms.Len() != 1 {
			t.Error("it was forgotten with its old token")
		}
		wait(time.Minute)
		if ms.Len() != 0 {
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
		mirrored(t, say, func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
			m := b.private("k", "tok")
			m.Past = func(context.Context, string) (bot.Message, error) { return bot.Message{}, nil }
			m.Shown = bot.Shown{Message: "77", Edition: "1"}
			b.set("one", "2")
			ms.Show(m)
			wait(time.Minute)
			b.set("two", "2")
			ms.Touch("k")
			wait(time.Minute)
			if diff := cmp.Diff(tt.want, f.Whats()); diff != "" {
				t.Errorf("%s: %s", tt.why, diff)
			}
			if body := f.All()[0].Body; !strings.Contains(body, `"flags":32832`) {
				t.Errorf("%s: the new message isn't private: %s", tt.why, body)
			}
		})
	}
}

// A reply that shows a mirror needs no additional edit, although the mirror was touched by the
// change that the reply shows.
func TestReplyAndMirrorAreOneRequest(t *testing.T) {
	mirrored(t, resttest.Always(resttest.Done), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		ms.Show(b.private("k", "tok"))
		wait(time.Second)
		b.set("two", "1")
		ms.Touch("k")
		release := ms.Hold("k")
		wait(time.Second)
		if n := len(f.All()); n != 1 {
			t.Fatal("it was edited beside the reply")
		}
		ms.Adopt(b.private("k", "new"), b.digested(t), time.Now())
		release()
		wait(time.Second)
		if n := len(f.All()); n != 1 {
			t.Error("the reply was edited into what it shows already")
		}
		b.set("three", "1")
		ms.Touch("k")
		wait(time.Second)
		if all := f.All(); len(all) != 2 || !strings.Contains(all[1].What, "/new/") {
			t.Errorf("%q", f.Whats())
		}
	})
}

// If Finish is called while a reply is in flight, the mirror is forgotten once the reply shows
// it.
func TestAMirrorEndsWithAReply(t *testing.T) {
	mirrored(t, resttest.Always(resttest.Done), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		ms.Show(b.private("k", "tok"))
		wait(time.Second)
		release := ms.Hold("k")
		b.set("over", "1")
		ms.Finish("k")
		ms.Adopt(b.private("k", "new"), b.digested(t), time.Now())
		release()
		wait(time.Second)
		if n := len(f.All()); n != 1 || ms.Len() != 0 {
			t.Errorf("%d requests, %d mirrors kept", n, ms.Len())
		}
		ms.Show(b.private("k", "newer")) // the player opens the message again after the end
		if ms.Len() != 1 {
			t.Error("it is not shown again")
		}
	})
}

// If a reply arrives while an edit is in flight, either may reach Discord last, so the newest
// state is sent once more.
func TestAnEditThatCrossesAReplyIsSentOnceMore(t *testing.T) {
	slow := resttest.Done
	slow.Delay = 2 * time.Second
	mirrored(t, resttest.Always(slow), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		ms.Show(b.private("k", "tok"))
		wait(time.Second)
		ms.Adopt(b.private("k", "new"), b.digested(t), time.Now())
		wait(time.Minute)
		if all := f.All(); len(all) != 2 || !strings.Contains(all[1].What, "/new/") {
			t.Errorf("%q", f.Whats())
		}
	})
}

// The newest state is also sent again if an edit was answered after the reply began.
func TestEditDuringAReply(t *testing.T) {
	mirrored(t, resttest.Always(resttest.Done), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		began := time.Now()
		ms.Show(b.private("k", "tok"))
		wait(time.Second)
		ms.Adopt(b.private("k", "new"), b.digested(t), began)
		wait(time.Minute)
		if all := f.All(); len(all) != 2 || !strings.Contains(all[1].What, "/new/") {
			t.Errorf("%q", f.Whats())
		}
	})
}

// If a reply begins while the mirror renders, the rendered message isn't sent.
func TestReplyDuringARender(t *testing.T) {
	mirrored(t, resttest.Always(resttest.Done), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		m := b.private("k", "tok")
		var release func()
		m.Render = func(ctx context.Context) (bot.Message, error) {
			if release == nil {
				release = ms.Hold("k")
			}
			return b.render(ctx)
		}
		ms.Show(m)
		wait(time.Minute)
		if n := len(f.All()); n != 0 {
			t.Errorf("%d edits beside the reply", n)
		}
		release()
		wait(time.Second)
		if n := len(f.All()); n != 1 {
			t.Errorf("%d edits after the reply", n)
		}
	})
}

// If a private message is opened twice, the older one is edited with its own token to show Past.
// Only the newer one is kept up to date.
func TestAnOlderPrivateMessageSaysThatAnotherTookItsPlace(t *testing.T) {
	slow := resttest.Done
	slow.Delay = 2 * time.Second
	const first, second = "PATCH /webhooks/9/first/messages/@original", "PATCH /webhooks/9/second/messages/@original"
	for _, tt := range []struct {
		why       string
		say       resttest.Answer
		firstID   string
		secondID  string
		opened    time.Duration // when the second opens, after the first
		want      []string
		firstSays string // in the end
	}{
		{"opened again", resttest.Done, "1", "2", time.Second, []string{first, first, second, second}, "moved"},
		{"an edit of the first is still out", slow, "1", "2", time.Second, []string{first, first, second, second}, "moved"},
		{"a click in the same message", resttest.Done, "1", "1", time.Second, []string{first, second, second}, "one"},
		{"its token has died", resttest.Done, "1", "2", 15 * time.Minute, []string{first, second, second}, "one"},
		{"which message it is was not learned", resttest.Done, "", "2", time.Second, []string{first, second, second}, "one"},
	} {
		mirrored(t, resttest.Always(tt.say), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
			open := func(token, id string) {
				m := b.private("k", token)
				m.Shown.Message = id
				m.Past = func(context.Context, string) (bot.Message, error) {
					return bot.Message{Blocks: []bot.Block{bot.Text(say.Verbatim("moved")), bot.Row{{ID: "hand", Label: say.Verbatim("My hand")}}}}, nil
				}
				ms.Show(m)
			}
			b.set("one", "")
			open("first", tt.firstID)
			wait(tt.opened)
			open("second", tt.secondID)
			wait(10 * time.Second)
			b.set("two", "")
			ms.Touch("k")
			wait(10 * time.Second)
			got := f.Whats()
			slices.Sort(got)
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("%s (-want +got):\n%s", tt.why, d)
			}
			var says string
			for _, s := range f.All() {
				if s.What == first {
					says = s.Body
				}
			}
			if !strings.Contains(says, tt.firstSays) || tt.firstSays == "moved" && strings.Contains(says, "custom_id") {
				t.Errorf("%s: the first message shows %s", tt.why, says)
			}
		})
	}
}

// A private message whose Past is empty is deleted when another replaces it, and Replaced then
// reports it.
func TestAnOlderPrivateMessageIsDeleted(t *testing.T) {
	mirrored(t, resttest.Always(resttest.Done), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
		open := func(token, id string) {
			m := b.private("k", token)
			m.Shown.Message = id
			m.Past = func(context.Context, string) (bot.Message, error) { return bot.Message{}, nil }
			ms.Show(m)
		}
		b.set("one", "")
		open("first", "1")
		wait(time.Second)
		if ms.Replaced("k", "1") {
			t.Error("the only message counts as replaced")
		}
		open("second", "2")
		wait(10 * time.Second)
		if n := len(slices.DeleteFunc(f.Whats(), func(w string) bool { return w != "DELETE /webhooks/9/first/messages/@original" })); n != 1 {
			t.Errorf("the first message is deleted %d times: %q", n, f.Whats())
		}
		if !ms.Replaced("k", "1") || ms.Replaced("k", "2") || ms.Replaced("other", "1") {
			t.Error("Replaced doesn't tell the deleted message from the present one")
		}
	})
}

// If the reply to an earlier click arrives last, the message of the later click is still the one
// that is kept up to date, and the other one shows Past.
func TestTheReplyToTheLaterClickKeepsItsPlace(t *testing.T) {
	const first, second = "PATCH /webhooks/9/first/messages/@original", "PATCH /webhooks/9/second/messages/@original"
	for _, tt := range []struct {
		why       string
		id        string // id of the first click's message; the second's is 2
		firstSays string // in the end; "": nothing is sent
	}{
		{"each opened a message", "1", "moved"},
		{"both clicked in one message", "2", ""},
		{"which message it is was not learned", "", ""},
	} {
		mirrored(t, resttest.Always(resttest.Done), func(t *testing.T, ms *Mirrors, f *resttest.Fake, b *board) {
			open := func(token, id string) bot.Mirror {
				m := b.private("k", token)
				m.Shown.Message = id
				m.Past = func(context.Context, string) (bot.Message, error) {
					return bot.Message{Blocks: []bot.Block{bot.Text(say.Verbatim("moved"))}}, nil
				}
				return m
			}
			b.set("one", "")
			older := open("first", tt.id)
			wait(time.Second)
			ms.Show(open("second", "2"))
			wait(time.Second)
			ms.Show(older)
			wait(time.Second)
			b.set("two", "")
			ms.Touch("k")
			wait(10 * time.Second)
			says := map[string]string{}
			for _, s := range f.All() {
				says[s.What] = s.Body
			}
			if !strings.Contains(says[second], "two") {
				t.Errorf("%s: the second message shows %s", tt.why, says[second])
			}
			if got := says[first]; (got == "") != (tt.firstSays == "") || !strings.Contains(got, tt.firstSays) {
				t.Errorf("%s: the first message shows %q", tt.why, got)
			}
		})
	}
}

// digested returns the content of a reply that shows the current board.
func (b *board) digested(t *testing.T) bot.Content {
	t.Helper()
	m, err := b.render(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return bot.Content{Message: m, Digest: m.Encode().Digest()}
}
