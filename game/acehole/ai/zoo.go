package ai

import (
	"fmt"
	"math/rand/v2"

	"deuces/game"
	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/ai/zoo"
	"deuces/game/card"
	"deuces/say"
)

// Zoo returns players that are only there to measure others by.
func Zoo(rules game.Rules) (ai.Players, error) {
	r, ok := rules.(*acehole.Rules)
	if !ok {
		return nil, fmt.Errorf("acehole: these are the rules of %s", rules.Name())
	}
	return zoo.Players(func(s ai.Observation) (zoo.Table[acehole.Core, acehole.Play], error) {
		d, err := read(r, s)
		if err != nil {
			return nil, err
		}
		return &pen{d}, nil
	}), nil
}

// pen is a round as the zoo sees it.
type pen struct{ *decision }

// Deal gives the others any of the cards that the seat can't see.
func (z *pen) Deal(c *acehole.Core, r *rand.Rand) {
	*c = z.core
	r.Shuffle(len(z.pool), func(i, j int) { z.pool[i], z.pool[j] = z.pool[j], z.pool[i] })
	held := min(len(z.hidden), len(z.pool))
	for i, h := range z.hidden[:held] {
		c.Hands[h.place].Add(z.pool[i])
	}
	c.Cards = uint8(copy(c.Pile[:c.Cards], z.pool[held:]))
}

func (z *pen) Turn(c *acehole.Core) int {
	if c.Over {
		return -1
	}
	return int(c.Turn)
}

func (z *pen) Moves(c *acehole.Core, list []acehole.Play) []acehole.Play { return moves(c, list, true) }

// Look takes for high what is worth keeping.
func (z *pen) Look(c *acehole.Core, p acehole.Play) zoo.Trait {
	hand := c.Hands[c.Turn]
	if p == acehole.Draw {
		return zoo.Trait{Pass: true, Left: hand.Len()}
	}
	t := zoo.Trait{}
	for rest := p; rest != 0; rest >>= cardBits {
		hand.Remove(card.Card(rest & (1<<cardBits - 1)))
		t.Cards++
	}
	t.Left = hand.Len()
	last := top(p)
	switch {
	case last.IsJoker():
		t.High = 1
	case isWild(last):
		t.High = 0.8
	case last.Rank() == card.Ace:
		t.High = 0.6
	case last.Rank() == card.Two:
		t.High = 0.1
	default:
		t.High = 0.1 + 0.05*float64(last.Rank())
	}
	if !last.IsJoker() {
		t.Breaks = hand[0]&(15<<(last&^3)) != 0
	}
	return t
}

func (z *pen) Step(c *acehole.Core, p acehole.Play) { c.Step(p) }

// Worth is how many points fewer than the others a place is left with, on average.
func (z *pen) Worth(c *acehole.Core, place int) float64 {
	sum, score := 0, c.Score()
	for p := range c.Seats {
		sum += score[p]
	}
	ahead := float64(sum-score[place])/float64(c.Seats-1) - float64(score[place])
	return min(max(0.5+ahead/100, 0), 1)
}

func (z *pen) Action(p acehole.Play) game.Action {
	c, err := z.choice(p, say.Message{})
	if err != nil {
		return game.Action{} // which is legal nowhere
	}
	return c.Action
}
