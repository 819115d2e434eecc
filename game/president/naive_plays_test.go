package president

import (
	"slices"
	"strings"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/record"
)

// parsedPlay is a set of cards of one rank, or a run.
type parsedPlay struct {
	cards   []card.Card // of a run from the lowest to the highest
	run     bool
	rank    int // 1 to 13; 14 for Jokers that rank above the 2; the lowest rank of a run
	suit    int
	natural int
	suits   [4]int // number of natural cards of each suit
}

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
func (n *naive) parse(cards []card.Card, as card.Card) *parsedPlay {
	if len(cards) == 0 {
		return nil
	}
	l := &parsedPlay{cards: cards}
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
		l.suits[c.Suit()]++
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
		if n.reversed() {
			l.rank = 1
		}
		if n.mustAnswer {
			l.rank = n.top.rank // nothing else is legal
		}
	}
	return l
}

// parseRun parses cards as a run that begins at a rank (P12). Jokers stand for the ranks that no
// natural card has. It returns nil if the cards aren't such a run.
func (n *naive) parseRun(cards []card.Card, lowest int) *parsedPlay {
	highest := lowest + len(cards) - 1
	if !n.is("runs", "suit") || len(cards) < 3 || lowest < int(card.Three) || highest > int(card.Two) {
		return nil
	}
	l := &parsedPlay{cards: make([]card.Card, len(cards)), run: true, rank: lowest}
	var jokers []card.Card
	for _, c := range cards {
		if c.IsJoker() {
			jokers = append(jokers, c)
			continue
		}
		at := int(c.Rank()) - lowest
		if at < 0 || at >= len(cards) || l.cards[at] != card.None {
			return nil
		}
		l.cards[at] = c
		l.natural++
		l.suits[c.Suit()]++
	}
	if l.natural < 2 || slices.Max(l.suits[:]) != l.natural || len(jokers) > 0 && n.is("joker", "high") {
		return nil
	}
	for _, c := range jokers {
		l.cards[slices.Index(l.cards, card.None)] = c
	}
	return l
}

// higher reports whether p is higher than t: by rank in the current order, then by suit (P3).
func (n *naive) higher(p, t *parsedPlay) bool {
	level := func(l *parsedPlay) int {
		if n.reversed() && l.rank < 14 {
			return 14 - l.rank
		}
		return l.rank
	}
	if level(p) != level(t) {
		return level(p) > level(t)
	}
	return p.suit > t.suit
}

func (n *naive) beats(p, t *parsedPlay) bool {
	size, other := len(p.cards), len(t.cards)
	switch {
	case p.run != t.run:
		return false
	case p.run && n.reversed():
		return size == other && p.rank+size < t.rank+other
	case p.run:
		return size == other && p.rank > t.rank
	}
	if n.is("size", "same") && size == other && n.higher(p, t) ||
		n.is("size", "higher") && size >= other && n.higher(p, t) ||
		n.is("size", "bigger") && (size == other && n.higher(p, t) || size > other) ||
		n.is("size", "any") && size >= other {
		return true
	}
	if n.equals(p, t) || n.beatsLoneJoker(p, t) {
		return true
	}
	if !n.areTwos(p) || n.reversed() {
		return false
	}
	return n.is("twos", "fewer") && size+1 == other && t.natural > 0 && t.rank != 13 ||
		n.is("twos", "clearany") && size == 1 && t.natural > 0
}

// equals reports whether a play on t is an equal one (P3).
func (n *naive) equals(p, t *parsedPlay) bool {
	return !n.is("equal", "no") && t != nil && !p.run && !t.run && len(p.cards) == len(t.cards) && p.rank == t.rank
}

// beatsLoneJoker reports whether p is the 3 of spades on a Joker (P12).
func (n *naive) beatsLoneJoker(p, t *parsedPlay) bool {
	return n.is("spade3", "yes") && n.isThreeOfSpades(p) && t != nil && len(t.cards) == 1 && t.natural == 0
}

func (n *naive) isThreeOfSpades(p *parsedPlay) bool {
	return len(p.cards) == 1 && p.cards[0] == card.New(card.Three, card.Spades)
}

// areTwos reports whether p is a set of natural twos.
func (n *naive) areTwos(p *parsedPlay) bool {
	return !p.run && p.natural == len(p.cards) && p.rank == int(card.Two)
}

// obeysLock reports whether a play has the suits of the lock (P12).
func (n *naive) obeysLock(p *parsedPlay) bool {
	if n.lock == nil || p.natural == 0 || n.beatsLoneJoker(p, n.top) {
		return true
	}
	size := 0
	for suit, most := range n.lock {
		size += most
		if p.suits[suit] > most {
			return false
		}
	}
	return len(p.cards) == size
}

// mayPlay reports whether the seat to move may play a set or a run.
func (n *naive) mayPlay(p *parsedPlay) bool {
	switch {
	case p == nil:
		return false
	case n.mustPlayThree && !slices.Contains(p.cards, threeOfClubs):
		return false
	case n.is("lastpair", "forbidden") && len(p.cards) == 2 && len(n.hands[n.turn]) == 2:
		return false
	case n.top == nil:
		return true
	case n.mustAnswer && !n.equals(p, n.top):
		return false
	}
	return n.obeysLock(p) && n.beats(p, n.top)
}

// parses returns what cards can be: a set, with each card that Jokers alone can be named as, and
// runs.
func (n *naive) parses(cards []card.Card) []*parsedPlay {
	all := []*parsedPlay{n.parse(cards, card.None)}
	if p := all[0]; p != nil && p.natural == 0 && n.is("joker", "wild") {
		for rank := card.Three; rank <= card.Two; rank++ {
			for suit := range card.Suit(4) {
				all = append(all, n.parse(cards, card.New(rank, suit)))
			}
		}
	}
	for lowest := card.Three; n.is("runs", "suit") && lowest <= card.Two; lowest++ {
		all = append(all, n.parseRun(cards, int(lowest)))
	}
	return all
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
		for _, p := range n.parses(cards) {
			if !n.mayPlay(p) {
				continue
			}
			found[p.key()] = true
			if n.lock != nil && p.natural > 0 && p.natural < len(p.cards) {
				n.count("a Joker fits the lock")
			}
		}
	}
	return found
}

// key returns the play in the notation of rules.md R.
func (p *parsedPlay) key() string {
	return record.Reduce(game.Action{Verb: game.Play, Cards: p.cards}, false)
}

// read returns the play of an action. The order of a run's cards says what its Jokers stand for. If
// it can't, the Jokers fill the gaps, then go on at the 2's end, then below.
func (n *naive) read(a game.Action) *parsedPlay {
	p := n.parse(a.Cards, a.As)
	if p != nil || a.As != card.None {
		return p
	}
	lowest := int(card.Two)
	for _, c := range a.Cards {
		if !c.IsJoker() {
			lowest = min(lowest, int(c.Rank()))
		}
	}
	for start := card.Three; start <= card.Two; start++ {
		inOrder := true
		for i, c := range a.Cards {
			inOrder = inOrder && (c.IsJoker() || int(c.Rank()) == int(start)+i)
		}
		if p := n.parseRun(a.Cards, int(start)); p != nil && inOrder {
			return p
		}
	}
	return n.parseRun(a.Cards, min(lowest, int(card.Two)+1-len(a.Cards)))
}
