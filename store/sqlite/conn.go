package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

	"modernc.org/sqlite"

	"deuces/store/engine"
)

// A pragma is set on every connection by its DSN, and read back before the connection is used:
// SQLite ignores a misspelt one, and a database without synchronous=FULL would lose acknowledged
// plays only on the day the power fails.
type pragma struct{ name, set, reads string }

// busyTimeout is how long a connection waits for a lock.
var busyTimeout = pragma{"busy_timeout", "5000", "5000"}

// common are the pragmas of readers and the writer alike.
func common() []pragma {
	return []pragma{
		busyTimeout, // first: the others may have to wait for a lock
		{"journal_mode", "WAL", "wal"},
		{"synchronous", "FULL", "2"}, // in WAL mode: an fsync at each commit
		{"foreign_keys", "1", "1"},
		{"trusted_schema", "0", "0"},
		{"secure_delete", "1", "1"}, // what is forgotten is not found in free pages
	}
}

// Sizes of the write-ahead log.
const (
	walPages = 1000
	pageSize = 4096
)

// writing are the pragmas of the writer's connection. SQLite copies the write-ahead log into the
// file within the commit that makes it longer than walPages, and truncates a log that grew
// because a reader needed it.
func writing() []pragma {
	pages, size := strconv.Itoa(walPages), strconv.Itoa(walPages*pageSize)
	return append(common(), pragma{"wal_autocheckpoint", pages, pages}, pragma{"journal_size_limit", size, size})
}

// reading are the pragmas of connections that only read.
func reading() []pragma { return append(common(), pragma{"query_only", "1", "1"}) }

// vfs is how SQLite uses files. Processes that have a database open share the index of its
// write-ahead log in a file. Where there is no room for that file, a process can have the
// database alone, with the index in its memory.
type vfs string

const (
	shared    vfs = ""
	exclusive vfs = "unix-excl" // Windows has none like it
)

// pool says how the connections of a pool are made. The file exists.
type pool struct {
	files   vfs
	place   *place // nil: connections are made to any file of that path
	wrap    engine.Wrap
	size    int
	pragmas []pragma
}

func (p pool) open(path string) (*sql.DB, error) {
	name, err := dsn(path, "rw", p.files, p.pragmas)
	if err != nil {
		return nil, err
	}
	connector, err := sqlite.NewConnector(name)
	if err != nil {
		return nil, err
	}
	var c driver.Connector = connector
	if p.place != nil {
		c = placed{c, p.place}
	}
	if p.wrap != nil {
		c = p.wrap(c)
	}
	return engine.NewPool(engine.Checked{Connector: c, Check: p.check}, p.size), nil
}

// check reads the pragmas of a new connection back.
func (p pool) check(ctx context.Context, conn driver.Conn) error {
	for _, want := range p.pragmas {
		got, err := engine.Ask(ctx, conn, "PRAGMA "+want.name)
		if err == nil && got != want.reads {
			err = fmt.Errorf("the database has %s = %s where %s is needed", want.name, got, want.reads)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// dsn is the name by which SQLite opens a file. mode is SQLite's: "rwc" makes the file, "rw"
// does not.
func dsn(path, mode string, files vfs, pragmas []pragma) (string, error) {
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

// application is "Deuc" in the file's header, put there by the first migration.
const application = 0x44657563

// Version returns the version of a database, 0 if there is nothing in it.
func Version(ctx context.Context, q engine.Querier) (version int, err error) {
	var app, objects int
	err = q.QueryRowContext(ctx, `SELECT
		(SELECT application_id FROM pragma_application_id),
		(SELECT user_version FROM pragma_user_version),
		(SELECT count(*) FROM sqlite_schema)`).Scan(&app, &version, &objects)
	if err != nil {
		return 0, err
	}
	if app != application && (app != 0 || version != 0 || objects != 0) {
		return 0, engine.ErrForeign
	}
	return version, nil
}
