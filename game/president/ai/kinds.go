package ai

import (
	"math"

	"deuces/game/president"
)

// kind is a way to play that hard reckons with: how it weighs what it may do, how often it
// does anything else, and how likely somebody is to play so before anything was seen.
// Who reads every play as if it were normal's is misled by whoever isn't normal, so each
// of the others is each of these to a degree, and what they do tells which.
type kind struct {
	name  string
	likes manner
	stray float64
	prior float64
}

// manner is how much a kind likes what there is to see of a move, in nats: of two moves
// the one that is liked more by one is e times as likely.
type manner [traits]float32

// What there is to see of a move.
const (
	worth  = iota // by the heuristics, in turns
	pass          // it is a pass
	early         // it is a pass, by the share of a hand of 13 that is held
	high          // how high the cards are, from 0 to 1; a Joker is 1
	breaks        // cards of the same rank stay behind
	many          // how many cards it is
	last          // it is all that is held
	dear          // it beats with a high card, far from going out
	costly        // it beats with what isn't low, or breaks a set for it, and not as the last but one
	traits
)

// steep is how much a kind that plays by a rule likes what its rule says better.
const steep = 40

// manners are the kinds whose moves are weighed. After them comes one more: anyone,
// of whom nothing is known, so that what they do says nothing of their hand and the cards alone
// count.
//
// The numbers of a searcher were found by fitting what flat and ismcts (internal/zoo) did at 200 playouts.
var manners = [...]kind{
	{"normal", manner{worth: 1 / 0.25}, 0.15, 0.35},
	{"searcher", manner{worth: 1.1, pass: -3.2, early: 2, high: -3, breaks: -0.35, many: 0.05, last: -2.6, dear: -0.5}, 0.05, 0.3},
	{"grabber", manner{pass: -2000, high: -steep, breaks: -2 * steep}, 0.1, 0.08},
	{"saver", manner{pass: -1.5 * steep, high: -steep, breaks: -2 * steep, dear: -10 * steep}, 0.1, 0.04},
	{"tight", manner{pass: -1.5 * steep, high: -steep, breaks: -2 * steep, costly: -10 * steep}, 0.1, 0.04},
}

// anyone is where a belief keeps who fits none of the manners, and how likely that is at first.
const (
	anyone   = len(manners)
	stranger = 0.19
)

// belief is how likely somebody is of each kind, as logarithms.
type belief [len(manners) + 1]float64

// unsure is the least that is left of each kind after a round, as a logarithm: people
// change their ways.
const unsure = -4

// faint is how little of a kind may be left for it not to be weighed: that would take time that
// more worlds are worth more.
const faint = -3.7

// newcomer is what is believed of somebody who hasn't been seen to play.
func newcomer() (b belief) {
	for k := range manners {
		b[k] = math.Log(manners[k].prior)
	}
	b[anyone] = math.Log(stranger)
	return b
}

// settle scales a belief so that its parts are all there is, none of them next to nothing.
func (b *belief) settle() {
	for range 2 {
		sum := b.sum()
		for k := range b {
			b[k] = max(b[k]-sum, unsure)
		}
	}
}

// sum is the logarithm of the sum of what a belief holds logarithms of.
func (b *belief) sum() float64 {
	most := b[0]
	for _, l := range b[1:] {
		most = max(most, l)
	}
	sum := 0.0
	for _, l := range b {
		if l > most-20 {
			sum += math.Exp(l - most)
		}
	}
	return most + math.Log(sum)
}

// choice is what there is to see of the moves that a chair had.
type choice struct {
	moves [len(room{})]manner
	n     int
	did   int // of them the one it made; -1: none of them

	buf   room
	liked [len(room{})]float32
}

// choose looks at what the chair whose turn it is may do, of moves that differ in suits that
// don't matter at one.
func (c *choice) choose(t *tactics, p *president.Position, live counts, moves []president.Move, did president.Move) {
	c.n, c.did = 0, -1
	hand := p.Hand(p.Turn())
	var l plan
	l.see(p, t.w, t.terms, live-countOf(hand))
	_, _, follows := p.Top()
	size := hand.Len()
	for i, m := range moves {
		if i > 0 && !t.differ(m, moves[i-1]) {
			continue
		}
		if c.n == len(c.moves) {
			return // a hand of two decks; what was done may be missing, as if it were none of them
		}
		if m == did || !t.differ(m, did) {
			c.did = c.n
		}
		c.moves[c.n] = l.traits(m, !follows, size)
		c.n++
	}
}

// traits says what there is to see of a move.
func (l *plan) traits(m president.Move, lead bool, size int) (s manner) {
	s[worth] = min(l.worth(m), 5) // to go out is worth 100
	if m.IsPass() {
		s[pass], s[early] = 1, float32(size)/13
		return s
	}
	left := size - m.Size()
	h := height(m.Rank(), l.invert)
	s[high] = float32(h) / jokers
	if m.Jokers() > 0 {
		s[high] = 1
	}
	if natural := m.Size() - m.Jokers(); natural > 0 && l.hand.of(h) > natural {
		s[breaks] = 1
	}
	s[many] = float32(m.Size())
	if left == 0 {
		s[last] = 1
	}
	if lead {
		return s
	}
	if s[high] > 0.7 && left > 2 {
		s[dear] = 1
	}
	if left > 1 && (s[high] > 0.45 || s[breaks] > 0) {
		s[costly] = 1
	}
	return s
}

// add adds the logarithm of how likely each kind would have done what was done, of those that
// are believed in at all. Of anyone all moves are as likely.
func (c *choice) add(odds, believed *belief) {
	alike := 1 / float64(c.n)
	odds[anyone] += math.Log(alike)
	for k := range manners {
		if believed[k] >= faint {
			odds[k] += math.Log((1-manners[k].stray)*c.share(&manners[k].likes) + manners[k].stray*alike)
		}
	}
}

// share is how likely what was done is among all moves, by a manner.
func (c *choice) share(likes *manner) float64 {
	most := float32(math.Inf(-1))
	for i := range c.n {
		v := float32(0)
		for j, x := range c.moves[i] {
			v += x * likes[j]
		}
		c.liked[i] = v
		most = max(most, v)
	}
	if c.did < 0 {
		return 0
	}
	sum := 0.0
	for _, v := range c.liked[:c.n] {
		if v > most-20 {
			sum += math.Exp(float64(v - most))
		}
	}
	return math.Exp(float64(c.liked[c.did]-most)) / sum
}
