package ai

import (
	"cmp"
	"math/bits"
	"slices"

	"deuces/game/ai"
	"deuces/game/bigtwo"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

// reason returns the reason for a play that Choose has chosen: what puts it ahead of the next best
// play.
func (d *decision) reason(h *Heuristic, w *Tracked, p play) say.Message {
	var turns [][]ai.Reason
	for _, o := range d.earlierDecisions(w) {
		turns = append(turns, h.reasons(&o, h.Choose(&o)))
	}
	if len(w.Legal(h.legal[:0])) == 1 {
		turns = nil
	}
	return ai.FreshReason(append(turns, h.reasons(w, p)))
}

// earlierDecisions returns the seat's earlier decisions in this round, with the others' hands as in
// world w. Turns with only one legal play are left out, because nobody asks for a hint there.
func (d *decision) earlierDecisions(w *Tracked) []Tracked {
	if len(d.past) == 0 {
		return nil
	}
	t := Tracked{Core: w.Fresh(d.past[0].Place)}
	for place := range t.Hands {
		t.Hands[place] = w.Hands[place] | d.played[place]
	}
	first := t.Hands[t.Turn]
	t.MustPlayLowest = d.past[0].Play.Cards()&(first&-first) != 0 // whoever holds the lowest card plays it
	return ai.Choices(t, w.Place(), d.past)
}

// advice collects the reasons for a play.
type advice struct {
	*Heuristic
	*Tracked
	list []ai.Reason
}

func (a *advice) add(text say.Text, args ...any) { a.list = append(a.list, ai.Because(text, args...)) }

// reasons lists the reasons for a play that Choose makes, the deciding one first. There is always
// at least one.
func (h *Heuristic) reasons(t *Tracked, p play) []ai.Reason {
	legal := slices.Clone(t.Legal(h.legal[:0]))
	h.look(t)
	a := advice{Heuristic: h, Tracked: t}
	after := h.planner.without(p.Cards())
	if after.plays() > 0 && a.SingleMustBeHighest() {
		a.addDuty(p)
	}
	switch {
	case len(legal) == 1 && p == pass:
		a.add(ai.CantBeat)
	case p != pass && after.plays() == 0:
		a.add(ai.EmptiesHand)
	case len(legal) == 1:
		a.add(ai.OnlyPlay)
	case p == pass:
		a.addReasonsToPass(legal)
	default:
		if a.situation.finishes(p, &after) {
			a.add(ai.ThenTheRest)
		}
		if a.bombsBeatAnything() && p.Class() >= bigtwo.Bomb && !a.situation.strongest.unbeatable(p) {
			a.add("not much can still beat it")
		}
		a.addDecidingReasons(legal, p)
		a.addOtherReasons(legal, p, &after)
	}
	return a.list
}

// bombsBeatAnything reports whether a Bomb may be played on a single card.
func (a *advice) bombsBeatAnything() bool { return a.BeatenBy[bigtwo.Single]>>bigtwo.Bomb&1 != 0 }

// addDuty adds what it means that the next player has one card left and a single must be the highest.
func (a *advice) addDuty(p play) {
	highest := a.faces(1 << a.Hands[a.Turn].High())
	switch {
	case p == pass && a.Top.Class() == bigtwo.Single && cards(1)<<a.Hands[a.Turn].High() > a.Top.Cards():
		a.add("the next player has one card left, so beating it would take your {card}", highest)
	case p != pass && p.Class() == bigtwo.Single:
		a.add("the next player has one card left, so a single must be your highest")
	case a.Top == pass:
		a.add("the next player has one card left, so a single must be your highest")
	}
}

// factor is one of the terms of a play's score.
type factor int

const (
	factorStop    factor = iota // hindering a next player who has one card
	factorControl               // winning the trick
	factorCards                 // number of cards played
	factorPlan                  // plan of the remaining hand
	factors
)

// factorsOf splits the score of a play into factors. Terms that are the same for all plays are left
// out.
func (a *advice) factorsOf(p play) (worth [factors]int) {
	after := a.planner.without(p.Cards())
	sure, back := a.situation.strongest.unbeatable(p), turnCost-costOf(p).cost()
	if sure {
		back = turnCost
	}
	worth[factorPlan] = a.before.plan.cost() - after.plan.cost()
	worth[factorCards] = cardBonus * p.Cards().Len()
	worth[factorControl] = controlBonus * back / turnCost
	if a.situation.next == 1 && p.Class() == bigtwo.Single && !sure {
		worth[factorStop] = -stopBonus * (51 - p.High()) / 51
	}
	return worth
}

// secondBest returns the best of the other plays, or pass. It ignores plays of the same class that
// share cards, such as two Straights of the same ranks: people want to know why to play a Straight,
// not which one.
func (a *advice) secondBest(legal []play, p play) play {
	best, most := play(pass), 0
	for _, o := range legal {
		if o == pass || o.Class() == p.Class() && o.Cards()&p.Cards() != 0 {
			continue
		}
		if v := a.score(o); best == pass || v > most {
			best, most = o, v
		}
	}
	return best
}

// addDecidingReasons adds why the play is better than the second best, in order of the difference.
func (a *advice) addDecidingReasons(legal []play, p play) {
	r := a.secondBest(legal, p)
	if r == pass {
		if a.Top != pass && a.PassIsFinal {
			a.add("if you pass, you're out of this trick")
		}
		return
	}
	own, its := a.factorsOf(p), a.factorsOf(r)
	order := []factor{factorStop, factorControl, factorCards, factorPlan}
	slices.SortStableFunc(order, func(x, y factor) int { return cmp.Compare(own[y]-its[y], own[x]-its[x]) })
	for _, x := range order {
		if own[x] <= its[x] {
			return
		}
		switch x {
		case factorStop:
			a.add(ai.OneCardLeft)
		case factorControl:
			a.addHardToBeat(p)
			a.addMoreLikelyToWin(p, r)
		case factorCards:
			a.add(ai.ManyAtOnce, p.Cards().Len())
		case factorPlan:
			a.addWhatItKeeps(p, r)
		}
	}
}

// addHardToBeat adds how few plays can beat this one.
func (a *advice) addHardToBeat(p play) {
	higher, out := 0, a.unseen()
	for rest := out; rest != 0; rest &= rest - 1 {
		if bits.TrailingZeros64(uint64(rest)) > p.High() {
			higher++
		}
	}
	switch {
	case a.situation.strongest.unbeatable(p):
		a.add(ai.LeadsNext)
	case p.Class() == bigtwo.Single && 4*higher <= out.Len() && !a.situation.strongest.beatByOther(bigtwo.Single):
		a.add(ai.FewCanBeat, higher, out.Len())
	}
}

// addMoreLikelyToWin adds that a play wins the trick more often than another one, if that follows
// from the cards alone.
func (a *advice) addMoreLikelyToWin(p, r play) {
	if !a.situation.strongest.unbeatable(p) && costOf(p).cost() < costOf(r).cost() {
		a.add(ai.LikelierToWin, a.faces(r.Cards()))
	}
}

// addWhatItKeeps adds what the other play would break up or waste.
func (a *advice) addWhatItKeeps(p, r play) {
	for _, f := range a.before.fives {
		if name := fiveName(f); name != "" && f.Cards()&r.Cards() != 0 && f.Cards()&^r.Cards() != 0 && f.Cards()&p.Cards() == 0 {
			a.add(ai.KeepsTogether, say.New(name))
			return
		}
	}
	own, its := a.planner.without(p.Cards()), a.planner.without(r.Cards())
	strong := r.Class() == p.Class() && r.High() > p.High() && turnCost-costOf(r).cost() >= turnCost/4
	switch {
	case own.plays() < its.plays():
		a.add("{cards} would leave you more plays to make", a.faces(r.Cards()))
	case strong:
		a.add(ai.CanStillWin, a.faces(r.Cards()))
	case a.Top == pass && r.Class() == p.Class() && r.High() > p.High():
		a.add(ai.WeakFirst)
	}
}

// addOtherReasons adds further true statements about the play.
func (a *advice) addOtherReasons(legal []play, p play, after *split) {
	more := func(o play) bool { return o.Cards().Len() > p.Cards().Len() }
	a.addHardToBeat(p)
	if a.situation.fewest <= 3 && !slices.ContainsFunc(legal, more) {
		a.add(ai.NearlyOut)
	}
	if p.Class() >= bigtwo.Straight {
		a.add(ai.ManyAtOnce, p.Cards().Len())
	}
	if a.Top != pass && !slices.ContainsFunc(legal, func(o play) bool {
		return o != pass && (o.Class() < p.Class() || o.Class() == p.Class() && o.High() < p.High())
	}) {
		a.add(ai.LowestPlay)
	}
	if a.Top == pass && !slices.ContainsFunc(legal, func(o play) bool { return o.Class() == p.Class() && o.High() < p.High() }) {
		a.add(ai.WeakFirst)
	}
	if a.brokenGroup(p) == 0 && slices.ContainsFunc(legal, func(o play) bool { return a.brokenGroup(o) != 0 }) {
		a.add(ai.BreaksNothing)
	}
	if name := fiveName(after.fives[0]); name != "" {
		a.add(ai.KeepsTogether, say.New(name))
	}
	if top := cards(1) << a.Hands[a.Turn].High(); top&p.Cards() == 0 {
		a.add(ai.KeepsForLater, a.faces(top))
	}
	a.add(ai.PlaysAfter, after.plays())
}

// addReasonsToPass adds what it would cost to beat the top play.
func (a *advice) addReasonsToPass(legal []play) {
	r := a.secondBest(legal, pass)
	if a.bombsBeatAnything() && r.Class() >= bigtwo.Bomb {
		a.add(ai.KeepsForLater, say.New(fiveName(r)))
	}
	if broken := a.brokenGroup(r); broken != 0 {
		a.add(ai.BreaksUp, a.groupName(broken))
	}
	if a.situation.strongest.unbeatable(r) {
		a.add(ai.CanStillWin, a.faces(r.Cards()))
	}
	if a.PassIsFinal {
		a.add("wait for a trick that costs you less")
	}
	a.add(ai.KeepsForLater, a.faces(r.Cards()))
	a.add(ai.CanWait, a.before.plays())
}

// brokenGroup returns the group of the plan that a play would break up, or 0.
func (a *advice) brokenGroup(p play) cards {
	groups := []cards{a.before.fives[0].Cards(), a.before.fives[1].Cards()}
	for base := 0; base < 52; base += 4 {
		groups = append(groups, a.before.rest&kit.Rank(base))
	}
	for _, g := range groups {
		if g&p.Cards() != 0 && g&^p.Cards() != 0 {
			return g
		}
	}
	return 0
}

// groupName returns the name of cards that belong together: "Straight", "K♥ K♠".
func (a *advice) groupName(group cards) say.Message {
	if p, ok := a.Classify(group); ok && fiveName(p) != "" {
		return say.New(fiveName(p))
	}
	return say.Verbatim(a.faces(group))
}

func (a *advice) faces(group cards) string { return card.Faces(a.List(group)) }

// fiveName returns the name of a play of five cards, or "" for other plays.
func fiveName(p play) say.Text {
	if p.Class() < bigtwo.Straight {
		return ""
	}
	return p.Class().Name()
}
