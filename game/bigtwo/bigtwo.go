// Package bigtwo is Big Two (rules.md B).
//
// Four players have 13 cards each. 3 is the lowest rank and 2 the highest, and within a rank ♦ <
// ♣ < ♥ < ♠. 3♦ is the lowest card and 2♠, the big two, the highest. Whoever holds 3♦
// leads the round with a play that includes it.
//
// A play is a single card, a pair, a triple or five cards; there are no plays of four. A higher
// play with the same number of cards beats it. Singles are compared by rank, then suit; pairs by
// rank, then their higher suit; triples by rank. Plays of five cards belong to one of these
// classes, each of which beats the classes before it:
//
//   - a Straight is five ranks in a row of 3 4 5 … K A 2. It can't wrap around: J Q K A 2 is the
//     highest, and A 2 3 4 5 isn't a straight. The highest card decides, by rank, then suit.
//   - a Flush is five cards of a suit. The highest card decides in the same way.
//   - a Full House is a triple and a pair. The triple decides.
//   - a Bomb is four of a kind and any fifth card. The four decide.
//   - a Straight Flush is a Straight of one suit.
//
// A player who passed may play again later in the trick. After three passes in a row the player of
// the last play leads with any play.
//
// The round ends when a hand is empty. The others lose a point for each card they hold, or two for
// each from ten cards on, or three for each of 13 cards with the option triple13. The winner gains
// what they lose. A match lasts a number of rounds, or ends at a number of points. The most points
// win it; ties go to the most rounds won, then to the last round.
//
// Core is the round that simulations copy and step. Rules and State implement package game on top
// of it.
package bigtwo

import (
	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

const handSize = 13

// name is the game's name for players.
const name say.Text = "Big Two"

// Rules is Big Two with its options set.
type Rules struct {
	kit.Settings
	kit.Match
	triple13 bool
}

// New returns Big Two with options set. It returns an *game.Illegal for a value that an option
// can't have.
func New(options map[string]string) (game.Rules, error) {
	set, err := kit.Set(preset(), options)
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
		{Key: "rounds", Name: "Rounds", Question: "Without a winning score, how many rounds does the match last?", Value: "5", Preset: "5", Min: 1, Max: 50},
		{Key: "target", Name: "Winning score", Question: "How many points end the match?", Value: "0", Preset: "0", Min: 0, Max: 500},
		{Key: "triple13", Name: "All 13 cards count three times", Question: "Do all 13 cards count three times?", Value: "no", Preset: "no", Choices: kit.NoYes("no", "yes")},
		kit.MaxRoundsOption(""),
	}
}

// Name implements game.Rules.
func (r *Rules) Name() string { return "bigtwo" }

// Passes implements game.Rules.
func (r *Rules) Passes() bool { return true }

// FewestToBeat implements game.Countable: it takes as many cards as the top play has.
func (r *Rules) FewestToBeat(v game.View) int { return len(v.Top.Cards) }

// Seats implements game.Rules.
func (r *Rules) Seats() (min, max int) { return Players, Players }

// Deck implements game.Rules.
func (r *Rules) Deck(int) []card.Card { return card.Deck(1, 0) }

// Titles returns the title of the winner of the last round.
func (r *Rules) Titles() []game.TitleWord {
	return []game.TitleWord{{Title: game.BigTwo, Word: say.New(name)}}
}

// Setup deals 13 cards to each seat. The last seat deals first, and the deal passes clockwise. Who
// deals has no effect on play.
func (r *Rules) Setup(seats int, chance game.Chance, before []game.Result) game.Setup {
	s, _ := kit.Deal(seats, game.Seat(len(before)%seats), handSize, chance.Deck)
	return s
}

// LeadCard implements game.LeadCarder (rules.md B2).
func (r *Rules) LeadCard(game.Setup) card.Card { return suits.Card(0) }

// Start accepts any hands of 1 to 13 different cards. If the setup names no leader the holder of
// 3♦ leads and must play it. If nobody has it the seat at the dealer's left leads.
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
			table.Lead, st.Core.Turn, st.MustPlayThree = seat, uint8(place), true
		}
	}
	return kit.NewState(&st), nil
}

// pointDetail says how many cards were left and how they count.
func (r *Rules) pointDetail(cards int) say.Message {
	if cards == 0 {
		return say.Message{}
	}
	left := say.New("{n:# card|# cards}", cards)
	if times := r.penalty(cards) / cards; times > 1 {
		return say.New("{cards} × {n}", left, times)
	}
	return left
}

// penalty returns what it costs to be left with a number of cards (rules.md B7, B9).
func (r *Rules) penalty(cards int) int {
	switch {
	case cards == handSize && r.triple13:
		return 3 * cards
	case cards >= 10:
		return 2 * cards
	}
	return cards
}
