package ai

import (
	"math/rand/v2"
	"slices"

	"deuces/game"
	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/card"
)

// Tracked is a round together with what a player who follows it remembers. Assignment copies it,
// and Step advances it.
type Tracked struct {
	acehole.Core
	stakes   *matchPlayouts            // computes the value of results
	unplayed card.Set                  // cards that nobody has played and that weren't turned up
	lacks    [acehole.MaxPlaces]uint64 // by place: cards, as bits, that it certainly doesn't hold
	drew     bool                      // the place whose turn it is has drawn in this turn
}

// Deal deals a round of a match from chance, for training.
func Deal(rules *acehole.Rules, seats int, chance game.Chance, match ai.History) (Tracked, error) {
	setup := rules.Setup(seats, chance, match.Results)
	s, err := rules.Start(setup)
	if err != nil {
		return Tracked{}, err
	}
	t := Tracked{Core: s.(*acehole.State).RoundState().Core, stakes: newStakes(rules, setup.Order, match), unplayed: card.SetOf(rules.Deck(seats)...)}
	t.unplayed.Remove(setup.TopCard)
	return t, nil
}

// track returns what a seat remembers of a round.
func (d *decision) track(rules *acehole.Rules, s ai.Observation) Tracked {
	t := Tracked{Core: d.anyWorld(), stakes: newStakes(rules, s.View.Order, s.History), unplayed: card.SetOf(rules.Deck(len(s.View.Order))...)}
	t.unplayed.Remove(s.View.Starter)
	up, top := startedUpwards(s), s.View.Starter
	for _, n := range s.News {
		place := slices.Index(s.View.Order, n.Seat)
		switch n.Kind {
		case game.Drew:
			t.recordDraw(place, top, up)
		case game.Played:
			t.recordPlay(n.Cards...)
			top = n.Cards[len(n.Cards)-1]
		case game.Turned:
			up = !up
		}
	}
	return t
}

// recordDraw records that a place drew. Unless players may always draw, it had no card that follows
// the top card. After a second draw in a turn the card drawn first doesn't follow either, but what
// was known from earlier turns may not hold for that card, so it is dropped.
func (t *Tracked) recordDraw(place int, top card.Card, up bool) {
	switch {
	case t.FreeDraw:
		t.lacks[place] = 0
	case t.drew:
		t.lacks[place] = acehole.Following(top, up)
	default:
		t.lacks[place] |= acehole.Following(top, up)
	}
	t.drew = true
}

// recordPlay records a play.
func (t *Tracked) recordPlay(cards ...card.Card) {
	for _, c := range cards {
		t.unplayed.Remove(c)
	}
	t.drew = false
}

// Step makes a move of the place whose turn it is.
func (t *Tracked) Step(p acehole.Play) {
	if p == acehole.Draw {
		t.recordDraw(int(t.Turn), t.Top, t.Up)
	} else {
		for rest := p; rest != 0; rest >>= cardBits {
			t.unplayed.Remove(card.Card(rest & (1<<cardBits - 1)))
		}
		t.drew = false
	}
	t.Core.Step(p)
}

// The value of the end of a match for training, in points. The points of the round itself then
// count little.
const (
	matchPoints = 50
	roundShare  = 0.1
)

// Value returns the value of a finished round for a place, in the points that the network is
// trained on: how far the place is ahead of the others, or the result of the match.
func (t *Tracked) Value(place int) float64 {
	score := t.Score()
	sum := 0
	for p := range t.Seats {
		sum += score[p]
	}
	ahead := float64(sum-score[place])/float64(t.Seats-1) - float64(score[place])
	switch won, over := t.stakes.won(score[:t.Seats], place); {
	case over && won:
		return matchPoints + roundShare*ahead
	case over:
		return -matchPoints + roundShare*ahead
	}
	return ahead
}

// Moves lists the moves that are worth considering.
func (t *Tracked) Moves(list []acehole.Play) []acehole.Play {
	return promisingMoves(&t.Core, list, true)
}

// NormalMove returns Normal's move.
func (t *Tracked) NormalMove() acehole.Play { return new(heuristic).choose(&t.Core) }

// RandomMove returns a random move.
func (t *Tracked) RandomMove(r *rand.Rand) acehole.Play { return new(heuristic).randomMove(&t.Core, r) }
