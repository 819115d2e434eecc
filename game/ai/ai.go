// Package ai is the interface of computer players, and the code that all games share for them.
//
// A computer player knows what a person in its seat knows: an Observation, which is the seat's View
// and this round's news. It never gets a game.State, and nothing in this package or in a game's ai
// package accepts one. It has to guess hidden hands from the Observation.
//
// Each game has a package ai below it (president/ai). That package turns an Observation into the
// game's core, and has heuristics: Normal plays by them, and Easy plays by them half the time and
// randomly otherwise. For Hard it implements Problem, which samples hidden hands that fit the
// Observation and continues the round until its result can be judged. Search does the rest for all
// games: flat Monte Carlo over sampled deals (determinization), with every candidate move tried in
// the same deals with the same random numbers. Chain samples the hidden hands by their likelihood,
// which the game computes. Package net is the neural network of players that were trained.
//
// A Budget is a duration on one core or a number of playouts. With playouts the same Observation
// and seed give the same choice on every machine. A Gate limits how many players think at once.
package ai

import (
	"errors"
	"math/rand/v2"
	"slices"

	"deuces/game"
	"deuces/internal/say"
)

// Observation is everything a computer player may use to make a decision.
type Observation struct {
	View    game.View   // of the seat whose turn it is
	News    []game.News // all news of this round so far, oldest first; the seat's own exchanges are in View.Swaps
	History History     // the earlier rounds of the match
}

// History is what everyone at the table knows about the finished rounds of a match.
type History struct {
	Results []game.Result // of all finished rounds, oldest first
	Rounds  []Round       // how the most recent rounds were played, oldest first
}

// RememberedRounds is the maximum number of rounds in History.Rounds.
const RememberedRounds = 4

// Round is how a finished round was played. From its news and the hands in its result everyone can
// work out who held which cards at each turn.
type Round struct {
	Order        []game.Seat // all seats clockwise from the dealer's left
	News         []game.News // oldest first
	Result       game.Result
	OtherPlayers uint32 // a bit for each seat that someone else played for at least part of the round
}

// SamePlayer reports whether the present owner of a seat played it in that round.
func (r Round) SamePlayer(seat game.Seat) bool { return r.OtherPlayers>>seat&1 == 0 }

// After returns the history with one more round. The receiver is not changed.
func (m History) After(r Round) History {
	rounds := append(slices.Clip(m.Rounds), r)
	return History{Results: append(slices.Clip(m.Results), r.Result), Rounds: rounds[max(0, len(rounds)-RememberedRounds):]}
}

// Player decides for a seat. It is immutable and safe for concurrent use, except for players that
// are external programs.
type Player interface {
	// Choose returns one of s.View.Legal, which must not be empty. It neither changes nor keeps the
	// Observation. If the budget is in playouts, the choice depends only on the arguments.
	Choose(s Observation, b Budget, seed uint64) (Choice, error)
}

// Choice is what a player decides. Reason is a hint for a person: "it keeps your 2, your only good
// way to the lead". Only Normal must give a reason, and it doesn't repeat one within three turns of
// a seat (FreshReason).
type Choice struct {
	Action game.Action
	Reason say.Message
	// Estimates has the value of each action that a search tried, the chosen one among them. They can be
	// compared within a round.
	Estimates []Estimate
}

// Estimate is the value of an action to the player who decides; higher is better.
type Estimate struct {
	Action game.Action
	Value  float64
}

// Searched is Search for a player: it returns the best move, and the estimates of all.
func Searched[W, M any](p Problem[W, M], moves []M, b Budget, seed uint64, action func(M) game.Action) (best M, all []Estimate) {
	found := Search(p, moves, b, seed)
	for i, m := range moves {
		all = append(all, Estimate{action(m), found.Means[i]})
	}
	return moves[found.Best], all
}

// Level is a difficulty level. Logs store it.
type Level string

// The levels that every game has.
const (
	Easy   Level = "easy"
	Normal Level = "normal"
	Hard   Level = "hard"
)

// Levels lists the levels that people can choose, weakest first.
func Levels() []Level { return []Level{Easy, Normal, Hard} }

// Players holds a game's computer players for one set of options: the three levels, and others for
// measurements in an arena ("greedy").
type Players map[Level]Player

// Random plays any legal action with equal probability. Arenas use it as a baseline.
type Random struct{}

// Choose returns a random legal action.
func (Random) Choose(s Observation, _ Budget, seed uint64) (Choice, error) {
	if len(s.View.Legal) == 0 {
		return Choice{}, ErrNoTurn
	}
	r := rand.New(rand.NewPCG(seed, 0))
	return Choice{Action: s.View.Legal[r.IntN(len(s.View.Legal))]}, nil
}

// ErrNoTurn is returned for an Observation in which it isn't the seat's turn.
var ErrNoTurn = errors.New("ai: it is not this seat's turn")
