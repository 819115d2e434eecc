package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// lockPatience is how long a process waits for the lock of a database: as long as the
// server may need to see that the process before is gone.
const lockPatience = 3 * time.Second

// checking looks at a connection before it is used.
type checking func(context.Context, driver.QueryerContext) error

// alert adds to parameters that a server which can't reach this machine any more ends the
// connection, and so frees its locks, within a minute.
func alert(params map[string]string) map[string]string {
	params["tcp_keepalives_idle"], params["tcp_keepalives_interval"], params["tcp_keepalives_count"] = "30", "10", "3"
	return params
}

// postgresPool opens a pool of at most size connections. check, where it is not nil, looks
// at each before it is used.
func postgresPool(address string, params map[string]string, size int, w wrap, check checking) (*sql.DB, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, err // pgx leaves the password out
	}
	config.RuntimeParams["application_name"] = "deuces"
	for name, value := range params {
		config.RuntimeParams[name] = value
	}
	var connector driver.Connector = speaking{stdlib.GetConnector(*config), newPostgresSQL()}
	if w != nil {
		connector = w(connector)
	}
	if check != nil {
		connector = checked{connector, check}
	}
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(size)
	db.SetMaxIdleConns(size)
	return db, nil
}

// checked hands out connections only after looking at them.
type checked struct {
	driver.Connector
	check checking
}

func (c checked) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	q, ok := conn.(driver.QueryerContext)
	if !ok {
		err = fmt.Errorf("%T can't be queried", conn)
	} else {
		err = c.check(ctx, q)
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

// durable refuses a server that could lose what it has acknowledged, or change what it
// is given.
func durable(ctx context.Context, q driver.QueryerContext) error {
	for _, c := range []struct{ name, never, why string }{
		{"synchronous_commit", "off", "plays that were acknowledged could be lost"},
		{"fsync", "off", "plays that were acknowledged could be lost"},
		{"full_page_writes", "off", "a power failure could damage the database"},
		{"transaction_read_only", "on", "nothing can be written: is it a standby server?"},
	} {
		value, err := ask(ctx, q, `SELECT current_setting('`+c.name+`')`)
		if err == nil && value == c.never {
			err = fmt.Errorf("PostgreSQL has %s = %s: %s", c.name, value, c.why)
		}
		if err != nil {
			return err
		}
	}
	encoding, err := ask(ctx, q, `SELECT current_setting('server_encoding')`)
	if err == nil && encoding != "UTF8" {
		err = fmt.Errorf("the database has the encoding %s: make one with ENCODING 'UTF8'", encoding)
	}
	return err
}

// claimed makes the connection the only one that writes to the database, until it ends:
// nobody else gets the lock meanwhile (ErrInUse). Where the server is a connection
// pooler's, a lock means nothing; terms (postgres.begin) keep watch there too.
func claimed(ctx context.Context, q driver.QueryerContext) error {
	return withLock(ctx, q, `pg_advisory_lock`)
}

// joined makes the connection one of several that write to the database, each under terms
// of its own: nobody claims it meanwhile.
func joined(ctx context.Context, q driver.QueryerContext) error {
	return withLock(ctx, q, `pg_advisory_lock_shared`)
}

func withLock(ctx context.Context, q driver.QueryerContext, lock string) error {
	if err := durable(ctx, q); err != nil {
		return err
	}
	_, err := ask(ctx, q, fmt.Sprintf(`SELECT set_config('lock_timeout', '%d', false)`, lockPatience.Milliseconds()))
	if err == nil {
		_, err = ask(ctx, q, `SELECT `+lock+`(`+lockKey+`)`)
	}
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok && failed.Code == "55P03" { // lock_not_available
		return ErrInUse
	}
	if err == nil {
		_, err = ask(ctx, q, `SELECT set_config('lock_timeout', '0', false)`)
	}
	return err
}

// lockKey is the lock of a database: each schema in it can hold one of Deuces.
const lockKey = `1147499875, hashtext(current_schema())` // application

// ask returns the one value that a query gives.
func ask(ctx context.Context, q driver.QueryerContext, query string) (string, error) {
	rows, err := q.QueryContext(ctx, query, nil)
	if err != nil {
		return "", err
	}
	value := make([]driver.Value, len(rows.Columns()))
	if err := rows.Next(value); err != nil {
		return "", errors.Join(fmt.Errorf("%s: %w", query, err), rows.Close())
	}
	return strings.TrimSpace(fmt.Sprint(value[0])), rows.Close()
}

// speaking makes connections that take queries as they are written here.
type speaking struct {
	driver.Connector
	sql *postgresSQL
}

func (s speaking) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := s.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	c, ok := conn.(*stdlib.Conn)
	if !ok {
		return nil, errors.Join(fmt.Errorf("%T is no connection of pgx", conn), conn.Close())
	}
	return postgresConn{c, s.sql}, nil
}

type postgresConn struct {
	*stdlib.Conn
	sql *postgresSQL
}

func (c postgresConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	s, err := c.Conn.PrepareContext(ctx, c.sql.of(query))
	if err != nil {
		return nil, err
	}
	stmt, ok := s.(*stdlib.Stmt)
	if !ok {
		return nil, errors.Join(fmt.Errorf("%T is no statement of pgx", s), s.Close())
	}
	return postgresStmt{stmt}, nil
}

func (c postgresConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	return c.Conn.ExecContext(ctx, c.sql.of(query), plain(args))
}

func (c postgresConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	return c.Conn.QueryContext(ctx, c.sql.of(query), plain(args))
}

// CheckNamedValue implements driver.NamedValueChecker: values are those of database/sql,
// as for SQLite.
func (c postgresConn) CheckNamedValue(v *driver.NamedValue) (err error) {
	v.Value, err = driver.DefaultParameterConverter.ConvertValue(v.Value)
	return err
}

// IsValid implements driver.Validator.
func (c postgresConn) IsValid() bool { return !c.Conn.Conn().IsClosed() }

type postgresStmt struct{ *stdlib.Stmt }

func (s postgresStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	return s.Stmt.ExecContext(ctx, plain(args))
}

func (s postgresStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	return s.Stmt.QueryContext(ctx, plain(args))
}

// plain writes truth values as the numbers that stand for them in the tables.
func plain(args []driver.NamedValue) []driver.NamedValue {
	for i, a := range args {
		if b, ok := a.Value.(bool); ok {
			args[i].Value = int64(0)
			if b {
				args[i].Value = int64(1)
			}
		}
	}
	return args
}
