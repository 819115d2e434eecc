package ai

import (
	"fmt"
	"math/rand/v2"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/ai/zoo"
	"deuces/game/bigtwo"
	"deuces/game/kit"
	"deuces/say"
)

// Zoo returns players that are only there to measure others by.
func Zoo(rules game.Rules) (ai.Players, error) {
	r, ok := rules.(*bigtwo.Rules)
	if !ok {
		return nil, fmt.Errorf("bigtwo: these are the rules of %s", rules.Name())
	}
	costs := costsOf(r)
	return zoo.Players(func(s ai.Observation) (zoo.Table[Tracked, bigtwo.Play], error) {
		d, err := read(s)
		if err != nil {
			return nil, err
		}
		return &pen{d, costs}, nil
	}), nil
}

// pen is a round as the zoo sees it.
type pen struct {
	*decision
	costs costs
}

// Deal gives the others any of the cards that the seat can't see.
func (z *pen) Deal(w *Tracked, r *rand.Rand) {
	*w = z.Tracked
	z.deal(w, r)
}

func (z *pen) Turn(w *Tracked) int {
	if w.Over {
		return -1
	}
	return int(w.Turn)
}

func (z *pen) Moves(w *Tracked, list []bigtwo.Play) []bigtwo.Play { return w.Legal(list) }

func (z *pen) Look(w *Tracked, p bigtwo.Play) zoo.Trait {
	hand := w.Hands[w.Turn]
	left := hand &^ p.Cards()
	t := zoo.Trait{Pass: p == pass, Lead: w.Top == pass, Cards: p.Cards().Len(), Left: left.Len()}
	if t.Pass {
		return t
	}
	t.High = float64(p.High()) / 51
	for rest := p.Cards(); rest != 0; rest &= rest - 1 {
		t.Breaks = t.Breaks || left&kit.Rank(rest.Low()) != 0
	}
	return t
}

func (z *pen) Step(w *Tracked, p bigtwo.Play) { w.Step(p) }

// Worth is by the points of the round.
func (z *pen) Worth(w *Tracked, place int) float64 {
	points := -float64(z.costs[w.Hands[place].Len()])
	if place == int(w.Turn) {
		points = float64(z.costs.pot(w))
	}
	return min(max(0.5+points/80, 0), 1)
}

func (z *pen) Action(p bigtwo.Play) game.Action {
	c, err := z.choice(p, say.Message{})
	if err != nil {
		return game.Action{} // which is legal nowhere
	}
	return c.Action
}
