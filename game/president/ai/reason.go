package ai

import (
	"fmt"

	"deuces/game/card"
	"deuces/game/president"
)

// reason says in a few words why the rules of thumb make a move: the reasons that
// the plan weighed, the strongest that applies.
func (d *decision) reason(m president.Move) string {
	p := &d.sample.p
	var l plan
	l.see(p, d.w, d.terms, d.live-countOf(p.Hand(d.chair)))
	_, _, follows := p.Top()
	switch {
	case m.IsGift():
		return "what your hand is best without"
	case len(d.moves) == 1 && m.IsPass():
		return "nothing you hold beats it"
	case m.IsPass():
		return d.reasonPass(&l)
	case m.Size() == p.Hand(d.chair).Len():
		return "your last cards: you are out"
	case len(d.moves) == 1:
		return "all that you can play"
	case l.single > 0 && m.Size() == 1 && l.below[l.height(m)] > 0.5:
		return "high, since somebody has one card left"
	case l.single > 0 && m.Size() > 1 && !follows:
		return fmt.Sprintf("a %s, since somebody has one card left", size(m.Size()))
	case l.higher(m.Size(), l.height(m)) == 0:
		return "nothing that is left can beat it"
	case follows:
		return d.whyFollow(&l, m)
	}
	return d.whyLead(&l, m)
}

func (l *plan) height(m president.Move) int { return height(m.Rank(), l.invert) }

// reasonPass names what the best play there is would have cost.
func (d *decision) reasonPass(l *plan) string {
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
		return "saves your Joker"
	case natural < held:
		return fmt.Sprintf("keeps your %s together", set(held, best.Rank()))
	}
	return fmt.Sprintf("saves your %s for later", set(held, best.Rank()))
}

// whyFollow tells the lowest play that beats from one that keeps sets whole or
// goes high.
func (d *decision) whyFollow(l *plan, m president.Move) string {
	lowest, breaks := true, card.Rank(0)
	for _, o := range d.moves {
		if o.IsPass() || o.Size() != m.Size() || l.height(o) >= l.height(m) {
			continue
		}
		if o.Jokers() == 0 && o.Size() < l.hand.of(l.height(o)) {
			breaks = o.Rank() // the highest of them, since moves are listed from the lowest up
			continue
		}
		lowest = false
	}
	says := fmt.Sprintf("lowest %s that beats", size(m.Size()))
	if !lowest {
		says = fmt.Sprintf("a high %s: likely to take the trick", size(m.Size()))
	}
	if m.Jokers() > 0 {
		says = "your Joker is worth it now"
	}
	if breaks != 0 {
		says += fmt.Sprintf(", keeps your %s", set(l.hand.of(height(breaks, l.invert)), breaks))
	}
	return says
}

// whyLead tells the lowest set from larger ones.
func (d *decision) whyLead(l *plan, m president.Move) string {
	for h := 1; h < l.height(m); h++ {
		if l.hand.of(h) > 0 {
			if m.Size() > 1 {
				return fmt.Sprintf("%s at once", words[min(m.Size(), len(words)-1)])
			}
			return "takes the lead again more often than lower cards"
		}
	}
	if m.Size() == 1 {
		return "lowest card first"
	}
	return fmt.Sprintf("lowest first, the whole %s", size(m.Size()))
}

var words = [...]string{"no cards", "one card", "two cards", "three cards", "four cards", "many cards"}

// size names a number of cards of one rank.
func size(n int) string {
	switch n {
	case 1:
		return "single"
	case 2:
		return "pair"
	}
	return fmt.Sprintf("set of %d", n)
}

// set names a set: "pair of Kings", "three 7s", "Queen".
func set(n int, r card.Rank) string {
	name := map[card.Rank]string{card.Jack: "Jack", card.Queen: "Queen", card.King: "King", card.Ace: "Ace"}[r]
	if name == "" {
		name = r.Face()
	}
	switch n {
	case 0, 1:
		return name
	case 2:
		return "pair of " + name + "s"
	case 3:
		return "three " + name + "s"
	case 4:
		return "four " + name + "s"
	}
	return fmt.Sprintf("%d %ss", n, name)
}
