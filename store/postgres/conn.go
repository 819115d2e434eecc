package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"deuces/store/engine"
)

// pool configures the connections of a pool.
type pool struct {
	params map[string]string
	size   int
	wrap   engine.Wrap
	check  func(context.Context, driver.Conn) error // called for each new connection; may be nil
}

// keepalive adds parameters with which the server closes a dead connection, and so releases its
// locks, within a minute.
func keepalive(params map[string]string) map[string]string {
	all := map[string]string{"tcp_keepalives_idle": "30", "tcp_keepalives_interval": "10", "tcp_keepalives_count": "3"}
	maps.Copy(all, params)
	return all
}

func (p pool) open(address string) (*sql.DB, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, veil(address, err)
	}
	config.RuntimeParams["application_name"] = "deuces"
	maps.Copy(config.RuntimeParams, p.params)
	var c driver.Connector = translating{stdlib.GetConnector(*config), newDialect(), address}
	if p.wrap != nil {
		c = p.wrap(c)
	}
	if p.check != nil {
		c = engine.Checked{Connector: c, Check: p.check}
	}
	return engine.NewPool(c, p.size), nil
}

// Connect opens a single connection, without checks.
func Connect(address string) (*sql.DB, error) { return pool{size: 1}.open(address) }

// checkSettings returns an error if the server's settings could lose acknowledged data or alter
// stored values.
func checkSettings(ctx context.Context, conn driver.Conn) error {
	for _, c := range []struct{ name, never, why string }{
		{"synchronous_commit", "off", "plays that were acknowledged could be lost"},
		{"fsync", "off", "plays that were acknowledged could be lost"},
		{"full_page_writes", "off", "a power failure could damage the database"},
	} {
		value, err := engine.Ask(ctx, conn, `SELECT current_setting('`+c.name+`')`)
		if err == nil && value == c.never {
			err = fmt.Errorf("PostgreSQL has %s = %s: %s", c.name, value, c.why)
		}
		if err != nil {
			return err
		}
	}
	// A standby and a user's or database's default say the same in transaction_read_only.
	refused, err := engine.Ask(ctx, conn, `SELECT CASE
		WHEN pg_is_in_recovery() THEN 'nothing can be written: this server is a standby, so name the primary server'
		WHEN current_setting('transaction_read_only') = 'on' THEN 'nothing can be written: default_transaction_read_only is on for this user, database or server'
		ELSE '' END`)
	if err == nil && refused != "" {
		err = fmt.Errorf("PostgreSQL has transaction_read_only = on: %s", refused)
	}
	if err != nil {
		return err
	}
	encoding, err := engine.Ask(ctx, conn, `SELECT current_setting('server_encoding')`)
	if err == nil && encoding != "UTF8" {
		err = fmt.Errorf("the database has the encoding %s: make one with ENCODING 'UTF8'", encoding)
	}
	return err
}

// lockTimeout is how long a process waits for the lock of a database: long enough for the server
// to notice that the previous process has exited.
const lockTimeout = 3 * time.Second

// lockKey is the advisory lock of a database. Each schema can hold one Deuces database.
const lockKey = `1147499875, hashtext(current_schema())` // "Deuc", which is also the application_id of the SQLite files

// lockAlone takes the exclusive lock for the lifetime of the connection. It returns engine.ErrInUse
// if another process holds the lock.
func lockAlone(ctx context.Context, conn driver.Conn) error {
	return lock(ctx, conn, `pg_advisory_lock`)
}

// lock takes the lock of the database with a function of PostgreSQL.
func lock(ctx context.Context, conn driver.Conn, function string) error {
	err := checkSettings(ctx, conn)
	for _, query := range []string{
		fmt.Sprintf(`SELECT set_config('lock_timeout', '%d', false)`, lockTimeout.Milliseconds()),
		`SELECT ` + function + `(` + lockKey + `)`,
		`SELECT set_config('lock_timeout', '0', false)`,
	} {
		if err == nil {
			_, err = engine.Ask(ctx, conn, query)
		}
	}
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok && failed.Code == "55P03" { // lock_not_available
		return engine.ErrInUse
	}
	return err
}

// translating is a Connector that translates queries from SQLite's dialect.
type translating struct {
	driver.Connector
	dialect *dialect
	address string
}

func (t translating) Connect(ctx context.Context) (driver.Conn, error) {
	c, err := t.Connector.Connect(ctx)
	if err != nil {
		return nil, veil(t.address, err)
	}
	pgx, ok := c.(*stdlib.Conn)
	if !ok {
		return nil, errors.Join(fmt.Errorf("%T is not a connection of pgx", c), c.Close())
	}
	return conn{pgx, t.dialect}, nil
}

type conn struct {
	*stdlib.Conn
	dialect *dialect
}

func (c conn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	return c.Conn.PrepareContext(ctx, c.dialect.translate(query))
}

func (c conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	return c.Conn.ExecContext(ctx, c.dialect.translate(query), args)
}

func (c conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	return c.Conn.QueryContext(ctx, c.dialect.translate(query), args)
}

// CheckNamedValue implements driver.NamedValueChecker. It accepts the same values as SQLite and
// stores booleans as numbers.
func (c conn) CheckNamedValue(v *driver.NamedValue) (err error) {
	v.Value, err = driver.DefaultParameterConverter.ConvertValue(v.Value)
	if b, ok := v.Value.(bool); ok {
		v.Value = int64(0)
		if b {
			v.Value = int64(1)
		}
	}
	return err
}

func (c conn) IsValid() bool { return !c.Conn.Conn().IsClosed() }

// IsAddress reports whether a database's name is a PostgreSQL address.
func IsAddress(name string) bool {
	return strings.HasPrefix(name, "postgres://") || strings.HasPrefix(name, "postgresql://")
}
