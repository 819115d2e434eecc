package store

import (
	"context"
	"database/sql"
	"sync"
)

// querier is what reading needs: an *sql.DB, *sql.Conn or *sql.Tx.
type querier interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
	QueryRowContext(context.Context, string, ...any) *sql.Row
}

// prepared is a pool that keeps each query prepared: of a short one the reading takes longer
// than the answer.
type prepared struct {
	db    *sql.DB
	stmts sync.Map // by query
}

func (p *prepared) of(ctx context.Context, query string) (*sql.Stmt, error) {
	if s, is := p.stmts.Load(query); is {
		return s.(*sql.Stmt), nil
	}
	s, err := p.db.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	if before, is := p.stmts.LoadOrStore(query, s); is {
		return before.(*sql.Stmt), s.Close()
	}
	return s, nil
}

// QueryContext implements querier.
func (p *prepared) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s, err := p.of(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}

// QueryRowContext implements querier.
func (p *prepared) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	s, err := p.of(ctx, query)
	if err != nil {
		return p.db.QueryRowContext(ctx, query, args...) // which says so, too
	}
	return s.QueryRowContext(ctx, args...)
}

// each calls f at each row that query gives, up to the first error.
func each(ctx context.Context, q querier, f func(*sql.Rows) error, query string, args ...any) error {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	return drain(rows, f)
}

func drain(rows *sql.Rows, f func(*sql.Rows) error) error {
	defer rows.Close()
	for rows.Next() {
		if err := f(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// collect returns what scan makes of each row that query gives.
func collect[T any](ctx context.Context, q querier, scan func(*sql.Rows) (T, error), query string, args ...any) ([]T, error) {
	var all []T
	err := each(ctx, q, func(rows *sql.Rows) error {
		one, err := scan(rows)
		all = append(all, one)
		return err
	}, query, args...)
	return all, err
}

// scanOne scans rows of one column.
func scanOne[T any](rows *sql.Rows) (one T, err error) {
	err = rows.Scan(&one)
	return one, err
}
