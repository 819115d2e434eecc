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

// addEffects adds what the move does to its trick, and what it has to do with the last play, by the
// options of rules.md P12.
func (a *advice) addEffects() {
	m, p := a.move, *a.position
	happened := p.Do(m).Happened
	switch {
	case happened&president.Burn != 0:
		a.add("it completes four of a kind, which ends the trick, so you lead next")
	case happened&president.Stop != 0:
		a.add("your {cards} ends the trick, so you lead next", a.name(m))
	case happened&president.Inversion != 0:
		a.add("your other cards are better once the ranks are reversed")
	case happened&president.Lock != 0:
		a.add("it locks the trick to its suits, so fewer cards can beat it")
	}
	for _, o := range a.moves {
		if after := *a.position; after.Do(o).Happened&president.Foul != 0 {
			a.add("finishing with {cards} would put you last", a.name(o))
			break
		}
	}
	trapped := func(m president.Move) bool { return isTrapped(&a.heuristics.terms, a.without(m), a.inverted) }
	if r := a.secondBest(); r != 0 && trapped(r) && !trapped(m) {
		a.add("it keeps a card that you may finish with")
	}
}

// without returns the hand after a move.
func (a *advice) without(m president.Move) card.Set {
	return a.position.Hand(a.position.Turn()).Minus(m.Cards())
}

// addWinsTrick adds that the move is more likely to win the trick than r, or gains more by winning
// it.
func (a *advice) addWinsTrick(r president.Move) {
	m, h := a.move, a.height(a.move)
	switch {
	case a.unbeatable(m):
		a.add(ai.LeadsNext)
		return
	case r.IsPass() && a.playsAfter() <= 4 && a.chance(m) >= 0.25:
		a.add(ai.PlaysAfter, a.playsAfter())
	case !r.IsPass() && r.Size() == m.Size() && a.height(r) < h:
		a.add(ai.LikelierToWin, a.name(r))
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
		a.add(ai.BreaksUp, a.wholeOf(r))
	case a.onlyWinner() == h || a.unbeatable(r):
		a.add(ai.CanStillWin, a.wholeOf(r))
	default:
		a.add(ai.KeepsForLater, a.wholeOf(r))
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
	case !m.IsRun() && a.below[h] < 0.35 && (r.IsPass() || !a.follows && !a.breaks(r) && !higher):
		a.add(ai.WeakFirst)
	case r.IsPass():
		a.addLowestPlay()
		a.addBreaksNothing()
	case a.breaks(r) && a.height(r) == h && m.Size() > r.Size():
		a.addManyAtOnce()
	case a.breaks(r):
		a.add(ai.KeepsTogether, a.wholeOf(r))
	case higher && a.chance(r) >= 0.4 && (a.follows || a.chance(m) < 0.3):
		a.add(ai.CanStillWin, a.name(r))
	case higher && a.follows:
		a.addLowestPlay()
	case !m.IsRun() && !a.follows && a.below[h] < 0.35:
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
		a.add(ai.KeepsTogether, a.wholeOf(low))
	}
}

// addOtherReasons adds further true statements about the move.
func (a *advice) addOtherReasons() {
	m, h := a.move, a.height(a.move)
	way := a.likeliestWinner()
	if m.IsPass() {
		r := a.secondBest()
		if r.Size() == 1 && a.chance(r) < 0.5 && a.countBeating(r) > 0 {
			a.add("your {card} could well be beaten", faces(1, r.Rank()))
		}
		if way > 0 {
			a.add(ai.CanStillWin, a.setAt(way))
		}
		a.add(ai.CanWait, a.plays(a.position.Hand(a.position.Turn())))
		if low := a.lowestOf(func(o president.Move) bool { return !o.IsPass() && o.Jokers() == 0 }); low != 0 {
			a.add("it would take your {cards} to beat it", a.name(low))
		}
		a.add(ai.KeepsForLater, a.name(r))
		return
	}
	if a.unbeatable(m) {
		a.add(ai.LeadsNext)
	} else {
		a.addFewCanBeat()
	}
	switch {
	case !m.IsRun() && !a.follows && a.below[h] < 0.35:
		a.add(ai.WeakFirst)
	case a.follows && m.Jokers() == 0:
		a.addLowestPlay()
	}
	a.addManyAtOnce()
	switch low := a.lowerLead(); {
	case a.follows:
		a.addBreaksNothing()
	case low != 0:
		a.add(ai.LikelierToWin, a.name(low))
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
	if a.position.MayFall(a.position.Turn()) {
		a.add("you fall if somebody else goes out before you")
	}
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
