// Package ai is the computer players of Big Two.
//
// All of them plan a hand: split it into the plays that get rid of it at the
// least cost (plan.go). Normal plays by heuristics about that plan
// (heuristic.go). Hard has learnt from playing against itself what positions are
// worth (package net; tools/train makes its weights, weights.bin), and looks ahead with
// that: in worlds that fit what it saw, and that come as often as what the others did in
// this round makes them likely (sampler.go), it plays on until it has chosen twice more (hard.go).
// It finds out how the others play, too: like itself, or playing the lowest that
// beats, or anything. Easy plays like normal half the time, and else anything.
package ai

import (
	_ "embed"
	"math/rand/v2"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/game/bigtwo"
	"deuces/internal/say"
)

// Greedy is a player to measure others by: it plays the lowest combination that
// beats, in control the lowest play of five, else the lowest rank with the most
// cards, and never passes if it can play.
const Greedy ai.Level = "greedy"

// Network is hard without looking ahead, to see what that is worth.
const Network ai.Level = "network"

//go:embed weights.bin
var packed []byte

var learnt = net.LazyUnpack(packed, Inputs)

// New returns the players of Big Two with its options set.
func New(rules game.Rules) (ai.Players, error) { return with(rules, learnt) }

// Learnt returns the players with other weights than those that are built in, as
// tools/train writes them: an earlier version to measure by.
func Learnt(rules game.Rules, weights []byte) (ai.Players, error) {
	return with(rules, net.LazyUnpack(weights, Inputs))
}

// with returns the players with a network.
func with(rules game.Rules, weights func() (*net.Net, error)) (ai.Players, error) {
	r, err := ai.RulesOf[*bigtwo.Rules](rules)
	if err != nil {
		return nil, err
	}
	n, err := weights()
	if err != nil {
		return nil, err
	}
	h := hard{n, costsOf(r)}
	return ai.Players{
		ai.Easy:   ai.Half(ai.Func(normally)),
		ai.Normal: ai.Func(normally),
		ai.Hard:   h,
		Network: ai.Func(func(s ai.Observation, _ ai.Budget, seed uint64) (ai.Choice, error) {
			return h.Choose(s, ai.Budget{}, seed)
		}),
		Greedy: ai.Func(greedily),
	}, nil
}

func greedily(s ai.Observation, _ ai.Budget, seed uint64) (ai.Choice, error) {
	d, err := read(s)
	if err != nil {
		return ai.Choice{}, err
	}
	return d.choice(Greedily(&d.Tracked, rand.New(rand.NewPCG(seed, 0))), say.Message{})
}

// normally plays by heuristics, and says why: what it says is the hint.
func normally(s ai.Observation, _ ai.Budget, _ uint64) (ai.Choice, error) {
	d, err := read(s)
	if err != nil {
		return ai.Choice{}, err
	}
	th := new(Heuristic)
	w := d.any()
	p := th.Choose(&w)
	return d.choice(p, d.reason(th, &w, p))
}
