package ai

import (
	"fmt"

	"deuces/game/bigtwo"
	"deuces/game/card"
)

// reason says in a few words what speaks for what choose has chosen.
func (h *Heuristic) reason(t *Tracked, p play) string {
	hand := t.Hands[t.Turn]
	h.planner.take(hand)
	before, after := h.planner.without(0), h.planner.without(p.Cards())
	s := h.look(t)
	switch {
	case p == pass:
		return h.reasonPass(t, &before)
	case after.plays() == 0:
		return "your last cards"
	case s.finishes(p, &after):
		return "nobody can beat it, and you go out from there"
	case s.next == 1 && p.Class() == bigtwo.Single:
		return "as high as you can: the next player has one card"
	case s.next == 1 && t.Top == pass:
		return "no single card: the next player has one left"
	case s.reach.sure(p):
		return "nobody can beat it"
	case s.fewest <= 3:
		return "someone is nearly out, so get rid of cards"
	case p.Class() >= bigtwo.Straight:
		return "five cards at once"
	}
	if keeps := named(before.fives[0] &^ p.Cards()); keeps != "" && before.fives[0]&p.Cards() == 0 {
		return doing(t, p) + ", and keeps your " + keeps
	}
	if after.plays() < before.plays() {
		return doing(t, p) + ", and breaks nothing up"
	}
	return "beats it, at the price of a pair or more"
}

// doing names a play by its kind and what it does.
func doing(t *Tracked, p play) string {
	kind := [...]string{"single", "pair", "triple"}[min(p.Class(), bigtwo.Triple)]
	if t.Top == pass {
		return "a weak " + kind + " first"
	}
	return "a " + kind + " that beats"
}

// reasonPass says what speaks for a pass: nothing beats, or what it would cost.
func (h *Heuristic) reasonPass(t *Tracked, before *split) string {
	legal := t.Legal(h.legal[:0])
	if len(legal) == 1 {
		return "nothing you hold beats it"
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
			return "beating it would break up your " + name
		}
	}
	if after.plays() >= before.plays() {
		return "beating it would break up a pair or more"
	}
	return fmt.Sprintf("keeps %s for later", card.Faces(choice.Cards().List()))
}

// named is what a play of five is called; "" for no cards.
func named(f cards) string {
	p, ok := bigtwo.Classify(f)
	if !ok || p.Class() < bigtwo.Straight {
		return ""
	}
	return p.Class().String()
}
