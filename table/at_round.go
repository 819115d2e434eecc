package table

import (
	"context"
	"fmt"

	"deuces/match"
)

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
		if round == 0 && m.Phase() == match.Lobby && m.Seq() > 0 && next.Phase() != match.Lobby {
			return m, nil
		}
		if m = next; round > 0 && len(m.Results()) == round {
			return m, nil
		}
	}
	return match.Match{}, match.ErrNoTable
}
