package bigtwo_test

import (
	"slices"
	"testing"

	"deuces/game"
	"deuces/game/bigtwo"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/record"
)

// A second, naive implementation of the rules: all sets of one, two, three and five cards of a
// hand, filtered by the sentences of rules.md B.

// rank returns 0 for a 3 up to 12 for a 2. suit returns 0 to 3 for d, c, h and s (B1).
func rank(c card.Card) int { return int(c.Rank() - card.Three) }
func suit(c card.Card) int {
	return map[card.Suit]int{card.Diamonds: 0, card.Clubs: 1, card.Hearts: 2, card.Spades: 3}[c.Suit()]
}

// worth returns the value of a set for comparison: its class, then rank and suit of the deciding
// cards; nil if it isn't a play (B3-B5).
func worth(set []card.Card) []int {
	set = slices.SortedFunc(slices.Values(set), func(a, b card.Card) int {
		return 4*(rank(a)-rank(b)) + suit(a) - suit(b)
	})
	high := set[len(set)-1]
	byRank := map[int]int{}
	for _, c := range set {
		byRank[rank(c)]++
	}
	of := func(n int) int { // the rank that occurs n times, or -1
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
		case of(4) >= 0:
			return []int{4, of(4), 0}
		case of(3) >= 0 && of(2) >= 0:
			return []int{3, of(3), 0}
		case flush:
			return []int{2, rank(high), suit(high)}
		case straight:
			return []int{1, rank(high), suit(high)}
		}
	}
	return nil
}

// naive returns the legal plays of a view.
func naive(v game.View, due bool) map[string]bool {
	legal := map[string]bool{}
	var top []int
	if len(v.Top.Cards) > 0 {
		top = worth(v.Top.Cards)
		legal["pass"] = true
	}
	three := card.New(card.Three, card.Diamonds)
	for mask := 1; mask < 1<<len(v.Hand); mask++ {
		var set []card.Card
		for i, c := range v.Hand {
			if mask>>i&1 != 0 {
				set = append(set, c)
			}
			if len(set) > 5 {
				break
			}
		}
		if len(set) > 5 || len(set) == 4 || top != nil && len(set) != len(v.Top.Cards) {
			continue
		}
		w := worth(set)
		if w == nil || top != nil && slices.Compare(w, top) <= 0 || due && !slices.Contains(set, three) {
			continue
		}
		legal[record.Reduce(game.Action{Verb: game.Play, Cards: set}, false)] = true
	}
	return legal
}

// points returns each seat's points for the cards left (B7, B9).
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
	rounds := gametest.Dose(t, 15, 60, 600)
	positions, classes := 0, map[string]int{}
	for seed := range uint64(rounds) {
		triple := seed%2 == 0
		rules, err := bigtwo.New(map[string]string{"triple13": map[bool]string{false: "no", true: "yes"}[triple]})
		if err != nil {
			t.Fatal(err)
		}
		rand := gametest.NewRand(seed)
		chance := rand.Chance(rules, 4)
		if seed%3 == 0 {
			gather(chance.Deck, seed%2 == 0)
		}
		state, err := rules.Start(rules.Setup(4, chance, nil))
		if err != nil {
			t.Fatal(err)
		}
		left := [4]int{13, 13, 13, 13}
		for moves := 0; ; moves++ {
			turn, on := state.Turn()
			if !on {
				break
			}
			v := state.View(turn)
			want := naive(v, moves == 0)
			for _, a := range v.Legal {
				if key := record.Reduce(a, false); !want[key] {
					t.Fatalf("seed %d: %s on %v is listed", seed, a, v.Top.Cards)
				} else {
					delete(want, key)
				}
			}
			if len(want) > 0 {
				t.Fatalf("seed %d: %v on %v from %v aren't listed", seed, want, v.Top.Cards, v.Hand)
			}
			positions++
			for _, o := range v.Offers {
				classes[string(o.Class)]++
			}
			a := v.Legal[rand.Intn(len(v.Legal))]
			if state, _, err = state.Apply(turn, a); err != nil {
				t.Fatal(err)
			}
			left[turn] -= len(a.Cards)
		}
		if result, _ := state.Result(); !slices.Equal(result.Points, points(left[:], triple)) {
			t.Fatalf("seed %d: %v for %v cards left", seed, result.Points, left)
		}
	}
	for c := bigtwo.Single; c <= bigtwo.StraightFlush; c++ {
		if classes[c.String()] == 0 && rounds >= 60 { // rare plays need that many rounds
			t.Errorf("no %s was among the plays of %d positions", c, positions)
		}
	}
	t.Logf("%d positions, offers %v", positions, classes)
}

// gather rearranges the deck so that each seat gets many cards of one suit, or of a few ranks.
func gather(deck []card.Card, bySuit bool) {
	slices.SortStableFunc(deck, func(a, b card.Card) int {
		if bySuit {
			return suit(a) - suit(b)
		}
		return rank(a)/5 - rank(b)/5
	})
	dealt := make([]card.Card, len(deck))
	for i, c := range deck {
		dealt[i%13*4+i/13] = c
	}
	copy(deck, dealt)
}

// FuzzPlay checks that the naive rules agree on the class of any cards.
func FuzzPlay(f *testing.F) {
	f.Add([]byte{0, 5, 9, 13, 17})
	f.Add([]byte{0, 1, 2, 4, 5})
	f.Add([]byte{51})
	f.Fuzz(func(t *testing.T, picks []byte) {
		var set []card.Card
		for _, p := range picks {
			if c := card.New(card.Three, card.Clubs) + card.Card(p%52); !slices.Contains(set, c) {
				set = append(set, c)
			}
		}
		if len(set) == 0 {
			return
		}
		p, ok := bigtwo.Classify(bigtwo.CardsOf(set...))
		var w []int
		if len(set) <= 5 {
			w = worth(set)
		}
		if ok != (w != nil) {
			t.Fatalf("%v: a play: %t, want %t", set, ok, w != nil)
		}
		if ok && len(set) == 5 && int(p.Class()-bigtwo.Straight) != w[0]-1 {
			t.Errorf("%v: %s, want class %d", set, p.Class(), w[0])
		}
	})
}
