package app

import (
	"crypto/sha256"
	"fmt"
	"sync"

	"deuces/game"
	"deuces/game/ai"
)

// fixedChoices has the choices of computer players at daily deals. There, many people meet the same
// situation, and computers do the same in it. So each is thought about once. The zero value is ready to use.
type fixedChoices struct {
	mu   sync.Mutex
	made map[situation]func() (ai.Choice, error)
}

// situation is a decision in a daily deal. The seed of Fixed says which, and the news what led to it.
type situation struct {
	ai.Fixed
	news [sha256.Size]byte
}

// mostChoices is how many choices are kept. A day of a thousand people has fewer situations.
const mostChoices = 1 << 16

// in returns the choice in a situation. choose makes it if nobody has.
func (f *fixedChoices) in(fixed ai.Fixed, news []game.News, choose func() (ai.Choice, error)) (ai.Choice, error) {
	at := situation{fixed, sha256.Sum256(fmt.Append(nil, news))}
	f.mu.Lock()
	made := f.made[at]
	if made == nil {
		if f.made == nil || len(f.made) >= mostChoices {
			f.made = map[situation]func() (ai.Choice, error){}
		}
		made = sync.OnceValues(choose)
		f.made[at] = made
	}
	f.mu.Unlock()
	choice, err := made()
	if err != nil {
		f.mu.Lock()
		delete(f.made, at)
		f.mu.Unlock()
	}
	return choice, err
}
