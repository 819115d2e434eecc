package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/rs/zerolog"
)

// migratePostgres brings the database to the last step. No copy is left: PostgreSQL's own
// tools make backups.
func migratePostgres(ctx context.Context, db *sql.DB, log zerolog.Logger, all steps) error {
	version, err := inspectPostgres(ctx, db)
	if err == nil {
		err = all.fits(version)
	}
	if err != nil || version == all.last() {
		return err
	}
	return all.take(ctx, db, version, log, func(ctx context.Context, tx *sql.Tx, version int) error {
		_, err := tx.ExecContext(ctx, `UPDATE deuces SET version = ?`, version)
		return err
	})
}

// inspectPostgres returns the version of the database, 0 for one with nothing in it.
func inspectPostgres(ctx context.Context, q querier) (version int, err error) {
	var schema sql.NullString
	var ours, others bool
	err = q.QueryRowContext(ctx, `SELECT current_schema(),
		EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'deuces'),
		EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema())`).Scan(&schema, &ours, &others)
	switch {
	case err != nil:
		return 0, err
	case !schema.Valid:
		return 0, errors.New("the schema that the address names doesn't exist: make it first")
	case !ours && others:
		return 0, ErrForeign
	case !ours:
		return 0, nil
	}
	err = q.QueryRowContext(ctx, `SELECT version FROM deuces`).Scan(&version)
	return version, err
}

// currentPostgres checks that the database is of this program's version.
func currentPostgres(ctx context.Context, q querier) error {
	all, err := ownSteps(true)
	if err != nil {
		return err
	}
	version, err := inspectPostgres(ctx, q)
	if err != nil {
		return err
	}
	return all.isLast(version)
}

// checkPostgresSchema compares the tables, indexes and constraints of the database with those
// that this program makes. They are made for that as temporary tables, which a rollback takes
// away.
func checkPostgresSchema(ctx context.Context, q querier, address string) (found []string, err error) {
	have, err := findings(ctx, q, shape)
	if err != nil {
		return nil, err
	}
	all, err := ownSteps(true)
	if err != nil {
		return nil, err
	}
	db, err := postgresPool(address, nil, 1, nil, nil)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback() // it is to leave nothing
	if _, err := tx.ExecContext(ctx, `SET LOCAL search_path = pg_temp`); err != nil {
		return nil, err
	}
	for _, step := range all {
		if _, err := tx.ExecContext(ctx, step.text); err != nil {
			return nil, fmt.Errorf("%s: %w", step.name, err)
		}
	}
	want, err := findings(ctx, tx, shape)
	if err != nil {
		return nil, err
	}
	return sameSchema(want, have), nil
}

// shape is what PostgreSQL says of the tables of a schema: columns, constraints and indexes,
// without the schema's name. The order of columns does not matter.
const shape = `
	SELECT 'column', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity::text, coalesce(pg_get_expr(d.adbin, d.adrelid), ''), coalesce(l.collname, '')
	FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
	LEFT JOIN pg_attrdef AS d ON d.adrelid = c.oid AND d.adnum = a.attnum
	LEFT JOIN pg_collation AS l ON l.oid = a.attcollation
	WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
	UNION ALL
	SELECT 'constraint', c.relname, k.conname, pg_get_constraintdef(k.oid), k.convalidated, '', '', ''
	FROM pg_class AS c JOIN pg_constraint AS k ON k.conrelid = c.oid
	WHERE c.relnamespace = current_schema()::regnamespace
	UNION ALL
	SELECT 'index', c.relname, i.relname, regexp_replace(pg_get_indexdef(i.oid), ' ON [^ ]+[.]', ' ON '), x.indisvalid, '', '', ''
	FROM pg_class AS c JOIN pg_index AS x ON x.indrelid = c.oid JOIN pg_class AS i ON i.oid = x.indexrelid
	WHERE c.relnamespace = current_schema()::regnamespace
	ORDER BY 1, 2, 3`
