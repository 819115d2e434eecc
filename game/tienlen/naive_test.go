package tienlen_test

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/record"
	"deuces/game/tienlen"
	"deuces/internal/say"
)

// This file is a second, naive implementation of rules.md T. It tries all sets of a hand, and keeps
// the table in lists and maps.

// strength returns a number that is higher for a higher card: by rank, then by suit s < c < d < h
// (T1).
func strength(c card.Card) int {
	return 10*int(c.Rank()) + map[card.Suit]int{card.Spades: 0, card.Clubs: 1, card.Diamonds: 2, card.Hearts: 3}[c.Suit()]
}

// kindOf returns the kind of a set, or "" if it isn't a play (T3).
func kindOf(set []card.Card) string {
	var byRank [card.Joker + 1]int
	low, high, ranks := card.Joker, card.Rank(0), 0
	for _, c := range set {
		r := c.Rank()
		if byRank[r]++; byRank[r] == 1 {
			ranks++
		}
		low, high = min(low, r), max(high, r)
	}
	if ranks == 1 {
		return []string{"", "single", "pair", "triple", "four"}[len(set)]
	}
	each := byRank[low]
	for r := low; r <= high; r++ {
		if r == card.Two || byRank[r] != each {
			return ""
		}
	}
	switch {
	case ranks >= 3 && each == 1:
		return "sequence"
	case ranks >= 3 && each == 2:
		return "pairs"
	}
	return ""
}

func highest(set []card.Card) int {
	return strength(slices.MaxFunc(set, func(a, b card.Card) int { return strength(a) - strength(b) }))
}

// canChop reports whether a set chops another one, according to the lists of T5.
func canChop(chops string, set, top []card.Card) bool {
	kind, n := kindOf(set), len(set)/2
	what := kindOf(top)
	twos := top[0].Rank() == card.Two && what != "four"
	if what == "pairs" {
		what = map[int]string{3: "three pairs", 4: "four pairs", 5: "five pairs", 6: "six pairs"}[len(top)/2]
	}
	if twos {
		what = "twos " + what
	}
	var beats []string
	switch {
	case chops == "none":
	case chops == "narrow":
		beats = map[string][]string{"four": {"twos single"}, "pairs": map[int][]string{3: {"twos single"}, 4: {"twos pair"}, 5: {"twos triple"}}[n]}[kind]
	case kind == "four":
		beats = []string{"twos single", "twos pair", "three pairs"}
	case kind == "pairs" && n == 3:
		beats = []string{"twos single"}
	case kind == "pairs" && n == 4:
		beats = []string{"twos single", "twos pair", "three pairs", "four"}
	case kind == "pairs":
		beats = []string{"twos single", "twos pair", "twos triple", "three pairs", "four", "four pairs", "five pairs"}[:6+n-5]
	}
	return slices.Contains(beats, what)
}

// naive follows a round by the naive rules.
type naive struct {
	options   map[string]string
	hands     [][]card.Card
	top       []card.Card
	owner     int
	turn      int
	passed    map[int]bool
	out       []int
	firstCard card.Card // card that the first play must include; None: any play is allowed
	pot       int
	payment   [2]int // who pays the pot: the seat that was chopped last; who gets it: the seat that chopped
	points    map[int]int
	over      bool
	counts    map[say.Text]int // how often things happened that the test must have seen
}

// Legal returns the legal plays of the seat to move.
func (n *naive) Legal(v game.View) (map[string]bool, string) {
	if n.over || int(v.Turn) != n.turn {
		return nil, fmt.Sprintf("it is the turn of seat %d, want %d, over %t", v.Turn, n.turn, n.over)
	}
	for _, o := range v.Offers {
		n.counts[o.Class]++
	}
	legal := map[string]bool{}
	if n.top != nil {
		legal["pass"] = true
	}
	hand := n.hands[n.turn]
	for mask := 1; mask < 1<<len(hand); mask++ {
		if size := bits.OnesCount(uint(mask)); n.top != nil && size != len(n.top) && size != 4 && size%2 == 1 {
			continue
		}
		set := make([]card.Card, 0, 13)
		for i, c := range hand {
			if mask>>i&1 != 0 {
				set = append(set, c)
			}
		}
		kind := kindOf(set)
		switch {
		case kind == "", n.firstCard != card.None && !slices.Contains(set, n.firstCard):
		case n.passed[n.turn] && (kind != "pairs" || len(set) < 8):
		case n.top == nil, kind == kindOf(n.top) && len(set) == len(n.top) && highest(set) > highest(n.top), canChop(n.options["chops"], set, n.top):
			legal[record.Reduce(game.Action{Verb: game.Play, Cards: set}, false)] = true
		}
	}
	return legal, ""
}

// penalty returns the cost of cards that are chopped or left over (T10).
func penalty(set []card.Card) int {
	sum := 0
	for _, c := range set {
		switch {
		case c.Rank() != card.Two:
		case c.Red():
			sum += 2
		default:
			sum++
		}
	}
	switch kind := kindOf(set); {
	case kind == "four":
		sum += 4
	case kind == "pairs" && len(set) == 6:
		sum += 3
	case kind == "pairs":
		sum += 5
	}
	return sum
}

func (n *naive) Do(_ game.Seat, a game.Action) {
	if n.top != nil && a.Verb == game.Play && kindOf(a.Cards) == "pairs" {
		n.counts["chops"]++
		if n.passed[n.turn] {
			n.counts["late chops"]++
		}
	}
	if a.Verb == game.Pass {
		n.passed[n.turn] = true
		n.advance()
		return
	}
	if n.top != nil && n.options["penalties"] == "yes" && n.options["chops"] != "none" {
		kind := kindOf(n.top)
		if kind == "four" || kind == "pairs" || n.top[0].Rank() == card.Two && kindOf(a.Cards) != kind {
			n.pot += penalty(n.top)
			n.payment = [2]int{n.owner, n.turn}
		}
	}
	n.hands[n.turn] = slices.DeleteFunc(slices.Clone(n.hands[n.turn]), func(c card.Card) bool { return slices.Contains(a.Cards, c) })
	n.top, n.owner, n.firstCard = slices.Clone(a.Cards), n.turn, card.None
	if len(n.hands[n.turn]) == 0 {
		n.out = append(n.out, n.turn)
	}
	if len(n.out) < len(n.hands)-1 {
		n.advance()
		return
	}
	n.settle()
	n.over = true
	for seat, hand := range n.hands {
		if len(hand) == 0 {
			continue
		}
		n.out = append(n.out, seat)
		if n.options["penalties"] == "yes" {
			n.pot, n.payment = n.leftOver(hand), [2]int{seat, n.out[0]}
			n.settle()
		}
	}
	for i, seat := range n.out {
		n.points[seat] += len(n.hands) - 1 - i
	}
}

// leftOver returns the cost of a hand at the end, for each 2, each four of a kind, and the longest
// pair sequence.
func (n *naive) leftOver(hand []card.Card) int {
	byRank := map[card.Rank]int{}
	sum, longest := 0, 0
	for _, c := range hand {
		byRank[c.Rank()]++
		if c.Rank() == card.Two {
			sum += penalty([]card.Card{c})
		}
	}
	for r := card.Three; r <= card.Two; r++ {
		if byRank[r] == 4 {
			sum += 4
		}
		length := 0
		for at := r; at <= card.Ace && byRank[at] >= 2; at++ {
			length++
		}
		longest = max(longest, length)
	}
	return sum + []int{0, 0, 0, 3, 5, 5, 5}[longest]
}

func (n *naive) settle() {
	n.points[n.payment[0]] -= n.pot
	n.points[n.payment[1]] += n.pot
	n.pot = 0
}

// advance gives the turn to the next seat clockwise that has a choice (T6, T7).
func (n *naive) advance() {
	seats := len(n.hands)
	for seat := (n.turn + 1) % seats; ; seat = (seat + 1) % seats {
		if seat == n.owner {
			break
		}
		if len(n.hands[seat]) > 0 && (!n.passed[seat] || n.fourPairsCanBeat()) {
			n.turn = seat
			return
		}
	}
	n.settle()
	n.top, n.passed, n.turn = nil, map[int]bool{}, n.owner
	for len(n.hands[n.turn]) == 0 {
		n.turn = (n.turn + 1) % seats
	}
}

// fourPairsCanBeat reports whether some four pairs in sequence could beat the top. If so, seats
// that have passed get another turn.
func (n *naive) fourPairsCanBeat() bool {
	if n.options["late"] != "yes" || n.options["chops"] != "south" {
		return false
	}
	for low := card.Three; low <= card.Jack; low++ {
		for _, pair := range [][2]card.Suit{{card.Spades, card.Clubs}, {card.Spades, card.Hearts}} {
			var four []card.Card
			for r := low; r < low+4; r++ {
				four = append(four, card.New(r, pair[0]), card.New(r, pair[1]))
			}
			if canChop("south", four, n.top) || kindOf(n.top) == "pairs" && len(n.top) == 8 && highest(four) > highest(n.top) {
				return true
			}
		}
	}
	return false
}

func (n *naive) End(state game.State, _ []game.News) string {
	result, _ := state.Result()
	for i, seat := range result.Places {
		if !n.over || n.out[i] != int(seat) || result.Points[seat] != n.points[int(seat)] {
			return fmt.Sprintf("over %t, places %v points %v, want %v %v", n.over, result.Places, result.Points, n.out, n.points)
		}
	}
	return ""
}

func TestTheNaiveRulesAgree(t *testing.T) {
	rounds, seen := gametest.Dose(t, 30, 300, 10_000), map[say.Text]int{}
	gametest.NaiveAgrees(t, rounds, func(seed uint64, r *gametest.Rand) (game.State, gametest.Naive) {
		options := map[string]string{"instant": "no", "chops": []string{"south", "south", "narrow", "none"}[r.Intn(4)]}
		for _, key := range []string{"late", "penalties"} {
			options[key] = []string{"yes", "yes", "no"}[r.Intn(3)]
		}
		rules, err := tienlen.New(options)
		if err != nil {
			t.Fatal(err)
		}
		seats := 2 + r.Intn(3)
		chance := r.Chance(rules, seats)
		if seed%2 == 0 {
			block := 2 + r.Intn(5)
			gametest.Gather(chance.Deck, func(c card.Card) int { return int(c.Rank()-1) / block })
		}
		setup := rules.Setup(seats, chance, nil)
		n := &naive{options: options, hands: setup.Hands, passed: map[int]bool{}, points: map[int]int{}, counts: seen}
		for seat, hand := range setup.Hands {
			for _, c := range hand {
				if n.firstCard == card.None || strength(c) < strength(n.firstCard) {
					n.firstCard, n.turn = c, seat
				}
			}
		}
		return gametest.Start(t, rules, setup), n
	})
	for _, what := range []say.Text{"chops", "late chops", "Single", "Pair", "Three of a kind", "Four of a kind", "Sequence", "Pair sequence"} {
		if seen[what] == 0 && rounds >= 300 { // rare plays need this many rounds
			t.Errorf("the rounds had no %s, only %v", what, seen)
		}
	}
}

// FuzzPlay checks that the naive rules agree with the engine on the kind of any cards.
func FuzzPlay(f *testing.F) {
	f.Add([]byte{0, 5, 9, 13, 17})
	f.Add([]byte{0, 1, 4, 5, 8, 9})
	f.Add([]byte{51, 50, 49, 48})
	f.Fuzz(func(t *testing.T, picks []byte) {
		set := gametest.PickCards(picks)
		if len(set) == 0 {
			return
		}
		p, ok := tienlen.Classify(tienlen.CardsOf(set...))
		want := kindOf(set)
		if got := map[tienlen.Kind]string{tienlen.Single: "single", tienlen.Pair: "pair", tienlen.Triple: "triple", tienlen.Four: "four", tienlen.Sequence: "sequence", tienlen.Pairs: "pairs"}[p.Kind()]; ok != (want != "") || ok && got != want {
			t.Fatalf("%v: got %s, a play: %t, want %q", set, got, ok, want)
		}
	})
}
