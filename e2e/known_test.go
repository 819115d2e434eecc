package e2e

import (
	"context"
	"maps"
	"testing"
	"time"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/systems"
	"deuces/store"
	"deuces/table"
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
}

// moments reads a table's log as a history of who knew what.
func moments(t *testing.T, db string, id table.ID) []moment {
	t.Helper()
	ctx := context.Background()
	s, err := store.Read(ctx, db)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var history []moment
	now := moment{own: map[string]cards{}}
	m := table.New(id, systems.New)
	for e, err := range s.Events(ctx, id) {
		if err != nil {
			t.Fatal(err)
		}
		before := m.Results()
		if m, err = m.Apply(e); err != nil {
			t.Fatal(err)
		}
		people, err := s.People(ctx, m.Players()...)
		if err != nil {
			t.Fatal(err)
		}
		if d, ok := e.Body.(table.Dealt); ok {
			now = moment{round: d.Round, own: map[string]cards{}}
			// What a player gives away in an exchange they have seen, too.
			for seat, hand := range m.Rules().Setup(len(m.Players()), d.Chance, before).Hands {
				own := now.own[people[m.Players()[seat]].ID]
				own.add(hand...)
				now.own[people[m.Players()[seat]].ID] = own
			}
		}
		public, dealt := m.View(game.Watcher)
		if !dealt {
			continue
		}
		now.at, now.own = e.At, maps.Clone(now.own)
		now.public.add(public.Top.Cards...)
		if public.OpensBy != card.None {
			now.public.add(public.OpensBy)
		}
		for _, draw := range public.Drawn {
			for _, d := range draw {
				now.public.add(d.Card)
			}
		}
		if a, ok := e.Body.(table.Acted); ok && a.Action.Verb == game.Play {
			now.public.add(a.Action.Cards...)
		}
		if m.Phase() != table.Playing { // hands are shown when a round is over
			if results := m.Results(); len(results) > 0 {
				for _, hand := range results[len(results)-1].Hands {
					now.public.add(hand...)
				}
			}
		}
		for seat, p := range m.Players() {
			v, _ := m.View(game.Seat(seat))
			own := now.own[people[p].ID]
			own.add(v.Hand...)
			now.own[people[p].ID] = own
		}
		history = append(history, now)
	}
	return history
}

// lag is how old what reaches a user may be: rendered, then sent.
const lag = 2 * time.Second

// known is what a user could know at a time: of the round then, of the round
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
