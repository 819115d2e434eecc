package ai

import (
	"deuces/game/bigtwo"
	"deuces/game/card"
	"deuces/say"
)

// reason says in a few words what speaks for what choose has chosen.
func (h *Heuristic) reason(t *Tracked, p play) say.Message {
	hand := t.Hands[t.Turn]
	h.planner.take(hand)
	before, after := h.planner.without(0), h.planner.without(p.Cards())
	s := h.look(t)
	switch {
	case p == pass:
		return h.reasonPass(t, &before)
	case after.plays() == 0:
		return say.New("this empties your hand")
	case s.finishes(p, &after):
		return say.New("nobody can beat it, and then you can play the rest")
	case s.next == 1 && p.Class() == bigtwo.Single:
		return say.New("the next player has one card left, so go as high as you can")
	case s.next == 1 && t.Top == pass:
		return say.New("the next player has one card left, so don't lead a single card")
	case s.reach.sure(p):
		return say.New("nobody can beat it")
	case s.fewest <= 3:
		return say.New("someone is nearly out, so get rid of cards")
	case p.Class() >= bigtwo.Straight:
		return say.New("it gets rid of five cards in one go")
	}
	keeps := named(before.fives[0] &^ p.Cards())
	leads := t.Top == pass
	switch {
	case keeps != "" && before.fives[0]&p.Cards() == 0 && leads:
		return say.New("get rid of a weak play first; it keeps your {kind}", say.New(keeps))
	case keeps != "" && before.fives[0]&p.Cards() == 0:
		return say.New("it wins and keeps your {kind}", say.New(keeps))
	case after.plays() < before.plays() && leads:
		return say.New("get rid of a weak play first; it breaks nothing up")
	case after.plays() < before.plays():
		return say.New("it wins and breaks nothing up")
	}
	return say.New("it wins, though it breaks up a pair or more")
}

// reasonPass says what speaks for a pass: nothing beats, or what it would cost.
func (h *Heuristic) reasonPass(t *Tracked, before *split) say.Message {
	legal := t.Legal(h.legal[:0])
	if len(legal) == 1 {
		return say.New("you can't beat it")
	}
	s := h.look(t)
	choice, value := pass, -1<<30
	for _, p := range legal {
		if p == pass {
			continue
		}
		if v := h.weigh(p, before, &s); v > value {
			choice, value = p, v
		}
	}
	after := h.planner.without(choice.Cards())
	for _, f := range before.fives {
		if name := named(f); name != "" && f&choice.Cards() != 0 && f&^choice.Cards() != 0 {
			return say.New("beating it would break up your {kind}", say.New(name))
		}
	}
	if after.plays() >= before.plays() {
		return say.New("beating it would break up a pair or more")
	}
	return say.New("it keeps {cards} for later", card.Faces(choice.Cards().List()))
}

// named is what a play of five is called; "" for no cards.
func named(f cards) say.Text {
	p, ok := bigtwo.Classify(f)
	if !ok || p.Class() < bigtwo.Straight {
		return ""
	}
	return p.Class().Name()
}
