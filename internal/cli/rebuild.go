package cli

import (
	"context"
	"errors"
	"fmt"

	"deuces/game/systems"
	"deuces/internal/progress"
	"deuces/store"
)

// rebuild computes the standings of the configured database from its logs.
func rebuild(ctx context.Context, p program) (err error) {
	s, err := store.OpenExisting(ctx, p.cfg.DB, p.logger(p.cfg))
	if err != nil {
		return fmt.Errorf("DEUCES_DB: %w", err)
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	ctx, done := progress.Show(ctx, p.stderr)
	unread, err := s.Rebuild(ctx, systems.New)
	done()
	if err != nil {
		return err
	}
	for _, line := range unread {
		fmt.Fprintf(p.stdout, "%s: can't rebuild, kept as it was: %s\n", store.HidePassword(p.cfg.DB), line)
	}
	fmt.Fprintf(p.stdout, "%s: rebuilt the standings from the logs\n", store.HidePassword(p.cfg.DB))
	return nil
}
