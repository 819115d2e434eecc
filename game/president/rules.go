package president

import (
	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

// Rules is one system of the family with its options set.
type Rules struct {
	kit.Settings
	preset preset
	rules  ruleSet
}

// Name returns the key of the system.
func (r *Rules) Name() string { return r.preset.name }

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
	jokers := r.Number("jokers") * r.preset.decks(seats)
	if r.rules.guillotine && jokers < guillotineJokers {
		return game.Refuse("A guillotine needs two Jokers, and with up to {most} players there is only one. From {fewest} players on there are two decks: play with more people, or with two Jokers in each deck.", r.preset.second-1, r.preset.second)
	}
	return nil
}

// Deck returns one deck or, where the preset has it, two for many seats.
func (r *Rules) Deck(seats int) []card.Card {
	return card.Deck(r.preset.decks(seats), r.Number("jokers"))
}

// Setup deals a round (rules.md P9, P10).
func (r *Rules) Setup(seats int, chance game.Chance, before []game.Result) game.Setup {
	dealer, drawn := game.Seat(chance.Pick), [][]game.DrawnCard(nil)
	var places []game.Seat // of the round before
	switch n := len(before); {
	case n > 0:
		places = before[n-1].Places
		dealer = places[seats-1]
	case r.preset.drawn:
		drawn, dealer = r.draw(seats, chance)
	}
	s, deck := kit.Deal(seats, (dealer+1)%game.Seat(seats), 0, chance.Deck)
	s.DrawnCards = drawn
	if places != nil {
		s.Places = make([]int, seats)
		for i, seat := range places {
			s.Places[seat] = i + 1
		}
		if r.Is("seating", "rank") {
			copy(s.Order, places)
		}
		if r.Is("exchange", "extra") {
			for i, n := range r.extra(seats) {
				s.Hands[places[i]] = append(s.Hands[places[i]], deck[:n]...)
				deck = deck[n:]
			}
		}
	}
	for i, c := range deck {
		seat := s.Order[i%seats]
		s.Hands[seat] = append(s.Hands[seat], c)
	}
	return s
}

// extra is how many cards the best of the round before get first.
func (r *Rules) extra(seats int) []int {
	if seats < r.Number("vice") {
		return []int{2}
	}
	return []int{2, 1}
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
	table, err := kit.Limits{Name: "President", Fewest: 2, Most: MaxChairs, EmptyHands: true}.NewTable(setup, r.Deck(seats))
	if err != nil {
		return nil, err
	}
	if err := r.Fits(seats); err != nil {
		return nil, err
	}
	s := roundState{deal: &deal{Table: table, rules: r, drawn: setup.DrawnCards, named: setup.Lead != game.Nobody}}
	p := &s.pos
	p.rules, p.rules.chairs, p.lead, p.alive = r.rules, uint8(seats), -1, 1<<seats-1
	for chair, seat := range s.Order {
		p.hands[chair] = card.SetOf(setup.Hands[seat]...)
		s.dealt += len(setup.Hands[seat])
		if setup.Places != nil {
			p.held[chair] = int8(setup.Places[seat])
		}
	}
	if s.named {
		p.lead = int8(table.PlaceOf(table.Lead))
	}
	s.swap(p.exchange())
	p.begin()
	return kit.NewState(&s), nil
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
	switch own := r.Option("points").CustomNumbers(); {
	case own != nil:
		points = own[min(place, len(own))-1]
	case r.Is("points", "distance"):
		points = seats - place
	case r.titlesOnly():
		points = 0
	}
	return title, points
}

// titlesOnly says that nobody gets points, and whoever was President most often wins.
func (r *Rules) titlesOnly() bool { return r.Is("points", "none") }

// classic is merit where the first two places get points, and the last two lose some with
// the option demerits.
func (r *Rules) classic(place, seats int) (game.Title, int) {
	vice := seats >= r.Number("vice")
	lost := 0
	if r.Is("demerits", "yes") {
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
