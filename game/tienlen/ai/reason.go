package ai

import (
	"slices"

	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/game/tienlen"
	"deuces/internal/say"
)

// reason returns the reason for a play, avoiding those given in the seat's two decisions before. To
// find those, it replays the round from its start with the hands of t.
func (d *decision) reason(t *evaluation, p tienlen.Play) say.Message {
	var turns [][]ai.Reason
	if len(t.legal) > 1 && len(d.past) > 0 {
		start := t.Fresh(d.past[0].Place)
		for place := range t.Seats {
			start.Hands[place] = t.Hands[place] | d.played[place]
		}
		for _, c := range ai.Choices(start, t.Place(), d.past) {
			b := newEvaluation(&c)
			turns = append(turns, b.reasons(b.best()))
		}
	}
	return ai.FreshReason(append(turns, t.reasons(p)))
}

// reasons lists the reasons for a play, the deciding one first. There is always at least one.
func (t *evaluation) reasons(p tienlen.Play) (list []ai.Reason) {
	add := func(text say.Text, args ...any) { list = append(list, ai.Because(text, args...)) }
	switch {
	case p.Cards() == t.hand:
		add(ai.EmptiesHand)
	case len(t.legal) == 1 && p == tienlen.Pass:
		add(ai.CantBeat)
	case len(t.legal) == 1:
		add(ai.OnlyPlay)
	case p == tienlen.Pass:
		t.addReasonsToPass(add)
	default:
		t.addReasonsToPlay(p, add)
	}
	return list
}

// addReasonsToPlay adds what a play is good for.
func (t *evaluation) addReasonsToPlay(p tienlen.Play, add func(say.Text, ...any)) {
	lower := func(o tienlen.Play) bool { return o != tienlen.Pass && o.Kind() == p.Kind() && o.High() < p.High() }
	if t.isChop(p) {
		add("it chops {cards}", faces(t.Top.Cards()))
	}
	if t.fewest <= 2 {
		add(ai.NearlyOut)
	}
	if t.unbeatable(p) {
		add("no higher play of its kind is out there")
	}
	if p.Size() > 2 {
		add(ai.ManyAtOnce, p.Size())
	}
	if tienlen.LeftBehind(t.hand, p) == 0 && slices.ContainsFunc(t.legal, func(o tienlen.Play) bool { return tienlen.LeftBehind(t.hand, o) > 0 }) {
		add(ai.BreaksNothing)
	}
	switch {
	case !slices.ContainsFunc(t.legal, lower) && t.Top == tienlen.Pass:
		add(ai.WeakFirst)
	case !slices.ContainsFunc(t.legal, lower):
		add(ai.LowestPlay)
	}
	if top := kit.Cards(1) << t.hand.High(); top&p.Cards() == 0 {
		add(ai.KeepsForLater, faces(top))
	}
	add("it leaves you {n:# card|# cards} that go well together", (t.hand &^ p.Cards()).Len())
	add("the others have to beat it or pass")
}

// addReasonsToPass adds what it would cost to beat the top play.
func (t *evaluation) addReasonsToPass(add func(say.Text, ...any)) {
	rival := ai.BestBy(t.legal[:len(t.legal)-1], t.score) // all but the pass
	if rest := t.hand &^ rival.Cards() & kit.Rank(rival.High()); rest != 0 && tienlen.LeftBehind(t.hand, rival) > 0 {
		add(ai.BreaksUp, faces(t.hand&kit.Rank(rival.High())))
	}
	add(ai.KeepsForLater, faces(rival.Cards()))
	add("if you pass you only miss this trick, and you keep your good cards")
	add("wait for a trick that costs you less")
}

func faces(cards kit.Cards) string { return card.Faces(tienlen.List(cards)) }
