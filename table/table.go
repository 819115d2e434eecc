// Package table keeps the matches of all tables (package match): it stores their events,
// gives them their time, and lets computers think for the seats that no person plays.
//
// Registry holds all live tables. Each is awake or asleep (sleep.go). One that is awake is
// one goroutine with an inbox and a turn clock, and does everything in one order:
//
//	decide → append → commit → notify
//
// so that nobody is ever told of something that is not durable yet. When an append
// fails, the goroutine ends, and the table is read back from the log before anybody is
// answered (recovery.go).
package table

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"deuces/match"
	"deuces/standing"
)

// Log keeps the events of all tables. It is safe for use by many goroutines;
// the Registry uses it from one goroutine a table.
type Log interface {
	// Create stores the first events of a new table, numbered from 1, and
	// returns the table's new ID. All or nothing, durable on return.
	Create(ctx context.Context, events []match.Event) (match.ID, error)

	// Append stores the next events of a table together with what they add to
	// the standings (nil: nothing). All or nothing, durable on return. The
	// events are numbered on from the last one stored; where the log has one of
	// these numbers already the error is ErrConflict and nothing is stored.
	// After any other error the events may be stored or not.
	Append(ctx context.Context, id match.ID, events []match.Event, s *standing.Settlement) error

	// Events yields all events of a table in order, or an error and then
	// nothing more. A table that does not exist has no events.
	Events(ctx context.Context, id match.ID) iter.Seq2[match.Event, error]

	// Index lists the tables whose log has no Ended, in the order of their IDs, and
	// which of them sleep. It reads no log.
	Index(ctx context.Context) ([]Listed, error)

	// SetAsleep notes for Index of tables that they sleep or, by nil, that they are awake. It
	// is worth nothing any more as soon as a table's log goes on.
	SetAsleep(ctx context.Context, tables map[match.ID]*Sleep) error
}

// The errors that say where a caller stands, beside those of package match. All others that
// Do returns are *game.Illegal, contexts', or faults.
var (
	// ErrConflict is a Log's: the table has moved on.
	ErrConflict = errors.New("the table has moved on")
	// ErrNotStored says that the command was not carried out because the log failed,
	// and that it may be given again.
	ErrNotStored = errors.New("nothing was stored: try again")
	// ErrClosed says that the registry is closing or closed: the program is going down.
	ErrClosed = errors.New("the tables are closed")
)

// ChannelTaken is the error of opening a table where a live one is.
type ChannelTaken struct {
	ID      match.ID
	Channel string
}

func (e *ChannelTaken) Error() string { return fmt.Sprintf("channel %s has table %d", e.Channel, e.ID) }
