package president

import (
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

// Rules is one system of the family with its options set.
type Rules struct {
	kit.Settings
	preset preset
	rules  roundRules
}

// Name implements game.Rules.
func (r *Rules) Name() string { return r.preset.name }

// Passes implements game.Rules.
func (r *Rules) Passes() bool { return true }

// Seats implements game.Rules. The fewest players can be more than the preset's minimum, if the
// options need two decks.
func (r *Rules) Seats() (min, max int) {
	min = r.preset.min
	for min < r.preset.max && r.Fits(min) != nil {
		min++
	}
	return min, r.preset.max
}

// Fits implements game.SeatChecker. A guillotine takes two Jokers; with one Joker per deck that
// needs two decks (rules.md P7).
func (r *Rules) Fits(seats int) error {
	jokers := r.Number("jokers") * r.preset.decks(seats)
	if r.rules.guillotine && jokers < guillotineJokers {
		return game.Refuse("A Guillotine needs two Jokers: play with {n} players or more, or with two Jokers in each deck.", r.preset.secondDeckFrom)
	}
	return nil
}

// Deck returns one deck, or two if the preset has a second deck for the number of seats.
func (r *Rules) Deck(seats int) []card.Card {
	return card.Deck(r.preset.decks(seats), r.Number("jokers"))
}

// Setup deals a round (rules.md P9, P10).
func (r *Rules) Setup(seats int, chance game.Chance, before []game.Result) game.Setup {
	dealer, drawn := game.Seat(chance.Pick), [][]game.DrawnCard(nil)
	var places []game.Seat // of the previous round
	switch n := len(before); {
	case n > 0:
		places = before[n-1].Places
		dealer = places[seats-1]
	case r.preset.drawForDeal:
		drawn, dealer = r.drawForDealer(seats, chance)
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
			for i, n := range r.extraCards(seats) {
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

// extraCards returns how many extra cards the best players of the previous round get.
func (r *Rules) extraCards(seats int) []int {
	if seats < r.Number("vice") {
		return []int{2}
	}
	return []int{2, 1}
}

// drawForDealer lets every seat draw a card; the lowest deals. If only ranks count, seats that tie
// for lowest draw again. If they tie through the whole deck, chance picks one of them.
func (r *Rules) drawForDealer(seats int, chance game.Chance) ([][]game.DrawnCard, game.Seat) {
	low := func(c card.Card) uint8 { return uint8(c.Rank()) }
	if r.preset.drawIsDecisive {
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

// Start checks a setup and makes the parts of the exchange that need no decision. It accepts any
// hands that the deck allows, for 2 to 14 seats.
func (r *Rules) Start(setup game.Setup) (game.State, error) {
	seats := len(setup.Hands)
	table, err := kit.Limits{Name: "President", Fewest: 2, Most: MaxChairs, EmptyHands: true}.NewTable(setup, r.Deck(seats))
	if err != nil {
		return nil, err
	}
	if err := r.Fits(seats); err != nil {
		return nil, err
	}
	s := roundState{roundInfo: &roundInfo{Table: table, rules: r, drawnCards: setup.DrawnCards, leaderNamed: setup.Lead != game.Nobody}}
	p := &s.position
	p.rules, p.rules.chairs, p.lead, p.holding = r.rules, uint8(seats), -1, 1<<seats-1
	for chair, seat := range s.Order {
		p.hands[chair] = card.SetOf(setup.Hands[seat]...)
		s.cardsDealt += len(setup.Hands[seat])
		if setup.Places != nil {
			p.lastPlaces[chair] = int8(setup.Places[seat])
		}
	}
	if s.leaderNamed {
		p.lead = int8(table.PlaceOf(table.Lead))
	}
	s.recordGifts(p.exchange())
	p.begin()
	return kit.NewState(&s), nil
}

// LeadCard implements game.LeadCarder (rules.md P4).
func (r *Rules) LeadCard(s game.Setup) card.Card {
	if s.Places == nil {
		return leadCard(r.rules.opening)
	}
	return leadCard(r.rules.laterLead)
}

// Exchange implements game.Exchanger (rules.md P9).
func (r *Rules) Exchange(s game.Setup) game.Exchange {
	e, n := game.Exchange{Worth: func(c card.Card) int { return int(r.rules.worth(c)) }}, len(s.Hands)
	if s.Places == nil {
		return e
	}
	add := func(gifts ...game.Gift) { e.Steps = append(e.Steps, gifts) }
	for i, count := range r.extraCards(n) { // the extra cards are as many as are exchanged
		up, down := game.Seat(slices.Index(s.Places, i+1)), game.Seat(slices.Index(s.Places, n-i))
		gift := func(from, to game.Seat, which game.Which) game.Gift {
			return game.Gift{From: from, To: to, Count: count, Which: which, MayKeep: card.None}
		}
		switch r.rules.exchange {
		case exchangeAuto:
			add(gift(down, up, game.Highest))
			add(gift(up, down, game.Lowest))
		case exchangeChoice:
			add(gift(down, up, game.Highest))
			add(gift(up, down, game.Chosen))
		case exchangeMercy:
			if i > 0 {
				add(gift(down, up, game.Highest), gift(up, down, game.Lowest))
				continue
			}
			pardoned := gift(down, up, game.Lowest)
			pardoned.MayKeep = threeOfClubs
			add(pardoned, gift(up, down, game.Highest))
		}
	}
	return e
}

// Titles returns the titles with the preset's words, and the clean words (rules.md P8).
func (r *Rules) Titles() []game.TitleWord {
	keys := [...]game.Title{game.President, game.VicePresident, game.Citizen, game.ViceScum, game.Scum}
	clean := r.preset.cleanWords
	if clean[0] == "" {
		clean = [...]say.Text{"President", "Vice-President", "Citizen", "Vice-Scum", "Scum"}
	}
	words := make([]game.TitleWord, len(keys))
	for i, k := range keys {
		words[i] = game.TitleWord{Title: k, Word: say.New(r.preset.titleWords[i]), Clean: say.New(clean[i]), Place: i + 1, Last: k == game.Scum}
	}
	return words
}

// Points returns the points of a place, counted from 1 (rules.md P8).
func (r *Rules) Points(place, seats int) int {
	_, points := r.titleAndPoints(place, seats)
	return points
}

// titleAndPoints returns the title and the points of a place, counted from 1 (rules.md P8, P11).
func (r *Rules) titleAndPoints(place, seats int) (game.Title, int) {
	title, points := r.classicPoints(place, seats)
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

// titlesOnly reports whether nobody gets points. Whoever was President most often wins the match.
func (r *Rules) titlesOnly() bool { return r.Is("points", "none") }

// classicPoints returns the title and the default points: the first two places get points and, with
// the option demerits, the last two lose some.
func (r *Rules) classicPoints(place, seats int) (game.Title, int) {
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

// FewestToBeat implements game.Countable: as many cards as the top play has, or one fewer where 2s
// beat a larger set.
func (r *Rules) FewestToBeat(v game.View) int {
	n := len(v.Top.Cards)
	if r.rules.fewerTwos {
		n--
	}
	return n
}
