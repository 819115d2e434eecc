package ai

import (
	"math/bits"

	"deuces/game/acehole"
	"deuces/game/card"
	"deuces/say"
)

// reason says in a few words what speaks for what choose has chosen.
func reason(c *acehole.Core, p acehole.Play) say.Message {
	if p == acehole.Draw {
		if len(moves(c, nil, false)) > 1 || moves(c, nil, false)[0] != p {
			return say.New("draw another card, and keep the one that fits for later")
		}
		return say.New("none of your cards fits")
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
		return say.New("this empties your hand and ends the round")
	case len(moves(c, nil, false)) == 1:
		return say.New("it's your only play")
	case len(cards) > 1:
		return say.New("it gets rid of {n:# card|# cards} in one go", len(cards))
	case last.IsJoker():
		return say.New("someone is nearly out, so get rid of your Joker")
	case points >= 20:
		return say.New("it gets rid of {n:# point|# points}", points)
	case last.Rank() == card.Six:
		return say.New("it turns the count, and {n:# card|# cards} of yours can follow", bits.OnesCount64(follow&hand[0]))
	case 3*bits.OnesCount64(follow&^hand[0]) < bits.OnesCount64(all):
		return say.New("few cards can follow it")
	case wild(c.Hands[c.Turn]) && !isWild(last):
		return say.New("it keeps your face cards and sixes for when nothing else fits")
	case follow&hand[0] != 0:
		return say.New("{n:# card|# cards} of yours can follow", bits.OnesCount64(follow&hand[0]))
	}
	return say.New("it gets rid of {n:# point|# points}", points)
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
