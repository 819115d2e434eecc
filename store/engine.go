package store

import (
	"context"
	"database/sql"
)

// engine is what the databases that a store can be in do each in their own way. Beyond it
// they differ in a few words of SQL (postgres_sql.go).
type engine interface {
	// snapshot is how a transaction begins that reads one moment's state.
	snapshot() *sql.TxOptions
	// begin begins a transaction of the writer, and says which writes of the group it
	// refuses; nil: none.
	begin(context.Context, *tx, []job) (refused []error, err error)
	// inPlace says before a commit that it would be in vain, since the database is not where the
	// next start will look for it; stored says so after one. readable says that the logs may have
	// what the next start will not find.
	inPlace() error
	stored() error
	readable() error
	// explain says of a write's error what an operator can do about it, where it is the
	// database's.
	explain(error) error
	// renews says of a write's error that another connection may be able to do it; before
	// there is one, renewing is called.
	renews(error) bool
	renewing()

	// damage returns what the database finds wrong with itself, a line each, so that
	// nothing else that it says means anything: damaged files, another schema.
	damage(context.Context, querier) ([]string, error)
	// dangling returns the references to rows that don't exist, a line each.
	dangling(context.Context, querier) ([]string, error)
	// size is how many bytes the database has on its disk.
	size(context.Context, querier) (int64, error)
	// lastNumber is the last number that a table has given in a column, whether the row
	// is still there or not. numberFrom has it go on from there.
	lastNumber(ctx context.Context, q querier, table, column string) (int64, error)
	numberFrom(ctx context.Context, t *tx, table, column string, last int64) error
	// filled is told that a transaction has written very many rows to empty tables.
	filled(context.Context, *tx) error
}
