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
	ai.Observation
	rules    *acehole.Rules
	core     acehole.Core      // the seat's own hand is set; other hands and the pile are empty
	freeDraw bool              // players may always draw
	pool     []card.Card       // cards that the seat hasn't seen
	hidden   []hiddenCard      // cards of the others; those about which most is known come first
	observed []observedPlay    // what others did in this round, oldest first
	earlier  []earlierDecision // the seat's earlier decisions, after findEarlierDecisions
}

func newDecision(rules *acehole.Rules, s ai.Observation) (*decision, error) {
	v := s.View
	core, err := acehole.Observation(v)
	if err != nil {
		return nil, err
	}
	d := &decision{Observation: s, rules: rules, core: core, freeDraw: core.FreeDraw}
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
	d.followNews()
	return d, nil
}

// anyWorld returns one possible world, always the same.
func (d *decision) anyWorld() (c acehole.Core) {
	var h hands
	r := rand.New(rand.NewPCG(0, 0))
	d.dealHidden(&h, r)
	d.fill(&c, &h, r)
	return c
}

func (d *decision) choice(p acehole.Play, reason say.Message) (ai.Choice, error) {
	return ai.ChooseLegal(d.View.Legal, kit.Action(p), reason)
}
