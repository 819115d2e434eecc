package engine

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"strings"
)

// Querier is what queries need: an *sql.DB, *sql.Conn, *sql.Tx or *Tx.
type Querier interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
	QueryRowContext(context.Context, string, ...any) *sql.Row
}

// Each calls f for each row of a query until f returns an error.
func Each(ctx context.Context, q Querier, f func(*sql.Rows) error, query string, args ...any) error {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Collect returns the results of scan for all rows of a query.
func Collect[T any](ctx context.Context, q Querier, scan func(*sql.Rows) (T, error), query string, args ...any) ([]T, error) {
	var all []T
	err := Each(ctx, q, func(rows *sql.Rows) error {
		one, err := scan(rows)
		all = append(all, one)
		return err
	}, query, args...)
	return all, err
}

// ScanOne scans a row of one column.
func ScanOne[T any](rows *sql.Rows) (one T, err error) {
	err = rows.Scan(&one)
	return one, err
}

// Fields returns a scan function that scans into the given fields of a value.
func Fields[T any](fields func(*T) []any) func(*sql.Rows) (T, error) {
	return func(rows *sql.Rows) (v T, err error) {
		err = rows.Scan(fields(&v)...)
		return v, err
	}
}

// Map returns the rows of a two-column query as a map.
func Map[K comparable, V any](ctx context.Context, q Querier, query string, args ...any) (map[K]V, error) {
	all := map[K]V{}
	err := Each(ctx, q, func(rows *sql.Rows) error {
		var key K
		var value V
		err := rows.Scan(&key, &value)
		all[key] = value
		return err
	}, query, args...)
	return all, err
}

// ScanAll returns all values of a row as the driver delivers them.
func ScanAll(rows *sql.Rows) ([]any, error) {
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	values, pointers := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		pointers[i] = &values[i]
	}
	return values, rows.Scan(pointers...)
}

// Lines returns each row of a query as a line of text.
func Lines(ctx context.Context, q Querier, query string, args ...any) ([]string, error) {
	return Collect(ctx, q, func(rows *sql.Rows) (string, error) {
		values, err := ScanAll(rows)
		return strings.TrimSuffix(fmt.Sprintln(values...), "\n"), err
	}, query, args...)
}

// Ask returns the single value of a query on a driver connection.
func Ask(ctx context.Context, conn driver.Conn, query string) (string, error) {
	q, ok := conn.(driver.QueryerContext)
	if !ok {
		return "", fmt.Errorf("%T can't be queried", conn)
	}
	rows, err := q.QueryContext(ctx, query, nil)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	value := make([]driver.Value, len(rows.Columns()))
	if err := rows.Next(value); err != nil {
		return "", fmt.Errorf("%s: %w", query, err)
	}
	return fmt.Sprint(value[0]), nil
}

// Checked is a Connector that calls Check for each new connection.
type Checked struct {
	driver.Connector
	Check func(context.Context, driver.Conn) error
}

func (c Checked) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	if err := c.Check(ctx, conn); err != nil {
		_ = conn.Close() // the error from Check matters more
		return nil, err
	}
	return conn, nil
}

// NewPool returns a pool of at most size connections.
func NewPool(c driver.Connector, size int) *sql.DB {
	db := sql.OpenDB(c)
	db.SetMaxOpenConns(size)
	db.SetMaxIdleConns(size)
	return db
}
