package game

import (
	"deuces/game/card"
	"deuces/internal/say"
)

// News is something that everyone at the table may know, as it happened.
type News struct {
	Kind  Kind
	Seat  Seat        // who did it, or whom it befell
	Other Seat        // the other seat concerned; Nobody where there is none
	Cards []card.Card // of Played, in the order played
	As    card.Card   // what Jokers alone were named as
	Class say.Text    // of Played: the play's name, where it has one
	Count int         // how many cards, where only that is public
	Title Title       // that it gives, if any

	// Text tells it in one sentence; "" for what the board shows anyway. Its
	// places are who (Seat), other, cards, class, title and, counted, n (Count).
	Text say.Text
	// Headline: it turns a round upside down, so nobody should miss it.
	Headline bool
}

// Kind is a kind of news.
type Kind uint8

// What can happen at a table.
const (
	Played        Kind = iota + 1
	Passed             //
	Drew               // Count cards from the pile
	Swapped            // Seat and Other have exchanged Count cards each way
	TrickWon           // Seat leads next; everyone else passed
	WentOut            // Seat holds no card any more
	Skipped            // Seat loses its turn to an equal play of Other's
	Inversion          // the order of the ranks turned over
	Revolution         // that, and the direction
	Coup               // Seat overthrew Other (Nobody: the presidency of this round is taken at its end)
	Guillotine         // the same, and Other falls to the bottom
	Turned             // the count changed direction: View.Dir has it
	BecameAcehole      // an Ace of the other color
	RoundOver          //
	Chopped            // Seat beat what is otherwise beyond reach, of Other's
	Paid               // Seat pays Other so many points, Count
)

// Happened is news of one seat in the words that are the same in every game. A
// game sets what else it knows of it, and the words of what only it has.
func Happened(k Kind, seat Seat) News {
	n := News{Kind: k, Seat: seat, Other: Nobody}
	switch k {
	case Passed:
		n.Text = "{who} passed."
	case TrickWon:
		n.Text = "{who} won the trick and leads."
	case WentOut:
		n.Text = "🏁 {who} is out."
	}
	return n
}

// Laying is the news of a play: the cards in the order played, what Jokers alone
// were named as, and the play's name where it has one.
func Laying(seat Seat, cards []card.Card, as card.Card, class say.Text) News {
	n := News{Kind: Played, Seat: seat, Other: Nobody, Cards: cards, As: as, Class: class, Text: "{who} played {cards}."}
	if class != "" {
		n.Text = "{who} played {cards} ({class})."
	}
	return n
}

// Drawing is the news of cards drawn from the pile.
func Drawing(seat Seat, count int) News {
	return News{Kind: Drew, Seat: seat, Other: Nobody, Count: count, Text: "{who} drew {n:# card|# cards}."}
}

// Swapping is the news that two seats have exchanged so many cards each way.
func Swapping(a, b Seat, count int) News {
	return News{Kind: Swapped, Seat: a, Other: b, Count: count, Text: "{who} and {other} exchanged {n:# card|# cards}."}
}

// Ended is the news that the round is over.
func Ended() News { return News{Kind: RoundOver, Seat: Nobody, Other: Nobody} }
