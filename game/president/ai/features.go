package ai

import (
	"deuces/game/ai/net"
	"deuces/game/card"
	"deuces/game/president"
)

// features computes the inputs of a position as a chair sees it.
type features struct {
	*Tracked
	chair      int
	others     [president.MaxChairs]int8 // other chairs with cards, in turn order
	slots      [president.MaxChairs]int8 // by chair; -1: none
	otherCount int                       // number of other chairs with cards
	unseen     counts
	ways       [5][heights]uint8 // by size and height: number of ways in which the unseen cards can beat such a set
	terms      *president.Terms
}

// set sets the position.
func (l *features) set(t *Tracked, chair int) {
	l.Tracked, l.chair, l.otherCount, l.terms = t, chair, 0, &t.roundContext.heuristics.terms
	n, step := t.position.Chairs(), 1
	if t.position.Counter() {
		step = n - 1
	}
	alive := t.position.Holding()
	for c := (chair + step) % n; c != chair; c = (c + step) % n {
		l.slots[c] = -1
		if alive>>c&1 != 0 {
			l.others[l.otherCount] = int8(c)
			l.otherCount++
		}
	}
	for i, c := range l.others[:l.otherCount] {
		l.slots[c] = int8(net.Slot(i, l.otherCount))
	}
	l.unseen = t.inPlay - countOf(t.position.Hand(chair))
	if t.position.Inverted() {
		l.unseen = l.unseen.mirrored()
	}
	l.countWays()
}

// countWays counts the ways to beat sets.
func (l *features) countWays() {
	l.ways = [5][heights]uint8{}
	wild := 0
	if l.terms.JokersWild {
		wild = l.unseen.of(jokers)
	}
	for k := 4; k > 0; k-- {
		row, sum := &l.ways[k], uint8(0)
		for h := jokers; h > 0; h-- {
			u := l.unseen.of(h)
			sets := 0
			switch {
			case k == 1:
				sets = u
			case h < jokers && u > 0 && u+wild >= k, u >= k:
				sets = 1
			}
			row[h] = sum
			if l.terms.Equal || l.terms.Suits && h < jokers {
				row[h] += uint8(sets)
			}
			sum = min(sum+uint8(sets), 100)
		}
		for h := 1; h < heights; h++ {
			if l.terms.SameSizeLower {
				row[h] = sum
			}
			if l.terms.Larger && k < 4 {
				from := h
				if l.terms.LargerLower {
					from = 1
				}
				row[h] += l.ways[k+1][from]
			}
		}
	}
	if two := int(card.Two); l.terms.FewerTwos && !l.position.Inverted() {
		for k := 2; k < 5; k++ {
			for h := 1; h < two; h++ {
				if l.unseen.of(two) >= k-1 {
					l.ways[k][h]++
				}
			}
		}
	}
	if l.terms.More {
		l.adjustWays()
	}
}

// adjustWays changes the ways for sets that end their tricks, and for a single 2 that beats any set.
func (l *features) adjustWays() {
	inverted := l.position.Inverted()
	for h := 1; h < jokers; h++ {
		r := height(card.Rank(h), inverted)
		for k := 1; k < len(l.ways); k++ {
			switch {
			case l.terms.Stops>>(r<<2)&1 != 0, l.terms.Clears>>(r<<2)&1 != 0 && !inverted:
				l.ways[k][h] = 0
			case l.terms.ClearAny && k > 1 && !inverted:
				l.ways[k][h] += uint8(l.unseen.of(int(card.Two)))
			}
		}
	}
}

// slot returns the first input of a chair's slot, or -1.
func (l *features) slot(chair int) int {
	if s := l.slots[chair]; s >= 0 && chair != l.chair {
		return inSlots + int(s)*slotSize
	}
	return -1
}

// placeInput returns the input of a place in the previous round: first, second, in between, second
// to last, last; -1 for none.
func placeInput(held, n int) int {
	switch {
	case held == 0:
		return -1
	case held == n:
		return 4
	case held == 1:
		return 0
	case held == n-1:
		return 3
	case held == 2:
		return 1
	}
	return 2
}

// countBucket returns the input of a number of cards.
func countBucket(n int) int { return net.Bucket(n, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 16) }
