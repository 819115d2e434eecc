package table

import (
	"fmt"
	"sync"

	"deuces/game"
	"deuces/match"
)

// maxCachedRules limits the cache; when it is full, it is emptied.
const maxCachedRules = 256

// cachedRules returns a rulebook that caches the results of rules. Most tables of a system use
// the same options, and rules are immutable.
func cachedRules(rules match.Rulebook) match.Rulebook {
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
		if len(kept) == maxCachedRules {
			clear(kept)
		}
		kept[key] = r
		return r, nil
	}
}
