// Package ai is the computer players of the President family, with whatever options.
//
// Normal plays by heuristics: a hand is so many turns that it takes to get rid of it
// (plan.go). Hard has learnt from playing against itself what positions are worth
// (inputs.go; tools/train makes its weights, weights.bin), and looks ahead with that
// (ahead.go): in worlds that fit what it saw (deal.go), each as likely as what the others
// did is in it (past.go, sampler.go, bound.go), it plays on until it has decided some more.
// What it gives away in an exchange it tries in rounds that are played on by the heuristics
// (hard.go, world.go). Easy plays by the heuristics half the time, and else anything that
// isn't silly.
package ai

import (
	_ "embed"
	"fmt"
	"math/rand/v2"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/game/card"
	"deuces/game/president"
)

// Network is hard without looking ahead, to see what that is worth.
const Network ai.Level = "network"

//go:embed weights.bin
var packed []byte

var learnt = net.LazyUnpack(packed, Inputs)

// New returns the players of a system of the family, with its options set.
func New(rules game.Rules) (ai.Players, error) { return with(rules, learnt) }

// Learnt returns the players with other weights than those that are built in, as
// tools/train writes them: an earlier version to measure by.
func NewWithWeights(rules game.Rules, weights []byte) (ai.Players, error) {
	return with(rules, net.LazyUnpack(weights, Inputs))
}

// with returns the players with a network.
func with(rules game.Rules, weights func() (*net.Net, error)) (ai.Players, error) {
	r, err := ai.RulesOf[*president.Rules](rules)
	if err != nil {
		return nil, err
	}
	n, err := weights()
	if err != nil {
		return nil, err
	}
	network := player(r, func(d *decision, s ai.Observation, _ ai.Budget, _ uint64) president.Move { return d.likely(r, n, s) })
	hard := player(r, func(d *decision, s ai.Observation, b ai.Budget, seed uint64) president.Move {
		return d.search(r, n, s, b, seed)
	})
	return ai.Players{ai.Easy: player(r, (*decision).easily), ai.Normal: normal(r), ai.Hard: hard, Network: network}, nil
}

// player reads an Observation, and chooses.
func player(r *president.Rules, choose func(d *decision, s ai.Observation, b ai.Budget, seed uint64) president.Move) ai.Player {
	return ai.Func(func(s ai.Observation, b ai.Budget, seed uint64) (ai.Choice, error) {
		d, err := read(r, s)
		if err != nil {
			return ai.Choice{}, err
		}
		return ai.Choice{Action: d.sample.p.Action(choose(d, s, b, seed))}, nil
	})
}

// normal plays by the heuristics, and says why: what it says is the hint.
func normal(r *president.Rules) ai.Player {
	return ai.Func(func(s ai.Observation, _ ai.Budget, _ uint64) (ai.Choice, error) {
		d, err := read(r, s)
		if err != nil {
			return ai.Choice{}, err
		}
		d.past.recall(r, s, &d.deal, &d.sample, true)
		m := d.best(&d.sample, d.moves)
		return ai.Choice{Action: d.sample.p.Action(m), Reason: d.reason(m)}, nil
	})
}

// easily plays by the heuristics half the time, and otherwise whatever comes
// to hand that is not silly.
func (d *decision) easily(_ ai.Observation, _ ai.Budget, seed uint64) president.Move {
	r := rand.New(rand.NewPCG(seed, 0))
	m := d.best(&d.sample, d.moves)
	if r.IntN(2) == 0 {
		m = d.moves[r.IntN(len(d.moves))]
	}
	return m
}

// decision is an Observation as the core sees it.
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
	p, err := president.Observation(s.View)
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
