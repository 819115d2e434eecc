package sqlite

import (
	"cmp"
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

// pragma is a setting of a connection. It is set by the DSN and verified before the connection
// is used, because SQLite ignores misspelled pragmas. Without synchronous=FULL, acknowledged
// plays would be lost in a power failure.
type pragma struct{ name, set, reads string }

// busyTimeout is how long a connection waits for a lock.
var busyTimeout = pragma{"busy_timeout", "5000", "5000"}

// common returns the pragmas of all connections.
func common() []pragma {
	return []pragma{
		busyTimeout, // first, because the others may have to wait for a lock
		{"journal_mode", "WAL", "wal"},
		{"synchronous", "FULL", "2"}, // in WAL mode: fsync on each commit
		{"foreign_keys", "1", "1"},
		{"trusted_schema", "0", "0"},
		{"secure_delete", "1", "1"}, // deleted data must not remain in free pages
	}
}

// Sizes of the write-ahead log.
const (
	walPages = 1000
	pageSize = 4096
)

// writing returns the pragmas of the writer's connection. A commit that makes the write-ahead
// log longer than walPages also copies it into the file, and truncates a log that grew because
// a reader needed it.
func writing() []pragma {
	pages, size := strconv.Itoa(walPages), strconv.Itoa(walPages*pageSize)
	return append(common(), pragma{"wal_autocheckpoint", pages, pages}, pragma{"journal_size_limit", size, size})
}

// reading returns the pragmas of connections that only read.
func reading() []pragma { return append(common(), pragma{"query_only", "1", "1"}) }

// vfs says how SQLite accesses files. Processes share the index of the write-ahead log in a file.
// If there is no disk space for that file, one process can use the database exclusively, with the
// index in memory.
type vfs string

const (
	shared    vfs = ""
	exclusive vfs = "unix-excl" // not available on Windows
)

// pool configures the connections of a pool. The file must exist.
type pool struct {
	files   vfs
	mode    string // "" for reading and writing, or "ro"
	place   *place // nil: don't check which file is at the path
	wrap    engine.Wrap
	size    int
	pragmas []pragma
}

func (p pool) open(path string) (*sql.DB, error) {
	name, err := dsn(path, cmp.Or(p.mode, "rw"), p.files, p.pragmas)
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

// check verifies the pragmas of a new connection.
func (p pool) check(ctx context.Context, conn driver.Conn) error {
	for _, want := range p.pragmas {
		got, err := engine.Ask(ctx, conn, "PRAGMA "+want.name)
		if err == nil && got != want.reads {
			err = fmt.Errorf("the database has %s = %s, but needs %s", want.name, got, want.reads)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// dsn returns the data source name of a file. mode is "rwc" to create the file, and otherwise "rw" or "ro".
func dsn(path, mode string, files vfs, pragmas []pragma) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") { // starts with a drive letter
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

// application is "Deuc", the application id in the file's header; the first migration sets it.
const application = 0x44657563

// Version returns the version of a database, 0 if it is empty.
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
