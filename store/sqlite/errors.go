package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"deuces/internal/diskspace"
	"deuces/store/engine"
)

// codeOf returns the SQLite code of an error, or 0.
func codeOf(err error) int {
	if failed, ok := errors.AsType[*sqlite.Error](err); ok {
		return failed.Code()
	}
	return 0
}

// explain adds to an error of the file at path the cause that the system names, and what an operator
// can do about it. SQLite's errors name no cause, so explain tries what SQLite has tried. If that
// works, the error says what was tried, in SQLite's words.
func explain(path string, err error) error {
	code := codeOf(err)
	if code == 0 {
		return explainSystem(path, err)
	}
	cause := func() error { // nil: what was tried works now
		for _, suffix := range []string{"", "-wal", "-shm", "-lock"} {
			if err := diskspace.FileError(path + suffix); err != nil {
				return err
			}
		}
		return diskspace.Probe(filepath.Dir(path))
	}
	tried := ""
	switch code & 0xff {
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("the disk is full: make room (%w)", err)
	case sqlite3.SQLITE_CORRUPT:
		return fmt.Errorf("it is damaged: stop the bot and restore a backup with deuces restore (%w)", err)
	case sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%w (%w)", engine.ErrForeign, err)
	case sqlite3.SQLITE_BUSY:
		if unlockable := diskspace.Probe(filepath.Dir(path)); isNoLock(unlockable) {
			return fmt.Errorf("%w (%w)", unlockable, err)
		}
		return fmt.Errorf("another program has locked it: end that program, or wait for it (%w)", err)
	case sqlite3.SQLITE_CANTOPEN:
		tried = "it can't be opened"
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		tried = "it can't be written"
	case sqlite3.SQLITE_IOERR:
		tried = "it can't be read or written"
	default:
		return err
	}
	if cause := cause(); cause != nil {
		return fmt.Errorf("%s: %w (%w)", tried, cause, err)
	}
	return fmt.Errorf("%s (%w)", tried, err)
}

// explainSystem explains an error of the system about the file at path.
func explainSystem(path string, err error) error {
	failed, ok := errors.AsType[*fs.PathError](err)
	if !ok {
		return err
	}
	if errors.Is(failed, fs.ErrPermission) {
		if cause := diskspace.FileError(failed.Path); cause != nil {
			return fmt.Errorf("%w (%w)", cause, err)
		}
	}
	return diskspace.Explain(filepath.Dir(path), err)
}

// isNoLock reports whether an error means that the disk knows no locks.
func isNoLock(err error) bool {
	return errors.Is(err, syscall.ENOLCK) || errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.ENOSYS)
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
