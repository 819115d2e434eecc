package president

import (
	"fmt"
	"slices"
	"strings"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/record"
)

// naive is a second, slow implementation of rules.md P: it tries all subsets of a hand and walks
// from seat to seat. It shares no code with the engine, and both must agree.
type naive struct {
	option  map[string]string
	hands   [][]card.Card // by seat; seat 0 is at the dealer's left
	out     []int
	passed  map[int]bool
	top     *parsedSet
	maker   int
	leader  int  // of the trick
	turn    int  // -1 once the round is over
	must    bool // the first play must include 3c
	down    bool // low cards beat high ones
	back    bool // play goes counterclockwise
	history []single
	coups   []coupMade
	held    []int          // seats by place after a coup, or nil
	seen    map[string]int // things that must have happened for the test to prove anything
}

// parsedSet is a set of cards.
type parsedSet struct {
	cards   []card.Card
	rank    int // 1 to 13; 14 for Jokers above the 2
	suit    int
	natural int
}

// single is one turn, for finding four single cards in a row.
type single struct {
	seat    int
	rank    int // 0 for a pass or a set of several cards
	natural bool
	suit    string // of a natural card
}

type coupMade struct {
	seat       int
	guillotine bool
}

func (n *naive) is(key, value string) bool { return n.option[key] == value }

// suitValue ranks a suit by the option suits.
func (n *naive) suitValue(s card.Suit) int {
	switch n.option["suits"] {
	case "poker":
		return strings.Index("cdhs", s.String())
	case "austrian":
		return strings.Index("csdh", s.String())
	}
	return 0
}

func (n *naive) highestSuit() int {
	if n.is("suits", "none") {
		return 0
	}
	return 3
}

// read parses cards as a set (P2), or returns nil.
func (n *naive) read(cards []card.Card, as card.Card) *parsedSet {
	if len(cards) == 0 {
		return nil
	}
	l := &parsedSet{cards: cards}
	jokers := 0
	for _, c := range cards {
		if c.IsJoker() {
			jokers++
			continue
		}
		if l.rank != 0 && l.rank != int(c.Rank()) {
			return nil
		}
		l.rank = int(c.Rank())
		l.suit = max(l.suit, n.suitValue(c.Suit()))
		l.natural++
	}
	switch {
	case jokers == 0:
	case l.natural > 0:
		if n.is("joker", "high") {
			return nil
		}
		l.suit = n.highestSuit()
	case !n.is("joker", "wild"):
		l.rank = 14
	case as != card.None:
		l.rank, l.suit = int(as.Rank()), n.suitValue(as.Suit())
	default:
		l.rank, l.suit = 13, n.highestSuit()
		if n.down {
			l.rank = 1
		}
	}
	return l
}

// higher compares by rank in the current order, then by suit (P3).
func (n *naive) higher(p, t *parsedSet) bool {
	level := func(l *parsedSet) int {
		if n.down && l.rank < 14 {
			return 14 - l.rank
		}
		return l.rank
	}
	if level(p) != level(t) {
		return level(p) > level(t)
	}
	return p.suit > t.suit
}

func (n *naive) beats(p, t *parsedSet) bool {
	size, other := len(p.cards), len(t.cards)
	if n.is("size", "same") && size == other && n.higher(p, t) ||
		n.is("size", "higher") && size >= other && n.higher(p, t) ||
		n.is("size", "bigger") && (size == other && n.higher(p, t) || size > other) ||
		n.is("size", "any") && size >= other {
		return true
	}
	if !n.is("equal", "no") && size == other && p.rank == t.rank {
		return true
	}
	allTwos := p.natural == size && p.rank == 13
	return n.is("twos", "fewer") && !n.down && allTwos && size+1 == other && t.natural > 0 && t.rank != 13
}

// may reports whether the seat to move may play a set.
func (n *naive) may(p *parsedSet) bool {
	if p == nil {
		return false
	}
	if n.must && !slices.Contains(p.cards, threeOfClubs) {
		return false
	}
	if n.is("lastpair", "forbidden") && len(p.cards) == 2 && len(n.hands[n.turn]) == 2 {
		return false
	}
	return n.top == nil || n.beats(p, n.top)
}

// legal returns the legal plays, in the form of rules.md R.
func (n *naive) legal() map[string]bool {
	found := map[string]bool{}
	if n.turn < 0 {
		return found
	}
	if n.top != nil {
		found["pass"] = true
	}
	hand := n.hands[n.turn]
	for subset := 1; subset < 1<<len(hand); subset++ {
		var cards []card.Card
		for i, c := range hand {
			if subset>>i&1 != 0 {
				cards = append(cards, c)
			}
		}
		if n.may(n.read(cards, card.None)) {
			found[record.Reduce(game.Action{Verb: game.Play, Cards: cards}, false)] = true
		}
	}
	return found
}

// step returns the next seat in the direction of play.
func (n *naive) step(seat int) int {
	if n.back {
		return (seat + len(n.hands) - 1) % len(n.hands)
	}
	return (seat + 1) % len(n.hands)
}

// pass moves the turn on, skipping some seats.
func (n *naive) pass(skips int) {
	for seat := n.step(n.turn); ; seat = n.step(seat) {
		if seat == n.maker && !n.is("pass", "lap") || seat == n.leader && n.is("pass", "lap") {
			n.finishTrick()
			return
		}
		if len(n.hands[seat]) == 0 || n.is("pass", "out") && n.passed[seat] {
			continue
		}
		if skips > 0 {
			skips--
			continue
		}
		n.turn = seat
		return
	}
}

func (n *naive) finishTrick() {
	n.top, n.passed = nil, map[int]bool{}
	n.turn = n.maker
	for len(n.hands[n.turn]) == 0 {
		n.turn = n.step(n.turn)
	}
	n.maker, n.leader = n.turn, n.turn
}

// act makes a legal play.
func (n *naive) act(cards []card.Card, as card.Card) {
	seat := n.turn
	if cards == nil {
		n.passed[seat] = true
		n.history = append(n.history, single{seat: seat})
		n.pass(0)
		return
	}
	p, t := n.read(cards, as), n.top
	for _, c := range cards {
		i := slices.Index(n.hands[seat], c)
		n.hands[seat] = slices.Delete(slices.Clone(n.hands[seat]), i, i+1)
	}
	n.top, n.maker, n.must = p, seat, false
	turned := n.special(p, seat)
	if len(n.hands[seat]) == 0 {
		n.out = append(n.out, seat)
	}
	if len(n.out) >= len(n.hands)-1 {
		for s, h := range n.hands {
			if len(h) > 0 {
				n.out = append(n.out, s)
			}
		}
		n.turn = -1
		return
	}
	if turned {
		n.finishTrick()
		return
	}
	skips := 0
	if n.is("equal", "skip") && t != nil && t.rank == p.rank && len(t.cards) == len(p.cards) {
		skips = 1
	}
	n.pass(skips)
}

// special applies P6 and P7, and reports whether there was a revolution.
func (n *naive) special(p *parsedSet, seat int) bool {
	one := single{seat: seat}
	if len(p.cards) == 1 {
		one.rank, one.natural = p.rank, p.natural == 1
		if one.natural {
			one.suit = p.cards[0].Suit().String()
		}
	}
	n.history = append(n.history, one)
	if n.is("four", "revolution") && !n.is("equal", "no") && n.fourInRow() {
		n.down, n.back, n.history = !n.down, !n.back, nil
		return true
	}
	jokers := len(p.cards) - p.natural
	isCoup := p.natural == 4 && jokers == 1 || p.natural == 3 && jokers == 2
	isGuillotine := p.natural == 4 && jokers == 2
	switch {
	case isCoup && n.is("coup", "yes"), isGuillotine && n.is("guillotine", "yes"):
		c := coupMade{seat, isGuillotine}
		n.coups = append(n.coups, c)
		if n.held != nil {
			n.held = c.settle(n.held)
		}
	case len(p.cards) < 4 || p.natural == 0:
	case n.is("four", "invert"):
		n.down = !n.down
	case n.is("four", "invertround"):
		n.down = true
	case n.is("four", "revolution"):
		n.down, n.back, n.history = !n.down, !n.back, nil
		return true
	}
	return false
}

func (n *naive) fourInRow() bool {
	if len(n.history) < 4 {
		return false
	}
	seats, natural := map[int]bool{}, false
	last := n.history[len(n.history)-4:]
	suits := map[string]bool{}
	for _, s := range last {
		if n.is("foursuits", "distinct") && s.natural && suits[s.suit] {
			return false
		}
		suits[s.suit] = true
		if s.rank == 0 || s.rank != last[0].rank {
			return false
		}
		seats[s.seat] = true
		natural = natural || s.natural
	}
	return len(seats) == 4 && natural
}

// settle applies P7 to an order of seats, best first.
func (c coupMade) settle(order []int) []int {
	order = slices.Clone(order)
	place := func(seat int) int { return slices.Index(order, seat) }
	swap := func(a, b int) { i, j := place(a), place(b); order[i], order[j] = b, a }
	president, asshole := order[0], order[len(order)-1]
	if c.seat == president {
		return order
	}
	swap(c.seat, president)
	if c.guillotine && c.seat != asshole {
		swap(president, asshole)
	}
	return order
}

func (n *naive) places() []int {
	order := n.out
	for _, c := range n.coups {
		order = c.settle(order)
	}
	return order
}

// points returns each seat's points (P8, P11).
func (n *naive) points() []int {
	order := n.places()
	seats := len(order)
	got := make([]int, seats)
	classic := map[int]int{1: 2}
	vice := seats >= 5 || seats == 4 && n.is("vice", "4")
	if vice {
		classic[2] = 1
	}
	if n.is("demerits", "yes") {
		classic[seats] = -2
		if vice {
			classic[seats-1] = -1
		}
	}
	own := strings.Split(n.option["points"], ",")
	for i, seat := range order {
		switch n.option["points"] {
		case "classic":
			got[seat] = classic[i+1]
		case "distance":
			got[seat] = seats - 1 - i
		case "none":
		default:
			fmt.Sscan(own[min(i, len(own)-1)], &got[seat])
		}
	}
	return got
}

// lead finds who leads a first round (P4).
func (n *naive) leadFirst() {
	n.turn = 0
	named := map[string]card.Card{"qh": queenOfHearts, "3c": threeOfClubs}[n.option["opening"]]
	if named == card.None {
		return
	}
	for s, h := range n.hands {
		if slices.Contains(h, named) {
			n.turn, n.must = s, named == threeOfClubs
			return
		}
	}
}
