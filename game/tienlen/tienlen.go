// Package tienlen is Tiến Lên as it is played in the south of Vietnam, with the rules of
// docs/rules.md (T1 to T13).
//
// Two to four players have up to 13 cards each. 3 is the lowest rank and 2 the highest, and within
// a rank ♠ < ♣ < ♦ < ♥. A play is one to four cards of a rank, three or more ranks in sequence, or
// three or more pairs in sequence; 2s are in no sequence. A higher play of the same kind and size
// beats it. Fours and pair sequences also beat 2s, and some of them beat one another: such a play
// is a chop. A pass is final for the trick, except that four or more pairs may chop after a pass.
//
// The round ends when only one player holds cards. Places give points, and with the option
// penalties chops and certain cards left over cost points. Some hands win as soon as they are
// dealt.
//
// Core is the round that simulations copy and step. Rules and State implement package game on top
// of it.
package tienlen

import (
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

// name is the game's name for players.
const name say.Text = "Tiến Lên"

const handSize = 13

// Rules is Tiến Lên with its options set.
type Rules struct {
	kit.Settings
	kit.Match
	roundRules
	instant bool
}

// New returns Tiến Lên with options set. It returns an *game.Illegal for a value that an option
// can't have.
func New(options map[string]string) (game.Rules, error) {
	set, err := kit.Set(preset(), options)
	if err != nil {
		return nil, err
	}
	match, set := kit.RoundsOrTarget(set)
	chops := uint8(set.Index("chops"))
	if chops != south {
		set = set.Sleep("late")
	}
	return &Rules{
		Settings:   set,
		Match:      match,
		roundRules: roundRules{chops: chops, lateChops: chops == south && set.Is("late", "yes"), penalties: set.Is("penalties", "yes")},
		instant:    set.Is("instant", "yes"),
	}, nil
}

func preset() []game.Option {
	yes := func(key string, name say.Text) game.Option {
		return game.Option{Key: key, Name: name, Value: "yes", Preset: "yes", Choices: kit.NoYes("no", "yes")}
	}
	return []game.Option{
		{Key: "rounds", Name: "Rounds", Value: "10", Preset: "10", Min: 1, Max: 50},
		{Key: "target", Name: "Winning score", Value: "0", Preset: "0", Min: 0, Max: 500},
		kit.MaxRoundsOption(""),
		{Key: "chops", Name: "Fours and pair sequences beat", Value: "south", Preset: "south", Choices: []game.Choice{
			game.NewChoice("south", "2s and one another", ""),
			game.NewChoice("narrow", "2s only", ""),
			game.NewChoice("none", "No 2s", ""),
		}},
		yes("late", "Chopping after a pass"),
		yes("instant", "Some hands win as soon as they are dealt"),
		yes("penalties", "Chops and cards left over cost points"),
	}
}

func (r *Rules) Name() string { return "tienlen" }

func (r *Rules) Passes() bool { return true }

// FewestToBeat implements game.Countable: as many cards as the top play has, or a four of a kind,
// which beats pairs in sequence.
func (r *Rules) FewestToBeat(v game.View) int { return min(len(v.Top.Cards), 4) }

func (r *Rules) Seats() (min, max int) { return 2, Players }

func (r *Rules) Deck(int) []card.Card { return card.Deck(1, 0) }

// Titles returns the titles of the first and last place.
func (r *Rules) Titles() []game.TitleWord {
	return []game.TitleWord{
		{Title: game.First, Word: say.New("Nhất"), Clean: say.New("Nhất"), Means: "first", Place: 1},
		{Title: game.Last, Word: say.New("Bét"), Clean: say.New("Bét"), Means: "last", Place: game.WordPlaces, Last: true},
	}
}

// Setup deals 13 cards to each seat. The deal passes clockwise.
func (r *Rules) Setup(seats int, chance game.Chance, before []game.Result) game.Setup {
	s, _ := kit.Deal(seats, game.Seat(len(before)%seats), handSize, chance.Deck)
	if n := len(before); n > 0 {
		for seat := range seats {
			s.Places = append(s.Places, before[n-1].Place(game.Seat(seat)))
		}
	}
	return s
}

// LeadCard implements game.LeadCarder (rules.md T2): the lowest card dealt, in the first round of a match.
func (r *Rules) LeadCard(s game.Setup) card.Card {
	if s.Places != nil {
		return card.None
	}
	return suits.Card(CardsOf(slices.Concat(s.Hands...)...).Low())
}

// Start accepts any hands of 1 to 13 different cards. If the setup names no leader the winner of
// the previous round leads. In a first round the holder of the lowest card leads and must play it.
func (r *Rules) Start(s game.Setup) (game.State, error) {
	table, err := kit.Limits{Name: name, Fewest: 2, Most: Players, MaxHand: handSize}.NewTable(s, r.Deck(len(s.Hands)))
	if err != nil {
		return nil, err
	}
	m := roundState{Table: table, winner: -1}
	m.Core = Core{Seats: uint8(len(s.Hands)), roundRules: r.roundRules}
	opens := kit.Cards(0)
	if c := r.LeadCard(s); c != card.None {
		opens = CardsOf(c)
	}
	for place, seat := range table.Order {
		m.Hands[place] = CardsOf(s.Hands[seat]...)
		switch {
		case s.Lead != game.Nobody:
		case m.Hands[place]&opens != 0:
			table.Lead, m.MustPlay = seat, opens
		case s.Places != nil && s.Places[seat] == 1 && (s.Places[table.Lead] != 1):
			table.Lead = seat
		}
	}
	table.WinnerLeads = s.Lead == game.Nobody && s.Places != nil && s.Places[table.Lead] == 1
	m.Turn = uint8(table.PlaceOf(table.Lead))
	if r.instant {
		m.applyInstantWin()
	}
	return kit.NewState(&m), nil
}
