package e2e

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"deuces/game/gametest"
	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// TestAStrangerWhoClicksEverythingDisturbsNobody lets somebody without a seat click every control of a table as
// fast as he is let, write below the board, and join and leave in turn. The four players, who need 1.2
// seconds from seeing their cards to a click, lose no click. The log says how many requests that took, and how
// late the board of another server was.
//
//	DEUCES_DOSE=long go test ./e2e -run TestAStrangerWhoClicksEverythingDisturbsNobody -v
func TestAStrangerWhoClicksEverythingDisturbsNobody(t *testing.T) {
	t.Parallel()
	s := NewServerOn(t, sandbox.Config{ReplyWithin: sandboxtest.Patience}, "USER_RATE=10", "BOARD_EVERY=1m", "MENTION=off")
	s.Sandbox("POST", "guilds", map[string]any{"name": "Elsewhere", "channels": []string{"far"}})
	long := Options{"rounds": 50, "target": 0}
	table, far := s.Table("cards", fourNames...), s.Table("far", "Fay", "Gus", "Hal", "Ida")
	table.Open("ahole", long)
	far.Open("ahole", long)
	for _, p := range append(slices.Clone(table.People), far.People...) {
		p.Hand()
	}
	eve, since := s.Person("Eve", "cards"), s.nextCall()
	ctx, cancel := context.WithTimeout(t.Context(), gametest.Dose(t, 10*time.Second, 20*time.Second, time.Minute))
	defer cancel()
	var here, there slowClicks
	var all sync.WaitGroup
	for _, p := range table.People {
		all.Go(func() { p.playSlowly(ctx, &here) })
	}
	for _, p := range far.People {
		all.Go(func() { p.playSlowly(ctx, &there) })
	}
	clicks := eve.clicksEverything(ctx, s)
	all.Wait()
	if len(there.late) == 0 {
		t.Fatal("nobody elsewhere has played")
	}
	slices.Sort(there.late)
	t.Logf("%d clicks by the stranger, %d requests; of %d clicks on cards %d failed; of %d elsewhere %d, and the board there was %v late, at most %v",
		clicks, len(s.calls(since)), here.n, here.failed, there.n, there.failed, there.late[len(there.late)/2], there.late[len(there.late)-1])
	if here.failed > 0 || there.failed > 0 || here.n == 0 || clicks == 0 {
		t.Error("a stranger makes the clicks of players fail")
	}
}

// slowClicks counts the clicks of people who need time to choose a card.
type slowClicks struct {
	mu        sync.Mutex
	n, failed int
	late      []time.Duration // from each click until the board showed it
}

// playSlowly clicks a card 1.2 seconds after the person's hand offers one, again and again until the context
// ends.
func (p *Person) playSlowly(ctx context.Context, counts *slowClicks) {
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
		var before []string
		for _, m := range p.Reads(isBoard) {
			before = append(before, m.Text())
		}
		clicked := time.Now()
		_, failed := p.User.Click(ctx, hand.ID, last)
		if ctx.Err() != nil {
			return
		}
		if failed == nil { // else the board stays as it is
			_, _ = p.Await(ctx, p.channel, func(m sandboxtest.Message) bool { return isBoard(m) && !slices.Contains(before, m.Text()) })
		}
		counts.mu.Lock()
		counts.n++
		if failed == nil {
			counts.late = append(counts.late, time.Since(clicked))
		} else {
			counts.failed++
			p.t.Logf("%s clicks %s: %v", p.Name, last, failed)
			last = "" // tries again
		}
		counts.mu.Unlock()
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
