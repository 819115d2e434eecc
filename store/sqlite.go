package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/rs/zerolog"
)

// SQLite is where a store is unless it is told otherwise: one file, and one process. What
// is SQLite's alone stands in the files with its name: connections (sqlite_conn.go), the
// lock, the write-ahead log, copies, and who may read the files.

// sqliteFile is the engine of a file.
type sqliteFile struct {
	path string
	file *openFile // nil where only readers are
}

func openSQLite(ctx context.Context, path string, log zerolog.Logger, all steps, wrapped wrap) (*Store, error) {
	unlock, err := lock(ctx, path)
	if err != nil {
		return nil, err
	}
	others, err := ownFiles(path)
	if err := errors.Join(err, sweep(ctx, path)); err != nil {
		return nil, errors.Join(err, unlock())
	}
	for _, name := range others {
		log.Warn().Str("file", name).Msg("others on this machine can read or write this file, and this user may not change that: as its owner, chmod 600 it")
	}
	s, err := begin(ctx, shared, path, log, all, wrapped, unlock)
	if err == nil {
		return s, nil
	}
	var failed error
	if roomless(err) {
		s, failed = begin(ctx, alone, path, log, all, wrapped, unlock)
	}
	if s == nil || failed != nil {
		return nil, errors.Join(err, unlock())
	}
	log.Warn().Err(err).Msg("the database's disk is full: what is in it is shown, and plays are refused until there is room; no other program can read the database until the next start")
	return s, nil
}

// begin opens a database that is locked. Closing the store unlocks it.
func begin(ctx context.Context, files system, path string, log zerolog.Logger, all steps, wrapped wrap, unlock func() error) (_ *Store, err error) {
	// What was opened before something failed is closed again, the last first.
	var opened []func() error
	defer func() {
		for i := len(opened) - 1; err != nil && i >= 0; i-- {
			err = errors.Join(err, opened[i]())
		}
	}()

	file, err := newOpenFile(path)
	if err != nil {
		return nil, err
	}
	db, err := poolOn(files, file, path, "rw", 1, writing(), wrapped)
	if err != nil {
		return nil, err
	}
	opened = append(opened, db.Close)
	if err := migrateSQLite(ctx, db, path, log, all); err != nil {
		return nil, fmt.Errorf("%s: %w", path, plainly(path, err))
	}
	readers, err := poolOn(files, file, path, "rw", readers()+1, readOnly(), wrapped)
	if err != nil {
		return nil, err
	}
	opened = append(opened, readers.Close)
	// One connection stays open, so that SQLite deletes the write-ahead log only at the end.
	kept, err := readers.Conn(ctx)
	if err := errors.Join(err, readers.PingContext(ctx), file.inPlace()); err != nil {
		return nil, fmt.Errorf("%s: %w", path, plainly(path, err))
	}
	e := sqliteFile{path, file}
	w := newWriter(db, e)
	return &Store{
		Reader: newReader(readers, path, e),
		writer: w,
		close:  sync.OnceValue(func() error { return errors.Join(w.close(), kept.Close(), readers.Close(), unlock()) }),
	}, nil
}

func (sqliteFile) snapshot() *sql.TxOptions { return &sql.TxOptions{ReadOnly: true} }

func (sqliteFile) begin(ctx context.Context, t *tx, _ []job) ([]error, error) {
	return nil, t.exec(ctx, "BEGIN IMMEDIATE")
}

func (e sqliteFile) inPlace() error  { return e.file.inPlace() }
func (e sqliteFile) stored() error   { return e.file.stored() }
func (e sqliteFile) readable() error { return e.file.readable() }

func (e sqliteFile) explain(err error) error { return located(e.path, err) }

func (sqliteFile) renews(err error) bool { return readOnlyFile(err) }

func (e sqliteFile) renewing() { writable(e.path) }

func (sqliteFile) damage(ctx context.Context, q querier) ([]string, error) {
	found, err := integrity(ctx, q)
	if err != nil || len(found) > 0 {
		return found, err
	}
	return checkSchema(ctx, q)
}

func (sqliteFile) dangling(ctx context.Context, q querier) ([]string, error) {
	return findings(ctx, q, `PRAGMA foreign_key_check`)
}

// lastNumber: AUTOINCREMENT has a row for each table that has given a number.
func (sqliteFile) lastNumber(ctx context.Context, q querier, table, column string) (last int64, err error) {
	err = q.QueryRowContext(ctx, `SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = ?), 0), coalesce((SELECT max(`+column+`) FROM `+table+`), 0))`, table).Scan(&last)
	return last, err
}

func (sqliteFile) numberFrom(ctx context.Context, t *tx, table, _ string, last int64) error {
	var counts bool
	err := t.get(ctx, `SELECT sql LIKE '%AUTOINCREMENT%' FROM sqlite_schema WHERE type = 'table' AND name = ?`, []any{table}, &counts)
	if err != nil || !counts {
		return err // it goes on from its last row
	}
	if err := t.exec(ctx, `DELETE FROM sqlite_sequence WHERE name = ?`, table); err != nil {
		return err
	}
	return t.exec(ctx, `INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)`, table, last)
}

func (sqliteFile) filled(context.Context, *tx) error { return nil }

func (e sqliteFile) size(context.Context, querier) (bytes int64, err error) {
	for _, suffix := range []string{"", "-wal"} {
		info, err := os.Stat(e.path + suffix)
		if err != nil {
			if suffix != "" && os.IsNotExist(err) {
				continue
			}
			return 0, err
		}
		bytes += info.Size()
	}
	return bytes, nil
}
