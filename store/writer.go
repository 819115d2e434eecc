package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
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
	engine engine

	// jobs is unbuffered: a write that was received is going to be carried out,
	// one that was not has not been begun and may still be called off.
	jobs chan job
	done chan struct{} // closed when run has returned

	// senders hold entry shared while they wait for run to receive their job;
	// close takes it alone, and so after all who came before it.
	entry  sync.RWMutex
	closed bool

	waiting atomic.Int64 // writes that are not begun
	told    atomic.Pointer[func(Commit)]

	tx    *tx  // the connection in use, nil when it has to be made anew; owned by run
	apart *job // received, but not for the group before; owned by run
}

type job struct {
	under claim
	do    func(context.Context, *tx) error
	done  chan error // buffered by one: run never waits for a caller
}

func newWriter(db *sql.DB, e engine) *writer {
	w := &writer{db: db, engine: e, jobs: make(chan job), done: make(chan struct{})}
	go w.run()
	return w
}

// write carries out do in a transaction, under a claim, and returns when that is durable.
//
// ctx counts until the write is begun: its error means that nothing was written.
// After that the write runs to its end, whether the caller still cares or not.
// If do returns an error, nothing of it is stored. If the commit fails, nobody knows
// whether it took effect: the caller has to read again what it wrote.
func (w *writer) write(ctx context.Context, under claim, do func(context.Context, *tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	j := job{under: under, do: do, done: make(chan error, 1)}
	if err := w.hand(ctx, j); err != nil {
		return err
	}
	return <-j.done
}

func (w *writer) hand(ctx context.Context, j job) error {
	w.entry.RLock()
	defer w.entry.RUnlock()
	if w.closed {
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

// close carries out the writes that wait and then stops. It is called once.
func (w *writer) close() error {
	w.entry.Lock()
	w.closed = true
	w.entry.Unlock()
	close(w.jobs)
	<-w.done
	return w.db.Close()
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
		for i, j := range group {
			j.done <- w.engine.explain(errors.Join(errs[i], err))
		}
		renew := slices.ContainsFunc(append(errs, err), w.engine.renews)
		if err != nil || renew {
			w.drop()
		}
		if renew {
			w.engine.renewing()
		}
	}
	w.drop()
}

// first waits for the first job of a group.
func (w *writer) first() (job, bool) {
	if j := w.apart; j != nil {
		w.apart = nil
		return *j, true
	}
	j, ok := <-w.jobs
	return j, ok
}

// gather returns first and the jobs that wait behind it. One apart has a group of its
// own.
func (w *writer) gather(first job) []job {
	group := []job{first}
	for len(group) < groupLimit && !first.under.apart {
		select {
		case j, ok := <-w.jobs:
			if !ok {
				return group
			}
			if j.under.apart {
				w.apart = &j
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
		if w.tx, err = newTx(ctx, w.db); err != nil {
			return errs, fmt.Errorf("open a connection: %w", err)
		}
	}
	refused, err := w.engine.begin(ctx, w.tx, group)
	if err != nil {
		return errs, fmt.Errorf("begin: %w", err)
	}
	for i, j := range group {
		if refused != nil && refused[i] != nil {
			errs[i] = refused[i]
			continue
		}
		if err := w.tx.exec(ctx, "SAVEPOINT job"); err != nil {
			return errs, fmt.Errorf("savepoint: %w", err)
		}
		if errs[i] = j.do(ctx, w.tx); errs[i] != nil {
			// A full disk or an I/O error may have rolled back the whole
			// transaction already; then there is no savepoint and this fails too.
			if err := w.tx.exec(ctx, "ROLLBACK TO job"); err != nil {
				return errs, fmt.Errorf("roll back: %w", err)
			}
		}
		if err := w.tx.exec(ctx, "RELEASE job"); err != nil {
			return errs, fmt.Errorf("release: %w", err)
		}
	}
	if err := w.engine.inPlace(); err != nil {
		return errs, err
	}
	if err := w.tx.exec(ctx, "COMMIT"); err != nil {
		return errs, fmt.Errorf("commit: %w", err)
	}
	return errs, w.engine.stored()
}

// drop closes the connection, which rolls back what it had begun.
func (w *writer) drop() {
	if w.tx != nil {
		w.tx.close()
		w.tx = nil
	}
}

// tx is the writer's connection in a transaction. It keeps the statements it
// has prepared for as long as the connection lives.
type tx struct {
	conn  *sql.Conn
	stmts map[string]*sql.Stmt
}

func newTx(ctx context.Context, db *sql.DB) (*tx, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	return &tx{conn, map[string]*sql.Stmt{}}, nil
}

func (t *tx) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	s, ok := t.stmts[query]
	if !ok {
		var err error
		if s, err = t.conn.PrepareContext(ctx, query); err != nil {
			return nil, err
		}
		t.stmts[query] = s
	}
	return s, nil
}

func (t *tx) exec(ctx context.Context, query string, args ...any) error {
	s, err := t.prepare(ctx, query)
	if err != nil {
		return err
	}
	_, err = s.ExecContext(ctx, args...)
	return err
}

// change is exec, and returns how many rows it changed.
func (t *tx) change(ctx context.Context, query string, args ...any) (rows int64, err error) {
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

// execAll executes queries in order, each with the same arguments.
func (t *tx) execAll(ctx context.Context, queries []string, args ...any) error {
	for _, query := range queries {
		if err := t.exec(ctx, query, args...); err != nil {
			return err
		}
	}
	return nil
}

// get scans the one row that query gives; sql.ErrNoRows when there is none.
func (t *tx) get(ctx context.Context, query string, args []any, dest ...any) error {
	s, err := t.prepare(ctx, query)
	if err != nil {
		return err
	}
	return s.QueryRowContext(ctx, args...).Scan(dest...)
}

// each calls f at each row that query gives, up to the first error.
func (t *tx) each(ctx context.Context, f func(*sql.Rows) error, query string, args ...any) error {
	s, err := t.prepare(ctx, query)
	if err != nil {
		return err
	}
	rows, err := s.QueryContext(ctx, args...)
	if err != nil {
		return err
	}
	return drain(rows, f)
}

// close ends the connection itself rather than giving it back to the pool.
// Whatever goes wrong here, the database has rolled back, or will on the next open.
func (t *tx) close() {
	for _, s := range t.stmts {
		_ = s.Close()
	}
	_ = t.conn.Raw(func(any) error { return driver.ErrBadConn })
	_ = t.conn.Close()
}
