// Package acehole is Acehole (rules.md A), a shedding game in which cards count down
// or up.
//
// Two to ten players hold nine cards each of a deck with two Jokers; from
// five players on a second deck joins, or as the option decks has it. The rest is
// the draw pile, but for one card that is turned up. The numbers are 2 to 10, the face cards J Q K; hearts
// and diamonds are red, clubs and spades black. The count starts downwards.
//
// A card goes on the top card
//
//   - by suit: a number on a number of its suit that is above it while the count
//     goes down, below it while it goes up; or on any face card of its suit,
//     which resets the count;
//   - by rank, whatever the suit;
//   - by color: J Q K or a six on a card of their color, an Ace on a card of
//     the other, which makes its player an Acehole;
//   - if either is a Joker.
//
// Several cards go together when they are of one rank, or a run: successive
// cards of one suit in the direction of the count, only numbers or only faces.
// The first must be able to go on the top card; the last is the new top. The
// order is the player's choice. A six that ends on top turns the count.
//
// There is no pass. A player who can't play draws, one card at a time; once a card
// fits, the player may play it or draw on. With draw=free anyone may always draw.
//
// The round ends when a hand is empty, or when someone can neither play nor
// draw. Cards left count 5, sixes and faces 10, Aces and Jokers 20. The match
// ends when someone reaches the target, and the fewest points win it, unless
// everyone has reached it.
//
// Core is the round as computer players copy and step it; Rules and State keep
// package game's contract on top of it.
package acehole

import (
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

const handSize = 9

// maxOneDeck is how many can play with one deck: it leaves them a pile to draw from.
const maxOneDeck = 5

// name is what players call the game.
const name say.Text = "Acehole"

// Rules is Acehole with its options set.
type Rules struct {
	kit.Settings
	kit.Match
	free  bool // one may always draw
	decks int  // 0: as many as the players call for
	most  int  // players, with two decks
}

// New returns Acehole with options set. An *game.Illegal names a value that an
// option can't have.
func New(options map[string]string) (game.Rules, error) {
	return newRules(append(preset(), kit.MaxRoundsOption()), MaxPlaces, options)
}

// NewV1 is Acehole with rules version 1: for up to eight players, and a match goes on
// until someone reaches the losing score.
func NewV1(options map[string]string) (game.Rules, error) { return newRules(preset(), 8, options) }

func newRules(preset []game.Option, most int, options map[string]string) (game.Rules, error) {
	set, err := kit.Set(preset, options)
	if err != nil {
		return nil, err
	}
	return &Rules{
		Settings: set,
		Match:    kit.Match{Target: set.Number("target"), MaxRounds: set.Number("longest"), LowestWins: true},
		free:     set.Value("draw") == "free",
		decks:    set.Number("decks"),
		most:     most,
	}, nil
}

func preset() []game.Option {
	return []game.Option{
		{Key: "target", Name: "Losing score", About: "The match ends after the round in which someone reaches this score; the fewest points win.", Value: "100", Preset: "100", Min: 20, Max: 500},
		{Key: "draw", Name: "Drawing", About: "When you may draw a card.", Value: "must", Preset: "must", Choices: []game.Choice{
			game.NewChoice("must", "Only if you can't play", "You may draw if you can't play any card when your turn begins."),
			game.NewChoice("free", "Always", "You may draw instead of playing, as long as there are cards in the pile."),
		}},
		{Key: "decks", Name: "Decks", About: "How many decks of 54 cards you play with.", Value: "auto", Preset: "auto", Choices: []game.Choice{
			game.NewChoice("auto", "By number of players", "One deck; two with five players or more."),
			game.NewChoice("1", "One", "54 cards, for up to five players."),
			game.NewChoice("2", "Two", "108 cards, for any number of players."),
		}},
	}
}

// Name is "acehole".
func (r *Rules) Name() string { return "acehole" }

// Passes implements game.Rules.
func (r *Rules) Passes() bool { return false }

// Seats is two to ten, or to five with one deck.
func (r *Rules) Seats() (min, max int) {
	if r.decks == 1 {
		return 2, maxOneDeck
	}
	return 2, r.most
}

// Deck is one deck with two Jokers, from five seats on two such decks, or as many
// as the option has (rules.md A1).
func (r *Rules) Deck(seats int) []card.Card {
	decks := r.decks
	switch {
	case decks > 0:
	case seats >= 5:
		decks = 2
	default:
		decks = 1
	}
	return card.Deck(decks, 2)
}

// Titles is that of the last Acehole of a round.
func (r *Rules) Titles() []game.TitleWord {
	return []game.TitleWord{{Title: game.Acehole, Word: say.New(name), Clean: say.New("Ace")}}
}

// Setup deals nine cards to each seat and turns one up. A random seat starts
// the first round, then the next one clockwise (rules.md A9): the dealer sits
// at its right.
func (r *Rules) Setup(seats int, chance game.Chance, before []game.Result) game.Setup {
	first := game.Seat(chance.Pick)
	if n := len(before); n > 0 {
		first = (before[n-1].Lead + 1) % game.Seat(seats)
	}
	s, rest := kit.Deal(seats, first, handSize, chance.Deck)
	s.TopCard, s.Pile = rest[0], slices.Clone(rest[1:])
	return s
}

// Start begins a round with any hands that aren't empty, a card turned up and
// any pile, of the cards of the deck. Without a seat that leads, the one at the
// dealer's left does.
func (r *Rules) Start(s game.Setup) (game.State, error) {
	n := len(s.Hands)
	fewest, most := r.Seats()
	if n > most && n <= r.most {
		return nil, game.Refuse("One deck is enough for up to {most} players, and you are {players}. Play with two decks.", most, n)
	}
	t, err := kit.Limits{Name: name, Fewest: fewest, Most: most, Shedding: true}.NewTable(s, r.Deck(n))
	if err != nil {
		return nil, err
	}
	st := roundState{Table: t, up: s.TopCard}
	st.Core = Core{Top: s.TopCard, Up: s.CountUp, Seats: uint8(n), Turn: uint8(t.PlaceOf(t.Lead)), Owner: -1, Acehole: -1, Free: r.free}
	st.Core.Cards = uint8(copy(st.Pile[:], s.Pile))
	for place, seat := range t.Order {
		st.Hands[place] = card.SetOf(s.Hands[seat]...)
	}
	st.begin()
	return kit.NewState(&st), nil
}
