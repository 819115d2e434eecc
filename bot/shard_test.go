package bot

import (
	"testing"
	"time"

	"golang.org/x/time/rate"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// discordgo may tell the end of a connection a second time when the next one
// stands already: that one is kept.
func TestAnEndThatIsToldTwice(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{})
	b, err := New(Config{Token: "sandbox", API: d.URL})
	if err != nil {
		t.Fatal(err)
	}
	s := &shard{bot: b, router: NewRouter(), of: 1, turn: rate.NewLimiter(rate.Inf, 1), app: make(chan application, 1)}
	b.up.start(func() {})
	b.up.add(s)
	b.up.complete()
	ctx := t.Context()
	l, err := s.newLine(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer l.close(ctx)
	if err := l.open(ctx); err != nil {
		t.Fatal(err)
	}
	select {
	case <-b.up.all:
	case <-time.After(time.Minute):
		t.Fatal("never up")
	}
	stands := l.conn
	l.lost()
	if err := l.watch(ctx); err != nil {
		t.Fatal(err)
	}
	if err := l.open(ctx); err != nil {
		t.Errorf("opened again: %v", err)
	}
	if !b.Healthy() || l.conn != nil && l.conn != stands {
		t.Error("the connection that stood is left")
	}
}

// The table is discordgo's own: were it not, interactions would be decoded for
// nothing once more.
func TestDiscordgoLeavesInteractionsUndecoded(t *testing.T) {
	leaveUndecoded()
	if _, is := decoders["GUILD_CREATE"]; !is {
		t.Errorf("this is not discordgo's table of events: %d are in it", len(decoders))
	}
	if _, is := decoders[interactionCreate]; is {
		t.Error("discordgo decodes interactions")
	}
}
