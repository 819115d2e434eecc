package bigtwo_test

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"deuces/game"
	"deuces/game/bigtwo"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/record"
	"deuces/internal/say"
)

// This file is a second, naive implementation of the rules. It tries all sets of one, two, three
// and five cards of a hand, and filters them by the sentences of rules.md B.

// rank returns the position of a card's rank, from 0 for a 3 to 12 for a 2 (B1).
func rank(c card.Card) int { return int(c.Rank() - card.Three) }
func suit(c card.Card) int {
	return map[card.Suit]int{card.Diamonds: 0, card.Clubs: 1, card.Hearts: 2, card.Spades: 3}[c.Suit()]
}

// comparisonKey returns numbers by which sets are compared: the class, then rank and suit of the
// deciding cards. It returns nil if the set isn't a play (B3-B5).
func comparisonKey(set []card.Card) []int {
	set = slices.SortedFunc(slices.Values(set), func(a, b card.Card) int {
		return 4*(rank(a)-rank(b)) + suit(a) - suit(b)
	})
	high := set[len(set)-1]
	byRank := map[int]int{}
	for _, c := range set {
		byRank[rank(c)]++
	}
	rankOccurring := func(n int) int { // returns the rank that occurs n times, or -1
		for r, m := range byRank {
			if m == n {
				return r
			}
		}
		return -1
	}
	switch len(set) {
	case 1:
		return []int{0, rank(high), suit(high)}
	case 2:
		if len(byRank) == 1 {
			return []int{0, rank(high), suit(high)}
		}
	case 3:
		if len(byRank) == 1 {
			return []int{0, rank(high), 0}
		}
	case 5:
		straight, flush := true, true
		for i, c := range set {
			straight = straight && rank(c) == rank(set[0])+i
			flush = flush && suit(c) == suit(high)
		}
		switch {
		case straight && flush:
			return []int{5, rank(high), suit(high)}
		case rankOccurring(4) >= 0:
			return []int{4, rankOccurring(4), 0}
		case rankOccurring(3) >= 0 && rankOccurring(2) >= 0:
			return []int{3, rankOccurring(3), 0}
		case flush:
			return []int{2, rank(high), suit(high)}
		case straight:
			return []int{1, rank(high), suit(high)}
		}
	}
	return nil
}

// naive follows a round by the naive rules.
type naive struct {
	mustPlayThree bool // the first play must include the 3 of diamonds
	cardsLeft     []int
	triple        bool
	counts        map[say.Text]int // number of offered plays, by class
}

func (n *naive) Legal(v game.View) (map[string]bool, string) {
	for _, o := range v.Offers {
		n.counts[o.Class]++
	}
	legal := map[string]bool{}
	var top []int
	if len(v.Top.Cards) > 0 {
		top = comparisonKey(v.Top.Cards)
		legal["pass"] = true
	}
	three := card.New(card.Three, card.Diamonds)
	for mask := 1; mask < 1<<len(v.Hand); mask++ {
		size := bits.OnesCount(uint(mask))
		if size > 5 || size == 4 || top != nil && size != len(v.Top.Cards) {
			continue
		}
		var set []card.Card
		for i, c := range v.Hand {
			if mask>>i&1 != 0 {
				set = append(set, c)
			}
		}
		w := comparisonKey(set)
		if w == nil || top != nil && slices.Compare(w, top) <= 0 || n.mustPlayThree && !slices.Contains(set, three) {
			continue
		}
		legal[record.Reduce(game.Action{Verb: game.Play, Cards: set}, false)] = true
	}
	return legal, ""
}

func (n *naive) Do(turn game.Seat, a game.Action) {
	n.mustPlayThree = false
	n.cardsLeft[turn] -= len(a.Cards)
}

func (n *naive) End(state game.State, _ []game.News) string {
	if result, _ := state.Result(); !slices.Equal(result.Points, points(n.cardsLeft, n.triple)) {
		return fmt.Sprintf("%v for %v cards left", result.Points, n.cardsLeft)
	}
	return ""
}

// points returns each seat's points for the cards that are left (B7, B9).
func points(left []int, triple bool) []int {
	got, winner, sum := make([]int, len(left)), 0, 0
	for seat, n := range left {
		switch {
		case n == 0:
			winner = seat
		case n == 13 && triple:
			got[seat] = -39
		case n >= 10:
			got[seat] = -2 * n
		default:
			got[seat] = -n
		}
		sum -= got[seat]
	}
	got[winner] = sum
	return got
}

func TestTheNaiveRulesAgree(t *testing.T) {
	rounds, seen := gametest.Dose(t, 15, 60, 600), map[say.Text]int{}
	gametest.NaiveAgrees(t, rounds, func(seed uint64, r *gametest.Rand) (game.State, gametest.Naive) {
		triple := seed%2 == 0
		rules := gametest.New(t, bigtwo.New, map[bool]string{false: "triple13=no", true: "triple13=yes"}[triple])
		chance := r.Chance(rules, 4)
		if seed%3 == 0 {
			gametest.Gather(chance.Deck, func(c card.Card) int { return map[bool]int{true: suit(c), false: rank(c) / 5}[triple] })
		}
		return gametest.Start(t, rules, rules.Setup(4, chance, nil)), &naive{true, []int{13, 13, 13, 13}, triple, seen}
	})
	for c := bigtwo.Single; c <= bigtwo.StraightFlush; c++ {
		if seen[say.Text(c.String())] == 0 && rounds >= 60 { // rare plays need this many rounds
			t.Errorf("the rounds had no %s, only %v", c, seen)
		}
	}
}

// FuzzPlay checks that the naive rules agree with the engine on the class of any cards.
func FuzzPlay(f *testing.F) {
	standard := gametest.New(f, bigtwo.New, "").(*bigtwo.Rules)
	f.Add([]byte{0, 5, 9, 13, 17})
	f.Add([]byte{0, 1, 2, 4, 5})
	f.Add([]byte{51})
	f.Fuzz(func(t *testing.T, picks []byte) {
		set := gametest.PickCards(picks)
		if len(set) == 0 {
			return
		}
		p, ok := standard.Classify(standard.Of(set...))
		var w []int
		if len(set) <= 5 {
			w = comparisonKey(set)
		}
		if ok != (w != nil) {
			t.Fatalf("%v is a play: %t, want %t", set, ok, w != nil)
		}
		if ok && len(set) == 5 && int(p.Class()-bigtwo.Straight) != w[0]-1 {
			t.Errorf("%v: got the class %s, want %d", set, p.Class(), w[0])
		}
	})
}
