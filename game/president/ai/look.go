package ai

import (
	"deuces/game/ai/net"
	"deuces/game/card"
	"deuces/game/president"
)

// look is a position as a chair sees it.
type look struct {
	*Tracked
	chair  int
	others [president.MaxChairs]int8 // that hold cards, in turn
	slots  [president.MaxChairs]int8 // by chair; -1: none
	alive  int                       // how many others hold cards
	unseen counts
	ways   [5][heights]uint8 // by size and height: how many ways the unseen cards have to beat that
	terms  *president.Terms
}

// see looks at a position.
func (l *look) see(t *Tracked, chair int) {
	l.Tracked, l.chair, l.alive, l.terms = t, chair, 0, &t.about.tactics.terms
	n, step := t.p.Chairs(), 1
	if t.p.Counter() {
		step = n - 1
	}
	alive := t.p.Holding()
	for c := (chair + step) % n; c != chair; c = (c + step) % n {
		l.slots[c] = -1
		if alive>>c&1 != 0 {
			l.others[l.alive] = int8(c)
			l.alive++
		}
	}
	for i, c := range l.others[:l.alive] {
		l.slots[c] = int8(net.Slot(i, l.alive))
	}
	l.unseen = t.live - countOf(t.p.Hand(chair))
	if t.p.Inverted() {
		l.unseen = l.unseen.mirrored()
	}
	l.count()
}

// count counts the ways to beat sets.
func (l *look) count() {
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
	if two := int(card.Two); l.terms.FewerTwos && !l.p.Inverted() {
		for k := 2; k < 5; k++ {
			for h := 1; h < two; h++ {
				if l.unseen.of(two) >= k-1 {
					l.ways[k][h]++
				}
			}
		}
	}
}

// slot is where the inputs of a chair's slot begin; -1: it has none.
func (l *look) slot(chair int) int {
	if s := l.slots[chair]; s >= 0 && chair != l.chair {
		return inSlots + int(s)*slotSize
	}
	return -1
}

// standing is a place of the round before as an input: first, second, in between, last
// but one, last; -1 for none.
func standing(held, n int) int {
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

// countBucket is how many cards are held, as an input.
func countBucket(n int) int { return net.Bucket(n, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 16) }
