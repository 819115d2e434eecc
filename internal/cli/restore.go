package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"

	"deuces/internal/progress"
	"deuces/store"
)

// restoreCommand replaces the configured database with a copy of a backup.
func restoreCommand(flags *flag.FlagSet) action {
	force := flags.Bool("force", false, "restore even if that loses plays, or if the current database can't be read; it is kept beside the restored one")
	return func(ctx context.Context, p program) error {
		file := p.args[0]
		if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("restore: there is no file %s", file)
		}
		ctx, done := progress.Show(ctx, p.stderr)
		kept, err := store.Restore(ctx, file, p.cfg.DB, *force)
		done()
		if errors.Is(err, store.ErrPlayed) || errors.Is(err, store.ErrUnreadable) {
			return fmt.Errorf("%w; to restore anyway, run deuces restore --force %s, which keeps the current database beside it", err, file)
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(p.stdout, "restored %s from %s\n", store.HidePassword(p.cfg.DB), file)
		if kept != "" {
			fmt.Fprintf(p.stdout, "the previous database is kept as %s\n", kept)
		}
		return nil
	}
}
