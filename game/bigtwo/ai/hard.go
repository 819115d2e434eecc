package ai

import (
	"math/rand/v2"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/game/bigtwo"
	"deuces/internal/say"
)

// Parameters of the search.
const (
	candidates       = 5    // maximum number of plays to search
	maxBehind        = 6.0  // plays whose value is this many points below the best aren't searched
	horizon          = 2    // number of further decisions of the seat before the network evaluates the position
	temperature      = 1.0  // in points; a player like the network chooses a play with probability proportional to exp(value/temperature)
	mistakeRate      = 0.05 // probability that a player deviates from their model
	maxNetworkWeight = 1.0  // weight of the network's own value of a play, if all opponents play like the network
)

// lookahead is the search of one decision among the plays that the network rates best.
type lookahead struct {
	*decision
	evaluator Evaluator
	observed  [players][]observedPlay // by place, oldest first; the seat's own plays are left out
	chain     ai.Chain[hands]
}

// newLookahead returns a search with a network, or with the heuristics if there is none or it wasn't
// trained for this number of players.
func newLookahead(d *decision, n *net.Net, rules *bigtwo.Rules) *lookahead {
	l := &lookahead{decision: d, observed: d.observedPlays(), chain: ai.Chain[hands]{BurnIn: burnInSwaps, Between: swapsPerWorld}}
	if l.evaluator.rules = rules; d.Seats == players {
		l.evaluator.Net = n
	}
	return l
}

// choose returns the play that the search finds best.
func (l *lookahead) choose(b ai.Budget, seed uint64) (ai.Choice, error) {
	w := l.anyWorld()
	moves := ai.Promising(l.evaluator.Plays(&w), candidates, maxBehind)
	best, estimates := ai.Searched(l, moves, b, seed, func(s Scored) game.Action { return l.Action(s.Move) })
	choice, err := l.choice(best.Move, say.Message{})
	choice.Estimates = estimates
	return choice, err
}

// world is a round with all cards known, and a model of each opponent.
type world struct {
	Tracked
	models        [players]playerModel
	networkWeight float64 // weight of the network's own value of the play that is tried
}

// playerModel is a way to play that Hard considers for its opponents.
type playerModel uint8

const (
	modelNetwork playerModel = iota // plays mostly like the network, or without one by the heuristics
	modelGreedy                     // plays like Greedy
	modelRandom                     // plays randomly
	playerModels
)

// likelihoods has a probability for each model.
type likelihoods [playerModels]float64

// prior is the probability of each model before a player has played.
var prior = likelihoods{0.7, 0.2, 0.1}

func (o likelihoods) sum() float64 { return o[modelNetwork] + o[modelGreedy] + o[modelRandom] }

// Deal implements ai.Problem. It samples hidden hands and a model for each opponent.
func (l *lookahead) Deal(w *world, r *rand.Rand) {
	l.chain.Next(l, r)
	w.Tracked = l.Tracked
	w.Hands = l.chain.Hands.cards
	like := 0.0
	for place, odds := range l.chain.Hands.likelihoods {
		if place == int(w.Turn) {
			continue
		}
		w.models[place] = playerModel(ai.Pick(odds[:], r))
		if w.models[place] == modelNetwork {
			like++
		}
	}
	if l.evaluator.Net != nil {
		w.networkWeight = maxNetworkWeight * like * like / ((players - 1) * (players - 1))
	}
}

// Try implements ai.Problem. It plays on with the opponents' models until the seat has made horizon
// further decisions, and adds the network's value of that position to its weighted value of the
// play itself. Without a network it plays to the end of the round.
func (l *lookahead) Try(w *world, s Scored, r *rand.Rand) float64 {
	own, t := w.Turn, &w.Tracked
	value := float64(s.Value) * w.networkWeight
	p := s.Move
	for choices := 0; ; {
		if t.Step(p); t.Over {
			return value + float64(l.evaluator.Result(t, int(own)))
		}
		if t.Turn != own {
			p = l.otherPlay(w, r)
			continue
		}
		list := l.evaluator.Plays(t)
		best := ai.Best(list)
		p = best.Move
		switch {
		case l.evaluator.Net == nil:
			if r.Float64() < ai.Noise {
				p = list[r.IntN(len(list))].Move
			}
		case len(list) > 1:
			if choices++; choices == horizon {
				return value + float64(best.Value)
			}
		}
	}
}

// otherPlay returns an opponent's play according to their model.
func (l *lookahead) otherPlay(w *world, r *rand.Rand) play {
	switch w.models[w.Turn] {
	case modelGreedy:
		return GreedyPlay(&w.Tracked, r)
	case modelRandom:
		return RandomPlay(&w.Tracked, r)
	}
	return l.evaluator.Best(&w.Tracked).Move
}
