package ai

import (
	"math"
	"math/rand/v2"
	"slices"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/president"
)

// kind is a way to play that hard reckons with. Who reads every play as if it were
// normal's is misled by everyone who isn't normal, so each chair is each of these
// to a degree, and what it does tells which. Of the first two what they do is read.
// The others are for who fits neither: what they do says nothing of their hands, and
// the cards alone count.
type kind int

const (
	planner  kind = iota // by the heuristics, more or less
	grasping             // plays whole sets whenever it can, the lowest that beats
	rough                // likes what the heuristics like, and often does something else
	other                // in a way that nothing is known of
	kinds
)

const readable = rough // the kinds before this one

// unread is how likely somebody must be of a readable kind to be read at all: to read
// takes time that trying more worlds would be worth more.
const unread = 0.05

// belief is how likely a chair is of each kind, as logarithms.
type belief [kinds]float64

// prior is what is believed of somebody who has not played yet.
var prior = belief{planner: math.Log(0.5), grasping: math.Log(0.1), rough: math.Log(0.3), other: math.Log(0.1)}

// How far the kinds stray from their way: they do something else altogether now and
// then, and those that plan weigh plays that differ by less than a few tenths of a
// turn almost alike.
var (
	stray = [kinds]float64{planner: 0.15, rough: 0.5, grasping: 0.1}
	blur  = [kinds]float64{planner: 0.25, rough: 0.5}
)

// unsure is the least that is left of each kind after a round, as a logarithm: people
// change their ways.
const unsure = -4.5

// learn returns what the rounds before say of each chair.
func learn(rules *president.Rules, s ai.Observation, t *tactics) (beliefs [president.MaxChairs]belief) {
	for c := range beliefs {
		beliefs[c] = prior
	}
	for i, round := range s.Match.Rounds {
		n := len(round.Order)
		if n > len(s.View.Order) || len(round.Result.Hands) < n {
			continue
		}
		v := game.View{Seat: s.View.Seat, Order: round.Order, Players: make([]game.PlayerView, n)}
		if before := len(s.Match.Results) - len(s.Match.Rounds) + i; before > 0 {
			for place, seat := range s.Match.Results[before-1].Places {
				if int(seat) < n {
					v.Players[seat].Held = place + 1
				}
			}
		}
		var hands [president.MaxChairs]card.Set
		for c, seat := range round.Order {
			hands[c] = card.SetOf(round.Result.Hands[seat]...)
		}
		var q past
		if end, ok := q.follow(rules, t, v, round.Told, &hands); !ok || end.Turn() >= 0 {
			continue
		}
		for was, seat := range round.Order {
			now := slices.Index(s.View.Order, seat)
			if seat == s.View.Seat || now < 0 || !round.By(seat) {
				continue
			}
			odds := q.odds(t, was, hands[was])
			for k := range odds {
				beliefs[now][k] += odds[k]
			}
			beliefs[now].settle()
		}
	}
	return beliefs
}

// settle scales a belief so that its parts are all there is, none of them next to
// nothing.
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
	most := slices.Max(b[:])
	sum := 0.0
	for _, l := range b {
		sum += math.Exp(l - most)
	}
	return most + math.Log(sum)
}

// likely returns the logarithm of how likely a chair would have done what it did in
// this round, with a hand that it may have now.
func (q *past) likely(t *tactics, chair int, hand card.Set) float64 {
	if len(q.steps[chair]) == 0 || !q.reads(chair) {
		return 0
	}
	odds := q.odds(t, chair, hand)
	for k := range odds {
		if k >= int(readable) {
			odds[k] = q.plain[chair][k]
		}
		odds[k] += q.beliefs[chair][k]
	}
	return odds.sum()
}

// reads says whether what a chair did tells of its hand.
func (q *past) reads(chair int) bool {
	sum := 0.0
	for _, l := range q.beliefs[chair][:readable] {
		sum += math.Exp(l)
	}
	return sum > unread
}

// says says whether what some chairs did tells of any hand.
func (q *past) says(chairs []int) bool {
	return slices.ContainsFunc(chairs, func(c int) bool { return len(q.steps[c]) > 0 && q.reads(c) })
}

// guesses is how many hands stand for all that a chair may hold.
const guesses = 4

// flatten finds out how likely each kind would have done what was done, whatever it
// holds: the best of some hands that fit.
func (q *past) flatten(t *tactics, d *deal) {
	r := rand.New(rand.NewPCG(1, 0))
	for c := range q.plain {
		for k := range q.plain[c] {
			q.plain[c][k] = math.Inf(-1)
		}
	}
	var w world
	for range guesses {
		d.Deal(&w, r)
		for c := range d.start.Chairs() {
			if len(q.steps[c]) == 0 || !q.reads(c) {
				continue
			}
			for k, l := range q.odds(t, c, w.p.Hand(c)) {
				q.plain[c][k] = max(q.plain[c][k], l)
			}
		}
	}
}

// odds returns for each kind the logarithm of how likely a chair of that kind would
// have done what it did, with a hand that it may have now.
func (q *past) odds(t *tactics, chair int, hand card.Set) (sum belief) {
	for i := range q.steps[chair] {
		odds := t.odds(&q.steps[chair][i], chair, hand)
		for k := range sum {
			sum[k] += odds[k]
		}
	}
	return sum
}

// odds weighs one decision.
func (t *tactics) odds(s *step, chair int, hand card.Set) (odds belief) {
	hand = join(hand, s.later)
	s.p.SetHand(chair, hand)
	var buf room
	moves := s.p.Moves(buf[:0])
	if s.ways > 1 {
		odds[other] = -math.Log(float64(s.ways))
	}
	if len(moves) == 1 {
		return odds
	}
	var l plan
	l.see(&s.p, t.w, t.terms, s.live-countOf(hand))
	var worths [len(room{})]float32
	n, most, did := 0, float32(math.Inf(-1)), float32(math.Inf(-1))
	lowest, own := int32(math.MaxInt32), int32(math.MaxInt32)
	for i, m := range moves {
		if i > 0 && !t.differ(m, moves[i-1]) {
			continue
		}
		v, g := l.worth(m), l.grasp(m)
		if m == s.did || !t.differ(m, s.did) {
			did, own = v, g
		}
		worths[n] = v
		n++
		most = max(most, v)
		lowest = min(lowest, g)
	}
	for _, k := range [...]kind{planner, rough} {
		sum := 0.0
		for _, v := range worths[:n] {
			sum += math.Exp(float64(v-most) / blur[k])
		}
		odds[k] = math.Log((1-stray[k])*math.Exp(float64(did-most)/blur[k])/sum + stray[k]/float64(n))
	}
	odds[grasping] = stray[grasping] / float64(n)
	if own == lowest {
		odds[grasping] += 1 - stray[grasping]
	}
	odds[grasping] = math.Log(odds[grasping])
	return odds
}

// grasp orders moves as one who is grasping does, the first has least.
func (l *plan) grasp(m president.Move) int32 {
	if m.IsPass() {
		return 1 << 20
	}
	h := l.height(m)
	natural := m.Size() - m.Jokers()
	g := int32(h)
	if m.Jokers() > 0 {
		g = jokers
	}
	if natural > 0 && l.hand.of(h) > natural {
		g += 1 << 10
	}
	return g
}
