package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"

	"modernc.org/sqlite"
)

// ErrMoved means that the file at the database's path, or its write-ahead log, isn't the open
// one.
var ErrMoved = errors.New("the database's file, or the file beside it that ends in -wal, was deleted, moved or replaced while the bot runs, so nothing is stored: " +
	"put the same files back; or stop the bot, restore a backup with deuces restore, and start it again")

// ErrOrphan means that a write-ahead log or a journal exists without its database file. SQLite would
// delete or overwrite it when it creates a new file.
var ErrOrphan = errors.New("put the database file back (was it moved, or is its disk not mounted?), or restore a backup with deuces restore --force; to start without these plays, move the file that holds them away")

// Present returns an error if there is no file at path. The error is ErrOrphan if its write-ahead log or
// its journal has data. An empty file beside a write-ahead log counts as missing. An empty file beside a
// journal doesn't: it may be a new one, whose first transaction was interrupted.
func Present(path string) error {
	info, missing := os.Stat(path)
	if missing != nil && !errors.Is(missing, fs.ErrNotExist) || missing == nil && info.Size() > 0 {
		return missing
	}
	is, suffixes := "missing", []string{"-wal", "-journal"}
	if missing == nil {
		is, suffixes = "empty", []string{"-wal"}
	}
	for _, suffix := range suffixes {
		if left, err := os.Stat(path + suffix); err == nil && left.Size() > 0 {
			if whole, err := filepath.Abs(path); err == nil {
				path = whole
			}
			return fmt.Errorf("the file %s is %s, but %s is there and holds plays that belong to it: %w", path, is, path+suffix, ErrOrphan)
		}
	}
	if missing != nil {
		return noFile{path}
	}
	return nil
}

// noFile is an fs.ErrNotExist for people.
type noFile struct{ path string }

func (n noFile) Error() string        { return "there is no file " + n.path }
func (n noFile) Is(target error) bool { return target == fs.ErrNotExist }

// place identifies the open file at its path. The file may be deleted, moved or replaced while
// it is open; then anything written to it is missing from the file that the next start opens.
// So every commit checks before and after that the file at the path is still the open one, and
// no other file at the path is opened, written or deleted.
type place struct {
	given string // path, or a symbolic link to it
	path  string
	is    os.FileInfo
	wal   atomic.Pointer[os.FileInfo] // write-ahead log; nil until keepWAL
	// Set if the file was gone right after a commit. Until it is back, the logs may have events
	// that will be lost.
	unsure atomic.Bool
}

func newPlace(given string) (*place, error) {
	path := Real(given)
	is, err := os.Stat(path)
	if err == nil && hardLinked(is) {
		return nil, ErrLinked
	}
	return &place{given: given, path: path, is: is}, err
}

// ErrLinked is returned for a file with two names. Each name has a write-ahead log of its own, and
// SQLite reads only one of them.
var ErrLinked = errors.New("the file has a second name (a hard link): remove that, or make a copy of the file and name the copy")

// Real returns the file that path leads to if path is a symbolic link, and otherwise path. The file
// need not exist. SQLite keeps the write-ahead log beside the file, and not beside the link.
func Real(path string) string {
	for range 40 {
		to, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			dir, _ := filepath.Split(path)
			to = dir + to // not cleaned: what is in front of a .. may be a link, too
		}
		path = to
	}
	return path
}

// keepWAL records which write-ahead log is open. A connection must be open and stay open,
// because otherwise SQLite may delete the log and create another.
func (p *place) keepWAL() error {
	wal, err := os.Stat(p.path + "-wal")
	if err == nil {
		p.wal.Store(&wal)
	}
	return err
}

// check returns ErrMoved unless the file and its write-ahead log are where they were opened. It
// only calls stat, because opening and closing the file would release SQLite's locks.
func (p *place) check() error {
	if p == nil { // readers don't check
		return nil
	}
	wal := p.wal.Load()
	if Real(p.given) == p.path && isAt(p.path, p.is) && (wal == nil || isAt(p.path+"-wal", *wal)) {
		p.unsure.Store(false)
		return nil
	}
	return fmt.Errorf("%s: %w", p.path, ErrMoved)
}

func isAt(path string, file os.FileInfo) bool {
	is, err := os.Stat(path)
	return err == nil && os.SameFile(is, file)
}

// committed is like check, for use after a commit. If it fails, it sets unsure.
func (p *place) committed() error {
	err := p.check()
	if err != nil {
		p.unsure.Store(true)
	}
	return err
}

// readable returns an error if the logs may have events that the next start won't find.
func (p *place) readable() error {
	if p == nil || !p.unsure.Load() {
		return nil
	}
	return p.check()
}

// placed is a Connector that connects only while the file is at its path.
type placed struct {
	driver.Connector
	place *place
}

func (p placed) Connect(ctx context.Context) (driver.Conn, error) {
	if err := p.place.check(); err != nil {
		return nil, err
	}
	makeWritable(p.place.path)
	conn, err := p.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	c, ok := conn.(Conn)
	if !ok {
		return nil, errors.Join(fmt.Errorf("%T is not a connection of SQLite", conn), conn.Close())
	}
	made := placedConn{c, p.place}
	if err := p.place.check(); err != nil {
		return nil, errors.Join(err, made.Close()) // the connection may be to another file
	}
	return made, nil
}

// Conn combines the interfaces of a modernc.org/sqlite connection that database/sql uses.
type Conn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.SessionResetter
	driver.Validator
	driver.Pinger
}

type placedConn struct {
	Conn
	place *place
}

// Close prevents SQLite from deleting the write-ahead log of another file that has replaced this
// one: the last connection to close deletes the log by name.
func (c placedConn) Close() error {
	var err error
	if control, ok := c.Conn.(sqlite.FileControl); ok && c.place.check() != nil {
		_, err = control.FileControlPersistWAL("main", 1)
	}
	return errors.Join(err, c.Conn.Close())
}
