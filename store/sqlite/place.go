package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"sync/atomic"

	"modernc.org/sqlite"
)

// ErrMoved: the file at the database's path, or its write-ahead log, is not the one that is open.
var ErrMoved = errors.New("the database's file, or the file beside it that ends in -wal, was deleted, moved or replaced while the bot runs, so nothing is stored: " +
	"put the same files back; or stop the bot, restore a backup with deuces restore, and start it again")

// place knows which file is open, and at which path. The file can be deleted, moved or replaced
// meanwhile. What is written to it from then on is not in the file that the next start opens. So
// each commit makes sure that the file at the path is still the one that is open, before and
// after; and nothing else at the path is opened, written or deleted.
type place struct {
	path string
	is   os.FileInfo
	wal  atomic.Pointer[os.FileInfo] // its write-ahead log; nil until keepWAL
	// A commit may have been the last before the file was gone: until the file is back, the logs
	// may have events that will be lost.
	unsure atomic.Bool
}

func newPlace(path string) (*place, error) {
	is, err := os.Stat(path)
	return &place{path: path, is: is}, err
}

// keepWAL remembers which write-ahead log is open. A connection must be open, and stay open: until
// then SQLite may delete the log and make another.
func (p *place) keepWAL() error {
	wal, err := os.Stat(p.path + "-wal")
	if err == nil {
		p.wal.Store(&wal)
	}
	return err
}

// check returns ErrMoved unless the file and its write-ahead log are where they were opened. It asks
// only for the files' names: to open and close a file would take SQLite's locks from it.
func (p *place) check() error {
	if p == nil { // a reader's
		return nil
	}
	wal := p.wal.Load()
	if isAt(p.path, p.is) && (wal == nil || isAt(p.path+"-wal", *wal)) {
		p.unsure.Store(false)
		return nil
	}
	return fmt.Errorf("%s: %w", p.path, ErrMoved)
}

func isAt(path string, file os.FileInfo) bool {
	is, err := os.Stat(path)
	return err == nil && os.SameFile(is, file)
}

// committed is check after a commit.
func (p *place) committed() error {
	err := p.check()
	if err != nil {
		p.unsure.Store(true)
	}
	return err
}

// readable returns an error if the logs may have events that the next start will not find.
func (p *place) readable() error {
	if p == nil || !p.unsure.Load() {
		return nil
	}
	return p.check()
}

// placed makes connections only while the file is in its place.
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
		return nil, errors.Join(fmt.Errorf("%T is no connection of SQLite", conn), conn.Close())
	}
	made := placedConn{c, p.place}
	if err := p.place.check(); err != nil {
		return nil, errors.Join(err, made.Close()) // it may be to another file
	}
	return made, nil
}

// Conn is what database/sql finds in a connection of modernc.org/sqlite.
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

// Close leaves what lies beside another file in the place of this one: the last connection to a
// file deletes its write-ahead log by name.
func (c placedConn) Close() error {
	var err error
	if control, ok := c.Conn.(sqlite.FileControl); ok && c.place.check() != nil {
		_, err = control.FileControlPersistWAL("main", 1)
	}
	return errors.Join(err, c.Conn.Close())
}
