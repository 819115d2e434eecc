// Package tienlen is Tiến Lên as it is played in the south of Vietnam (rules.md T).
//
// Two to four players hold 13 cards each of a deck of 52; where fewer than four play,
// the rest is not seen. 3 is the lowest rank and 2 the highest, and within a rank
// ♠ < ♣ < ♦ < ♥. In the first round of a match whoever holds the lowest card that was
// dealt leads, with a play that contains it; later the winner of the round before leads.
//
// A play is a single card, a pair, a triple, a four, a sequence (three or more
// successive ranks of 3 … A) or a pair sequence (three or more successive pairs of
// 3 … A). A higher play of the same kind and as many cards beats it: the highest card
// decides, rank then suit. Beyond that there are chops: with chops=south
//
//   - three pairs in sequence beat a single 2,
//   - a four beats that, a pair of 2s, and any three pairs in sequence,
//   - four pairs in sequence beat all of these, and any four,
//   - five or more also three 2s, and any sequence of fewer pairs.
//
// With chops=narrow a four or three pairs beat a single 2, four pairs a pair of 2s, five
// pairs three 2s; with chops=none nothing does.
//
// Whoever passes is out of the trick. With late=yes those who passed are asked again
// wherever four pairs in sequence could beat the top play, and may play four or more.
// The trick ends when the turn comes round to whoever made the top play; they lead, or
// if they are out the next player who holds cards. The round ends when one player holds
// cards. A dragon (3 … A), four 2s, six pairs or five pairs in sequence win it at the
// deal, and the others share second place.
//
// The p-th of n players gets n-p points; an instant win gets 2(n-1). With penalties a
// chop costs what was chopped, and the last pays the first for the 2s, fours and pair
// sequences that are left.
//
// Core is the round as computer players copy and step it; Rules and a kit.State keep
// package game's contract on top of it.
package tienlen

import (
	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

// name is what players call the game.
const name say.Text = "Tiến Lên"

const handSize = 13

// Rules is Tiến Lên with its options set.
type Rules struct {
	kit.Settings
	kit.Match
	house
	instant bool
}

// New returns Tiến Lên with options set. An *game.Illegal names a value that an option
// can't have.
func New(options map[string]string) (game.Rules, error) {
	set, err := kit.Set(preset(), options)
	if err != nil {
		return nil, err
	}
	yes := func(key string) bool { return set.Value(key) == "yes" }
	r := &Rules{
		Settings: set,
		Match:    kit.Match{Rounds: set.Number("rounds"), Target: set.Number("target"), Longest: set.Number("longest"), Wins: true},
		house:    house{penalties: yes("penalties")},
		instant:  yes("instant"),
	}
	switch set.Value("chops") {
	case "south":
		r.chops, r.late = south, yes("late")
	case "narrow":
		r.chops = narrow
	}
	return r, nil
}

func preset() []game.Option {
	yesNo := func(key string, name, about, yes, no say.Text) game.Option {
		return game.Option{Key: key, Name: name, About: about, Value: "yes", Preset: "yes", Choices: []game.Choice{
			game.NewChoice("yes", "Yes", yes), game.NewChoice("no", "No", no),
		}}
	}
	return []game.Option{
		{Key: "rounds", Name: "Rounds", About: "How many rounds the match lasts, unless a winning score is set.", Value: "10", Preset: "10", Min: 1, Max: 50},
		{Key: "target", Name: "Winning score", About: "The match ends once someone has this many points; 0 for none.", Value: "0", Preset: "0", Min: 0, Max: 500},
		kit.Longest(),
		{Key: "chops", Name: "Chops", About: "What beats 2s.", Value: "south", Preset: "south", Choices: []game.Choice{
			game.NewChoice("south", "As in the south", "Fours and pair sequences beat 2s, and one another."),
			game.NewChoice("narrow", "2s only", "Fours and pair sequences beat 2s and nothing else."),
			game.NewChoice("none", "None", "Only a higher 2 beats a 2."),
		}},
		yesNo("late", "Late chops", "Whether you may chop after you have passed.",
			"Four or more pairs may chop even after a pass; only with chops as in the south.", "If you pass, you are out of the trick."),
		yesNo("instant", "Instant wins", "Whether some hands win as soon as they are dealt.",
			"A dragon, four 2s, six pairs or five pairs in sequence win at once.", "Every round is played out."),
		yesNo("penalties", "Penalties", "Whether chops and cards left over cost points.",
			"A chop costs points, and so do 2s, fours and pair sequences left over.", "Only places count."),
	}
}

// Name is "tienlen".
func (r *Rules) Name() string { return "tienlen" }

// Passes implements game.Rules.
func (r *Rules) Passes() bool { return true }

// Seats is two to four.
func (r *Rules) Seats() (min, max int) { return 2, Players }

// Deck is a deck of 52.
func (r *Rules) Deck(int) []card.Card { return card.Deck(1, 0) }

// Titles are those of the first and of the last.
func (r *Rules) Titles() []game.TitleWord {
	return []game.TitleWord{
		{Title: game.First, Word: say.New("Nhất"), Clean: say.New("Nhất"), Place: 1},
		{Title: game.Last, Word: say.New("Bét"), Clean: say.New("Bét"), Place: game.WordPlaces},
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

// Start begins a round with any hands of 1 to 13 different cards. Without a seat that
// leads the winner of the round before does or, in a first round, whoever holds the
// lowest card, and must play it.
func (r *Rules) Start(s game.Setup) (game.State, error) {
	table, err := kit.Bounds{Name: name, Fewest: 2, Most: Players, Hand: handSize}.Sit(s, r.Deck(len(s.Hands)))
	if err != nil {
		return nil, err
	}
	m := moment{Table: table, rules: r, winner: -1}
	m.Core = Core{Seats: uint8(len(s.Hands)), house: r.house}
	dealt := kit.Cards(0)
	for place, seat := range table.Order {
		m.Hands[place] = CardsOf(s.Hands[seat]...)
		dealt |= m.Hands[place]
	}
	for place, seat := range table.Order {
		switch {
		case s.Lead != game.Nobody:
		case s.Places == nil && m.Hands[place]&(dealt&-dealt) != 0:
			table.Lead, m.Due = seat, dealt&-dealt
		case s.Places != nil && s.Places[seat] == 1 && (s.Places[table.Lead] != 1):
			table.Lead = seat
		}
	}
	m.Turn = uint8(table.PlaceOf(table.Lead))
	if r.instant {
		m.dealtOut()
	}
	return kit.Keep(&m), nil
}
