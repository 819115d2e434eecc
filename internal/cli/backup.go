package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"deuces/internal/progress"
	"deuces/store"
)

// backup copies the configured database. The bot may be running.
func backup(ctx context.Context, p program) error {
	ctx, done := progress.Show(ctx, p.stderr)
	err := store.Backup(ctx, p.cfg.DB, p.args[0])
	done()
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("backup: %s exists already, and a backup never overwrites a file: name a new one", p.args[0])
	}
	if errors.Is(err, store.ErrTarget) {
		return errors.New(err.Error()) // not an error of the configured file, even if a directory is missing
	}
	if err != nil {
		return fmt.Errorf("DEUCES_DB: %w", err)
	}
	if info, err := os.Stat(p.args[0]); err == nil && info.Mode().Perm()&0o077 != 0 {
		fmt.Fprintf(p.stderr, "other users can read or write %s, which has everybody's cards; its file system has no private files\n", p.args[0])
	}
	fmt.Fprintf(p.stdout, "copied %[2]s to %[1]s and checked the copy\n", p.args[0], store.HidePassword(p.cfg.DB))
	return nil
}
