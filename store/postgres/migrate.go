package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"deuces/store/engine"
)

// migrate migrates the database. It makes no copy, because PostgreSQL's own tools make backups.
func migrate(ctx context.Context, db *sql.DB, o engine.Options) error {
	version, err := o.Steps.Fits(Version(ctx, db))
	if err != nil || version == o.Steps.Last() {
		return err
	}
	return o.Steps.Migrate(ctx, db, version, o.Log, func(ctx context.Context, tx *sql.Tx, version int) error {
		_, err := tx.ExecContext(ctx, `UPDATE deuces SET version = ?`, version)
		return err
	})
}

// Version returns the version of a database, 0 if it is empty.
func Version(ctx context.Context, q engine.Querier) (version int, err error) {
	var schema sql.NullString
	var ours, others bool
	err = q.QueryRowContext(ctx, `SELECT current_schema(),
		EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'deuces'),
		EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema())`).Scan(&schema, &ours, &others)
	switch {
	case err != nil:
		return 0, err
	case !schema.Valid:
		return 0, errors.New("this user may use no schema of the search_path: make one, or GRANT USAGE ON SCHEMA")
	case !ours && others:
		return 0, engine.ErrForeign
	case !ours:
		return 0, nil
	}
	err = q.QueryRowContext(ctx, `SELECT version FROM deuces`).Scan(&version)
	return version, err
}

// Inspect examines a database without changing it, even while a bot runs on it.
func Inspect(ctx context.Context, address string, steps engine.Steps) (c engine.Condition, err error) {
	defer func() { err = explain(err) }()
	c.Known = steps.Last()
	db, err := pool{size: 1, check: checkSettings}.open(address)
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if c.Version, err = steps.Fits(Version(ctx, db)); err != nil && !errors.Is(err, engine.ErrNewer) {
		return c, err
	}
	c.Exists = true
	if c.Version < c.Known {
		var may bool
		err := db.QueryRowContext(ctx, `SELECT has_schema_privilege(current_schema(), 'CREATE')`).Scan(&may)
		if err == nil && !may {
			err = errors.New("the database is there, but this user may not create tables in it: make the user its owner (ALTER DATABASE … OWNER TO …), or GRANT CREATE ON SCHEMA public")
		}
		if err != nil {
			return c, err
		}
	}
	if err := checkRights(ctx, db, c.Version < c.Known); err != nil {
		return c, err
	}
	began := time.Now()
	err = db.QueryRowContext(ctx, `SELECT pg_database_size(current_database()), NOT pg_try_advisory_lock(`+lockKey+`)`).Scan(&c.Size, &c.InUse)
	c.Took = time.Since(began)
	if err == nil {
		err = checkSharing(ctx, address)
	}
	if err == nil && c.Version == c.Known {
		err = checkUsers(ctx, db)
	}
	if err == nil && c.Version == c.Known {
		c.Damage, err = checkTables(ctx, db, address, steps)
	}
	return c, err
}

// checkTables compares the tables, indexes and constraints of a database with those of this
// program, which it creates as temporary tables and rolls back.
func checkTables(ctx context.Context, q engine.Querier, address string, steps engine.Steps) (found []string, err error) {
	var may bool // without the right to make temporary tables, which the bot doesn't need, nothing is compared
	if err := q.QueryRowContext(ctx, `SELECT has_database_privilege(current_database(), 'TEMP')`).Scan(&may); err != nil || !may {
		return nil, err
	}
	have, err := Tables(ctx, q)
	if err != nil {
		return nil, err
	}
	db, err := Connect(address)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback() // discards the temporary tables
	if _, err := tx.ExecContext(ctx, `SET LOCAL search_path = pg_temp`); err != nil {
		return nil, err
	}
	if err := steps.Make(ctx, tx); err != nil {
		return nil, err
	}
	want, err := Tables(ctx, tx)
	return engine.SameTables(want, have), err
}

// checkRights returns an error that names a table that this user may not read and write, or, if the
// tables must be changed, one that it doesn't own. Reading the tables works without these rights.
func checkRights(ctx context.Context, q engine.Querier, change bool) error {
	var table, owner, user, lacks string
	err := q.QueryRowContext(ctx, `
	SELECT relname, pg_get_userbyid(relowner), current_user, lacks FROM (
		SELECT c.relname, c.relowner, concat_ws(', ',
			CASE WHEN NOT has_table_privilege(c.oid, 'SELECT') THEN 'SELECT' END, CASE WHEN NOT has_table_privilege(c.oid, 'INSERT') THEN 'INSERT' END,
			CASE WHEN NOT has_table_privilege(c.oid, 'UPDATE') THEN 'UPDATE' END, CASE WHEN NOT has_table_privilege(c.oid, 'DELETE') THEN 'DELETE' END,
			CASE WHEN ? = 1 AND NOT pg_has_role(c.relowner, 'USAGE') THEN 'ALTER' END) AS lacks
		FROM pg_class AS c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r') AS t
	WHERE lacks <> '' ORDER BY relname LIMIT 1`, change).Scan(&table, &owner, &user, &lacks)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return fmt.Errorf("its table %s belongs to %s, and %s lacks the right to %s: connect as %s, or give the tables to %s (as a superuser, in this database: REASSIGN OWNED BY %s TO %s)",
		table, owner, user, lacks, owner, user, owner, user)
}

// Tables describes the columns, constraints and indexes of the current schema. The result depends
// neither on the schema's name nor on the order of columns.
func Tables(ctx context.Context, q engine.Querier) ([]string, error) {
	return engine.Lines(ctx, q, `
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
	ORDER BY 1, 2, 3`)
}
