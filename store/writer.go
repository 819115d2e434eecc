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

// ErrClosed: the store was closed before the write was begun; nothing was written.
var ErrClosed = errors.New("the store is closed")

// groupLimit is how many writes share a commit at most. It bounds how long the
// first of a group waits for the last.
const groupLimit = 256

// writer is the one goroutine that writes. Writes that wait together share one
// transaction and so one fsync, each in a savepoint of its own, so that one that
// fails takes nothing with it.
type writer struct {
	db     *sql.DB // one connection
	engine engine.Engine

	// jobs is unbuffered: a write that was received is going to be carried out,
	// one that was not has not been begun and may still be called off.
	jobs chan job
	done chan struct{} // closed when run has returned

	// senders hold entry shared while they wait for run to receive their job;
	// stop takes it alone, and so after all who came before it.
	entry   sync.RWMutex
	stopped bool

	waiting atomic.Int64 // writes that are not begun
	told    atomic.Pointer[func(Commit)]

	tx   *tx  // the connection in use, nil when it has to be made anew; owned by run
	next *job // received, but not for the group before; owned by run
}

type job struct {
	claim engine.Claim
	do    func(context.Context, *tx) error
	done  chan error // buffered by one: run never waits for a caller
}

func newWriter(db *engine.Database) *writer {
	w := &writer{db: db.Writer, engine: db.Engine, jobs: make(chan job), done: make(chan struct{})}
	go w.run()
	return w
}

// write carries out do in a transaction, under a claim, and returns when that is durable.
//
// ctx counts until the write is begun: its error means that nothing was written.
// After that the write runs to its end, whether the caller still cares or not.
// If do returns an error, nothing of it is stored. If the commit fails, nobody knows
// whether it took effect: the caller has to read again what it wrote.
func (w *writer) write(ctx context.Context, claim engine.Claim, do func(context.Context, *tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	j := job{claim: claim, do: do, done: make(chan error, 1)}
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

// stop carries out the writes that wait and then stops. Stopping again does nothing.
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
			// The database's own error may be the connection's: the file could only be read when
			// it was opened, or the server has become a standby.
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

// gather returns first and the jobs that wait behind it. One that is to be alone has a group of its
// own.
func (w *writer) gather(first job) []job {
	group := []job{first}
	for len(group) < groupLimit && !first.claim.Alone {
		select {
		case j, ok := <-w.jobs:
			if !ok {
				return group
			}
			if j.claim.Alone {
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

// commit carries out a group in one transaction. errs are the jobs' own errors,
// err is the transaction's: after it only one thing is certain, that the connection
// must not be used again.
func (w *writer) commit(group []job) (errs []error, err error) {
	// The transaction belongs to all of the group and ends with none of their contexts.
	ctx := context.Background()
	errs = make([]error, len(group))
	if w.tx == nil {
		t, err := engine.NewTx(ctx, w.db)
		if err != nil {
			return errs, fmt.Errorf("open a connection: %w", err)
		}
		w.tx = &tx{t}
	}
	claims := make([]engine.Claim, len(group))
	for i, j := range group {
		claims[i] = j.claim
	}
	refused, err := w.engine.Begin(ctx, w.tx.Tx, claims)
	if err != nil {
		return errs, fmt.Errorf("begin: %w", err)
	}
	for i, j := range group {
		if refused != nil && refused[i] != nil {
			errs[i] = refused[i]
			continue
		}
		if err := w.tx.Exec(ctx, "SAVEPOINT job"); err != nil {
			return errs, fmt.Errorf("savepoint: %w", err)
		}
		if errs[i] = j.do(ctx, w.tx); errs[i] != nil {
			// A full disk or an I/O error may have rolled back the whole
			// transaction already; then there is no savepoint and this fails too.
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

// drop closes the connection, which rolls back what it had begun.
func (w *writer) drop() {
	if w.tx != nil {
		w.tx.Close()
		w.tx = nil
	}
}

// tx is the writer's transaction.
type tx struct{ *engine.Tx }

// Commit is what a group of writes cost that shared a transaction.
type Commit struct {
	Writes int
	Took   time.Duration // from the first write's begin to the disk
	Err    error         // of the transaction: nobody knows what of it took effect
}

// TellCommits has f told of each commit from now on. It is called by the goroutine that writes, so
// it must be quick.
func (s *Store) TellCommits(f func(Commit)) { s.writer.told.Store(&f) }

// Waiting is how many writes wait to be begun.
func (s *Store) Waiting() int { return int(s.writer.waiting.Load()) }
