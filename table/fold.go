package table

import (
	"context"
	"errors"
	"fmt"

	"deuces/game"
	"deuces/match"
)

// fold reads a table back from its log.
func (r *Registry) fold(ctx context.Context, id match.ID) (m match.Match, err error) {
	defer recovered(&err)
	m = match.New(id, r.cfg.Rules)
	for e, err := range r.cfg.Log.Events(ctx, id) {
		if err != nil {
			return m, fmt.Errorf("table %d: %w", id, err)
		}
		if m, err = m.Apply(e); err != nil {
			return m, fmt.Errorf("%w: %w", match.ErrUnreadable, err)
		}
	}
	if m.Seq() == 0 {
		return m, match.ErrNoTable
	}
	return m, nil
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
		(errors.Is(err, match.ErrUnreadable) || errors.Is(err, errPanic) || errors.Is(err, match.ErrNoTable))
}
