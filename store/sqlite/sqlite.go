// Package sqlite is the engine of a store in one file, which one process has open for writing.
//
// # Durability
//
// A commit is on the disk when it returns (synchronous=FULL, conn.go). Before and after each commit
// the file is looked for at its path, so that nothing is written to a file that the next start
// won't find (place.go). A second process is refused by a lock beside the file (lock.go).
//
// # Copies
//
// A migration leaves a copy of the file as it was. Backup copies a file while it is written, and
// Restore puts a copy in its place (copy.go, restore.go).
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/rs/zerolog"

	"deuces/store/engine"
)

// file is the engine.
type file struct {
	path  string
	steps engine.Steps
	place *place // nil in readers
}

// Open opens the file at path, or makes it, and brings it to the last step. Before it changes a
// file that has something in it, it leaves a copy beside it.
func Open(ctx context.Context, path string, o engine.Options) (*engine.Database, error) {
	unlock, err := Lock(ctx, path)
	if err != nil {
		return nil, err
	}
	others, err := restrictFiles(path)
	if err := errors.Join(err, removeLeftovers(ctx, path)); err != nil {
		return nil, errors.Join(err, unlock())
	}
	for _, name := range others {
		o.Log.Warn().Str("file", name).Msg("others on this machine can read or write this file, and this user may not change that: as its owner, chmod 600 it")
	}
	db, err := open(ctx, shared, path, o, unlock)
	if noRoom(err) {
		var failed error
		if db, failed = open(ctx, exclusive, path, o, unlock); failed == nil {
			o.Log.Warn().Err(err).Msg("the database's disk is full: what is in it is shown, and plays are refused until there is room; no other program can read the database until the next start")
			return db, nil
		}
	}
	if err != nil {
		return nil, errors.Join(err, unlock())
	}
	return db, nil
}

// open opens a file that is locked. Closing the database unlocks it.
func open(ctx context.Context, files vfs, path string, o engine.Options, unlock func() error) (_ *engine.Database, err error) {
	p, err := newPlace(path)
	if err != nil {
		return nil, err
	}
	writer, err := pool{files: files, place: p, wrap: o.Wrap, size: 1, pragmas: writing()}.open(path)
	if err != nil {
		return nil, err
	}
	readers, err := pool{files: files, place: p, wrap: o.Wrap, size: readers() + 1, pragmas: reading()}.open(path)
	if err != nil {
		return nil, errors.Join(err, writer.Close())
	}
	var kept *sql.Conn // stays open, so that SQLite deletes the write-ahead log only at the end
	err = migrate(ctx, writer, path, o)
	if err == nil {
		kept, err = readers.Conn(ctx)
	}
	if err == nil {
		err = errors.Join(readers.PingContext(ctx), p.keepWAL(), p.check())
	}
	if err != nil {
		if kept != nil {
			_ = kept.Close()
		}
		return nil, errors.Join(fmt.Errorf("%s: %w", path, explain(path, err)), readers.Close(), writer.Close())
	}
	return &engine.Database{
		Engine: file{path, o.Steps, p}, Name: path, Writer: writer, Readers: readers,
		Close: sync.OnceValue(func() error { return errors.Join(writer.Close(), kept.Close(), readers.Close(), unlock()) }),
	}, nil
}

// readers is how many connections read at once: reading keeps a processor busy, and each
// connection has a cache of pages.
func readers() int { return max(4, runtime.GOMAXPROCS(0)) }

// Read opens the file at path for reading alone, also while another process writes it. Of a file of
// an older version it reads a copy that it brings up to date.
func Read(ctx context.Context, path string, o engine.Options) (*engine.Database, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	db, err := pool{size: readers(), pragmas: reading()}.open(path)
	if err != nil {
		return nil, err
	}
	version, err := Version(ctx, db)
	if err == nil {
		err = o.Steps.IsLast(version)
	}
	if err == nil {
		return &engine.Database{Engine: file{path: path, steps: o.Steps}, Name: path, Readers: db, Close: db.Close}, nil
	}
	closed := db.Close()
	if version > 0 && errors.Is(err, engine.ErrOlder) && closed == nil {
		var older *engine.Database
		if older, err = readOlder(ctx, path, o); err == nil {
			return older, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", path, explain(path, err))
}

// readOlder reads a file of an older version by a copy that it brings up to date. The file
// stays as it is: the older program may be at work on it.
func readOlder(ctx context.Context, path string, o engine.Options) (_ *engine.Database, err error) {
	dir, err := os.MkdirTemp("", "deuces-*")
	if err != nil {
		return nil, err
	}
	remove := func() error { return os.RemoveAll(dir) }
	defer func() {
		if err != nil {
			err = errors.Join(err, remove())
		}
	}()
	copied := filepath.Join(dir, "deuces.db")
	// VACUUM makes the indexes of a copy anew, so damage in those shows only before.
	if err := withUndamaged(ctx, path, o.Steps, func(db *sql.DB) error { return writeCopy(ctx, db, copied) }); err != nil {
		return nil, err
	}
	written, err := Open(ctx, copied, engine.Options{Steps: o.Steps, Log: zerolog.Nop()})
	if err != nil {
		return nil, err
	}
	if err := written.Close(); err != nil {
		return nil, err
	}
	db, err := Read(ctx, copied, o)
	if err != nil {
		return nil, err
	}
	db.Close = func() error { return errors.Join(db.Readers.Close(), remove()) }
	return db, nil
}

// Snapshot implements engine.Engine.
func (file) Snapshot() *sql.TxOptions { return &sql.TxOptions{ReadOnly: true} }

// Begin implements engine.Engine.
func (file) Begin(ctx context.Context, t *engine.Tx, _ []engine.Claim) ([]error, error) {
	return nil, t.Exec(ctx, "BEGIN IMMEDIATE")
}

// InPlace implements engine.Engine.
func (f file) InPlace() error { return f.place.check() }

// Committed implements engine.Engine.
func (f file) Committed() error { return f.place.committed() }

// Readable implements engine.Engine.
func (f file) Readable() error { return f.place.readable() }

// Explain implements engine.Engine.
func (f file) Explain(err error) error {
	if explained := explain(f.path, err); explained != err {
		return fmt.Errorf("%s: %w", f.path, explained)
	}
	return err
}

// Damage implements engine.Engine.
func (f file) Damage(ctx context.Context, q engine.Querier) ([]string, error) {
	found, err := integrity(ctx, q)
	if err != nil || len(found) > 0 {
		return found, err
	}
	return checkTables(ctx, q, f.steps)
}

// Dangling implements engine.Engine.
func (file) Dangling(ctx context.Context, q engine.Querier) ([]string, error) {
	return engine.Lines(ctx, q, `PRAGMA foreign_key_check`)
}

// Size implements engine.Engine.
func (f file) Size(context.Context, engine.Querier) (int64, error) {
	size, exists, err := sizeOf(f.path)
	if err == nil && !exists {
		err = os.ErrNotExist
	}
	return size, err
}

// LastNumber implements engine.Engine. AUTOINCREMENT has a row for each table that has given a
// number.
func (file) LastNumber(ctx context.Context, q engine.Querier, table, column string) (last int64, err error) {
	err = q.QueryRowContext(ctx, `SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = ?), 0), coalesce((SELECT max(`+column+`) FROM `+table+`), 0))`, table).Scan(&last)
	return last, err
}

// NumberFrom implements engine.Engine. A table without AUTOINCREMENT goes on from its last row.
func (file) NumberFrom(ctx context.Context, t *engine.Tx, table, _ string, last int64) error {
	var counts bool
	err := t.Get(ctx, `SELECT sql LIKE '%AUTOINCREMENT%' FROM sqlite_schema WHERE type = 'table' AND name = ?`, []any{table}, &counts)
	if err != nil || !counts {
		return err
	}
	if err := t.Exec(ctx, `DELETE FROM sqlite_sequence WHERE name = ?`, table); err != nil {
		return err
	}
	return t.Exec(ctx, `INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)`, table, last)
}

// Analyze implements engine.Engine. SQLite is told which indexes to use.
func (file) Analyze(context.Context, *engine.Tx) error { return nil }
