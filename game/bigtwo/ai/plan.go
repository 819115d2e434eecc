package ai

import "deuces/game/bigtwo"

// A plan splits a hand into plays so that their total cost is lowest. A play costs one turn minus
// a rebate for the chance that it wins the trick and so gives the turn back. Cards outside plays
// of five are planned rank by rank, so their cost is a sum of table lookups, one for every three
// ranks. All plays of five are tried, alone and in pairs; 13 cards don't have room for three.

// turnCost is the cost of a play that never wins a trick.
const turnCost = 64

// plan is the total of a split hand. The lower half is its cost. Above it are the numbers of
// singles, pairs and triples, four bits each.
type plan uint32

const (
	planSingle plan = 1 << 16
	planPair   plan = 1 << 20
	planTriple plan = 1 << 24
)

func (p plan) cost() int    { return int(p & 0xffff) }
func (p plan) singles() int { return int(p >> 16 & 15) }
func (p plan) pairs() int   { return int(p >> 20 & 15) }
func (p plan) triples() int { return int(p >> 24 & 15) }

// Rebates by rank from 3 to 2, and for plays of five by class from Straight on.
var (
	singleRebate = [13]int{0, 0, 0, 0, 0, 0, 1, 3, 6, 10, 16, 28, 48}
	pairRebate   = [13]int{4, 4, 5, 6, 7, 8, 10, 13, 17, 22, 29, 39, 56}
	tripleRebate = [13]int{14, 15, 16, 17, 19, 21, 24, 27, 31, 36, 42, 50, 60}
	fiveRebate   = [5]int{18, 26, 42, 59, 62}
)

// oneFive is a play of five cards and its cost.
type oneFive struct {
	play play
	cost plan
}

func costOf(p play) plan {
	base := p.High() / 4
	switch c := p.Class(); c {
	case bigtwo.Single:
		return plan(turnCost-singleRebate[base]-p.High()%4/2) + planSingle
	case bigtwo.Pair:
		return plan(turnCost-pairRebate[base]) + planPair
	case bigtwo.Triple:
		return plan(turnCost-tripleRebate[base]) + planTriple
	case bigtwo.Bomb, bigtwo.StraightFlush:
		return plan(turnCost - fiveRebate[c-bigtwo.Straight])
	default:
		return plan(turnCost - fiveRebate[c-bigtwo.Straight] - base)
	}
}

// rankTable has a plan for every set of cards of three neighboring ranks.
type rankTable [5][1 << 12]plan

// rankPlans has the plans without and with plays of three of a kind. They play each rank as one play,
// except four of a kind, which is two pairs, and perhaps three of a kind, which is a single and a pair.
var rankPlans = [2]rankTable{newRankTable(false), newRankTable(true)}

func newRankTable(triples bool) (table rankTable) {
	var v bigtwo.Variant // up to three cards of a rank are the same plays in each
	for chunk := range table {
		for set := range table[chunk] {
			for i := range 3 {
				base := cards(chunk*12 + i*4)
				same := cards(set) >> (4 * i) & 15 << base
				if base > 48 || same == 0 {
					continue
				}
				if n := same.Len(); n == 4 || n == 3 && !triples {
					pair := same & -same
					pair |= (same &^ pair) & -(same &^ pair)
					p, _ := v.Classify(pair)
					table[chunk][set] += costOf(p)
					same &^= pair
				}
				p, _ := v.Classify(same)
				table[chunk][set] += costOf(p)
			}
		}
	}
	return table
}

// of returns the plan of a hand without plays of five.
func (t *rankTable) of(hand cards) plan {
	return t[0][hand&0xfff] + t[1][hand>>12&0xfff] + t[2][hand>>24&0xfff] + t[3][hand>>36&0xfff] + t[4][hand>>48&0xf]
}

// maxFives is the maximum number of plays of five that are considered. Only a hand with nine or
// more cards of a suit can have more, and then some are ignored.
const maxFives = 160

// split is the cheapest split of a hand: its plays of five, and the remaining cards rank by rank.
type split struct {
	plan  plan
	fives [2]play // pass: none
	rest  cards
}

func (s *split) plays() int {
	n := s.plan.singles() + s.plan.pairs() + s.plan.triples()
	for _, f := range s.fives {
		if f != pass {
			n++
		}
	}
	return n
}

// planner plans a hand and what remains of it after each of its plays.
type planner struct {
	hand         cards
	ranks        *rankTable
	fives        []oneFive
	pairsOfFives []pairOfFives
	buf          struct {
		plays [bigtwo.MaxPlays]play
		fives [maxFives]oneFive
		twos  [1024]pairOfFives
	}
}

// pairOfFives is two plays of five that share no card.
type pairOfFives struct {
	a, b play
	cost plan
}

// setHand sets the hand and lists its plays of five.
func (pl *planner) setHand(v *bigtwo.Variant, hand cards) {
	pl.hand, pl.fives, pl.pairsOfFives = hand, pl.buf.fives[:0], pl.buf.twos[:0]
	pl.ranks = &rankPlans[0]
	if v.Has(bigtwo.Triple) {
		pl.ranks = &rankPlans[1]
	}
	if hand.Len() < 5 {
		return
	}
	for _, p := range v.Fives(pl.buf.plays[:0], hand) {
		if len(pl.fives) == maxFives {
			break
		}
		pl.fives = append(pl.fives, oneFive{p, costOf(p)})
	}
	if hand.Len() < 10 {
		return
	}
	for i, a := range pl.fives {
		for _, b := range pl.fives[i+1:] {
			if (a.play&b.play).Cards() == 0 && len(pl.pairsOfFives) < len(pl.buf.twos) {
				pl.pairsOfFives = append(pl.pairsOfFives, pairOfFives{a.play, b.play, a.cost + b.cost})
			}
		}
	}
}

// without returns the cheapest split of what remains of the hand without the given cards.
func (pl *planner) without(gone cards) split {
	hand := pl.hand &^ gone
	best := split{plan: pl.ranks.of(hand), rest: hand}
	if hand.Len() < 5 {
		return best
	}
	for i := range pl.fives {
		f := &pl.fives[i]
		if f.play.Cards()&gone != 0 {
			continue
		}
		rest := hand &^ f.play.Cards()
		if p := f.cost + pl.ranks.of(rest); p.cost() < best.plan.cost() {
			best = split{p, [2]play{f.play}, rest}
		}
	}
	if hand.Len() < 10 {
		return best
	}
	for i := range pl.pairsOfFives {
		t := &pl.pairsOfFives[i]
		both := (t.a | t.b).Cards()
		if both&gone != 0 {
			continue
		}
		if p := t.cost + pl.ranks.of(hand&^both); p.cost() < best.plan.cost() {
			best = split{p, [2]play{t.a, t.b}, hand &^ both}
		}
	}
	return best
}
