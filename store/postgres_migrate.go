package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/rs/zerolog"
)

// PostgreSQL's tables begin with what the first migrations had made when it came
// (migrations/postgres/0008_baseline.sql). Each later migration is one text for both
// databases, or has a text of the same number among PostgreSQL's. A version so means the
// same in both.

// postgresStep is a migration.
type postgresStep struct {
	version    int
	name, text string
}

// postgresSteps returns the migrations of PostgreSQL in order: from the baseline on, its own
// text of each number or else the one for both.
func postgresSteps(steps fs.FS) ([]postgresStep, error) {
	all := map[int]postgresStep{}
	for _, dir := range []string{".", "postgres"} { // what comes later replaces
		names, err := fs.Glob(steps, path.Join(dir, "*.sql"))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			number, _, _ := strings.Cut(path.Base(name), "_")
			version, err := strconv.Atoi(number)
			if err != nil {
				return nil, fmt.Errorf("migration %s: %w", name, err)
			}
			text, err := fs.ReadFile(steps, name)
			if err != nil {
				return nil, err
			}
			all[version] = postgresStep{version, name, string(text)}
		}
	}
	var found []postgresStep
	for version := baseline; ; version++ {
		step, ok := all[version]
		if !ok {
			return found, nil
		}
		found = append(found, step)
	}
}

// ownSteps are those of this program.
func ownSteps() ([]postgresStep, error) {
	steps, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	return postgresSteps(steps)
}

// baseline is the version with which PostgreSQL's tables begin.
const baseline = 8

// migratePostgres brings the database to the last step. Each is a transaction of its own
// with the version that it makes. No copy is left: PostgreSQL's own tools make backups.
func migratePostgres(ctx context.Context, db *sql.DB, log zerolog.Logger, steps fs.FS) error {
	all, err := postgresSteps(steps)
	if err != nil {
		return err
	}
	version, err := inspectPostgres(ctx, db)
	if err != nil {
		return err
	}
	known := all[len(all)-1].version
	if version > known {
		return newer(version, known)
	}
	if version == known {
		return nil
	}
	for _, step := range all {
		if step.version <= version {
			continue
		}
		if err := step.take(ctx, db); err != nil {
			return fmt.Errorf("migration %s: %w", step.name, err)
		}
		log.Debug().Str("migration", step.name).Msg("migrated the database")
	}
	sayMigrated(log, version, known)
	return nil
}

func (s postgresStep) take(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after a commit
	if _, err := tx.ExecContext(ctx, s.text); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE deuces SET version = ?`, s.version); err != nil {
		return err
	}
	return tx.Commit()
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
	all, err := ownSteps()
	if err != nil {
		return err
	}
	known := all[len(all)-1].version
	switch version, err := inspectPostgres(ctx, q); {
	case err != nil:
		return err
	case version > known:
		return newer(version, known)
	case version < known:
		return ErrOlder
	}
	return nil
}

// checkPostgresSchema compares the tables, indexes and constraints of the database with those
// that this program makes: a constraint that is gone is damage that shows only later. They
// are made for that as temporary tables, which a rollback takes away.
func checkPostgresSchema(ctx context.Context, q querier, address string) (found []string, err error) {
	have, err := findings(ctx, q, shape)
	if err != nil {
		return nil, err
	}
	steps, err := ownSteps()
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
	for _, step := range steps {
		if _, err := tx.ExecContext(ctx, step.text); err != nil {
			return nil, fmt.Errorf("%s: %w", step.name, err)
		}
	}
	want, err := findings(ctx, tx, shape)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(want, have) {
		found = append(found, "its tables and indexes are not those that this program makes")
	}
	return found, nil
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
