package ai

import (
	"math/bits"

	"deuces/game/card"
	"deuces/game/president"
)

// plan weighs what a chair may do by heuristics, from what it may know: its
// own hand, which cards are not seen yet, and how many each of the others holds.
//
// A hand is the sets of its ranks. A set costs a turn to get rid of, less if it
// is likely to take the trick, since then the lead comes with it, and less if
// others will often lead something that it can follow. A play is worth what the
// hand costs less after it, and what the lead is worth if the play takes the
// trick: much when few sets are left, most when all of them but one are sure to
// take theirs. Whole sets, low leads, twos that wait and a rush at the end are
// what comes of that.
type plan struct {
	w      *weights
	terms  president.Terms
	hand   counts // by height
	unseen counts
	others int // chairs but this that hold cards
	free   int // of them those that may still play in this trick
	single int // of them those with one card
	above  [5][heights]float32
	has    [5]bool
	below  [heights]float32 // share of the unseen cards that are lower
	losers float32          // sets of the hand that don't take their trick
	invert bool
}

// weights are what the heuristics count, in turns. They were found by playing
// plans with other weights off against each other.
type weights struct {
	take   float32    // what a set that takes its trick saves
	follow [5]float32 // by size: what a set saves that is higher than all unseen cards
	lead   [7]float32 // the lead, by the number of sets left
	rush   float32    // the lead, when all sets left but one take their trick
	joker  float32    // what a Joker in hand saves
	danger float32    // to let a chair with one card go out
	pass   float32    // to wait
}

// standard are the weights that all levels play with.
var standard = weights{
	take:   1.2,
	follow: [5]float32{0, 0.5, 0.3, 0.2, 0.1},
	lead:   [7]float32{0, 1.5, 0.8, 0.6, 0.5, 0.5, 0.5},
	rush:   1,
	joker:  0.7,
	danger: 1,
	pass:   0,
}

// sets is how many sets of k cards of one height are expected in one hand, of u
// such cards among m others: C(u, k) / m^(k-1).
var sets = func() (t [president.MaxChairs][5][16]float32) {
	for m := range t {
		for k := 1; k < 5; k++ {
			for u := range 16 {
				n := float32(1)
				for i := range k {
					n *= float32(u-i) / float32(i+1)
					if i > 0 {
						n /= float32(max(m, 1))
					}
				}
				t[m][k][u] = max(n, 0)
			}
		}
	}
	return t
}()

// see looks at a position from the chair whose turn it is. Unseen is by rank: all
// cards that others hold.
func (l *plan) see(p *president.Position, w *weights, terms president.Terms, unseen counts) {
	me := p.Turn()
	*l = plan{w: w, terms: terms, hand: countOf(p.Hand(me)), unseen: unseen, invert: p.Inverted()}
	if l.invert {
		l.hand, l.unseen = l.hand.mirrored(), l.unseen.mirrored()
	}
	barred := p.SittingOut()
	for rest := p.Holding() &^ (1 << me); rest != 0; rest &= rest - 1 {
		chair := bits.TrailingZeros16(rest)
		l.others++
		if barred>>chair&1 != 0 {
			continue
		}
		l.free++
		if h := p.Hand(chair); h[1] == 0 && h[0]&(h[0]-1) == 0 {
			l.single++
		}
	}
	total, sum := 0, 0
	for h := 1; h < heights; h++ {
		total += l.unseen.of(h)
	}
	scale := 1 / float32(max(total, 1))
	for h := 1; h < heights; h++ {
		l.below[h] = float32(sum) * scale
		sum += l.unseen.of(h)
	}
	for rest, h := l.hand>>4, 1; rest != 0 && h < jokers; rest, h = rest>>4, h+1 {
		if k := int(rest & 15); k > 0 {
			l.losers += 1 - l.takes(k, h)
		}
	}
}

// higher is how many sets of k cards above a height are expected among the
// others: what could beat such a set.
func (l *plan) higher(k, h int) float32 {
	k = min(k, 4)
	if !l.has[k] {
		l.fill(k)
	}
	return l.above[k][h]
}

func (l *plan) fill(k int) {
	l.has[k] = true
	row, m := &l.above[k], max(l.others, 1)
	table := &sets[m]
	wild := 0
	if l.terms.JokersWild && k > 1 {
		wild = l.unseen.of(jokers)
	}
	sum := float32(0)
	for h := jokers; h > 0; h-- {
		u := l.unseen.of(h)
		same := table[k][u]
		if wild > 0 && u > 0 && h < jokers {
			same = table[k][min(u+wild, 15)]
		}
		row[h] = sum
		switch {
		case l.terms.Equal:
			row[h] += same
		case l.terms.Suits && h < jokers:
			row[h] += same / 2
		}
		sum += same
	}
	if l.terms.SameSizeLower {
		for h := range row {
			row[h] = sum
		}
	}
	if l.terms.Larger && k < 4 {
		for h := 1; h < heights; h++ {
			from := h
			if l.terms.LargerLower {
				from = 0
			}
			row[h] += l.higher(k+1, max(from, 1))
		}
	}
	if two := int(card.Two); l.terms.FewerTwos && k > 1 && !l.invert {
		for h := 1; h < two; h++ {
			row[h] += table[k-1][l.unseen.of(two)]
		}
	}
}

// takes is how likely a set is to take its trick.
func (l *plan) takes(k, h int) float32 { return 1 / (1 + l.higher(k, h)) }

// cost is what it takes to get rid of a set, in turns.
func (l *plan) cost(k, h int) float32 {
	if k == 0 {
		return 0
	}
	return 1 - l.w.take*l.takes(k, h) - l.w.follow[min(k, 4)]*l.below[h]
}

// worth is what a play or pass is worth, in turns.
func (l *plan) worth(m president.Move) float32 {
	if m.IsPass() {
		return l.w.pass
	}
	n, wild := m.Size(), m.Jokers()
	natural := n - wild
	h := height(m.Rank(), l.invert)
	left := l.hand.groups()
	losers := l.losers
	worth := -l.w.joker * float32(wild)
	if natural > 0 {
		held := l.hand.of(h)
		worth += l.cost(held, h) - l.cost(held-natural, h)
		losers -= 1 - l.takes(held, h)
		if held == natural {
			left--
		} else {
			losers += 1 - l.takes(held-natural, h)
		}
	}
	if wild := l.hand.of(jokers) - wild; wild > 0 {
		left += wild
	} else if left == 0 {
		return 100
	}
	if n == 1 && l.single > 0 {
		worth -= l.w.danger * (1 - l.below[h])
	}
	take := 1 / (1 + l.higher(n, h)*float32(l.free)/float32(max(l.others, 1)))
	return worth + take*(l.w.lead[min(left, 6)]+l.w.rush*max(0, 1.5-losers))
}
