// Package ai has the computer players of Acehole.
//
// Normal scores a play by the points that it gets rid of, by the wild cards that it keeps for later,
// and by how few cards can follow the new top card (heuristic.go). Easy plays
// like Normal half the time and randomly otherwise.
//
// Hard tries its plays in sampled worlds that fit its Observation and plays each world to the end
// of the round; the result is the place it gets (hard.go). A player who had to draw held no card
// that could follow, which rules out cards (observe.go). The others' plays make some hands
// likelier (sampler.go). They also make some models of the other players likelier, and playouts
// use these models for their moves (models.go).
package ai

import (
	"math/rand/v2"

	"deuces/game"
	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/internal/say"
)

// New returns the players of Acehole for some rules.
func New(rules game.Rules) (ai.Players, error) {
	r, err := ai.RulesOf[*acehole.Rules](rules)
	if err != nil {
		return nil, err
	}
	player := func(choose func(*decision, ai.Budget, uint64) (ai.Choice, error)) ai.Player {
		return ai.PlayerOf(func(s ai.Observation) (*decision, error) { return newDecision(r, s) }, choose)
	}
	return ai.Players{
		ai.Easy:   player((*decision).chooseEasy),
		ai.Normal: player((*decision).chooseNormal),
		ai.Hard:   player((*decision).chooseHard),
	}, nil
}

// chooseNormal plays by the heuristics. Its reason is shown as the hint.
func (d *decision) chooseNormal(ai.Budget, uint64) (ai.Choice, error) {
	d.findEarlierDecisions()
	c := d.anyWorld()
	p := chooseNormally(&c)
	return d.choice(p, d.reason(&c, p))
}

// asGood is by how much less a play can score that is still as good: a few points.
const asGood = 10

// chooseNormally returns the move of the heuristics. If another play is as good, it isn't one that
// makes the seat the Acehole.
func chooseNormally(c *acehole.Core) acehole.Play {
	h := new(heuristic)
	p := h.choose(c)
	if !acehole.MakesAcehole(c.Top, p) || c.Hands[c.Turn].Len() == p.Size() {
		return p
	}
	few := fewestCards(c)
	best := playerModels[modelNormal].score(c, p, few) - asGood
	for _, other := range promisingMoves(c, h.list[:0], false) {
		if v := playerModels[modelNormal].score(c, other, few); v >= best && other != acehole.Draw && !acehole.MakesAcehole(c.Top, other) {
			p, best = other, v
		}
	}
	return p
}

// chooseEasy plays by the heuristics half the time, and makes a random move otherwise.
func (d *decision) chooseEasy(_ ai.Budget, seed uint64) (ai.Choice, error) {
	r := rand.New(rand.NewPCG(seed, 0))
	c, h := d.anyWorld(), new(heuristic)
	if r.IntN(2) == 0 {
		return d.choice(h.choose(&c), say.Message{})
	}
	return d.choice(h.randomMove(&c, r), say.Message{})
}
