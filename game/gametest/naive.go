package gametest

import (
	"fmt"
	"slices"
	"testing"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/record"
)

// Naive is a second implementation of a game's rules that follows a round.
type Naive interface {
	// Legal returns the legal actions of the seat to move, reduced by record.Reduce. differs
	// describes anything else in which the view is wrong, or is "".
	Legal(v game.View) (legal map[string]bool, differs string)
	// Do executes an action of the seat to move.
	Do(turn game.Seat, a game.Action)
	// End describes what is wrong at the end of the round, or returns "". allNews is the news of the
	// round.
	End(state game.State, allNews []game.News) string
}

// Chooser is a Naive that chooses the actions itself. For others the actions are random.
type Chooser interface {
	Choose(r *Rand, state game.State) game.Action
}

// NaiveAgrees plays random rounds. In each turn it compares the legal actions with those of a
// second implementation. deal starts a round from a seed.
func NaiveAgrees(t *testing.T, rounds int, deal func(seed uint64, r *Rand) (game.State, Naive)) {
	t.Helper()
	positions := 0
	for seed := range uint64(rounds) {
		r := NewRand(seed)
		state, naive := deal(seed, r)
		state, allNews := PlayRound(t, state, func(s game.State, turn game.Seat, _ []game.News) game.Action {
			if differs := CompareLegal(naive, s.View(turn)); differs != "" {
				t.Fatalf("seed %d: %s", seed, differs)
			}
			positions++
			var a game.Action
			if chooser, ok := naive.(Chooser); ok {
				a = chooser.Choose(r, s)
			} else {
				a = r.Pick(s)
			}
			naive.Do(turn, a)
			return a
		})
		if differs := naive.End(state, allNews); differs != "" {
			t.Fatalf("seed %d: %s", seed, differs)
		}
	}
	t.Logf("%d positions", positions)
}

// CompareLegal compares a view with a second implementation. It describes a difference, or returns
// "".
func CompareLegal(naive Naive, v game.View) string {
	want, differs := naive.Legal(v)
	if differs != "" {
		return differs
	}
	for _, a := range v.Legal {
		key := record.Reduce(a, v.Ordered)
		if !want[key] {
			return fmt.Sprintf("%s on %v %s is listed, but not legal by the naive rules", a, v.Top.Cards, v.Dir)
		}
		delete(want, key)
	}
	if len(want) > 0 {
		return fmt.Sprintf("%v on %v %s from %v are legal by the naive rules, but not listed", want, v.Top.Cards, v.Dir, v.Hand)
	}
	return ""
}

// Gather rearranges a deck of 52 cards so that each of four seats is dealt cards of only a few
// groups.
func Gather(deck []card.Card, group func(card.Card) int) {
	slices.SortStableFunc(deck, func(a, b card.Card) int { return group(a) - group(b) })
	dealt := make([]card.Card, len(deck))
	for i, c := range deck {
		dealt[i%13*4+i/13] = c
	}
	copy(deck, dealt)
}

// PickCards returns different cards of a deck of 52. Fuzz tests use it to turn any bytes into
// cards.
func PickCards(picks []byte) (set []card.Card) {
	for _, p := range picks {
		if c := card.New(card.Three, card.Clubs) + card.Card(p%52); !slices.Contains(set, c) {
			set = append(set, c)
		}
	}
	return set
}
