// Package ai has the computer players of the President family, for any options.
//
// Normal plays by heuristics that estimate how many turns it takes to empty a hand (evaluation.go).
// Easy plays by them half the time, and makes a random move otherwise. Where plays do more than
// beat others, by the options of rules.md P12, the heuristics plan runs and ask the position for the
// effect of a play (plan.go).
//
// Hard evaluates positions with a network that was trained in games against itself (inputs.go;
// tools/train writes weights.bin), and searches (network.go). It samples worlds, that is hidden
// hands that fit its Observation (known_cards.go, gift_bounds.go), in proportion to how well they
// explain the others' actions (observations.go, models.go, sampler.go). In each world it plays on
// until its second decision after the move and evaluates the position there. In an exchange, and
// where runs are played or suits lock a trick, it continues the sampled worlds by the heuristics
// instead (hard.go, heuristics.go). With other options that are newer than the network, the network
// is still stronger than the heuristics.
package ai

import (
	_ "embed"
	"fmt"
	"math/rand/v2"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/game/card"
	"deuces/game/president"
	"deuces/internal/say"
)

// Network is Hard without the search. Arenas use it to measure what the search is worth.
const Network ai.Level = "network"

//go:embed weights.bin
var weightsFile []byte

var embedded = net.LazyUnpack(weightsFile, Inputs)

// Weights returns the embedded weights. The caller must not change them.
func Weights() []byte { return weightsFile }

// New returns the computer players for rules, which must be those of a game of the President
// family.
func New(rules game.Rules) (ai.Players, error) { return newPlayers(rules, embedded) }

// NewWithWeights returns the players with weights written by tools/train instead of the embedded
// ones. Arenas use it to compare versions.
func NewWithWeights(rules game.Rules, weights []byte) (ai.Players, error) {
	return newPlayers(rules, net.LazyUnpack(weights, Inputs))
}

// newPlayers returns the players with a network.
func newPlayers(rules game.Rules, weights func() (*net.Net, error)) (ai.Players, error) {
	r, err := ai.RulesOf[*president.Rules](rules)
	if err != nil {
		return nil, err
	}
	n, err := weights()
	if err != nil {
		return nil, err
	}
	player := func(choose func(d *decision, b ai.Budget, seed uint64) (president.Move, say.Message)) ai.Player {
		return ai.PlayerOf(
			func(s ai.Observation) (*decision, error) { return newDecision(r, s) },
			func(d *decision, b ai.Budget, seed uint64) (ai.Choice, error) {
				m, reason := choose(d, b, seed)
				return ai.Choice{Action: d.sample.position.Action(m), Reason: reason, Estimates: d.estimates}, nil
			})
	}
	return ai.Players{
		ai.Easy:   player((*decision).chooseEasy),
		ai.Normal: player((*decision).chooseNormal),
		ai.Hard: player(func(d *decision, b ai.Budget, seed uint64) (president.Move, say.Message) {
			return d.chooseHard(n, b, seed), say.Message{}
		}),
		Network: player(func(d *decision, _ ai.Budget, _ uint64) (president.Move, say.Message) {
			return d.chooseNetwork(n), say.Message{}
		}),
	}, nil
}

// chooseNormal plays by the heuristics. Its reason is shown as the hint.
func (d *decision) chooseNormal(ai.Budget, uint64) (president.Move, say.Message) {
	d.observations.replayRound(d.rules, *d.seen, &d.sample, true)
	m := d.best(&d.sample, d.moves)
	return m, d.reason(m)
}

// chooseEasy plays by the heuristics half the time, and a random move otherwise, but not one that
// puts it in last place.
func (d *decision) chooseEasy(_ ai.Budget, seed uint64) (president.Move, say.Message) {
	r := rand.New(rand.NewPCG(seed, 0))
	m := d.best(&d.sample, d.moves)
	if r.IntN(2) == 0 {
		other := d.moves[r.IntN(len(d.moves))]
		if after := d.sample.position; after.Do(other).Happened&president.Foul == 0 {
			m = other
		}
	}
	return m, say.Message{}
}

// decision is an Observation converted to package president's types, with the state of the search.
type decision struct {
	heuristics
	knownCards
	rules     *president.Rules
	seen      *ai.Observation // a pointer keeps a decision small, which makes it cheap to allocate
	chair     int
	moves     []president.Move
	estimates []ai.Estimate // of the search
	sample    world         // one possible world; always the same for an Observation

	observations observations
	holders      []int // chairs that hold hidden cards
	chain        ai.Chain[hands]
	match        *matchEnd
}

// newDecision converts an Observation.
func newDecision(rules *president.Rules, s ai.Observation) (*decision, error) {
	p, err := president.Observation(s.View)
	if err != nil {
		return nil, err
	}
	d := &decision{
		heuristics: heuristics{weightsFor(p.Terms()), p.Terms()}, rules: rules, seen: &s, chair: p.Turn(),
		chain: ai.Chain[hands]{BurnIn: burnInSwaps, Between: swapsPerWorld},
	}
	d.knownCards.read(&p, s, card.SetOf(rules.Deck(len(s.View.Order))...))
	d.knownCards.Deal(&d.sample, rand.New(rand.NewPCG(0, 0)))
	d.moves = p.Moves(nil)
	if len(d.moves) == 0 {
		return nil, fmt.Errorf("president: the position has no moves, but the view lists %d legal actions", len(s.View.Legal))
	}
	return d, nil
}
