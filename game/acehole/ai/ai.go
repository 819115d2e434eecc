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
	"fmt"
	"math/rand/v2"

	"deuces/game"
	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/internal/say"
)

// New returns the players of Acehole with its options set.
func New(rules game.Rules) (ai.Players, error) {
	r, ok := rules.(*acehole.Rules)
	if !ok {
		return nil, fmt.Errorf("acehole: these are the rules of %s", rules.Name())
	}
	return ai.Players{ai.Easy: easy{r}, ai.Normal: normal{r}, ai.Hard: hard{r, nil}}, nil
}

// normal plays by heuristics, and says why: what it says is the hint.
type normal struct{ rules *acehole.Rules }

func (n normal) Choose(s ai.Observation, _ ai.Budget, _ uint64) (ai.Choice, error) {
	d, err := read(n.rules, s)
	if err != nil {
		return ai.Choice{}, err
	}
	d.recall(s)
	c := d.any()
	p := new(heuristic).choose(&c)
	return d.choice(p, d.reason(&c, p))
}

// easy plays by heuristics half the time, and else whatever fits.
type easy struct{ rules *acehole.Rules }

func (e easy) Choose(s ai.Observation, _ ai.Budget, seed uint64) (ai.Choice, error) {
	d, err := read(e.rules, s)
	if err != nil {
		return ai.Choice{}, err
	}
	r := rand.New(rand.NewPCG(seed, 0))
	c, h := d.any(), new(heuristic)
	if r.IntN(2) == 0 {
		return d.choice(h.choose(&c), say.Message{})
	}
	return d.choice(h.anything(&c, r), say.Message{})
}
