package gametest

import (
	"fmt"
	"reflect"
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/record"
)

// checkSetups checks that no round starts from a setup that isn't a valid deal.
func checkSetups(rules game.Rules, seats int, seed uint64) error {
	low, high := rules.Seats()
	for why, change := range map[string]func(*game.Setup){
		"a seat twice in the order":    func(s *game.Setup) { s.Order = slices.Repeat([]game.Seat{0}, seats) },
		"a seat too few in the order":  func(s *game.Setup) { s.Order = s.Order[1:] },
		"a lead from a seat too many":  func(s *game.Setup) { s.Lead = game.Seat(seats) },
		"a lead from no seat":          func(s *game.Setup) { s.Lead = -2 },
		"a card that is none":          func(s *game.Setup) { s.Hands[0][0] = card.None },
		"any Joker":                    func(s *game.Setup) { s.Hands[0][0] = card.AnyJoker },
		"a card more often than dealt": func(s *game.Setup) { s.Hands[0] = slices.Repeat(s.Hands[0][:1], len(s.Hands[0])) },
		"too few hands":                func(s *game.Setup) { s.Hands = s.Hands[:low-1] },
		"too many hands": func(s *game.Setup) {
			for len(s.Hands) <= high {
				s.Hands = append(s.Hands, s.Hands[0][:1])
			}
		},
	} {
		setup := rules.Setup(seats, NewRand(seed).Chance(rules, seats), nil)
		change(&setup)
		if _, err := rules.Start(setup); err == nil {
			return fmt.Errorf("%d seats: a round starts with %s, want an error", seats, why)
		}
	}
	return nil
}

// checkRefusals tries many actions. Those that reduce to a legal action must be accepted, all
// others must be refused, and the State must not change.
func (c *round) checkRefusals(turn game.Seat) error {
	before := views(c.state, c.seats)
	own := c.state.View(turn)
	legal := c.state.Legal()
	listed := map[string]bool{}
	for _, a := range legal {
		listed[record.Reduce(a, own.Ordered)] = true
	}
	for _, a := range c.candidates(own, legal) {
		want := listed[record.Reduce(a, own.Ordered)] && holds(own.Hand, a.Cards) && a.Verb <= game.Give
		_, _, err := c.state.Apply(turn, a)
		switch {
		case want && err != nil:
			return fmt.Errorf("seat %d: %q is listed but refused: %w", turn, a, err)
		case !want && !isRefusal(err):
			return fmt.Errorf("seat %d: %q is not listed, but gives %v, want a refusal", turn, a, err)
		}
		if !want {
			continue
		}
		for seat := game.Watcher; int(seat) <= c.seats; seat++ {
			if _, _, err := c.state.Apply(seat, a); seat != turn && !isRefusal(err) {
				return fmt.Errorf("seat %[3]d has the turn, but %[1]q of seat %[2]d gives %[4]v, want a refusal", a, seat, turn, err)
			}
		}
	}
	if !reflect.DeepEqual(before, views(c.state, c.seats)) {
		return fmt.Errorf("refused actions changed the state")
	}
	return nil
}

// holds reports whether a hand has the cards of an action, each as often as the action names it.
func holds(hand, cards []card.Card) bool {
	rest := slices.Clone(hand)
	wild := 0
	for _, c := range cards {
		i := slices.Index(rest, c)
		switch {
		case c == card.AnyJoker:
			wild++
		case i < 0:
			return false
		default:
			rest = slices.Delete(rest, i, i+1)
		}
	}
	for _, c := range rest {
		if c.IsJoker() {
			wild--
		}
	}
	return wild <= 0
}

// candidates returns actions that a seat might try: legal ones, similar ones, random sets of its
// cards, and nonsense.
func (c *round) candidates(own game.View, legal []game.Action) []game.Action {
	const tries = 150
	all := []game.Action{
		{}, {Verb: game.Play}, {Verb: game.Pass}, {Verb: game.Draw}, {Verb: game.Give}, {Verb: 99, Cards: own.Hand},
		{Verb: game.Play, Cards: []card.Card{card.None}}, {Verb: game.Play, Cards: []card.Card{255}},
		{Verb: game.Play, Cards: []card.Card{card.AnyJoker}}, {Verb: game.Play, Cards: slices.Repeat(own.Hand, 3)},
		{Verb: game.Play, Cards: own.Hand}, {Verb: game.Give, Cards: own.Hand},
	}
	for range min(len(legal), tries) {
		a := legal[c.rand.Intn(len(legal))]
		all = append(all, a)
		for range 3 {
			all = append(all, c.mutate(a, own.Hand))
		}
	}
	deck := c.rules.Deck(c.seats)
	for range tries {
		verb := game.Play
		if c.rand.Intn(8) == 0 {
			verb = game.Give
		}
		hand := slices.Clone(own.Hand)
		c.rand.Shuffle(hand)
		all = append(all,
			game.Action{Verb: verb, Cards: hand[:min(len(hand), 1+c.rand.Intn(5))]},
			game.Action{Verb: verb, Cards: []card.Card{deck[c.rand.Intn(len(deck))]}})
	}
	return all
}

// mutate returns an action that differs slightly from a legal one.
func (c *round) mutate(a game.Action, hand []card.Card) game.Action {
	a.Cards, a.As = slices.Clone(a.Cards), card.None
	if len(a.Cards) == 0 || len(hand) == 0 {
		return a
	}
	i, other := c.rand.Intn(len(a.Cards)), hand[c.rand.Intn(len(hand))]
	switch c.rand.Intn(7) {
	case 0:
		a.Cards = slices.Delete(a.Cards, i, i+1)
	case 1:
		a.Cards = append(a.Cards, other)
	case 2:
		a.Cards[i] = other
	case 3:
		c.rand.Shuffle(a.Cards)
	case 4:
		slices.Reverse(a.Cards)
	case 5:
		a.Cards[i] = card.AnyJoker
	case 6:
		a.Cards = append(a.Cards, a.Cards[i])
	}
	return a
}
