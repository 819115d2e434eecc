// Package ai has the computer players of Big Two.
//
// All of them plan a hand: they split it into plays that get rid of it at the lowest cost
// (plan.go). Normal plays by heuristics based on the plan (heuristic.go). Easy plays like Normal
// half the time and randomly otherwise.
//
// Hard evaluates positions with a network that was trained in games against itself (package net;
// tools/train writes weights.bin), and searches (hard.go). It samples worlds, that is hidden hands,
// in proportion to how well they explain the others' actions in this round (sampler.go). For each
// opponent it also samples a model of how they play: like the network, greedily or randomly. In
// each world it plays on until its second decision after the move and evaluates the position there.
//
// The network was trained with the preset and four players. It plays as well where only the suits, the
// straights with a 2, or the rules for passes, last cards and points are others. With fewer players, or
// where other classes beat one another, Hard searches by the heuristics instead, to the end of the round.
package ai

import (
	_ "embed"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/game/bigtwo"
	"deuces/internal/say"
)

// Greedy is a baseline: it plays the lowest play that beats the top play. When it leads it plays
// the lowest play of five cards or, without one, the most cards of its lowest rank. It never passes
// if it can play.
const Greedy ai.Level = "greedy"

// Network is Hard without the search. Arenas use it to measure what the search is worth.
const Network ai.Level = "network"

//go:embed weights.bin
var weights []byte

var embedded = net.LazyUnpack(weights, Inputs)

// Weights returns the embedded weights. The caller must not change them.
func Weights() []byte { return weights }

// New returns the players of Big Two for some rules.
func New(rules game.Rules) (ai.Players, error) { return newPlayers(rules, embedded) }

// NewWithWeights returns the players with weights written by tools/train instead of the embedded
// ones. Arenas use it to compare versions.
func NewWithWeights(rules game.Rules, weights []byte) (ai.Players, error) {
	return newPlayers(rules, net.LazyUnpack(weights, Inputs))
}

func newPlayers(rules game.Rules, weights func() (*net.Net, error)) (ai.Players, error) {
	r, err := ai.RulesOf[*bigtwo.Rules](rules)
	if err != nil {
		return nil, err
	}
	n, err := weights()
	if err != nil {
		return nil, err
	}
	preset, err := bigtwo.New(nil)
	if err != nil {
		return nil, err
	}
	if !r.BeatsAlike(&preset.(*bigtwo.Rules).Variant) {
		n = nil
	}
	normal := ai.PlayerOf(newDecision, (*decision).chooseNormal)
	return ai.Players{
		ai.Easy:   ai.HalfRandom(normal),
		ai.Normal: normal,
		ai.Hard: ai.PlayerOf(newDecision, func(d *decision, b ai.Budget, seed uint64) (ai.Choice, error) {
			return newLookahead(d, n, r).choose(b, seed)
		}),
		Network: ai.PlayerOf(newDecision, func(d *decision, _ ai.Budget, _ uint64) (ai.Choice, error) {
			return newLookahead(d, n, r).choose(ai.Budget{}, 0)
		}),
		Greedy: ai.PlayerOf(newDecision, func(d *decision, _ ai.Budget, _ uint64) (ai.Choice, error) {
			return d.choice(GreedyPlay(&d.Tracked, nil), say.Message{})
		}),
	}, nil
}

// chooseNormal plays by the heuristics. Its reason is shown as the hint.
func (d *decision) chooseNormal(ai.Budget, uint64) (ai.Choice, error) {
	th := new(Heuristic)
	w := d.anyWorld()
	p := th.Choose(&w)
	return d.choice(p, d.reason(th, &w, p))
}
