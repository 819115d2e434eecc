package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"

	"deuces/store/engine"
)

// Inspect examines the file at path without changing it, even while a bot runs on it. Its
// Damage comes from a quick check of every page. The error is engine.ErrForeign,
// engine.ErrTooOld, ErrLinked, ErrOrphan, or the reason why the file can't be read.
func Inspect(ctx context.Context, path string, steps engine.Steps) (c engine.Condition, err error) {
	path = Real(path)
	c.Known = steps.Last()
	if err := Present(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return c, err
	}
	if c.Size, c.Exists, err = sizeOf(path); err != nil || !c.Exists {
		return c, err
	}
	if is, err := os.Stat(path); err == nil && hardLinked(is) {
		return c, ErrLinked
	}
	if c.InUse, err = locked(ctx, path); err != nil {
		return c, err
	}
	err = withFile(path, func(db *sql.DB) error {
		if c.Version, err = Version(ctx, db); err != nil {
			return err
		}
		if err := steps.Fits(c.Version); errors.Is(err, engine.ErrTooOld) {
			return err
		}
		found, err := engine.Lines(ctx, db, "PRAGMA quick_check(10)")
		if err == nil && (len(found) != 1 || found[0] != "ok") {
			c.Damage = found
		}
		return err
	})
	return c, explain(path, err)
}

// sizeOf returns the size of a file with its write-ahead log in bytes.
func sizeOf(path string) (bytes int64, exists bool, err error) {
	for _, suffix := range []string{"", "-wal"} {
		info, err := os.Stat(path + suffix)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return 0, false, err
		}
		exists = exists || suffix == ""
		bytes += info.Size()
	}
	return bytes, exists, nil
}
