package ai

import (
	"slices"
	"strings"

	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/president"
	"deuces/internal/say"
)

// advice collects the reasons for a move.
type advice struct {
	evaluation
	*heuristics
	position    *president.Position
	othersCards card.Set // cards that the others hold
	moves       []president.Move
	move        president.Move
	top         president.Move // the play to beat
	follows     bool
	list        []ai.Reason
}

func (a *advice) add(text say.Text, args ...any) { a.list = append(a.list, ai.Because(text, args...)) }

func (l *evaluation) height(m president.Move) int { return height(m.Rank(), l.inverted) }

// rank returns the rank of a height in the current order.
func (l *evaluation) rank(h int) card.Rank { return card.Rank(height(card.Rank(h), l.inverted)) }

// setAt names the set of the hand at a height.
func (a *advice) setAt(h int) string { return faces(a.hand.of(h), a.rank(h)) }

// plays returns the fewest plays that empty a hand. Jokers are played with a set if the rules allow
// it.
func (l *evaluation) plays(hand card.Set) int {
	runs, held := l.planRuns(hand), countOf(hand)
	n, wild := held.groups()-runs.plays, held.of(jokers)
	if wild > 0 && (n == 0 || !l.terms.JokersWild) {
		n++
	}
	if n == 1 && l.terms.NoLastPair && hand.Len() == 2 {
		return 2
	}
	return n
}

// breaks reports whether a play takes cards from a set or a planned run and leaves others.
func (a *advice) breaks(m president.Move) bool {
	natural := m.Size() - m.Jokers()
	return !m.IsRun() && (natural > 0 && natural < a.hand.of(a.height(m)) || m.Cards()[0]&a.runs.cards != 0)
}

// wholeOf names the set or the planned run of the hand that a play takes cards from.
func (a *advice) wholeOf(m president.Move) string {
	switch taken := m.Cards()[0] & a.runs.cards; {
	case m.IsRun():
		return a.name(m)
	case taken != 0:
		return card.Faces(card.Set{a.runs.of(taken & -taken)}.Cards())
	}
	return a.setAt(a.height(m))
}

// name names the cards of a play.
func (a *advice) name(m president.Move) string {
	if m.IsRun() {
		return card.Faces(a.position.Action(m).Cards)
	}
	return faces(m.Size(), m.Rank())
}

// chance returns how likely a play is to win its trick.
func (a *advice) chance(m president.Move) float32 {
	if m.IsRun() {
		return 1 / (1 + a.expectedHigherRuns(m.Size(), m.Rank(), a.inverted, 15))
	}
	return a.winChance(m.Size(), a.height(m))
}

// unbeatable reports whether nobody can beat a play. The heuristics ignore suits, so unbeatable
// checks them itself.
func (a *advice) unbeatable(m president.Move) bool {
	t := a.heuristics.terms
	return !t.More && a.expectedHigher(m.Size(), a.height(m)) == 0 || (t.Suits || t.More) && a.countBeating(m) == 0
}

// countBeating counts the cards of the others that beat a single card. For a larger play it is 0 if
// none of their plays beats it.
func (a *advice) countBeating(m president.Move) (n int) {
	p := *a.position
	e := p.Do(m)
	if e.Happened&president.Bind != 0 {
		p.Do(president.PassMove) // the one after the next is free
	}
	next := p.Turn()
	if _, _, follows := p.Top(); next < 0 || !follows {
		return 0
	}
	p.SetHand(next, a.othersCards)
	var buf moveBuffer
	for _, o := range p.Moves(buf[:0]) {
		switch {
		case o.IsPass():
		case o.Jokers() > 0:
			n += a.unseen.of(jokers) // one move stands for all Jokers
		default:
			for c := range o.Cards().All() {
				n += a.othersCards.Count(c)
			}
		}
	}
	return n
}

// secondBest returns the best of the other plays.
func (a *advice) secondBest() (best president.Move) {
	most := float32(0)
	for _, m := range a.moves {
		if m.IsPass() || m.IsRun() == a.move.IsRun() && m.Rank() == a.move.Rank() && m.Size() == a.move.Size() && m.Jokers() == a.move.Jokers() {
			continue
		}
		if v := a.score(m); best == 0 || v > most {
			best, most = m, v
		}
	}
	return best
}

// faces names n cards of a rank as on the button of a play: "7 7 7".
func faces(n int, r card.Rank) string {
	return strings.Join(slices.Repeat([]string{r.Face()}, max(n, 1)), " ")
}

// lowestWhole returns the lowest play without Jokers that breaks nothing up, or 0.
func (a *advice) lowestWhole() president.Move {
	return a.lowestOf(func(o president.Move) bool { return !o.IsPass() && o.Jokers() == 0 && !a.breaks(o) })
}

// lowestOf returns the lowest of the moves for which those returns true, or 0 if there is none. If
// several are equal, it returns the first.
func (a *advice) lowestOf(those func(president.Move) bool) (low president.Move) {
	for _, o := range a.moves {
		if those(o) && (low == 0 || a.height(o) < a.height(low)) {
			low = o
		}
	}
	return low
}

// lowerLead returns the lowest play of the same size that could be led instead and is less likely
// to win the trick, or 0.
func (a *advice) lowerLead() president.Move {
	m := a.move
	return a.lowestOf(func(o president.Move) bool {
		return o.Size() == m.Size() && a.chance(m) > a.chance(o)+0.05
	})
}

// onlyWinner returns the height of the only set of the hand that is likely to win its trick, or 0
// if there are none or several.
func (a *advice) onlyWinner() (at int) {
	for h := 1; h <= highest; h++ {
		if k := a.hand.of(h); k > 0 && a.winChance(k, h) >= 0.6 {
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

// likeliestWinner returns the height of the set that is most likely to win its trick, or 0 if none
// is likely to.
func (a *advice) likeliestWinner() (at int) {
	most := float32(0.5)
	for h := 1; h <= highest; h++ {
		if k := a.hand.of(h); k > 0 && a.winChance(k, h) >= most {
			at, most = h, a.winChance(k, h)
		}
	}
	return at
}

// playsAfter returns the fewest plays that empty the hand after the move.
func (a *advice) playsAfter() int { return a.plays(a.without(a.move)) }
