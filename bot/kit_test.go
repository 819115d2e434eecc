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
	"deuces/internal/errtest"
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
	errtest.Must(t, err)
	b.mirrors = &recordingMirrors{}
	for id := 0; cfg.Sharing == nil && id < 4; id++ {
		b.Serve(id, nil) // as Run does for all shards
	}
	return b
}

// recordingMirrors is a Mirrors that records its calls.
type recordingMirrors struct {
	mu  sync.Mutex
	all []Mirror
}

func (a *recordingMirrors) Show(m Mirror) { a.Adopt(m, Content{}, time.Time{}) }

func (a *recordingMirrors) Adopt(m Mirror, _ Content, _ time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.all = append(a.all, m)
}

func (*recordingMirrors) Hold(string) (release func()) { return func() {} }

// text returns a message with this text.
func text(s string) Message { return Message{Blocks: []Block{Text(say.Verbatim(s))}} }

// board returns a message that shows the board of a table.
func board(context.Context) (Message, error) {
	return Message{Edition: "1", Blocks: []Block{Text(say.Verbatim("x")), Row{{ID: "hand", Label: say.Verbatim("My hand")}}}}, nil
}

// interactionJSON returns an interaction in Discord's JSON form. The fields in change replace the
// default ones.
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
	errtest.Must(t, err)
	return raw
}

// privateClick returns the fields that turn interactionJSON's command into a click in a private
// message.
func privateClick(id string) map[string]any {
	return map[string]any{"type": 3, "message": map[string]any{"id": "77", "flags": 64}, "data": map[string]any{"custom_id": id, "component_type": 2}}
}

// handlerTaking returns a Handler that replies after the time d.
func handlerTaking(d time.Duration, reply Reply, err error) Handler {
	return func(ctx context.Context, _ Request) (Reply, error) {
		if err := rest.Pause(ctx, d); err != nil {
			return Reply{}, err
		}
		return reply, err
	}
}

// answerAll creates a bot that answers the interactions raws concurrently, on a fake clock. The
// handler h handles all of them: commands, suggestions, components and forms. answerAll returns
// when all are answered.
func answerAll(t *testing.T, answer func(int, resttest.Sent) resttest.Answer, d Defer, h Handler, change func(*Config), raws ...json.RawMessage) (b *Bot, f *resttest.Fake) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		f = resttest.New(answer)
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
		errtest.Must(t, r.Check())
		received := time.Now()
		for _, raw := range raws {
			b.work.Go(func() { b.receive(t.Context(), gateway.Event{Data: raw}, received) })
		}
		b.work.Wait()
		synctest.Wait()
	})
	return b, f
}

// These are the requests that answer the interaction of interactionJSON.
const (
	callbackPath = "POST /interactions/1/tok/callback"
	answerPath   = "/webhooks/9/tok/messages/@original"
	followUpPath = "POST /webhooks/9/tok?wait=true"
)
