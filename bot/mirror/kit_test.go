package mirror

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/bot/rest/resttest"
	"deuces/internal/say"
)

// newMirrors returns Mirrors that send their requests to the fake.
func newMirrors(t testing.TB, f *resttest.Fake, change func(*Config)) *Mirrors {
	t.Helper()
	client, err := rest.New(rest.Config{Token: "t", Transport: f})
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{Client: client, Log: zerolog.New(zerolog.NewTestWriter(t))}
	if change != nil {
		change(&cfg)
	}
	return New(cfg)
}

func closed(t testing.TB, ms *Mirrors) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := ms.Close(ctx); err != nil {
		t.Error(err)
	}
}

// board is the content of a mirror, and records the calls of the mirror's callbacks.
type board struct {
	mu      sync.Mutex
	text    string
	edition string
	err     error
	renders int
	posted  []bot.Shown
	failed  []error
}

func (b *board) set(text, edition string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.text, b.edition = text, edition
}

func (b *board) render(context.Context) (bot.Message, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.renders++
	if b.text == "" {
		return bot.Message{}, b.err
	}
	return bot.Message{Edition: b.edition, Blocks: []bot.Block{bot.Text(say.Verbatim(b.text)), bot.Row{{ID: "hand", Label: say.Verbatim("My hand")}}}}, b.err
}

func (b *board) mirror(key string) bot.Mirror {
	return bot.Mirror{Key: key, Channel: "5", Render: b.render,
		Posted: func(s bot.Shown) { b.mu.Lock(); defer b.mu.Unlock(); b.posted = append(b.posted, s) },
		Failed: func(err error) { b.mu.Lock(); defer b.mu.Unlock(); b.failed = append(b.failed, err) },
	}
}

// messages returns the ids of the messages that Posted was called with, in order.
func (b *board) messages() (ids []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, at := range b.posted {
		if at.Message != "" {
			ids = append(ids, at.Message)
		}
	}
	return ids
}

// private returns a mirror of the board that is the private reply to an interaction.
func (b *board) private(key, token string) bot.Mirror {
	m := b.mirror(key)
	m.Channel = ""
	m.Handle = rest.NewHandle("9", token, time.Now())
	return m
}
