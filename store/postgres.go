package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/rs/zerolog"
)

// PostgreSQL is the other place where a store can be. What is PostgreSQL's alone stands in
// the files with its name: connections (postgres_conn.go), what queries say otherwise
// (postgres_sql.go), and migrations.
//
// Several processes may share it, by shards (share.go). Where one has it for itself, that
// is told in two ways. The writer's connection holds a lock,
// so a second process is refused at once (ErrInUse). And each process that opens the
// database has a term of its own, which each of its transactions makes sure of: whatever
// happens to connections, nothing is written by a process that another one has taken over
// from.

// postgres is the engine of a PostgreSQL database.
type postgres struct {
	address string
	term    int64 // of this process; 0 where only readers are
}

// onPostgres says whether a database's name is an address of PostgreSQL.
func onPostgres(name string) bool {
	return strings.HasPrefix(name, "postgres://") || strings.HasPrefix(name, "postgresql://")
}

// IsFile says whether a database's name is the path of a file, and not an address.
func IsFile(name string) bool { return !onPostgres(name) }

// Shown is the name of a database as people and logs may see it: without a password.
func Shown(name string) string {
	if !onPostgres(name) {
		return name
	}
	u, err := url.Parse(name)
	if err != nil {
		return "postgres://…"
	}
	if u.User != nil {
		u.User = url.User(u.User.Username())
	}
	q := u.Query()
	q.Del("password")
	q.Del("sslpassword")
	u.RawQuery = q.Encode()
	return u.String()
}

// ErrOwnTools: PostgreSQL's databases are copied by its own programs.
var ErrOwnTools = errors.New("this is a PostgreSQL database: back it up with pg_dump --format=custom --file=FILE, and restore that with pg_restore --clean --if-exists --single-transaction while the bot is stopped " +
	"(deuces copy also makes a file of it, and puts a file's contents into an empty database)")

func openPostgres(ctx context.Context, address string, log zerolog.Logger, all steps, wrapped wrap) (_ *Store, err error) {
	var opened []*sql.DB
	defer func() {
		if err != nil {
			for _, db := range opened {
				err = errors.Join(err, db.Close())
			}
			err = fmt.Errorf("%s: %w", Shown(address), inWords(err))
		}
	}()
	db, err := postgresPool(address, alert(map[string]string{}), 1, wrapped, claimed)
	if err != nil {
		return nil, err
	}
	opened = append(opened, db)
	if err := migratePostgres(ctx, db, log, all); err != nil {
		return nil, err
	}
	e := postgres{address: address}
	if err := db.QueryRowContext(ctx, `UPDATE deuces SET term = term + 1 RETURNING term`).Scan(&e.term); err != nil {
		return nil, err
	}
	// Processes that had shared the database have nothing left in it.
	for _, query := range []string{
		`UPDATE shards SET alive = coalesce((SELECT p.alive FROM processes AS p WHERE p.id = shards.owner), alive), owner = 0, heir = 0, connected = 0, answered = '', term = (SELECT d.term FROM deuces AS d)`,
		`INSERT INTO alive (one, at) SELECT 1, max(s.alive) FROM shards AS s HAVING max(s.alive) > 0 ON CONFLICT (one) DO UPDATE SET at = greatest(alive.at, excluded.at)`,
		`DELETE FROM processes`,
	} {
		if _, err := db.ExecContext(ctx, query); err != nil {
			return nil, err
		}
	}
	readers, err := postgresPool(address, readingOnly(), readers(), wrapped, nil)
	if err != nil {
		return nil, err
	}
	opened = append(opened, readers)
	if err := readers.PingContext(ctx); err != nil {
		return nil, err
	}
	w := newWriter(db, e)
	return &Store{
		Reader: newReader(readers, address, e),
		writer: w,
		close:  sync.OnceValue(func() error { return errors.Join(w.close(), readers.Close()) }),
	}, nil
}

func readPostgres(ctx context.Context, address string) (*Reader, error) {
	db, err := postgresPool(address, readingOnly(), readers(), nil, nil)
	if err == nil {
		if err = currentPostgres(ctx, db); err != nil {
			err = errors.Join(err, db.Close())
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", Shown(address), inWords(err))
	}
	return newReader(db, address, postgres{address: address}), nil
}

func readingOnly() map[string]string {
	return map[string]string{"default_transaction_read_only": "on"}
}

func (postgres) snapshot() *sql.TxOptions {
	return &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
}

// begin begins a transaction under this process's term. Whoever takes over waits for its
// end, and after that no other begins.
func (e postgres) begin(ctx context.Context, t *tx, _ []job) ([]error, error) {
	if err := t.exec(ctx, `BEGIN`); err != nil {
		return nil, err
	}
	var term int64
	err := t.get(ctx, `SELECT term FROM deuces WHERE term = ? FOR SHARE`, []any{e.term}, &term)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrInUse
	}
	return nil, err
}

func (postgres) inPlace() error  { return nil }
func (postgres) stored() error   { return nil }
func (postgres) readable() error { return nil }

func (e postgres) explain(err error) error {
	if words := inWords(err); words != err {
		return fmt.Errorf("%s: %w", Shown(e.address), words)
	}
	return err
}

// renews says so of a server that has become a standby: the next one may not be.
func (postgres) renews(err error) bool {
	failed, ok := errors.AsType[*pgconn.PgError](err)
	return ok && failed.Code == "25006" // read_only_sql_transaction
}

func (postgres) renewing() {}

// damage looks at tables and indexes; PostgreSQL looks after its files itself.
func (e postgres) damage(ctx context.Context, q querier) ([]string, error) {
	return checkPostgresSchema(ctx, q, e.address)
}

// dangling looks at each reference that the schema has, of one column to another.
func (postgres) dangling(ctx context.Context, q querier) (found []string, err error) {
	type reference struct{ table, column, other, key string }
	all, err := collect(ctx, q, func(rows *sql.Rows) (r reference, err error) {
		err = rows.Scan(&r.table, &r.column, &r.other, &r.key)
		return r, err
	}, `SELECT c.conrelid::regclass::text, a.attname::text, c.confrelid::regclass::text, b.attname::text
		FROM pg_constraint AS c JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
		JOIN pg_attribute AS b ON b.attrelid = c.confrelid AND b.attnum = c.confkey[1]
		WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace ORDER BY 1, 2`)
	if err != nil {
		return nil, err
	}
	for _, r := range all {
		lines, err := findings(ctx, q, fmt.Sprintf(`SELECT '%[1]s', %[2]s FROM %[1]s AS x WHERE NOT EXISTS (SELECT 1 FROM %[3]s AS y WHERE y.%[4]s = x.%[2]s)`, r.table, r.column, r.other, r.key))
		if err != nil {
			return nil, err
		}
		found = append(found, lines...)
	}
	return found, nil
}

func (postgres) size(ctx context.Context, q querier) (bytes int64, err error) {
	err = q.QueryRowContext(ctx, `SELECT pg_database_size(current_database())`).Scan(&bytes)
	return bytes, err
}

func (postgres) lastNumber(ctx context.Context, q querier, table, column string) (last int64, err error) {
	err = q.QueryRowContext(ctx, `SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END FROM `+sequence(table, column)).Scan(&last)
	return last, err
}

func (postgres) numberFrom(ctx context.Context, t *tx, table, column string, last int64) error {
	return t.exec(ctx, fmt.Sprintf(`SELECT setval('%s', %d, false)`, sequence(table, column), last+1))
}

// filled has PostgreSQL look at the tables, as it does by itself some time later: else it
// takes them for small ones.
func (postgres) filled(ctx context.Context, t *tx) error { return t.exec(ctx, `ANALYZE`) }

// sequence is the name that PostgreSQL gives to what counts for a column.
func sequence(table, column string) string { return table + "_" + column + "_seq" }

// lookPostgres is Look at a PostgreSQL database.
func lookPostgres(ctx context.Context, address string) (c Condition, err error) {
	defer func() { err = inWords(err) }()
	all, err := ownSteps(true)
	if err != nil {
		return c, err
	}
	c.Known = all.last()
	db, err := postgresPool(address, nil, 1, nil, durable)
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if c.Version, err = inspectPostgres(ctx, db); err != nil {
		return c, err
	}
	if err := all.fits(c.Version); errors.Is(err, ErrTooOld) {
		return c, err
	}
	c.Exists = true
	if c.Version < c.Known {
		var may bool
		err := db.QueryRowContext(ctx, `SELECT has_schema_privilege(current_schema(), 'CREATE')`).Scan(&may)
		if err == nil && !may {
			err = errors.New("the database is there, but this user may make no tables in it: make the user its owner (ALTER DATABASE … OWNER TO …), or GRANT CREATE ON SCHEMA public")
		}
		if err != nil {
			return c, err
		}
	}
	err = db.QueryRowContext(ctx, `SELECT pg_database_size(current_database()), NOT pg_try_advisory_lock(`+lockKey+`)`).Scan(&c.Size, &c.InUse)
	if err == nil && c.Version == c.Known {
		c.Damage, err = checkPostgresSchema(ctx, db, address)
	}
	return c, err
}

// passes says of an error of Open that the server may soon think better of it.
func passes(err error) bool {
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch failed.Code {
		case "57P03", "53300", "53100": // cannot_connect_now, too_many_connections, disk_full
			return true
		}
	}
	return errors.Is(err, syscall.ECONNREFUSED)
}

// inWords says what an operator can do about an error of PostgreSQL, where its own words
// don't name the cause.
func inWords(err error) error {
	if err == nil {
		return nil
	}
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch {
		case strings.HasPrefix(failed.Code, "28"): // invalid_authorization_specification
			return fmt.Errorf("PostgreSQL refuses this user or password: %w", err)
		case failed.Code == "3D000": // invalid_catalog_name
			return fmt.Errorf("there is no such database: make it with createdb, or name another (%w)", err)
		case failed.Code == "42501": // insufficient_privilege
			return fmt.Errorf("this user may not do what the bot needs: make the user the owner of the database (%w)", err)
		case failed.Code == "53100": // disk_full
			return fmt.Errorf("the disk of the PostgreSQL server is full: make room there (%w)", err)
		case failed.Code == "53300": // too_many_connections
			return fmt.Errorf("PostgreSQL has no connection free: raise its max_connections (%w)", err)
		case failed.Code == "25006": // read_only_sql_transaction
			return fmt.Errorf("PostgreSQL lets nothing be written: is it a standby server? (%w)", err)
		}
		return err
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return fmt.Errorf("PostgreSQL can't be reached: is it running, and is the address right? (%w)", err)
	}
	return err
}
