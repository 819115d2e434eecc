package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"

	"deuces/store/engine"
)

// migrate migrates the file at path, after copying a file that isn't empty. The version is
// user_version in the file's header.
func migrate(ctx context.Context, db *sql.DB, path string, o engine.Options) (err error) {
	version, err := o.Steps.Fits(Version(ctx, db))
	if err != nil || version == o.Steps.Last() {
		return err
	}
	if version > 0 {
		before, failed := freeName(fmt.Sprintf("%s.v%d", path, version))
		if failed == nil {
			failed = writeCopy(ctx, db, path+Part, before)
		}
		if failed != nil {
			return fmt.Errorf("copy before migrating: %w", failed)
		}
		o.Log.Info().Str("copy", before).Msg("copied the database before migrating it")
		defer func() {
			if err == nil {
				return
			}
			// Otherwise a start that fails again and again would fill the disk with copies.
			if now, unknown := Version(context.WithoutCancel(ctx), db); unknown == nil && now == version {
				err = errors.Join(err, Remove(before))
			}
		}()
	}
	return o.Steps.Migrate(ctx, db, version, o.Log, func(ctx context.Context, tx *sql.Tx, version int) error {
		found, err := engine.Lines(ctx, tx, "PRAGMA foreign_key_check")
		if err != nil {
			return err
		}
		if len(found) > 0 {
			return fmt.Errorf("%d rows would refer to missing rows", len(found))
		}
		_, err = tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version))
		return err
	})
}

// checkTables compares the tables, indexes and constraints of a file with those of this
// program.
func checkTables(ctx context.Context, q engine.Querier, steps engine.Steps) (found []string, err error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1) // each connection has its own in-memory database
	if err := steps.Make(ctx, db); err != nil {
		return nil, err
	}
	want, err := tables(ctx, db)
	if err != nil {
		return nil, err
	}
	have, err := tables(ctx, q)
	return engine.SameTables(want, have), err
}

// tables returns the statements that created the tables and indexes of a file, without comments and
// white space. A column that a migration added is part of its table's statement.
func tables(ctx context.Context, q engine.Querier) ([]string, error) {
	ignored := regexp.MustCompile(`--[^\n]*|\s`)
	lines, err := engine.Lines(ctx, q, `SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY 1, 2`)
	for i, line := range lines {
		lines[i] = ignored.ReplaceAllString(line, "")
	}
	return lines, err
}
