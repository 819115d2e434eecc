// Package store keeps everything that must survive the process in one database: an SQLite file
// or a PostgreSQL database. Packages sqlite and postgres implement the interface of package
// engine for each.
//
// # Contents
//
// The event log is the source of truth. Append returns when the events are durable. What a
// round adds to the standings is stored in the same transaction as the end of the round, so
// both agree after a crash. Standings are sums of settlements, and settlements follow from the
// log, so both can be rebuilt from it (Rebuild) or compared with it (Check, Recount). The
// database also has people's numbers, the messages of tables, settings and seasons.
//
// A settlement is stored in three forms: as rows (settle.go), in the sums of every scope to
// which it belongs (sums.go), and in ratings and title runs (ledger.go, streaks.go). Ratings
// and title runs follow the order in which rounds ended, not the order in which they were
// stored. standing.Ledger computes them.
//
// # Writes
//
// One goroutine writes (writer.go). Writes that wait at the same time share a commit, each in
// its own savepoint. Readers have their own connections and don't wait for the writer. Only one
// process may write; others may read at the same time (Reader). Alternatively several processes
// share a PostgreSQL database (share.go).
//
// After a failed write the caller can't know whether it took effect, since a commit may fail
// after it has reached the disk. Tables therefore read their log again. Every other write may
// be repeated.
package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"embed"
	"errors"
	"fmt"
	"io"
	"net"

	"github.com/rs/zerolog"

	"deuces/settings"
	"deuces/standing"
	"deuces/store/engine"
	"deuces/store/postgres"
	"deuces/store/sqlite"
	"deuces/table"
)

var _ table.Log = (*Store)(nil)

// Errors of the engines that callers may check for.
var (
	ErrInUse      = engine.ErrInUse
	ErrNewer      = engine.ErrNewer
	ErrOlder      = engine.ErrOlder
	ErrTooOld     = engine.ErrTooOld
	ErrForeign    = engine.ErrForeign
	ErrMoved      = sqlite.ErrMoved
	ErrDamaged    = sqlite.ErrDamaged
	ErrOrphan     = sqlite.ErrOrphan
	ErrBackup     = sqlite.ErrBackup
	ErrTarget     = sqlite.ErrTarget
	ErrPlayed     = sqlite.ErrPlayed
	ErrUnreadable = sqlite.ErrUnreadable
	ErrLost       = postgres.ErrLost
)

//go:embed migrations/*.sql migrations/postgres/*.sql
var migrations embed.FS

// Store is an open database, safe for use by many goroutines.
type Store struct {
	*Reader
	writer      *writer
	people      cache[standing.Player, standing.Person]
	numbers     cache[string, named]          // key: Discord id
	nicknames   cache[inGuild, string]        // "": the guild has no name for the person
	settings    cache[string, settings.Guild] // key: guild
	preferences cache[standing.Player, settings.Person]
	shared      bool // several processes share the database

	// Serves reports whether this process serves a guild. Jobs that look at all guilds leave out the
	// others. nil: it serves all.
	Serves func(guild string) bool
}

// Open opens the database at path for reading and writing and migrates it to this program's
// version. A path that begins with postgres:// is the address of an existing PostgreSQL
// database. Any other path is a file, which is created if missing. Before Open migrates a file,
// it makes a copy beside it. Open refuses a database of a newer version (ErrNewer), of another
// program (ErrForeign), or one that another process has open for writing (ErrInUse).
func Open(ctx context.Context, path string, log zerolog.Logger) (*Store, error) {
	return open(ctx, path, engine.Options{Log: log})
}

// OpenExisting is like Open, but returns an error that is fs.ErrNotExist if the file is missing.
func OpenExisting(ctx context.Context, path string, log zerolog.Logger) (*Store, error) {
	return open(ctx, path, engine.Options{Log: log, Existing: true})
}

func open(ctx context.Context, path string, o engine.Options) (*Store, error) {
	o, err := withSteps(path, o)
	if err != nil {
		return nil, err
	}
	openEngine := sqlite.Open
	if postgres.IsAddress(path) {
		openEngine = postgres.Open
	}
	db, err := openEngine(ctx, path, o)
	if err != nil {
		return nil, err
	}
	return newStore(db), nil
}

func newStore(db *engine.Database) *Store {
	return &Store{Reader: &Reader{db.Readers, db.Name, db.Engine, db.Close}, writer: newWriter(db)}
}

// withSteps adds this program's migrations to options that have none.
func withSteps(path string, o engine.Options) (engine.Options, error) {
	if o.Steps.All != nil {
		return o, nil
	}
	dirs := []string{"migrations"}
	if postgres.IsAddress(path) {
		dirs = append(dirs, "migrations/postgres")
	}
	all, err := engine.ReadSteps(migrations, dirs...)
	// Mark a new database's derived data as current (Stale).
	o.Steps = engine.Steps{All: all, New: fmt.Sprintf(`;INSERT INTO derived (one, version) VALUES (1, %d)`, derivation)}
	return o, err
}

// Close finishes the waiting writes, refuses new ones (ErrClosed), and closes the database.
// Closing again does nothing.
func (s *Store) Close() error {
	s.writer.stop()
	return s.Reader.Close()
}

// Reader reads the database. Each method reads a snapshot.
type Reader struct {
	db     *sql.DB
	path   string // path of the file, or address of the server
	engine engine.Engine
	close  func() error
}

// Read opens an existing database of this program's version for reading, even while another process has it
// open as a Store.
func Read(ctx context.Context, path string) (*Reader, error) {
	o, err := withSteps(path, engine.Options{})
	if err != nil {
		return nil, err
	}
	read := sqlite.Read
	if postgres.IsAddress(path) {
		read = postgres.Read
	}
	db, err := read(ctx, path, o)
	if err != nil {
		return nil, err
	}
	return &Reader{db.Readers, db.Name, db.Engine, db.Close}, nil
}

// Close closes the database.
func (r *Reader) Close() error { return r.close() }

// view calls f with a snapshot of the database and returns its result.
func view[T any](ctx context.Context, r *Reader, f func(*sql.Tx) (T, error)) (v T, err error) {
	tx, err := r.db.BeginTx(ctx, r.engine.Snapshot())
	if err != nil {
		return v, err
	}
	defer tx.Rollback() // it wrote nothing
	return f(tx)
}

// Size returns the size of the database in bytes: of its file with the write-ahead log, or as
// the server reports it.
func (r *Reader) Size(ctx context.Context) (bytes int64, err error) {
	return r.engine.Size(ctx, r.db)
}

// IsFile reports whether a database's name is the path of a file, and not an address.
func IsFile(name string) bool { return !postgres.IsAddress(name) }

// HidePassword returns the name of a database without a password, for people and logs.
func HidePassword(name string) string {
	if IsFile(name) {
		return name
	}
	return postgres.HidePassword(name)
}

// OpenDirectory reports whether other users can access the directory of the file at path. If
// so, they can list its files and perhaps replace them.
func OpenDirectory(path string) (dir string, open bool, err error) {
	return sqlite.OpenDirectory(sqlite.Real(path))
}

// Real returns the file that path leads to if path is a symbolic link, and otherwise path.
func Real(path string) string {
	if !IsFile(path) {
		return path
	}
	return sqlite.Real(path)
}

// Condition is the result of Inspect.
type Condition = engine.Condition

// Inspect examines the database at path without changing it, even while a bot runs on it. Its
// Damage comes from a quick check; Check finds more. The error is ErrForeign, ErrTooOld, or the
// reason why the database can't be read.
func Inspect(ctx context.Context, path string) (Condition, error) {
	o, err := withSteps(path, engine.Options{})
	if err != nil {
		return Condition{}, err
	}
	if IsFile(path) {
		return sqlite.Inspect(ctx, path, o.Steps)
	}
	return postgres.Inspect(ctx, path, o.Steps)
}

// IsTransient reports whether an error of Open may go away by itself: the disk is full, another
// program has locked the database, or a server is starting.
func IsTransient(err error) bool { return sqlite.IsTransient(err) || postgres.IsTransient(err) }

// IsOutage reports whether an error means that the database is unavailable, perhaps only for a
// while: the server can't be reached or closed the connection, the file was moved or isn't
// writable, the disk is full or fails, another program has locked it, or other processes have taken
// this one for dead.
func IsOutage(err error) bool {
	if sqlite.IsOutage(err) || postgres.IsTransient(err) || postgres.IsOutage(err) {
		return true
	}
	if _, ok := errors.AsType[*net.OpError](err); ok {
		return true
	}
	for _, lost := range []error{ErrLost, driver.ErrBadConn, sql.ErrConnDone, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed} {
		if errors.Is(err, lost) {
			return true
		}
	}
	return false
}
