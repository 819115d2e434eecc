// Package zoo is players to measure other players by: unlike them, and unlike each
// other. None of them shares a heuristic with the levels that people play against.
//
// Two of them search. Flat tries every move in the same worlds, dealt uniformly at
// random from what the seat can't see, and plays on by one simple rule: whole sets,
// the lowest that beats, one move in ten at random. Ismcts grows a tree over such
// worlds (single-observer information set Monte Carlo tree search: Cowling, Powley,
// Whitehouse 2012) and plays on by the same rule.
//
// The others are tempers: each follows one idea, which tempers.go states. They know
// of a move what Trait says and nothing else, so that they play every game.
//
// A game joins with a Table (games.go).
package zoo

import (
	"math/rand/v2"
	"time"

	"deuces/game"
	"deuces/game/ai"
)

// Table is a round as the zoo sees it from a seat whose turn it is. A world W is the
// round with all cards known, a value that can be copied with =; M is a move. One
// goroutine uses a Table.
type Table[W any, M comparable] interface {
	// Deal makes a world that fits what the seat sees; all are as likely.
	Deal(w *W, r *rand.Rand)
	// Turn returns the place whose turn it is; -1 when the round is over.
	Turn(w *W) int
	// Moves appends what that place may do, of moves that are alike only one.
	Moves(w *W, list []M) []M
	// Look says what there is to see of a move before it is made.
	Look(w *W, m M) Trait
	// Step makes a move.
	Step(w *W, m M)
	// Worth returns what a round that is over is worth to a place, from 0 to 1.
	Worth(w *W, place int) float64
	// Action returns a move of the seat as the game takes it.
	Action(m M) game.Action
}

// Trait is what there is to see of a move, in any game.
type Trait struct {
	Pass   bool    // nothing is played: a pass, or a card drawn
	Lead   bool    // there is nothing to beat
	Cards  int     // how many are played
	Left   int     // how many are left in the hand
	High   float64 // how high the cards are, or how useful to keep: from 0 to 1
	Breaks bool    // cards of the same rank stay behind
}

// Players returns all players of the zoo for a game that opens an observation as a
// table.
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

// simple is a temper at a table.
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
	// What it looks at is the same in all worlds.
	t.Deal(&w, rand.New(rand.NewPCG(0, 0)))
	m := favorite(t, &w, t.Moves(&w, nil), p.temper, rand.New(rand.NewPCG(seed, 0)))
	return ai.Choice{Action: t.Action(m)}, nil
}

// favorite returns the move that a temper likes best; the first of equals.
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

// Choose searches as long as the budget lasts: a playout is a round played on to its
// end. Without a budget it plays by the rule of its playouts.
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

// stray is how often a playout does anything.
const stray = 0.1

// playOn plays a world on to its end.
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
