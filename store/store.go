// Package store keeps everything that must outlive the process in one database: an SQLite file or
// a PostgreSQL database. Packages sqlite and postgres, below the contract of package engine, know
// what is particular to each.
//
// # What is kept
//
// The event log is the source of truth. An append is durable when it returns. What a round adds
// to the standings is stored in the same transaction as the round's end, so the two agree after
// any crash. Standings are sums of settlements, and settlements follow from the log, so both can
// be rebuilt from it (Rebuild) or compared with it (Check, Recount). The rest is small: who has
// which player's number, where a table's messages are, settings, and when seasons began.
//
// A settlement is stored in three forms: as rows (settle.go), as part of the sums of every scope
// in which it counts (sums.go), and in the ratings and title runs (ledger.go, streaks.go). Those
// follow the order in which rounds ended, not the order in which they were stored.
// standing.Ledger does the arithmetic.
//
// # Writing
//
// One goroutine writes (writer.go). Writes that wait at the same time share one commit, each in its
// own savepoint. Readers have their own connections and don't wait for it. One process at a time
// may write; others may read meanwhile (Reader). Or several processes share a PostgreSQL database,
// each with the guilds of its shards (share.go).
//
// After a failed write the caller can't know whether it took effect, since a commit may fail after
// it has reached the disk. Tables therefore read their log again, and every other write here can
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

	"deuces/internal/leases"
	"deuces/settings"
	"deuces/standing"
	"deuces/store/engine"
	"deuces/store/postgres"
	"deuces/store/sqlite"
	"deuces/table"
)

var _ table.Log = (*Store)(nil)

// Errors of the engines that callers look for.
var (
	ErrInUse   = engine.ErrInUse
	ErrNewer   = engine.ErrNewer
	ErrOlder   = engine.ErrOlder
	ErrTooOld  = engine.ErrTooOld
	ErrForeign = engine.ErrForeign
	ErrMoved   = sqlite.ErrMoved
	ErrNotOurs = postgres.ErrNotOurs
)

//go:embed migrations/*.sql migrations/postgres/*.sql
var migrations embed.FS

// Store is an open database, safe for use by many goroutines.
type Store struct {
	*Reader
	*postgres.Leases // nil: the database is this process's alone
	writer           *writer
	people           cache[standing.Player, standing.Person]
	numbers          cache[string, named]          // by Discord id
	settings         cache[string, settings.Guild] // by guild
	preferences      cache[standing.Player, settings.Person]
	sharing          *sharing // nil with Leases
}

// Open opens the database at path, or makes it, and brings it to this program's version. A path
// that begins with postgres:// is the address of a PostgreSQL database, which exists; any other is
// that of a file. Before Open changes a file that has something in it, it leaves a copy beside it.
// It refuses a database of a newer version (ErrNewer), of another program (ErrForeign) or one that
// another process writes (ErrInUse).
func Open(ctx context.Context, path string, log zerolog.Logger) (*Store, error) {
	return open(ctx, path, engine.Options{Log: log})
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

// withSteps adds the migrations of this program to options that have none.
func withSteps(path string, o engine.Options) (engine.Options, error) {
	if o.Steps.All != nil {
		return o, nil
	}
	dirs := []string{"migrations"}
	if postgres.IsAddress(path) {
		dirs = append(dirs, "migrations/postgres")
	}
	all, err := engine.ReadSteps(migrations, dirs...)
	// What will be derived from the logs of a new database is derived as this program does (Stale).
	o.Steps = engine.Steps{All: all, New: fmt.Sprintf(`;INSERT INTO derived (one, version) VALUES (1, %d)`, derivation)}
	return o, err
}

// Close carries out the writes that wait, refuses new ones (ErrClosed), and closes the database.
// Closing again does nothing.
func (s *Store) Close() error {
	s.writer.stop()
	return s.Reader.Close()
}

// Reader reads the database. Each question is answered from the state of one moment.
type Reader struct {
	db     *sql.DB
	path   string // of the file, or the address
	engine engine.Engine
	close  func() error
}

// Read opens the database at path for reading alone, also while another process has it open as a
// Store. It must exist. Of a file of an older version it reads a copy that it brings up to date; a
// PostgreSQL database must be of this program's version.
func Read(ctx context.Context, path string) (*Reader, error) {
	return readWith(ctx, path, engine.Options{})
}

func readWith(ctx context.Context, path string, o engine.Options) (*Reader, error) {
	o, err := withSteps(path, o)
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

// view returns what f reads from a snapshot of the database.
func view[T any](ctx context.Context, r *Reader, f func(*sql.Tx) (T, error)) (v T, err error) {
	tx, err := r.db.BeginTx(ctx, r.engine.Snapshot())
	if err != nil {
		return v, err
	}
	defer tx.Rollback() // it wrote nothing
	return f(tx)
}

// Size is how many bytes the database has on the disk: its file with the write-ahead log, or
// what its server says.
func (r *Reader) Size(ctx context.Context) (bytes int64, err error) {
	return r.engine.Size(ctx, r.db)
}

// IsFile reports whether a database's name is the path of a file, and not an address.
func IsFile(name string) bool { return !postgres.IsAddress(name) }

// Shown is the name of a database as people and logs may see it: without a password.
func Shown(name string) string {
	if IsFile(name) {
		return name
	}
	return postgres.Shown(name)
}

// OpenDirectory reports whether others than its owner may look into, or write to, the directory of
// the file at path. Then they can see which files there are, and perhaps replace them.
func OpenDirectory(path string) (dir string, open bool, err error) { return sqlite.OpenDirectory(path) }

// Condition is what is known of a database without opening it.
type Condition = engine.Condition

// Look examines the database at path, also while a bot runs on it, and changes nothing. Its Damage
// is what a quick look finds; Check finds more. The error is ErrForeign or ErrTooOld, or says why
// the database can't be read.
func Look(ctx context.Context, path string) (Condition, error) {
	o, err := withSteps(path, engine.Options{})
	if err != nil {
		return Condition{}, err
	}
	if IsFile(path) {
		return sqlite.Look(ctx, path, o.Steps)
	}
	return postgres.Look(ctx, path, o.Steps)
}

// Passes reports whether an error of Open may pass by itself: the disk is full, another program
// has locked the database, or a server is about to start.
func Passes(err error) bool { return sqlite.Passes(err) || postgres.Passes(err) }

// Outage reports whether an error of a Store says that the database can't be used at the moment,
// and perhaps can soon: its server can't be reached or has ended the connection, its file was moved
// or may not be written, its disk is full or fails, another program has locked it, or another
// process serves the server that asks.
func Outage(err error) bool {
	if sqlite.Outage(err) || postgres.Passes(err) || postgres.Outage(err) {
		return true
	}
	if _, ok := errors.AsType[*net.OpError](err); ok {
		return true
	}
	for _, lost := range []error{ErrNotOurs, leases.ErrLost, driver.ErrBadConn, sql.ErrConnDone, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed} {
		if errors.Is(err, lost) {
			return true
		}
	}
	return false
}
