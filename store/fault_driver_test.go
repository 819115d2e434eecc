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
// When armed, it makes one statement fail.
type faultDriver struct {
	mu    sync.Mutex
	seen  []string
	armed int // number of statements until the fault; 0: none
	after bool
	fault error
	kills bool // the fault kills this process
}

// arm makes the nth statement from now fail before or after it takes effect.
func (t *faultDriver) arm(n int, after bool, fault error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.seen, t.armed, t.after, t.fault = nil, n, after, fault
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

// struck calls do, or fails as armed. undo, which may be nil, undoes what do returned.
func struck[T any](t *faultDriver, query string, do func() (T, error), undo func(T)) (got T, err error) {
	t.mu.Lock()
	t.seen = append(t.seen, query)
	now, after, fault := t.armed == 1, t.after, t.fault
	t.armed = max(0, t.armed-1)
	t.mu.Unlock()
	if now && !after {
		t.strike()
		return got, fault
	}
	got, err = do()
	if now && err == nil {
		t.strike()
		if undo != nil {
			undo(got)
		}
		return *new(T), fault
	}
	return got, err
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

func (c fault) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := struck(c.faults, "(connect)", func() (driver.Conn, error) { return c.Connector.Connect(ctx) }, func(conn driver.Conn) { _ = conn.Close() })
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

func (c faultConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	return struck(c.faults, query, func() (driver.Result, error) { return c.Conn.ExecContext(ctx, query, args) }, nil)
}

func (c faultConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	return struck(c.faults, query, func() (driver.Rows, error) { return c.Conn.QueryContext(ctx, query, args) }, closeRows)
}

func closeRows(r driver.Rows) { _ = r.Close() }

func (c faultConn) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	tx, err := struck(c.faults, "BEGIN", func() (driver.Tx, error) { return c.Conn.BeginTx(ctx, o) }, func(tx driver.Tx) { _ = tx.Rollback() })
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

func (s faultStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	return struck(s.faults, s.query, func() (driver.Result, error) { return s.sqliteStmt.ExecContext(ctx, args) }, nil)
}

func (s faultStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	return struck(s.faults, s.query, func() (driver.Rows, error) { return s.sqliteStmt.QueryContext(ctx, args) }, closeRows)
}

type faultTx struct {
	driver.Tx
	faults *faultDriver
}

func (t faultTx) Commit() error   { return t.ends("COMMIT", t.Tx.Commit) }
func (t faultTx) Rollback() error { return t.ends("ROLLBACK", t.Tx.Rollback) }

func (t faultTx) ends(query string, do func() error) error {
	_, err := struck(t.faults, query, func() (any, error) { return nil, do() }, nil)
	return err
}
