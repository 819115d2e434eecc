package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"deuces/store/engine"
)

// codeOf returns the SQLite code of an error, or 0.
func codeOf(err error) int {
	if failed, ok := errors.AsType[*sqlite.Error](err); ok {
		return failed.Code()
	}
	return 0
}

// explain adds to an error of the file at path what an operator can do about it, if the error
// doesn't say so itself.
func explain(path string, err error) error {
	dir := filepath.Dir(path)
	rights := "this user needs the right to write it and to make files in " + dir
	code := codeOf(err)
	kind := code & 0xff
	switch {
	case code == 0 && errors.Is(err, syscall.EROFS),
		(kind == sqlite3.SQLITE_READONLY || kind == sqlite3.SQLITE_PERM || kind == sqlite3.SQLITE_CANTOPEN) && mountedReadOnly(dir):
		return fmt.Errorf("the disk of %s is mounted read-only: mount it for writing, or name another directory (%w)", dir, err)
	case code == 0 && (errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission)), kind == sqlite3.SQLITE_CANTOPEN:
		if _, missing := os.Stat(dir); missing != nil {
			return fmt.Errorf("the directory %s doesn't exist or can't be entered: make it, or name another (%w)", dir, missing)
		}
		return fmt.Errorf("it can't be opened: %s (%w)", rights, err)
	case noRoom(err) && code != sqlite3.SQLITE_IOERR_WRITE:
		return fmt.Errorf("the disk is full: make room (%w)", err)
	}
	switch kind {
	case sqlite3.SQLITE_IOERR:
		return fmt.Errorf("it can't be read or written, because the disk is full or failing (%w)", err)
	case sqlite3.SQLITE_BUSY:
		return fmt.Errorf("another program has locked it: end that program, or wait for it (%w)", err)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		return fmt.Errorf("it can't be written: %s (%w)", rights, err)
	case sqlite3.SQLITE_CORRUPT:
		return fmt.Errorf("it is damaged: stop the bot and restore a backup with deuces restore (%w)", err)
	case sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%w (%w)", engine.ErrForeign, err)
	}
	return err
}

// mountedReadOnly reports whether the disk of a directory is mounted read-only. SQLite's errors
// don't distinguish that from a missing permission.
func mountedReadOnly(dir string) bool {
	f, err := os.CreateTemp(dir, ".deuces-*")
	if err != nil {
		return errors.Is(err, syscall.EROFS)
	}
	_ = errors.Join(f.Close(), os.Remove(f.Name())) // only creating it matters
	return false
}

// noRoom reports whether there is no disk space for a file that SQLite needs.
func noRoom(err error) bool {
	switch codeOf(err) {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMOPEN:
		return true
	}
	return false
}

// IsTransient reports whether an error of Open may go away by itself: the disk is full, or
// another program has locked the file.
func IsTransient(err error) bool { return noRoom(err) || codeOf(err)&0xff == sqlite3.SQLITE_BUSY }

// IsOutage reports whether an error means that the file is unavailable for now, and may work
// again without a restart.
func IsOutage(err error) bool {
	switch codeOf(err) & 0xff {
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR:
		return true
	}
	return IsTransient(err) || errors.Is(err, ErrMoved)
}
