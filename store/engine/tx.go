package engine

import (
	"context"
	"database/sql"
	"database/sql/driver"
)

// Tx is a transaction on the writer's connection. It caches prepared statements for the
// lifetime of the connection.
type Tx struct {
	conn       *sql.Conn
	statements map[string]*sql.Stmt
}

// NewTx takes a connection from a pool.
func NewTx(ctx context.Context, db *sql.DB) (*Tx, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	return &Tx{conn, map[string]*sql.Stmt{}}, nil
}

func (t *Tx) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	s, ok := t.statements[query]
	if !ok {
		var err error
		if s, err = t.conn.PrepareContext(ctx, query); err != nil {
			return nil, err
		}
		t.statements[query] = s
	}
	return s, nil
}

// Exec executes a statement.
func (t *Tx) Exec(ctx context.Context, query string, args ...any) error {
	_, err := t.Change(ctx, query, args...)
	return err
}

// Change executes a statement and returns how many rows it changed.
func (t *Tx) Change(ctx context.Context, query string, args ...any) (rows int64, err error) {
	s, err := t.prepare(ctx, query)
	if err != nil {
		return 0, err
	}
	r, err := s.ExecContext(ctx, args...)
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}

// ExecAll executes statements in order, each with the same arguments.
func (t *Tx) ExecAll(ctx context.Context, queries []string, args ...any) error {
	for _, query := range queries {
		if err := t.Exec(ctx, query, args...); err != nil {
			return err
		}
	}
	return nil
}

// Get scans the first row of a query. It returns sql.ErrNoRows if there is none.
func (t *Tx) Get(ctx context.Context, query string, args []any, dest ...any) error {
	s, err := t.prepare(ctx, query)
	if err != nil {
		return err
	}
	return s.QueryRowContext(ctx, args...).Scan(dest...)
}

func (t *Tx) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s, err := t.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}

func (t *Tx) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	return t.conn.QueryRowContext(ctx, query, args...)
}

// Close closes the connection instead of returning it to the pool, so the database rolls back an
// open transaction. Errors don't matter: the database has rolled back, or will when it is opened
// again.
func (t *Tx) Close() {
	for _, s := range t.statements {
		_ = s.Close()
	}
	_ = t.conn.Raw(func(any) error { return driver.ErrBadConn })
	_ = t.conn.Close()
}
