package table

import (
	"context"
	"fmt"
)

// Round returns a table as it was when that round was over; for 0 as it was when
// the lobby was. ErrNoTable where there was never that table, or that moment.
func (r *Registry) Round(ctx context.Context, id ID, round int) (was Match, err error) {
	defer recovered(&err)
	m := New(id, r.cfg.Rules)
	for e, err := range r.cfg.Log.Events(ctx, id) {
		if err != nil {
			return Match{}, fmt.Errorf("table %d: %w", id, err)
		}
		next, err := m.Apply(e)
		if err != nil {
			return Match{}, fmt.Errorf("%w: %w", ErrUnreadable, err)
		}
		if round == 0 && m.phase == Lobby && m.seq > 0 && next.phase != Lobby {
			return m, nil
		}
		if m = next; round > 0 && len(m.results) == round {
			return m, nil
		}
	}
	return Match{}, ErrNoTable
}
