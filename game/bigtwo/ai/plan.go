package ai

import "deuces/game/bigtwo"

// A hand is planned by splitting it into the plays that get rid of it at the
// least cost. A play costs a turn, less the share of a turn that it is likely
// to give back by taking control. The cost of what is left beside the plays of
// five cards is a sum over ranks, so that a table finds it in five steps; plays
// of five are tried alone and by twos, as no hand has room for three.

// turn is the cost of a play that never takes control.
const turn = 64

// plan is a split of a hand, as a sum: its cost in the lower half, above it how
// many single cards, pairs and triples it has, four bits each.
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

// What of a turn a single card, a pair or a triple gives back, by rank from 3
// to 2, and a play of five, by class from Straight on.
var (
	singleBack = [13]int{0, 0, 0, 0, 0, 0, 1, 3, 6, 10, 16, 28, 48}
	pairBack   = [13]int{4, 4, 5, 6, 7, 8, 10, 13, 17, 22, 29, 39, 56}
	tripleBack = [13]int{14, 15, 16, 17, 19, 21, 24, 27, 31, 36, 42, 50, 60}
	fiveBack   = [5]int{18, 26, 42, 59, 62}
)

// oneFive is a play of five cards and what it costs.
type oneFive struct {
	cards cards
	cost  plan
}

func costOf(p play) plan {
	base := p.High() / 4
	switch c := p.Class(); c {
	case bigtwo.Single:
		return plan(turn-singleBack[base]-p.High()%4/2) + planSingle
	case bigtwo.Pair:
		return plan(turn-pairBack[base]) + planPair
	case bigtwo.Triple:
		return plan(turn-tripleBack[base]) + planTriple
	case bigtwo.Bomb, bigtwo.StraightFlush:
		return plan(turn - fiveBack[c-bigtwo.Straight])
	default:
		return plan(turn - fiveBack[c-bigtwo.Straight] - base)
	}
}

// looseCosts has, for every set of cards of three neighboring ranks, the plan
// that plays each rank as one play, and four of a kind as two pairs.
var looseCosts = func() (table [5][1 << 12]plan) {
	for chunk := range table {
		for set := range table[chunk] {
			for i := range 3 {
				base := cards(chunk*12 + i*4)
				same := cards(set) >> (4 * i) & 15 << base
				if base > 48 || same == 0 {
					continue
				}
				if same.Len() == 4 {
					p, _ := bigtwo.Classify(same & (3 << base))
					table[chunk][set] += costOf(p)
					same &= 12 << base
				}
				p, _ := bigtwo.Classify(same)
				table[chunk][set] += costOf(p)
			}
		}
	}
	return table
}()

// loose is the plan of a hand without plays of five.
func loose(hand cards) plan {
	return looseCosts[0][hand&0xfff] + looseCosts[1][hand>>12&0xfff] + looseCosts[2][hand>>24&0xfff] +
		looseCosts[3][hand>>36&0xfff] + looseCosts[4][hand>>48&0xf]
}

// maxFives bounds the plays of five that are looked at. Only a hand with nine
// or more cards of a suit has more; then some are left out.
const maxFives = 160

// split is the cheapest split of a hand: its plays of five, and the rest rank by rank.
type split struct {
	plan  plan
	fives [2]cards // 0 where there is none
	rest  cards
}

// plays is how many turns the hand takes.
func (s *split) plays() int {
	n := s.plan.singles() + s.plan.pairs() + s.plan.triples()
	for _, f := range s.fives {
		if f != 0 {
			n++
		}
	}
	return n
}

// planner plans what a hand becomes by each of its plays.
type planner struct {
	hand  cards
	fives []oneFive
	twos  []twoFives
	buf   struct {
		plays [bigtwo.MaxPlays]play
		fives [maxFives]oneFive
		twos  [1024]twoFives
	}
}

// twoFives is two plays of five that share no card.
type twoFives struct {
	a, b cards
	cost plan
}

// take lists the plays of five of a hand.
func (pl *planner) take(hand cards) {
	pl.hand, pl.fives, pl.twos = hand, pl.buf.fives[:0], pl.buf.twos[:0]
	if hand.Len() < 5 {
		return
	}
	for _, p := range bigtwo.Fives(pl.buf.plays[:0], hand) {
		if len(pl.fives) == maxFives {
			break
		}
		pl.fives = append(pl.fives, oneFive{p.Cards(), costOf(p)})
	}
	if hand.Len() < 10 {
		return
	}
	for i, a := range pl.fives {
		for _, b := range pl.fives[i+1:] {
			if a.cards&b.cards == 0 && len(pl.twos) < len(pl.buf.twos) {
				pl.twos = append(pl.twos, twoFives{a.cards, b.cards, a.cost + b.cost})
			}
		}
	}
}

// without plans the hand that was taken, less some of its cards.
func (pl *planner) without(gone cards) split {
	hand := pl.hand &^ gone
	best := split{plan: loose(hand), rest: hand}
	if hand.Len() < 5 {
		return best
	}
	for i := range pl.fives {
		f := &pl.fives[i]
		if f.cards&gone != 0 {
			continue
		}
		if p := f.cost + loose(hand&^f.cards); p.cost() < best.plan.cost() {
			best = split{p, [2]cards{f.cards}, hand &^ f.cards}
		}
	}
	if hand.Len() < 10 {
		return best
	}
	for i := range pl.twos {
		t := &pl.twos[i]
		if (t.a|t.b)&gone != 0 {
			continue
		}
		if p := t.cost + loose(hand&^t.a&^t.b); p.cost() < best.plan.cost() {
			best = split{p, [2]cards{t.a, t.b}, hand &^ t.a &^ t.b}
		}
	}
	return best
}
