package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"

	sqlite3 "modernc.org/sqlite/lib"

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
	err = withUnchanged(path, func(db *sql.DB) error {
		if c.Version, err = steps.Fits(Version(ctx, db)); err != nil && !errors.Is(err, engine.ErrNewer) {
			return err
		}
		c.Damage, err = integrity(ctx, db, quickly)
		return err
	})
	return c, explain(path, err)
}

// ErrDamaged is returned for a file that SQLite finds damaged.
var ErrDamaged = errors.New("it is damaged: restore a backup with deuces restore --force")

// soundUpTo is the size of the largest file that sound checks, because 100 MB take up to a second.
const soundUpTo = 256 << 20

// sound returns ErrDamaged if a quick check of the file at path finds damage. A bot that went on
// could store plays in the file that nobody can read afterwards. Other errors are left to who opens the file.
func sound(ctx context.Context, path string) error {
	if is, err := os.Stat(path); err != nil || is.Size() == 0 || is.Size() > soundUpTo || hardLinked(is) {
		return nil
	}
	var found []string
	err := withUnchanged(path, func(db *sql.DB) (err error) {
		found, err = integrity(ctx, db, quickly)
		return err
	})
	if codeOf(err)&0xff == sqlite3.SQLITE_CORRUPT {
		found = []string{err.Error()}
	}
	if len(found) == 0 {
		return nil
	}
	return fmt.Errorf("%s: %w (%s)", path, ErrDamaged, inBrief(found))
}

// withUnchanged is like withFile, but leaves a write-ahead log as it is. Closing a connection that
// may write would copy the log into the file, to which it doesn't belong if somebody has replaced the
// file.
func withUnchanged(path string, f func(*sql.DB) error) error {
	p := pool{size: 1, pragmas: []pragma{busyTimeout}}
	if wal, err := os.Stat(path + "-wal"); err == nil && wal.Size() > 0 {
		p.mode = "ro"
	}
	return withPool(p, path, f)
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
