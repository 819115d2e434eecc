// Package bigtwo is Big Two (rules.md B).
//
// Four players hold 13 cards each. 3 is the lowest rank and 2 the highest, and
// within a rank ♦ < ♣ < ♥ < ♠: 3♦ is the lowest card, 2♠ the big two. Whoever
// holds 3♦ leads the round with a play that contains it.
//
// A play is a single card, a pair, a triple or five cards; never four. A higher
// play with the same number of cards beats it. Singles go by rank, then suit;
// pairs by rank, then their higher suit; triples by rank. Five cards are a
// Straight, which a Flush beats, which a Full House beats, which a Bomb beats,
// which a Straight Flush beats:
//
//   - a Straight is five successive ranks of 3 4 5 … K A 2, which has no way
//     round its end: J Q K A 2 is the highest, A 2 3 4 5 is none. The highest
//     card decides, rank then suit.
//   - a Flush is five cards of a suit. The highest card decides, likewise.
//   - a Full House is a triple and a pair. The triple decides.
//   - a Bomb is four of a kind and any fifth card. The four decide.
//   - a Straight Flush is a Straight of one suit.
//
// A player who passed may play again later in the trick. After three passes in a row
// whoever played last leads, and may play anything.
//
// The round ends when a hand is empty. The others lose a point for each card
// they hold, two from ten cards on, and with the option triple13 three for all
// 13; the winner gains what they lose. A match goes over a number of rounds, or
// to a number of points; most points win it, then most rounds won, then the
// last round.
//
// Core is the round as computer players copy and step it; Rules and State keep
// package game's contract on top of it.
package bigtwo

import (
	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

const handSize = 13

// name is what players call the game.
const name say.Text = "Big Two"

// Rules is Big Two with its options set.
type Rules struct {
	kit.Settings
	kit.Match
	triple13 bool
}

// New returns Big Two with options set. An *game.Illegal names a value that an
// option can't have.
func New(options map[string]string) (game.Rules, error) {
	return newRules(append(preset(), kit.MaxRoundsOption()), options)
}

// NewV1 is Big Two with rules version 1: a match with a winning score goes on until
// someone has it.
func NewV1(options map[string]string) (game.Rules, error) { return newRules(preset(), options) }

func newRules(preset []game.Option, options map[string]string) (game.Rules, error) {
	set, err := kit.Set(preset, options)
	if err != nil {
		return nil, err
	}
	return &Rules{
		Settings: set,
		Match:    kit.Match{Rounds: set.Number("rounds"), Target: set.Number("target"), MaxRounds: set.Number("longest"), RoundsBreakTies: true},
		triple13: set.Value("triple13") == "yes",
	}, nil
}

func preset() []game.Option {
	return []game.Option{
		{Key: "rounds", Name: "Rounds", About: "How many rounds the match lasts, unless a winning score is set.", Value: "5", Preset: "5", Min: 1, Max: 50},
		{Key: "target", Name: "Winning score", About: "The match ends once someone has this many points; 0 for none.", Value: "0", Preset: "0", Min: 0, Max: 500},
		{Key: "triple13", Name: "All 13 cards left", About: "What it costs to be left with all 13 cards.", Value: "no", Preset: "no", Choices: []game.Choice{
			game.NewChoice("no", "Doubled", "13 cards cost 26 points, since ten or more count double."),
			game.NewChoice("yes", "Tripled", "13 cards cost 39 points."),
		}},
	}
}

// Name is "bigtwo".
func (r *Rules) Name() string { return "bigtwo" }

// Passes implements game.Rules.
func (r *Rules) Passes() bool { return true }

// Seats is four, always.
func (r *Rules) Seats() (min, max int) { return Players, Players }

// Deck is a deck of 52.
func (r *Rules) Deck(int) []card.Card { return card.Deck(1, 0) }

// Titles is that of the last round's winner.
func (r *Rules) Titles() []game.TitleWord {
	return []game.TitleWord{{Title: game.BigTwo, Word: say.New(name)}}
}

// Setup deals 13 cards to each seat. The deal, which decides nothing, passes
// clockwise; the last seat deals first.
func (r *Rules) Setup(seats int, chance game.Chance, before []game.Result) game.Setup {
	s, _ := kit.Deal(seats, game.Seat(len(before)%seats), handSize, chance.Deck)
	return s
}

// Start begins a round with any hands of 1 to 13 different cards. Without a
// seat that leads, the holder of 3♦ does and must play it; where nobody has it,
// the seat at the dealer's left leads.
func (r *Rules) Start(s game.Setup) (game.State, error) {
	table, err := kit.Limits{Name: name, Fewest: Players, Most: Players, MaxHand: handSize}.NewTable(s, r.Deck(Players))
	if err != nil {
		return nil, err
	}
	st := roundState{Table: table, rules: r}
	st.Core.Turn = uint8(table.PlaceOf(table.Lead))
	for place, seat := range table.Order {
		st.Hands[place] = CardsOf(s.Hands[seat]...)
		if s.Lead == game.Nobody && st.Hands[place]&ThreeOfDiamonds != 0 {
			table.Lead, st.Core.Turn, st.Due = seat, uint8(place), true
		}
	}
	return kit.NewState(&st), nil
}

// counts says how many cards were left, and how they count.
func (r *Rules) counts(cards int) say.Message {
	switch lost := r.lost(cards); {
	case cards == 0:
		return say.Message{}
	case lost > 2*cards:
		return say.New("{n:# card|# cards}, tripled", cards)
	case lost > cards:
		return say.New("{n:# card|# cards}, doubled", cards)
	}
	return say.New("{n:# card|# cards}", cards)
}

// lost is what a number of cards left in a hand costs (rules.md B7, B9).
func (r *Rules) lost(cards int) int {
	switch {
	case cards == handSize && r.triple13:
		return 3 * cards
	case cards >= 10:
		return 2 * cards
	}
	return cards
}
