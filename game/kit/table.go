package kit

import (
	"fmt"
	"slices"
	"strconv"

	"deuces/game"
	"deuces/game/card"
	"deuces/internal/say"
)

// Table holds what stays the same during a round. It is read-only.
type Table struct {
	Order      []game.Seat // seats by place, clockwise from the dealer's left
	LastPlaces []int       // places in the previous round by seat; nil: none
	Lead       game.Seat   // leads the round
	// WinnerLeads means that Lead leads because it won the previous round.
	WinnerLeads bool
	dealt       int // number of cards dealt
}

// Shared returns the table itself. A RoundState embeds *Table to implement this method.
func (t *Table) Shared() *Table { return t }

// PlaceOf returns the place of a seat, or -1.
func (t *Table) PlaceOf(seat game.Seat) int { return slices.Index(t.Order, seat) }

// Public returns View.Public as the game's own type, and the viewer's place. It returns an error
// for the view of another game, for a watcher, and once the round is over.
func Public[C any](v game.View) (public C, place int, err error) {
	public, ok := v.Public.(C)
	place = slices.Index(v.Order, v.Seat)
	if !ok || place < 0 || v.Phase == game.Over {
		return public, place, fmt.Errorf("seat %[1]d has nothing to decide in the view with %[2]T", v.Seat, v.Public)
	}
	return public, place, nil
}

// Deal deals every seat the same number of cards, one at a time clockwise starting with first. The
// dealer is at first's right. Deal also returns the undealt cards.
func Deal(seats int, first game.Seat, each int, deck []card.Card) (game.Setup, []card.Card) {
	s := game.Setup{Hands: make([][]card.Card, seats), Order: make([]game.Seat, seats), Lead: game.Nobody}
	for i := range s.Order {
		seat := (first + game.Seat(i)) % game.Seat(seats)
		s.Order[i], s.Hands[seat] = seat, make([]card.Card, 0, each)
	}
	s.Dealer = s.Order[seats-1]
	for i, c := range deck[:seats*each] {
		seat := s.Order[i%seats]
		s.Hands[seat] = append(s.Hands[seat], c)
	}
	return s, deck[seats*each:]
}

// Limits are what a game requires of a deal.
type Limits struct {
	Name         say.Text // of the game
	Fewest, Most int      // number of seats
	MaxHand      int      // most cards in a hand; 0: no limit
	EmptyHands   bool     // hands may be empty
	Shedding     bool     // a card is turned up, and there may be a draw pile
}

// NewTable checks a deal and returns its Table. The seat at the dealer's left leads unless the
// Setup names a leader.
func (b Limits) NewTable(s game.Setup, deck []card.Card) (*Table, error) {
	n := len(s.Hands)
	switch {
	case n < b.Fewest || n > b.Most:
		return nil, fmt.Errorf("%s is for %d to %d players, not %d", b.Name, b.Fewest, b.Most, n)
	case !b.Shedding && (s.TopCard != card.None || len(s.Pile) > 0 || s.CountUp):
		return nil, fmt.Errorf("%s has no card turned up, no draw pile and no count", b.Name)
	case b.Shedding && s.TopCard == card.None:
		return nil, fmt.Errorf("%s needs a card turned up", b.Name)
	}
	order, err := s.Check(deck)
	if err != nil {
		return nil, err
	}
	for _, hand := range s.Hands {
		switch {
		case b.EmptyHands && len(hand) == 0:
		case len(hand) == 0 || b.MaxHand > 0 && len(hand) > b.MaxHand:
			return nil, fmt.Errorf("a hand of %s can't have %d cards", b.Name, len(hand))
		}
	}
	t := &Table{Order: order, LastPlaces: slices.Clone(s.Places), Lead: order[0]}
	for _, hand := range s.Hands {
		t.dealt += len(hand)
	}
	if s.Lead != game.Nobody {
		t.Lead = s.Lead
	}
	return t, nil
}

// NoYes returns the choices of an option that is off or on.
func NoYes(no, yes string) []game.Choice {
	return []game.Choice{game.NewChoice(no, "No", ""), game.NewChoice(yes, "Yes", "")}
}

// YesNo returns the choices of an option that is on or off, and on where nothing is set.
func YesNo(yes, no string) []game.Choice {
	return []game.Choice{game.NewChoice(yes, "Yes", ""), game.NewChoice(no, "No", "")}
}

// NumberChoices returns the choices of an option that is one of a few numbers.
func NumberChoices(from, to int) (choices []game.Choice) {
	for n := from; n <= to; n++ {
		choices = append(choices, game.Choice{Value: strconv.Itoa(n), Name: say.Verbatim(strconv.Itoa(n))})
	}
	return choices
}

// Settings are a system's options with their values.
type Settings struct{ list []game.Option }

// Set returns a preset with some options changed. It returns a *game.Illegal for a value that an
// option can't have.
func Set(preset []game.Option, options map[string]string) (Settings, error) {
	list, err := game.Configure(preset, options)
	return Settings{list}, err
}

// Options returns a copy of the options.
func (s Settings) Options() []game.Option {
	options := slices.Clone(s.list)
	for i := range options {
		options[i].Choices = slices.Clone(options[i].Choices)
	}
	return options
}

// Sleep returns the settings with some options marked as saying nothing beside the others.
func (s Settings) Sleep(keys ...string) Settings {
	list := s.Options()
	for i := range list {
		list[i].Sleeps = list[i].Sleeps || slices.Contains(keys, list[i].Key)
	}
	return Settings{list}
}

// Option returns an option by key, or the zero Option.
func (s Settings) Option(key string) game.Option {
	if i := slices.IndexFunc(s.list, func(o game.Option) bool { return o.Key == key }); i >= 0 {
		return s.list[i]
	}
	return game.Option{}
}

// Value returns the value of an option, or "".
func (s Settings) Value(key string) string { return s.Option(key).Value }

// Is reports whether an option has a value.
func (s Settings) Is(key, value string) bool { return s.Value(key) == value }

// Index returns the index of the choice that an option is set to, or -1.
func (s Settings) Index(key string) int {
	o := s.Option(key)
	return slices.IndexFunc(o.Choices, func(c game.Choice) bool { return c.Value == o.Value })
}

// Number returns the value of a numeric option, or 0.
func (s Settings) Number(key string) int {
	n, _ := strconv.Atoi(s.Value(key))
	return n
}
