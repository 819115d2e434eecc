// Package card has playing cards: a card, a multiset of cards, a deck, and the notation that
// records, logs and buttons use (rules.md, Words).
//
// A card is written as rank and suit, "3c Td Jh 2s", and the three Jokers of a deck are "*1 *2 *3".
// With two decks a card can occur twice. This package doesn't know any game: each game decides
// which rank is high and what a Joker stands for. The order of Rank is the one that most of the
// games use.
package card

import (
	"fmt"
	"strings"
)

// Rank is the rank of a card, in the order of the climbing games: Three is the lowest, Two the
// highest, and Joker is above both. The zero Rank is invalid.
type Rank uint8

// The ranks, low to high (rules.md P, B1).
const (
	Three Rank = iota + 1
	Four
	Five
	Six
	Seven
	Eight
	Nine
	Ten
	Jack
	Queen
	King
	Ace
	Two
	Joker
)

// Suit is the suit of a card. It means nothing for a Joker. The order of the suits depends on the
// game.
type Suit uint8

// The suits, in the order of the notation.
const (
	Clubs Suit = iota
	Diamonds
	Hearts
	Spades
)

// Card is one card, encoded as Rank<<2 | Suit. A Card is therefore also a bit index in a 64-bit
// word in which the cards of a rank are neighbors. The zero Card is None.
type Card uint8

// Cards that aren't natural cards.
const (
	None     Card = 0                  // no card
	Joker1   Card = Card(Joker) << 2   // "*1"
	Joker2   Card = Card(Joker)<<2 | 1 // "*2"
	Joker3   Card = Card(Joker)<<2 | 2 // "*3", the highest Joker (rules.md P9)
	AnyJoker Card = Card(Joker)<<2 | 3 // "*" in input: any Joker that the hand holds; never in a deck
)

const (
	ranks = "?3456789TJQKA2*"
	suits = "cdhs"
)

// New returns the natural card of a rank and a suit.
func New(r Rank, s Suit) Card { return Card(r)<<2 | Card(s) }

// Rank returns the card's rank; Joker for a Joker, 0 for None.
func (c Card) Rank() Rank { return Rank(c >> 2) }

// Suit returns the card's suit. It means nothing for a Joker.
func (c Card) Suit() Suit { return Suit(c & 3) }

// IsJoker reports whether the card is a Joker, including AnyJoker.
func (c Card) IsJoker() bool { return c>>2 == Card(Joker) }

// Red reports whether the card is a heart or a diamond. A Joker has no color.
func (c Card) Red() bool { return !c.IsJoker() && (c.Suit() == Diamonds || c.Suit() == Hearts) }

// String returns the card in notation: "Td", "*2", "*", and "-" for None.
func (c Card) String() string {
	switch {
	case c == None:
		return "-"
	case c == AnyJoker:
		return "*"
	case c.IsJoker():
		return "*" + string('1'+rune(c&3))
	case c.Rank() > Joker || c.Rank() == 0:
		return fmt.Sprintf("card(%d)", uint8(c))
	}
	return ranks[c.Rank():c.Rank()+1] + suits[c.Suit():c.Suit()+1]
}

// Face returns the card as people read it: "10♦", "K♠", "Joker".
func (c Card) Face() string {
	switch {
	case c == None:
		return "–"
	case c.IsJoker():
		return "Joker"
	}
	return c.Rank().Face() + c.Suit().Face()
}

// Face returns the rank as people read it: "10", "K", "Joker".
func (r Rank) Face() string {
	switch r {
	case Ten:
		return "10"
	case Joker:
		return "Joker"
	}
	return r.String()
}

// Face returns the suit's sign: "♣", "♦", "♥" or "♠".
func (s Suit) Face() string { return [...]string{"♣", "♦", "♥", "♠"}[s&3] }

// String returns the rank in notation: "T", "2", "*".
func (r Rank) String() string {
	if r > Joker {
		return fmt.Sprintf("rank(%d)", uint8(r))
	}
	return ranks[r : r+1]
}

// String returns the suit in notation: "c", "d", "h" or "s".
func (s Suit) String() string { return suits[s&3 : s&3+1] }

// Parse reads one card in notation, "Td", "*1" or "*". It ignores case and reads "10d" as "Td".
func Parse(s string) (Card, error) {
	t := strings.Replace(s, "10", "T", 1)
	switch {
	case t == "*":
		return AnyJoker, nil
	case len(t) == 2 && t[0] == '*' && t[1] >= '1' && t[1] <= '3':
		return Joker1 + Card(t[1]-'1'), nil
	case len(t) == 2:
		r := strings.IndexByte(ranks, upper(t[0]))
		u := strings.IndexByte(suits, lower(t[1]))
		if r > 0 && Rank(r) < Joker && u >= 0 {
			return New(Rank(r), Suit(u)), nil
		}
	}
	return None, fmt.Errorf("%.20q is not a card", s)
}

// ParseAll reads cards separated by white space. An empty string gives no cards.
func ParseAll(s string) ([]Card, error) {
	fields := strings.Fields(s)
	cards := make([]Card, len(fields))
	for i, f := range fields {
		c, err := Parse(f)
		if err != nil {
			return nil, err
		}
		cards[i] = c
	}
	return cards, nil
}

// Format writes cards in notation, separated by single spaces.
func Format(cards []Card) string {
	var b strings.Builder
	for i, c := range cards {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(c.String())
	}
	return b.String()
}

// List is a list of cards that is stored in notation.
type List []Card

// MarshalText returns the notation.
func (l List) MarshalText() ([]byte, error) { return []byte(Format(l)), nil }

// UnmarshalText reads the notation.
func (l *List) UnmarshalText(text []byte) (err error) {
	*l, err = ParseAll(string(text))
	return err
}

// Faces writes cards as people read them, separated by single spaces: "10♦ K♠".
func Faces(cards []Card) string {
	var b strings.Builder
	for i, c := range cards {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(c.Face())
	}
	return b.String()
}

// Deck returns a number of decks of 52 cards, each with a number of Jokers (0 to 3), unshuffled.
func Deck(decks, jokers int) []Card {
	cards := make([]Card, 0, decks*(52+jokers))
	for range decks {
		for c := New(Three, Clubs); c < Joker1+Card(jokers); c++ {
			cards = append(cards, c)
		}
	}
	return cards
}

func upper(b byte) byte {
	if 'a' <= b && b <= 'z' {
		return b - 'a' + 'A'
	}
	return b
}

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b - 'A' + 'a'
	}
	return b
}
