// Package bigtwo is Big Two (rules.md B).
//
// Two to four players have 13 cards each; three players have 17, and one of them has an 18th card,
// which everyone has seen. 3 is the lowest rank and 2 the highest, and within a rank ♦ < ♣ < ♥ < ♠. 2♠ is the big two.
// Whoever holds the lowest card leads the round with a play that includes it.
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
// A player who passed may play again later in the trick. After all others have passed, the player of
// the last play leads with any play.
//
// The round ends when a hand is empty. The others lose a point for each card they hold, or two for
// each from ten cards on, or three for each of 13 cards with the option triple13. The winner gains
// what they lose. A match lasts a number of rounds, or ends at a number of points. The most points
// win it; ties go to the most rounds won, then to the last round.
//
// Elsewhere people play with another order of the suits, with other straights, or with flushes that
// don't exist or go by suit. A kind of five cards may beat only its own kind, or bombs may beat
// everything. A pass may be final; the next player's last card may demand the highest single; a hand
// of all ranks, a dragon, may win at once; 2s that are left over may double the loss. A Variant has
// these options as tables: which suits, straights and classes there are, and what beats what.
//
// Core is the round that simulations copy and step. Rules and State implement package game on top
// of it.
package bigtwo

import (
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

// name is the game's name for players.
const name say.Text = "Big Two"

// handSize returns the number of cards that each player is dealt.
func handSize(seats int) int {
	if seats == 3 {
		return 17
	}
	return 13
}

// Rules is Big Two with its options set.
type Rules struct {
	kit.Settings
	kit.Match
	Variant
	lowestLeads                  bool // in every round; otherwise in the first of a match
	dragon, triple13, twosDouble bool
	doublesFrom                  int // cards from which each counts twice
}

// New returns Big Two with options set. It returns an *game.Illegal for a value that an option
// can't have.
func New(options map[string]string) (game.Rules, error) {
	set, err := kit.Set(preset(), options)
	if err != nil {
		return nil, err
	}
	match, set := kit.RoundsOrTarget(set)
	return &Rules{
		Settings:    set,
		Match:       match,
		Variant:     variantOf(set),
		lowestLeads: set.Is("openall", "yes"),
		dragon:      set.Is("dragon", "win"),
		triple13:    set.Is("triple13", "yes"),
		twosDouble:  set.Is("twoleft", "double"),
		doublesFrom: map[string]int{"10": 10, "9": 9, "no": 99}[set.Value("doubles")],
	}, nil
}

func (r *Rules) Name() string { return "bigtwo" }

func (r *Rules) Passes() bool { return true }

// FewestToBeat implements game.Countable: it takes as many cards as the top play has. A bomb that beats
// smaller plays takes more.
func (r *Rules) FewestToBeat(v game.View) int { return len(v.Top.Cards) }

func (r *Rules) Seats() (min, max int) { return 2, Players }

func (r *Rules) Deck(int) []card.Card { return card.Deck(1, 0) }

// Titles returns the title of the winner of the last round.
func (r *Rules) Titles() []game.TitleWord {
	return []game.TitleWord{{Title: game.BigTwo, Word: say.New(name)}}
}

// Setup deals 13 cards to each seat, or 17 to each of three. Of three, the holder of the lowest card
// also gets the card left over, which everyone sees. The last seat deals first, and the deal passes
// clockwise. Who deals has no effect on play.
func (r *Rules) Setup(seats int, chance game.Chance, before []game.Result) game.Setup {
	s, rest := kit.Deal(seats, game.Seat(len(before)%seats), handSize(seats), chance.Deck)
	if seats == 3 {
		lowest := r.lowest(s)
		for seat, hand := range s.Hands {
			if slices.Contains(hand, lowest) {
				s.Hands[seat] = append(hand, rest[0])
				s.LeftOver = game.DrawnCard{Seat: game.Seat(seat), Card: rest[0]}
			}
		}
	}
	if n := len(before); n > 0 && !r.lowestLeads {
		for seat := range seats {
			s.Places = append(s.Places, before[n-1].Place(game.Seat(seat)))
		}
	}
	return s
}

func (r *Rules) lowest(s game.Setup) card.Card {
	return r.Card(r.Of(slices.Concat(s.Hands...)...).Low())
}

// LeadCard implements game.LeadCarder (rules.md B2, B10). Of four seats it is the lowest card of the
// deck, because all cards are dealt.
func (r *Rules) LeadCard(s game.Setup) card.Card {
	switch {
	case s.Places != nil && !r.lowestLeads:
		return card.None
	case len(s.Hands) == Players:
		return r.Card(0)
	}
	return r.lowest(s)
}

// Start accepts any hands of different cards, up to 13 in each, or 18 of three. If the setup names no
// leader, the winner of the previous round leads if the options say so, and otherwise the holder of the
// lowest card, who must play it. If nobody has that card the seat at the dealer's left leads.
func (r *Rules) Start(s game.Setup) (game.State, error) {
	seats, most := len(s.Hands), handSize(len(s.Hands))
	if seats == 3 {
		most++
	}
	table, err := kit.Limits{Name: name, Fewest: 2, Most: Players, MaxHand: most}.NewTable(s, r.Deck(seats))
	if err != nil {
		return nil, err
	}
	st := roundState{Table: table, rules: r, leftOver: s.LeftOver}
	st.Core = r.Core(seats)
	opens := r.LeadCard(s)
	for place, seat := range table.Order {
		st.Hands[place] = r.Of(s.Hands[seat]...)
		switch {
		case s.Lead != game.Nobody:
		case slices.Contains(s.Hands[seat], opens):
			table.Lead, st.MustPlayLowest = seat, true
		case opens == card.None && s.Places[seat] == 1 && s.Places[table.Lead] != 1:
			table.Lead = seat
		}
	}
	table.WinnerLeads = s.Lead == game.Nobody && opens == card.None && s.Places[table.Lead] == 1
	st.Turn = uint8(table.PlaceOf(table.Lead))
	if r.dragon {
		st.endWithDragon()
	}
	return kit.NewState(&st), nil
}

// Core returns a round for a number of seats, before the deal. Place 0 is to lead.
func (r *Rules) Core(seats int) Core { return Core{Variant: r.Variant, Seats: uint8(seats)} }

// Score returns the points of a finished round, by place (rules.md B7, B10).
func (r *Rules) Score(c *Core) (points [Players]int) {
	for place, hand := range c.Hands[:c.Seats] {
		if place != int(c.Turn) {
			lost := r.Lost(hand, int(c.Seats))
			points[place] -= lost
			points[c.Turn] += lost
		}
	}
	return points
}

// Lost returns the points that it costs to be left with a hand.
func (r *Rules) Lost(hand Cards, seats int) int {
	return hand.Len() * r.times(hand, seats) << r.doublings(hand)
}

// times returns how many times each card of a hand counts.
func (r *Rules) times(hand Cards, seats int) int {
	switch n := hand.Len(); {
	case n >= handSize(seats) && r.triple13:
		return 3
	case n >= r.doublesFrom:
		return 2
	}
	return 1
}

// doublings returns how many 2s in a hand double the loss.
func (r *Rules) doublings(hand Cards) int {
	if !r.twosDouble {
		return 0
	}
	return (hand & kit.Rank(48)).Len()
}

// pointDetail says what was left, and how it counts.
func (r *Rules) pointDetail(hand Cards, seats int) say.Message {
	if hand == 0 {
		return say.Message{}
	}
	detail := say.New("{n:# card|# cards}", hand.Len())
	if times := r.times(hand, seats); times > 1 {
		detail = say.New("{cards} × {n}", detail, times)
	}
	if twos := r.doublings(hand); twos > 0 {
		detail = say.New("{cards} × {n} for {twos:a 2|2s} left over", detail, 1<<twos, twos)
	}
	return detail
}
