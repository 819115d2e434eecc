package ai

import (
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/president"
	"deuces/internal/say"
)

// advice is what there is to say of a move.
type advice struct {
	plan
	*tactics
	at      *president.Position
	out     card.Set // what others hold
	moves   []president.Move
	move    president.Move
	top     president.Move // to beat
	follows bool
	list    []ai.Reason
}

func (a *advice) say(text say.Text, args ...any) { a.list = append(a.list, ai.Because(text, args...)) }

func (l *plan) height(m president.Move) int { return height(m.Rank(), l.invert) }

// rank is what a height is in the order that holds.
func (l *plan) rank(h int) card.Rank { return card.Rank(height(card.Rank(h), l.invert)) }

// held names the set of the hand at a height.
func (a *advice) held(h int) say.Message { return set(a.hand.of(h), a.rank(h)) }

// left is how few plays the hand takes.
func (l *plan) left() int { return l.plays(l.hand) }

// plays is how few plays get rid of a hand, where Jokers join a set if they may.
func (l *plan) plays(hand counts) int {
	n, wild := hand.groups(), hand.of(jokers)
	if wild > 0 && (n == 0 || !l.terms.JokersWild) {
		n++
	}
	if n == 1 && l.terms.NoLastPair && hand.size() == 2 {
		return 2
	}
	return n
}

// breaks says whether a play takes cards from a set and leaves others.
func (a *advice) breaks(m president.Move) bool {
	natural := m.Size() - m.Jokers()
	return natural > 0 && natural < a.hand.of(a.height(m))
}

// sure says that nobody can beat a play. The heuristics don't look at suits.
func (a *advice) sure(m president.Move) bool {
	return a.higher(m.Size(), a.height(m)) == 0 || a.tactics.terms.Suits && a.beating(m) == 0
}

// beating counts the cards that others hold and that could beat a play by themselves;
// of several cards whether any can.
func (a *advice) beating(m president.Move) (n int) {
	p := *a.at
	p.Do(m)
	next := p.Turn()
	if _, _, follows := p.Top(); next < 0 || !follows {
		return 0
	}
	p.SetHand(next, a.out)
	var buf room
	for _, o := range p.Moves(buf[:0]) {
		switch {
		case o.IsPass():
		case o.Jokers() > 0:
			n += a.unseen.of(jokers) // they are one move
		default:
			for c := range o.Cards().All() {
				n += a.out.Count(c)
			}
		}
	}
	return n
}

// largest is the height of the set with the most cards, of several the highest.
func (a *advice) largest() (at int) {
	for h := 1; h <= highest; h++ {
		if k := a.hand.of(h); k > 0 && k >= a.hand.of(at) {
			at = h
		}
	}
	return at
}

// rival is the best of the other plays.
func (a *advice) rival() (best president.Move) {
	most := float32(0)
	for _, m := range a.moves {
		if m.IsPass() || m.Rank() == a.move.Rank() && m.Size() == a.move.Size() && m.Jokers() == a.move.Jokers() {
			continue
		}
		if v := a.worth(m); best == 0 || v > most {
			best, most = m, v
		}
	}
	return best
}

// several names all cards of a rank: "Kings".
func several(r card.Rank) say.Message {
	names := map[card.Rank]say.Text{card.Jack: "{n:Jack|Jacks}", card.Queen: "{n:Queen|Queens}", card.King: "{n:King|Kings}", card.Ace: "{n:Ace|Aces}", card.Joker: "{n:Joker|Jokers}"}
	if text, named := names[r]; named {
		return say.New(text, 2)
	}
	return say.New("{rank}s", r.Face())
}

// set names a set: "pair of Kings", "three 7s", "Queen".
func set(n int, r card.Rank) say.Message {
	names := map[card.Rank]say.Text{card.Jack: "{n:Jack|Jacks}", card.Queen: "{n:Queen|Queens}", card.King: "{n:King|Kings}", card.Ace: "{n:Ace|Aces}"}
	name := say.Verbatim(r.Face())
	if text, named := names[r]; named {
		name = say.New(text, n)
	} else if n > 1 {
		name = say.New("{rank}s", r.Face())
	}
	switch n {
	case 0, 1:
		return name
	case 2:
		return say.New("pair of {ranks}", name)
	}
	return say.New("{count} {ranks}", say.Number(n), name)
}

// whole is the lowest play without Jokers that breaks nothing up; 0 where there is none.
func (a *advice) whole() president.Move {
	return a.lowestOf(func(o president.Move) bool { return !o.IsPass() && o.Jokers() == 0 && !a.breaks(o) })
}

// lowestOf is the lowest of some moves, the first of equals; 0 where there are none.
func (a *advice) lowestOf(those func(president.Move) bool) (low president.Move) {
	for _, o := range a.moves {
		if those(o) && (low == 0 || a.height(o) < a.height(low)) {
			low = o
		}
	}
	return low
}

// lower is the lowest play of as many cards that could be led instead and is less likely
// to win the trick; 0 where there is none.
func (a *advice) lower() president.Move {
	m := a.move
	return a.lowestOf(func(o president.Move) bool {
		return o.Size() == m.Size() && a.takes(m.Size(), a.height(m)) > a.takes(o.Size(), a.height(o))+0.05
	})
}

// way is the height of the only set of the hand that is likely to take its trick; 0
// where there is none, or more than one.
func (a *advice) way() (at int) {
	for h := 1; h <= highest; h++ {
		if k := a.hand.of(h); k > 0 && a.takes(k, h) >= 0.6 {
			if at > 0 {
				return 0
			}
			at = h
		}
	}
	if a.hand.of(jokers) > 0 {
		return 0
	}
	return at
}

// strongest is the height of the set that is likeliest to take its trick; 0 where none
// is likely to.
func (a *advice) strongest() (at int) {
	most := float32(0.5)
	for h := 1; h <= highest; h++ {
		if k := a.hand.of(h); k > 0 && a.takes(k, h) >= most {
			at, most = h, a.takes(k, h)
		}
	}
	return at
}

// rest is the hand after the move.
func (a *advice) rest() counts {
	natural := a.move.Size() - a.move.Jokers()
	return a.hand - counts(natural)<<(4*a.height(a.move)) - counts(a.move.Jokers())<<(4*jokers)
}

// after is how few plays the hand takes after the move.
func (a *advice) after() int { return a.plays(a.rest()) }

// last is the height of the set that is all of the hand after the move and nobody can
// beat, where it fits on whatever is played on the move; 0 where there is none.
func (a *advice) last() int {
	t, rest, n := a.tactics.terms, a.rest(), a.move.Size()
	for h := 1; h <= highest && n < 4; h++ { // four may turn the order over
		if rest.of(h) == n && rest.size() == n && a.higher(n, h) == 0 && !t.SameSizeLower && !t.Larger && !t.Equal {
			return h
		}
	}
	return 0
}
