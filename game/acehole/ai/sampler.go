package ai

import (
	"math"
	"math/rand/v2"
	"slices"

	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/card"
)

// Parameters of the sampler.
const (
	observedLimit = 16 // number of the others' latest moves that are used
	burnInSwaps   = 8  // swaps per hidden card before the first world
	swapsPerWorld = 16 // swaps between one world and the next
)

// sampler samples worlds in proportion to the probability that the others, with the hands that they
// have in a world, would have played as they did. A world also has a model for each player. A
// sampler is not safe for concurrent use.
type sampler struct {
	*decision
	chain  ai.Chain[hands]
	models [acehole.MaxPlaces]*playerModel // model of each place in the current world
	past   acehole.Core                    // buffer for an earlier position
	list   [bufferSize]acehole.Play
	value  [bufferSize]float64
}

// hands is a way in which the unseen cards can be distributed.
type hands struct {
	cards         [len(acehole.Core{}.Pile)]card.Card // the cards of decision.hidden in order, then the pile
	logLikelihood [acehole.MaxPlaces]float64          // log likelihood of what each place did
}

func newSampler(d *decision) *sampler {
	d.observed = d.observed[max(0, len(d.observed)-observedLimit):]
	return &sampler{decision: d, chain: ai.Chain[hands]{BurnIn: burnInSwaps * len(d.hidden), Between: swapsPerWorld}}
}

func (g *sampler) Deal(c *acehole.Core, r *rand.Rand) {
	h := &g.chain.Hands
	if g.held() == 0 || len(g.observed) == 0 {
		g.dealHidden(h, r) // all possible worlds are equally likely
	} else {
		g.chain.Next(g, r)
	}
	g.fill(c, h, r)
	for place := range c.Seats {
		odds := g.likelihoods(place, h)
		g.models[place] = &playerModels[ai.Pick(odds[:], r)]
	}
}

// held returns the number of unseen cards that the others hold. The rest of them is the pile.
func (d *decision) held() int { return min(len(d.hidden), len(d.pool)) }

// dealHidden gives the others random cards that they can hold, without regard to the likelihood.
func (d *decision) dealHidden(h *hands, r *rand.Rand) {
	cards := h.cards[:copy(h.cards[:], d.pool)]
	r.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	for i, hidden := range d.hidden[:d.held()] {
		at := slices.IndexFunc(cards[i:], func(x card.Card) bool { return hidden.impossible>>x&1 == 0 })
		at = i + max(at, 0) // if no card is possible, something was ruled out wrongly, and any card will do
		cards[i], cards[at] = cards[at], cards[i]
	}
}

// fill writes the world with these hands to c, and shuffles the pile.
func (d *decision) fill(c *acehole.Core, h *hands, r *rand.Rand) {
	*c = d.core
	for i, hidden := range d.hidden[:d.held()] {
		c.Hands[hidden.place].Add(h.cards[i])
	}
	pile := h.cards[d.held():len(d.pool)]
	r.Shuffle(len(pile), func(i, j int) { pile[i], pile[j] = pile[j], pile[i] })
	c.Cards = uint8(copy(c.Pile[:c.Cards], pile))
}

func (g *sampler) Start(h *hands, r *rand.Rand) {
	g.dealHidden(h, r)
	for place := range h.logLikelihood {
		h.logLikelihood[place] = g.logLikelihoodOf(uint8(place), h)
	}
}

func (g *sampler) Swap(h *hands, r *rand.Rand) bool {
	i, j := r.IntN(g.held()), r.IntN(len(g.pool))
	a, b := h.cards[i], h.cards[j]
	one := &g.hidden[i]
	two := one // the holder of b; if it is in the pile, no other hand changes
	if j < g.held() {
		two = &g.hidden[j]
	}
	if a == b || one.impossible>>b&1 != 0 || j < g.held() && two.impossible>>a&1 != 0 {
		return false
	}
	h.cards[i], h.cards[j] = b, a
	gain := g.update(h, one.place)
	if two.place != one.place {
		gain += g.update(h, two.place)
	}
	return ai.Accept(gain, r)
}

// update computes the likelihood of a place again, and returns by how much it has grown.
func (g *sampler) update(h *hands, place uint8) (gain float64) {
	before := h.logLikelihood[place]
	h.logLikelihood[place] = g.logLikelihoodOf(place, h)
	return h.logLikelihood[place] - before
}

// logLikelihoodOf returns the logarithm of the likelihood of what a place did.
func (g *sampler) logLikelihoodOf(place uint8, h *hands) float64 {
	sum := 0.0
	for _, o := range g.likelihoods(place, h) {
		sum += o
	}
	return math.Log(sum)
}

// likelihoods returns, for each model, how likely it is to do what a place did.
func (g *sampler) likelihoods(place uint8, h *hands) [len(playerModels)]float64 {
	var odds [len(playerModels)]float64
	for i := range odds {
		odds[i] = 1 // all models are equally likely at first
	}
	for i := range g.observed {
		if a := &g.observed[i]; a.place == place {
			g.multiplyLikelihoods(a, h, &odds)
		}
	}
	return odds
}

// multiplyLikelihoods multiplies each model's likelihood by the probability of one observed move,
// with the hand that the world gives the place.
func (g *sampler) multiplyLikelihoods(a *observedPlay, h *hands, odds *[len(playerModels)]float64) {
	c := &g.past
	c.Hands[0], c.Top, c.Up, c.CanDraw, c.Cards = a.known, a.top, a.up, true, 1
	for _, k := range a.hiddenCards {
		if k < len(g.pool) {
			c.Hands[0].Add(h.cards[k])
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
