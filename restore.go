package main

import (
	"context"
	"errors"
	"flag"
	"fmt"

	"deuces/config"
	"deuces/store"
)

// restores puts a copy of a backup in the place of the database that DEUCES_DB names.
func restores(flags *flag.FlagSet) action {
	force := flags.Bool("force", false, "restore also what loses plays, or over what can't be read; what was there is kept beside it")
	return func(ctx context.Context, p program) error {
		cfg, _, err := config.Read(p.environ, ".env")
		if err != nil {
			return err
		}
		file := p.args[0]
		err = store.Restore(ctx, file, cfg.DB, *force)
		if errors.Is(err, store.ErrPlayed) {
			return fmt.Errorf("%w; deuces restore --force %s restores it anyway and keeps %s as %s.replaced", err, file, cfg.DB, cfg.DB)
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(p.stdout, "%s is now a copy of %s\n", cfg.DB, file)
		return nil
	}
}
