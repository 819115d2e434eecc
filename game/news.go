package game

import (
	"deuces/game/card"
	"deuces/internal/say"
)

// News is something that happened at the table and that everyone may know.
type News struct {
	Kind  Kind
	Seat  Seat        // who did it, or who it happened to
	Other Seat        // the other seat involved, or Nobody
	Cards []card.Card // of Played, in the order played
	As    card.Card   // the card that a play of Jokers alone stands for
	Class say.Text    // of Played: the name of the play, if it has one
	Count int         // number of cards or points, where only the number is public
	Title Title       // the title it gives, if any

	// Text is one sentence for players, or "" if the board shows it anyway. Its placeholders are who
	// (Seat), other, cards, class, title, and n (Count).
	Text say.Text
	// Headline marks news that changes the round and that nobody should miss.
	Headline bool
}

// Kind is a kind of news.
type Kind uint8

// The kinds of news.
const (
	Played Kind = iota + 1
	Passed
	Drew          // Seat drew Count cards from the pile
	Swapped       // Seat and Other gave each other Count cards
	TrickWon      // the trick ended, and Seat leads: whoever won it, or the next player if they are out
	WentOut       // Seat has no cards left
	Skipped       // Other's equal play cost Seat its turn
	Inversion     // the order of the ranks reversed
	Revolution    // the order of the ranks and the direction of play reversed
	Coup          // Seat took first place from Other; Other is Nobody if nobody holds it yet, and Seat gets it at the end of the round
	Guillotine    // a coup that also drops Other to last place
	Turned        // the count changed direction; View.Dir has the new one
	BecameAcehole // Seat played an Ace on a card of the opposite color
	RoundOver
	Chopped    // Seat beat a play of Other's that only a chop beats
	Paid       // Seat pays Other Count points
	OneLeft    // Seat has one card left, which limits what Other, who plays before them, may play
	Stopped    // Seat's play ended the trick
	Burned     // Seat's play was the fourth card of a rank and ended the trick
	TurnedOver // the order of the ranks reversed until the trick ends
	Locked     // the trick takes only cards of certain suits
	Bound      // Seat's equal play must be matched by the next seat
	Foul       // Seat went out with a play that puts it in last place
	Fell       // Seat lost first place, because Other went out first, and is out
	kinds      // greater than every kind
)

// String returns the word that programs read for the kind (docs/computer-players.md).
func (k Kind) String() string {
	return [kinds]string{
		Played: "played", Passed: "passed", Drew: "drew", Swapped: "swapped", TrickWon: "trick-won", WentOut: "went-out", Skipped: "skipped",
		Inversion: "inversion", Revolution: "revolution", Coup: "coup", Guillotine: "guillotine",
		Turned: "turned", BecameAcehole: "became-acehole", RoundOver: "round-over", Chopped: "chopped", Paid: "paid", OneLeft: "one-left",
		Stopped: "stopped", Burned: "burned", TurnedOver: "turned-over", Locked: "locked", Bound: "bound", Foul: "foul", Fell: "fell",
	}[k%kinds]
}

// SeatNews returns news about one seat, with the sentence that all games share for that kind. The
// game fills in anything else.
func SeatNews(k Kind, seat Seat) News {
	n := News{Kind: k, Seat: seat, Other: Nobody}
	switch k {
	case Passed:
		n.Text = "{who} passed."
	case TrickWon:
		n.Text = "{who} leads."
	case WentOut:
		n.Text = "🏁 {who} is out."
	}
	return n
}

// PlayNews returns the news of a play. The parameter as is the card that Jokers alone stand for,
// and class is the play's name or "".
func PlayNews(seat Seat, cards []card.Card, as card.Card, class say.Text) News {
	n := News{Kind: Played, Seat: seat, Other: Nobody, Cards: cards, As: as, Class: class, Text: "{who} played {cards}."}
	if class != "" {
		n.Text = "{who} played {cards} ({class})."
	}
	return n
}

// DrawNews returns the news that a seat drew cards from the pile.
func DrawNews(seat Seat, count int) News {
	return News{Kind: Drew, Seat: seat, Other: Nobody, Count: count, Text: "{who} drew {n:# card|# cards}."}
}

// ExchangeNews returns the news that two seats gave each other count cards.
func ExchangeNews(a, b Seat, count int) News {
	return News{Kind: Swapped, Seat: a, Other: b, Count: count, Text: "{who} and {other} exchanged {n:# card|# cards}."}
}

// RoundOverNews returns the news that the round is over.
func RoundOverNews() News { return News{Kind: RoundOver, Seat: Nobody, Other: Nobody} }
