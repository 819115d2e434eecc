package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rs/zerolog"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"deuces/store/engine"
)

// must ends the test if there is an error.
func must(t *testing.T, failed ...error) {
	t.Helper()
	if err := errors.Join(failed...); err != nil {
		t.Fatal(err)
	}
}

func TestEveryConnectionSetsItsPragmas(t *testing.T) {
	steps := engine.Steps{All: []engine.Step{{Version: 1, Name: "test", Text: `PRAGMA application_id = 0x44657563; CREATE TABLE events (n INTEGER)`}}}
	db, err := Open(t.Context(), filepath.Join(t.TempDir(), "deuces.db"), engine.Options{Steps: steps, Log: zerolog.Nop()})
	must(t, err)
	defer db.Close()
	has := func(c *sql.Conn, all []pragma) {
		t.Helper()
		for _, p := range all {
			var got string
			if err := c.QueryRowContext(t.Context(), "PRAGMA "+p.name).Scan(&got); err != nil || got != p.reads {
				t.Errorf("%s = %s (%v), want %s", p.name, got, err, p.reads)
			}
		}
	}
	for range readers() { // all are open at once, so each is a different connection
		c, err := db.Readers.Conn(t.Context())
		must(t, err)
		defer c.Close()
		has(c, reading())
		if _, err := c.ExecContext(t.Context(), "DELETE FROM events"); err == nil {
			t.Error("a write through a reader's connection succeeds, want an error")
		}
	}
	for range 2 { // the writer's connection and its replacement
		tx, err := engine.NewTx(context.Background(), db.Writer)
		must(t, err)
		for _, p := range writing() {
			var got string
			if err := tx.Get(t.Context(), "PRAGMA "+p.name, nil, &got); err != nil || got != p.reads {
				t.Errorf("the writer has %s = %s (%v), want %s", p.name, got, err, p.reads)
			}
		}
		var durable string
		must(t, tx.Get(t.Context(), "PRAGMA synchronous", nil, &durable))
		if durable != "2" { // FULL
			t.Errorf("synchronous = %s, want a value with which a commit waits for the disk", durable)
		}
		tx.Close()
	}
}

func TestAConnectionWithAWrongPragmaIsRejected(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deuces.db")
	must(t, os.WriteFile(path, nil, private))
	for _, p := range writing() {
		db, err := pool{size: 1, pragmas: []pragma{{p.name, p.set, "another value"}}}.open(path)
		must(t, err)
		if err := db.PingContext(t.Context()); err == nil {
			t.Errorf("a connection on which %s has a wrong value is used, want an error", p.name)
		}
		must(t, db.Close())
	}
}

func TestIsOutage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deuces.db")
	open := func(pragmas []pragma) *sql.DB {
		t.Helper()
		must(t, createPrivate(path, path))
		db, err := pool{size: 1, pragmas: pragmas}.open(path)
		must(t, err)
		t.Cleanup(func() { _ = db.Close() })
		return db
	}
	execute := func(db *sql.DB, query string) error {
		_, err := db.ExecContext(t.Context(), query)
		return err
	}
	writer := open(writing())
	must(t, execute(writer, `CREATE TABLE words (word TEXT)`))
	readOnly := execute(open(reading()), `DELETE FROM words`)
	noTable := execute(writer, `DELETE FROM numbers`)
	// According to its index, the log is longer than its file.
	must(t, os.Remove(path+"-wal"), os.WriteFile(path+"-wal", nil, private))
	broken := execute(open(writing()), `DELETE FROM words`)
	for _, c := range []struct {
		why  string
		err  error
		kind int // SQLite error code
		want bool
	}{
		{"no error", nil, 0, false},
		{"the file was moved", fmt.Errorf("append: %w", ErrMoved), 0, true},
		{"the file may not be written", fmt.Errorf("append: %w", readOnly), sqlite3.SQLITE_READONLY, true},
		{"the disk fails", fmt.Errorf("append: %w", broken), sqlite3.SQLITE_IOERR, true},
		{"a mistake in a statement", noTable, sqlite3.SQLITE_ERROR, false},
	} {
		if kind := codeOf(c.err) & 0xff; kind != c.kind {
			t.Errorf("%s: got the error %v of kind %d, want kind %d", c.why, c.err, kind, c.kind)
		}
		if IsOutage(c.err) != c.want {
			t.Errorf("%s counts as an outage: %v, want %v", c.why, !c.want, c.want)
		}
	}
}

// delayedConnector is a connector that calls a function before it connects.
type delayedConnector struct {
	driver.Connector
	before func() error
	conn   *recordingConn
}

// recordingConn is a connection that records whether it was closed.
type recordingConn struct {
	Conn
	closed bool
}

func (c *recordingConn) Close() error {
	c.closed = true
	return c.Conn.Close()
}

func (l delayedConnector) Connect(ctx context.Context) (driver.Conn, error) {
	if err := l.before(); err != nil {
		return nil, err
	}
	conn, err := l.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	l.conn.Conn = conn.(Conn)
	return l.conn, nil
}

func TestAConnectionToAReplacedFileIsClosed(t *testing.T) {
	dir := t.TempDir()
	path, other := filepath.Join(dir, "deuces.db"), filepath.Join(dir, "other.db")
	must(t, createPrivate(path, path), createPrivate(other, other))
	p, err := newPlace(path)
	must(t, err)
	name, err := dsn(path, "rw", shared, writing())
	must(t, err)
	c, err := sqlite.NewConnector(name)
	must(t, err)
	l := delayedConnector{c, func() error { return errors.Join(os.Rename(path, path+".away"), os.Rename(other, path)) }, &recordingConn{}}
	if _, err := (placed{l, p}).Connect(t.Context()); !errors.Is(err, ErrMoved) {
		t.Errorf("the file is replaced before it is opened: got %v, want ErrMoved", err)
	}
	if !l.conn.closed {
		t.Error("the connection to the other file is still open")
	}
}
