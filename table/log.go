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
	if m.Seq == 0 {
		return m, match.ErrNoTable
	}
	return m, nil
}

// Round returns a table as it was when that round was over; for 0 as it was when
// the lobby was. ErrNoTable where there was never that table, or that moment.
func (r *Registry) Round(ctx context.Context, id match.ID, round int) (was match.Match, err error) {
	defer recovered(&err)
	m := match.New(id, r.cfg.Rules)
	for e, err := range r.cfg.Log.Events(ctx, id) {
		if err != nil {
			return match.Match{}, fmt.Errorf("table %d: %w", id, err)
		}
		next, err := m.Apply(e)
		if err != nil {
			return match.Match{}, fmt.Errorf("%w: %w", match.ErrUnreadable, err)
		}
		if round == 0 && m.Phase == match.Lobby && m.Seq > 0 && next.Phase != match.Lobby {
			return m, nil
		}
		if m = next; round > 0 && len(m.Results) == round {
			return m, nil
		}
	}
	return match.Match{}, match.ErrNoTable
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

// noteSleep has the log's index say that a table sleeps or, by nil, that it is awake. Where that
// fails, the next start reads the table as one that was awake.
func (r *Registry) noteSleep(id match.ID, s *Sleep) {
	ctx, cancel := logContext()
	defer cancel()
	if err := r.cfg.Log.SetAsleep(ctx, map[match.ID]*Sleep{id: s}); err != nil {
		r.cfg.Logger.Debug().Err(err).Int64("table", int64(id)).Msg("whether a table sleeps can't be noted")
	}
}
