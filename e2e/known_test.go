package e2e

import (
	"context"
	"maps"
	"slices"
	"testing"
	"time"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/systems"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/store"
)

// What each user may know is read from the log: which cards were shown to all, and which to
// one player, from when on.

// cards is a set of cards by the bit of each.
type cards uint64

func (c *cards) add(more ...card.Card) {
	for _, x := range more {
		if x.IsJoker() {
			x = card.AnyJoker // nothing that is shown tells Jokers apart for sure
		}
		*c |= 1 << x
	}
}

// ranks forgets the suits.
func (c cards) ranks() (r [card.Joker + 1]bool) {
	for x := card.Card(0); x < 64; x++ {
		if c>>x&1 != 0 {
			r[x.Rank()] = true
		}
	}
	return r
}

// moment is what was known from a time on: by everyone, and by each player
// beside that.
type moment struct {
	at     time.Time
	round  int
	public cards
	own    map[string]cards // by Discord id
	sealed []string         // the seeds that nobody may know yet: a deal follows from its seed
}

// moments reads a table's log as a history of who knew what. Of the cards it is a
// witness that knows: no View is asked.
func moments(t *testing.T, db string, id match.ID) []moment {
	t.Helper()
	ctx := context.Background()
	s, err := store.Read(ctx, db)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var history []moment
	var witness matchtest.Witness
	seeds := map[int]string{} // by the round that they are for
	m := match.New(id, systems.New)
	for e, err := range s.Events(ctx, id) {
		if err != nil {
			t.Fatal(err)
		}
		if m, err = m.Apply(e); err != nil {
			t.Fatal(err)
		}
		if err := witness.Follow(m, e); err != nil {
			t.Fatal(err)
		}
		if sealed, ok := e.Body.(match.Sealed); ok {
			seeds[sealed.Round] = sealed.Seed.String()
		}
		if m.Phase != match.Playing {
			delete(seeds, m.Decision.Round) // the round is over
		}
		if m.Phase == match.Over {
			clear(seeds)
		}
		now := moment{at: e.At, round: m.Decision.Round, own: map[string]cards{}, sealed: slices.Collect(maps.Values(seeds))}
		if witness.Oracle != nil {
			people, err := s.People(ctx, m.Players()...)
			if err != nil {
				t.Fatal(err)
			}
			now.public.add(witness.Seen(game.Watcher).Cards()...)
			for seat := range m.Setup.Hands {
				var own cards
				own.add(witness.Seen(game.Seat(seat)).Cards()...)
				now.own[people[m.Players()[seat]].ID] = own
			}
		}
		history = append(history, now)
	}
	return history
}

// lag is how old what reaches a user may be: rendered, then sent.
const lag = 2 * time.Second

// known returns what a user could know at a time: of the round then, of the round
// before where that has only just ended, the public cards of the round that a public
// message was posted in, which it goes on showing, and those of the round that it says is
// over, if it is: such a message may come late.
func known(history []moment, user string, at, posted time.Time, over int) cards {
	var all, ended cards
	round := map[int]cards{}
	rounds := map[int]bool{}
	for _, m := range history {
		if m.at.After(at) {
			break
		}
		if !m.at.After(at.Add(-lag)) {
			clear(rounds)
		}
		rounds[m.round] = true
		round[m.round] = m.public | m.own[user]
		if !posted.IsZero() && !m.at.After(posted.Add(lag)) {
			all = m.public
		}
		if m.round == over {
			ended = m.public
		}
	}
	all |= ended
	for r := range rounds {
		all |= round[r]
	}
	return all
}

// sealed returns the seeds that nobody could know at a time.
func sealed(history []moment, at time.Time) (seeds []string) {
	for _, m := range history {
		if !m.at.After(at) {
			seeds = m.sealed
		}
	}
	return seeds
}
