package game

import (
	"fmt"
	"slices"

	"deuces/game/card"
)

// Check checks a Setup against a deck. Order must list every seat once or be nil, Places must be
// valid places or nil, Lead must be a seat or Nobody, and no card may be used more often than it
// occurs in the deck. Check returns the seats clockwise from the dealer's left in a new slice.
func (s Setup) Check(deck []card.Card) ([]Seat, error) {
	n := len(s.Hands)
	order := slices.Clone(s.Order)
	for i := range n {
		if s.Order == nil {
			order = append(order, Seat(i))
		}
	}
	if !isEachOnce(order, 0, n) {
		return nil, fmt.Errorf("the order %v does not have each of %d seats once", s.Order, n)
	}
	if s.Places != nil && (len(s.Places) != n || !ValidPlaces(s.Places)) {
		return nil, fmt.Errorf("the places %v are not those of %d players", s.Places, n)
	}
	if s.Lead < Nobody || int(s.Lead) >= n {
		return nil, fmt.Errorf("seat %d can't lead among %d", s.Lead, n)
	}
	undealt := card.SetOf(deck...)
	take := func(cards ...card.Card) error {
		for _, c := range cards {
			if c > card.Joker3 || !undealt.Remove(c) {
				return fmt.Errorf("%s is not in the deck, or occurs more often than there", c)
			}
		}
		return nil
	}
	for _, cards := range append(slices.Clone(s.Hands), s.Pile) {
		if err := take(cards...); err != nil {
			return nil, err
		}
	}
	if s.TopCard == card.None {
		return order, nil
	}
	return order, take(s.TopCard)
}

// isEachOnce reports whether numbers are first, first+1, … first+n-1, each once, in any order.
func isEachOnce[T ~int | ~int8](numbers []T, first T, n int) bool {
	for i, v := range slices.Sorted(slices.Values(numbers)) {
		if v != first+T(i) {
			return false
		}
	}
	return len(numbers) == n
}

// ValidPlaces reports whether these can be the places of all players. Places start at 1, and
// several seats can share one. Then the next places are left out: 1, 2, 2, 4.
func ValidPlaces(places []int) bool {
	sorted := slices.Sorted(slices.Values(places))
	for i, p := range sorted {
		if p != i+1 && (i == 0 || p != sorted[i-1]) {
			return false
		}
	}
	return true
}
