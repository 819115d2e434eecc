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
	"errors"
	"fmt"
	"os"
	"runtime"

	"github.com/rs/zerolog"

	"deuces/settings"
	"deuces/standing"
	"deuces/table"
)

var _ table.Log = (*Store)(nil)

// Store is an open database, safe for use by many goroutines.
type Store struct {
	*Reader
	writer      *writer
	people      kept[standing.Player, standing.Person]
	numbers     kept[string, named]          // by Discord id
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
	all, err := ownSteps(onPostgres(path))
	if err != nil {
		return nil, err
	}
	return open(ctx, path, log, all, nil)
}

func open(ctx context.Context, path string, log zerolog.Logger, all steps, wrapped wrap) (*Store, error) {
	if onPostgres(path) {
		return openPostgres(ctx, path, log, all, wrapped)
	}
	return openSQLite(ctx, path, log, all, wrapped)
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
	path   string // of the file, or the address
	engine engine
	gone   func() error // puts away what only this Reader has; nil: nothing
}

func newReader(db *sql.DB, path string, e engine) *Reader {
	return &Reader{db: db, path: path, engine: e}
}

// Read opens the database at path for reading alone, also while another process
// has it open as a Store. It must exist. Of a file of an older version it reads a copy that
// it brings up to date; a PostgreSQL database must be of this program's version.
func Read(ctx context.Context, path string) (*Reader, error) {
	if onPostgres(path) {
		return readPostgres(ctx, path)
	}
	all, err := ownSteps(false)
	if err != nil {
		return nil, err
	}
	return readAs(ctx, path, all)
}

// readAs is Read of a file by a program with these migrations.
func readAs(ctx context.Context, path string, all steps) (*Reader, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	db, err := pool(path, "rw", readers(), readOnly(), nil)
	if err != nil {
		return nil, err
	}
	version, err := inspect(ctx, db)
	if err == nil {
		err = all.isLast(version)
	}
	if err == nil {
		return newReader(db, path, sqliteFile{path: path}), nil
	}
	if closed := db.Close(); version > 0 && errors.Is(err, ErrOlder) && closed == nil {
		var r *Reader
		if r, err = readOlder(ctx, path, all); err == nil {
			return r, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", path, plainly(path, err))
}

// Close closes the file.
func (r *Reader) Close() error {
	err := r.db.Close()
	if r.gone != nil {
		err = errors.Join(err, r.gone())
	}
	return err
}

// view calls f with a snapshot of the database.
func (r *Reader) view(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := r.db.BeginTx(ctx, r.engine.snapshot())
	if err != nil {
		return err
	}
	defer tx.Rollback() // it wrote nothing
	return f(tx)
}
