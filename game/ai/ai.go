// Package ai is the contract of computer players, and what they share.
//
// A computer player knows what a person in its seat knows: an Observation, which is the
// seat's View and all that the table was told in this round. It never gets a
// game.State, and neither this package nor a game's players have a door that
// takes one: what they think of hidden hands they guess from the Observation.
//
// What differs by game is in package ai below the game (president/ai): it reads an
// Observation into the game's core, knows its heuristics (Normal, and Easy, which
// forgets some), and answers two questions for the search: deal the hidden
// cards at random so that they fit what was seen, and play a round on to its
// end. Search does the rest the same way for all: flat Monte Carlo over
// determinized worlds, every candidate in the same worlds with the same luck. What else
// games share is in players.go, and in package net for those that have learnt.
//
// Two budgets: a duration, of one core; or a number of playouts, with which the
// same Observation and seed give the same choice on any machine. A Gate bounds how many
// think at once.
package ai

import (
	"errors"
	"math/rand/v2"
	"slices"

	"deuces/game"
	"deuces/internal/say"
)

// Observation is all that a computer player may know when it has to decide.
type Observation struct {
	View  game.View   // of the seat whose turn it is
	Told  []game.News // all of this round's news so far, oldest first; exchanges of its own are in View.Swaps
	Match Match       // the rounds before this one
}

// Match is what everyone at the table knows of the rounds of a match that are over.
type Match struct {
	Results []game.Result // of all of them, oldest first: the score follows from them
	Rounds  []Round       // how the last few were played, oldest first
}

// Remembered is how many rounds an Observation goes back to at most.
const Remembered = 4

// Round is how a round was played that is over. With what was told of it, and the
// hands that its result shows, everyone can say who held what when they played.
type Round struct {
	Order  []game.Seat // all seats clockwise from the dealer's left
	Told   []game.News // oldest first
	Result game.Result
	Others uint32 // seats, a bit each, which somebody else had then, or has had for a part of it
}

// By says whether who has a seat now was the one who played it in the round.
func (r Round) By(seat game.Seat) bool { return r.Others>>seat&1 == 0 }

// After returns the match with one more round; what is shared is not changed.
func (m Match) After(r Round) Match {
	rounds := append(slices.Clip(m.Rounds), r)
	return Match{Results: append(slices.Clip(m.Results), r.Result), Rounds: rounds[max(0, len(rounds)-Remembered):]}
}

// Player decides for a seat. It is immutable and safe for several goroutines,
// but for players that are a process of their own.
type Player interface {
	// Choose returns one of s.View.Legal, which must not be empty. It changes
	// nothing in the Observation and keeps none of it. Where the budget is in playouts,
	// the choice depends on nothing but the arguments.
	Choose(s Observation, b Budget, seed uint64) (Choice, error)
}

// Choice is what a player does, and why in a few words for a person who asks for
// a hint: "it keeps your 2, your only good way to the lead". Only Normal must have one,
// and it doesn't give the same in three turns of a seat (Fresh).
type Choice struct {
	Action game.Action
	Reason say.Message
}

// Level is how well a player plays; stored in logs.
type Level string

// The levels that every game has.
const (
	Easy   Level = "easy"
	Normal Level = "normal"
	Hard   Level = "hard"
)

// Levels lists what people can choose from, weakest first.
func Levels() []Level { return []Level{Easy, Normal, Hard} }

// Players are a game's computer players with its options set: the three levels, and whatever
// else an arena may want to measure them by ("greedy").
type Players map[Level]Player

// Random plays any legal action, all as likely as the others: the floor that
// arenas measure from.
type Random struct{}

// Choose picks one of the legal actions.
func (Random) Choose(s Observation, _ Budget, seed uint64) (Choice, error) {
	if len(s.View.Legal) == 0 {
		return Choice{}, ErrNoTurn
	}
	r := rand.New(rand.NewPCG(seed, 0))
	return Choice{Action: s.View.Legal[r.IntN(len(s.View.Legal))]}, nil
}

// ErrNoTurn is the error of an Observation in which there is nothing to decide.
var ErrNoTurn = errors.New("ai: it is not this seat's turn")
