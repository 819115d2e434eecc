package arena

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"deuces/game"
	"deuces/game/ai"
)

// Bounds of an estimate, and of how many there are.
const (
	estimateMatches = 15              // that are played for one
	estimateTime    = time.Second     // after which no further match begins
	estimateMost    = 5 * time.Second // after which the match that is on is given up
	estimatesWait   = 16              // that may wait to be made
	estimatesKept   = 1000
)

// Estimates says how many rounds a match is likely to take: easy computer players play
// some matches in the background, for one estimate at a time.
type Estimates struct {
	players func(game.Rules) (ai.Players, error)
	queue   chan estimate
	mu      sync.Mutex
	rounds  map[string]int // by rules and seats; 0: they can't be told
	waiting map[string][]func(rounds int)
}

// estimate is one that is to be made.
type estimate struct {
	key   string
	rules game.Rules
	seats int
}

// NewEstimates returns estimates by the computer players of any rules. They are made
// while Serve runs.
func NewEstimates(players func(game.Rules) (ai.Players, error)) *Estimates {
	return &Estimates{
		players: players, queue: make(chan estimate, estimatesWait),
		rounds: map[string]int{}, waiting: map[string][]func(int){},
	}
}

// Rounds returns how many rounds half of the matches take at most, and 0 where that isn't
// known. If it is still to be found out, then is called with it. Where too many estimates
// wait already it is not, and the caller may ask again.
func (e *Estimates) Rounds(rules game.Rules, seats int, then func(rounds int)) int {
	var options strings.Builder
	for _, o := range rules.Options() {
		fmt.Fprintf(&options, " %s", o)
	}
	key := fmt.Sprintf("%s%s seats=%d", rules.Name(), &options, seats)
	e.mu.Lock()
	defer e.mu.Unlock()
	if rounds, ok := e.rounds[key]; ok {
		return rounds
	}
	if _, ok := e.waiting[key]; !ok {
		select {
		case e.queue <- estimate{key, rules, seats}:
		default:
			return 0
		}
	}
	e.waiting[key] = append(e.waiting[key], then)
	return 0
}

// Serve makes estimates until the context ends.
func (e *Estimates) Serve(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case next := <-e.queue:
			e.known(next.key, e.median(ctx, next))
		}
	}
}

// known keeps an estimate and tells those who wait for it.
func (e *Estimates) known(key string, rounds int) {
	e.mu.Lock()
	if len(e.rounds) >= estimatesKept {
		clear(e.rounds)
	}
	e.rounds[key] = rounds
	waiting := e.waiting[key]
	delete(e.waiting, key)
	e.mu.Unlock()
	for _, then := range waiting {
		then(rounds)
	}
}

// median plays matches and returns the median of their rounds; 0 where none was played
// to its end in time, or the rules have no computer players.
func (e *Estimates) median(ctx context.Context, of estimate) int {
	players, err := e.players(of.rules)
	if err != nil {
		return 0
	}
	c := Contest{Rules: of.rules}
	for range of.seats {
		c.Entrants = append(c.Entrants, Entrant{Name: string(ai.Easy), Player: players[ai.Easy]})
	}
	ctx, cancel := context.WithTimeout(ctx, estimateMost)
	defer cancel()
	var rounds []int
	for began := time.Now(); len(rounds) < estimateMatches && time.Since(began) < estimateTime; c.Seed++ {
		one, err := Lengths(ctx, c, 1)
		if err != nil {
			break // no time is left, or the match has no end
		}
		rounds = append(rounds, one...)
	}
	if len(rounds) == 0 {
		return 0
	}
	slices.Sort(rounds)
	return rounds[len(rounds)/2]
}
