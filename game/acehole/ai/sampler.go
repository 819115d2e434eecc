package ai

import (
	"math"
	"math/rand/v2"
	"slices"

	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/card"
)

// Which worlds are likely: a chain of them (Metropolis), each from the last by
// some swaps of two cards that the seat can't see. A world counts as likely as
// the others were to play what they played if they hold what it gives them and play
// as one of the kinds does: which of them a place is of is part of the world.
const (
	recalled = 16 // of what the others did, so many of the last plays and draws count
	settle   = 8  // swaps for each hidden card until the first world
	stir     = 16 // swaps from a world to the next
)

// sampler is the chain. One goroutine uses it.
type sampler struct {
	*decision
	cards  []card.Card                // those of decision.hidden in their order, then the pile's
	likely [acehole.MaxPlaces]float64 // of each place, how likely it did what it did, as a logarithm
	kind   [acehole.MaxPlaces]*kind   // of each place in the world that was dealt last
	probe  acehole.Core               // a moment of the past that is being weighed
	list   [room]acehole.Play
	value  [room]float64
}

func newSampler(d *decision) *sampler {
	d.past = d.past[max(0, len(d.past)-recalled):]
	return &sampler{decision: d}
}

// Deal makes a world; they come as often as they are likely.
func (g *sampler) Deal(c *acehole.Core, r *rand.Rand) {
	if g.cards == nil {
		g.begin(r)
		for place := range g.likely {
			g.likely[place] = g.likelihood(uint8(place))
		}
		g.swap(settle*len(g.hidden), r)
	} else {
		g.swap(stir, r)
	}
	g.world(c, r)
	for place := range c.Seats {
		odds := g.odds(place)
		g.kind[place] = &kinds[ai.Pick(odds[:], r)]
	}
}

// deal makes the first world of a chain that fits, likely or not.
func (g *sampler) deal(c *acehole.Core, r *rand.Rand) {
	g.begin(r)
	g.world(c, r)
}

// begin gives others what they may hold.
func (g *sampler) begin(r *rand.Rand) {
	g.cards = slices.Clone(g.pool)
	r.Shuffle(len(g.cards), func(i, j int) { g.cards[i], g.cards[j] = g.cards[j], g.cards[i] })
	for i, h := range g.hidden {
		if i == len(g.cards) {
			break
		}
		at := slices.IndexFunc(g.cards[i:], func(x card.Card) bool { return h.not>>x&1 == 0 })
		at = i + max(at, 0) // what can't be is wrong, then
		g.cards[i], g.cards[at] = g.cards[at], g.cards[i]
	}
}

// world writes down the world that the chain is at, with the pile in any order.
func (g *sampler) world(c *acehole.Core, r *rand.Rand) {
	*c = g.core
	held := min(len(g.hidden), len(g.cards))
	for i, h := range g.hidden[:held] {
		c.Hands[h.place].Add(g.cards[i])
	}
	pile := g.cards[held:]
	r.Shuffle(len(pile), func(i, j int) { pile[i], pile[j] = pile[j], pile[i] })
	c.Cards = uint8(copy(c.Pile[:c.Cards], pile))
}

// swap goes on by so many tries to swap two cards.
func (g *sampler) swap(tries int, r *rand.Rand) {
	held := min(len(g.hidden), len(g.cards))
	if held == 0 || len(g.past) == 0 {
		g.begin(r) // all worlds that fit are alike
		return
	}
	for range tries {
		i, j := r.IntN(held), r.IntN(len(g.cards))
		a, b := g.cards[i], g.cards[j]
		h := &g.hidden[i]
		if a == b || h.not>>b&1 != 0 {
			continue
		}
		other := h.place
		if j < held {
			if other = g.hidden[j].place; g.hidden[j].not>>a&1 != 0 {
				continue
			}
		}
		g.cards[i], g.cards[j] = b, a
		one, two := g.likelihood(h.place), 0.0
		odds := one - g.likely[h.place]
		if other != h.place {
			two = g.likelihood(other)
			odds += two - g.likely[other]
		}
		if odds < 0 && r.Float64() >= math.Exp(odds) {
			g.cards[i], g.cards[j] = a, b
			continue
		}
		g.likely[h.place] = one
		if other != h.place {
			g.likely[other] = two
		}
	}
}

// likelihood is how likely a place did what it did, as a logarithm.
func (g *sampler) likelihood(place uint8) float64 {
	sum := 0.0
	for _, o := range g.odds(place) {
		sum += o
	}
	return math.Log(sum)
}

// odds is how likely each kind would do what a place did.
func (g *sampler) odds(place uint8) [len(kinds)]float64 {
	var odds [len(kinds)]float64
	for i := range odds {
		odds[i] = 1 // nobody is of one kind rather than of another before they play
	}
	for i := range g.past {
		if a := &g.past[i]; a.place == place {
			g.chances(a, &odds)
		}
	}
	return odds
}

// chances multiplies odds by how likely a place of each kind would do this with the hand that the world
// gives it.
func (g *sampler) chances(a *act, odds *[len(kinds)]float64) {
	c := &g.probe
	c.Hands[0], c.Top, c.Up, c.CanDraw, c.Cards = a.known, a.top, a.up, true, 1
	for _, k := range a.held {
		if k < len(g.cards) {
			c.Hands[0].Add(g.cards[k])
		}
	}
	list := moves(c, g.list[:0], a.play == acehole.Draw)
	for i := range kinds {
		k := &kinds[i]
		own, most := math.Inf(-1), math.Inf(-1)
		for j, p := range list {
			v := k.likes(c, p, a.few)
			g.value[j] = v
			most = max(most, v)
			if p == a.play {
				own = v
			}
		}
		sum := 0.0
		for j := range list {
			sum += math.Exp((g.value[j] - most) / k.warmth)
		}
		odds[i] *= k.stray/float64(len(list)) + (1-k.stray)*math.Exp((own-most)/k.warmth)/sum
	}
}
