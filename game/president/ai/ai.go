// Package ai is what computer players know of the President family: heuristics
// (plan.go), how to deal hidden hands at random so that they fit (deal.go), and how
// a round goes on (world.go), with whatever options.
package ai

import (
	"fmt"
	"math/rand/v2"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/president"
)

// New returns the players of a system of the family, with its options set.
func New(rules game.Rules) (ai.Players, error) {
	r, ok := rules.(*president.Rules)
	if !ok {
		return nil, fmt.Errorf("president has no computer players for %s", rules.Name())
	}
	return ai.Players{
		ai.Easy:   easy{r},
		ai.Normal: normal{r},
		ai.Hard:   hard{r, nil},
	}, nil
}

// normal plays by the heuristics, and says why: what it says is the hint.
type normal struct{ rules *president.Rules }

func (n normal) Choose(s ai.Observation, _ ai.Budget, _ uint64) (ai.Choice, error) {
	d, err := read(n.rules, s)
	if err != nil {
		return ai.Choice{}, err
	}
	d.past.recall(n.rules, s, &d.deal, &d.sample, true)
	m := d.best(&d.sample, d.moves)
	return ai.Choice{Action: d.sample.p.Action(m), Reason: d.reason(m)}, nil
}

// easy plays by the heuristics half the time, and otherwise whatever comes
// to hand that is not silly.
type easy struct{ rules *president.Rules }

func (e easy) Choose(s ai.Observation, _ ai.Budget, seed uint64) (ai.Choice, error) {
	d, err := read(e.rules, s)
	if err != nil {
		return ai.Choice{}, err
	}
	r := rand.New(rand.NewPCG(seed, 0))
	m := d.best(&d.sample, d.moves)
	if r.IntN(2) == 0 {
		m = d.moves[r.IntN(len(d.moves))]
	}
	return ai.Choice{Action: d.sample.p.Action(m)}, nil
}

// decision is a Observation as the core sees it.
type decision struct {
	tactics
	deal
	chair  int
	moves  []president.Move
	sample world // one that fits the Observation, the same for the same Observation

	past    past
	sampler sampler
	match   *ending
}

func read(rules *president.Rules, s ai.Observation) (*decision, error) {
	if len(s.View.Legal) == 0 {
		return nil, ai.ErrNoTurn
	}
	p, err := rules.Seen(s.View, s.Told)
	if err != nil {
		return nil, err
	}
	d := &decision{tactics: tactics{&standard, p.Terms()}, chair: p.Turn()}
	d.deal.read(&p, s, card.SetOf(rules.Deck(len(s.View.Order))...))
	d.deal.Deal(&d.sample, rand.New(rand.NewPCG(0, 0)))
	d.moves = p.Moves(nil)
	if len(d.moves) == 0 {
		return nil, fmt.Errorf("the core finds nothing to do where %d actions are legal", len(s.View.Legal))
	}
	return d, nil
}
