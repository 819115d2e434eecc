package ai

import (
	"slices"

	"deuces/game/president"
	"deuces/internal/say"
)

// beaten is for those who can do nothing but pass.
func (a *advice) beaten() {
	n, best := a.top.Size(), 0
	for h := 1; h <= jokers; h++ {
		k := a.hand.of(h)
		if a.tactics.terms.JokersWild && k > 0 && h < jokers {
			k += a.hand.of(jokers)
		}
		if k >= n {
			best = h
		}
	}
	switch {
	case best > 0:
		a.say("even your {set} isn't enough", set(n, a.rank(best)))
	case n == 2:
		a.say("you have no pair")
	default:
		a.say("you have no set of {n}", n)
	}
	a.say("you can't beat it")
	if h := a.largest(); a.hand.of(h) > n {
		a.say("your {set} can wait until you lead", a.held(h))
	}
}

// guards is for a table where somebody has one card left, which may be higher than a
// card that could be played instead.
func (a *advice) guards(r president.Move) {
	m := a.move
	switch {
	case r.Size() != 1 || a.sure(r):
	case m.IsPass():
		a.say("someone has one card left, and could go out on your {set}", set(1, r.Rank()))
	case m.Size() > 1 && !a.follows:
		a.say("someone has one card left, and can't play it on several")
	case m.Size() == 1 && a.beating(m) < a.beating(r):
		a.say("someone has one card left, and is less likely to go out on your {high} than on your {low}", set(1, m.Rank()), set(1, r.Rank()))
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
		a.say("it's likelier to win the trick than your {low}", set(r.Size(), r.Rank()))
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
		if o := a.whole(); o != 0 {
			a.say("beating it would break up your {set}, or cost you your {other}", name, set(o.Size(), o.Rank()))
			return
		}
		if slices.ContainsFunc(a.moves, func(o president.Move) bool { return o.Jokers() > 0 && !a.breaks(o) }) {
			a.say("beating it would break up your {set}, or cost you a Joker", name)
			return
		}
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
		a.alone()
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
	case a.height(r) > h && a.takes(r.Size(), a.height(r)) >= 0.4 && a.takes(m.Size(), h) < 0.3:
		a.say("your {set} can still win a trick later, so lead what is less likely to", set(r.Size(), r.Rank()))
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

// alone says that the move breaks nothing up.
func (a *advice) alone() {
	switch m := a.move; {
	case a.breaks(m) || m.Jokers() > 0:
	case m.Size() == 1:
		a.say("it's a card on its own, so playing it breaks nothing up")
	default:
		a.say("these are all of your {ranks}, so playing them breaks nothing up", several(m.Rank()))
	}
}

// lowest says that nothing lower of the hand beats, where that is so, or what that would
// break up.
func (a *advice) lowest() {
	m, h := a.move, a.height(a.move)
	var low president.Move
	higher, wild := false, 0 // other plays that beat it
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
		a.say("your {low} would beat it too, but that would break up your {set}", set(low.Size(), low.Rank()), a.held(a.height(low)))
	case !higher && wild > 0 && m.Jokers() == 0 && a.breaks(m):
		a.say("only your {ranks} and your {n:Joker|Jokers} beat it", several(m.Rank()), wild)
	case !higher && wild > 0 && m.Jokers() == 0:
		a.say("nothing else of yours beats it but your {n:Joker|Jokers}", wild)
	case !higher && a.breaks(m):
		a.say("only your {ranks} beat it", several(m.Rank()))
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
		a.takesTo()
		return
	}
	if a.sure(m) {
		a.say("nobody can beat it, so you lead next")
	} else {
		a.only()
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
	switch low := a.lower(); {
	case a.follows:
		a.alone()
	case low != 0:
		a.say("it's likelier to win the trick than your {low}", set(low.Size(), low.Rank()))
	case !slices.ContainsFunc(a.moves, func(o president.Move) bool { return a.height(o) < h }):
		a.say("the rest of your hand is higher and easier to play later")
	}
	if way := a.strongest(); way > 0 && way != h {
		a.say("your {set} can still win you the lead later", a.held(way))
	}
	if !a.follows && slices.ContainsFunc(a.moves, a.breaks) {
		a.alone()
	}
	a.say("after it you need {n:# more play|# more plays} to go out", a.after())
}

// takesTo says what is the least that it takes to beat it.
func (a *advice) takesTo() {
	low := a.lowestOf(func(o president.Move) bool { return !o.IsPass() && o.Jokers() == 0 })
	wild := slices.ContainsFunc(a.moves, func(o president.Move) bool { return o.Jokers() > 0 })
	switch {
	case low == 0:
		a.say("you'd need a Joker to beat it")
	case wild:
		a.say("it would take at least your {set}, or a Joker, to beat it", set(low.Size(), low.Rank()))
	default:
		a.say("it would take at least your {set} to beat it", set(low.Size(), low.Rank()))
	}
}

// rarely says by how much a play that would beat it could be beaten.
func (a *advice) rarely(r president.Move) {
	if r.Size() > 1 || a.tactics.terms.Equal || a.tactics.terms.Larger {
		return
	}
	out := a.beating(r)
	switch {
	case out == 0:
	case min(a.free, out) > 1:
		a.say("{n:# player|# players} could still beat your {set}, with {cards:# higher card|# higher cards} out", min(a.free, out), set(1, r.Rank()), out)
	default:
		a.say("{cards:# higher card is|# higher cards are} still out, so your {set} could well be beaten", out, set(1, r.Rank()))
	}
}

// only says what can still beat the move, where it's little: by name where it is of
// one or two ranks, and of single cards by how many.
func (a *advice) only() {
	t, n, h := a.tactics.terms, a.move.Size(), a.height(a.move)
	if t.Suits && n == 1 && !t.SameSizeLower && !t.Larger && !t.Equal {
		if higher, all := a.beating(a.move), a.unseen.size(); 3*higher <= all {
			a.say("only {n} of the {all:# card|# cards} you can't see can beat it", higher, all)
		}
		return
	}
	if t.SameSizeLower || t.Larger || t.Equal || t.Suits || t.JokersWild && n > 1 || t.FewerTwos && n > 1 {
		if a.takes(n, h) >= 0.4 {
			a.say("not much can still beat it")
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
