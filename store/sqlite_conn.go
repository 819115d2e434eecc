package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

	"modernc.org/sqlite"
)

// A pragma is set on every connection by its DSN, and read back before the
// connection is used: a misspelt one is silently ignored by SQLite, and a
// database without synchronous=FULL would lose acknowledged plays only on the
// day the power fails.
type pragma struct{ name, set, reads string }

// common are the pragmas of readers and the writer alike.
func common() []pragma {
	return []pragma{
		{"busy_timeout", "5000", "5000"}, // first: the others may have to wait for a lock
		{"journal_mode", "WAL", "wal"},
		{"synchronous", "FULL", "2"}, // in WAL mode: an fsync at each commit
		{"foreign_keys", "1", "1"},
		{"trusted_schema", "0", "0"},
		{"secure_delete", "1", "1"}, // whoever is forgotten is not found in free pages
	}
}

// writing are the pragmas of the writer's connection. SQLite copies the write-ahead log into
// the file within the commit that makes it longer than walPages, and truncates a log that grew
// because a reader needed it.
func writing() []pragma {
	pages, size := strconv.Itoa(walPages), strconv.Itoa(walPages*pageSize)
	return append(common(), pragma{"wal_autocheckpoint", pages, pages}, pragma{"journal_size_limit", size, size})
}

const (
	walPages = 1000
	pageSize = 4096
)

// readOnly are the pragmas of connections that only read.
func readOnly() []pragma { return append(common(), pragma{"query_only", "1", "1"}) }

// wrap stands between the store and SQLite's connections; tests put faults there.
type wrap func(driver.Connector) driver.Connector

// system is how SQLite uses files (its VFS). Processes that have a database open share
// the index of its write-ahead log in a file. Where that can't be made, for want of room, a
// process can have the database alone, with the index in its memory.
type system string

const (
	shared system = ""
	alone  system = "unix-excl" // there is none like it on Windows
)

// pool opens a pool of at most size connections to the file, each with these
// pragmas. mode is SQLite's: "rwc" creates the file, "rw" does not.
func pool(path, mode string, size int, pragmas []pragma, w wrap) (*sql.DB, error) {
	return poolOn(shared, nil, path, mode, size, pragmas, w)
}

// poolOn is pool for the file of a Store, where it is not nil.
func poolOn(files system, file *openFile, path, mode string, size int, pragmas []pragma, w wrap) (*sql.DB, error) {
	name, err := dsn(path, mode, files, pragmas)
	if err != nil {
		return nil, err
	}
	var connector driver.Connector
	if connector, err = sqlite.NewConnector(name); err != nil {
		return nil, err
	}
	if file != nil {
		connector = placed{connector, file}
	}
	if w != nil {
		connector = w(connector)
	}
	db := sql.OpenDB(verified{connector, pragmas})
	db.SetMaxOpenConns(size)
	db.SetMaxIdleConns(size)
	return db, nil
}

func dsn(path, mode string, files system, pragmas []pragma) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") { // a drive letter
		path = "/" + path
	}
	q := url.Values{"mode": {mode}, "_dqs": {"0"}, "_defensive": {"1"}}
	if files != shared {
		q.Set("vfs", string(files))
	}
	for _, p := range pragmas {
		q.Add("_pragma", p.name+"("+p.set+")")
	}
	return (&url.URL{Scheme: "file", Path: path, RawQuery: q.Encode()}).String(), nil
}

// verified hands out connections only after reading their pragmas back.
type verified struct {
	driver.Connector
	pragmas []pragma
}

func (v verified) Connect(ctx context.Context) (driver.Conn, error) {
	c, err := v.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range v.pragmas {
		got, err := readPragma(ctx, c, p.name)
		if err == nil && got != p.reads {
			err = fmt.Errorf("the database has %s = %s where %s is needed", p.name, got, p.reads)
		}
		if err != nil {
			return nil, errors.Join(err, c.Close())
		}
	}
	return c, nil
}

func readPragma(ctx context.Context, c driver.Conn, name string) (string, error) {
	q, ok := c.(driver.QueryerContext)
	if !ok {
		return "", fmt.Errorf("%T can't be queried", c)
	}
	rows, err := q.QueryContext(ctx, "PRAGMA "+name, nil)
	if err != nil {
		return "", err
	}
	value := make([]driver.Value, 1)
	if err := rows.Next(value); err != nil {
		return "", errors.Join(fmt.Errorf("read pragma %s: %w", name, err), rows.Close())
	}
	return fmt.Sprint(value[0]), rows.Close()
}
