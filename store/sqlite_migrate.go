package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"github.com/rs/zerolog"
)

// application is "Deuc" in the file's header, put there by the first migration.
const application = 0x44657563

// migrateSQLite brings the file at path to the last step, and leaves a copy of what was in it.
// user_version in the file's header is its version.
func migrateSQLite(ctx context.Context, db *sql.DB, path string, log zerolog.Logger, all steps) error {
	version, err := inspect(ctx, db)
	if err == nil {
		err = all.fits(version)
	}
	if err != nil || version == all.last() {
		return err
	}
	if version > 0 {
		before := fmt.Sprintf("%s.v%d", path, version)
		if err := writeCopy(ctx, db, before); err != nil {
			return fmt.Errorf("copy before migrating: %w", err)
		}
		log.Info().Str("copy", before).Msg("copied the database before migrating it")
	}
	return all.take(ctx, db, version, log, func(ctx context.Context, tx *sql.Tx, version int) error {
		found, err := findings(ctx, tx, "PRAGMA foreign_key_check")
		if err != nil {
			return err
		}
		if len(found) > 0 {
			return fmt.Errorf("it leaves %d rows without what they refer to", len(found))
		}
		_, err = tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version))
		return err
	})
}

// inspect returns the version of the database, 0 for one with nothing in it.
func inspect(ctx context.Context, q querier) (version int, err error) {
	var app, objects int
	err = q.QueryRowContext(ctx, `SELECT
		(SELECT application_id FROM pragma_application_id),
		(SELECT user_version FROM pragma_user_version),
		(SELECT count(*) FROM sqlite_schema)`).Scan(&app, &version, &objects)
	if err != nil {
		return 0, err
	}
	if app != application && (app != 0 || version != 0 || objects != 0) {
		return 0, ErrForeign
	}
	return version, nil
}

// readOlder reads a file of an older version by a copy of it that is brought up to date. The
// file stays as it is: the older program may be at work on it.
func readOlder(ctx context.Context, path string, all steps) (_ *Reader, err error) {
	dir, err := os.MkdirTemp("", "deuces-*")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}()
	copied := filepath.Join(dir, "deuces.db")
	// A copy has its indexes made anew, so that what is wrong with those shows only before.
	err = withWhole(ctx, path, all, func(db *sql.DB) error { return writeCopy(ctx, db, copied) })
	if err != nil {
		return nil, err
	}
	s, err := open(ctx, copied, zerolog.Nop(), all, nil)
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	r, err := readAs(ctx, copied, all)
	if err != nil {
		return nil, err
	}
	r.gone = func() error { return os.RemoveAll(dir) }
	return r, nil
}

// checkSchema compares what tables, indexes and constraints the file has with what this
// program makes.
func checkSchema(ctx context.Context, q querier) (found []string, err error) {
	all, err := ownSteps(false)
	if err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1) // each connection has a memory of its own
	for _, s := range all {
		if _, err := db.ExecContext(ctx, s.text); err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
	}
	want, err := sqliteSchema(ctx, db)
	if err != nil {
		return nil, err
	}
	have, err := sqliteSchema(ctx, q)
	return sameSchema(want, have), err
}

// sqliteSchema is what a file says of its tables and indexes: the statements that made them, without
// comments and spaces. A column that was added later stands where it would have stood.
func sqliteSchema(ctx context.Context, q querier) ([]string, error) {
	unsaid := regexp.MustCompile(`--[^\n]*|\s`)
	lines, err := findings(ctx, q, `SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY 1, 2`)
	for i, line := range lines {
		lines[i] = unsaid.ReplaceAllString(line, "")
	}
	return lines, err
}
