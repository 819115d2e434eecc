package ai

import (
	"slices"

	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/game/tienlen"
	"deuces/internal/say"
)

// reason says what decided for a play, and nothing that it said in the two turns before.
func (d *decision) reason(t *thought, p tienlen.Play) say.Message {
	var turns [][]ai.Reason
	if len(t.legal) > 1 {
		for _, c := range d.before(t.Core) {
			b := newThought(&c)
			turns = append(turns, b.reasons(b.best()))
		}
	}
	return ai.Fresh(append(turns, t.reasons(p)))
}

// before returns what the seat had to decide in the round, the others' hands as in a
// world of now; but turns without a choice.
func (d *decision) before(w *tienlen.Core) (own []tienlen.Core) {
	if len(d.past) == 0 {
		return nil
	}
	c := w.Again(d.past[0].place)
	for place := range w.Seats {
		c.Hands[place] = w.Hands[place] | d.played[place]
	}
	var buf [tienlen.MaxPlays]tienlen.Play
	for _, a := range d.past {
		if c.Turn != a.place || c.Over {
			return nil // not all was told
		}
		if a.place == w.Turn && len(c.Legal(buf[:0])) > 1 {
			own = append(own, c)
		}
		c.Step(a.play)
	}
	return own
}

// reasons lists what speaks for a play, what decided it first. There is always one.
func (t *thought) reasons(p tienlen.Play) (list []ai.Reason) {
	add := func(text say.Text, args ...any) { list = append(list, ai.Because(text, args...)) }
	faces := func(cards kit.Cards) string { return card.Faces(tienlen.List(cards)) }
	after := t.hand &^ p.Cards()
	leads := t.Top == tienlen.Pass
	switch {
	case p != tienlen.Pass && after == 0:
		add("this empties your hand")
		return list
	case len(t.legal) == 1 && p == tienlen.Pass:
		add("you can't beat it")
		return list
	case len(t.legal) == 1:
		add("it's your only play")
		return list
	case p == tienlen.Pass:
		t.waits(add, faces)
		return list
	}
	lower := func(o tienlen.Play) bool { return o != tienlen.Pass && o.Kind() == p.Kind() && o.High() < p.High() }
	if !leads && t.chops(p) {
		add("it chops {cards}", faces(t.Top.Cards()))
	}
	if t.fewest <= 2 {
		add("someone is nearly out, so get rid of cards")
	}
	if t.sure(p) {
		add("no higher play of its kind is out there")
	}
	if p.Size() > 2 {
		add("it gets rid of {n:# card|# cards} in one go", p.Size())
	}
	if tienlen.Torn(t.hand, p) == 0 && slices.ContainsFunc(t.legal, func(o tienlen.Play) bool { return tienlen.Torn(t.hand, o) > 0 }) {
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
	return list
}

// waits says what to beat it would cost.
func (t *thought) waits(add func(say.Text, ...any), faces func(kit.Cards) string) {
	rival := t.legal[0]
	for _, o := range t.legal {
		if o != tienlen.Pass && t.worth(o) > t.worth(rival) {
			rival = o
		}
	}
	if rest := t.hand &^ rival.Cards() & kit.Rank(rival.High()); rest != 0 && tienlen.Torn(t.hand, rival) > 0 {
		add("beating it would break up {cards}", faces(t.hand&kit.Rank(rival.High())))
	}
	add("it keeps {cards} for later", faces(rival.Cards()))
	add("a pass costs you this trick only, and you lose no good card")
	add("wait for a trick that costs you less")
}
