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
	"deuces/internal/errtest"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/store"
)

// These functions find out from a table's log what each user may know: which cards were shown to
// all or to one player, and since when.

// cards is a set of cards, with a bit for each card.
type cards uint64

func (c *cards) add(more ...card.Card) {
	for _, x := range more {
		if x.IsJoker() {
			x = card.AnyJoker // because no message shows which Joker it is
		}
		*c |= 1 << x
	}
}

// ranks returns which ranks occur in the set.
func (c cards) ranks() (r [card.Joker + 1]bool) {
	for x := card.Card(0); x < 64; x++ {
		if c>>x&1 != 0 {
			r[x.Rank()] = true
		}
	}
	return r
}

// moment is what was known from a time on: to everyone, and in addition to each player.
type moment struct {
	at          time.Time
	round       int
	public      cards
	seen        map[string]cards // cards that each player had seen, by Discord id
	secretSeeds []string         // seeds that nobody may know yet, because the cards of a deal follow from its seed
}

// moments reads a table's log and returns what each player knew, and since when. It doesn't use
// game.View, so that it can check views independently.
func moments(t *testing.T, db string, id match.ID) []moment {
	t.Helper()
	ctx := context.Background()
	s, err := store.Read(ctx, db)
	errtest.Must(t, err)
	defer s.Close()
	var history []moment
	var witness matchtest.Witness
	seeds := map[int]string{} // seeds by round
	m := match.New(id, systems.New)
	for e, err := range s.Events(ctx, id) {
		errtest.Must(t, err)
		if m, err = m.Apply(e); err != nil {
			t.Fatal(err)
		}
		errtest.Must(t, witness.Follow(m, e))
		if sealed, ok := e.Body.(match.Sealed); ok {
			seeds[sealed.Round] = sealed.Seed.String()
		}
		if m.Phase != match.Playing {
			delete(seeds, m.Decision.Round) // secret until the round is over
		}
		if m.Phase == match.Over {
			clear(seeds)
		}
		now := moment{at: e.At, round: m.Decision.Round, seen: map[string]cards{}, secretSeeds: slices.Collect(maps.Values(seeds))}
		if witness.Oracle != nil {
			people, err := s.People(ctx, m.Guild, m.Players()...)
			errtest.Must(t, err)
			now.public.add(witness.Seen(game.Watcher).Cards()...)
			for seat := range m.Setup.Hands {
				var own cards
				own.add(witness.Seen(game.Seat(seat)).Cards()...)
				now.seen[people[m.Players()[seat]].ID] = own
			}
		}
		history = append(history, now)
	}
	return history
}

// maxDelay is the longest time from rendering a message until it reaches a user.
const maxDelay = 2 * time.Second

// knownCards returns the cards that a user could know at a given time. These are the cards of the
// current round, and those of the previous round if it has only just ended. If posted isn't zero,
// the message is public and still shows the round in which it was posted, so the public cards of
// that round count as well. finished is the finished round that a message names, or 0; its public
// cards also count, because such a message may arrive late.
func knownCards(history []moment, user string, at, posted time.Time, finished int) cards {
	var all, ended cards
	round := map[int]cards{}
	rounds := map[int]bool{}
	for _, m := range history {
		if m.at.After(at) {
			break
		}
		if !m.at.After(at.Add(-maxDelay)) {
			clear(rounds)
		}
		rounds[m.round] = true
		round[m.round] = m.public | m.seen[user]
		if !posted.IsZero() && !m.at.After(posted.Add(maxDelay)) {
			all = m.public
		}
		if m.round == finished {
			ended = m.public
		}
	}
	all |= ended
	for r := range rounds {
		all |= round[r]
	}
	return all
}

// roundAt returns the number of the round at a given time.
func roundAt(history []moment, at time.Time) (round int) {
	for _, m := range history {
		if !m.at.After(at) {
			round = m.round
		}
	}
	return round
}

// secretSeeds returns the seeds that nobody could know at a given time.
func secretSeeds(history []moment, at time.Time) (seeds []string) {
	for _, m := range history {
		if !m.at.After(at) {
			seeds = m.secretSeeds
		}
	}
	return seeds
}
