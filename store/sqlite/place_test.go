package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"modernc.org/sqlite"
)

// late is a connector during which something happens.
type late struct {
	driver.Connector
	meanwhile func() error
	made      *closes
}

// closes is a connection that records that it was closed.
type closes struct {
	Conn
	closed bool
}

func (c *closes) Close() error {
	c.closed = true
	return c.Conn.Close()
}

func (l late) Connect(ctx context.Context) (driver.Conn, error) {
	if err := l.meanwhile(); err != nil {
		return nil, err
	}
	conn, err := l.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	l.made.Conn = conn.(Conn)
	return l.made, nil
}

func TestAConnectionToAReplacedFileIsClosed(t *testing.T) {
	dir := t.TempDir()
	path, other := filepath.Join(dir, "deuces.db"), filepath.Join(dir, "other.db")
	for _, name := range []string{path, other} {
		if err := createPrivate(name); err != nil {
			t.Fatal(err)
		}
	}
	p, err := newPlace(path)
	if err != nil {
		t.Fatal(err)
	}
	name, err := dsn(path, "rw", shared, writing())
	if err != nil {
		t.Fatal(err)
	}
	c, err := sqlite.NewConnector(name)
	if err != nil {
		t.Fatal(err)
	}
	l := late{c, func() error { return errors.Join(os.Rename(path, path+".away"), os.Rename(other, path)) }, &closes{}}
	if _, err := (placed{l, p}).Connect(t.Context()); !errors.Is(err, ErrMoved) {
		t.Errorf("the file is replaced before it is opened: %v", err)
	}
	if !l.made.closed {
		t.Error("the connection to the other file is open")
	}
}
