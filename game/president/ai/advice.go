package ai

import (
	"slices"

	"deuces/game/president"
	"deuces/internal/say"
)

// addCantBeat adds the reasons for a pass that is the player's only move.
func (a *advice) addCantBeat() {
	n, best := a.top.Size(), 0
	for h := 1; h <= jokers; h++ {
		k := a.hand.of(h)
		if a.heuristics.terms.JokersWild && k > 0 && h < jokers {
			k += a.hand.of(jokers)
		}
		if k >= n {
			best = h
		}
	}
	switch {
	case best > 0:
		a.add("even your {set} isn't enough", setInWords(n, a.rank(best)))
	case n == 2:
		a.add("you have no pair")
	default:
		a.add("you have no set of {n}", n)
	}
	a.add("you can't beat it")
	if h := a.largest(); a.hand.of(h) > n {
		a.add("your {set} can wait until you lead", a.setName(h))
	}
}

// addOneCardLeft adds why the move is safer than the single card r while another player has one
// card left. It adds nothing if r isn't a single card or nobody can beat it.
func (a *advice) addOneCardLeft(r president.Move) {
	m := a.move
	switch {
	case r.Size() != 1 || a.unbeatable(r):
	case m.IsPass():
		a.add("someone has one card left, and could go out on your {set}", setInWords(1, r.Rank()))
	case m.Size() > 1 && !a.follows:
		a.add("someone has one card left, and can't play it on several")
	case m.Size() == 1 && a.countBeating(m) < a.countBeating(r):
		a.add("someone has one card left, and is less likely to go out on your {high} than on your {low}", setInWords(1, m.Rank()), setInWords(1, r.Rank()))
	}
}

// addWinsTrick adds that the move is more likely to win the trick than r, or gains more by winning
// it.
func (a *advice) addWinsTrick(r president.Move) {
	m, h := a.move, a.height(a.move)
	switch {
	case a.unbeatable(m):
		a.add("nobody can beat it, so you lead next")
		return
	case r.IsPass() && a.playsAfter() <= 4 && a.winChance(m.Size(), h) >= 0.25:
		a.add("if it wins the trick, you lead with only {n:# play|# plays} left", a.playsAfter())
	case r.IsPass() || r.Size() != m.Size():
	case a.height(r) < h && a.follows:
		a.add("your {low} would beat it too, but your {high} is likelier to win the trick", setInWords(r.Size(), r.Rank()), setInWords(m.Size(), m.Rank()))
	case a.height(r) < h:
		a.add("it's likelier to win the trick than your {low}", setInWords(r.Size(), r.Rank()))
	}
	a.addFewCanBeat()
}

// addReasonsToPass adds what it would cost to beat the top play with r.
func (a *advice) addReasonsToPass(r president.Move) {
	h := a.height(r)
	name := a.setName(h)
	switch {
	case r.Jokers() > 0:
		a.add("it keeps your Joker for a trick that matters more")
	case a.breaks(r):
		if o := a.lowestWhole(); o != 0 {
			a.add("beating it would break up your {set}, or cost you your {other}", name, setInWords(o.Size(), o.Rank()))
			return
		}
		if slices.ContainsFunc(a.moves, func(o president.Move) bool { return o.Jokers() > 0 && !a.breaks(o) }) {
			a.add("beating it would break up your {set}, or cost you a Joker", name)
			return
		}
		a.add("beating it would break up your {set}", name)
	case a.onlyWinner() == h:
		a.add("it keeps your {set}, your only good way to the lead", name)
	case a.unbeatable(r):
		a.add("nothing beats your {set}, so keep it for when you have less to get rid of", name)
	default:
		a.add("keep your {set} for later, when fewer cards can beat it", name)
	}
}

// addReasonsToPlay adds reasons to make the move rather than r.
func (a *advice) addReasonsToPlay(r president.Move) {
	m, h := a.move, a.height(a.move)
	switch {
	case m.Jokers() > 0:
		a.addJokerUse()
	case r.IsPass() && a.below[h] < 0.35:
		a.add("it beats so little that you should play it while you can")
	case r.IsPass():
		a.addLowestWinning()
		a.addBreaksNothing()
	case a.breaks(r) && a.height(r) == h && m.Size() > r.Size():
		a.add("it gets rid of {n:# card|# cards} in one go", m.Size())
	case a.breaks(r):
		a.add("it keeps your {set} together", a.setName(a.height(r)))
	case a.height(r) > h && a.follows && a.onlyWinner() == a.height(r):
		a.add("it keeps your {set}, your only good way to the lead", a.setName(a.height(r)))
	case a.height(r) > h && a.follows && a.winChance(r.Size(), a.height(r)) >= 0.4:
		a.add("it's enough here, and your {set} can still win a trick later", setInWords(r.Size(), r.Rank()))
	case a.height(r) > h && a.follows:
		a.addLowestWinning()
	case !a.follows && a.below[h] < 0.35:
		a.addHardToPlayLater()
	case a.height(r) > h && a.winChance(r.Size(), a.height(r)) >= 0.4 && a.winChance(m.Size(), h) < 0.3:
		a.add("your {set} can still win a trick later, so lead what is less likely to", setInWords(r.Size(), r.Rank()))
	}
}

// addJokerUse adds what a Joker contributes to the play.
func (a *advice) addJokerUse() {
	m := a.move
	natural := m.Size() - m.Jokers()
	switch {
	case natural == 0:
	case a.follows && natural < a.top.Size():
		a.add("your {set} can't beat this without a Joker", setInWords(natural, m.Rank()))
	default:
		a.add("with a Joker it gets rid of {n:# card|# cards} in one go", m.Size())
	}
}

// addBreaksNothing adds that the move breaks nothing up.
func (a *advice) addBreaksNothing() {
	switch m := a.move; {
	case a.breaks(m) || m.Jokers() > 0:
	case m.Size() == 1:
		a.add("it's a card on its own, so playing it breaks nothing up")
	default:
		a.add("these are all of your {ranks}, so playing them breaks nothing up", rankPlural(m.Rank()))
	}
}

// addLowestWinning adds that the hand has no lower play that beats the top play, or that such a
// play would break up a set.
func (a *advice) addLowestWinning() {
	m, h := a.move, a.height(a.move)
	var low president.Move
	higher, wild := false, 0 // higher: a play above the move exists; wild: size of a play of Jokers only
	for _, o := range a.moves {
		switch {
		case o.IsPass():
		case a.height(o) < h && !a.breaks(o), a.height(o) < h && o.Jokers() > 0:
			return
		case a.height(o) < h:
			if low == 0 || a.height(o) < a.height(low) {
				low = o
			}
		case a.height(o) > h:
			higher = true
		case o.Jokers() == o.Size():
			wild = o.Size()
		}
	}
	switch n := m.Size(); {
	case low != 0 && (a.breaks(m) || m.Jokers() > 0):
	case low != 0:
		a.add("your {low} would beat it too, but that would break up your {set}", setInWords(low.Size(), low.Rank()), a.setName(a.height(low)))
	case !higher && wild > 0 && m.Jokers() == 0 && a.breaks(m):
		a.add("only your {ranks} and your {n:Joker|Jokers} beat it", rankPlural(m.Rank()), wild)
	case !higher && wild > 0 && m.Jokers() == 0:
		a.add("nothing else of yours beats it but your {n:Joker|Jokers}", wild)
	case !higher && a.breaks(m):
		a.add("only your {ranks} beat it", rankPlural(m.Rank()))
	case !higher:
		a.add("nothing else of yours beats it")
	case n == 1:
		a.add("it's your lowest winning card, and higher ones can beat more later")
	case n == 2:
		a.add("it's your lowest winning pair, and higher ones can beat more later")
	default:
		a.add("it's your lowest winning set of {n}, and higher ones can beat more later", n)
	}
}

// addHardToPlayLater adds that the move is hard to play unless you lead.
func (a *advice) addHardToPlayLater() {
	a.add("it's so low that you can hardly play it unless you lead")
}

// addOtherReasons adds further true statements about the move.
func (a *advice) addOtherReasons() {
	m, h := a.move, a.height(a.move)
	if m.IsPass() {
		if r := a.secondBest(); a.winChance(r.Size(), a.height(r)) < 0.5 {
			a.addCouldBeBeaten(r)
		}
		if way := a.likeliestWinner(); way > 0 {
			a.add("your {set} can still win you the lead later", a.setName(way))
		}
		a.add("you still have {n:# play|# plays} to make, and can wait for a trick that costs you less", a.playsLeft())
		a.addLowestThatBeats()
		return
	}
	if a.unbeatable(m) {
		a.add("nobody can beat it, so you lead next")
	} else {
		a.addFewCanBeat()
	}
	switch {
	case !a.follows && a.below[h] < 0.35:
		a.addHardToPlayLater()
	case a.follows && m.Jokers() == 0:
		a.addLowestWinning()
	}
	switch {
	case m.Jokers() > 0:
		a.addJokerUse()
	case m.Size() > 1:
		a.add("it gets rid of {n:# card|# cards} in one go", m.Size())
	}
	switch low := a.lowerLead(); {
	case a.follows:
		a.addBreaksNothing()
	case low != 0:
		a.add("it's likelier to win the trick than your {low}", setInWords(low.Size(), low.Rank()))
	case !slices.ContainsFunc(a.moves, func(o president.Move) bool { return a.height(o) < h }):
		a.add("the rest of your hand is higher and easier to play later")
	}
	if way := a.likeliestWinner(); way > 0 && way != h {
		a.add("your {set} can still win you the lead later", a.setName(way))
	}
	if !a.follows && slices.ContainsFunc(a.moves, a.breaks) {
		a.addBreaksNothing()
	}
	a.add("after it you need {n:# more play|# more plays} to go out", a.playsAfter())
}

// addLowestThatBeats adds the least it takes to beat the top play.
func (a *advice) addLowestThatBeats() {
	low := a.lowestOf(func(o president.Move) bool { return !o.IsPass() && o.Jokers() == 0 })
	wild := slices.ContainsFunc(a.moves, func(o president.Move) bool { return o.Jokers() > 0 })
	switch {
	case low == 0:
		a.add("you'd need a Joker to beat it")
	case wild:
		a.add("it would take at least your {set}, or a Joker, to beat it", setInWords(low.Size(), low.Rank()))
	default:
		a.add("it would take at least your {set} to beat it", setInWords(low.Size(), low.Rank()))
	}
}

// addCouldBeBeaten adds how many cards or players could beat a play.
func (a *advice) addCouldBeBeaten(r president.Move) {
	if r.Size() > 1 || a.heuristics.terms.Equal || a.heuristics.terms.Larger {
		return
	}
	out := a.countBeating(r)
	switch {
	case out == 0:
	case min(a.canPlay, out) > 1:
		a.add("{n:# player|# players} could still beat your {set}, with {cards:# higher card|# higher cards} out", min(a.canPlay, out), setInWords(1, r.Rank()), out)
	default:
		a.add("{cards:# higher card is|# higher cards are} still out, so your {set} could well be beaten", out, setInWords(1, r.Rank()))
	}
}

// addFewCanBeat adds what can still beat the move, if that isn't much: the ranks if there are one
// or two, or the number of single cards.
func (a *advice) addFewCanBeat() {
	t, n, h := a.heuristics.terms, a.move.Size(), a.height(a.move)
	if t.Suits && n == 1 && !t.SameSizeLower && !t.Larger && !t.Equal {
		if higher, all := a.countBeating(a.move), a.unseen.size(); 3*higher <= all {
			a.add("only {n} of the {all:# card|# cards} you can't see can beat it", higher, all)
		}
		return
	}
	if t.SameSizeLower || t.Larger || t.Equal || t.Suits || t.JokersWild && n > 1 || t.FewerTwos && n > 1 {
		if a.winChance(n, h) >= 0.4 {
			a.add("not much can still beat it")
		}
		return
	}
	var ranks []say.Message
	higher, all := 0, 0
	for at := 1; at <= jokers; at++ {
		all += a.unseen.of(at)
		if at > h && a.unseen.of(at) >= n {
			ranks = append(ranks, rankPlural(a.rank(at)))
			higher += a.unseen.of(at)
		}
	}
	var names say.Message
	switch {
	case len(ranks) == 1:
		names = ranks[0]
	case len(ranks) == 2:
		names = say.New("{one} or {other}", ranks[0], ranks[1])
	case n == 1 && 3*higher <= all:
		a.add("only {n} of the {all:# card|# cards} you can't see can beat it", higher, all)
		return
	default:
		return
	}
	switch n {
	case 1:
		a.add("only {ranks} can still beat it", names)
	case 2:
		a.add("only a pair of {ranks} can still beat it", names)
	default:
		a.add("only {count} {ranks} can still beat it", say.Number(n), names)
	}
}
