// Package postgres is the engine for PostgreSQL databases.
//
// A database belongs to one process (Open), or several share it (Share, shared.go). The connection
// that writes holds a lock, exclusive or shared, so that nobody else writes while one process has the
// database for itself.
package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"sync"

	"deuces/store/engine"
)

type database struct {
	address string
	steps   engine.Steps
}

// Open opens an existing database at an address and migrates it.
func Open(ctx context.Context, address string, o engine.Options) (*engine.Database, error) {
	c := connections{address: address}
	e := database{address: address, steps: o.Steps}
	writer, err := c.open(ctx, pool{params: keepalive(nil), size: 1, wrap: o.Wrap, check: lockAlone})
	if err == nil {
		err = migrate(ctx, writer, o)
	}
	if err == nil {
		err = endSharing(ctx, writer)
	}
	if err != nil {
		return nil, c.fail(err)
	}
	return c.database(ctx, e, writer, o.Wrap, nil)
}

// endSharing deletes the data of processes that shared the database before.
func endSharing(ctx context.Context, db *sql.DB) error {
	for _, query := range []string{
		`UPDATE shards SET alive = coalesce((SELECT p.alive FROM processes AS p WHERE p.id = shards.owner), alive), owner = 0, heir = 0, connected = 0, answered = ''`,
		`INSERT INTO alive (one, at) SELECT 1, max(s.alive) FROM shards AS s HAVING max(s.alive) > 0 ON CONFLICT (one) DO UPDATE SET at = greatest(alive.at, excluded.at)`,
		`DELETE FROM processes`,
	} {
		if _, err := db.ExecContext(ctx, query); err != nil {
			return err
		}
	}
	return nil
}

// Share opens a database of this program's version for one of several processes. engine.ErrOlder
// means that Open must migrate the database first, engine.ErrInUse that a process has it open with
// Open.
func Share(ctx context.Context, m *Member, o engine.Options) (*engine.Database, error) {
	c := connections{address: m.Address}
	writer, err := c.open(ctx, pool{params: m.params(), size: 1, wrap: o.Wrap, check: m.admit})
	if err == nil {
		err = o.Steps.IsLast(Version(ctx, writer))
	}
	if err == nil {
		err = checkSharing(ctx, m.Address)
	}
	if err == nil {
		err = checkUsers(ctx, writer)
	}
	if err != nil {
		return nil, c.fail(err)
	}
	return c.database(ctx, database{address: m.Address, steps: o.Steps}, writer, o.Wrap, map[string]string{"application_name": m.Name})
}

// Read opens a database of this program's version for reading.
func Read(ctx context.Context, address string, o engine.Options) (*engine.Database, error) {
	c := connections{address: address}
	db, err := c.database(ctx, database{address: address, steps: o.Steps}, nil, nil, nil)
	if err != nil {
		return nil, err
	}
	if err := o.Steps.IsLast(Version(ctx, db.Readers)); err != nil {
		return nil, c.fail(err)
	}
	return db, nil
}

// Lock prevents other processes from writing to the database until unlock is called.
func Lock(ctx context.Context, address string) (unlock func() error, err error) {
	c := connections{address: address}
	if _, err := c.open(ctx, pool{size: 1, check: lockAlone}); err != nil {
		return nil, c.fail(err)
	}
	return c.close, nil
}

// connections holds the pools of a database that is being opened.
type connections struct {
	address string
	opened  []*sql.DB
}

// open creates a pool and connects.
func (c *connections) open(ctx context.Context, p pool) (*sql.DB, error) {
	db, err := p.open(c.address)
	if err != nil {
		return nil, err
	}
	c.opened = append(c.opened, db)
	return db, db.PingContext(ctx)
}

// database returns the Database with its readers.
func (c *connections) database(ctx context.Context, e engine.Engine, writer *sql.DB, wrap engine.Wrap, params map[string]string) (*engine.Database, error) {
	size := max(4, runtime.GOMAXPROCS(0)) // as many as package sqlite uses
	all := map[string]string{"default_transaction_read_only": "on"}
	maps.Copy(all, params)
	readers, err := c.open(ctx, pool{params: all, size: size, wrap: wrap})
	if err != nil {
		return nil, c.fail(err)
	}
	return &engine.Database{Engine: e, Name: c.address, Writer: writer, Readers: readers, Close: sync.OnceValue(c.close)}, nil
}

func (c *connections) close() (err error) {
	for _, db := range c.opened {
		err = errors.Join(err, db.Close())
	}
	return err
}

// fail closes everything that was opened and returns the error with an explanation.
func (c *connections) fail(err error) error {
	return fmt.Errorf("%s: %w", HidePassword(c.address), explain(errors.Join(err, c.close())))
}

// The methods of engine.Engine.

func (database) Snapshot() *sql.TxOptions {
	return &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
}

func (database) Begin(ctx context.Context, t *engine.Tx) error { return t.Exec(ctx, `BEGIN`) }
func (database) IsTaken(err error) bool                        { return codeOf(err) == "23505" } // unique_violation

func (database) Serialize(ctx context.Context, t *engine.Tx, guild string) error {
	return t.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtext('deuces guild ' || current_schema()), hashtext(?))`, guild)
}

// A server's database can't be moved.
func (database) InPlace() error   { return nil }
func (database) Committed() error { return nil }
func (database) Readable() error  { return nil }

func (d database) Explain(err error) error {
	if explained := explain(err); explained != err {
		return fmt.Errorf("%s: %w", HidePassword(d.address), explained)
	}
	return err
}

// Damage leaves the files to PostgreSQL, which checks them itself.
func (d database) Damage(ctx context.Context, q engine.Querier) ([]string, error) {
	return checkTables(ctx, q, d.address, d.steps)
}

// Dangling checks each single-column foreign key.
func (database) Dangling(ctx context.Context, q engine.Querier) (found []string, err error) {
	queries, err := engine.Collect(ctx, q, engine.ScanOne[string], `
		SELECT format('SELECT %1$L, %2$s FROM %1$s AS x WHERE NOT EXISTS (SELECT 1 FROM %3$s AS y WHERE y.%4$s = x.%2$s)', c.conrelid::regclass, a.attname, c.confrelid::regclass, b.attname)
		FROM pg_constraint AS c JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
		JOIN pg_attribute AS b ON b.attrelid = c.confrelid AND b.attnum = c.confkey[1]
		WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace ORDER BY 1`)
	for _, query := range queries {
		lines, err := engine.Lines(ctx, q, query)
		if err != nil {
			return nil, err
		}
		found = append(found, lines...)
	}
	return found, err
}

func (database) Size(ctx context.Context, q engine.Querier) (bytes int64, err error) {
	err = q.QueryRowContext(ctx, `SELECT pg_database_size(current_database())`).Scan(&bytes)
	return bytes, err
}

func (database) LastNumber(ctx context.Context, q engine.Querier, table, column string) (last int64, err error) {
	err = q.QueryRowContext(ctx, `SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END FROM `+sequence(table, column)).Scan(&last)
	return last, err
}

func (database) NumberFrom(ctx context.Context, t *engine.Tx, table, column string, last int64) error {
	return t.Exec(ctx, fmt.Sprintf(`SELECT setval('%s', %d, false)`, sequence(table, column), last+1))
}

// Analyze doesn't wait for PostgreSQL to do it, which would assume small tables until then.
func (database) Analyze(ctx context.Context, t *engine.Tx) error { return t.Exec(ctx, `ANALYZE`) }

// sequence returns the name of the sequence of a column.
func sequence(table, column string) string { return table + "_" + column + "_seq" }
