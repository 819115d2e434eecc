package ai

import (
	"cmp"
	"math/bits"

	"deuces/game/card"
	"deuces/game/president"
)

// This file has what the heuristics need where options of rules.md P12 are on (Terms.More): suits
// matter, cards of several ranks can be one play, and what a play does to its trick depends on more
// than its rank and size. The position itself says what a play does.

// naturals are the natural cards in the first word of a card.Set.
const naturals uint64 = 1<<card.Joker1 - 1<<4

// runPlan is the part of a hand that is best played as runs, and what that changes compared with
// playing all of it as sets.
type runPlan struct {
	cards    uint64  // as in the first word of a card.Set
	saved    float32 // turns
	plays    int     // fewer plays
	beatable float32 // fewer of these that don't win their tricks
}

// of returns the planned run with a card.
func (p *runPlan) of(c uint64) (run uint64) {
	for at := c; at&p.cards != 0; at <<= 4 {
		run |= at
	}
	for at := c; at&p.cards != 0; at >>= 4 {
		run |= at
	}
	return run
}

// The weights of the options of rules.md P12, in turns.
const (
	runMustSave  = 0.1 // turns that a run must save to be planned
	trapped      = 3   // cost of a hand without a card that may be played last
	spadeAnswer  = 0.3 // saved by a 3 of spades while others hold a Joker
	threatDanger = 2.5 // factor of the danger for a President who would fall
)

// setMore sets what only the options of rules.md P12 need.
func (l *evaluation) setMore(p *president.Position, chair int, unseen counts) {
	l.chair, l.unseenByRank = chair, unseen
	for c := range p.Chairs() {
		if c != chair && p.Holding()>>c&1 != 0 {
			l.unseenCards = l.unseenCards.Plus(p.Hand(c))
		}
	}
	l.runs = l.planRuns(p.Hand(chair))
	l.held = l.valueOf(p.Hand(chair), &l.runs)
}

// adjust changes a row of expectedHigher for ranks whose sets end their tricks or turn the order
// over, and for a single 2 that beats any set.
func (l *evaluation) adjust(row *[heights]float32, table *[16]float32, k int) {
	if two := int(card.Two); l.terms.ClearAny && k > 1 && !l.inverted {
		for h := 1; h < two; h++ {
			row[h] += float32(l.unseen.of(two))
		}
	}
	if k == 1 && l.terms.SpadeThree && l.unseenCards.Has(threeOfSpades) {
		row[jokers]++
	}
	for h := 1; h < jokers; h++ {
		r := l.rank(h)
		if l.terms.TurnsOver>>(r<<2)&1 != 0 {
			row[h] = table[l.unseen.of(jokers)]
			for lower := 1; lower < h; lower++ {
				row[h] += table[l.unseen.of(lower)]
			}
		}
		if l.terms.Stops>>(r<<2)&1 != 0 || l.terms.Clears>>(r<<2)&1 != 0 && !l.inverted {
			row[h] = 0
		}
	}
}

// planRuns plans the runs of a hand: again and again the one that saves most.
func (l *evaluation) planRuns(hand card.Set) (p runPlan) {
	x := hand[0] & naturals
	if !l.terms.Runs || x&(x>>4)&(x>>8) == 0 {
		return p
	}
	held := l.countHand(hand)
	for x&(x>>4)&(x>>8) != 0 {
		var cards uint64
		most := float32(runMustSave)
		for start := x & (x >> 4) & (x >> 8); start != 0; start &= start - 1 {
			saved, run := float32(0), uint64(0)
			for n, at := 1, bits.TrailingZeros64(start); x>>at&1 != 0; n, at = n+1, at+4 {
				h := height(card.Rank(at>>2), l.inverted)
				k := held.of(h)
				saved += l.setCost(k, h) - l.setCost(k-1, h)
				run |= 1 << at
				if n < 3 {
					continue
				}
				if s := saved - (1 - l.weights.take*l.runWinChance(run, l.inverted)); s > most {
					most, cards = s, run
				}
			}
		}
		if cards == 0 {
			break
		}
		p.saved += most
		p.beatable += l.runWinChance(cards, l.inverted) - 1
		p.plays--
		for rest := cards; rest != 0; rest &= rest - 1 {
			h := height(card.Rank(bits.TrailingZeros64(rest)>>2), l.inverted)
			k := held.of(h)
			p.beatable += l.setLoses(k, h) - l.setLoses(k-1, h)
			if k == 1 {
				p.plays++
			}
			held -= 1 << (4 * h)
		}
		p.cards |= cards
		x &^= cards
	}
	return p
}

// countHand counts a hand by height.
func (l *evaluation) countHand(hand card.Set) counts {
	if l.inverted {
		return countOf(hand).mirrored()
	}
	return countOf(hand)
}

// setCost returns cost from a table.
func (l *evaluation) setCost(k, h int) float32 { return l.costs[l.row(k)][h] }

// setLoses returns how likely a set is not to win its trick.
func (l *evaluation) setLoses(k, h int) float32 { return l.loses[l.row(k)][h] }

// runWinChance returns how likely a run of natural cards is to win its trick.
func (l *evaluation) runWinChance(run uint64, inverted bool) float32 {
	return 1 / (1 + l.expectedHigherRuns(bits.OnesCount64(run), card.Rank(bits.TrailingZeros64(run)>>2), inverted, 15))
}

// expectedHigherRuns returns the expected number of runs of n cards in some suits that beat one with
// a lowest rank.
func (l *evaluation) expectedHigherRuns(n int, lowest card.Rank, inverted bool, suits uint64) float32 {
	starts := l.unseenCards[0] & naturals & (0x1111_1111_1111_1111 * suits)
	for i := 1; i < n; i++ {
		starts &= l.unseenCards[0] & naturals >> (4 * i)
	}
	return float32(bits.OnesCount64(beyond(starts, lowest, inverted))) * l.inOneHand(n)
}

// expectedLocked returns the expected number of sets that have the suits of a lock and beat a rank.
func (l *evaluation) expectedLocked(n int, rank card.Rank, inverted bool, lock uint8) float32 {
	ranks := uint64(0x1111_1111_1111_1111)
	for suit := range 4 {
		if lock>>suit&1 != 0 {
			ranks &= l.unseenCards[0] & naturals >> suit
		}
	}
	return float32(bits.OnesCount64(beyond(ranks, rank, inverted))) * l.inOneHand(n)
}

// beyond returns the cards that rank above a rank, or below it if the order is inverted.
func beyond(cards uint64, r card.Rank, inverted bool) uint64 {
	if inverted {
		return cards & (1<<(r<<2) - 1)
	}
	return cards >> ((r + 1) << 2)
}

// inOneHand returns how likely n certain cards are to be in one hand of the others.
func (l *evaluation) inOneHand(n int) float32 {
	chance := float32(1)
	for range n - 1 {
		chance /= float32(max(l.others, 1))
	}
	return chance
}

// handValue is what a hand is like where options of rules.md P12 are on.
type handValue struct {
	cost     float32 // of getting rid of it, in turns
	plays    int
	beatable float32 // expected number of plays that don't win their tricks
}

// valueOf returns the value of a hand with its planned runs.
func (l *evaluation) valueOf(hand card.Set, runs *runPlan) handValue {
	held := l.countHand(hand)
	wild := held.of(jokers)
	v := handValue{cost: -runs.saved - l.weights.joker*float32(wild), plays: wild - runs.plays, beatable: -runs.beatable}
	for rest, h := held>>4, 1; rest != 0 && h < jokers; rest, h = rest>>4, h+1 {
		if k := int(rest & 15); k > 0 {
			v.cost += l.setCost(k, h)
			v.beatable += l.setLoses(k, h)
			v.plays++
		}
	}
	if isTrapped(&l.terms, hand, l.inverted) {
		v.cost += trapped
	}
	if l.terms.SpadeThree && l.unseen.of(jokers) > 0 && hand.Has(threeOfSpades) {
		v.cost -= spadeAnswer
	}
	return v
}

// isTrapped reports whether a hand has no card that may be played last.
func isTrapped(terms *president.Terms, hand card.Set, inverted bool) bool {
	foul := terms.FoulLast[0]
	if inverted {
		foul = terms.FoulLast[1]
	}
	clean := hand[0] &^ foul
	return foul != 0 && (clean == 0 || terms.FoulSpadeThree && clean == 1<<threeOfSpades && hand[1]&clean == 0)
}

const threeOfSpades = card.Card(card.Three)<<2 | card.Card(card.Spades)

// scoreMore returns the value of a move, as score does, where options of rules.md P12 are on.
func (l *evaluation) scoreMore(m president.Move) float32 {
	if m.IsPass() {
		return l.weights.pass
	}
	p := *l.position
	e := p.Do(m)
	switch {
	case e.Happened&president.Foul != 0:
		return -100
	case e.Happened&president.Out != 0:
		return 100
	}
	hand := p.Hand(l.chair)
	var left handValue
	switch {
	case e.Happened&(president.Inversion|president.Revolution) != 0:
		var turned evaluation
		turned.setFor(&p, l.chair, l.weights, l.terms, l.unseenByRank)
		left = turned.held
	case m.Cards()[0]&l.runs.cards != 0:
		runs := l.planRuns(hand)
		left = l.valueOf(hand, &runs)
	default:
		left = l.valueOf(hand, &l.runs)
	}
	worth := l.held.cost - left.cost
	take := float32(1)
	if e.Happened&president.Trick == 0 {
		if m.Size() == 1 && l.oneCardLeft > 0 {
			danger := l.weights.danger
			if p.MayFall(l.chair) {
				danger *= threatDanger
			}
			worth -= danger * (1 - l.below[height(m.Rank(), l.inverted)])
		}
		take = 1 / (1 + l.expectedToBeat(m, &p)*float32(l.canPlay)/float32(max(l.others, 1)))
	}
	return worth + take*(l.weights.lead[min(left.plays, 6)]+l.weights.rush*max(0, 1.5-left.beatable))
}

// expectedToBeat returns the expected number of plays of the others that beat a move. p is the
// position after it.
func (l *evaluation) expectedToBeat(m president.Move, p *president.Position) float32 {
	n, lock := m.Size(), p.Lock()
	switch {
	case m.IsRun():
		return l.expectedHigherRuns(n, m.Rank(), p.Inverted(), uint64(cmp.Or(lock, 15)))
	case lock != 0:
		return l.expectedLocked(n, m.Rank(), p.Inverted(), lock) + float32(l.unseen.of(jokers))*l.inOneHand(n)
	}
	return l.expectedHigher(n, height(m.Rank(), l.inverted))
}
