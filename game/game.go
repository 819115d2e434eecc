// Package game is the interface between the card games and the rest of Deuces.
//
// A game is played in rounds, and a match is one or more rounds. Rules is a game with its options
// set: it says how many can play, deals each round, and decides when the match ends. State is one
// position of a round: it says whose turn it is and which actions are legal, and Apply returns the
// next State without changing the old one. A View is what one seat may know of a State, and nothing
// else.
//
// Nothing in this package reads a clock, a random source, a context or a file. Randomness is passed
// in as a Chance, so the same calls with the same values always give the same round, in live play
// as in a replay.
//
// Each game is a package below this one. Package systems lists them all and is the only package
// that imports them.
package game

import (
	"slices"

	"deuces/game/card"
	"deuces/internal/say"
)

// Seat is a place at the table, numbered from 0 in the order in which people sat down. A seat keeps
// its number for the whole match. Where players change seats between rounds, Setup.Order changes
// and the numbers don't.
type Seat int8

const (
	Nobody  Seat = -1     // no seat, such as the turn of a finished round
	Watcher Seat = Nobody // a viewer without a seat: View(Watcher) is the public part
)

// Rules is a game with its options set. It is immutable and safe for concurrent use.
type Rules interface {
	// Name returns the system's key, such as "ahole". Logs store it, so it never changes.
	Name() string
	// Options lists every option with its current value, in the order a lobby shows them.
	Options() []Option
	// Seats returns the fewest and the most players.
	Seats() (min, max int)
	Passes() bool // reports whether a seat can ever pass
	// Deck returns the unshuffled cards for a number of seats.
	Deck(seats int) []card.Card
	// Setup deals a round from chance. before has the results of the match's earlier rounds, oldest
	// first.
	Setup(seats int, chance Chance, before []Result) Setup
	// Start returns the first State of a round. If the deal itself ends the round, that State has a
	// Result and no turn. Tests and records write a Setup by hand, so Start accepts any hands and
	// returns an error if the Setup can't be played.
	Start(Setup) (State, error)
	// Winner reports whether the match ends after these rounds, and who won it. ended means that
	// the host ends the match now; Winner then always reports true.
	Winner(results []Result, seats int, ended bool) (Outcome, bool)
	// Ends returns the points and the number of rounds that end a match; 0 means no such limit.
	// Without either, only the host ends it.
	Ends() (points, rounds int)
	// Titles lists the titles that a round can give, highest first, and what this system calls them.
	Titles() []TitleWord
	// Pages returns the rules with the current options as text in Discord's markdown, topic by topic.
	Pages() []Page
}

// SeatChecker is implemented by Rules whose options can need more players than Rules.Seats says.
// Fits returns an *Illegal that says why seats are too few, or nil if they are enough.
type SeatChecker interface{ Fits(seats int) error }

// Countable is implemented by Rules under which everyone can work out the minimum number of cards
// that it takes to beat a play. FewestToBeat returns this number for the top play of a view, or 0
// if it isn't known. A seat that holds fewer cards can only pass, and its pass reveals nothing.
type Countable interface{ FewestToBeat(View) int }

// ForcedInView reports whether everyone can see that the seat to move can only pass. The view may
// be any viewer's, because only its public fields are used.
func ForcedInView(rules Rules, v View) bool {
	r, ok := rules.(Countable)
	if !ok || v.Phase != Playing || v.Turn < 0 || int(v.Turn) >= len(v.Players) || len(v.Top.Cards) == 0 {
		return false
	}
	return v.Players[v.Turn].Cards < r.FewestToBeat(v)
}

// State is one position of a round. It is immutable: Apply returns a new State.
type State interface {
	// Turn returns the seat that has to decide, and false once the round is over. Exchange decisions
	// are turns too.
	Turn() (Seat, bool)
	// Legal lists every action of the seat whose turn it is. Actions that rules.md R counts as one are
	// listed once. It is empty once the round is over.
	Legal() []Action
	// Default returns the action for a seat whose time runs out. It is always legal.
	Default() Action
	// Apply returns the State after an action of a seat, and the news that everyone at the table gets.
	// If the rules refuse the action the error is an *Illegal whose reason is for that player.
	Apply(Seat, Action) (State, []News, error)
	// View returns what a seat may know. Watcher gets the public part.
	View(Seat) View
	// Result returns how the round ended, and false while it is being played.
	Result() (Result, bool)
}

// Chance holds all randomness of a round. It is drawn once and stored, so a replay doesn't depend
// on how a shuffle is implemented.
type Chance struct {
	Deck  card.List `json:"deck"`  // the cards of Rules.Deck, shuffled; dealt from the front
	Draws card.List `json:"draws"` // the same cards in a different order, for draws before the deal
	Pick  int       `json:"pick"`  // a random seat, for rules that pick the dealer or the leader at random
}

// Setup is what a round starts from. Rules.Setup makes it from a Chance; records and tests write it
// by hand.
type Setup struct {
	Hands      [][]card.Card // by seat, as dealt, before any exchange
	Order      []Seat        // all seats clockwise from the dealer's left; nil means 0, 1, 2…
	Dealer     Seat          // the last of Order
	DrawnCards [][]DrawnCard // the draws for dealer, one slice per draw; a tie is drawn again
	Lead       Seat          // seat that leads, with any play; Nobody: the rules decide
	Places     []int         // places in the previous round by seat, 1 the best; nil: there was none
	TopCard    card.Card     // shedding games: the card turned up
	Pile       []card.Card   // shedding games: the draw pile, next card first
	CountUp    bool          // shedding games: the count starts upwards
	LeftOver   DrawnCard     // card that was over after an equal deal and went to a seat for all to see; no card: none was
}

// DrawnCard is a card that a seat drew to decide who deals.
type DrawnCard struct {
	Seat Seat
	Card card.Card
}

// Result is how a round ended. Slices are indexed by seat unless they say otherwise.
type Result struct {
	Lead         Seat          // seat that led the first trick
	Places       []Seat        // all seats, best first, after coups
	Ranks        []int         // place of each seat, 1 the best, if seats can share one; nil: they follow from Places
	Points       []int         // of this round
	Titles       []Title       // "" for a seat without a title
	Hands        [][]card.Card // the cards that each seat still held; public once the round is over
	PointDetails []say.Message // what else there is to say about each seat's points: "10 cards × 2"; may be nil
	Handicaps    []say.Message // what the result costs each seat in the next round: "handicap: 2 extra cards"; may be nil
	Payments     []Payment     // points of this round that one seat got from another
}

// Payment is a number of points that one seat paid to another in a round. Result.Points includes it.
type Payment struct {
	From, To Seat
	Points   int
	For      say.Text // what it was for: "a chop"
}

// Place returns a seat's place, 1 the best, or 0 for a seat that didn't play. Seats can share a
// place, and then the next places are left out: 1, 2, 2, 4.
func (r Result) Place(seat Seat) int {
	if r.Ranks != nil && int(seat) < len(r.Ranks) {
		return r.Ranks[seat]
	}
	return slices.Index(r.Places, seat) + 1
}

// Outcome is how a match ended. Events store it as JSON.
type Outcome struct {
	Winner Seat        `json:"winner"`           // Nobody: everyone lost, or the match was ended early without a winner
	Order  []Seat      `json:"order,omitempty"`  // all seats, best first
	Totals []int       `json:"totals,omitempty"` // points of the match by seat
	Reason say.Message `json:"why,omitzero"`     // why the match ended, without names: "first to 10 points"
}

// Title is the key of a title. Logs and standings store it. Players read the words of Rules.Titles,
// or a server's own.
type Title string

// The titles of all games. The keys of the President family are the words that it uses if a server
// wants no rude words (rules.md P8).
const (
	President     Title = "president"
	VicePresident Title = "vice-president"
	Citizen       Title = "citizen"
	ViceScum      Title = "vice-scum" // second to last: Vice-Asshole, Vice-AHole, Half-Ass
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
	Clean say.Message // for servers that want no rude words; empty if Word isn't rude
	Means say.Text    // what Word means, if it isn't English: "first"
	// Place selects the server's word that can replace this title, from 1 for the best place to
	// WordPlaces. 0: no server word replaces it.
	Place int
	Last  bool // the title of the last place: nobody wants it
}

// WordPlaces is the number of title words that a server can set.
const WordPlaces = 5

// Page is one topic of the rules. The first paragraph of the first page is the aim of the game.
type Page struct {
	Title      say.Message
	Paragraphs []say.Message // Discord's markdown, each of at most 400 characters; screens show two at a time
}

// Text returns the whole topic.
func (p Page) Text() say.Message { return say.Join("\n\n", p.Paragraphs...) }

// Option is one setting of a system. Its key and values are those of rules.md P1 and are stored in
// logs.
type Option struct {
	Key     string
	Group   say.Text // menus show the options of a group together; empty: the game's own
	Name    say.Text // for players: "Suits break ties"
	Value   string   // current value
	Preset  string   // the system's default
	Choices []Choice // all values, in order; nil for a number
	Custom  *Numbers // lists of numbers that are allowed in addition to Choices; nil: none
	Min     int      // bounds of a number
	Max     int
	Sleeps  bool // it says nothing beside the other options, so lists leave it out
}

// Choice is a value of an option.
type Choice struct {
	Value string
	Name  say.Message // for players
	About say.Message // one sentence on what it does; empty if the name says it
}

// NewChoice returns a Choice whose name and description have no placeholders. about may be empty.
func NewChoice(value string, name, about say.Text) Choice {
	return Choice{Value: value, Name: say.New(name), About: say.New(about)}
}
