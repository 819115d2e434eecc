package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"deuces/store/engine"
)

// Backup writes a consistent copy of the file name to a new file at path. Tables may be played
// meanwhile, and the file may have an older version. Backup checks and syncs the copy before it
// returns. The error is ErrBackup if another backup is running.
func Backup(ctx context.Context, name, path string, steps engine.Steps) error {
	name = Real(name)
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s: %w", path, fs.ErrExist)
	}
	return withFile(name, func(db *sql.DB) error {
		version, err := Version(ctx, db)
		if err == nil {
			err = steps.Fits(version)
		}
		if err != nil && !errors.Is(err, engine.ErrTooOld) {
			return fmt.Errorf("%s: %w", name, explain(name, err))
		}
		done, err := beginBackup(ctx, name, path+Part)
		if err != nil {
			return err
		}
		return errors.Join(writeCopy(ctx, db, path), done())
	})
}

// withFile opens an existing file, calls f and closes the file. It leaves no write-ahead log behind
// unless another process has the file open.
func withFile(path string, f func(*sql.DB) error) (err error) {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	db, err := pool{size: 1, pragmas: []pragma{busyTimeout}}.open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return f(db)
}

// withUndamaged calls f with an existing file if it is undamaged and has a known version.
func withUndamaged(ctx context.Context, path string, steps engine.Steps, f func(*sql.DB) error) error {
	return withFile(path, func(db *sql.DB) error {
		version, err := Version(ctx, db)
		if err == nil {
			err = steps.Fits(version)
		}
		if err == nil {
			err = undamaged(ctx, db, "it")
		}
		if err != nil {
			return err
		}
		return f(db)
	})
}

// writeCopy writes a consistent copy of an open database to path, replacing an existing file.
// The copy is checked and synced before it gets its name, so a file of that name is complete
// even after a power failure.
func writeCopy(ctx context.Context, db *sql.DB, path string) error {
	part := path + Part
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return explain(path, err)
	}
	err := createPrivate(part) // VACUUM INTO requires an empty file
	if err == nil {
		err = copyPages(ctx, db, part)
	}
	err = explain(part, err)
	if err == nil {
		engine.ProgressOf(ctx)(engine.CheckingCopy, 0, 0)
		err = withFile(part, func(copied *sql.DB) error { return undamaged(ctx, copied, "the copy") })
	}
	if err == nil {
		err = Sync(part)
	}
	if err == nil {
		err = os.Rename(part, path)
	}
	if err != nil {
		return errors.Join(err, os.RemoveAll(part))
	}
	return Sync(filepath.Dir(path))
}

// copyPages copies a database into a new file. It reports progress by the size of the file,
// because SQLite doesn't report any.
func copyPages(ctx context.Context, db *sql.DB, path string) error {
	tell := engine.ProgressOf(ctx)
	var pages, size int
	if err := db.QueryRowContext(ctx, `SELECT (SELECT page_count FROM pragma_page_count), (SELECT page_size FROM pragma_page_size)`).Scan(&pages, &size); err != nil {
		return err
	}
	tell(engine.CopyingFile, 0, pages)
	done := make(chan error, 1)
	go func() {
		_, err := db.ExecContext(ctx, "VACUUM INTO ?", path)
		done <- err
	}()
	look := time.NewTicker(100 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case err := <-done:
			if err == nil {
				tell(engine.CopyingFile, pages, pages)
			}
			return err
		case <-look.C:
			if info, err := os.Stat(path); err == nil {
				tell(engine.CopyingFile, min(int(info.Size())/size, pages), pages)
			}
		}
	}
}

// integrity returns the damage that SQLite finds in a file.
func integrity(ctx context.Context, q engine.Querier) ([]string, error) {
	found, err := engine.Lines(ctx, q, "PRAGMA integrity_check")
	if err != nil || len(found) == 1 && found[0] == "ok" {
		return nil, err
	}
	return found, nil
}

// undamaged returns an error if a file is damaged.
func undamaged(ctx context.Context, q engine.Querier, what string) error {
	found, err := integrity(ctx, q)
	if err == nil && len(found) > 0 {
		err = fmt.Errorf("%s is damaged: %s", what, strings.Join(found, "; "))
	}
	return err
}

// Sync syncs a file, or the entries of a directory, to disk.
func Sync(path string) (err error) {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return f.Sync()
}
