package game

import (
	"fmt"
	"slices"

	"deuces/game/card"
)

// Check holds a Setup against a deck: Order has every seat once, or is nil;
// Places has every place once but for those that are shared, or is nil; Lead sits at the table, or is Nobody;
// and no card is dealt, turned up or piled more often than the deck has it. It
// returns the seats clockwise from the dealer's left, in a new slice.
func (s Setup) Check(deck []card.Card) ([]Seat, error) {
	n := len(s.Hands)
	order := slices.Clone(s.Order)
	for i := range n {
		if s.Order == nil {
			order = append(order, Seat(i))
		}
	}
	if !each(order, 0, n) {
		return nil, fmt.Errorf("the order %v does not have each of %d seats once", s.Order, n)
	}
	if s.Places != nil && (len(s.Places) != n || !ArePlaces(s.Places)) {
		return nil, fmt.Errorf("the places %v are not those of %d", s.Places, n)
	}
	if s.Lead < Nobody || int(s.Lead) >= n {
		return nil, fmt.Errorf("seat %d can't lead among %d", s.Lead, n)
	}
	undealt := card.SetOf(deck...)
	take := func(cards ...card.Card) error {
		for _, c := range cards {
			if c > card.Joker3 || !undealt.Remove(c) {
				return fmt.Errorf("%s is not in the deck, or not as often", c)
			}
		}
		return nil
	}
	for _, cards := range append(slices.Clone(s.Hands), s.Pile) {
		if err := take(cards...); err != nil {
			return nil, err
		}
	}
	if s.Top == card.None {
		return order, nil
	}
	return order, take(s.Top)
}

// each says whether some numbers are the n from a first one on, each once.
func each[T ~int | ~int8](numbers []T, first T, n int) bool {
	for i, v := range slices.Sorted(slices.Values(numbers)) {
		if v != first+T(i) {
			return false
		}
	}
	return len(numbers) == n
}

// ArePlaces says whether numbers are the places of all who played: from 1 on, each once,
// but several can share one, and the next one is as many further on (1 2 2 4).
func ArePlaces(places []int) bool {
	sorted := slices.Sorted(slices.Values(places))
	for i, p := range sorted {
		if p != i+1 && (i == 0 || p != sorted[i-1]) {
			return false
		}
	}
	return true
}
