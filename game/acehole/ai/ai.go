// Package ai is the computer players of Acehole.
//
// Normal weighs what a play gets rid of against what it leaves: wild cards kept
// for when nothing else can be played, a top card that few can follow (heuristic.go).
// Hard tries its plays in worlds that fit what it saw, to the end of the round, for the
// place that it comes to (hard.go): who had to draw held no card that could follow, which it
// remembers (watch.go), and what others played tells of what they hold (sampler.go) and of
// which kind they are (kinds.go), as which they play on. Easy plays like normal half the time, and else anything.
package ai

import (
	"math/rand/v2"

	"deuces/game"
	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/internal/say"
)

// Network is who plays what a network likes best, without looking ahead. Its weights are
// those of a file: no player at a table has any.
const Network ai.Level = "network"

// New returns the players of Acehole with its options set.
func New(rules game.Rules) (ai.Players, error) {
	r, err := ai.RulesOf[*acehole.Rules](rules)
	if err != nil {
		return nil, err
	}
	return ai.Players{
		ai.Easy:   player(r, (*decision).easily),
		ai.Normal: player(r, (*decision).normally),
		ai.Hard:   hard{r, nil},
	}, nil
}

// Learnt returns the players who play with weights, as tools/train writes them: hard looks
// ahead with them.
func NewWithWeights(rules game.Rules, weights []byte) (ai.Players, error) {
	r, err := ai.RulesOf[*acehole.Rules](rules)
	if err != nil {
		return nil, err
	}
	n, err := net.Unpack(weights, Inputs)
	if err != nil {
		return nil, err
	}
	network := player(r, func(d *decision, s ai.Observation, _ uint64) (ai.Choice, error) {
		t := d.track(r, s)
		return d.choice(NewEvaluator(n).Best(&t).Move, say.Message{})
	})
	return ai.Players{Network: network, ai.Hard: hard{r, n}}, nil
}

// player reads an Observation, and chooses.
func player(r *acehole.Rules, choose func(d *decision, s ai.Observation, seed uint64) (ai.Choice, error)) ai.Player {
	return ai.Func(func(s ai.Observation, _ ai.Budget, seed uint64) (ai.Choice, error) {
		d, err := read(r, s)
		if err != nil {
			return ai.Choice{}, err
		}
		return choose(d, s, seed)
	})
}

// normally plays by heuristics, and says why: what it says is the hint.
func (d *decision) normally(s ai.Observation, _ uint64) (ai.Choice, error) {
	d.recall(s)
	c := d.any()
	p := new(heuristic).choose(&c)
	return d.choice(p, d.reason(&c, p))
}

// easily plays by heuristics half the time, and else whatever fits.
func (d *decision) easily(_ ai.Observation, seed uint64) (ai.Choice, error) {
	r := rand.New(rand.NewPCG(seed, 0))
	c, h := d.any(), new(heuristic)
	if r.IntN(2) == 0 {
		return d.choice(h.choose(&c), say.Message{})
	}
	return d.choice(h.anything(&c, r), say.Message{})
}
