package ai

import (
	"math/bits"

	"deuces/game/card"
	"deuces/game/president"
)

// evaluation scores the moves of a chair by heuristics, from what that chair may know: its own
// hand, which cards are unseen, and how many cards the others hold.
//
// A hand consists of the sets of its ranks. A set costs one turn to get rid of. It costs less if it
// is likely to win its trick, because the lead comes with it, and less if it can often follow what
// others lead. The score of a play is how much cheaper it makes the hand, plus the value of the
// lead times the chance to win the trick. The lead is worth more the fewer sets are left, and most
// if all but one of them are certain to win. As a result, the heuristics play whole sets, lead low,
// save twos and finish fast.
type evaluation struct {
	weights     *weights
	terms       president.Terms
	hand        counts // by height
	unseen      counts
	others      int // number of other chairs with cards
	canPlay     int // number of these that can still play in this trick
	oneCardLeft int // number of those in canPlay that hold one card
	above       [5][heights]float32
	filled      [5]bool
	below       [heights]float32 // share of the unseen cards that are lower
	beatable    float32          // expected number of sets in the hand that don't win their trick
	inverted    bool

	// For options of rules.md P12 (plan.go).
	position     *president.Position
	chair        int
	unseenByRank counts
	unseenCards  card.Set            // cards that the others hold
	costs, loses [5][heights]float32 // of sets by size and height
	runs         runPlan
	held         handValue
}

// weights are the parameters of the heuristics, in turns. They were tuned in matches between
// players with different weights.
type weights struct {
	take   float32    // saved by a set that wins its trick
	follow [5]float32 // by size: saved by a set that is higher than all unseen cards
	lead   [7]float32 // value of the lead, by number of sets left
	rush   float32    // extra value of the lead if all sets but one win their tricks
	joker  float32    // saved by a Joker in the hand
	danger float32    // cost of letting a chair with one card go out
	pass   float32    // value of waiting
}

// defaultWeights are the weights of all levels without options of rules.md P12.
var defaultWeights = weights{
	take:   1.2,
	follow: [5]float32{0, 0.5, 0.3, 0.2, 0.1},
	lead:   [7]float32{0, 1.5, 0.8, 0.6, 0.5, 0.5, 0.5},
	rush:   1,
	joker:  0.7,
	danger: 1,
	pass:   0,
}

// moreWeights are the weights of all levels where options of rules.md P12 are on (plan.go). They
// finish faster.
var moreWeights = func(w weights) weights { w.rush = 2; return w }(defaultWeights)

// weightsFor returns the weights for options.
func weightsFor(terms president.Terms) *weights {
	if terms.More {
		return &moreWeights
	}
	return &defaultWeights
}

// expectedSets is the expected number of sets of k cards of one height in a single hand, if u such
// cards are spread over m hands: C(u, k) / m^(k-1).
var expectedSets = func() (t [president.MaxChairs][5][16]float32) {
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

// set sets the position, as the chair whose turn it is sees it. unseen counts the cards of all
// others by rank.
func (l *evaluation) set(p *president.Position, w *weights, terms president.Terms, unseen counts) {
	l.setFor(p, p.Turn(), w, terms, unseen)
	l.position = p
}

// setFor sets the position as any chair sees it.
func (l *evaluation) setFor(p *president.Position, me int, w *weights, terms president.Terms, unseen counts) {
	*l = evaluation{weights: w, terms: terms, hand: countOf(p.Hand(me)), unseen: unseen, inverted: p.Inverted()}
	if l.inverted {
		l.hand, l.unseen = l.hand.mirrored(), l.unseen.mirrored()
	}
	barred := p.SittingOut()
	for rest := p.Holding() &^ (1 << me); rest != 0; rest &= rest - 1 {
		chair := bits.TrailingZeros16(rest)
		l.others++
		if barred>>chair&1 != 0 {
			continue
		}
		l.canPlay++
		if h := p.Hand(chair); h[1] == 0 && h[0]&(h[0]-1) == 0 {
			l.oneCardLeft++
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
	if terms.More {
		l.setMore(p, me, unseen)
		return
	}
	for rest, h := l.hand>>4, 1; rest != 0 && h < jokers; rest, h = rest>>4, h+1 {
		if k := int(rest & 15); k > 0 {
			l.beatable += 1 - l.winChance(k, h)
		}
	}
}

// expectedHigher returns the expected number of sets of k cards above a height that the others
// hold.
func (l *evaluation) expectedHigher(k, h int) float32 {
	return l.above[l.row(k)][h]
}

// row returns where the tables have sets of k cards, and fills them there.
func (l *evaluation) row(k int) int {
	if k = min(k, 4); k > 0 && !l.filled[k] {
		l.fill(k)
	}
	return k
}

func (l *evaluation) fill(k int) {
	l.filled[k] = true
	row, m := &l.above[k], max(l.others, 1)
	table := &expectedSets[m]
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
			row[h] += l.expectedHigher(k+1, max(from, 1))
		}
	}
	if two := int(card.Two); l.terms.FewerTwos && k > 1 && !l.inverted {
		for h := 1; h < two; h++ {
			row[h] += table[k-1][l.unseen.of(two)]
		}
	}
	if l.terms.More {
		l.adjust(row, &table[k], k)
		for h := 1; h <= highest; h++ {
			l.costs[k][h], l.loses[k][h] = l.cost(k, h), 1-l.winChance(k, h)
		}
	}
}

// winChance returns how likely a set is to win its trick.
func (l *evaluation) winChance(k, h int) float32 { return 1 / (1 + l.expectedHigher(k, h)) }

// cost returns the cost of getting rid of a set, in turns.
func (l *evaluation) cost(k, h int) float32 {
	if k == 0 {
		return 0
	}
	return 1 - l.weights.take*l.winChance(k, h) - l.weights.follow[min(k, 4)]*l.below[h]
}

// score returns the value of a move, in turns.
func (l *evaluation) score(m president.Move) float32 {
	switch {
	case m.IsPass():
		return l.weights.pass
	case l.terms.More:
		return l.scoreMore(m)
	}
	n, wild := m.Size(), m.Jokers()
	natural := n - wild
	h := height(m.Rank(), l.inverted)
	left := l.hand.groups()
	losers := l.beatable
	worth := -l.weights.joker * float32(wild)
	if natural > 0 {
		held := l.hand.of(h)
		worth += l.cost(held, h) - l.cost(held-natural, h)
		losers -= 1 - l.winChance(held, h)
		if held == natural {
			left--
		} else {
			losers += 1 - l.winChance(held-natural, h)
		}
	}
	if wild := l.hand.of(jokers) - wild; wild > 0 {
		left += wild
	} else if left == 0 {
		return 100
	}
	if n == 1 && l.oneCardLeft > 0 {
		worth -= l.weights.danger * (1 - l.below[h])
	}
	take := 1 / (1 + l.expectedHigher(n, h)*float32(l.canPlay)/float32(max(l.others, 1)))
	return worth + take*(l.weights.lead[min(left, 6)]+l.weights.rush*max(0, 1.5-losers))
}
