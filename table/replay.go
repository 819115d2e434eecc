package table

import (
	"context"
	"errors"
	"fmt"

	"deuces/game"
	"deuces/match"
)

func (r *Registry) fold(ctx context.Context, id match.ID) (m match.Match, err error) {
	defer recovered(&err)
	m = match.New(id, r.cfg.Rules)
	for e, err := range r.cfg.Log.Events(ctx, id) {
		if err != nil {
			return m, fmt.Errorf("read table %d: %w", id, err)
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

// AfterRound returns the table as it was at the end of a round or, for round 0, of the lobby. It
// returns ErrNoTable if the table or the round doesn't exist.
func (r *Registry) AfterRound(ctx context.Context, id match.ID, round int) (was match.Match, err error) {
	defer recovered(&err)
	m := match.New(id, r.cfg.Rules)
	for e, err := range r.cfg.Log.Events(ctx, id) {
		if err != nil {
			return match.Match{}, fmt.Errorf("read table %d: %w", id, err)
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

// logContext returns a context that is independent of the caller, so that a caller who goes
// away doesn't interrupt an append and leave its result unknown.
func logContext() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), logWithin)
}

// errPanic wraps a panic of a game's rules.
var errPanic = errors.New("the rules of the game panicked")

func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("%w: %v", errPanic, p)
	}
}

// broken reports whether an error is permanent, so that trying again is useless.
func broken(err error) bool {
	refused := (*game.Illegal)(nil)
	return err != nil && !errors.As(err, &refused) &&
		(errors.Is(err, match.ErrUnreadable) || errors.Is(err, errPanic) || errors.Is(err, match.ErrNoTable))
}

// noteAwake stores that a table is awake and, if there are other processes, who sits there.
func (r *Registry) noteAwake(m match.Match) {
	if r.cfg.Elsewhere == nil {
		r.noteSleep(m.ID, nil)
	} else {
		r.noteSleep(m.ID, &Sleep{Players: m.People()})
	}
}

// noteSleep stores whether a table sleeps. If that fails, the next start treats the table as
// awake.
func (r *Registry) noteSleep(id match.ID, s *Sleep) {
	ctx, cancel := logContext()
	defer cancel()
	if err := r.cfg.Log.SetAsleep(ctx, map[match.ID]*Sleep{id: s}); err != nil {
		r.cfg.Logger.Debug().Err(err).Int64("table", int64(id)).Msg("cannot store whether a table is asleep; it counts as awake at the next start")
	}
}
