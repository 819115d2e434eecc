package e2e

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deuces/game/gametest"
	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// TestAStrangerWhoClicksEverythingDisturbsNobody lets somebody without a seat click every control of a table as fast as
// he is let, write below the board, and join and leave in turn. The four players, who need 1.2 seconds from seeing their
// cards to a click, lose no click. The log says how many requests that took.
//
//	DEUCES_DOSE=long go test ./e2e -run TestAStrangerWhoClicksEverythingDisturbsNobody -v
func TestAStrangerWhoClicksEverythingDisturbsNobody(t *testing.T) {
	t.Parallel()
	s := NewServerOn(t, sandbox.Config{ReplyWithin: sandboxtest.Patience}, "USER_RATE=10", "BOARD_EVERY=1m", "MENTION=off")
	table := s.Table("cards", fourNames...)
	table.Open("ahole", Options{"rounds": 50, "target": 0})
	for _, p := range table.People {
		p.Hand()
	}
	eve, since := s.Person("Eve", "cards"), s.nextCall()
	ctx, cancel := context.WithTimeout(t.Context(), gametest.Dose(t, 10*time.Second, 15*time.Second, time.Minute))
	defer cancel()
	var played, failed atomic.Int64
	var all sync.WaitGroup
	for _, p := range table.People {
		all.Go(func() { p.playSlowly(ctx, &played, &failed) })
	}
	clicks := eve.clicksEverything(ctx, s)
	all.Wait()
	t.Logf("%d clicks by the stranger, %d requests; of %d clicks on cards %d failed", clicks, len(s.calls(since)), played.Load(), failed.Load())
	if failed.Load() > 0 || played.Load() == 0 || clicks == 0 {
		t.Errorf("got %d clicks by a stranger, %d clicks on cards and %d that failed, want no failure", clicks, played.Load(), failed.Load())
	}
}

// playSlowly clicks a card 1.2 seconds after the person's hand offers one, again and again until the context ends.
func (p *Person) playSlowly(ctx context.Context, played, failed *atomic.Int64) {
	for last := ""; ; {
		_, err := p.Await(ctx, p.channel, func(m sandboxtest.Message) bool {
			id := findButton(m, "act/")
			return private(m) && id != "" && id != last
		})
		if err != nil {
			return // the time is over
		}
		hands := p.Reads(private, offers("act/"))
		if len(hands) == 0 {
			continue // it was just played
		}
		hand := hands[len(hands)-1] // an older one is about to go
		last = hand.find("act/")
		select {
		case <-ctx.Done():
			return
		case <-time.After(1200 * time.Millisecond):
		}
		_, err = p.User.Click(ctx, hand.ID, last)
		if ctx.Err() != nil {
			return
		}
		if played.Add(1); err != nil {
			failed.Add(1)
			p.t.Logf("%s clicks %s: %v", p.Name, last, err)
			last = "" // tries again
		}
	}
}

// clicksEverything makes a person click every button of the board and of the private messages that the clicks
// bring, write a message, join and leave, until the context ends. It returns the number of answered clicks.
func (p *Person) clicksEverything(ctx context.Context, s *Server) (clicks int) {
	let := time.NewTicker(100 * time.Millisecond) // what USER_RATE lets a person do
	defer let.Stop()
	count := func(_ sandboxtest.Reply, err error) {
		<-let.C
		var refused *sandboxtest.Error // the message is gone, or Discord refuses the click
		switch {
		case err == nil:
			clicks++
		case ctx.Err() == nil && !errors.As(err, &refused):
			p.t.Error(err)
		}
	}
	for ctx.Err() == nil {
		for _, m := range p.Reads(isBoard) {
			reply, err := p.User.Click(ctx, m.ID, findButton(m.Message, "menu/"))
			if count(reply, err); err == nil {
				for _, b := range reply.Message().Buttons() {
					count(p.User.Click(ctx, reply.Message().ID, b.CustomID))
				}
			}
		}
		all := p.Reads()
		for _, m := range all[max(0, len(all)-2):] { // the board, and what the last click brought
			for _, b := range m.Buttons() {
				if b.CustomID != "" && !b.Disabled && ctx.Err() == nil {
					count(p.User.Click(ctx, m.ID, b.CustomID))
				}
			}
		}
		s.Sandbox("POST", "say", map[string]any{"user": p.ID, "channel": p.channel, "content": "hello?"})
		count(p.Command(ctx, p.channel, "join", nil))
		count(p.Command(ctx, p.channel, "leave", nil))
	}
	return clicks
}
