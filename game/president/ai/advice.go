package ai

import (
	"slices"

	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/president"
)

// addOneCardLeft adds that another player has one card left, if that makes the single card r a risk
// that the move isn't. It adds nothing if nobody can beat r.
func (a *advice) addOneCardLeft(r president.Move) {
	m := a.move
	if r.Size() == 1 && !a.unbeatable(r) && (m.IsPass() || m.Size() > 1 && !a.follows || m.Size() == 1 && a.countBeating(m) < a.countBeating(r)) {
		a.add(ai.OneCardLeft)
	}
}

// addWinsTrick adds that the move is more likely to win the trick than r, or gains more by winning
// it.
func (a *advice) addWinsTrick(r president.Move) {
	m, h := a.move, a.height(a.move)
	switch {
	case a.unbeatable(m):
		a.add(ai.LeadsNext)
		return
	case r.IsPass() && a.playsAfter() <= 4 && a.winChance(m.Size(), h) >= 0.25:
		a.add(ai.PlaysAfter, a.playsAfter())
	case !r.IsPass() && r.Size() == m.Size() && a.height(r) < h:
		a.add(ai.LikelierToWin, faces(r.Size(), r.Rank()))
	}
	a.addFewCanBeat()
}

// addReasonsToPass adds what it would cost to beat the top play with r.
func (a *advice) addReasonsToPass(r president.Move) {
	h := a.height(r)
	switch {
	case r.Jokers() > 0:
		a.addKeepsJoker()
	case a.breaks(r):
		a.add(ai.BreaksUp, a.setAt(h))
	case a.onlyWinner() == h || a.unbeatable(r):
		a.add(ai.CanStillWin, a.setAt(h))
	default:
		a.add(ai.KeepsForLater, a.setAt(h))
	}
}

func (a *advice) addKeepsJoker() { a.add(ai.KeepsForLater, card.Joker.Face()) }

// addReasonsToPlay adds reasons to make the move rather than r.
func (a *advice) addReasonsToPlay(r president.Move) {
	m, h := a.move, a.height(a.move)
	higher := a.height(r) > h
	switch {
	case m.Jokers() > 0:
		a.addManyAtOnce()
	case a.below[h] < 0.35 && (r.IsPass() || !a.follows && !a.breaks(r) && !higher):
		a.add(ai.WeakFirst)
	case r.IsPass():
		a.addLowestPlay()
		a.addBreaksNothing()
	case a.breaks(r) && a.height(r) == h && m.Size() > r.Size():
		a.addManyAtOnce()
	case a.breaks(r):
		a.add(ai.KeepsTogether, a.setAt(a.height(r)))
	case higher && a.winChance(r.Size(), a.height(r)) >= 0.4 && (a.follows || a.winChance(m.Size(), h) < 0.3):
		a.add(ai.CanStillWin, faces(r.Size(), r.Rank()))
	case higher && a.follows:
		a.addLowestPlay()
	case !a.follows && a.below[h] < 0.35:
		a.add(ai.WeakFirst)
	}
}

// addManyAtOnce adds how many cards the move gets rid of, if that is more than one.
func (a *advice) addManyAtOnce() {
	if n := a.move.Size(); n > 1 {
		a.add(ai.ManyAtOnce, n)
	}
}

// addBreaksNothing adds that the move breaks nothing up.
func (a *advice) addBreaksNothing() {
	if !a.breaks(a.move) && a.move.Jokers() == 0 {
		a.add(ai.BreaksNothing)
	}
}

// addLowestPlay adds that the hand has no lower play that beats the top play, or that such a play
// would break up a set.
func (a *advice) addLowestPlay() {
	h := a.height(a.move)
	low := a.lowestOf(func(o president.Move) bool { return !o.IsPass() && a.height(o) < h })
	switch {
	case low == 0:
		a.add(ai.LowestPlay)
	case low.Jokers() == 0 && a.height(a.lowestWhole()) == h:
		a.add(ai.KeepsTogether, a.setAt(a.height(low)))
	}
}

// addOtherReasons adds further true statements about the move.
func (a *advice) addOtherReasons() {
	m, h := a.move, a.height(a.move)
	way := a.likeliestWinner()
	if m.IsPass() {
		r := a.secondBest()
		if r.Size() == 1 && a.winChance(1, a.height(r)) < 0.5 && a.countBeating(r) > 0 {
			a.add("your {card} could well be beaten", faces(1, r.Rank()))
		}
		if way > 0 {
			a.add(ai.CanStillWin, a.setAt(way))
		}
		a.add(ai.CanWait, a.playsLeft())
		if low := a.lowestOf(func(o president.Move) bool { return !o.IsPass() && o.Jokers() == 0 }); low != 0 {
			a.add("it would take your {cards} to beat it", faces(low.Size(), low.Rank()))
		}
		a.add(ai.KeepsForLater, faces(r.Size(), r.Rank()))
		return
	}
	if a.unbeatable(m) {
		a.add(ai.LeadsNext)
	} else {
		a.addFewCanBeat()
	}
	switch {
	case !a.follows && a.below[h] < 0.35:
		a.add(ai.WeakFirst)
	case a.follows && m.Jokers() == 0:
		a.addLowestPlay()
	}
	a.addManyAtOnce()
	switch low := a.lowerLead(); {
	case a.follows:
		a.addBreaksNothing()
	case low != 0:
		a.add(ai.LikelierToWin, faces(low.Size(), low.Rank()))
	case !slices.ContainsFunc(a.moves, func(o president.Move) bool { return a.height(o) < h }):
		a.add(ai.WeakFirst)
	}
	if way > 0 && way != h {
		a.add(ai.CanStillWin, a.setAt(way))
	}
	if !a.follows && slices.ContainsFunc(a.moves, a.breaks) {
		a.addBreaksNothing()
	}
	a.add(ai.PlaysAfter, a.playsAfter())
}

// addFewCanBeat adds how little can still beat the move, if that isn't much.
func (a *advice) addFewCanBeat() {
	t, n, h := a.heuristics.terms, a.move.Size(), a.height(a.move)
	simple := !t.SameSizeLower && !t.Larger && !t.Equal
	higher, all := 0, a.unseen.size()
	switch {
	case n == 1 && simple && t.Suits:
		higher = a.countBeating(a.move)
	case n == 1 && simple:
		for at := h + 1; at <= jokers; at++ {
			higher += a.unseen.of(at)
		}
	default:
		if a.winChance(n, h) >= 0.4 {
			a.add("not much can still beat it")
		}
		return
	}
	if 3*higher <= all {
		a.add(ai.FewCanBeat, higher, all)
	}
}
