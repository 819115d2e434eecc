package ai

import (
	"deuces/game/card"
	"deuces/game/president"
	"deuces/say"
)

// reason says in a few words why the heuristics make a move: of what the plan
// weighed, the strongest that applies.
func (d *decision) reason(m president.Move) say.Message {
	p := &d.sample.p
	var l plan
	l.see(p, d.w, d.terms, d.live-countOf(p.Hand(d.chair)))
	_, _, follows := p.Top()
	switch {
	case m.IsGift():
		return say.New("these are the cards you'll miss least")
	case len(d.moves) == 1 && m.IsPass():
		return say.New("you can't beat it")
	case m.IsPass():
		return d.reasonPass(&l)
	case m.Size() == p.Hand(d.chair).Len():
		return say.New("this empties your hand")
	case len(d.moves) == 1:
		return say.New("it's your only play")
	case l.single > 0 && m.Size() == 1 && l.below[l.height(m)] > 0.5:
		return say.New("someone has one card left, so play a high one")
	case l.single > 0 && m.Size() > 1 && !follows:
		return say.New("someone has one card left, so don't lead a single card")
	case l.higher(m.Size(), l.height(m)) == 0:
		return say.New("nobody can beat it")
	case follows:
		return d.reasonFollow(&l, m)
	}
	return d.reasonLead(&l, m)
}

func (l *plan) height(m president.Move) int { return height(m.Rank(), l.invert) }

// reasonPass names what the best play there is would have cost.
func (d *decision) reasonPass(l *plan) say.Message {
	var best president.Move
	var most float32
	for _, m := range d.moves {
		if v := l.worth(m); !m.IsPass() && (best == 0 || v > most) {
			best, most = m, v
		}
	}
	held := l.hand.of(l.height(best))
	switch natural := best.Size() - best.Jokers(); {
	case best.Jokers() > 0:
		return say.New("it saves your Joker")
	case natural < held:
		return say.New("it keeps your {set} together", set(held, best.Rank()))
	}
	return say.New("it saves your {set} for later", set(held, best.Rank()))
}

// reasonFollow tells the lowest play that beats from one that keeps sets whole or
// goes high.
func (d *decision) reasonFollow(l *plan, m president.Move) say.Message {
	lowest, broken := true, card.Rank(0)
	for _, o := range d.moves {
		if o.IsPass() || o.Size() != m.Size() || l.height(o) >= l.height(m) {
			continue
		}
		if o.Jokers() == 0 && o.Size() < l.hand.of(l.height(o)) {
			broken = o.Rank() // the highest of them, since moves are listed from the lowest up
			continue
		}
		lowest = false
	}
	if broken == 0 {
		switch {
		case m.Jokers() > 0:
			return say.New("it's worth your Joker now")
		case lowest:
			return bySize(m.Size(), "it's your lowest winning card", "it's your lowest winning pair", "it's your lowest winning set of {n}")
		}
		return say.New("it's high, so it's likely to take the trick")
	}
	keeps := set(l.hand.of(height(broken, l.invert)), broken)
	switch {
	case m.Jokers() > 0:
		return say.New("it's worth your Joker now, and keeps your {set} together", keeps)
	case lowest:
		return bySize(m.Size(),
			"it's your lowest winning card that keeps your {set} together",
			"it's your lowest winning pair that keeps your {set} together",
			"it's your lowest winning set of {n} that keeps your {set} together", keeps)
	}
	return say.New("it's likely to take the trick, and keeps your {set} together", keeps)
}

// reasonLead tells the lowest set from larger ones.
func (d *decision) reasonLead(l *plan, m president.Move) say.Message {
	for h := 1; h < l.height(m); h++ {
		switch {
		case l.hand.of(h) == 0:
		case m.Size() > 1:
			return say.New("it gets rid of {n:# card|# cards} in one go", m.Size())
		default:
			return say.New("it's more likely to win the lead back than your lower cards")
		}
	}
	return bySize(m.Size(), "it's your lowest card", "it's your lowest pair", "it's your lowest set of {n}")
}

// bySize chooses a sentence by how many cards of one rank a play has: one, two,
// or n. The sentences have the same other places.
func bySize(n int, one, pair, more say.Text, others ...any) say.Message {
	switch n {
	case 1:
		return say.New(one, others...)
	case 2:
		return say.New(pair, others...)
	}
	return say.New(more, append([]any{n}, others...)...)
}

// set names a set: "pair of Kings", "three 7s", "Queen".
func set(n int, r card.Rank) say.Message {
	names := map[card.Rank]say.Text{card.Jack: "{n:Jack|Jacks}", card.Queen: "{n:Queen|Queens}", card.King: "{n:King|Kings}", card.Ace: "{n:Ace|Aces}"}
	name := say.Verbatim(r.Face())
	if text, named := names[r]; named {
		name = say.New(text, n)
	} else if n > 1 {
		name = say.New("{rank}s", r.Face())
	}
	switch n {
	case 0, 1:
		return name
	case 2:
		return say.New("pair of {ranks}", name)
	}
	return say.New("{count} {ranks}", say.Number(n), name)
}
