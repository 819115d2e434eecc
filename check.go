package main

import (
	"context"
	"errors"
	"fmt"

	"deuces/config"
	"deuces/game/systems"
	"deuces/store"
)

// check looks the database over that DEUCES_DB names, replays every log by its
// rules, and compares the standings with what comes of that.
func check(ctx context.Context, p program) (err error) {
	cfg, _, err := config.Read(p.environ, ".env")
	if err != nil {
		return err
	}
	r, err := store.Read(ctx, cfg.DB)
	if err != nil {
		return fmt.Errorf("DEUCES_DB: %w", err)
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	ctx, done := watched(ctx, p.stderr)
	defer done()
	found, err := r.Check(ctx)
	if err != nil {
		return err
	}
	if len(found) == 0 { // else it may not even be readable
		if found, err = r.Recount(ctx, systems.New); err != nil {
			return err
		}
	}
	done()
	for _, line := range found {
		fmt.Fprintf(p.stdout, "%s: %s\n", cfg.DB, line)
	}
	if len(found) > 0 {
		return errSilent
	}
	fmt.Fprintf(p.stdout, "%s: ok\n", cfg.DB)
	return nil
}
