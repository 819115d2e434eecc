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

// What each user may know follows from the log: which cards were shown to all, and which to one
// player, and since when.

// cards is a set of cards by the bit of each.
type cards uint64

func (c *cards) add(more ...card.Card) {
	for _, x := range more {
		if x.IsJoker() {
			x = card.AnyJoker // no message identifies a Joker for certain
		}
		*c |= 1 << x
	}
}

// ranks returns the ranks without the suits.
func (c cards) ranks() (r [card.Joker + 1]bool) {
	for x := card.Card(0); x < 64; x++ {
		if c>>x&1 != 0 {
			r[x.Rank()] = true
		}
	}
	return r
}

// moment is what was known since a time: by everyone, and additionally by each player.
type moment struct {
	at     time.Time
	round  int
	public cards
	own    map[string]cards // by Discord id
	sealed []string         // seeds that nobody may know yet, because a deal follows from its seed
}

// moments reads a table's log and returns who knew what, and since when. It doesn't use game.View,
// so it checks that independently.
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
	seeds := map[int]string{} // by round
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

// lag is how long a message may take from being rendered to reaching a user.
const lag = 2 * time.Second

// known returns the cards that a user could know at a time: those of the current round, those of
// the previous round if it has only just ended, the public cards of the round in which a public
// message was posted, because it goes on showing them, and those of the finished round over that a
// message names, because such a message may come late.
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
