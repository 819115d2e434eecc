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

// Limits for one estimate, and for the number of estimates.
const (
	estimateMatches = 7                      // matches played for an estimate
	estimateTime    = 200 * time.Millisecond // no further match starts after this time
	estimateMost    = 5 * time.Second        // a match still being played after this time is abandoned
	estimatesWait   = 16                     // length of the queue
	estimatesKept   = 1000
)

// Estimates estimates how many rounds a match will take. Easy computer players play some matches in
// the background, for one estimate at a time.
type Estimates struct {
	players func(game.Rules) (ai.Players, error)
	queue   chan estimate
	mu      sync.Mutex
	rounds  map[string]int                // by rules and seats; 0: no estimate is possible
	waiting map[string][]func(rounds int) // callbacks of estimates that are queued
}

// estimate is a queued request.
type estimate struct {
	key   string
	rules game.Rules
	seats int
}

// NewEstimates returns Estimates that play with the given computer players. Serve must run for
// estimates to be made.
func NewEstimates(players func(game.Rules) (ai.Players, error)) *Estimates {
	return &Estimates{
		players: players, queue: make(chan estimate, estimatesWait),
		rounds: map[string]int{}, waiting: map[string][]func(int){},
	}
}

// Rounds returns the median number of rounds, or 0 if it isn't known. If it hasn't been computed
// yet, Rounds queues the request, and Serve later passes the result to the function then. If the
// queue is full, the function isn't called, and the caller can ask again later.
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
			e.store(next.key, e.median(ctx, next))
		}
	}
}

// store saves an estimate and calls the functions that wait for it.
func (e *Estimates) store(key string, rounds int) {
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

// median plays matches and returns the median of their rounds. It returns 0 if no match ended in
// time, or if the rules have no computer players.
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
			break // time is up, or the match has no end
		}
		rounds = append(rounds, one...)
	}
	if len(rounds) == 0 {
		return 0
	}
	slices.Sort(rounds)
	return rounds[len(rounds)/2]
}
