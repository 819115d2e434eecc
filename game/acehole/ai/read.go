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

// decision is an Observation in the engine's words.
type decision struct {
	core   acehole.Core // the own hand is there; other hands and the pile aren't
	legal  []game.Action
	free   bool
	pool   []card.Card // cards that the seat has not seen
	hidden []hidden    // what others hold, what is known most about first
	past   []act       // what others did in this round, oldest first
	own    []moment    // what the seat itself had to decide, once recalled
}

// read finds out what a seat knows when it has to decide.
func read(rules *acehole.Rules, s ai.Observation) (*decision, error) {
	v := s.View
	if len(v.Legal) == 0 {
		return nil, ai.ErrNoTurn
	}
	core, err := acehole.Observation(v)
	if err != nil {
		return nil, err
	}
	d := &decision{core: core, legal: v.Legal}
	d.free = d.core.FreeDraw
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
	d.watch(s)
	return d, nil
}

// any returns a world that fits, always the same one.
func (d *decision) any() (c acehole.Core) {
	newSampler(d).deal(&c, rand.New(rand.NewPCG(0, 0)))
	return c
}

// choice finds a play among the legal actions.
func (d *decision) choice(p acehole.Play, reason say.Message) (ai.Choice, error) {
	return ai.ChooseLegal(d.legal, kit.Action(p), reason)
}
