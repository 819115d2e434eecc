package ai

import (
	"fmt"
	"math/bits"

	"deuces/game/acehole"
	"deuces/game/card"
)

// reason says in a few words what speaks for what choose has chosen.
func reason(c *acehole.Core, p acehole.Play) string {
	if p == acehole.Draw {
		if len(moves(c, nil, false)) > 1 || moves(c, nil, false)[0] != p {
			return "a card more is worth it: keep what fits for later"
		}
		return "nothing you hold fits"
	}
	cards, hand, up := p.Cards(), c.Hands[c.Turn], c.Up
	points := 0
	for _, b := range cards {
		hand.Remove(b)
		points += acehole.Points(b)
	}
	last := top(p)
	if last.Rank() == card.Six {
		up = !up
	}
	follow := acehole.Following(last, up)
	switch {
	case hand[0] == 0:
		return "your last cards, so the round ends"
	case len(moves(c, nil, false)) == 1:
		return "the only one that fits"
	case len(cards) > 1:
		return fmt.Sprintf("gets rid of %d cards at once", len(cards))
	case last.IsJoker():
		return "the Joker, as someone is nearly out"
	case points >= 20:
		return fmt.Sprintf("gets rid of %d points", points)
	case last.Rank() == card.Six:
		return fmt.Sprintf("turns the count, and %s of yours can follow", cardsOf(follow&hand[0]))
	case 3*bits.OnesCount64(follow&^hand[0]) < bits.OnesCount64(all):
		return "few cards can follow it"
	case wild(c.Hands[c.Turn]) && !isWild(last):
		return "keeps your face cards and sixes for when nothing else fits"
	case follow&hand[0] != 0:
		return fmt.Sprintf("%s of yours can follow", cardsOf(follow&hand[0]))
	}
	return fmt.Sprintf("gets rid of %d points", points)
}

// cardsOf counts cards in words.
func cardsOf(cards uint64) string {
	if n := bits.OnesCount64(cards); n != 1 {
		return fmt.Sprintf("%d cards", n)
	}
	return "1 card"
}

// isWild says whether a card goes on many, whatever the count: a face card or a six.
func isWild(c card.Card) bool {
	r := c.Rank()
	return r >= card.Jack && r <= card.King || r == card.Six
}

func wild(hand card.Set) bool {
	for c := range hand.All() {
		if isWild(c) {
			return true
		}
	}
	return false
}
