package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// ErrInUse: another process, or this one, has the database open for writing.
var ErrInUse = errors.New("the database is in use by another process of deuces")

// lock makes this the only writer of the database at path until the returned
// function is called or the process ends. It is SQLite's own lock on an empty
// file beside the database, path-lock: it works wherever the database does, and
// readers and backups of the database don't notice it. Two writing
// processes would lose nothing, since each append checks the log's end in its own
// transaction, but each would show its players a table that the other has moved on.
func lock(ctx context.Context, path string) (unlock func() error, err error) {
	if err := ownFile(path + "-lock"); err != nil {
		return nil, fmt.Errorf("%s: %w", path, plainly(path, err))
	}
	// A lock writes nothing, so that it can be had on a full disk, too.
	name, err := dsn(path+"-lock", "rwc", shared, []pragma{{"busy_timeout", "0", "0"}, {"journal_mode", "MEMORY", "memory"}})
	if err != nil {
		return nil, err
	}
	connector, err := sqlite.NewConnector(name)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(1)
	conn, err := db.Conn(ctx)
	if err == nil {
		_, err = conn.ExecContext(ctx, "BEGIN EXCLUSIVE")
	}
	if err != nil {
		if e := new(sqlite.Error); errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_BUSY {
			err = ErrInUse
		}
		return nil, errors.Join(fmt.Errorf("%s: %w", path, plainly(path, err)), db.Close())
	}
	return func() error { return errors.Join(conn.Close(), db.Close()) }, nil
}
