package mind

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"deuces/game/cpu"
)

// hard looks ahead from the plays that the network likes best.
type hard struct {
	net   *net
	costs costs
}

// How hard searches.
const (
	candidates = 5   // how many plays are looked into
	certain    = 6.0 // points by which a play may be behind to be one of them
	recalled   = 12  // of what the others did, so many of the last acts count
	warmth     = 2.0 // points: how far from the best people stray
	doubt      = 0.05
)

func (h hard) Choose(s cpu.Sight, b cpu.Budget, seed uint64) (cpu.Choice, error) {
	d, err := read(s)
	if err != nil {
		return cpu.Choice{}, err
	}
	l := &lookahead{decision: d, judge: judge{net: h.net, costs: h.costs}}
	p := l.choose(b, seed)
	return d.choice(p, "")
}

// lookahead is the search of one decision.
type lookahead struct {
	*decision
	judge judge
}

// choose returns what to play.
func (l *lookahead) choose(b cpu.Budget, seed uint64) play {
	w := l.any()
	list := l.judge.plays(&w)
	slices.SortStableFunc(list, func(a, b scored) int { return cmp.Compare(b.value, a.value) })
	moves := make([]play, 0, candidates)
	for _, s := range list[:min(candidates, len(list))] {
		if list[0].value-s.value < certain {
			moves = append(moves, s.play)
		}
	}
	return moves[cpu.Search(l, moves, b, seed).Best]
}

// Deal makes a world, and says how likely what was done is in it.
func (l *lookahead) Deal(w *tale, r *rand.Rand) float64 {
	*w = l.tale
	l.deal(w, r)
	return l.likely(w)
}

// Try plays on by the network until it is the seat's turn again.
func (l *lookahead) Try(w *tale, p play, _ *rand.Rand) float64 {
	own := w.Turn
	for w.Step(p); !w.Over && w.Turn != own; {
		w.Step(l.judge.best(w).play)
	}
	switch {
	case !w.Over:
		return float64(l.judge.best(w).value)
	case w.Turn == own:
		return float64(l.judge.costs.pot(w))
	}
	return -float64(l.judge.costs[w.Hands[own].Len()])
}

// likely says how likely it is that the others did what they did lately if they
// hold what a world gives them.
func (l *lookahead) likely(w *tale) float64 {
	var t tale
	first := len(l.past) // the first act that counts
	for others := 0; first > 0 && others < recalled; first-- {
		if l.past[first-1].place != w.Turn {
			others++
		}
	}
	for place, h := range w.Hands {
		t.Hands[place] = h | l.laid[place]
	}
	weight := 1.0
	for i, a := range l.past {
		t.Turn = a.place
		t.Due = i == 0 && a.play.Cards()&1 != 0
		if i >= first && a.place != w.Turn {
			weight *= doubt + (1-doubt)*l.chance(&t, a.play)
		}
		t.Step(a.play)
	}
	return weight
}

// chance is how likely a player would do this, if all play by the network but
// not quite.
func (l *lookahead) chance(t *tale, p play) float64 {
	list := l.judge.plays(t)
	if len(list) == 1 {
		return 1
	}
	top := bestOf(list).value
	sum, own := 0.0, 0.0
	for _, s := range list {
		x := math.Exp(float64(s.value-top) / warmth)
		sum += x
		if s.play == p {
			own = x
		}
	}
	return own / sum
}
