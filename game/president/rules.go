package president

import (
	"fmt"
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/internal/say"
)

// Rules is one system of the family with its options set.
type Rules struct {
	preset   preset
	settings settings
	rules    ruleSet
}

// Name returns the key of the system.
func (r *Rules) Name() string { return r.preset.name }

// Options lists the options of rules.md P1 as they are set.
func (r *Rules) Options() []game.Option { return slices.Clone(r.settings) }

// Passes implements game.Rules.
func (r *Rules) Passes() bool { return true }

// Seats says how many may play: as many as the preset is for, and enough for the
// decks that the options need.
func (r *Rules) Seats() (min, max int) {
	min = r.preset.min
	for min < r.preset.max && r.Fits(min) != nil {
		min++
	}
	return min, r.preset.max
}

// Fits refuses a number of players with whom the options can't be played: a
// guillotine takes two Jokers, which one a deck gives only where there are two
// decks (rules.md P7).
func (r *Rules) Fits(seats int) error {
	jokers := r.settings.number("jokers") * r.preset.decks(seats)
	if r.rules.guillotine && jokers < guillotineJokers {
		return game.Refuse("A guillotine needs two Jokers, and with up to {most} players there is only one. From {fewest} players on there are two decks: play with more people, or with two Jokers in each deck.", r.preset.second-1, r.preset.second)
	}
	return nil
}

// Deck returns one deck or, where the preset has it, two for many seats.
func (r *Rules) Deck(seats int) []card.Card {
	return card.Deck(r.preset.decks(seats), r.settings.number("jokers"))
}

// Setup deals a round (rules.md P9, P10).
func (r *Rules) Setup(seats int, chance game.Chance, before []game.Result) game.Setup {
	s := game.Setup{Lead: game.Nobody, Hands: make([][]card.Card, seats), Order: make([]game.Seat, seats)}
	if len(before) == 0 {
		s.Dealer = game.Seat(chance.Pick)
		if r.preset.drawn {
			s.Drawn, s.Dealer = r.draw(seats, chance)
		}
	} else {
		places := before[len(before)-1].Places
		s.Dealer = places[seats-1]
		s.Places = make([]int, seats)
		for i, seat := range places {
			s.Places[seat] = i + 1
		}
	}
	for i := range s.Order {
		s.Order[i] = game.Seat((int(s.Dealer) + 1 + i) % seats)
	}
	if s.Places != nil && r.settings.is("seating", "rank") {
		copy(s.Order, before[len(before)-1].Places)
	}
	deck := chance.Deck
	if s.Places != nil && r.settings.is("exchange", "extra") {
		top := before[len(before)-1].Places
		extra := []int{2}
		if seats >= r.settings.number("vice") {
			extra = append(extra, 1)
		}
		for i, n := range extra {
			s.Hands[top[i]] = append(s.Hands[top[i]], deck[:n]...)
			deck = deck[n:]
		}
	}
	for i, c := range deck {
		seat := s.Order[i%seats]
		s.Hands[seat] = append(s.Hands[seat], c)
	}
	return s
}

// draw lets every seat draw a card, the lowest deals. Where only ranks decide, those who
// tie for it draw again; should they tie through the whole deck, chance picks one.
func (r *Rules) draw(seats int, chance game.Chance) ([][]game.DrawnCard, game.Seat) {
	low := func(c card.Card) uint8 { return uint8(c.Rank()) }
	if r.preset.decided {
		low = r.rules.worth
	}
	var draws [][]game.DrawnCard
	var tied []game.Seat
	for s := range seats {
		tied = append(tied, game.Seat(s))
	}
	for cards := chance.Draws; len(tied) > 1; {
		if len(cards) < len(tied) {
			return draws, tied[chance.Pick%len(tied)]
		}
		drawn := make([]game.DrawnCard, len(tied))
		lowest := low(cards[0])
		for i, seat := range tied {
			drawn[i] = game.DrawnCard{Seat: seat, Card: cards[i]}
			lowest = min(lowest, low(cards[i]))
		}
		cards = cards[len(tied):]
		draws = append(draws, drawn)
		tied = nil
		for _, d := range drawn {
			if low(d.Card) == lowest {
				tied = append(tied, d.Seat)
			}
		}
	}
	return draws, tied[0]
}

// Start checks that a setup can be played and makes the exchanges that need no
// decision. Any hands that are part of a deal will do, for 2 to 14 seats.
func (r *Rules) Start(setup game.Setup) (game.State, error) {
	seats := len(setup.Hands)
	if seats < 2 || seats > MaxChairs {
		return nil, fmt.Errorf("president: %d hands dealt; 2 to %d can play", seats, MaxChairs)
	}
	if err := r.Fits(seats); err != nil {
		return nil, err
	}
	order, err := setup.Check(r.Deck(seats))
	if err != nil {
		return nil, fmt.Errorf("president: %w", err)
	}
	s := moment{deal: &deal{rules: r, drawn: setup.Drawn, order: order}}
	p := &s.pos
	p.rules = r.rules
	p.rules.chairs = uint8(seats)
	p.lead = -1
	for chair, seat := range s.order {
		s.chair[seat] = int8(chair)
		for _, c := range setup.Hands[seat] {
			p.hands[chair].Add(c)
		}
		s.dealt += len(setup.Hands[seat])
		if setup.Places != nil {
			p.held[chair] = int8(setup.Places[seat])
		}
	}
	if setup.Lead != game.Nobody {
		p.lead, s.named = s.chair[setup.Lead], true
	}
	p.alive = 1<<seats - 1
	s.swap(p.exchange())
	p.begin()
	return &State{s}, nil
}

// Titles lists the titles with the preset's words, and the clean ones for them
// (rules.md P8).
func (r *Rules) Titles() []game.TitleWord {
	keys := [...]game.Title{game.President, game.VicePresident, game.Citizen, game.ViceScum, game.Scum}
	clean := [...]say.Text{"President", "Vice-President", "Citizen", "Vice-Scum", "Scum"}
	words := make([]game.TitleWord, len(keys))
	for i, k := range keys {
		words[i] = game.TitleWord{Title: k, Word: say.New(r.preset.words[i]), Clean: say.New(clean[i]), Place: i + 1}
	}
	return words
}

// Points returns what a place counts, from 1 (rules.md P8).
func (r *Rules) Points(place, seats int) int {
	_, points := r.merit(place, seats)
	return points
}

// merit returns the title and the points of a place, from 1 (rules.md P8, P11).
func (r *Rules) merit(place, seats int) (game.Title, int) {
	title, points := r.classic(place, seats)
	switch own := r.settings.option("points").ListOf(); {
	case own != nil:
		points = own[min(place, len(own))-1]
	case r.settings.is("points", "distance"):
		points = seats - place
	case r.titlesOnly():
		points = 0
	}
	return title, points
}

// titlesOnly says that nobody gets points, and whoever was President most often wins.
func (r *Rules) titlesOnly() bool { return r.settings.is("points", "none") }

// classic is merit where the first two places get points, and the last two lose some with
// the option demerits.
func (r *Rules) classic(place, seats int) (game.Title, int) {
	vice := seats >= r.settings.number("vice")
	lost := 0
	if r.settings.is("demerits", "yes") {
		lost = 1
	}
	switch {
	case place == 1:
		return game.President, 2
	case place == seats:
		return game.Scum, -2 * lost
	case vice && place == 2:
		return game.VicePresident, 1
	case vice && place == seats-1:
		return game.ViceScum, -1 * lost
	}
	return game.Citizen, 0
}
