// Package store keeps everything that must outlive the process in one database: an SQLite file
// (sqlite.go), or a PostgreSQL database (postgres.go), which keep the same contract.
//
// The event log is the source of truth. An append is durable when it returns. What a
// round adds to the standings is stored in the same transaction as the round's end,
// so the two agree after any crash. Standings are sums of settlements, and
// settlements follow from the log, so both can be rebuilt from it (Rebuild) or
// compared with it (Check, Recount). The rest is small: who has which player's
// number, where a table's messages are, settings, and when seasons began.
//
// A settlement is stored in three forms: as rows (settle.go), as part of the sums of
// every scope it counts in (sums.go), and in the ratings and title runs (ledger.go,
// streaks.go), which follow the order in which rounds ended, not the order in which
// they were stored. standing.Ledger does the arithmetic of the last.
//
// One goroutine writes (writer.go). Writes that wait at the same time share one
// commit, each in its own savepoint. Readers have their own connections and don't wait
// for it. One process at a time may write; others may read meanwhile (Reader). Or several
// processes share a PostgreSQL database, each with the guilds of its shards (share.go).
//
// After a failed write the caller can't know whether it took effect, since a commit
// may fail after it has reached the disk. Tables therefore read their log again, and
// every other write here can simply be repeated.
package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"

	"github.com/rs/zerolog"

	"deuces/settings"
	"deuces/standing"
	"deuces/table"
)

//go:embed migrations/*.sql migrations/postgres/*.sql
var migrations embed.FS

var _ table.Log = (*Store)(nil)

// Store is an open database, safe for use by many goroutines.
type Store struct {
	*Reader
	writer      *writer
	people      *people
	heads       heads
	settings    kept[string, settings.Guild] // by guild
	preferences kept[standing.Player, settings.Person]
	sharing     *sharing // nil: the database is this process's alone
	close       func() error
}

// Open opens the database at path, or makes it, and brings it to this program's
// version. A path that begins with postgres:// is the address of a PostgreSQL database,
// which exists; any other is that of a file. Before Open changes a file that has something
// in it, it leaves a copy beside it. It refuses a database of a newer version (ErrNewer),
// of another program (ErrForeign) or one that another process writes (ErrInUse).
func Open(ctx context.Context, path string, log zerolog.Logger) (*Store, error) {
	steps, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	return open(ctx, path, log, steps, nil)
}

func open(ctx context.Context, path string, log zerolog.Logger, steps fs.FS, wrapped wrap) (*Store, error) {
	if onPostgres(path) {
		return openPostgres(ctx, path, log, steps, wrapped)
	}
	return openSQLite(ctx, path, log, steps, wrapped)
}

// readers is how many connections read at once: reading keeps a processor busy,
// and each connection has a cache of pages.
func readers() int { return max(4, runtime.GOMAXPROCS(0)) }

// Close carries out the writes that wait, refuses new ones (ErrClosed), and
// closes the file. Closing again does nothing.
func (s *Store) Close() error { return s.close() }

// Reader reads the database. Each question is answered from one moment's state.
type Reader struct {
	db     *sql.DB
	often  *prepared // db, for the queries of each table that wakes
	path   string    // of the file, or the address
	engine engine
}

func newReader(db *sql.DB, path string, e engine) *Reader {
	return &Reader{db, &prepared{db: db}, path, e}
}

// Read opens the database at path for reading alone, also while another process
// has it open as a Store. It must exist and be of this program's version.
func Read(ctx context.Context, path string) (*Reader, error) {
	if onPostgres(path) {
		return readPostgres(ctx, path)
	}
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	db, err := pool(path, "rw", readers(), readOnly(), nil)
	if err != nil {
		return nil, err
	}
	if err := current(ctx, db); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, plainly(path, err)), db.Close())
	}
	return newReader(db, path, sqliteFile{path: path}), nil
}

// Close closes the file.
func (r *Reader) Close() error { return r.db.Close() }

// view calls f with a snapshot of the database.
func (r *Reader) view(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := r.db.BeginTx(ctx, r.engine.snapshot())
	if err != nil {
		return err
	}
	defer tx.Rollback() // it wrote nothing
	return f(tx)
}
