package ai

import (
	"math/bits"

	"deuces/game/acehole"
	"deuces/game/card"
)

const (
	cardBits   = 6 // per card of a play
	naturals   = 1<<card.Joker1 - 1
	bufferSize = 1024 // size of buffers for moves; even hands from two decks have fewer moves
)

// promisingMoves appends the moves that are worth considering: each card alone; each run, from its
// first card to any length; all cards of a rank at once, for each bottom and top card; and a draw.
// The draw is included if nothing else is possible, or if draws is set and drawing is allowed.
func promisingMoves(c *acehole.Core, list []acehole.Play, draws bool) []acehole.Play {
	hand := c.Hands[c.Turn]
	first := len(list)
	starts := hand[0] & acehole.Following(c.Top, c.Up)
	for rest := starts & naturals; rest != 0; rest &= rest - 1 {
		b := card.Card(bits.TrailingZeros64(rest))
		list = append(list, acehole.Play(b))
		list = appendSets(list, hand, b)
		p, shift := acehole.Play(b), cardBits
		for next := acehole.Next(b, c.Up); next != card.None && hand.Has(next); next = acehole.Next(next, c.Up) {
			p |= acehole.Play(next) << shift
			shift += cardBits
			list = append(list, p)
		}
	}
	if jokers := starts &^ naturals; jokers != 0 {
		list = append(list, acehole.Play(bits.TrailingZeros64(jokers)))
		if p, many := addToPlay(0, 0, card.Set{jokers, hand[1] &^ naturals}); many > cardBits {
			list = append(list, p)
		}
	}
	if c.CanDraw && c.Drawn < c.Cards && (draws || len(list) == first) {
		list = append(list, acehole.Draw)
	}
	return list
}

// appendSets appends the plays of all cards of a rank with this bottom card, one for each top card.
func appendSets(list []acehole.Play, hand card.Set, bottom card.Card) []acehole.Play {
	same := uint64(15) << (bottom &^ 3)
	others := hand
	others.Remove(bottom)
	others[0] &= same
	others[1] &= same
	for tops := others[0]; tops != 0; tops &= tops - 1 {
		top := card.Card(bits.TrailingZeros64(tops))
		between := others
		between.Remove(top)
		p, shift := addToPlay(acehole.Play(bottom), cardBits, between)
		list = append(list, p|acehole.Play(top)<<shift)
	}
	return list
}

// addToPlay adds cards to a play from a shift on, with copies next to each other.
func addToPlay(p acehole.Play, shift int, cards card.Set) (acehole.Play, int) {
	for rest := cards[0]; rest != 0; rest &= rest - 1 {
		c := bits.TrailingZeros64(rest)
		p |= acehole.Play(c) << shift
		shift += cardBits
		if cards[1]>>c&1 != 0 {
			p |= acehole.Play(c) << shift
			shift += cardBits
		}
	}
	return p, shift
}
