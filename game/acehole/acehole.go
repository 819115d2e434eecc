// Package acehole is Acehole (rules.md A), a shedding game in which cards count down or up.
//
// Two to ten players have nine cards each, from one deck with two Jokers, or from two such decks
// with five players or more; the option decks can change that. One card is turned up, and the rest
// is the draw pile. The numbers are 2 to 10, and the face cards are J Q K. Hearts and diamonds are
// red, clubs and spades black. The count starts downwards.
//
// # A card can be played on the top card
//
//   - by suit: a number on a higher number of its suit while the count goes down, or on a lower one
//     while it goes up; or on any face card of its suit, which restarts the count;
//   - by rank, in any suit;
//   - by color: J Q K or a six on a card of the same color, an Ace on a card of the opposite color,
//     which makes its player an Acehole;
//   - if either card is a Joker.
//
// Several cards can be played together if they have one rank, or form a run: cards of one suit in a
// row in the direction of the count, only numbers or only face cards. The first must fit on the top
// card, and the last is the new top card. The player chooses the order. A six that ends up on top
// turns the count.
//
// There is no pass. A player who can't play draws, one card at a time. Once a card fits they may
// play it or keep drawing. With draw=free everyone may always draw.
//
// The round ends when a hand is empty, or when someone can neither play nor draw. Cards left cost 5
// points, sixes and face cards 10, Aces and Jokers 20. The match ends when someone reaches the
// target. The fewest points win, and nobody wins if everyone has reached the target.
//
// Core is the round that simulations copy and step. Rules and State implement package game on top
// of it.
package acehole

import (
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

const handSize = 9

// maxOneDeck is the maximum number of players with one deck. With more the draw pile would be too
// small.
const maxOneDeck = 5

// name is the game's name for players.
const name say.Text = "Acehole"

// Rules is Acehole with its options set.
type Rules struct {
	kit.Settings
	kit.Match
	freeDraw bool // players may always draw
	decks    int  // 0: depends on the number of players
}

// New returns Acehole with options set. It returns an *game.Illegal for a value that an option
// can't have.
func New(options map[string]string) (game.Rules, error) {
	set, err := kit.Set(preset(), options)
	if err != nil {
		return nil, err
	}
	return &Rules{
		Settings: set,
		Match:    kit.Match{Target: set.Number("target"), MaxRounds: set.Number("longest"), LowestWins: true},
		freeDraw: set.Value("draw") == "free",
		decks:    set.Number("decks"),
	}, nil
}

func preset() []game.Option {
	return []game.Option{
		{Key: "target", Name: "Losing score", Value: "100", Preset: "100", Min: 20, Max: 500},
		{Key: "draw", Name: "Drawing whenever you like", Value: "must", Preset: "must", Choices: kit.NoYes("must", "free")},
		{Key: "decks", Name: "Decks", Value: "auto", Preset: "auto", Choices: append([]game.Choice{
			game.NewChoice("auto", "1, or 2 with five players or more", ""),
		}, kit.NumberChoices(1, 2)...)},
		kit.MaxRoundsOption(""),
	}
}

func (r *Rules) Name() string { return "acehole" }

func (r *Rules) Passes() bool { return false }

// Seats implements game.Rules. One deck is enough for five players.
func (r *Rules) Seats() (min, max int) {
	if r.decks == 1 {
		return 2, maxOneDeck
	}
	return 2, MaxPlaces
}

// Deck returns one deck with two Jokers, or two such decks from five seats on; the option decks
// overrides that (rules.md A1).
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

// Titles returns the title of the player who was the last to become an Acehole in a round.
func (r *Rules) Titles() []game.TitleWord {
	return []game.TitleWord{{Title: game.Acehole, Word: say.New(name), Clean: say.New("Ace"), Last: true}}
}

// Setup deals nine cards to each seat and turns one up. A random seat starts the first round, and
// in each later round the next seat clockwise starts (rules.md A9). The dealer is at the starter's
// right.
func (r *Rules) Setup(seats int, chance game.Chance, before []game.Result) game.Setup {
	first := game.Seat(chance.Pick)
	if n := len(before); n > 0 {
		first = (before[n-1].Lead + 1) % game.Seat(seats)
	}
	s, rest := kit.Deal(seats, first, handSize, chance.Deck)
	s.TopCard, s.Pile = rest[0], slices.Clone(rest[1:])
	return s
}

// Start accepts any hands that aren't empty, with a card turned up and any pile. If the setup names
// no leader the seat at the dealer's left leads.
func (r *Rules) Start(s game.Setup) (game.State, error) {
	n := len(s.Hands)
	fewest, most := r.Seats()
	t, err := kit.Limits{Name: name, Fewest: fewest, Most: most, Shedding: true}.NewTable(s, r.Deck(n))
	if err != nil {
		return nil, err
	}
	st := roundState{Table: t, starter: s.TopCard}
	st.Core = Core{Top: s.TopCard, Up: s.CountUp, Seats: uint8(n), Turn: uint8(t.PlaceOf(t.Lead)), Owner: -1, Acehole: -1, FreeDraw: r.freeDraw}
	st.Core.Cards = uint8(copy(st.Pile[:], s.Pile))
	for place, seat := range t.Order {
		st.Hands[place] = card.SetOf(s.Hands[seat]...)
	}
	st.begin()
	return kit.NewState(&st), nil
}
