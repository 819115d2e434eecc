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
	"fmt"
	"math/rand/v2"
	"sync"

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

var learnt = sync.OnceValues(func() (*net.Net, error) { return net.Unpack(packed, Inputs) })

// New returns the players of Big Two with its options set.
func New(rules game.Rules) (ai.Players, error) {
	r, ok := rules.(*bigtwo.Rules)
	if !ok {
		return nil, fmt.Errorf("bigtwo: these are the rules of %s", rules.Name())
	}
	n, err := learnt()
	if err != nil {
		return nil, fmt.Errorf("bigtwo: %w", err)
	}
	return with(r, n), nil
}

// Learnt returns the players with other weights than those that are built in, as
// tools/train writes them: an earlier version to measure by.
func Learnt(rules game.Rules, weights []byte) (ai.Players, error) {
	r, ok := rules.(*bigtwo.Rules)
	if !ok {
		return nil, fmt.Errorf("bigtwo: these are the rules of %s", rules.Name())
	}
	n, err := net.Unpack(weights, Inputs)
	if err != nil {
		return nil, fmt.Errorf("bigtwo: %w", err)
	}
	return with(r, n), nil
}

// with returns the players with a network.
func with(r *bigtwo.Rules, n *net.Net) ai.Players {
	h := hard{n, costsOf(r)}
	return ai.Players{
		ai.Easy:   easy{},
		ai.Normal: normal{},
		ai.Hard:   h,
		Network:   network{h},
		Greedy:    lowly,
	}
}

// core is a player on the engine's core, and what speaks for what it does.
type core struct {
	play   func(*Tracked, *rand.Rand) bigtwo.Play
	reason say.Message
}

func (c core) Choose(s ai.Observation, _ ai.Budget, seed uint64) (ai.Choice, error) {
	d, err := read(s)
	if err != nil {
		return ai.Choice{}, err
	}
	return d.choice(c.play(&d.Tracked, rand.New(rand.NewPCG(seed, 0))), c.reason)
}

var (
	lowly = core{Greedily, say.New("it's your lowest play")}
	whim  = core{Randomly, say.New("no particular reason")}
)

// easy plays by heuristics half the time, and else whatever comes to hand.
type easy struct{ normal }

func (e easy) Choose(s ai.Observation, b ai.Budget, seed uint64) (ai.Choice, error) {
	if r := rand.New(rand.NewPCG(seed, 1)); r.IntN(2) == 0 {
		return whim.Choose(s, b, seed)
	}
	return e.normal.Choose(s, b, seed)
}

// normal plays by heuristics, and says why: what it says is the hint.
type normal struct{}

func (normal) Choose(s ai.Observation, _ ai.Budget, _ uint64) (ai.Choice, error) {
	d, err := read(s)
	if err != nil {
		return ai.Choice{}, err
	}
	th := new(Heuristic)
	w := d.any()
	p := th.Choose(&w)
	return d.choice(p, d.reason(th, &w, p))
}

// network plays what the network likes best.
type network struct{ hard }

func (n network) Choose(s ai.Observation, _ ai.Budget, seed uint64) (ai.Choice, error) {
	return n.hard.Choose(s, ai.Budget{}, seed)
}
