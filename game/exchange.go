package game

import "deuces/game/card"

// LeadCarder is implemented by Rules under which the holder of a card leads. LeadCard returns that
// card for a round that is dealt like this, or card.None if something else decides.
type LeadCarder interface{ LeadCard(Setup) card.Card }

// Exchanger is implemented by Rules under which seats exchange cards after the deal. The test suite
// follows the cards by it, so a game describes its exchange here and carries it out in its State.
type Exchanger interface{ Exchange(Setup) Exchange }

// Exchange is what seats give each other before a round. Each step has gifts that are made at the
// same time. Steps that need no decision are made first; the others follow as turns, in this order.
// No step depends on another one that needs a decision.
type Exchange struct {
	Steps [][]Gift
	Worth func(card.Card) int // orders cards; the highest has the most
}

// Gift is a number of cards that one seat gives another, or its whole hand if it holds fewer. If a
// step needs a decision, the giver of its first gift makes it.
type Gift struct {
	From, To Seat
	Count    int
	Which    Which
	MayKeep  card.Card // if the giver holds this card they decide whether to give it or the next lowest; None: no such card
}

// Which says which cards of a hand are a gift.
type Which uint8

// The kinds of gifts.
const (
	Highest Which = iota
	Lowest
	Chosen // the giver decides
)
