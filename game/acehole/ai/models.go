package ai

import (
	"math/bits"
	"math/rand/v2"

	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/card"
)

// playerModel is a way to play that Hard considers for the others: weights for the visible
// properties of a move. Hard doesn't assume that everyone plays like Normal, because that would
// mislead it about players who don't. It gives each player a probability for each model, based on
// what they did in the round.
type playerModel struct {
	draw                           float64 // drawing although something can be played
	point, card                    float64 // per point and per card that is played
	joker, wild, ace               float64 // playing one
	cantFollow, followUp, sameRank float64 // as in the heuristics
	hurry                          float64 // per point, for each card below four in the smallest other hand
	temperature                    float64 // a move is chosen with probability proportional to exp(score/temperature)
	randomRate                     float64 // probability of a random move
}

// never is the score of a move that a model makes only if there is no other.
const never = -1e6

// The indexes of playerModels.
const (
	modelNormal   = iota // plays by the heuristics
	modelSearcher        // fitted to 8,500 decisions of the search "flat" with 2,000 playouts; the searches "ismcts" and Hard choose almost the same
)

var playerModels = [...]playerModel{
	modelNormal: {
		draw: never, point: pointWeight, card: cardWeight, joker: -jokerWeight, wild: -wildWeight,
		cantFollow: closedWeight, followUp: followUpWeight, sameRank: sameRankWeight, hurry: hurryWeight, temperature: 10, randomRate: 0.25,
	},
	modelSearcher: {
		draw: -1.48, card: 3.34, joker: -4.95, wild: -1.76, ace: -1.37,
		cantFollow: 0.014, followUp: 0.26, sameRank: 1.58, hurry: 0.1, temperature: 1, randomRate: 0.1,
	},
}

// score returns a model's score of a move. few is the smallest number of cards that another player
// holds. A move that ends the round has the highest score.
func (k *playerModel) score(c *acehole.Core, p acehole.Play, few int) float64 {
	if p == acehole.Draw {
		return k.draw
	}
	hand, up := c.Hands[c.Turn], c.Up
	point := k.point + k.hurry*float64(max(4-few, 0))
	v := 0.0
	var b card.Card
	for rest := p; rest != 0; rest >>= cardBits {
		b = card.Card(rest & (1<<cardBits - 1))
		hand.Remove(b)
		v += k.card + point*float64(acehole.Points(b))
		switch {
		case b.IsJoker():
			v += k.joker
		case isWild(b):
			v += k.wild
		case b.Rank() == card.Ace:
			v += k.ace
		}
	}
	if hand[0] == 0 {
		return -never
	}
	if b.Rank() == card.Six {
		up = !up
	}
	follow := acehole.Following(b, up)
	return v + k.cantFollow*float64(bits.OnesCount64(allCards&^follow&^hand[0])) + k.followUp*float64(bits.OnesCount64(follow&hand[0])) + k.sameRank*float64(countSameRank(hand[0]))
}

// play returns a model's move: the one with the highest score or, with probability noise, a random
// one.
func (h *heuristic) play(k *playerModel, c *acehole.Core, noise float64, r *rand.Rand) acehole.Play {
	list := promisingMoves(c, h.list[:0], k.draw > never)
	if len(list) == 1 {
		return list[0]
	}
	if noise > 0 && r.Float64() < noise {
		return list[r.IntN(len(list))]
	}
	few := fewestCards(c)
	return ai.BestBy(list, func(p acehole.Play) float64 { return k.score(c, p, few) })
}
