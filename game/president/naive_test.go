package president

import (
	"fmt"
	"slices"
	"strings"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/record"
)

// naive is a second, slow implementation of rules.md P. It tries all subsets of a hand and walks
// from seat to seat. It shares no code with the engine, and both must agree.
type naive struct {
	option           map[string]string
	hands            [][]card.Card // by seat; seat 0 is at the dealer's left
	out              []int
	passed           map[int]bool
	top              *parsedSet
	owner            int
	leader           int  // seat that led the trick
	turn             int  // seat to move; -1 once the round is over
	mustPlayThree    bool // the first play must include 3c
	inverted         bool // low cards beat high ones
	counterclockwise bool // play goes counterclockwise
	history          []singleTurn
	coups            []playedCoup
	placesHeld       []int          // seats in the order of the places of the last round, changed by coups; nil in a first round
	counts           map[string]int // how often things happened that the test must have seen
}

// parsedSet is a set of cards of one rank.
type parsedSet struct {
	cards   []card.Card
	rank    int // 1 to 13; 14 for Jokers that rank above the 2
	suit    int
	natural int
}

// singleTurn is a turn, recorded to find four single cards of one rank in a row.
type singleTurn struct {
	seat    int
	rank    int // 0 for a pass or for a set of several cards
	natural bool
	suit    string // suit of a card that isn't a Joker
}

type playedCoup struct {
	seat       int
	guillotine bool
}

func (n *naive) is(key, value string) bool { return n.option[key] == value }

// suitValue returns the rank of a suit according to the option suits.
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

// parse parses cards as a set (P2). It returns nil if they aren't one.
func (n *naive) parse(cards []card.Card, as card.Card) *parsedSet {
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
		if n.inverted {
			l.rank = 1
		}
	}
	return l
}

// higher reports whether p is higher than t: by rank in the current order, then by suit (P3).
func (n *naive) higher(p, t *parsedSet) bool {
	level := func(l *parsedSet) int {
		if n.inverted && l.rank < 14 {
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
	return n.is("twos", "fewer") && !n.inverted && allTwos && size+1 == other && t.natural > 0 && t.rank != 13
}

// mayPlay reports whether the seat to move may play a set.
func (n *naive) mayPlay(p *parsedSet) bool {
	if p == nil {
		return false
	}
	if n.mustPlayThree && !slices.Contains(p.cards, threeOfClubs) {
		return false
	}
	if n.is("lastpair", "forbidden") && len(p.cards) == 2 && len(n.hands[n.turn]) == 2 {
		return false
	}
	return n.top == nil || n.beats(p, n.top)
}

// legal returns the legal plays in the notation of rules.md R.
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
		if n.mayPlay(n.parse(cards, card.None)) {
			found[record.Reduce(game.Action{Verb: game.Play, Cards: cards}, false)] = true
		}
	}
	return found
}

// nextSeat returns the next seat in the direction of play.
func (n *naive) nextSeat(seat int) int {
	if n.counterclockwise {
		return (seat + len(n.hands) - 1) % len(n.hands)
	}
	return (seat + 1) % len(n.hands)
}

// advance gives the turn to the next seat that may play, after it has skipped this many seats.
func (n *naive) advance(skips int) {
	for seat := n.nextSeat(n.turn); ; seat = n.nextSeat(seat) {
		if seat == n.owner && !n.is("pass", "lap") || seat == n.leader && n.is("pass", "lap") {
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
	n.turn = n.owner
	for len(n.hands[n.turn]) == 0 {
		n.turn = n.nextSeat(n.turn)
	}
	n.owner, n.leader = n.turn, n.turn
}

// play executes a legal play or a pass.
func (n *naive) play(cards []card.Card, as card.Card) {
	seat := n.turn
	if cards == nil {
		n.passed[seat] = true
		n.history = append(n.history, singleTurn{seat: seat})
		n.advance(0)
		return
	}
	p, t := n.parse(cards, as), n.top
	for _, c := range cards {
		i := slices.Index(n.hands[seat], c)
		n.hands[seat] = slices.Delete(slices.Clone(n.hands[seat]), i, i+1)
	}
	n.top, n.owner, n.mustPlayThree = p, seat, false
	turned := n.applySpecial(p, seat)
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
	n.advance(skips)
}

// applySpecial applies the special plays of P6 and P7. It reports whether there was a revolution.
func (n *naive) applySpecial(p *parsedSet, seat int) bool {
	one := singleTurn{seat: seat}
	if len(p.cards) == 1 {
		one.rank, one.natural = p.rank, p.natural == 1
		if one.natural {
			one.suit = p.cards[0].Suit().String()
		}
	}
	n.history = append(n.history, one)
	if n.is("four", "revolution") && !n.is("equal", "no") && n.fourInRow() {
		n.inverted, n.counterclockwise, n.history = !n.inverted, !n.counterclockwise, nil
		return true
	}
	jokers := len(p.cards) - p.natural
	isCoup := p.natural == 4 && jokers == 1 || p.natural == 3 && jokers == 2
	isGuillotine := p.natural == 4 && jokers == 2
	switch {
	case isCoup && n.is("coup", "yes"), isGuillotine && n.is("guillotine", "yes"):
		c := playedCoup{seat, isGuillotine}
		n.coups = append(n.coups, c)
		if n.placesHeld != nil {
			n.placesHeld = c.settle(n.placesHeld)
		}
	case len(p.cards) < 4 || p.natural == 0:
	case n.is("four", "invert"):
		n.inverted = !n.inverted
	case n.is("four", "invertround"):
		n.inverted = true
	case n.is("four", "revolution"):
		n.inverted, n.counterclockwise, n.history = !n.inverted, !n.counterclockwise, nil
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

// settle applies a coup (P7) to an order of seats, best place first.
func (c playedCoup) settle(order []int) []int {
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

// points returns the points of each seat (P8, P11).
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

// leadFirst decides who leads a first round (P4).
func (n *naive) leadFirst() {
	n.turn = 0
	named := map[string]card.Card{"qh": queenOfHearts, "3c": threeOfClubs}[n.option["opening"]]
	if named == card.None {
		return
	}
	for s, h := range n.hands {
		if slices.Contains(h, named) {
			n.turn, n.mustPlayThree = s, named == threeOfClubs
			return
		}
	}
}
