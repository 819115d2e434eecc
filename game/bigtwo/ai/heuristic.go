package ai

import (
	"deuces/game/ai"
	"deuces/game/bigtwo"
)

// Heuristic plays by a few rules of its own: it keeps to the plan of its hand, sheds what
// is weakest, holds on to what takes control, and gets in the way of whoever is
// about to go out.
type Heuristic struct {
	planner planner
	legal   [bigtwo.MaxPlays]play
}

// What the heuristics weigh, in 64ths of a turn, found by trying: playing
// against greedy players and the network with other numbers was worse.
const (
	forCard    = 15 // each card that is played
	forControl = 10 // a play that surely takes control
	forPass    = -9 // passing
	forDanger  = 70 // playing anything, for each card that somebody has less than four
	forStop    = 76 // playing a high card, not a low one, before a player with one card
)

// setting is what a decision has to reckon with.
type setting struct {
	reach  reach // of what the others hold
	fewest int   // cards that one of them holds
	next   int   // cards of the next in turn
}

func (h *Heuristic) look(t *Tracked) setting {
	s := setting{fewest: 13, next: t.Hands[(t.Turn+1)%players].Len()}
	most := 0
	for place, hand := range t.Hands {
		if place != int(t.Turn) {
			s.fewest, most = min(s.fewest, hand.Len()), max(most, hand.Len())
		}
	}
	s.reach = reachOf(t.unseen(), most)
	return s
}

// finishes says whether a play wins the round: nobody can beat it, nor any but
// one of the plays after it.
func (s *setting) finishes(p play, after *split) bool {
	return s.reach.sure(p) && after.plays()-s.reach.sureIn(after) <= 1
}

// Choose returns what to play.
func (h *Heuristic) Choose(t *Tracked) play {
	legal := t.Legal(h.legal[:0])
	if len(legal) == 1 {
		return legal[0]
	}
	h.planner.take(t.Hands[t.Turn])
	before, s := h.planner.without(0), h.look(t)
	return ai.Most(legal, func(p play) int {
		if p == pass {
			return forPass
		}
		return h.weigh(p, &before, &s)
	})
}

// weigh says how good a play is that isn't a pass; the planner has the hand, of
// which before is the plan.
func (h *Heuristic) weigh(p play, before *split, s *setting) int {
	after := h.planner.without(p.Cards())
	if after.plays() == 0 {
		return 1 << 20
	}
	if s.finishes(p, &after) {
		return 1 << 19
	}
	sure, back := s.reach.sure(p), turn-costOf(p).cost()
	if sure {
		back = turn
	}
	v := before.plan.cost() - after.plan.cost() + forCard*p.Cards().Len() + forControl*back/turn
	if s.fewest < 4 {
		v += forDanger * (4 - s.fewest)
	}
	if s.next == 1 && p.Class() == bigtwo.Single && !sure {
		v -= forStop * (51 - p.High()) / 51
	}
	return v
}
