package ai

import (
	"math/rand/v2"
	"slices"

	"deuces/game"
	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/card"
)

// Tracked is a round with what everyone was told of it: what a player who watches
// remembers. It is a value, to be copied and stepped.
type Tracked struct {
	acehole.Core
	verdict *playouts                 // of the match's end, for the order of places
	out     card.Set                  // cards that nobody has played yet, nor was turned up
	lacks   [acehole.MaxPlaces]uint64 // cards, as bits, of which a place surely holds none
	drew    bool                      // the place whose turn it is has drawn in it
}

// Deal deals a round of a match for all places to be played, from chance.
func Deal(rules *acehole.Rules, seats int, chance game.Chance, match ai.History) (Tracked, error) {
	setup := rules.Setup(seats, chance, match.Results)
	s, err := rules.Start(setup)
	if err != nil {
		return Tracked{}, err
	}
	t := Tracked{Core: s.(*acehole.State).RoundState().Core, verdict: stakes(rules, setup.Order, match), out: card.SetOf(rules.Deck(seats)...)}
	t.out.Remove(setup.TopCard)
	return t, nil
}

// track finds out what a seat remembers of a round, from what it was told.
func (d *decision) track(rules *acehole.Rules, s ai.Observation) Tracked {
	t := Tracked{Core: d.any(), verdict: stakes(rules, s.View.Order, s.History), out: card.SetOf(rules.Deck(len(s.View.Order))...)}
	t.out.Remove(s.View.Starter)
	up, top := began(s), s.View.Starter
	for _, n := range s.News {
		place := slices.Index(s.View.Order, n.Seat)
		switch n.Kind {
		case game.Drew:
			t.drawn(place, top, up)
		case game.Played:
			t.played(n.Cards...)
			top = n.Cards[len(n.Cards)-1]
		case game.Turned:
			up = !up
		}
	}
	return t
}

// drawn remembers that a place drew. Where that is open only to who can't play, it holds
// nothing that follows; of all that it drew in a turn but the last, which it plays, that
// is all that is known.
func (t *Tracked) drawn(place int, top card.Card, up bool) {
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

// played remembers a play.
func (t *Tracked) played(cards ...card.Card) {
	for _, c := range cards {
		t.out.Remove(c)
	}
	t.drew = false
}

// Step plays or draws for the place whose turn it is.
func (t *Tracked) Step(p acehole.Play) {
	if p == acehole.Draw {
		t.drawn(int(t.Turn), t.Top, t.Up)
	} else {
		for rest := p; rest != 0; rest >>= cardBits {
			t.out.Remove(card.Card(rest & (1<<cardBits - 1)))
		}
		t.drew = false
	}
	t.Core.Step(p)
}

// What the match's end is worth to a network, in points: won, or lost. What the round itself
// leaves matters little then.
const (
	swing  = 50
	little = 0.1
)

// Worth is what the round that is over came to for a place, as a network learns it: points that
// it is ahead of the others, or the match.
func (t *Tracked) Worth(place int) float64 {
	score := t.Score()
	sum := 0
	for p := range t.Seats {
		sum += score[p]
	}
	ahead := float64(sum-score[place])/float64(t.Seats-1) - float64(score[place])
	switch won, over := t.verdict.won(score[:t.Seats], place); {
	case over && won:
		return swing + little*ahead
	case over:
		return -swing + little*ahead
	}
	return ahead
}

// Moves lists what is worth thinking about.
func (t *Tracked) Moves(list []acehole.Play) []acehole.Play { return moves(&t.Core, list, true) }

// Heuristically plays as normal does.
func (t *Tracked) Heuristically() acehole.Play { return new(heuristic).choose(&t.Core) }

// Randomly plays anything that fits.
func (t *Tracked) Randomly(r *rand.Rand) acehole.Play { return new(heuristic).anything(&t.Core, r) }
