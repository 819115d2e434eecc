package ai

import (
	"fmt"

	"deuces/game"
	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/internal/say"
)

// Network is who plays what a network likes best, without looking ahead. Its weights are
// those of a file: no player at a table has any.
const Network ai.Level = "network"

// Learnt returns the players who play with weights, as tools/train writes them: hard looks
// ahead with them.
func Learnt(rules game.Rules, weights []byte) (ai.Players, error) {
	r, ok := rules.(*acehole.Rules)
	if !ok {
		return nil, fmt.Errorf("acehole: these are the rules of %s", rules.Name())
	}
	n, err := net.Unpack(weights, Inputs)
	if err != nil {
		return nil, fmt.Errorf("acehole: %w", err)
	}
	return ai.Players{Network: network{r, n}, ai.Hard: hard{r, n}}, nil
}

// network plays by the network.
type network struct {
	rules *acehole.Rules
	net   *net.Net
}

func (n network) Choose(s ai.Observation, _ ai.Budget, _ uint64) (ai.Choice, error) {
	d, err := read(n.rules, s)
	if err != nil {
		return ai.Choice{}, err
	}
	t := d.track(n.rules, s)
	return d.choice(NewEvaluator(n.net).Best(&t).Play, say.Message{})
}
