// Package table is a match at a table: from the lobby where people sit down,
// through its rounds, to the winner.
//
// A table is a fold over its log. The log's events are the decisions that were
// accepted, and chance itself: Opened, Seated, Dealt with the shuffled deck,
// Acted, Settled, Ended. Match is the fold: a value that nothing changes.
// Decide says which events a Command would add, Apply adds one. Live play and
// recovery run the same Apply, so a table that is read back is the table that
// was there, with the same turn, hands and clock.
//
// Registry holds all live tables. Each is awake or asleep (sleep.go). One that is awake is
// one goroutine with an inbox and a turn clock, and does everything in one order:
//
//	decide → append → commit → notify
//
// so that nobody is ever told of something that is not durable yet. When an append
// fails, the goroutine ends, and the table is read back from the log before anybody is
// answered (recovery.go).
//
// People are numbers here (Player), and systems are handed in (Rulebook): the
// package knows no game, no Discord and no database.
package table

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"deuces/game"
	"deuces/standing"
)

// ID is a table's number: given by the log when the table opens, never used again.
type ID int64

// Player is a person's number.
type Player = standing.Player

// Rulebook returns the rules of a system as a table has pinned them: name,
// rules version and options as game.Changed lists them. An *game.Illegal says in
// a player's words which options do not go together.
type Rulebook func(system string, version int, options map[string]string) (game.Rules, error)

// Log keeps the events of all tables. It is safe for use by many goroutines;
// the Registry uses it from one goroutine a table.
type Log interface {
	// Create stores the first events of a new table, numbered from 1, and
	// returns the table's new ID. All or nothing, durable on return.
	Create(ctx context.Context, events []Event) (ID, error)

	// Append stores the next events of a table together with what they add to
	// the standings (nil: nothing). All or nothing, durable on return. The
	// events are numbered on from the last one stored; where the log has one of
	// these numbers already the error is ErrConflict and nothing is stored.
	// After any other error the events may be stored or not.
	Append(ctx context.Context, id ID, events []Event, s *standing.Settlement) error

	// Events yields all events of a table in order, or an error and then
	// nothing more. A table that does not exist has no events.
	Events(ctx context.Context, id ID) iter.Seq2[Event, error]

	// Index lists the tables whose log has no Ended, in the order of their IDs, and
	// which of them sleep. It reads no log.
	Index(ctx context.Context) ([]Listed, error)

	// Rest notes for Index of tables that they sleep or, by nil, that they are awake. It
	// is worth nothing any more as soon as a table's log goes on.
	Rest(ctx context.Context, tables map[ID]*Sleep) error
}

// The errors that say where a caller stands. All others that Do returns are
// *game.Illegal, contexts', or faults.
var (
	// ErrConflict is a Log's: the table has moved on.
	ErrConflict = errors.New("the table has moved on")
	// ErrStale says that a decision is no longer the table's present one.
	// Nothing changed; the answer to give is the present hand.
	ErrStale = errors.New("that decision is over")
	// ErrAgain says that the command was not carried out because the log failed,
	// and that it may be given again.
	ErrAgain = errors.New("nothing was stored: try again")
	// ErrNoTable says that there is no such table.
	ErrNoTable = errors.New("no such table")
	// ErrUnreadable says that a log holds what this program cannot read: an event
	// of an unknown kind or form, or one that cannot follow the ones before it.
	ErrUnreadable = errors.New("the log cannot be read")
	// ErrClosed says that the registry is closing or closed: the program is going down.
	ErrClosed = errors.New("the tables are closed")
)

// Taken is the error of opening a table where a live one is.
type Taken struct {
	ID      ID
	Channel string
}

func (e *Taken) Error() string { return fmt.Sprintf("channel %s has table %d", e.Channel, e.ID) }
