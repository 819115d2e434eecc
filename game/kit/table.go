package kit

import (
	"fmt"
	"slices"
	"strconv"

	"deuces/game"
	"deuces/game/card"
	"deuces/internal/say"
)

// Table is what stays the same through a round; it is never changed.
type Table struct {
	Order []game.Seat // clockwise from the dealer's left: the seat at each place
	Held  []int       // places of the round before by seat; nil: none
	Lead  game.Seat   // who leads the round
}

// At returns the table itself, for a Moment that embeds it.
func (t *Table) At() *Table { return t }

// PlaceOf returns the place of a seat; -1 for nobody.
func (t *Table) PlaceOf(seat game.Seat) int { return slices.Index(t.Order, seat) }

// Public returns what a View has in Public, of a game's own type, and the place of whoever
// sees it. It fails for the view of another game, and once the round is over.
func Public[C any](v game.View) (public C, place int, err error) {
	public, ok := v.Public.(C)
	place = slices.Index(v.Order, v.Seat)
	if !ok || place < 0 || v.Phase == game.Over {
		return public, place, fmt.Errorf("seat %d has nothing to decide by %T", v.Seat, v.Public)
	}
	return public, place, nil
}

// Deal deals so many cards to each seat, one at a time clockwise from the first,
// whose right-hand neighbor is the dealer. It returns the cards that are left, too.
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

// Bounds are what a round of a game can begin with.
type Bounds struct {
	Name         say.Text // of the game
	Fewest, Most int      // seats
	Hand         int      // the most cards of a hand; 0: any number
	Empty        bool     // a hand may have no cards
	Shedding     bool     // a card is turned up, and there may be a draw pile
}

// Sit holds a deal against the bounds and returns the table, where the seat at the
// dealer's left leads unless the deal says otherwise.
func (b Bounds) Sit(s game.Setup, deck []card.Card) (*Table, error) {
	n := len(s.Hands)
	switch {
	case (n < b.Fewest || n > b.Most) && b.Fewest == b.Most:
		return nil, game.Refuse("{game} is for {n:# player|# players}.", say.New(b.Name), b.Most)
	case n < b.Fewest || n > b.Most:
		return nil, game.Refuse("{game} is for {fewest} to {most} players.", say.New(b.Name), b.Fewest, b.Most)
	case !b.Shedding && (s.Top != card.None || len(s.Pile) > 0 || s.Up):
		return nil, game.Refuse("{game} has no card turned up, no draw pile and no count.", say.New(b.Name))
	case b.Shedding && s.Top == card.None:
		return nil, game.Refuse("A card must be turned up.")
	}
	order, err := s.Check(deck)
	if err != nil {
		return nil, err
	}
	for _, hand := range s.Hands {
		switch {
		case b.Empty && len(hand) == 0:
		case len(hand) == 0 && b.Hand == 0:
			return nil, game.Refuse("Everyone needs at least one card.")
		case len(hand) == 0 || b.Hand > 0 && len(hand) > b.Hand:
			return nil, game.Refuse("Everyone needs 1 to {most} cards.", b.Hand)
		}
	}
	t := &Table{Order: order, Held: slices.Clone(s.Places), Lead: order[0]}
	if s.Lead != game.Nobody {
		t.Lead = s.Lead
	}
	return t, nil
}

// Settings are a system's options as they are set.
type Settings struct{ list []game.Option }

// Set sets options over a preset. An *game.Illegal names a value that an option can't
// have.
func Set(preset []game.Option, options map[string]string) (Settings, error) {
	list, err := game.Configure(preset, options)
	return Settings{list}, err
}

// Options lists the options as they are set.
func (s Settings) Options() []game.Option {
	options := slices.Clone(s.list)
	for i := range options {
		options[i].Choices = slices.Clone(options[i].Choices)
	}
	return options
}

// Option returns an option by key; the zero Option where there is none.
func (s Settings) Option(key string) game.Option {
	if i := slices.IndexFunc(s.list, func(o game.Option) bool { return o.Key == key }); i >= 0 {
		return s.list[i]
	}
	return game.Option{}
}

// Value returns what an option is set to; "" where there is none.
func (s Settings) Value(key string) string { return s.Option(key).Value }

// Is says whether an option is set to a value.
func (s Settings) Is(key, value string) bool { return s.Value(key) == value }

// Index returns which of its choices an option is set to.
func (s Settings) Index(key string) int {
	o := s.Option(key)
	return slices.IndexFunc(o.Choices, func(c game.Choice) bool { return c.Value == o.Value })
}

// Number is Value of an option that is a number; 0 for anything else.
func (s Settings) Number(key string) int {
	n, _ := strconv.Atoi(s.Value(key))
	return n
}
