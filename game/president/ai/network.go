package ai

import (
	"fmt"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/game/president"
)

// Network is who plays what a network likes best, without looking ahead. Its weights are
// those of a file: no player at a table has any.
const Network ai.Level = "network"

// Learnt returns the players who play with weights, as tools/train writes them: hard looks
// ahead with them.
func Learnt(rules game.Rules, weights []byte) (ai.Players, error) {
	r, ok := rules.(*president.Rules)
	if !ok {
		return nil, fmt.Errorf("president has no computer players for %s", rules.Name())
	}
	n, err := net.Unpack(weights, Inputs)
	if err != nil {
		return nil, fmt.Errorf("president: %w", err)
	}
	return ai.Players{Network: network{r, n}, ai.Hard: hard{r, n}}, nil
}

// network plays by the network; what is to be given in an exchange it chooses by the
// heuristics.
type network struct {
	rules *president.Rules
	net   *net.Net
}

func (n network) Choose(s ai.Observation, _ ai.Budget, _ uint64) (ai.Choice, error) {
	d, err := read(n.rules, s)
	if err != nil {
		return ai.Choice{}, err
	}
	if d.sample.p.Exchanging() {
		return ai.Choice{Action: d.sample.p.Action(d.best(&d.sample, d.moves))}, nil
	}
	t := d.track(n.rules, s)
	return ai.Choice{Action: d.sample.p.Action(NewEvaluator(n.net).Best(&t).Move)}, nil
}
