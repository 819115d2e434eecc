// Package zoo has computer players for measuring other players. They differ from the levels that
// people play against, share no heuristic with them, and differ from each other.
//
// Two of them search. Flat tries every move in the same worlds, in which the unseen cards are dealt
// uniformly at random, and finishes the round with a simple rule: it plays the lowest whole set
// that it can, and one move in ten is random. Ismcts grows a tree over such worlds (single-observer
// information set Monte Carlo tree search: Cowling, Powley, Whitehouse 2012) and uses the same
// rule.
//
// The others each follow one idea (tempers.go). They use only the Trait of a move, so that they can
// play every game.
//
// Each game provides a Table (games.go).
package zoo

import (
	"math/rand/v2"
	"time"

	"deuces/game"
	"deuces/game/ai"
)

// Table is a round seen from the seat to move. A world W is the round with all cards known, a value that can
// be copied by assignment. M is a move. A Table is not safe for concurrent use.
type Table[W any, M comparable] interface {
	// Deal creates a random world that is consistent with what the seat sees. All such worlds are
	// equally likely.
	Deal(w *W, r *rand.Rand)
	// Turn returns the place to move, or -1 once the round is over.
	Turn(w *W) int
	// Moves appends the moves of that place, one of each group of equivalent moves.
	Moves(w *W, list []M) []M
	// Look returns the Trait of a move before it is made.
	Look(w *W, m M) Trait
	// Step makes a move.
	Step(w *W, m M)
	// Worth returns the value of a finished round for a place, from 0 to 1.
	Worth(w *W, place int) float64
	// Action returns a move as the game's action.
	Action(m M) game.Action
}

// Trait describes a move in any game.
type Trait struct {
	Pass   bool    // no card is played: a pass or a draw
	Lead   bool    // there is nothing to beat
	Cards  int     // number of cards played
	Left   int     // number of cards left in the hand
	High   float64 // how high the cards are, or how useful to keep: from 0 to 1
	Breaks bool    // cards of the same rank stay in the hand
}

// Players returns all players of the zoo for a game, given a function that turns an observation into a Table.
func Players[W any, M comparable](open func(ai.Observation) (Table[W, M], error)) ai.Players {
	players := ai.Players{
		"flat":   searcher[W, M]{open, flat[W, M]},
		"ismcts": searcher[W, M]{open, ismcts[W, M]},
	}
	for name, t := range tempers {
		players[ai.Level(name)] = simple[W, M]{open, t}
	}
	return players
}

// simple is a player with a temper.
type simple[W any, M comparable] struct {
	open   func(ai.Observation) (Table[W, M], error)
	temper temper
}

// Choose plays what the temper likes best.
func (p simple[W, M]) Choose(s ai.Observation, _ ai.Budget, seed uint64) (ai.Choice, error) {
	t, err := p.open(s)
	if err != nil {
		return ai.Choice{}, err
	}
	var w W
	// Traits are the same in all worlds.
	t.Deal(&w, rand.New(rand.NewPCG(0, 0)))
	m := favorite(t, &w, t.Moves(&w, nil), p.temper, rand.New(rand.NewPCG(seed, 0)))
	return ai.Choice{Action: t.Action(m)}, nil
}

// favorite returns the move that a temper rates highest, or the first of several.
func favorite[W any, M comparable](t Table[W, M], w *W, moves []M, like temper, r *rand.Rand) M {
	best, most := moves[0], 0.0
	for i, m := range moves {
		if v := like(t.Look(w, m), r); i == 0 || v > most {
			best, most = m, v
		}
	}
	return best
}

// searcher is a player that searches.
type searcher[W any, M comparable] struct {
	open   func(ai.Observation) (Table[W, M], error)
	search func(t Table[W, M], more func() bool, r *rand.Rand) M
}

// Choose searches until the budget is used up. Each playout continues to the end of the round.
// Without a budget, Choose plays by the rule of the playouts.
func (p searcher[W, M]) Choose(s ai.Observation, b ai.Budget, seed uint64) (ai.Choice, error) {
	t, err := p.open(s)
	if err != nil {
		return ai.Choice{}, err
	}
	start, done := time.Now(), 0
	more := func() bool {
		done++
		if b.Playouts > 0 {
			return done <= b.Playouts
		}
		return time.Since(start) < b.Time
	}
	return ai.Choice{Action: t.Action(p.search(t, more, rand.New(rand.NewPCG(seed, 0))))}, nil
}

// stray is the probability of a random move in a playout.
const stray = 0.1

// playOn finishes the round of a world.
func playOn[W any, M comparable](t Table[W, M], w *W, list []M, r *rand.Rand) {
	for t.Turn(w) >= 0 {
		moves := t.Moves(w, list[:0])
		if len(moves) > 1 && r.Float64() < stray {
			t.Step(w, moves[r.IntN(len(moves))])
			continue
		}
		t.Step(w, favorite(t, w, moves, greedy, r))
	}
}
