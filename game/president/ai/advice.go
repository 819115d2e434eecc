package ai

import (
	"deuces/game/president"
	"deuces/say"
)

// guards is for a table where somebody has one card left.
func (a *advice) guards(r president.Move) {
	m := a.move
	switch {
	case m.Size() > 1 && !a.follows:
		a.say("someone has one card left, and can't play it on several")
	case m.IsPass():
		a.say("someone has one card left, and may well go out on your {set}", set(1, r.Rank()))
	case m.Size() == 1:
		a.say("someone has one card left, and is less likely to go out on your {set} than on a lower card", set(1, m.Rank()))
	}
}

// wins says that the move is likelier to win the trick than another, or is worth more
// if it does.
func (a *advice) wins(r president.Move) {
	m, h := a.move, a.height(a.move)
	switch {
	case a.sure(m):
		a.say("nobody can beat it, so you lead next")
		return
	case r.IsPass() && a.after() <= 4 && a.takes(m.Size(), h) >= 0.25:
		a.say("if it wins the trick, you lead with only {n:# play|# plays} left", a.after())
	case r.IsPass() || r.Size() != m.Size():
	case a.height(r) < h && a.follows:
		a.say("your {low} would beat it too, but your {high} is likelier to win the trick", set(r.Size(), r.Rank()), set(m.Size(), m.Rank()))
	case a.height(r) < h:
		a.say("it's likelier to win the lead back than your {low}", set(r.Size(), r.Rank()))
	}
	a.only()
}

// waits says what to beat it would cost.
func (a *advice) waits(r president.Move) {
	h := a.height(r)
	name := a.held(h)
	switch {
	case r.Jokers() > 0:
		a.say("it keeps your Joker for a trick that matters more")
	case a.breaks(r):
		a.say("beating it would break up your {set}", name)
	case a.way() == h:
		a.say("it keeps your {set}, your only good way to the lead", name)
	case a.sure(r):
		a.say("nothing beats your {set}, so keep it for when you have less to get rid of", name)
	default:
		a.say("keep your {set} for later, when fewer cards can beat it", name)
	}
}

// sheds says why it is these cards that should go.
func (a *advice) sheds(r president.Move) {
	m, h := a.move, a.height(a.move)
	switch {
	case m.Jokers() > 0:
		a.wild()
	case r.IsPass() && a.below[h] < 0.35:
		a.say("it beats so little that you should play it while you can")
	case r.IsPass():
		a.lowest()
		a.whole()
	case a.breaks(r) && a.height(r) == h && m.Size() > r.Size():
		a.say("it gets rid of {n:# card|# cards} in one go", m.Size())
	case a.breaks(r):
		a.say("it keeps your {set} together", a.held(a.height(r)))
	case a.height(r) > h && a.follows && a.way() == a.height(r):
		a.say("it keeps your {set}, your only good way to the lead", a.held(a.height(r)))
	case a.height(r) > h && a.follows && a.takes(r.Size(), a.height(r)) >= 0.4:
		a.say("it's enough here, and your {set} can still win a trick later", set(r.Size(), r.Rank()))
	case a.height(r) > h && a.follows:
		a.lowest()
	case !a.follows && a.below[h] < 0.35:
		a.low()
	case a.height(r) > h:
		a.say("your {set} can still win a trick later, so lead what can't", set(r.Size(), r.Rank()))
	}
}

// wild says what a Joker adds to a set of the hand.
func (a *advice) wild() {
	m := a.move
	natural := m.Size() - m.Jokers()
	switch {
	case natural == 0:
	case a.follows && natural < a.top.Size():
		a.say("your {set} can't beat this without a Joker", set(natural, m.Rank()))
	default:
		a.say("with a Joker it gets rid of {n:# card|# cards} in one go", m.Size())
	}
}

// whole says that the move breaks nothing up.
func (a *advice) whole() {
	switch m := a.move; {
	case a.breaks(m) || m.Jokers() > 0:
	case m.Size() == 1:
		a.say("it's a card on its own, so playing it breaks nothing up")
	default:
		a.say("it's all of your {ranks}, so playing them breaks nothing up", several(m.Rank()))
	}
}

// lowest says that nothing lower of the hand beats, where that is so.
func (a *advice) lowest() {
	h, higher := a.height(a.move), false
	for _, o := range a.moves {
		if o.IsPass() {
			continue
		}
		if a.height(o) < h {
			return
		}
		higher = higher || a.height(o) > h
	}
	switch n := a.move.Size(); {
	case !higher:
		a.say("nothing else of yours beats it")
	case n == 1:
		a.say("it's your lowest winning card, and higher ones can beat more later")
	case n == 2:
		a.say("it's your lowest winning pair, and higher ones can beat more later")
	default:
		a.say("it's your lowest winning set of {n}, and higher ones can beat more later", n)
	}
}

// low says that the move is hard to make on anything.
func (a *advice) low() {
	a.say("it's so low that you can hardly play it unless you lead")
}

// besides says what is true of the move, too.
func (a *advice) besides() {
	m, h := a.move, a.height(a.move)
	if m.IsPass() {
		if r := a.rival(); a.takes(r.Size(), a.height(r)) < 0.5 {
			a.rarely(r)
		}
		if way := a.strongest(); way > 0 {
			a.say("your {set} can still win you the lead later", a.held(way))
		}
		a.say("you still have {n:# play|# plays} to make, and can wait for a trick that costs you less", a.left())
		return
	}
	switch {
	case !a.sure(m):
		a.only()
	case len(a.list) == 0:
		a.say("nobody can beat it, so you lead next")
	}
	switch {
	case !a.follows && a.below[h] < 0.35:
		a.low()
	case a.follows && m.Jokers() == 0:
		a.lowest()
	}
	switch {
	case m.Jokers() > 0:
		a.wild()
	case m.Size() > 1:
		a.say("it gets rid of {n:# card|# cards} in one go", m.Size())
	}
	if way := a.strongest(); way > 0 && way != h {
		a.say("your {set} can still win you the lead later", a.held(way))
	}
	a.whole()
	a.say("after it you need {n:# more play|# more plays} to go out", a.after())
}

// rarely says by how much a play that would beat it could be beaten.
func (a *advice) rarely(r president.Move) {
	out := 0
	for h := a.height(r) + 1; h <= jokers; h++ {
		out += a.unseen.of(h)
	}
	switch {
	case r.Size() > 1 || out == 0:
	case min(a.free, out) > 1: // each of them has one of those cards, at least
		a.say("{n:# player|# players} could still beat your {set}, with {cards:# higher card|# higher cards} out", min(a.free, out), set(1, r.Rank()), out)
	default:
		a.say("{cards:# higher card is|# higher cards are} still out, so your {set} could well be beaten", out, set(1, r.Rank()))
	}
}

// way is the height of the only set of the hand that is likely to take its trick; 0
// where there is none, or more than one.
func (a *advice) way() (at int) {
	for h := 1; h <= highest; h++ {
		if k := a.hand.of(h); k > 0 && a.takes(k, h) >= 0.6 {
			if at > 0 {
				return 0
			}
			at = h
		}
	}
	if a.hand.of(jokers) > 0 {
		return 0
	}
	return at
}

// strongest is the height of the set that is likeliest to take its trick; 0 where none
// is likely to.
func (a *advice) strongest() (at int) {
	most := float32(0.5)
	for h := 1; h <= highest; h++ {
		if k := a.hand.of(h); k > 0 && a.takes(k, h) >= most {
			at, most = h, a.takes(k, h)
		}
	}
	return at
}

// after is how many plays the hand takes after the move.
func (a *advice) after() int {
	left, h := a.left()-a.move.Jokers(), a.height(a.move)
	if natural := a.move.Size() - a.move.Jokers(); natural > 0 && natural == a.hand.of(h) {
		left--
	}
	return left
}

// parted says that the move leaves a pair that can't be played at once.
func (a *advice) parted() bool {
	left, n := 0, a.move.Size()
	for h := 1; h <= jokers; h++ {
		left += a.hand.of(h)
	}
	return a.tactics.terms.Parted && left-n == 2
}

// only says what can still beat the move, where it's little: by name where it is of
// one or two ranks, and of single cards by how many.
func (a *advice) only() {
	t, n, h := a.tactics.terms, a.move.Size(), a.height(a.move)
	if t.Any || t.Larger || t.Equal || t.Suits || t.Joins && n > 1 || t.Fewer && n > 1 {
		if a.takes(n, h) >= 0.4 {
			a.say("little that is still out can beat it")
		}
		return
	}
	var ranks []say.Message
	higher, all := 0, 0
	for at := 1; at <= jokers; at++ {
		all += a.unseen.of(at)
		if at > h && a.unseen.of(at) >= n {
			ranks = append(ranks, several(a.rank(at)))
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
		a.say("only {n} of the {all:# card|# cards} you can't see can beat it", higher, all)
		return
	default:
		return
	}
	switch n {
	case 1:
		a.say("only {ranks} can still beat it", names)
	case 2:
		a.say("only a pair of {ranks} can still beat it", names)
	default:
		a.say("only {count} {ranks} can still beat it", say.Number(n), names)
	}
}
