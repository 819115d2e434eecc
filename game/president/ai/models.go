package ai

import (
	"math"

	"deuces/game/president"
)

// playerModel is a way to play that Hard considers for the others: how it weighs the properties of
// a move, how often it moves randomly, and how likely it is before anything was observed. Hard
// doesn't assume that everyone plays like Normal, because that would mislead it about players who
// don't. It gives each player a probability for each model, based on what they do.
type playerModel struct {
	name       string
	weights    traitWeights
	randomRate float64
	prior      float64
}

// traitWeights is a weight for each trait of a move. If the weighted sum of one move exceeds that
// of another by 1, the move is e times as likely.
type traitWeights [traits]float32

// The traits of a move.
const (
	traitScore     = iota // score by the heuristics, in turns
	traitPass             // 1 for a pass
	traitEarlyPass        // for a pass: cards held, as a share of 13
	traitHigh             // how high the cards are, from 0 to 1; 1 with a Joker
	traitBreaks           // 1 if cards of the same rank stay behind
	traitSize             // number of cards
	traitLast             // 1 if it plays the whole hand
	traitHighEarly        // 1 if it beats the top play with a high card, with more than two cards left
	traitCostly           // 1 if it beats the top play with a card that isn't low or breaks up a set, with more than one card left
	traits
)

// ruleWeight is the weight of a trait for models that follow a fixed rule.
const ruleWeight = 40

// playerModels are the models that weigh the traits of moves. One more model, unknownModel, is for
// players who fit none of them: its moves say nothing about the hand.
//
// The weights of the searcher were fitted to the moves of flat and ismcts (internal/zoo) with 200
// playouts.
var playerModels = [...]playerModel{
	{"normal", traitWeights{traitScore: 1 / 0.25}, 0.15, 0.35},
	{"searcher", traitWeights{traitScore: 1.1, traitPass: -3.2, traitEarlyPass: 2, traitHigh: -3, traitBreaks: -0.35, traitSize: 0.05, traitLast: -2.6, traitHighEarly: -0.5}, 0.05, 0.3},
	{"grabber", traitWeights{traitPass: -2000, traitHigh: -ruleWeight, traitBreaks: -2 * ruleWeight}, 0.1, 0.08},
	{"saver", traitWeights{traitPass: -1.5 * ruleWeight, traitHigh: -ruleWeight, traitBreaks: -2 * ruleWeight, traitHighEarly: -10 * ruleWeight}, 0.1, 0.04},
	{"tight", traitWeights{traitPass: -1.5 * ruleWeight, traitHigh: -ruleWeight, traitBreaks: -2 * ruleWeight, traitCostly: -10 * ruleWeight}, 0.1, 0.04},
}

// The model for players who fit none of playerModels.
const (
	unknownModel = len(playerModels) // index of the model after playerModels
	unknownPrior = 0.19              // its probability before anything is observed
)

// logProbabilities has the logarithm of a probability for each model.
type logProbabilities [len(playerModels) + 1]float64

// minLogProbability is the lower limit of a model's log probability after a round. No model is
// ruled out, because people change how they play.
const minLogProbability = -4

// ignoredBelow is the log probability below which a model isn't computed. The time is better spent
// on more worlds.
const ignoredBelow = -3.7

// priorBelief returns the log probabilities for a player who hasn't been observed.
func priorBelief() (b logProbabilities) {
	for k := range playerModels {
		b[k] = math.Log(playerModels[k].prior)
	}
	b[unknownModel] = math.Log(unknownPrior)
	return b
}

// normalize makes the probabilities add up to 1, with each at least minLogProbability.
func (b *logProbabilities) normalize() {
	for range 2 {
		sum := b.logSum()
		for k := range b {
			b[k] = max(b[k]-sum, minLogProbability)
		}
	}
}

// logSum returns the logarithm of the sum of the probabilities.
func (b *logProbabilities) logSum() float64 {
	most := b[0]
	for _, l := range b[1:] {
		most = max(most, l)
	}
	sum := 0.0
	for _, l := range b {
		if l > most-20 {
			sum += math.Exp(l - most)
		}
	}
	return most + math.Log(sum)
}

// observedChoice holds the traits of all moves that a chair could make.
type observedChoice struct {
	moves  [len(moveBuffer{})]traitWeights
	n      int
	chosen int // index of the move it made; -1: not in the list

	buf    moveBuffer
	scores [len(moveBuffer{})]float32
}

// set computes the traits of the moves of the chair whose turn it is. Moves that differ only in
// suits that don't matter are counted once.
func (c *observedChoice) set(t *heuristics, p *president.Position, live counts, moves []president.Move, did president.Move) {
	c.n, c.chosen = 0, -1
	hand := p.Hand(p.Turn())
	var l evaluation
	l.set(p, t.weights, t.terms, live-countOf(hand))
	_, _, follows := p.Top()
	size := hand.Len()
	for i, m := range moves {
		if i > 0 && !t.differs(m, moves[i-1]) {
			continue
		}
		if c.n == len(c.moves) {
			return // only with two decks; the chosen move may be missing then
		}
		if m == did || !t.differs(m, did) {
			c.chosen = c.n
		}
		c.moves[c.n] = l.traits(m, !follows, size)
		c.n++
	}
}

// traits returns the traits of a move.
func (l *evaluation) traits(m president.Move, lead bool, size int) (s traitWeights) {
	s[traitScore] = min(l.score(m), 5) // going out scores 100
	if m.IsPass() {
		s[traitPass], s[traitEarlyPass] = 1, float32(size)/13
		return s
	}
	left := size - m.Size()
	h := height(m.Rank(), l.inverted)
	s[traitHigh] = float32(h) / jokers
	if m.Jokers() > 0 {
		s[traitHigh] = 1
	}
	if natural := m.Size() - m.Jokers(); natural > 0 && l.hand.of(h) > natural {
		s[traitBreaks] = 1
	}
	s[traitSize] = float32(m.Size())
	if left == 0 {
		s[traitLast] = 1
	}
	if lead {
		return s
	}
	if s[traitHigh] > 0.7 && left > 2 {
		s[traitHighEarly] = 1
	}
	if left > 1 && (s[traitHigh] > 0.45 || s[traitBreaks] > 0) {
		s[traitCostly] = 1
	}
	return s
}

// addLogLikelihoods adds, for each model that isn't ignored, the log probability of the chosen
// move. For the unknown model all moves are equally likely.
func (c *observedChoice) addLogLikelihoods(odds, believed *logProbabilities) {
	alike := 1 / float64(c.n)
	odds[unknownModel] += math.Log(alike)
	for k := range playerModels {
		if believed[k] >= ignoredBelow {
			odds[k] += math.Log((1-playerModels[k].randomRate)*c.probability(&playerModels[k].weights) + playerModels[k].randomRate*alike)
		}
	}
}

// probability returns the probability of the chosen move with these weights, without random moves.
func (c *observedChoice) probability(likes *traitWeights) float64 {
	most := float32(math.Inf(-1))
	for i := range c.n {
		v := float32(0)
		for j, x := range c.moves[i] {
			v += x * likes[j]
		}
		c.scores[i] = v
		most = max(most, v)
	}
	if c.chosen < 0 {
		return 0
	}
	sum := 0.0
	for _, v := range c.scores[:c.n] {
		if v > most-20 {
			sum += math.Exp(float64(v - most))
		}
	}
	return math.Exp(float64(c.scores[c.chosen]-most)) / sum
}
