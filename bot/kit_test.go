package bot

import (
	"context"
	"encoding/json"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"deuces/bot/gateway"
	"deuces/bot/rest"
	"deuces/bot/rest/resttest"
	"deuces/internal/say"
)

// newTestBot returns a bot that sends its requests to the fake.
func newTestBot(t *testing.T, f *resttest.Fake, change func(*Config)) *Bot {
	t.Helper()
	cfg := Config{Token: "t", Transport: f, Log: zerolog.New(zerolog.NewTestWriter(t))}
	if change != nil {
		change(&cfg)
	}
	b, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	b.mirrors = &adopted{}
	return b
}

// adopted is a Mirrors that records its calls.
type adopted struct {
	mu  sync.Mutex
	all []Mirror
}

func (a *adopted) Show(m Mirror) { a.Adopt(m, Content{}, time.Time{}) }

func (a *adopted) Adopt(m Mirror, _ Content, _ time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.all = append(a.all, m)
}

func (*adopted) Hold(string) (release func()) { return func() {} }

// text returns a message with this text.
func text(s string) Message { return Message{Blocks: []Block{Text(say.Verbatim(s))}} }

// board returns a message that shows the board of a table.
func board(context.Context) (Message, error) {
	return Message{Edition: "1", Blocks: []Block{Text(say.Verbatim("x")), Row{{ID: "hand", Label: say.Verbatim("My hand")}}}}, nil
}

// interactionJSON returns Discord's JSON form of an interaction with changed fields.
func interactionJSON(t testing.TB, change map[string]any) json.RawMessage {
	t.Helper()
	d := map[string]any{
		"id": "1", "application_id": "9", "type": 2, "token": "tok", "guild_id": "3", "channel_id": "5",
		"channel":         map[string]any{"id": "5", "type": 0},
		"member":          map[string]any{"nick": "Annie", "permissions": "8192", "user": map[string]any{"id": "11", "username": "ann", "global_name": "Ann"}},
		"app_permissions": "3072", "locale": "en-GB",
		"data": map[string]any{"name": "go", "type": 1},
	}
	for k, v := range change {
		d[k] = v
	}
	raw, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// press returns the changed fields of a click in a private message.
func press(id string) map[string]any {
	return map[string]any{"type": 3, "message": map[string]any{"id": "77", "flags": 64}, "data": map[string]any{"custom_id": id, "component_type": 2}}
}

// takes returns a Handler that takes this long.
func takes(d time.Duration, reply Reply, err error) Handler {
	return func(ctx context.Context, _ Request) (Reply, error) {
		if err := rest.Pause(ctx, d); err != nil {
			return Reply{}, err
		}
		return reply, err
	}
}

// routed answers interactions at the same time, with a fake clock. The handler answers commands,
// suggestions, components and forms.
func routed(t *testing.T, says func(int, resttest.Sent) resttest.Answer, d Defer, h Handler, change func(*Config), raws ...json.RawMessage) (b *Bot, f *resttest.Fake) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		f = resttest.New(says)
		b = newTestBot(t, f, change)
		r := NewRouter()
		b.router = r
		command := d
		if d == DeferUpdate {
			command = DeferPrivate
		}
		r.Command(Command{Name: "go", Description: say.Verbatim("x")}, command, h)
		r.Autocomplete("go", h)
		r.Component("go", d, h)
		r.Modal("go", d, h)
		if err := r.Check(); err != nil {
			t.Fatal(err)
		}
		received := time.Now()
		for _, raw := range raws {
			b.work.Go(func() { b.receive(t.Context(), gateway.Event{Data: raw}, received) })
		}
		b.work.Wait()
		synctest.Wait()
	})
	return b, f
}

// The requests for the answer to an interaction.
const (
	callbackPath = "POST /interactions/1/tok/callback"
	answerPath   = "/webhooks/9/tok/messages/@original"
	followUpPath = "POST /webhooks/9/tok?wait=true"
)
