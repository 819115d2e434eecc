package ai

import (
	"slices"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/president"
)

// past is what the others did in this round, and so what it says of their hands:
// who passes rarely holds what would have beaten cheaply.
//
// A world is weighed by how likely each chair would have done what it did with
// the hand that the world gives it, in the ways to play that there are (kinds.go).
// What a chair does depends on its own hand and on what all know, so each chair
// is weighed by itself.
type past struct {
	own     []step // what the seat itself decided
	steps   [president.MaxChairs][]step
	beliefs [president.MaxChairs]belief // what the rounds before say of each chair
	plain   [president.MaxChairs]belief // how likely it would have done what it did, whatever it holds
}

// step is a decision that another chair made.
type step struct {
	p     president.Position // before it; the hand of its chair is to be filled in
	live  counts             // all cards that were held, by rank
	later card.Set           // what the chair has played since then, this move included
	did   president.Move
	ways  int // how many moves the chair had, as far as is known
}

// recall replays the round as far as it went, the unseen hands as in a sample of
// what they may be now. What it leaves empty, because the round can't be followed
// (an exchange is still due), tells nothing.
func (q *past) recall(rules *president.Rules, t *tactics, s ai.Observation, w *world) {
	v := s.View
	if v.Phase == game.Exchanging {
		return
	}
	var hands [president.MaxChairs]card.Set
	for c := range v.Order {
		hands[c] = w.p.Hand(c)
	}
	if end, ok := q.follow(rules, t, v, s.Told, &hands); !ok || end.Turn() != w.p.Turn() {
		q.steps = [president.MaxChairs][]step{}
	}
}

// follow replays what was told of a round, of which a view shows who sits where and
// what has not changed since it began, and notes what others than its seat decided.
// Hands are those at the end of what was told. It returns what the round had come to;
// false where it can't be followed.
func (q *past) follow(rules *president.Rules, t *tactics, v game.View, told []game.News, hands *[president.MaxChairs]card.Set) (president.Position, bool) {
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
			left[chair[n.Seat]] = join(left[chair[n.Seat]], card.SetOf(n.Cards...))
		}
	}
	start := game.View{Seat: v.Seat, Turn: told[first].Seat, Order: v.Order, Players: slices.Clone(v.Players), Dir: game.Clockwise}
	for c, seat := range v.Order {
		start.Players[seat].Cards = hands[c].Len() + left[c].Len()
		start.Players[seat].Passed = false
	}
	p, err := rules.Seen(start, nil)
	if err != nil {
		return p, false
	}
	live := counts(0)
	for c := range v.Order {
		hand := join(hands[c], left[c])
		p.SetHand(c, hand)
		live += countOf(hand)
	}
	var buf room
	for _, n := range told {
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
			return p, false
		}
		at := step{p: p, live: live, later: left[c], did: m, ways: t.count(p.Moves(buf[:0]))}
		if n.Seat == v.Seat {
			q.own = append(q.own, at)
		} else {
			q.steps[c] = append(q.steps[c], at)
		}
		if !m.IsPass() {
			left[c] = left[c].Minus(m.Cards())
			live -= countOf(m.Cards())
		}
		p.Do(m)
	}
	return p, true
}
