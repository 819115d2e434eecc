package bot

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

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

// board returns a message that shows the board of a table.
func board(context.Context) (Message, error) {
	return Message{Edition: "1", Blocks: []Block{Text(say.Verbatim("x")), Row{{ID: "hand", Label: say.Verbatim("My hand")}}}}, nil
}

// bodies returns the bodies of all requests.
func bodies(f *resttest.Fake) (list []string) {
	for _, s := range f.All() {
		list = append(list, s.Body)
	}
	return list
}
