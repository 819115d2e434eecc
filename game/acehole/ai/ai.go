// Package ai has the computer players of Acehole.
//
// Normal scores a play by the points it gets rid of and by what it leaves: wild cards kept for when
// nothing else can be played, and a top card that few cards can follow (heuristic.go). Easy plays
// like Normal half the time and randomly otherwise.
//
// Hard tries its plays in sampled worlds that fit its Observation and plays each world to the end
// of the round; the result is the place it gets (hard.go). A player who had to draw held no card
// that could follow, which rules out cards (observe.go). What the others played makes some hands
// likelier (sampler.go). It also makes some models of how they play likelier, and playouts use
// these models for their moves (models.go).
package ai

import (
	"math/rand/v2"

	"deuces/game"
	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/internal/say"
)

// Network plays what a network rates best, without a search. It needs weights from a file, which
// players at a table don't have.
const Network ai.Level = "network"

// New returns the players of Acehole for some rules.
func New(rules game.Rules) (ai.Players, error) {
	r, err := ai.RulesOf[*acehole.Rules](rules)
	if err != nil {
		return nil, err
	}
	return ai.Players{
		ai.Easy:   newPlayer(r, (*decision).chooseEasy),
		ai.Normal: newPlayer(r, (*decision).chooseNormal),
		ai.Hard:   hard{r, nil},
	}, nil
}

// NewWithWeights returns the players that use weights written by tools/train: Network, and Hard
// searching with the network.
func NewWithWeights(rules game.Rules, weights []byte) (ai.Players, error) {
	r, err := ai.RulesOf[*acehole.Rules](rules)
	if err != nil {
		return nil, err
	}
	n, err := net.Unpack(weights, Inputs)
	if err != nil {
		return nil, err
	}
	network := newPlayer(r, func(d *decision, s ai.Observation, _ uint64) (ai.Choice, error) {
		t := d.track(r, s)
		return d.choice(NewEvaluator(n).Best(&t).Move, say.Message{})
	})
	return ai.Players{Network: network, ai.Hard: hard{r, n}}, nil
}

// newPlayer returns a player that converts the Observation and calls choose.
func newPlayer(r *acehole.Rules, choose func(d *decision, s ai.Observation, seed uint64) (ai.Choice, error)) ai.Player {
	return ai.Func(func(s ai.Observation, _ ai.Budget, seed uint64) (ai.Choice, error) {
		d, err := newDecision(r, s)
		if err != nil {
			return ai.Choice{}, err
		}
		return choose(d, s, seed)
	})
}

// chooseNormal plays by the heuristics. Its reason is shown as the hint.
func (d *decision) chooseNormal(s ai.Observation, _ uint64) (ai.Choice, error) {
	d.findEarlierDecisions(s)
	c := d.anyWorld()
	p := new(heuristic).choose(&c)
	return d.choice(p, d.reason(&c, p))
}

// chooseEasy plays by the heuristics half the time, and makes a random move otherwise.
func (d *decision) chooseEasy(_ ai.Observation, seed uint64) (ai.Choice, error) {
	r := rand.New(rand.NewPCG(seed, 0))
	c, h := d.anyWorld(), new(heuristic)
	if r.IntN(2) == 0 {
		return d.choice(h.choose(&c), say.Message{})
	}
	return d.choice(h.randomMove(&c, r), say.Message{})
}
