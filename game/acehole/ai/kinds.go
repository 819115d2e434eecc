package ai

import (
	"math/bits"
	"math/rand/v2"

	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/card"
)

// kind is a way to play that hard reckons with: what it likes of what there is to see of a play.
// Who reads every play as if it were normal's is misled by whoever isn't normal, so each of
// the others may be of each kind, and what they did in the round tells which.
type kind struct {
	draw                float64 // to draw, where something could be played
	point, card         float64 // to get rid of each point and each card
	joker, wild, ace    float64 // to play one
	closed, after, like float64 // as in the heuristics: of what is left
	hurry               float64 // each point, for each card that somebody holds less than four
	warmth              float64 // of two plays, the one that is liked by so much more is e times as likely
	stray               float64 // how often it does anything that fits instead
}

// never is how much a kind likes what it doesn't do as long as there is anything else.
const never = -1e6

// The kinds that there are.
const (
	asNormal   = iota // who plays by the heuristics
	asSearcher        // fitted to 8,500 decisions of flat at 2,000 playouts; ismcts and hard decide nearly alike
)

var kinds = [...]kind{
	asNormal: {
		draw: never, point: forPoint, card: forCard, joker: -forJoker, wild: -forWild,
		closed: forClosed, after: forAfter, like: forLike, hurry: forHurry, warmth: 10, stray: 0.25,
	},
	asSearcher: {
		draw: -1.48, card: 3.34, joker: -4.95, wild: -1.76, ace: -1.37,
		closed: 0.014, after: 0.26, like: 1.58, hurry: 0.1, warmth: 1, stray: 0.1,
	},
}

// likes is how much a kind likes a play where another place holds so few cards: of all plays
// that which ends the round most.
func (k *kind) likes(c *acehole.Core, p acehole.Play, few int) float64 {
	if p == acehole.Draw {
		return k.draw
	}
	hand, up := c.Hands[c.Turn], c.Up
	point := k.point + k.hurry*float64(max(4-few, 0))
	v := 0.0
	var b card.Card
	for rest := p; rest != 0; rest >>= cardBits {
		b = card.Card(rest & (1<<cardBits - 1))
		hand.Remove(b)
		v += k.card + point*float64(acehole.Points(b))
		switch {
		case b.IsJoker():
			v += k.joker
		case isWild(b):
			v += k.wild
		case b.Rank() == card.Ace:
			v += k.ace
		}
	}
	if hand[0] == 0 {
		return -never
	}
	if b.Rank() == card.Six {
		up = !up
	}
	follow := acehole.Following(b, up)
	return v + k.closed*float64(bits.OnesCount64(all&^follow&^hand[0])) + k.after*float64(bits.OnesCount64(follow&hand[0])) + k.like*float64(like(hand[0]))
}

// play is what somebody of a kind does: what they like most, the first of equals; or, as often as
// noise says, anything that fits.
func (h *heuristic) play(k *kind, c *acehole.Core, noise float64, r *rand.Rand) acehole.Play {
	list := moves(c, h.list[:0], k.draw > never)
	if len(list) == 1 {
		return list[0]
	}
	if noise > 0 && r.Float64() < noise {
		return list[r.IntN(len(list))]
	}
	few := fewest(c)
	return ai.Most(list, func(p acehole.Play) float64 { return k.likes(c, p, few) })
}
