package main

import (
	"fmt"
	"math/rand/v2"

	"deuces/game/ai/net"
	"deuces/game/bigtwo"
	"deuces/game/bigtwo/ai"
)

// bigTwo is the Game of Big Two, with the default options.
type bigTwo struct {
	evaluator *ai.Evaluator
	heuristic ai.Heuristic
	fresh     bigtwo.Core // a round before the deal
	round     ai.Tracked
	list      []ai.Scored
	values    []float32
}

func (*bigTwo) Size() int { return ai.Inputs }

func (*bigTwo) Stages() []Stage {
	return []Stage{
		{Decisions: 45_000_000, First: 1e-3, Last: 2e-5, Trust: 0.6},
		{Decisions: 30_000_000, First: 3e-4, Last: 1e-5, Trust: 0.5, Thumbs: true},
		{Decisions: 200_000_000, First: 1e-3, Last: 2e-5, Trust: 0.6},
		{Decisions: 100_000_000, First: 3e-4, Last: 1e-5, Trust: 0.5, Thumbs: true},
		{Decisions: 240_000_000, First: 1e-3, Last: 2e-5, Trust: 0.6},
		{Decisions: 120_000_000, First: 3e-4, Last: 5e-6, Trust: 0.5, Thumbs: true},
	}
}

func (g *bigTwo) Start(n *net.Net) (err error) {
	g.evaluator, g.fresh, err = evaluator(n)
	return err
}

// evaluator returns an evaluator with a network for the default options, and a round before the deal.
func evaluator(n *net.Net) (*ai.Evaluator, bigtwo.Core, error) {
	rules, err := bigtwo.New(nil)
	if err != nil {
		return nil, bigtwo.Core{}, err
	}
	r := rules.(*bigtwo.Rules)
	return ai.NewEvaluator(n, r), r.Core(bigtwo.Players), nil
}

func (*bigTwo) Unit() float32 { return ai.PointsUnit }

func (g *bigTwo) Deal(r *rand.Rand) { g.round = ai.Tracked{Core: deal(g.fresh, r)} }

func (*bigTwo) Players() int { return bigtwo.Players }

// deal deals a round of Big Two.
func deal(c bigtwo.Core, r *rand.Rand) bigtwo.Core {
	order := r.Perm(52)
	for i, card := range order {
		c.Hands[i%bigtwo.Players] |= 1 << card
		if card == 0 {
			c.Turn, c.MustPlayLowest = uint8(i%bigtwo.Players), true
		}
	}
	return c
}

func (*bigTwo) Guests(s Stage) int {
	if s.Thumbs {
		return 3
	}
	return 2
}

func (g *bigTwo) Turn() (place int, on bool) { return int(g.round.Turn), !g.round.Over }

func (g *bigTwo) Guest(kind int, r *rand.Rand) {
	switch kind {
	case 0:
		g.round.Step(ai.RandomPlay(&g.round, r))
	case 1:
		g.round.Step(ai.GreedyPlay(&g.round, r))
	default:
		g.round.Step(g.heuristic.Choose(&g.round))
	}
}

func (g *bigTwo) Values() []float32 {
	g.list, g.values = g.evaluator.Plays(&g.round), g.values[:0]
	for _, s := range g.list {
		g.values = append(g.values, s.Value)
	}
	return g.values
}

// Known returns true for a play that empties the hand, because its value follows from the other
// players' cards.
func (g *bigTwo) Known(play int) bool {
	return g.round.Hands[g.round.Turn] == g.list[play].Move.Cards()
}

func (g *bigTwo) Inputs(at []uint16, play int) []uint16 {
	return g.evaluator.Inputs(at, &g.round, g.list[play].Move)
}

func (g *bigTwo) Play(play int) { g.round.Step(g.list[play].Move) }

func (g *bigTwo) Worth(place int) float32 {
	return g.evaluator.Result(&g.round, place)
}

// Measure returns the results of these weights against three random and three greedy players.
func (*bigTwo) Measure(packed []byte, deals int) string {
	n, err := net.Unpack(packed, ai.Inputs)
	if err != nil {
		return err.Error()
	}
	e, fresh, err := evaluator(n)
	if err != nil {
		return err.Error()
	}
	by := func(t *ai.Tracked, _ *rand.Rand) bigtwo.Play { return e.Best(t).Move }
	a, da := versus(by, ai.RandomPlay, e, fresh, deals/4, 1)
	b, db := versus(by, ai.GreedyPlay, e, fresh, deals, 2)
	return fmt.Sprintf("random %+.2f ± %.2f, greedy %+.2f ± %.2f", a, da, b, db)
}
