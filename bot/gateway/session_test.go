package gateway

import (
	"context"
	"testing"
	"time"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// discordgo may report the loss of a connection a second time after the next one is open. The new
// connection is kept.
func TestALostConnectionMayBeReportedTwice(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{})
	ready := make(chan struct{}, 10)
	g := newTestGateway(t, d.URL, func(c *Config) {
		c.Token = "sandbox"
		c.Event = func(_ context.Context, e Event) {
			if e.Type == "READY" {
				ready <- struct{}{}
			}
		}
	})
	g.shardCount = 1
	close(g.begun)
	s := &shard{gateway: g}
	g.shards[0] = s
	ctx := t.Context()
	l, err := s.newSession(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer l.close(ctx)
	if err := l.open(ctx); err != nil {
		t.Fatal(err)
	}
	select {
	case <-ready:
	case <-time.After(patience):
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
	if !g.Healthy() || l.conn != nil && l.conn != stands {
		t.Error("the connection that stood is left")
	}
}

// decoders is linked to discordgo's own table. Otherwise discordgo would decode interactions
// needlessly again.
func TestDiscordgoLeavesInteractionsUndecoded(t *testing.T) {
	leaveUndecoded()
	if _, is := decoders["GUILD_CREATE"]; !is {
		t.Errorf("this is not discordgo's table of events: %d are in it", len(decoders))
	}
	if _, is := decoders["INTERACTION_CREATE"]; is {
		t.Error("discordgo decodes interactions")
	}
}
