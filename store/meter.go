package store

import (
	"context"
	"time"
)

// Commit is what a group of writes cost that shared a transaction.
type Commit struct {
	Writes int
	Took   time.Duration // from the first write's begin to the disk
	Err    error         // of the transaction: nobody knows what of it took effect
}

// TellCommits has f told of each commit from now on. It is called by the goroutine that
// writes, so it must be quick.
func (s *Store) TellCommits(f func(Commit)) { s.writer.told.Store(&f) }

// Waiting is how many writes wait to be begun.
func (s *Store) Waiting() int { return int(s.writer.waiting.Load()) }

// Size is how many bytes the database has on the disk: its file with the write-ahead log,
// or what its server says.
func (r *Reader) Size(ctx context.Context) (bytes int64, err error) {
	return r.engine.size(ctx, r.db)
}
