package store

import (
	"context"
	"database/sql/driver"
	"os"
	"strings"
	"sync"

	"deuces/store/sqlite"
)

// faultDriver wraps the database driver of the store. It counts statements by their first word.
// When armed, it makes one statement fail and, for a while, the following ones. It is only a
// tool for other tests.
type faultDriver struct {
	mu    sync.Mutex
	seen  []string
	armed int // number of statements until the fault; 0: none
	after bool
	fault error
	lasts int  // number of following statements that fail
	kills bool // the fault kills this process
}

// arm makes the nth statement from now fail before or after it takes effect.
func (t *faultDriver) arm(n int, after bool, fault error) { t.armFor(n, after, fault, 0) }

// armFor makes that many statements after the nth fail, too.
func (t *faultDriver) armFor(n int, after bool, fault error, lasts int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.seen, t.armed, t.after, t.fault, t.lasts = nil, n, after, fault, lasts
}

// left returns the number of statements until the fault; 0 if none is armed.
func (t *faultDriver) left() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.armed
}

func (t *faultDriver) count(word string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := 0
	for _, query := range t.seen {
		if strings.HasPrefix(strings.ToUpper(query), word) {
			n++
		}
	}
	return n
}

// statement calls do, or fails as armed. undo undoes what do returned.
func (t *faultDriver) statement(query string, do func() error, undo func()) error {
	t.mu.Lock()
	t.seen = append(t.seen, query)
	now := t.armed == 1
	after, fault := t.after, t.fault
	if t.armed == 0 && t.lasts > 0 {
		t.lasts--
		now, after = true, false
	}
	t.armed = max(0, t.armed-1)
	t.mu.Unlock()
	if now && !after {
		t.strike()
		return fault
	}
	err := do()
	if now && err == nil {
		t.strike()
		undo()
		err = fault
	}
	return err
}

// strike kills this process if armed to.
func (t *faultDriver) strike() {
	if !t.kills {
		return
	}
	if self, err := os.FindProcess(os.Getpid()); err == nil {
		_ = self.Kill()
	}
	select {} // until killed
}

func (t *faultDriver) wrap(c driver.Connector) driver.Connector { return fault{c, t} }

type fault struct {
	driver.Connector
	faults *faultDriver
}

func (c fault) Connect(ctx context.Context) (conn driver.Conn, err error) {
	err = c.faults.statement("(connect)", func() error {
		conn, err = c.Connector.Connect(ctx)
		return err
	}, func() { _ = conn.Close() })
	if err != nil {
		return nil, err
	}
	return faultConn{conn.(sqlite.Conn), c.faults}, nil
}

type faultConn struct {
	sqlite.Conn
	faults *faultDriver
}

// CheckNamedValue implements driver.NamedValueChecker like the wrapped connection.
func (c faultConn) CheckNamedValue(v *driver.NamedValue) error {
	if below, ok := c.Conn.(driver.NamedValueChecker); ok {
		return below.CheckNamedValue(v)
	}
	return driver.ErrSkip
}

func (c faultConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	s, err := c.Conn.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	return faultStmt{s.(sqliteStmt), query, c.faults}, nil
}

func (c faultConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (r driver.Result, err error) {
	err = c.faults.statement(query, func() error {
		r, err = c.Conn.ExecContext(ctx, query, args)
		return err
	}, func() {})
	return r, err
}

func (c faultConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (r driver.Rows, err error) {
	err = c.faults.statement(query, func() error {
		r, err = c.Conn.QueryContext(ctx, query, args)
		return err
	}, func() { _ = r.Close() })
	return r, err
}

func (c faultConn) BeginTx(ctx context.Context, o driver.TxOptions) (tx driver.Tx, err error) {
	err = c.faults.statement("BEGIN", func() error {
		tx, err = c.Conn.BeginTx(ctx, o)
		return err
	}, func() { _ = tx.Rollback() })
	if err != nil {
		return nil, err
	}
	return faultTx{tx, c.faults}, nil
}

type sqliteStmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

type faultStmt struct {
	sqliteStmt
	query  string
	faults *faultDriver
}

func (s faultStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (r driver.Result, err error) {
	err = s.faults.statement(s.query, func() error {
		r, err = s.sqliteStmt.ExecContext(ctx, args)
		return err
	}, func() {})
	return r, err
}

func (s faultStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (r driver.Rows, err error) {
	err = s.faults.statement(s.query, func() error {
		r, err = s.sqliteStmt.QueryContext(ctx, args)
		return err
	}, func() { _ = r.Close() })
	return r, err
}

type faultTx struct {
	driver.Tx
	faults *faultDriver
}

func (t faultTx) Commit() error   { return t.faults.statement("COMMIT", t.Tx.Commit, func() {}) }
func (t faultTx) Rollback() error { return t.faults.statement("ROLLBACK", t.Tx.Rollback, func() {}) }
