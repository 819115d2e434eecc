// Package postgres is the engine for PostgreSQL databases.
//
// A database belongs to one process (Open), or several share it by shards (Share, leases.go).
// Exclusive use is enforced in two ways. The writer's connection holds a lock, so a second
// process is refused at once. And every process that opens the database gets a new term, which
// each transaction checks. So after another process has taken over, a process can't write,
// whatever happens to the connections.
package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"deuces/store/engine"
)

type database struct {
	address string
	steps   engine.Steps
	term    int64 // term of this process; 0 for readers
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
		err = writer.QueryRowContext(ctx, `UPDATE deuces SET term = term + 1 RETURNING term`).Scan(&e.term)
	}
	if err == nil {
		err = endSharing(ctx, writer)
	}
	if err != nil {
		return nil, c.fail(err)
	}
	return c.database(ctx, e, writer, o.Wrap)
}

// endSharing deletes the data of processes that shared the database before.
func endSharing(ctx context.Context, db *sql.DB) error {
	for _, query := range []string{
		`UPDATE shards SET alive = coalesce((SELECT p.alive FROM processes AS p WHERE p.id = shards.owner), alive), owner = 0, heir = 0, connected = 0, answered = '', term = (SELECT d.term FROM deuces AS d)`,
		`INSERT INTO alive (one, at) SELECT 1, max(s.alive) FROM shards AS s HAVING max(s.alive) > 0 ON CONFLICT (one) DO UPDATE SET at = greatest(alive.at, excluded.at)`,
		`DELETE FROM processes`,
	} {
		if _, err := db.ExecContext(ctx, query); err != nil {
			return err
		}
	}
	return nil
}

// Share opens a database of this program's version as one of several processes. The process
// can't write until it has joined (Leases.Join) and holds a shard. engine.ErrOlder means that
// Open must migrate the database first, engine.ErrInUse that a process has it open with Open.
func Share(ctx context.Context, address string, o engine.Options) (*engine.Database, *Leases, error) {
	c := connections{address: address}
	// A process that hangs in a transaction must not block the one that takes over.
	idle := keepalive(map[string]string{"idle_in_transaction_session_timeout": "5000"})
	brief := keepalive(map[string]string{"idle_in_transaction_session_timeout": "5000", "statement_timeout": "5000"})
	writer, err := c.open(ctx, pool{params: idle, size: 1, wrap: o.Wrap, check: lockShared})
	if err == nil {
		err = checkCurrent(ctx, writer, o.Steps)
	}
	if err != nil {
		return nil, nil, c.fail(err)
	}
	l := &Leases{address: address}
	if l.db, err = c.open(ctx, pool{params: brief, size: 3, check: checkSettings}); err == nil {
		l.renewal, err = c.open(ctx, pool{params: brief, size: 1, check: checkSettings})
	}
	if err != nil {
		return nil, nil, c.fail(err)
	}
	db, err := c.database(ctx, sharedDatabase{database{address: address, steps: o.Steps}, l}, writer, o.Wrap)
	return db, l, err
}

// Read opens a database of this program's version for reading.
func Read(ctx context.Context, address string, o engine.Options) (*engine.Database, error) {
	c := connections{address: address}
	db, err := c.database(ctx, database{address: address, steps: o.Steps}, nil, nil)
	if err != nil {
		return nil, err
	}
	if err := checkCurrent(ctx, db.Readers, o.Steps); err != nil {
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
func (c *connections) database(ctx context.Context, e engine.Engine, writer *sql.DB, wrap engine.Wrap) (*engine.Database, error) {
	size := max(4, runtime.GOMAXPROCS(0)) // as many as package sqlite uses
	readers, err := c.open(ctx, pool{params: map[string]string{"default_transaction_read_only": "on"}, size: size, wrap: wrap})
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

// Snapshot implements engine.Engine.
func (database) Snapshot() *sql.TxOptions {
	return &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
}

// Begin implements engine.Engine. The transaction locks this process's term. A process that takes
// over the database waits until the transaction ends; after that, this process can't begin another
// one.
func (d database) Begin(ctx context.Context, t *engine.Tx, _ []engine.Claim) ([]error, error) {
	if err := t.Exec(ctx, `BEGIN`); err != nil {
		return nil, err
	}
	var term int64
	err := t.Get(ctx, `SELECT term FROM deuces WHERE term = ? FOR SHARE`, []any{d.term}, &term)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, engine.ErrInUse
	}
	return nil, err
}

// InPlace, Committed and Readable implement engine.Engine. A server's database can't be moved.
func (database) InPlace() error   { return nil }
func (database) Committed() error { return nil }
func (database) Readable() error  { return nil }

// Explain implements engine.Engine.
func (d database) Explain(err error) error {
	if explained := explain(err); explained != err {
		return fmt.Errorf("%s: %w", HidePassword(d.address), explained)
	}
	return err
}

// Damage implements engine.Engine. PostgreSQL checks its files itself.
func (d database) Damage(ctx context.Context, q engine.Querier) ([]string, error) {
	return checkTables(ctx, q, d.address, d.steps)
}

// Dangling implements engine.Engine. It checks each single-column foreign key.
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

// Size implements engine.Engine.
func (database) Size(ctx context.Context, q engine.Querier) (bytes int64, err error) {
	err = q.QueryRowContext(ctx, `SELECT pg_database_size(current_database())`).Scan(&bytes)
	return bytes, err
}

// LastNumber implements engine.Engine.
func (database) LastNumber(ctx context.Context, q engine.Querier, table, column string) (last int64, err error) {
	err = q.QueryRowContext(ctx, `SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END FROM `+sequence(table, column)).Scan(&last)
	return last, err
}

// NumberFrom implements engine.Engine.
func (database) NumberFrom(ctx context.Context, t *engine.Tx, table, column string, last int64) error {
	return t.Exec(ctx, fmt.Sprintf(`SELECT setval('%s', %d, false)`, sequence(table, column), last+1))
}

// Analyze implements engine.Engine. PostgreSQL does it automatically, but with a delay, during
// which it would assume small tables.
func (database) Analyze(ctx context.Context, t *engine.Tx) error { return t.Exec(ctx, `ANALYZE`) }

// sequence returns the name of the sequence of a column.
func sequence(table, column string) string { return table + "_" + column + "_seq" }
