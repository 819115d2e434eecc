package kit

import (
	"math/bits"
	"math/rand/v2"

	"deuces/game"
	"deuces/game/card"
	"deuces/internal/say"
)

// Cards is a set of the 52 natural cards: bit i is the i-th lowest card, and four
// neighboring bits are a rank, from 3 (bits 0 to 3) to 2 (bits 48 to 51). Which
// suit is which of the four is for a game to say (Suits).
type Cards uint64

// Sets of cards.
const (
	Lowest Cards = 0x1111111111111 // the lowest suit of every rank
	Deck   Cards = 1<<52 - 1
)

// Len returns how many cards the set holds.
func (s Cards) Len() int { return bits.OnesCount64(uint64(s)) }

// Low returns the place of the lowest card.
func (s Cards) Low() int { return bits.TrailingZeros64(uint64(s)) }

// High returns the place of the highest card; -1 for no cards.
func (s Cards) High() int { return 63 - bits.LeadingZeros64(uint64(s)) }

// Rank is all cards of the rank of a place.
func Rank(place int) Cards { return 15 << (place &^ 3) }

// Above is all cards above a place; -1 is below all.
func Above(place int) Cards { return Deck &^ (1<<(place+1) - 1) }

// Counts returns the number of cards of every rank, each in that rank's four bits.
func (s Cards) Counts() Cards {
	s -= s >> 1 & (Lowest * 5)
	return s&(Lowest*3) + s>>2&(Lowest*3)
}

// Ranks returns the lowest bit of every rank of which the set has so many cards or
// more, from 1 to 4.
func (s Cards) Ranks(least int) Cards {
	return (s.Counts() + Lowest*Cards(8-least)) & (Lowest * 8) >> 3
}

// Deal gives each hand but one so many cards of the set at random, and leaves the others.
func (s Cards) Deal(hands []Cards, but uint8, left []int, r *rand.Rand) {
	var pool [52]Cards
	n := 0
	for ; s != 0; s &= s - 1 {
		pool[n] = s & -s
		n++
	}
	for place := range hands {
		if place == int(but) {
			continue
		}
		hands[place] = 0
		for range min(left[place], n) {
			i := r.IntN(n)
			n--
			hands[place] |= pool[i]
			pool[i] = pool[n]
		}
	}
}

// Suits is the order of the suits of a game.
type Suits struct {
	at    [4]card.Suit // low to high
	place [4]int       // by suit
}

// Order returns the order of four suits, low to high.
func Order(suits ...card.Suit) *Suits {
	o := new(Suits)
	for place, s := range suits {
		o.at[place], o.place[s] = s, place
	}
	return o
}

// Of returns the set of natural cards.
func (o *Suits) Of(cards ...card.Card) Cards {
	var set Cards
	for _, c := range cards {
		set |= 1 << (int(c.Rank()-card.Three)*4 + o.place[c.Suit()])
	}
	return set
}

// Card is the card at a place.
func (o *Suits) Card(place int) card.Card {
	return card.New(card.Three+card.Rank(place/4), o.at[place&3])
}

// List returns the cards of a set in a new slice, low to high.
func (o *Suits) List(s Cards) []card.Card { return o.Append(make([]card.Card, 0, s.Len()), s) }

// Append appends the cards of a set, low to high.
func (o *Suits) Append(cards []card.Card, s Cards) []card.Card {
	for ; s != 0; s &= s - 1 {
		cards = append(cards, o.Card(s.Low()))
	}
	return cards
}

// Read returns the cards that an action plays, none for a pass, in a game that has
// no Jokers, no pile and no exchange: or in a player's words why it can't be read so.
func (o *Suits) Read(a game.Action, hand Cards, leads bool, name say.Text) (Cards, error) {
	switch {
	case a.Verb == game.Pass && leads:
		return 0, game.Refuse("You lead, so you can't pass: play anything you like.")
	case a.Verb == game.Pass:
		return 0, nil
	case a.Verb == game.Draw:
		return 0, game.Refuse("There is no draw pile in {game}.", say.New(name))
	case a.Verb != game.Play:
		return 0, game.Refuse("You don't give cards away in {game}.", say.New(name))
	case len(a.Cards) == 0:
		return 0, game.Refuse("Choose the cards to play.")
	}
	var cards Cards
	for _, c := range a.Cards {
		switch {
		case c.IsJoker() || a.As != card.None:
			return 0, game.Refuse("There are no Jokers in {game}.", say.New(name))
		case c.Rank() < card.Three || c.Rank() > card.Two || hand&o.Of(c) == 0:
			return 0, game.Refuse("You don't have {card}.", c.Face())
		case cards&o.Of(c) != 0:
			return 0, game.Refuse("You have only one {card}, and you named it twice.", c.Face())
		}
		cards |= o.Of(c)
	}
	return cards, nil
}

// Plural is a card's rank in the plural, spelt out: "7s" would be read as the 7 of spades.
func Plural(c card.Card) say.Message {
	return say.New([...]say.Text{"threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "Jacks", "Queens", "Kings", "Aces", "twos"}[c.Rank()-card.Three])
}

// Sorted is a hand by rank, and by suit.
func (o *Suits) Sorted(s Cards) []game.Sorting {
	bySuit := make([]card.Card, 0, s.Len())
	for suit := range 4 {
		bySuit = o.Append(bySuit, s&(Lowest<<suit))
	}
	return []game.Sorting{{By: "rank", Hand: o.List(s)}, {By: "suit", Hand: bySuit}}
}
