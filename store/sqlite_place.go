package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync/atomic"

	"modernc.org/sqlite"
)

// A file that is open can be deleted, moved or replaced. What is written to it from then on is
// not in the file that the next start opens. So each commit makes sure that the file at the path
// is still the one that is open, before and after; and nothing else that lies there is opened,
// written or deleted.

// ErrMoved: the file at the database's path is not the one that is open.
var ErrMoved = errors.New("the database's file was deleted, moved or replaced while the bot runs, so nothing is stored: " +
	"put the same file back, with the file beside it that ends in -wal; or stop the bot, restore a backup with deuces restore, and start it again")

// openFile is the file of a Store.
type openFile struct {
	path string
	is   os.FileInfo
	wal  atomic.Bool // a write-ahead log was beside it
	// A commit may have been the last before the file was gone: until the file is back, the logs
	// do not say what will still be there.
	unsure atomic.Bool
}

func newOpenFile(path string) (*openFile, error) {
	is, err := os.Stat(path)
	return &openFile{path: path, is: is}, err
}

// inPlace says that the file is not where it was opened; nil: it is. It asks only for the
// file's name: to open and close the file would take SQLite's locks from it.
func (f *openFile) inPlace() error {
	if f == nil { // where only readers are
		return nil
	}
	is, err := os.Stat(f.path)
	if err == nil && os.SameFile(is, f.is) {
		_, err = os.Stat(f.path + "-wal")
		if err == nil {
			f.wal.Store(true)
		}
		if err == nil || errors.Is(err, fs.ErrNotExist) && !f.wal.Load() {
			f.unsure.Store(false)
			return nil
		}
	}
	return fmt.Errorf("%s: %w", f.path, ErrMoved)
}

// stored says the same after a commit.
func (f *openFile) stored() error {
	err := f.inPlace()
	if err != nil {
		f.unsure.Store(true)
	}
	return err
}

// readable says that the logs may have what the next start will not find.
func (f *openFile) readable() error {
	if f == nil || !f.unsure.Load() {
		return nil
	}
	return f.inPlace()
}

// placed makes connections to a file of that path only while it is the one that is open.
type placed struct {
	driver.Connector
	file *openFile
}

func (p placed) Connect(ctx context.Context) (driver.Conn, error) {
	if err := p.file.inPlace(); err != nil {
		return nil, err
	}
	conn, err := p.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	c, ok := conn.(sqliteConn)
	if !ok {
		return nil, errors.Join(fmt.Errorf("%T is no connection of SQLite", conn), conn.Close())
	}
	return placedConn{c, p.file}, nil
}

// sqliteConn is what database/sql finds in a connection of modernc.org/sqlite.
type sqliteConn interface {
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
	sqliteConn
	file *openFile
}

// Close leaves what lies beside another file in the place of this one: the last connection
// to a file deletes its write-ahead log by name.
func (c placedConn) Close() error {
	var err error
	if control, ok := c.sqliteConn.(sqlite.FileControl); ok && c.file.inPlace() != nil {
		_, err = control.FileControlPersistWAL("main", 1)
	}
	return errors.Join(err, c.sqliteConn.Close())
}
