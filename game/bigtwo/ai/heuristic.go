package ai

import (
	"deuces/game/ai"
	"deuces/game/bigtwo"
)

// Heuristic chooses plays with a few rules: keep to the plan of the hand, play weak cards first,
// save cards that win tricks, and hinder players who are about to go out.
type Heuristic struct {
	planner   planner
	before    split // plan of the hand before the play
	situation situation
	legal     [bigtwo.MaxPlays]play
}

// Weights of the heuristics, in 64ths of a turn. They were tuned in matches against Greedy and
// Network.
const (
	cardBonus    = 15 // for each card played
	controlBonus = 10 // for a play that is certain to win the trick
	passScore    = -9 // for passing
	dangerBonus  = 70 // for playing anything, per card below four in the smallest other hand
	stopBonus    = 76 // for playing a high single instead of a low one when the next player has one card
)

// situation is what a decision depends on besides the hand.
type situation struct {
	strongest strongest // the strongest plays of the others
	fewest    int       // smallest number of cards of another player
	next      int       // number of cards of the next player
}

// look prepares for scoring the plays of a position.
func (h *Heuristic) look(t *Tracked) {
	h.planner.setHand(&t.Variant, t.Hands[t.Turn])
	h.before = h.planner.without(0)
	h.situation = situation{fewest: 13, next: t.Hands[t.Next()].Len()}
	most := 0
	for place, hand := range t.Hands[:t.Seats] {
		if place != int(t.Turn) {
			h.situation.fewest, most = min(h.situation.fewest, hand.Len()), max(most, hand.Len())
		}
	}
	h.situation.strongest = strongestOf(&t.Variant, t.unseen(), most)
}

// finishes reports whether a play wins the round for certain: nobody can beat it, and at most one
// of the plays that remain can be beaten.
func (s *situation) finishes(p play, after *split) bool {
	return s.strongest.unbeatable(p) && after.plays()-s.strongest.countUnbeatable(after) <= 1
}

// Choose returns the play with the highest score.
func (h *Heuristic) Choose(t *Tracked) play {
	legal := t.Legal(h.legal[:0])
	if len(legal) == 1 {
		return legal[0]
	}
	h.look(t)
	return ai.BestBy(legal, h.score)
}

// score returns how good a play or a pass is in the position that look was called for.
func (h *Heuristic) score(p play) int {
	if p == pass {
		return passScore
	}
	s, after := &h.situation, h.planner.without(p.Cards())
	if after.plays() == 0 {
		return 1 << 20
	}
	if s.finishes(p, &after) {
		return 1 << 19
	}
	sure, back := s.strongest.unbeatable(p), turnCost-costOf(p).cost()
	if sure {
		back = turnCost
	}
	v := h.before.plan.cost() - after.plan.cost() + cardBonus*p.Cards().Len() + controlBonus*back/turnCost
	if s.fewest < 4 {
		v += dangerBonus * (4 - s.fewest)
	}
	if s.next == 1 && p.Class() == bigtwo.Single && !sure {
		v -= stopBonus * (51 - p.High()) / 51
	}
	return v
}
