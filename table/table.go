// Package table runs the matches (package match) of all tables: it stores their events, runs
// their timers, and lets computers decide for seats that no person plays.
//
// Registry holds all live tables. A table is awake or asleep (sleep.go). An awake table has one
// goroutine with an inbox and a turn clock, which handles each command in this order:
//
//	decide → append → commit → notify
//
// So nobody is notified of anything that isn't durable. If an append fails, the goroutine ends,
// and the table is read again from the log before any caller gets an answer (recovery.go).
package table

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"deuces/match"
	"deuces/standing"
)

// Log stores the events of all tables. It must be safe for concurrent use. For each table the
// Registry calls it from one goroutine at a time.
type Log interface {
	// Create stores the first events of a new table, numbered from 1, and returns its new ID.
	// It stores all or none, and they are durable when it returns. If the host already has a table for
	// the same daily deal, or another process has opened one in the channel, the error is ErrConflict.
	Create(ctx context.Context, events []match.Event) (match.ID, error)

	// Append stores the next events of a table and, in the same transaction, what they add to
	// the standings (nil: nothing). It stores all or none, and they are durable when it
	// returns. If the log already has an event with the first number, the error is ErrConflict
	// and nothing is stored. After any other error the events may or may not be stored.
	Append(ctx context.Context, id match.ID, events []match.Event, s *standing.Settlement) error

	// Events yields all events of a table in order. After an error it stops. A table that
	// doesn't exist has no events.
	Events(ctx context.Context, id match.ID) iter.Seq2[match.Event, error]

	// Index lists the live tables by ID: those that weren't given up and whose log has no Ended
	// event. For each it returns what SetAsleep stored, if that is still current. It doesn't read
	// the logs.
	Index(ctx context.Context) ([]Listed, error)

	// SetAsleep stores that tables are asleep, or awake (nil, or with the number 0, which stores only who
	// sits there). If events were added to a table's
	// log afterwards, Index ignores what was stored for that table.
	SetAsleep(ctx context.Context, tables map[match.ID]*Sleep) error
}

// Errors of Do, in addition to those of package match. Other errors are *game.Illegal, the
// context's, or unexpected.
var (
	// ErrConflict is returned by Log.Append: another writer appended first, even if its events
	// look identical.
	ErrConflict = errors.New("another writer appended to the log of the table")
	// ErrNotStored means that the log failed and the command had no effect. The caller may
	// repeat it.
	ErrNotStored = errors.New("the append failed, and nothing was stored; the command can be repeated")
	// ErrClosed means that the registry is closing, or no longer has the table.
	ErrClosed = errors.New("the registry of tables is closed, or no longer has the table")
)

// ChannelTaken is the error for opening a table in a channel that already has a live one.
type ChannelTaken struct {
	ID      match.ID
	Channel string
}

func (e *ChannelTaken) Error() string { return fmt.Sprintf("channel %s has table %d", e.Channel, e.ID) }
