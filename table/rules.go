package table

import (
	"fmt"
	"sync"

	"deuces/game"
	"deuces/match"
)

// sharedMost is how many rules are kept to be shared.
const sharedMost = 256

// shared returns a rulebook that gives the same rules to all who ask for the same: tables of
// one system mostly have one set of options, and rules are nothing that changes.
func shared(rules match.Rulebook) match.Rulebook {
	var mu sync.Mutex
	kept := map[string]game.Rules{}
	return func(system string, version int, options map[string]string) (game.Rules, error) {
		key := fmt.Sprintf("%q %d %q", system, version, options)
		mu.Lock()
		defer mu.Unlock()
		if r, is := kept[key]; is {
			return r, nil
		}
		r, err := rules(system, version, options)
		if err != nil {
			return nil, err
		}
		if len(kept) == sharedMost {
			clear(kept)
		}
		kept[key] = r
		return r, nil
	}
}
