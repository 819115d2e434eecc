package bot

import (
	"context"
	"strings"
	"testing"
	"time"
)

func TestPrivateMirrors(t *testing.T) {
	for why, a := range map[string]answer{
		"the token died":       {status: 401, body: `{"code":50027}`},
		"the token is unknown": {status: 404, body: `{"code":10015}`},
		"it was dismissed":     vanished,
	} {
		mirrored(t, always(a), func(t *testing.T, ms *Mirrors, f *fake, b *board) {
			ms.Show(b.private("k", "tok"))
			rests(time.Second)
			if n := len(f.all()); n != 1 || ms.Len() != 0 {
				t.Errorf("%s: %d requests, %d mirrors left", why, n, ms.Len())
			}
			if what := f.whats()[0]; what != "PATCH /webhooks/9/tok/messages/@original" {
				t.Errorf("%s: %s", why, what)
			}
		})
	}
	mirrored(t, always(done), func(t *testing.T, ms *Mirrors, f *fake, b *board) {
		ms.Show(b.private("k", "old"))
		rests(14 * time.Minute)
		ms.Show(b.private("k", "new")) // a click brought a new token
		rests(14 * time.Minute)
		if ms.Len() != 1 {
			t.Error("it was forgotten with its old token")
		}
		rests(time.Minute)
		if ms.Len() != 0 {
			t.Error("it is kept though its token died, touched or not")
		}
	})
}

// A reply that shows a mirror anew needs no edit beside it, though the mirror
// was touched by what the reply is about.
func TestReplyAndMirrorAreOneRequest(t *testing.T) {
	mirrored(t, always(done), func(t *testing.T, ms *Mirrors, f *fake, b *board) {
		ms.Show(b.private("k", "tok"))
		rests(time.Second)
		b.set("two", "1")
		ms.Touch("k")
		release := ms.hold("k")
		rests(time.Second)
		if n := len(f.all()); n != 1 {
			t.Fatal("it was edited beside the reply")
		}
		ms.adopt(b.private("k", "new"), b.digested(t), time.Now())
		release()
		rests(time.Second)
		if n := len(f.all()); n != 1 {
			t.Error("the reply was edited into what it shows already")
		}
		b.set("three", "1")
		ms.Touch("k")
		rests(time.Second)
		if all := f.all(); len(all) != 2 || !strings.Contains(all[1].what, "/new/") {
			t.Errorf("%q", f.whats())
		}
	})
}

// What is over by the click that a reply answers is forgotten once the reply shows
// it.
func TestAMirrorEndsWithAReply(t *testing.T) {
	mirrored(t, always(done), func(t *testing.T, ms *Mirrors, f *fake, b *board) {
		ms.Show(b.private("k", "tok"))
		rests(time.Second)
		release := ms.hold("k")
		b.set("over", "1")
		ms.Finish("k")
		ms.adopt(b.private("k", "new"), b.digested(t), time.Now())
		release()
		rests(time.Second)
		if n := len(f.all()); n != 1 || ms.Len() != 0 {
			t.Errorf("%d requests, %d mirrors kept", n, ms.Len())
		}
		ms.Show(b.private("k", "newer")) // opened again, to look at the end
		if ms.Len() != 1 {
			t.Error("it is not shown again")
		}
	})
}

// An edit that was out while a reply showed the mirror anew may have overtaken
// it, so the newest state is sent once more.
func TestAnEditThatCrossesAReplyIsSentOnceMore(t *testing.T) {
	slow := done
	slow.delay = 2 * time.Second
	mirrored(t, always(slow), func(t *testing.T, ms *Mirrors, f *fake, b *board) {
		ms.Show(b.private("k", "tok"))
		rests(time.Second)
		ms.adopt(b.private("k", "new"), b.digested(t), time.Now())
		rests(time.Minute)
		if all := f.all(); len(all) != 2 || !strings.Contains(all[1].what, "/new/") {
			t.Errorf("%q", f.whats())
		}
	})
}

// So may one that was out when the reply began and done before the reply was.
func TestEditDuringAReply(t *testing.T) {
	mirrored(t, always(done), func(t *testing.T, ms *Mirrors, f *fake, b *board) {
		began := time.Now()
		ms.Show(b.private("k", "tok"))
		rests(time.Second)
		ms.adopt(b.private("k", "new"), b.digested(t), began)
		rests(time.Minute)
		if all := f.all(); len(all) != 2 || !strings.Contains(all[1].what, "/new/") {
			t.Errorf("%q", f.whats())
		}
	})
}

// A reply that begins while a mirror is being rendered stops the edit.
func TestReplyDuringARender(t *testing.T) {
	mirrored(t, always(done), func(t *testing.T, ms *Mirrors, f *fake, b *board) {
		m := b.private("k", "tok")
		var release func()
		m.Render = func(ctx context.Context) (Message, error) {
			if release == nil {
				release = ms.hold("k")
			}
			return b.render(ctx)
		}
		ms.Show(m)
		rests(time.Minute)
		if n := len(f.all()); n != 0 {
			t.Errorf("%d edits beside the reply", n)
		}
		release()
		rests(time.Second)
		if n := len(f.all()); n != 1 {
			t.Errorf("%d edits after the reply", n)
		}
	})
}

// digested is the content of a reply that shows the board as it is.
func (b *board) digested(t *testing.T) *content {
	t.Helper()
	m, err := b.render(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	shows, err := digest(m)
	if err != nil {
		t.Fatal(err)
	}
	return shows
}
