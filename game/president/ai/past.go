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

// past is what the others did in this round, and so what it says of their hands:
// who passes rarely holds what would have beaten cheaply. Or it is what the seat itself
// had to decide.
//
// A world is weighed by how likely each chair would have done what it did with
// the hand that the world gives it, in the ways to play that there are (kinds.go).
// What a chair does depends on its own hand and on what all know, so each chair
// is weighed by itself.
type past struct {
	steps   [president.MaxChairs][]step
	own     []world                      // what the seat itself had to decide, the others' hands as in a sample
	beliefs [president.MaxChairs]belief  // what the rounds before say of each chair
	blank   [president.MaxChairs]float64 // how likely a chair would have done what it did whatever it holds, as a logarithm
	memory  [president.MaxChairs][]remembered
	choice  *choice // the one that is looked at, so that it need not be made anew each time
}

// step is a decision that another chair made.
type step struct {
	p     president.Position // before it; the hand of its chair is to be filled in
	live  counts             // all cards that were held, by rank
	later card.Set           // what the chair has played since then, this move included
	did   president.Move
}

// recall replays the round as far as it went, the unseen hands as in a sample of
// what they may be now, and keeps the seat's own turns or the others' steps: a turn has
// some hundred bytes and a round of many seats hundreds of turns, so that nobody
// should keep what they don't read. What it leaves empty, because the round can't be
// followed (an exchange is still due), tells nothing.
func (q *past) recall(rules *president.Rules, s ai.Observation, d *deal, w *world, own bool) {
	v := s.View
	if v.Phase == game.Exchanging {
		return
	}
	var turns [president.MaxChairs]int
	var hands [president.MaxChairs]card.Set
	var me int
	for c, seat := range v.Order {
		hands[c] = w.p.Hand(c)
		if seat == v.Seat {
			me = c
		}
		for _, n := range s.News {
			if n.Seat == seat && (n.Kind == game.Played || n.Kind == game.Passed) {
				turns[c]++
			}
		}
	}
	var kept past
	for c := range v.Order {
		switch mine := c == me; {
		case mine && own:
			kept.own = make([]world, 0, turns[c])
		case !mine && !own:
			kept.steps[c] = make([]step, 0, turns[c])
		}
	}
	end, ok := replay(rules, v, s.News, &hands, func(c int, at step) {
		switch mine := c == me; {
		case mine && own:
			kept.own = append(kept.own, world{at.p, at.live})
		case !mine && !own:
			kept.steps[c] = append(kept.steps[c], at)
		}
	})
	if ok && end.Turn() == w.p.Turn() {
		q.own, q.steps = kept.own, kept.steps
	}
}

// replay goes through what was told of a round, of which a view shows who sits where and who
// had which place in the round before. Hands are those at the end of what was told. It returns
// what the round had come to; false where it can't be followed.
func replay(rules *president.Rules, v game.View, told []game.News, hands *[president.MaxChairs]card.Set, each func(chair int, at step)) (president.Position, bool) {
	first := slices.IndexFunc(told, func(n game.News) bool { return n.Kind == game.Played })
	if first < 0 {
		return president.Position{}, false
	}
	var chair [president.MaxChairs]int8
	for c, seat := range v.Order {
		chair[seat] = int8(c)
	}
	var left [president.MaxChairs]card.Set // what each chair plays from here on
	for _, n := range told {
		if n.Kind == game.Played {
			c := chair[n.Seat]
			left[c] = left[c].Plus(card.SetOf(n.Cards...))
		}
	}
	start, held := make([]card.Set, len(v.Order)), make([]int, len(v.Order))
	for c, seat := range v.Order {
		start[c], held[c] = hands[c].Plus(left[c]), v.Players[seat].LastPlace
	}
	p := rules.Opening(start, held, int(chair[told[first].Seat]))
	live := countOf(card.SetOf(rules.Deck(len(v.Order))...))
	for _, n := range told {
		var m president.Move
		switch n.Kind {
		case game.Played:
			m = p.PlayOnTable(n.Cards, n.As)
		case game.Passed:
			m = president.PassMove
		default:
			continue
		}
		c := int(chair[n.Seat])
		if p.Turn() != c {
			return p, false
		}
		each(c, step{p: p, live: live, later: left[c], did: m})
		if !m.IsPass() {
			left[c] = left[c].Minus(m.Cards())
			live -= countOf(m.Cards())
		}
		p.Do(m)
	}
	return p, true
}

// learn finds out what the rounds before say of who plays: how likely each kind would have
// done what each seat did with the hands that lay open at the end.
func (q *past) learn(rules *president.Rules, t *tactics, s ai.Observation) {
	q.choice = new(choice)
	for c := range s.View.Order {
		q.beliefs[c] = newcomer()
	}
	for i, round := range s.History.Rounds {
		n := len(round.Order)
		if n != len(s.View.Order) || len(round.Result.Hands) < n {
			continue
		}
		v := game.View{Seat: s.View.Seat, Order: round.Order, Players: make([]game.PlayerView, n)}
		if before := len(s.History.Results) - len(s.History.Rounds) + i - 1; before >= 0 {
			for place, seat := range s.History.Results[before].Places {
				if int(seat) < n {
					v.Players[seat].LastPlace = place + 1
				}
			}
		}
		var hands [president.MaxChairs]card.Set
		var now [president.MaxChairs]int // where they sit now; -1: nobody to learn of
		for c, seat := range round.Order {
			hands[c] = card.SetOf(round.Result.Hands[seat]...)
			if now[c] = slices.Index(s.View.Order, seat); seat == s.View.Seat || !round.SamePlayer(seat) {
				now[c] = -1
			}
		}
		beliefs := q.beliefs
		var all belief // none is left out
		end, ok := replay(rules, v, round.News, &hands, func(c int, at step) {
			if now[c] >= 0 {
				q.weigh(t, &at, &beliefs[now[c]], &all)
			}
		})
		if !ok || end.Turn() >= 0 {
			continue
		}
		for c := range beliefs[:n] {
			beliefs[c].settle()
		}
		q.beliefs = beliefs
	}
}

// guesses is how many hands stand for all that a chair may hold.
const guesses = 6

// prepare finds out how likely those would have done what they did of whom nothing is known,
// whatever they hold: they do anything, with some hands that fit.
func (q *past) prepare(t *tactics, d *deal) {
	r := rand.New(rand.NewPCG(1, 0))
	var worlds [guesses]world
	for i := range worlds {
		d.Deal(&worlds[i], r)
	}
	for c := range q.steps {
		if len(q.steps[c]) == 0 {
			continue
		}
		q.memory[c] = make([]remembered, 1<<memories)
		for i := range q.steps[c] {
			s, sum := &q.steps[c][i], 0.0
			for j := range worlds {
				s.p.SetHand(c, worlds[j].p.Hand(c).Plus(s.later))
				sum += 1 / float64(t.count(s.p.Moves(q.choice.buf[:0])))
			}
			q.blank[c] += math.Log(sum / guesses)
		}
	}
}

// remembered is how likely a hand made what its chair did. Chains come back to hands.
type remembered struct {
	hand   card.Set
	likely float64
}

// memories is how many hands are remembered, as a logarithm.
const memories = 8

// likely returns the logarithm of how likely a chair would have done what it did in this
// round, with a hand that it may have now.
func (q *past) likely(t *tactics, chair int, hand card.Set) float64 {
	if len(q.steps[chair]) == 0 {
		return 0
	}
	key := hand
	if !t.terms.Suits {
		key = card.Set{uint64(countOf(hand))}
	}
	known := &q.memory[chair][(key[0]*0x9e37_79b9_7f4a_7c15^key[1]*0xc2b2_ae3d_27d4_eb4f)>>(64-memories)]
	if known.hand == key && key != (card.Set{}) {
		return known.likely
	}
	believed := &q.beliefs[chair]
	odds := *believed
	for i := range q.steps[chair] {
		s := &q.steps[chair][i]
		s.p.SetHand(chair, hand.Plus(s.later))
		q.weigh(t, s, &odds, believed)
	}
	for k, l := range believed {
		if l < faint {
			odds[k] = math.Inf(-1)
		}
	}
	odds[anyone] = believed[anyone] + q.blank[chair]
	*known = remembered{key, odds.sum()}
	return known.likely
}

// weigh adds the logarithm of how likely each kind that is believed in would have made a step
// with the hand that is there.
func (q *past) weigh(t *tactics, s *step, odds, believed *belief) {
	moves := s.p.Moves(q.choice.buf[:0])
	if len(moves) == 1 {
		return
	}
	q.choice.choose(t, &s.p, s.live, moves, s.did)
	q.choice.add(odds, believed)
}
