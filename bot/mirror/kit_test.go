package mirror

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/bot/rest/resttest"
	"deuces/internal/say"
)

// scene is a Mirrors connected to a fake Discord, and a board that it mirrors under the key "k".
type scene struct {
	*Mirrors
	*board
	fake *resttest.Fake
	t    *testing.T
}

// create is the request that posts a message in channel 5.
const create = "POST /channels/5/messages"

// edit returns the request that edits a message in channel 5.
func edit(id string) string { return "PATCH /channels/5/messages/" + id }

// remove returns the request that deletes a message in channel 5.
func remove(id string) string { return "DELETE /channels/5/messages/" + id }

// replyPath returns the path of the first reply to an interaction.
func replyPath(token string) string { return "/webhooks/9/" + token + "/messages/@original" }

// testMirrors runs a test of Mirrors on a fake clock.
func testMirrors(t *testing.T, answer func(int, resttest.Sent) resttest.Answer, test func(*testing.T, *scene)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		fake := resttest.New(answer)
		client, err := rest.New(rest.Config{Token: "t", Transport: fake})
		if err != nil {
			t.Fatal(err)
		}
		x := &scene{New(Config{Client: client, Log: zerolog.New(zerolog.NewTestWriter(t))}), &board{text: "one", edition: "1"}, fake, t}
		test(t, x)
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := x.Close(ctx); err != nil {
			t.Error(err)
		}
	})
}

// wait sleeps for the time d and then until all other goroutines are blocked.
func wait(d time.Duration) { time.Sleep(d); synctest.Wait() }

// showAndWait shows a mirror and waits a second.
func (x *scene) showAndWait(m bot.Mirror) {
	x.Show(m)
	wait(time.Second)
}

// change changes the board, touches its mirror, and waits a second.
func (x *scene) change(text, edition string) {
	x.set(text, edition)
	x.Touch("k")
	wait(time.Second)
}

// wantRequests fails the test unless exactly these requests were made so far, in this order.
func (x *scene) wantRequests(why string, want ...string) {
	x.t.Helper()
	if d := cmp.Diff(want, x.fake.Requests()); d != "" {
		x.t.Errorf("%s: requests (-want +got):\n%s", why, d)
	}
}

// wantRequestsInAnyOrder is like wantRequests, but ignores the order.
func (x *scene) wantRequestsInAnyOrder(why string, want ...string) {
	x.t.Helper()
	if d := cmp.Diff(slices.Sorted(slices.Values(want)), slices.Sorted(slices.Values(x.fake.Requests()))); d != "" {
		x.t.Errorf("%s: requests (-want +got):\n%s", why, d)
	}
}

// count returns the number of requests so far.
func (x *scene) count() int { return len(x.fake.All()) }

// lastBody returns the last request body that isn't empty.
func (x *scene) lastBody() string {
	for _, body := range slices.Backward(x.fake.Bodies()) {
		if body != "" {
			return body
		}
	}
	return ""
}

// board is the content of a mirror. It records the calls of the mirror's callbacks.
type board struct {
	mu      sync.Mutex
	text    string
	edition string
	err     error
	posted  []bot.Shown
	failed  []error
}

func (b *board) set(text, edition string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.text, b.edition = text, edition
}

func (b *board) renderBoard(context.Context) (bot.Message, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.text == "" {
		return bot.Message{}, b.err
	}
	return bot.Message{Edition: b.edition, Blocks: []bot.Block{bot.Text(say.Verbatim(b.text)), bot.Row{{ID: "hand", Label: say.Verbatim("My hand")}}}}, b.err
}

// currentContent returns the content of a reply that shows the current board.
func (b *board) currentContent() bot.Content {
	m, _ := b.renderBoard(context.Background())
	return bot.Content{Message: m, Digest: m.Encode().Digest()}
}

// mirror returns the board's mirror, which already has the message in shown. If shown is the zero
// value, the mirror has no message yet.
func (b *board) mirror(shown bot.Shown) bot.Mirror {
	return bot.Mirror{Key: "k", Channel: "5", Render: b.renderBoard, Shown: shown,
		Posted: func(s bot.Shown) { b.mu.Lock(); defer b.mu.Unlock(); b.posted = append(b.posted, s) },
		Failed: func(err error) { b.mu.Lock(); defer b.mu.Unlock(); b.failed = append(b.failed, err) },
	}
}

// privateMirror returns a mirror of the board that is the private reply to an interaction. When
// another message replaces the reply, the reply shows past. If past is empty, the reply is deleted.
func (b *board) privateMirror(token, id, past string) bot.Mirror {
	m := b.mirror(bot.Shown{Message: id})
	m.Channel, m.Handle = "", rest.NewHandle("9", token, time.Now())
	m.RenderPast = func(context.Context, string) (bot.Message, error) {
		if past == "" {
			return bot.Message{}, nil
		}
		return bot.Message{Blocks: []bot.Block{bot.Text(say.Verbatim(past)), bot.Row{{ID: "hand", Label: say.Verbatim("My hand")}}}}, nil
	}
	return m
}

// pastWithButton is a Mirror.RenderPast. Its message has a button, which the mirror has to remove.
func pastWithButton(_ context.Context, edition string) (bot.Message, error) {
	return bot.Message{Blocks: []bot.Block{bot.Text(say.Verbatim("what " + edition + " came to")), bot.Row{{ID: "hand", Label: say.Verbatim("My hand")}}}}, nil
}

// lastPosted returns the last Shown that was passed to Posted.
func (b *board) lastPosted() bot.Shown {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.posted) == 0 {
		return bot.Shown{}
	}
	return b.posted[len(b.posted)-1]
}
