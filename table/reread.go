package table

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"deuces/game"
)

// A table is what its log says. It is read back when the program starts, and wherever an
// append failed: what failed may be in the log all the same.

// errAbsent says that the log has not got the events that were looked for.
var errAbsent = errors.New("not in the log")

// afterFailure finds out what an append that failed has left behind.
func (a *actor) afterFailure(failure error, events []Event) (Match, error) {
	a.sure = false
	a.rest = time.Now().Add(restFor)
	// After a conflict what the log has is another's, even where it is the like.
	conflict := errors.Is(failure, ErrConflict)
	err := a.reread(events)
	switch {
	case err == nil && !conflict:
		a.works()
		return a.m, nil // they are in the log after all
	case err == nil || errors.Is(err, errAbsent):
		return a.m, fmt.Errorf("%w: %w", ErrAgain, failure)
	}
	return Match{}, fmt.Errorf("the log failed, and then could not be read: %w: %w", failure, err)
}

// reread makes the match what the log says, and tells where that is new. It
// says errAbsent where the log lacks the given events.
func (a *actor) reread(events []Event) error {
	ctx, cancel := logContext()
	defer cancel()
	m, found, err := a.registry.fold(ctx, a.id, events)
	if broken(err) {
		a.giveUp(err)
	}
	if err != nil {
		a.rest = time.Now().Add(restFor)
		return err
	}
	a.sure = true
	if m.seq != a.m.seq {
		a.set = 0 // that was stored, too
		a.become(m)
	}
	if found < len(events) {
		return errAbsent
	}
	return nil
}

// giveUp ends a table that cannot go on; its log stays as it is.
func (a *actor) giveUp(err error) {
	a.over = true
	if !a.halted() {
		a.registry.lose(a, a.m, err)
	}
}

// fold reads a table back, and counts how many of the given events are in its log.
func (r *Registry) fold(ctx context.Context, id ID, events []Event) (m Match, found int, err error) {
	defer recovered(&err)
	m = New(id, r.cfg.Rules)
	for e, err := range r.cfg.Log.Events(ctx, id) {
		if err != nil {
			return m, 0, fmt.Errorf("table %d: %w", id, err)
		}
		if err := m.advance(e); err != nil {
			return m, 0, fmt.Errorf("%w: %w", ErrUnreadable, err)
		}
		if found < len(events) && alike(e, events[found]) {
			found++
		}
	}
	if m.seq == 0 {
		return m, 0, ErrNoTable
	}
	return m, found, nil
}

// alike says that two events are stored alike, at the same time and place.
func alike(a, b Event) bool {
	kindA, bodyA, errA := Encode(a.Body)
	kindB, bodyB, errB := Encode(b.Body)
	return errA == nil && errB == nil && a.Seq == b.Seq && a.At.Equal(b.At) && kindA == kindB && bytes.Equal(bodyA, bodyB)
}

// logContext is for work on the log: a caller who goes away must not leave the
// table in doubt about an append.
func logContext() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), logWithin)
}

// errPanic is what a game's panic becomes.
var errPanic = errors.New("the game failed")

func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("%w: %v", errPanic, p)
	}
}

// broken says that an error is of the kind that trying again does not mend.
func broken(err error) bool {
	refused := (*game.Illegal)(nil)
	return err != nil && !errors.As(err, &refused) &&
		(errors.Is(err, ErrUnreadable) || errors.Is(err, errPanic) || errors.Is(err, ErrNoTable))
}
