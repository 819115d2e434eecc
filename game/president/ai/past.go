package ai

import (
	"math"
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
// the hand that the world gives it, playing by the heuristics more or less.
// What a chair does depends on its own hand and on what all know, so each chair
// is weighed by itself.
type past struct {
	steps [president.MaxChairs][]step
	own   []world // what the seat itself had to decide, the others' hands as in a sample
}

// step is a decision that another chair made.
type step struct {
	p     president.Position // before it; the hand of its chair is to be filled in
	live  counts             // all cards that were held, by rank
	later card.Set           // what the chair has played since then, this move included
	did   president.Move
}

// How far chairs are taken to stray from the heuristics: they do something
// else altogether now and then, and weigh plays that differ by less than a few
// tenths of a turn almost alike.
const (
	stray = 0.15
	blur  = 0.25
)

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
	first := slices.IndexFunc(s.Told, func(n game.News) bool { return n.Kind == game.Played })
	if first < 0 {
		return
	}
	start := game.View{Seat: v.Seat, Turn: s.Told[first].Seat, Order: v.Order, Players: slices.Clone(v.Players), Dir: game.Clockwise}
	var chair [president.MaxChairs]int8
	var left [president.MaxChairs]card.Set // what each chair plays from here on
	for c, seat := range v.Order {
		chair[seat] = int8(c)
		left[c] = d.played[c]
		start.Players[seat].Cards += left[c].Len()
		start.Players[seat].Passed = false
	}
	p, err := rules.Seen(start, nil)
	if err != nil {
		return
	}
	live := d.live
	for c := range v.Order {
		live += countOf(left[c])
		p.SetHand(c, join(w.p.Hand(c), left[c]))
	}
	var turns [president.MaxChairs]int
	for _, n := range s.Told {
		if n.Kind == game.Played || n.Kind == game.Passed {
			turns[chair[n.Seat]]++
		}
	}
	var kept past
	for c := range v.Order {
		switch mine := chair[v.Seat] == int8(c); {
		case mine && own:
			kept.own = make([]world, 0, turns[c])
		case !mine && !own:
			kept.steps[c] = make([]step, 0, turns[c])
		}
	}
	for _, n := range s.Told {
		var m president.Move
		switch n.Kind {
		case game.Played:
			m = p.Laid(n.Cards, n.As)
		case game.Passed:
			m = president.PassMove
		default:
			continue
		}
		c := int(chair[n.Seat])
		if p.Turn() != c {
			return
		}
		switch mine := n.Seat == v.Seat; {
		case mine && own:
			kept.own = append(kept.own, world{p, live})
		case !mine && !own:
			kept.steps[c] = append(kept.steps[c], step{p: p, live: live, later: left[c], did: m})
		}
		if !m.IsPass() {
			left[c] = left[c].Minus(m.Cards())
			live -= countOf(m.Cards())
		}
		p.Do(m)
	}
	if p.Turn() == w.p.Turn() {
		*q = kept
	}
}

// likely returns the logarithm of how likely a chair would have done what it did,
// with a hand that it may have now.
func (q *past) likely(t *tactics, chair int, hand card.Set) float64 {
	sum := 0.0
	for i := range q.steps[chair] {
		sum += t.likely(&q.steps[chair][i], chair, hand)
	}
	return sum
}

func (t *tactics) likely(s *step, chair int, hand card.Set) float64 {
	hand = join(hand, s.later)
	s.p.SetHand(chair, hand)
	var buf room
	moves := s.p.Moves(buf[:0])
	if len(moves) == 1 {
		return 0
	}
	var l plan
	l.see(&s.p, t.w, t.terms, s.live-countOf(hand))
	var worths [len(room{})]float32
	n, most, did := 0, float32(math.Inf(-1)), float32(math.Inf(-1))
	for i, m := range moves {
		if i > 0 && !t.differ(m, moves[i-1]) {
			continue
		}
		v := l.worth(m)
		if m == s.did || !t.differ(m, s.did) {
			did = v
		}
		worths[n] = v
		n++
		most = max(most, v)
	}
	sum := 0.0
	for _, v := range worths[:n] {
		sum += math.Exp(float64(v-most) / blur)
	}
	return math.Log((1-stray)*math.Exp(float64(did-most)/blur)/sum + stray/float64(n))
}
