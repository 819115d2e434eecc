package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"deuces/store/engine"
)

// ErrClosed means that the store was closed before the write began. Nothing was written.
var ErrClosed = errors.New("the store is closed")

// groupLimit is the maximum number of writes that share a commit. It limits how long the first
// write of a group waits for the last.
const groupLimit = 256

// writer is the only goroutine that writes. Waiting writes share one transaction, and so one
// fsync. Each has its own savepoint, so one that fails doesn't affect the others.
type writer struct {
	db     *sql.DB // one connection
	engine engine.Engine

	// jobs is unbuffered: a job that was received will be carried out; one that wasn't received
	// hasn't begun and can be cancelled.
	jobs chan job
	done chan struct{} // closed when run has returned

	// Senders hold entry for reading while they wait for run to receive their job. stop locks
	// it, and so waits for all of them.
	entry   sync.RWMutex
	stopped bool

	waiting atomic.Int64 // number of writes that haven't begun
	told    atomic.Pointer[func(Commit)]

	tx   *tx  // current connection; nil if a new one is needed; owned by run
	next *job // job for the next group; owned by run
}

type job struct {
	do    func(context.Context, *tx) error
	alone bool       // it needs a transaction of its own, because other processes may change the same rows
	done  chan error // buffered, so that run never waits for a caller
}

func newWriter(db *engine.Database) *writer {
	w := &writer{db: db.Writer, engine: db.Engine, jobs: make(chan job), done: make(chan struct{})}
	go w.run()
	return w
}

// write calls do in a transaction, of its own if alone is set, and returns when the result is durable.
//
// ctx applies only until the write begins: its error means that nothing was written. After that
// the write runs to its end, even if the caller has gone. If do returns an error, its changes
// are rolled back. If the commit fails, it may or may not have taken effect, so the caller must
// read the data again.
func (w *writer) write(ctx context.Context, alone bool, do func(context.Context, *tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	j := job{do: do, alone: alone, done: make(chan error, 1)}
	if err := w.hand(ctx, j); err != nil {
		return err
	}
	return <-j.done
}

func (w *writer) hand(ctx context.Context, j job) error {
	w.entry.RLock()
	defer w.entry.RUnlock()
	if w.stopped {
		return ErrClosed
	}
	w.waiting.Add(1)
	defer w.waiting.Add(-1)
	select {
	case w.jobs <- j:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// stop refuses new writes and waits until the waiting ones are finished. Stopping again does
// nothing.
func (w *writer) stop() {
	w.entry.Lock()
	if !w.stopped {
		w.stopped = true
		close(w.jobs)
	}
	w.entry.Unlock()
	<-w.done
}

func (w *writer) run() {
	defer close(w.done)
	for {
		first, ok := w.first()
		if !ok {
			break
		}
		group := w.gather(first)
		began := time.Now()
		errs, err := w.commit(group)
		if tell := w.told.Load(); tell != nil {
			(*tell)(Commit{Writes: len(group), Took: time.Since(began), Err: err})
		}
		renew := err != nil
		for i, j := range group {
			failed := errors.Join(errs[i], err)
			explained := w.engine.Explain(failed)
			// The connection itself may be the cause: the file was read-only when it was opened, or
			// the server has become a standby.
			renew = renew || explained != failed
			j.done <- explained
		}
		if renew {
			w.drop()
		}
	}
	w.drop()
}

// first waits for the first job of a group.
func (w *writer) first() (job, bool) {
	if j := w.next; j != nil {
		w.next = nil
		return *j, true
	}
	j, ok := <-w.jobs
	return j, ok
}

// gather returns first and the jobs waiting behind it. A job that needs its own transaction
// forms its own group.
func (w *writer) gather(first job) []job {
	group := []job{first}
	for len(group) < groupLimit && !first.alone {
		select {
		case j, ok := <-w.jobs:
			if !ok {
				return group
			}
			if j.alone {
				w.next = &j
				return group
			}
			group = append(group, j)
		default:
			return group
		}
	}
	return group
}

// commit performs a group of jobs in one transaction. errs has the error of each job. err is
// the transaction's error; after it the result is unknown and the connection must not be used
// again.
func (w *writer) commit(group []job) (errs []error, err error) {
	// The transaction belongs to the whole group, so it uses none of the callers' contexts.
	ctx := context.Background()
	errs = make([]error, len(group))
	if w.tx == nil {
		t, err := engine.NewTx(ctx, w.db)
		if err != nil {
			return errs, fmt.Errorf("open a connection: %w", err)
		}
		w.tx = &tx{t}
	}
	if err := w.engine.Begin(ctx, w.tx.Tx); err != nil {
		return errs, fmt.Errorf("begin: %w", err)
	}
	for i, j := range group {
		if err := w.tx.Exec(ctx, "SAVEPOINT job"); err != nil {
			return errs, fmt.Errorf("savepoint: %w", err)
		}
		if errs[i] = j.do(ctx, w.tx); errs[i] != nil {
			// A full disk or an I/O error may already have rolled back the whole transaction.
			// Then there is no savepoint, and this fails too.
			if err := w.tx.Exec(ctx, "ROLLBACK TO job"); err != nil {
				return errs, fmt.Errorf("roll back: %w", err)
			}
		}
		if err := w.tx.Exec(ctx, "RELEASE job"); err != nil {
			return errs, fmt.Errorf("release: %w", err)
		}
	}
	if err := w.engine.InPlace(); err != nil {
		return errs, err
	}
	if err := w.tx.Exec(ctx, "COMMIT"); err != nil {
		return errs, fmt.Errorf("commit: %w", err)
	}
	return errs, w.engine.Committed()
}

// drop closes the connection, which rolls back an open transaction.
func (w *writer) drop() {
	if w.tx != nil {
		w.tx.Close()
		w.tx = nil
	}
}

// write performs a write. See writer.write.
func (s *Store) write(ctx context.Context, do func(context.Context, *tx) error) error {
	return s.writer.write(ctx, false, do)
}

func (s *Store) exec(ctx context.Context, query string, args ...any) error {
	return s.write(ctx, func(ctx context.Context, tx *tx) error { return tx.Exec(ctx, query, args...) })
}

// tx is the writer's transaction.
type tx struct{ *engine.Tx }

// Commit describes the commit of a group of writes.
type Commit struct {
	Writes int
	Took   time.Duration // from the start of the first write until the data was synced
	Err    error         // if not nil, the commit may or may not have taken effect
}

// TellCommits makes the writer call f after each commit. f runs in the writer's goroutine, so
// it must be quick.
func (s *Store) TellCommits(f func(Commit)) { s.writer.told.Store(&f) }

// Waiting returns the number of writes that haven't begun.
func (s *Store) Waiting() int { return int(s.writer.waiting.Load()) }
