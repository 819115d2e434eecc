package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"deuces/store/engine"
)

// ErrPlayed: restoring would lose what was played since the backup.
var ErrPlayed = errors.New("restoring would lose plays")

// Restore puts a copy of the backup at from in the place of the file at path, which no process may
// have open. What was there is kept as path.replaced. It refuses a backup that is damaged or of
// a newer version; and, unless forced, to replace a file that can't be read, or one that has
// events which the backup lacks (ErrPlayed): lacks names them, "" for none.
func Restore(ctx context.Context, from, path string, force bool, steps engine.Steps, lacks func(ctx context.Context, present, backup engine.Querier) (string, error)) (err error) {
	unlock, err := Lock(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()

	if err := withWhole(ctx, from, steps, func(*sql.DB) error { return nil }); err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	part := path + Part
	if err := copyFile(ctx, from, part); err != nil {
		return err
	}
	defer os.Remove(part) // gone already if all went well

	var lost string
	err = withWhole(ctx, path, steps, func(present *sql.DB) error {
		return withFile(part, func(backup *sql.DB) (err error) {
			lost, err = lacks(ctx, present, backup)
			return err
		})
	})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	case err != nil && !force:
		return fmt.Errorf("what is there can't be read, and is replaced only by force: %s: %w", path, err)
	case err != nil:
		err = moveAside(path)
	case lost != "" && !force:
		return fmt.Errorf("%w: the backup does not have all events of %s", ErrPlayed, lost)
	default:
		err = copyFile(ctx, path, path+".replaced")
	}
	if err != nil {
		return err
	}
	// A write-ahead log that is left behind would be read as the new file's.
	if _, err := os.Stat(path + "-wal"); err == nil {
		return fmt.Errorf("%s: some process still reads it", path)
	}
	if err := os.Rename(part, path); err != nil {
		return err
	}
	return Sync(filepath.Dir(path))
}

// moveAside renames a file that can't be read, with its write-ahead log. A crash in between
// leaves nothing at path, and the backup can be restored again.
func moveAside(path string) error {
	for _, suffix := range []string{"-wal", "-shm", ""} {
		err := os.Rename(path+suffix, path+".replaced"+suffix)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func copyFile(ctx context.Context, from, to string) error {
	return withFile(from, func(db *sql.DB) error { return writeCopy(ctx, db, to) })
}
