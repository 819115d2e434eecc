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

// Backup writes a consistent copy of the file name to a new file at path, also while tables are
// played, and whatever older version it is of. The copy is checked, and on the disk on
// return. One backup is made at a time (ErrBackup).
func Backup(ctx context.Context, name, path string, steps engine.Steps) error {
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

// withFile calls f with an existing file, and leaves no write-ahead log behind if nobody else
// has the file open.
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

// withUndamaged calls f with an existing file, if that is undamaged and of a version that this program
// knows.
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

// writeCopy writes a consistent copy of an open database to the file at path, in place of what is
// there. The copy is checked and on the disk before it gets its name: a file of that name is
// complete, even if the power fails meanwhile.
func writeCopy(ctx context.Context, db *sql.DB, path string) error {
	part := path + Part
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return explain(path, err)
	}
	err := createPrivate(part) // empty, as VACUUM wants it
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

// copyPages copies a database into a new file and tells how large that is by now. SQLite doesn't
// tell.
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

// integrity returns what SQLite finds damaged in a file.
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

// Sync puts a file, or the names in a directory, on the disk.
func Sync(path string) (err error) {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return f.Sync()
}
