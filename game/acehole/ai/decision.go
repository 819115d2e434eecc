package ai

import (
	"math/rand/v2"
	"slices"

	"deuces/game"
	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

// decision is an Observation in the types of the game's core.
type decision struct {
	core     acehole.Core // the seat's own hand is set; other hands and the pile are empty
	legal    []game.Action
	freeDraw bool              // players may always draw
	pool     []card.Card       // cards that the seat hasn't seen
	hidden   []hiddenCard      // cards of the others; those about which most is known come first
	observed []observedPlay    // what others did in this round, oldest first
	earlier  []earlierDecision // the seat's earlier decisions, after findEarlierDecisions
}

// newDecision converts an Observation.
func newDecision(rules *acehole.Rules, s ai.Observation) (*decision, error) {
	v := s.View
	if len(v.Legal) == 0 {
		return nil, ai.ErrNoTurn
	}
	core, err := acehole.Observation(v)
	if err != nil {
		return nil, err
	}
	d := &decision{core: core, legal: v.Legal}
	d.freeDraw = d.core.FreeDraw
	rest := card.SetOf(rules.Deck(len(v.Order))...)
	seen := append(slices.Clone(v.Hand), v.Starter)
	for _, t := range s.News {
		if t.Kind == game.Played {
			seen = append(seen, t.Cards...)
		}
	}
	for _, c := range seen {
		rest.Remove(c)
	}
	d.pool = rest.Cards()
	d.followNews(s)
	return d, nil
}

// anyWorld returns one possible world, always the same.
func (d *decision) anyWorld() (c acehole.Core) {
	newSampler(d).deal(&c, rand.New(rand.NewPCG(0, 0)))
	return c
}

// choice returns the choice of a move.
func (d *decision) choice(p acehole.Play, reason say.Message) (ai.Choice, error) {
	return ai.ChooseLegal(d.legal, kit.Action(p), reason)
}
