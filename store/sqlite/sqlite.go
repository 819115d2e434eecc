// Package sqlite is the engine for a database in a file, which one process at a time has open
// for writing.
//
// # Durability
//
// A commit is synced to disk when it returns (synchronous=FULL, conn.go). Before and after each
// commit the engine checks that the file is still at its path, so that nothing is written to a
// file that the next start won't find (place.go). A lock beside the file excludes a second
// process (lock.go).
//
// # Copies
//
// A migration first copies the file. Backup copies a file while it is in use, and Restore
// replaces it with a copy (copy.go, restore.go).
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"sync"

	"deuces/store/engine"
)

type file struct {
	path  string
	steps engine.Steps
	place *place // nil for readers
}

// Open opens the given file, creating it if necessary and allowed, and migrates it. Before it migrates a
// file that isn't empty, it makes a copy beside it. A damaged file is ErrDamaged and stays as it is.
func Open(ctx context.Context, given string, o engine.Options) (*engine.Database, error) {
	path := Real(given)
	if err := Present(path); err != nil && (o.Existing || !errors.Is(err, fs.ErrNotExist)) {
		return nil, err
	}
	unlock, err := Lock(ctx, path)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(Remove(path+Part), Remove(path+replaced+Part)); err != nil {
		o.Log.Warn().Err(err).Msg("cannot remove the unfinished file that a killed migration or restore left")
	}
	others, err := restrictFiles(path)
	if err != nil {
		return nil, errors.Join(err, unlock())
	}
	for _, name := range others {
		o.Log.Warn().Str("file", name).Msg("other users can read or write this file, and the bot is not permitted to change its mode; as the file's owner, run chmod 600 on it")
	}
	if err := sound(ctx, path); err != nil {
		return nil, errors.Join(err, unlock())
	}
	db, err := open(ctx, shared, given, o, unlock)
	if noRoom(err) {
		var failed error
		if db, failed = open(ctx, exclusive, given, o, unlock); failed == nil {
			o.Log.Warn().Err(err).Msg("the database's disk is full; refusing plays until there is room. Other programs cannot read the database until the bot is restarted")
			return db, nil
		}
	}
	if err != nil {
		return nil, errors.Join(err, unlock())
	}
	return db, nil
}

// open opens a locked file. Closing the database unlocks it.
func open(ctx context.Context, files vfs, given string, o engine.Options, unlock func() error) (_ *engine.Database, err error) {
	p, err := newPlace(given)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", given, err)
	}
	path := p.path
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

// readers returns the number of reading connections. Reading keeps a processor busy, and each
// connection has its own page cache.
func readers() int { return max(4, runtime.GOMAXPROCS(0)) }

// Read opens the file at path for reading, even while another process writes it. The file must have this
// program's version.
func Read(ctx context.Context, path string, o engine.Options) (*engine.Database, error) {
	path = Real(path)
	if err := Present(path); err != nil {
		return nil, err
	}
	db, err := pool{size: readers(), pragmas: reading()}.open(path)
	if err != nil {
		return nil, err
	}
	if err = o.Steps.IsLast(Version(ctx, db)); err == nil {
		return &engine.Database{Engine: file{path: path, steps: o.Steps}, Name: path, Readers: db, Close: db.Close}, nil
	}
	return nil, errors.Join(fmt.Errorf("%s: %w", path, explain(path, err)), db.Close())
}

// The methods of engine.Engine.

func (file) Snapshot() *sql.TxOptions                      { return &sql.TxOptions{ReadOnly: true} }
func (file) Begin(ctx context.Context, t *engine.Tx) error { return t.Exec(ctx, "BEGIN IMMEDIATE") }
func (f file) InPlace() error                              { return f.place.check() }
func (f file) Committed() error                            { return f.place.committed() }
func (f file) Readable() error                             { return f.place.readable() }

// No other process writes to a file.
func (file) Serialize(context.Context, *engine.Tx, string) error { return nil }
func (file) IsTaken(error) bool                                  { return false }

func (f file) Explain(err error) error {
	if explained := explain(f.path, err); explained != err {
		return fmt.Errorf("%s: %w", f.path, explained)
	}
	return err
}

func (f file) Damage(ctx context.Context, q engine.Querier) ([]string, error) {
	found, err := integrity(ctx, q, wholly)
	if err != nil || len(found) > 0 {
		return found, err
	}
	return checkTables(ctx, q, f.steps)
}

func (file) Dangling(ctx context.Context, q engine.Querier) ([]string, error) {
	return engine.Lines(ctx, q, `PRAGMA foreign_key_check`)
}

func (f file) Size(context.Context, engine.Querier) (int64, error) {
	size, exists, err := sizeOf(f.path)
	if err == nil && !exists {
		err = os.ErrNotExist
	}
	return size, err
}

// LastNumber reads AUTOINCREMENT's own table.
func (file) LastNumber(ctx context.Context, q engine.Querier, table, column string) (last int64, err error) {
	err = q.QueryRowContext(ctx, `SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = ?), 0), coalesce((SELECT max(`+column+`) FROM `+table+`), 0))`, table).Scan(&last)
	return last, err
}

// NumberFrom leaves a table without AUTOINCREMENT alone: that continues from its last row.
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

// Analyze does nothing, since the queries name their indexes.
func (file) Analyze(context.Context, *engine.Tx) error { return nil }
