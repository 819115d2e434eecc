package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/rs/zerolog"
)

// A commit writes its pages to SQLite's write-ahead log, and is durable there. A
// checkpoint copies them into the file itself; then the log can start over. SQLite's own
// checkpoint runs within the commit that makes the log too long, so one round in twenty
// would wait until a thousand pages are written all over the file. Here another
// goroutine does it instead, a little at a time, on a connection of its own, and neither
// writers nor readers wait for it.
//
// The log starts over when all of it is in the file. If commits never stop, that may
// take long; then SQLite's own checkpoint runs at walMost, with little left to do.
// Beyond that the log grows only while a reader needs it, and is truncated afterwards.
//
// What is in the log is as durable as what is in the file. If a checkpoint fails, the
// next one makes up for it.

// Sizes of the log, in pages.
const (
	pageSize = 4096
	walGoal  = 256  // from here on it is brought into the file
	walMost  = 4096 // from here on SQLite does it, within commits
)

// lookEvery is how many commits there are between two looks at the log's size.
const lookEvery = 4

// checkpointer brings the log into the file.
type checkpointer struct {
	db   *sql.DB // one connection
	log  zerolog.Logger
	wake chan struct{} // with room for one
	done chan struct{} // closed when run has returned

	commits int // owned by the writer
}

func newCheckpointer(db *sql.DB, log zerolog.Logger) *checkpointer {
	c := &checkpointer{db: db, log: log, wake: make(chan struct{}, 1), done: make(chan struct{})}
	go c.run()
	return c
}

// committed is told of each commit, by the writer.
func (c *checkpointer) committed() {
	if c.commits++; c.commits%lookEvery > 0 {
		return
	}
	select {
	case c.wake <- struct{}{}:
	default: // it is at it
	}
}

// close ends it, after what it is doing. The writer has ended before.
func (c *checkpointer) close() error {
	close(c.wake)
	<-c.done
	return c.db.Close()
}

func (c *checkpointer) run() {
	defer close(c.done)
	for range c.wake {
		if err := c.look(context.Background()); err != nil {
			c.log.Warn().Err(err).Msg("the write-ahead log was not brought into the database's file")
		}
	}
}

// look brings the log into the file where there is enough of it.
func (c *checkpointer) look(ctx context.Context) error {
	left, err := checkpoint(ctx, c.db, "NOOP")
	if err == nil && left >= walGoal {
		_, err = checkpoint(ctx, c.db, "PASSIVE")
	}
	return err
}

// checkpoint returns how many pages of the log are not in the file. PASSIVE brings
// there what it can, waiting for nobody; NOOP nothing.
func checkpoint(ctx context.Context, q querier, mode string) (left int, err error) {
	var busy bool // another one is at it
	var all, done int
	if err := q.QueryRowContext(ctx, `PRAGMA wal_checkpoint(`+mode+`)`).Scan(&busy, &all, &done); err != nil {
		return 0, fmt.Errorf("checkpoint: %w", err)
	}
	if all < 0 {
		return 0, errors.New("checkpoint: the database has no write-ahead log")
	}
	return all - done, nil
}
