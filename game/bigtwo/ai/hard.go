package ai

import (
	"math/rand/v2"

	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/internal/say"
)

// hard looks ahead from the plays that the network likes best.
type hard struct {
	net   *net.Net
	costs costs
}

// How hard searches.
const (
	candidates = 5   // how many plays are looked into
	certain    = 6.0 // points by which a play may be behind to be one of them
	horizon    = 2   // how often the seat chooses again before the network judges
	warmth     = 1.0 // points: how far from the best people stray
	doubt      = 0.05
	lean       = 1.0 // what the network thinks of a play counts so much more, where all others are like it
)

func (h hard) Choose(s ai.Observation, b ai.Budget, seed uint64) (ai.Choice, error) {
	d, err := read(s)
	if err != nil {
		return ai.Choice{}, err
	}
	l := &lookahead{decision: d, evaluator: Evaluator{net: h.net, costs: h.costs}}
	return d.choice(l.choose(b, seed), say.Message{})
}

// lookahead is the search of one decision.
type lookahead struct {
	*decision
	evaluator Evaluator
	chain     sampler
}

// choose returns what to play.
func (l *lookahead) choose(b ai.Budget, seed uint64) play {
	w := l.any()
	moves := ai.Promising(l.evaluator.Plays(&w), candidates, certain)
	return moves[ai.Search(l, moves, b, seed).Best].Move
}

// world is a round with all cards known, and how the others play.
type world struct {
	Tracked
	kinds [players]kind
	lean  float64 // how much more the network's opinion of a play counts
}

// kind is a way to play that hard reckons with.
type kind uint8

const (
	thoughtful kind = iota // like the network, but not quite
	eager                  // plays the lowest that beats, always
	aimless                // plays anything
	kinds
)

// odds is how likely something is of each kind.
type odds [kinds]float64

// prior is how likely somebody is of each kind before they have played.
var prior = odds{0.7, 0.2, 0.1}

func (o odds) sum() float64 { return o[thoughtful] + o[eager] + o[aimless] }

// Deal makes a world: hands and for each of the others a way to play, as likely as what they
// did makes them.
func (l *lookahead) Deal(w *world, r *rand.Rand) {
	l.next(r)
	w.Tracked = l.Tracked
	w.Hands = l.chain.hands
	like := 0.0
	for place, odds := range l.chain.odds {
		if place == int(w.Turn) {
			continue
		}
		w.kinds[place] = kind(ai.Pick(odds[:], r))
		if w.kinds[place] == thoughtful {
			like++
		}
	}
	w.lean = lean * like * like / ((players - 1) * (players - 1))
}

// Try plays on, each in their way, until the seat has chosen some more plays, and adds
// what the network thinks of where that leads to what it thinks of the play itself.
func (l *lookahead) Try(w *world, s Scored, r *rand.Rand) float64 {
	own, t := w.Turn, &w.Tracked
	value := float64(s.Value) * w.lean
	p := s.Move
	for choices := 0; ; {
		if t.Step(p); t.Over {
			break
		}
		if t.Turn != own {
			p = l.other(w, r)
			continue
		}
		list := l.evaluator.Plays(t)
		best := ai.Best(list)
		if len(list) > 1 {
			if choices++; choices == horizon {
				return value + float64(best.Value)
			}
		}
		p = best.Move
	}
	if t.Turn == own {
		return value + float64(l.evaluator.costs.pot(t))
	}
	return value - float64(l.evaluator.costs[t.Hands[own].Len()])
}

// other is what one of the others plays in a world, in their way.
func (l *lookahead) other(w *world, r *rand.Rand) play {
	switch w.kinds[w.Turn] {
	case eager:
		return Greedily(&w.Tracked, r)
	case aimless:
		return Randomly(&w.Tracked, r)
	}
	return l.evaluator.Best(&w.Tracked).Move
}
