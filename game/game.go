// Package game is the contract that every game of Deuces keeps.
//
// A game is played in rounds. Rules is a system with its options set: a value
// that knows how many may play, which cards are dealt, and when the match ends.
// State is one moment of a round: it knows whose turn it is and what may be
// played, and Apply returns the next moment and leaves its receiver as it was.
// A View is what one seat may know of a State and holds nothing else.
//
// Nothing here reads a clock, chance, a context or a file. Chance arrives as
// data in a Chance; the same calls with the same values give the same round,
// today and in a replay years later.
//
// The games have packages of their own below this one; the table of all systems is
// package systems, the only place that imports them.
package game

import (
	"slices"

	"deuces/game/card"
	"deuces/internal/say"
)

// Seat is a place at the table, numbered from 0 in the order in which people
// sat down. A seat stays its owner's for the whole match: where a system moves
// people round between rounds it moves Setup.Order, never the numbers.
type Seat int8

const (
	Nobody  Seat = -1     // no seat: a round that is over has no turn, a lead has no top play
	Watcher Seat = Nobody // anyone who is not seated: View(Watcher) is the public part
)

// Rules is a system with its options set. It is immutable and safe for use by
// several goroutines.
type Rules interface {
	// Name is the key of the system ("ahole"); stored in logs, never renamed.
	Name() string
	// Options lists every option with the value it has here, in the order in
	// which a lobby shows them.
	Options() []Option
	// Seats says how few and how many may play.
	Seats() (min, max int)
	Passes() bool // whether a seat may ever pass its turn
	// Deck returns the cards that are in play with this many seats, unshuffled.
	Deck(seats int) []card.Card
	// Setup deals a round: hands, dealer, draws shown, seating, from chance and
	// the results of the match's rounds before, oldest first.
	Setup(seats int, chance Chance, before []Result) Setup
	// Start returns the first moment of a round, which may be over by the cards dealt:
	// it has a Result then, and no turn. Records write a Setup by hand, so it takes any
	// hands, and an error says what can't be played.
	Start(Setup) (State, error)
	// Winner says whether the match ends with the last of these rounds, and for
	// whom. ended: the host ends it here, so it does end.
	Winner(results []Result, seats int, ended bool) (Outcome, bool)
	// Titles lists the titles that a round can give, highest first, with the
	// words of this system.
	Titles() []TitleWord
	// Pages is the text of the rules as they are set, in pages short enough to
	// be read in a chat, in Discord's markdown.
	Pages() []Page
}

// Fitting is what Rules are whose options may need more players than their system
// does: an *Illegal says why so many are not enough. Seats says the same in numbers.
type Fitting interface{ Fits(seats int) error }

// Endless is what Rules are whose options may leave a match without an end of its own:
// the host ends it then.
type Endless interface{ Endless() bool }

// State is one moment of a round, a value: its methods change nothing, and
// Apply leaves the receiver as it was.
type State interface {
	// Turn is the seat that has to decide; false when the round is over.
	// Exchange decisions are turns too.
	Turn() (Seat, bool)
	// Legal lists all that the seat whose turn it is may do, each once as
	// rules.md R counts plays; empty when the round is over.
	Legal() []Action
	// LegalInto is Legal in the caller's memory: for who asks at every move of many rounds.
	LegalInto(*Actions) []Action
	// Default is what the clock does for a seat that lets it run out; always legal.
	Default() Action
	// Apply returns the state after a seat's action, and what the table learns
	// from it. An *Illegal says in a player's words why not. Any error leaves
	// the round where it was.
	Apply(Seat, Action) (State, []News, error)
	// Next is Apply for who doesn't want the news.
	Next(Seat, Action) (State, error)
	// View is what a seat may know; Watcher for the public part.
	View(Seat) View
	// Result is how the round ended; false while it goes on.
	Result() (Result, bool)
}

// Chance is all the luck of a round, made once and stored, so that a replay
// never depends on a shuffle.
type Chance struct {
	Deck  []card.Card // the cards of Rules.Deck, shuffled; dealt from the front
	Draws []card.Card // the same cards in another order, for draws before the deal
	Pick  int         // uniform over the seats: who deals or starts where the rules say "at random"
}

// Setup is a round before its first turn. Rules.Setup makes it from chance; a
// record writes it by hand.
type Setup struct {
	Hands  [][]card.Card // by seat, as dealt, before any exchange
	Order  []Seat        // all seats clockwise from the dealer's left; nil: 0, 1, 2…
	Dealer Seat          // the last of Order
	Drawn  [][]DrawnCard // the draws for the deal, shown to the table, tie after tie
	Lead   Seat          // who leads, and no card is forced; Nobody: by the rules
	Places []int         // the places of the round before by seat, 1 the best; nil: there was none
	Top    card.Card     // shedding games: the card turned up
	Pile   []card.Card   // shedding games: the draw pile, next card first
	Up     bool          // shedding games: the count starts upwards
}

// DrawnCard is a card drawn for the deal.
type DrawnCard struct {
	Seat Seat
	Card card.Card
}

// Result is how a round ended. Slices are by seat unless they say otherwise.
type Result struct {
	Lead   Seat          // who led the first trick
	Places []Seat        // settled, best first; all seats
	Ranks  []int         // the place of each seat, 1 the best, where seats share one; nil: as in Places
	Points []int         // of this round
	Titles []Title       // "" for a seat without one
	Hands  [][]card.Card // what each seat still held, for all to see
	Counts []say.Message // how the points of each seat come about, where that isn't plain: "10 cards, doubled"; nil: nowhere
}

// Place returns the place that a seat came to, 1 the best. Seats that share one have
// the same, and the next one is as many further on. It is 0 where there is no such seat.
func (r Result) Place(seat Seat) int {
	if r.Ranks != nil && int(seat) < len(r.Ranks) {
		return r.Ranks[seat]
	}
	return slices.Index(r.Places, seat) + 1
}

// Outcome is how a match ended.
type Outcome struct {
	Winner Seat        // Nobody: everyone lost, or it was ended early without a winner
	Order  []Seat      // all seats, best first
	Totals []int       // points of the match, by seat
	Reason say.Message // without names: "first to 10 points"
}

// Title is the key of a title, stored in logs and standings. The words players
// see are Rules.Titles or the server's own.
type Title string

// The titles of our games. The President family's keys are those of the clean
// wording (rules.md P8).
const (
	President     Title = "president"
	VicePresident Title = "vice-president"
	Citizen       Title = "citizen"
	ViceScum      Title = "vice-scum" // last but one: Vice-Asshole, Vice-AHole, Half-Ass
	Scum          Title = "scum"      // last: Asshole, AHole
	BigTwo        Title = "big-two"
	Acehole       Title = "acehole"
	First         Title = "first"
	Last          Title = "last"
)

// TitleWord is a title and what a system calls it.
type TitleWord struct {
	Title Title
	Word  say.Message
	Clean say.Message // where no rude word is wanted; empty where Word is none
	// Place is which of a server's own words the title can have, from 1 for the best
	// to WordPlaces; 0: none, it is always called Word or Clean.
	Place int
}

// WordPlaces is how many words of its own a server can have for titles.
const WordPlaces = 5

// Page is one page of the rules.
type Page struct {
	Title say.Message
	Text  say.Message // Discord's markdown, at most 1500 characters
}

// Option is one setting of a system: what it is, what it may be, what it is
// now. Its key and values are those of rules.md P1 and are stored in logs.
type Option struct {
	Key     string
	Name    say.Text // in a player's words: "Passing"
	About   say.Text // one sentence: what it does
	Value   string   // as set
	Preset  string   // what the system starts with
	Choices []Choice // all values, in order; nil for a number
	Own     *Numbers // what it can be beside its Choices; nil: nothing
	Min     int      // of a number
	Max     int
}

// Choice is a value of an option.
type Choice struct {
	Value string
	Name  say.Message // in a player's words
	About say.Message // what it does, one sentence
}

// NewChoice is a value with a name and a sentence that have no places.
func NewChoice(value string, name, about say.Text) Choice {
	return Choice{Value: value, Name: say.New(name), About: say.New(about)}
}
