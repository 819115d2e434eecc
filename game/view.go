package game

import (
	"deuces/game/card"
	"deuces/internal/say"
)

// View is what one seat may know of a round: its own hand, its legal actions, and what everyone
// sees. Each call of State.View returns a new one that belongs to the caller. Everything that the
// bot sends to a viewer is made from that viewer's View.
type View struct {
	Seat       Seat // the viewer; Watcher for the public part
	Phase      Phase
	Turn       Seat   // Nobody once the round is over
	Order      []Seat // all seats clockwise from the dealer's left
	Dealer     Seat
	ShowDealer bool          // the dealer matters in this game, so the board names them
	DrawnCards [][]DrawnCard // the draws for dealer, one slice per draw
	LeftOver   DrawnCard     // card that was over after the deal and went to a seat; no card: none was
	Players    []PlayerView  // by seat
	Out        []Seat        // seats without cards, in the order in which they went out
	Top        TopPlay       // the play to beat (shedding games: the card); no cards when the turn is a lead
	Prompt     say.Text      // for the seat to move: "Beat {top}: {beats}". The places are top, beats, lead (LeadCard), and n for the number of cards to give
	Beats      say.Message   // what can be played on Top with the rules that hold now: "a higher pair, or one 2"; empty if nothing can
	LeadReason say.Text      // at the first lead of a round, for the others: "{who} has {lead} and begins". who is the leader, and lead is LeadCard
	LeadCard   card.Card     // card in the leader's hand that LeadReason or Prompt reveals; None: no card
	Dir        Dir           // direction of play, or of the count
	// Inverted means that low cards beat high ones (rules.md P6).
	Inverted bool
	Unusual  []Unusual // rules that currently differ from the normal ones, such as reversed ranks
	Pile     int       // cards in the draw pile; -1: the game has none
	Starter  card.Card // shedding games: the card turned up before the first play, even after it is covered
	Public   any       // public state for the game's computer players, in a type that the game defines; read-only
	GivesTo  Seat      // while cards are exchanged: who gets those of the seat to move
	Swapped  []News    // this round's exchanges so far, of kind Swapped

	// The fields below are private to the seat and empty for Watcher.

	Hand   []card.Card // low to high in the game's order
	Fresh  []card.Card // cards of Hand that arrived since the seat's last turn, by draw or exchange
	Swaps  []Swap      // exchanges that this seat was part of
	Legal  []Action    // State.Legal, if it is the seat's turn
	Offers []Offer     // Legal as buttons
	// Ordered means that the order in which cards are played matters.
	Ordered bool
	// Sorted is Hand in each useful order. The first is the order of Hand; nil if there is only that
	// one.
	Sorted []Sorting
}

// Sorting is a hand in one order.
type Sorting struct {
	By   string // "rank" or "suit"
	Hand []card.Card
}

// PlayerView is what everyone sees of a seat.
type PlayerView struct {
	Cards     int      // how many cards it holds
	Passed    bool     // passed in this trick and hasn't played since
	SitsOut   bool     // can't play again in this trick, except where the game allows a chop
	LastPlace int      // place from the previous round, after any coups in this one; 0: none
	Fate      say.Text // for players: why a seat that is out doesn't get the next place: "downfall"; "" for others
}

// Phase is the kind of decision that a turn asks for.
type Phase uint8

// The phases of a round.
const (
	Playing    Phase = iota
	Exchanging       // the turn chooses cards to give away
	Over
)

// Dir is the direction of play or, in shedding games, of the count. It is "" if the game has none.
type Dir string

// The directions, as records write them.
const (
	Clockwise Dir = "clockwise"
	Counter   Dir = "counter"
	Down      Dir = "down"
	Up        Dir = "up"
)

// TopPlay is the play to beat.
type TopPlay struct {
	Seat  Seat        // who played it; Nobody for a card that was turned up
	Cards []card.Card // in the order played
	As    card.Card   // the card that Jokers alone stand for
	Class say.Text    // the name of the play, if it has one: "Full House"
}

// Unusual is a rule that currently differs from the normal one: the order of the ranks, or the
// direction of play or of the count.
type Unusual struct {
	Text  say.Message // for players: "Low cards beat high ones"
	About say.Text    // instead of Text, a sentence about Who
	Who   Seat
	Next  bool // the turn order differs
}

// Swap is an exchange between the viewer and one other seat.
type Swap struct {
	With      Seat
	Gave, Got []card.Card
}

// Offer is a button for a legal action. One offer stands for all actions that differ only in suits
// that don't matter. Every legal action is covered by an offer.
type Offer struct {
	Action Action
	Class  say.Text    // the heading it is listed under: "Pairs", "Straight"; "" for none
	Label  say.Message // the button's text, at most 40 characters: "7 7", "9♥ 8♥ 7♥", "Pass"
	Effect say.Message // what the play does, if its cards don't show it: "next: anything"; may be empty
	Cost   say.Message // what the play costs its player: "makes you the Acehole"; empty for most. Offers with a cost are last
	// Alike means that another offer does the same with cards that are missed less, such as the same
	// ranks in lower suits. The hand shows this one only under "More plays".
	Alike bool
}

// Does returns what the play does and costs.
func (o Offer) Does() say.Message { return say.Join(" · ", o.Effect, o.Cost) }
