package ai

import (
	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/game/president"
)

// network plays what the network likes best; what is to be given in an exchange it chooses by the
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
