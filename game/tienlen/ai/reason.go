package ai

import (
	"slices"

	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/game/tienlen"
	"deuces/internal/say"
)

// reason returns the reason for a play, avoiding those given in the two turns before.
func (d *decision) reason(t *evaluation, p tienlen.Play) say.Message {
	var turns [][]ai.Reason
	if len(t.legal) > 1 {
		for _, c := range d.earlierDecisions(t.Core) {
			b := newEvaluation(&c)
			turns = append(turns, b.reasons(b.best()))
		}
	}
	return ai.FreshReason(append(turns, t.reasons(p)))
}

// earlierDecisions returns the seat's earlier decisions in this round, with the others' hands as in
// world w. Turns with only one legal play are left out.
func (d *decision) earlierDecisions(w *tienlen.Core) []tienlen.Core {
	if len(d.past) == 0 {
		return nil
	}
	c := w.Fresh(d.past[0].Place)
	for place := range w.Seats {
		c.Hands[place] = w.Hands[place] | d.played[place]
	}
	return ai.Choices(c, w.Place(), d.past)
}

// reasons lists the reasons for a play, the deciding one first. There is always at least one.
func (t *evaluation) reasons(p tienlen.Play) (list []ai.Reason) {
	add := func(text say.Text, args ...any) { list = append(list, ai.Because(text, args...)) }
	faces := func(cards kit.Cards) string { return card.Faces(tienlen.List(cards)) }
	switch {
	case p.Cards() == t.hand:
		add("this empties your hand")
	case len(t.legal) == 1 && p == tienlen.Pass:
		add("you can't beat it")
	case len(t.legal) == 1:
		add("it's your only play")
	case p == tienlen.Pass:
		t.addReasonsToPass(add, faces)
	default:
		t.addReasonsToPlay(p, add, faces)
	}
	return list
}

// addReasonsToPlay adds what a play is good for.
func (t *evaluation) addReasonsToPlay(p tienlen.Play, add func(say.Text, ...any), faces func(kit.Cards) string) {
	after, leads := t.hand&^p.Cards(), t.Top == tienlen.Pass
	lower := func(o tienlen.Play) bool { return o != tienlen.Pass && o.Kind() == p.Kind() && o.High() < p.High() }
	if t.isChop(p) {
		add("it chops {cards}", faces(t.Top.Cards()))
	}
	if t.fewest <= 2 {
		add("someone is nearly out, so get rid of cards")
	}
	if t.unbeatable(p) {
		add("no higher play of its kind is out there")
	}
	if p.Size() > 2 {
		add("it gets rid of {n:# card|# cards} in one go", p.Size())
	}
	if tienlen.LeftBehind(t.hand, p) == 0 && slices.ContainsFunc(t.legal, func(o tienlen.Play) bool { return tienlen.LeftBehind(t.hand, o) > 0 }) {
		add("it breaks nothing up")
	}
	switch {
	case !slices.ContainsFunc(t.legal, lower) && leads:
		add("get rid of your weak plays first")
	case !slices.ContainsFunc(t.legal, lower):
		add("it's the lowest play you have that beats it")
	}
	if top := kit.Cards(1) << t.hand.High(); top&p.Cards() == 0 {
		add("you keep {card}, your highest card, for later", faces(top))
	}
	add("it leaves you {n:# card|# cards} that go well together", after.Len())
	add("the others have to beat it or pass")
}

// addReasonsToPass adds what it would cost to beat the top play.
func (t *evaluation) addReasonsToPass(add func(say.Text, ...any), faces func(kit.Cards) string) {
	rival := t.legal[0]
	for _, o := range t.legal {
		if o != tienlen.Pass && t.score(o) > t.score(rival) {
			rival = o
		}
	}
	if rest := t.hand &^ rival.Cards() & kit.Rank(rival.High()); rest != 0 && tienlen.LeftBehind(t.hand, rival) > 0 {
		add("beating it would break up {cards}", faces(t.hand&kit.Rank(rival.High())))
	}
	add("it keeps {cards} for later", faces(rival.Cards()))
	add("if you pass you only miss this trick, and you keep your good cards")
	add("wait for a trick that costs you less")
}
