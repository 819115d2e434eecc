package game

import (
	"deuces/game/card"
	"deuces/internal/say"
)

// View is what one seat may know of a round: its own hand, what it may do, and
// what everyone sees. It is made anew for each call and belongs to the caller.
// Whatever leaves the process for a viewer is made from a View.
type View struct {
	Seat    Seat          // whose view; Watcher for the public part
	Phase   Phase         // what the turn is about
	Turn    Seat          // whose turn it is; Nobody when the round is over
	Order   []Seat        // all seats clockwise from the dealer's left
	Dealer  Seat          //
	Deals   bool          // the rules say who deals, so that people are told
	Drawn   [][]DrawnCard // the draws for the deal, tie after tie
	Players []PlayerView  // by seat
	Out     []Seat        // in the order in which they went out
	Top     Laid          // the play to beat (shedding games: the card); no cards when a lead is due
	Opens   say.Message   // at the first lead of a round, where the rules decide it: why this seat leads, or with what
	OpensBy card.Card     // of Opens: the card that whoever leads is known to hold; None where it is no card
	Dir     Dir           // of play, or of the count
	// Inverted: low cards beat high ones (rules.md P6).
	Inverted bool
	Unusual  []Unusual // what is not as usual for now, as people are told it
	Pile     int       // cards in the draw pile; -1: the game has none
	Starter  card.Card // shedding games: the card that was turned up before the first play, also once it is covered
	Public   any       // what else everyone sees, in a type of the game's own: for its computer players; never changed
	Swapped  []News    // the exchanges so far of this round, of kind Swapped: who with whom, and how many cards

	// The rest is the seat's own, and empty for Watcher.

	Hand   []card.Card // in the game's order, low to high
	Fresh  []card.Card // of Hand, those that came since the seat's last turn, by draw or exchange
	Swaps  []Swap      // the exchanges that the seat was part of
	Legal  []Action    // when it is the seat's turn: State.Legal
	Offers []Offer     // the same as buttons
	// Ordered: the order in which cards are played counts.
	Ordered bool
	// Sorted is Hand in each order that is of use here, the first as Hand is; nil
	// where there is only that one.
	Sorted []Sorting
}

// Sorting is a hand in some order.
type Sorting struct {
	By   string // "rank" or "suit": cards alike in that stand together
	Hand []card.Card
}

// PlayerView is what everyone sees of a seat.
type PlayerView struct {
	Cards  int  // how many it holds
	Passed bool // has passed in this trick, and not played since
	Barred bool // and sits out the rest of it, but for what only few hands may still do
	Held   int  // the place held from the round before, as coups have changed it; 0: none
}

// Phase is what a turn is about.
type Phase uint8

// The phases of a round.
const (
	Playing    Phase = iota
	Exchanging       // cards to give are to be chosen
	Over
)

// Dir is the direction of play or, in shedding games, of the count. The zero
// Dir says that the game has none to speak of.
type Dir string

// The directions, as records write them.
const (
	Clockwise Dir = "clockwise"
	Counter   Dir = "counter"
	Down      Dir = "down"
	Up        Dir = "up"
)

// Laid is a play on the table.
type Laid struct {
	Seat  Seat        // who played it; Nobody when no one did (a card turned up, no play)
	Cards []card.Card // in the order played
	As    card.Card   // what Jokers alone were named as
	Class say.Text    // what it is, where that has a name: "Full House"
}

// Unusual is something that is not as usual for now: the order of the ranks, the
// direction of play or of the count. Its places are ranks (Ranks) and next, the
// seats from the one to move on.
type Unusual struct {
	Text  say.Text    // for the board: "**Low cards beat high ones.** From low to high: {ranks}"
	Brief say.Text    // for a hand, without places: "low cards beat high ones"
	Ranks []card.Rank // from low to high, where Text has them
}

// Swap is an exchange between the viewer and one other seat.
type Swap struct {
	With      Seat
	Gave, Got []card.Card
}

// Offer is one thing to choose from: a legal action that stands for all that
// differ from it only in what does not matter (suits, where they rank nothing).
// Every legal action is represented by one offer.
type Offer struct {
	Action Action
	Class  say.Text    // the heading it belongs under: "Pairs", "Straight"; "" for none
	Label  say.Message // as a button says it, at most 40 characters: "7 7", "9♥ 8♥ 7♥", "Pass"
	Says   say.Message // what comes of it, where that isn't plain: "then down from 7♥"; may be empty
}
