// Package engine is the contract between the store and the databases that it can be in. The store
// knows what it keeps and asks for it in SQL, one text for all databases. An engine (packages
// sqlite and postgres) knows how its database is opened, locked, migrated and copied.
package engine

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/rs/zerolog"
)

// Engine is what the databases do each in their own way.
type Engine interface {
	// Snapshot are the options of a transaction that reads the state of one moment.
	Snapshot() *sql.TxOptions
	// Begin begins a transaction of the writer for a group of writes, each with its claim, and
	// returns why it refuses some of them; nil: it refuses none.
	Begin(context.Context, *Tx, []Claim) (refused []error, err error)
	// InPlace returns an error if a commit would be in vain, because the database is not where
	// the next start looks for it. Committed returns the same after a commit, and Readable
	// an error if the logs may have events that the next start will not find.
	InPlace() error
	Committed() error
	Readable() error
	// Explain says what an operator can do about a write's error that is the database's. It
	// returns all other errors as they are.
	Explain(error) error

	// Damage returns what the database finds wrong with itself, a line each: damaged files,
	// tables and indexes that are not those of the program. Then nothing else that it returns
	// can be relied on.
	Damage(context.Context, Querier) ([]string, error)
	// Dangling returns the references to rows that don't exist, a line each.
	Dangling(context.Context, Querier) ([]string, error)
	// Size is how many bytes the database has on its disk.
	Size(context.Context, Querier) (int64, error)
	// LastNumber is the last number that a table has given in a column, even if its row is gone.
	// NumberFrom lets the table go on from there.
	LastNumber(ctx context.Context, q Querier, table, column string) (int64, error)
	NumberFrom(ctx context.Context, t *Tx, table, column string, last int64) error
	// Analyze updates the statistics for queries, after very many rows were written.
	Analyze(context.Context, *Tx) error
}

// Claim says under which term of which shard a write is made, where several processes share the
// database.
type Claim struct {
	Shard  int
	Term   int64
	Member bool // of no shard: it is enough that the process has joined
	Alone  bool // needs a transaction of its own
}

// Database is one that is open.
type Database struct {
	Engine  Engine
	Name    string  // the path of a file, or an address
	Writer  *sql.DB // one connection; nil if the database is open for reading only
	Readers *sql.DB
	// Close closes both and gives the database free for others.
	Close func() error
}

// Options are those of opening a database.
type Options struct {
	Steps Steps
	Log   zerolog.Logger
	Wrap  Wrap // nil: none
}

// Wrap stands between the store and a database's connections; tests put faults there.
type Wrap func(driver.Connector) driver.Connector

// Condition is what is known of a database without opening it.
type Condition struct {
	Exists         bool
	Size           int64 // bytes, with the write-ahead log
	Version, Known int   // of the database, and the newest that this program knows
	InUse          bool  // a process has it open for writing
	Damage         []string
}

var (
	// ErrInUse: another process, or this one, has the database open for writing.
	ErrInUse = errors.New("the database is in use by another process of deuces")
	// ErrNewer: a later version of Deuces has written the database.
	ErrNewer = errors.New("the database was written by a newer version of deuces")
	// ErrOlder: the database has yet to be brought to this version by opening it as a Store.
	ErrOlder = errors.New("the database is of an older version: start deuces on it once")
	// ErrTooOld: the database is of a version that this program can't bring up to date.
	ErrTooOld = errors.New("the database is of too old a version")
	// ErrForeign: there is some other program's database.
	ErrForeign = errors.New("this is not a database of deuces")
)

// Annotate says of the error that a function returns what the function was about to do. It is
// deferred.
func Annotate(err *error, format string, args ...any) {
	if *err != nil {
		*err = fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), *err)
	}
}
