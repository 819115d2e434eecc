// Package engine is the interface between the store and its database. The store queries it in
// SQL, with the same text for every database. An engine (packages sqlite and postgres) opens,
// locks, migrates and copies its database.
package engine

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"

	"github.com/rs/zerolog"
)

// Engine is the interface that each kind of database implements.
type Engine interface {
	// Snapshot returns the options of a transaction that reads a snapshot.
	Snapshot() *sql.TxOptions
	// Begin begins a transaction for a group of writes.
	Begin(context.Context, *Tx) error
	// Serialize makes a transaction wait until no other process's transaction that has called it for
	// the same guild is in progress. So it may write what depends on what it reads of the guild.
	Serialize(ctx context.Context, t *Tx, guild string) error
	// IsTaken reports whether an error means that another process has just written a row with the same
	// key.
	IsTaken(error) bool
	// InPlace returns an error if a commit would be useless because the database isn't where the
	// next start looks for it. Committed checks the same after a commit. Readable returns an error
	// if the logs may have events that the next start won't find.
	InPlace() error
	Committed() error
	Readable() error
	// Explain adds to an error of the database what an operator can do about it. It returns
	// other errors unchanged.
	Explain(error) error

	// Damage returns the problems that the database finds in itself, one line each: damaged
	// files, and tables or indexes that differ from the program's. If there are any, results of
	// other queries can't be trusted.
	Damage(context.Context, Querier) ([]string, error)
	// Dangling returns the references to missing rows, one line each.
	Dangling(context.Context, Querier) ([]string, error)
	// Size returns the size of the database in bytes.
	Size(context.Context, Querier) (int64, error)
	// LastNumber returns the last automatic number of a column, even if its row was deleted.
	// NumberFrom sets it, so that the next row gets the number last + 1.
	LastNumber(ctx context.Context, q Querier, table, column string) (int64, error)
	NumberFrom(ctx context.Context, t *Tx, table, column string, last int64) error
	// Analyze updates the query planner's statistics. It should be called after writing many
	// rows.
	Analyze(context.Context, *Tx) error
}

// Database is an open database.
type Database struct {
	Engine  Engine
	Name    string  // the path of a file, or an address
	Writer  *sql.DB // a single connection; nil if opened for reading
	Readers *sql.DB
	// Close closes the connections and releases the lock.
	Close func() error
}

// Options configure opening a database.
type Options struct {
	Steps    Steps
	Log      zerolog.Logger
	Wrap     Wrap // may be nil
	Existing bool // a missing file is an error, and isn't created
}

// Wrap wraps the connector of a database; tests use it to inject faults.
type Wrap func(driver.Connector) driver.Connector

// Condition is the result of inspecting a database.
type Condition struct {
	Exists         bool
	Size           int64 // size in bytes, including the write-ahead log
	Version, Known int   // version of the database, and newest version known to this program
	InUse          bool  // a process has it open for writing
	Damage         []string
	Took           time.Duration // time of a query of a server; 0 for a file
}

var (
	// ErrInUse means that a process, perhaps this one, has the database open for writing.
	ErrInUse = errors.New("the database is in use by another process of deuces: stop that bot first, or wait until that command ends")
	// ErrNewer means that a later version of Deuces has written the database.
	ErrNewer = errors.New("the database was written by a newer version of deuces")
	// ErrOlder means that the database must first be migrated by opening it as a Store.
	ErrOlder = errors.New("the database is of an older version: start deuces on it once")
	// ErrTooOld means that the database was written before version 1.0.
	ErrTooOld = errors.New("the database was written before version 1.0, and can no longer be read: move it away, or set DEUCES_DB to another one; deuces makes a new database where there is none")
	// ErrForeign means that the database belongs to another program.
	ErrForeign = errors.New("this is not a database of deuces")
)

// Annotate adds to *err what the function was doing. It must be deferred.
func Annotate(err *error, format string, args ...any) {
	if *err != nil {
		*err = fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), *err)
	}
}
