package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Condition is what can be said of a database without opening it as a Store.
type Condition struct {
	Exists         bool
	Size           int64 // bytes, with the write-ahead log
	Version, Known int   // of the file, and the newest that this program knows
	InUse          bool  // a process has it open for writing
	Damage         []string
}

// Look examines the database at path, also while a bot runs on it, and changes
// nothing. Damage is what a quick look at every page finds; Check finds more. The error
// is ErrForeign or ErrTooOld, or says why the file can't be read.
func Look(ctx context.Context, path string) (c Condition, err error) {
	if onPostgres(path) {
		return lookPostgres(ctx, path)
	}
	all, err := ownSteps(false)
	if err != nil {
		return c, err
	}
	c.Known = all.last()
	for _, suffix := range []string{"", "-wal"} {
		info, err := os.Stat(path + suffix)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return c, err
		}
		c.Exists = c.Exists || suffix == ""
		c.Size += info.Size()
	}
	if !c.Exists {
		return c, nil
	}
	if c.InUse, err = locked(ctx, path); err != nil {
		return c, err
	}
	err = withFile(path, func(db *sql.DB) error {
		if c.Version, err = inspect(ctx, db); err != nil {
			return err
		}
		if err := all.fits(c.Version); errors.Is(err, ErrTooOld) {
			return err
		}
		found, err := findings(ctx, db, "PRAGMA quick_check(10)")
		if err == nil && (len(found) != 1 || found[0] != "ok") {
			c.Damage = found
		}
		return err
	})
	if err != nil {
		err = plainly(path, err)
	}
	return c, err
}

// locked says whether a process holds the lock of the database. It makes no file.
func locked(ctx context.Context, path string) (bool, error) {
	if _, err := os.Stat(path + "-lock"); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	unlock, err := lock(ctx, path)
	if errors.Is(err, ErrInUse) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	return false, unlock()
}

// plainly says what an operator can do about an error of SQLite about the file at
// path, where its own words don't name the cause.
func plainly(path string, err error) error {
	dir := filepath.Dir(path)
	rights := "this user needs the right to write it and to make files in " + dir
	closed := func() error {
		if _, missing := os.Stat(dir); missing != nil {
			return fmt.Errorf("the directory %s doesn't exist or can't be entered: make it, or name another (%w)", dir, missing)
		}
		return fmt.Errorf("it can't be opened: %s (%w)", rights, err)
	}
	sealed := func() error {
		return fmt.Errorf("the disk of %s is mounted read-only: mount it for writing, or name another directory (%w)", dir, err)
	}
	failed, ok := errors.AsType[*sqlite.Error](err)
	switch {
	case ok:
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
		return closed()
	case errors.Is(err, syscall.EROFS):
		return sealed()
	default:
		return err
	}
	if roomless(err) && failed.Code() != sqlite3.SQLITE_IOERR_WRITE {
		return fmt.Errorf("the disk is full: make room (%w)", err)
	}
	switch failed.Code() & 0xff {
	case sqlite3.SQLITE_IOERR:
		return fmt.Errorf("it can't be read or written, because the disk is full or failing (%w)", err)
	case sqlite3.SQLITE_BUSY:
		return fmt.Errorf("another program has locked it: end that program, or wait for it (%w)", err)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		if mountedReadOnly(dir) {
			return sealed()
		}
		return fmt.Errorf("it can't be written: %s (%w)", rights, err)
	case sqlite3.SQLITE_CANTOPEN:
		if mountedReadOnly(dir) {
			return sealed()
		}
		return closed()
	case sqlite3.SQLITE_CORRUPT:
		return fmt.Errorf("it is damaged: stop the bot and restore a backup with deuces restore (%w)", err)
	case sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%w (%w)", ErrForeign, err)
	}
	return err
}

// mountedReadOnly tries whether the disk under a directory can't be written by anybody,
// which SQLite doesn't tell from a missing right.
func mountedReadOnly(dir string) bool {
	f, err := os.CreateTemp(dir, ".deuces-*")
	if err != nil {
		return errors.Is(err, syscall.EROFS)
	}
	_ = errors.Join(f.Close(), os.Remove(f.Name())) // nothing was asked but whether it can be made
	return false
}

// located is an error with the path of the database where it is one that plainly explains.
func located(path string, err error) error {
	if explained := plainly(path, err); explained != err {
		return fmt.Errorf("%s: %w", path, explained)
	}
	return err
}

// readOnlyFile says that the file could not be written when the connection was opened.
func readOnlyFile(err error) bool {
	failed, ok := errors.AsType[*sqlite.Error](err)
	return ok && failed.Code()&0xff == sqlite3.SQLITE_READONLY
}

// roomless says that there is no room for a file that SQLite needs.
func roomless(err error) bool {
	failed, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return false
	}
	switch failed.Code() {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMOPEN:
		return true
	}
	return false
}

// Passes says of an error of Open that it may pass by itself: the disk is full, another
// program has locked the database, or a server is about to start.
func Passes(err error) bool {
	failed, ok := errors.AsType[*sqlite.Error](err)
	return roomless(err) || ok && failed.Code()&0xff == sqlite3.SQLITE_BUSY || passes(err)
}
