package ai

import (
	"math"
	"math/rand/v2"

	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/say"
)

// hard looks ahead from the plays that the network likes best.
type hard struct {
	net   *net.Net
	costs costs
}

// How hard searches.
const (
	candidates = 5   // how many plays are looked into
	certain    = 6.0 // points by which a play may be behind to be one of them
	horizon    = 2   // how often the seat chooses again before the network judges
	recalled   = 12  // of what the others did, so many of the last acts count
	warmth     = 2.0 // points: how far from the best people stray
	doubt      = 0.05
	lean       = 1.0 // what the network thinks of a play counts so much more, where all others are like it
)

func (h hard) Choose(s ai.Observation, b ai.Budget, seed uint64) (ai.Choice, error) {
	d, err := read(s)
	if err != nil {
		return ai.Choice{}, err
	}
	l := &lookahead{decision: d, evaluator: Evaluator{net: h.net, costs: h.costs}}
	return d.choice(l.choose(b, seed), say.Message{})
}

// lookahead is the search of one decision.
type lookahead struct {
	*decision
	evaluator Evaluator
}

// choose returns what to play.
func (l *lookahead) choose(b ai.Budget, seed uint64) play {
	w := l.any()
	moves := ai.Promising(l.evaluator.Plays(&w), Scored.worth, candidates, certain)
	return moves[ai.Search(l, moves, b, seed).Best].Play
}

// world is a round with all cards known, and how the others play.
type world struct {
	Tracked
	kinds [players]kind
	lean  float64 // how much more the network's opinion of a play counts
}

// kind is a way to play that hard reckons with.
type kind uint8

const (
	thoughtful kind = iota // like the network, but not quite
	eager                  // plays the lowest that beats, always
	aimless                // plays anything
	kinds
)

// prior is how likely somebody is of each kind before they have played.
var prior = [kinds]float64{0.7, 0.2, 0.1}

// Deal makes a world: hands that fit, and for each of the others a way to play,
// as likely as what they did makes it. It says how likely all that is.
func (l *lookahead) Deal(w *world, r *rand.Rand) float64 {
	w.Tracked = l.Tracked
	l.deal(&w.Tracked, r)
	weight, like := 1.0, 0.0
	for place, chances := range l.likely(&w.Tracked) {
		if place == int(w.Turn) {
			continue
		}
		sum := 0.0
		for k := range chances {
			chances[k] *= prior[k]
			sum += chances[k]
		}
		weight *= sum
		at := r.Float64() * sum
		w.kinds[place] = 0
		for k := range kinds - 1 {
			if at -= chances[k]; at < 0 {
				break
			}
			w.kinds[place] = k + 1
		}
		if w.kinds[place] == thoughtful {
			like++
		}
	}
	w.lean = lean * like * like / ((players - 1) * (players - 1))
	return weight
}

// Try plays on, each in their way, until the seat has chosen some more plays, and adds
// what the network thinks of where that leads to what it thinks of the play itself.
func (l *lookahead) Try(w *world, s Scored, r *rand.Rand) float64 {
	own, t := w.Turn, &w.Tracked
	value := float64(s.Value) * w.lean
	p := s.Play
	for choices := 0; ; {
		if t.Step(p); t.Over {
			break
		}
		if t.Turn != own {
			p = l.other(w, r)
			continue
		}
		list := l.evaluator.Plays(t)
		best := bestOf(list)
		if len(list) > 1 {
			if choices++; choices == horizon {
				return value + float64(best.Value)
			}
		}
		p = best.Play
	}
	if t.Turn == own {
		return value + float64(l.evaluator.costs.pot(t))
	}
	return value - float64(l.evaluator.costs[t.Hands[own].Len()])
}

// other is what one of the others plays in a world, in their way.
func (l *lookahead) other(w *world, r *rand.Rand) play {
	switch w.kinds[w.Turn] {
	case eager:
		return Greedily(&w.Tracked, r)
	case aimless:
		return Randomly(&w.Tracked, r)
	}
	return l.evaluator.Best(&w.Tracked).Play
}

// likely says, for each of the others and each way to play, how likely it is
// that they did what they did lately if they hold what a world gives them.
func (l *lookahead) likely(w *Tracked) (chances [players][kinds]float64) {
	for place := range chances {
		chances[place] = [kinds]float64{1, 1, 1}
	}
	var t Tracked
	first := len(l.past) // the first act that counts
	for others := 0; first > 0 && others < recalled; first-- {
		if l.past[first-1].place != w.Turn {
			others++
		}
	}
	for place, h := range w.Hands {
		t.Hands[place] = h | l.laid[place]
	}
	for i, a := range l.past {
		t.Turn = a.place
		t.Due = i == 0 && a.play.Cards()&1 != 0
		if i >= first && a.place != w.Turn {
			c := &chances[a.place]
			legal := t.Legal(l.evaluator.legal[:0])
			if len(legal) > 1 {
				c[aimless] /= float64(len(legal))
				if lowestOf(&t, legal) == a.play {
					c[eager] *= 1 - doubt
				} else {
					c[eager] *= doubt
				}
				c[thoughtful] *= doubt + (1-doubt)*l.chance(&t, a.play)
			}
		}
		t.Step(a.play)
	}
	return chances
}

// chance is how likely a player would do this, if all play by the network but
// not quite.
func (l *lookahead) chance(t *Tracked, p play) float64 {
	list := l.evaluator.Plays(t)
	if len(list) == 1 {
		return 1
	}
	top := bestOf(list).Value
	sum, own := 0.0, 0.0
	for _, s := range list {
		x := math.Exp(float64(s.Value-top) / warmth)
		sum += x
		if s.Play == p {
			own = x
		}
	}
	return own / sum
}
