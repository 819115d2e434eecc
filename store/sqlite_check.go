package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"slices"
)

// integrity returns what SQLite finds damaged in the file, nothing if it is whole.
func integrity(ctx context.Context, q querier) ([]string, error) {
	found, err := findings(ctx, q, "PRAGMA integrity_check")
	if err != nil || len(found) == 1 && found[0] == "ok" {
		return nil, err
	}
	return found, nil
}

// checkSchema compares what tables, indexes and constraints the file has with what this
// program makes: a constraint that is gone is damage that shows only later.
func checkSchema(ctx context.Context, q querier) (found []string, err error) {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1) // each connection has a memory of its own
	slices.Sort(names)
	for _, name := range names {
		text, err := fs.ReadFile(migrations, name)
		if err != nil {
			return nil, err
		}
		if _, err := db.ExecContext(ctx, string(text)); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	const query = `SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY 1, 2`
	want, err := findings(ctx, db, query)
	if err != nil {
		return nil, err
	}
	have, err := findings(ctx, q, query)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(want, have) {
		found = append(found, "its tables and indexes are not those that this program makes")
	}
	return found, nil
}
