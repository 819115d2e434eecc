package ai

import (
	"math"
	"math/rand/v2"
	"slices"

	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/card"
)

// Worlds are sampled with the Metropolis algorithm: each world follows from the last one by
// swapping hidden cards. The likelihood of a world is the probability that the others, with the
// hands that they have in it, would have played as they did. A world also has a model for each
// player.
const (
	observedLimit = 16 // number of the others' latest moves that are used
	burnInSwaps   = 8  // swaps per hidden card before the first world
	swapsPerWorld = 16 // swaps between one world and the next
)

// sampler is the state of the Markov chain. It is not safe for concurrent use.
type sampler struct {
	*decision
	cards         []card.Card                     // the cards of decision.hidden in order, then the pile
	logLikelihood [acehole.MaxPlaces]float64      // log likelihood of what each place did
	models        [acehole.MaxPlaces]*playerModel // model of each place in the current world
	past          acehole.Core                    // buffer for an earlier position
	list          [bufferSize]acehole.Play
	value         [bufferSize]float64
}

func newSampler(d *decision) *sampler {
	d.observed = d.observed[max(0, len(d.observed)-observedLimit):]
	return &sampler{decision: d}
}

// Deal implements ai.Problem.
func (g *sampler) Deal(c *acehole.Core, r *rand.Rand) {
	if g.cards == nil {
		g.dealHidden(r)
		for place := range g.logLikelihood {
			g.logLikelihood[place] = g.logLikelihoodOf(uint8(place))
		}
		g.swap(burnInSwaps*len(g.hidden), r)
	} else {
		g.swap(swapsPerWorld, r)
	}
	g.world(c, r)
	for place := range c.Seats {
		odds := g.likelihoods(place)
		g.models[place] = &playerModels[ai.Pick(odds[:], r)]
	}
}

// deal returns a world that fits the Observation, without regard to its likelihood.
func (g *sampler) deal(c *acehole.Core, r *rand.Rand) {
	g.dealHidden(r)
	g.world(c, r)
}

// dealHidden gives the others random cards that they can hold.
func (g *sampler) dealHidden(r *rand.Rand) {
	g.cards = slices.Clone(g.pool)
	r.Shuffle(len(g.cards), func(i, j int) { g.cards[i], g.cards[j] = g.cards[j], g.cards[i] })
	for i, h := range g.hidden {
		if i == len(g.cards) {
			break
		}
		at := slices.IndexFunc(g.cards[i:], func(x card.Card) bool { return h.impossible>>x&1 == 0 })
		at = i + max(at, 0) // if no card is possible, something was ruled out wrongly, and any card will do
		g.cards[i], g.cards[at] = g.cards[at], g.cards[i]
	}
}

// world writes the chain's current world to c, with the pile in random order.
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

// swap tries to swap two cards the given number of times.
func (g *sampler) swap(tries int, r *rand.Rand) {
	held := min(len(g.hidden), len(g.cards))
	if held == 0 || len(g.observed) == 0 {
		g.dealHidden(r) // all possible worlds are equally likely
		return
	}
	for range tries {
		i, j := r.IntN(held), r.IntN(len(g.cards))
		a, b := g.cards[i], g.cards[j]
		h := &g.hidden[i]
		if a == b || h.impossible>>b&1 != 0 {
			continue
		}
		other := h.place
		if j < held {
			if other = g.hidden[j].place; g.hidden[j].impossible>>a&1 != 0 {
				continue
			}
		}
		g.cards[i], g.cards[j] = b, a
		one, two := g.logLikelihoodOf(h.place), 0.0
		odds := one - g.logLikelihood[h.place]
		if other != h.place {
			two = g.logLikelihoodOf(other)
			odds += two - g.logLikelihood[other]
		}
		if odds < 0 && r.Float64() >= math.Exp(odds) {
			g.cards[i], g.cards[j] = a, b
			continue
		}
		g.logLikelihood[h.place] = one
		if other != h.place {
			g.logLikelihood[other] = two
		}
	}
}

// logLikelihoodOf returns the logarithm of the likelihood of what a place did.
func (g *sampler) logLikelihoodOf(place uint8) float64 {
	sum := 0.0
	for _, o := range g.likelihoods(place) {
		sum += o
	}
	return math.Log(sum)
}

// likelihoods returns, for each model, how likely it is to do what a place did.
func (g *sampler) likelihoods(place uint8) [len(playerModels)]float64 {
	var odds [len(playerModels)]float64
	for i := range odds {
		odds[i] = 1 // all models are equally likely at first
	}
	for i := range g.observed {
		if a := &g.observed[i]; a.place == place {
			g.multiplyLikelihoods(a, &odds)
		}
	}
	return odds
}

// multiplyLikelihoods multiplies each model's likelihood by the probability of one observed move,
// with the hand that the world gives the place.
func (g *sampler) multiplyLikelihoods(a *observedPlay, odds *[len(playerModels)]float64) {
	c := &g.past
	c.Hands[0], c.Top, c.Up, c.CanDraw, c.Cards = a.known, a.top, a.up, true, 1
	for _, k := range a.hiddenCards {
		if k < len(g.cards) {
			c.Hands[0].Add(g.cards[k])
		}
	}
	list := promisingMoves(c, g.list[:0], a.play == acehole.Draw)
	for i := range playerModels {
		k := &playerModels[i]
		own, most := math.Inf(-1), math.Inf(-1)
		for j, p := range list {
			v := k.score(c, p, a.fewest)
			g.value[j] = v
			most = max(most, v)
			if p == a.play {
				own = v
			}
		}
		sum := 0.0
		for j := range list {
			sum += math.Exp((g.value[j] - most) / k.temperature)
		}
		odds[i] *= k.randomRate/float64(len(list)) + (1-k.randomRate)*math.Exp((own-most)/k.temperature)/sum
	}
}
