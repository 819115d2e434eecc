package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"deuces/game/gametest"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/settings"
	"deuces/standing"
	"deuces/store/engine"
	"deuces/store/postgres"
	"deuces/store/sqlite"
)

// In these tests, any statement of any write operation fails, before or after it took effect in the
// database. Then the operation either is complete or has no effect and returns an error. The next
// operation works.

// operations returns all write operations by name. Each runs on a database that createSample
// filled, and may be repeated after a fault.
func operations() map[string]func(context.Context, *Store) error {
	settled := round("g1", "toy", bob, ann)
	settled.Match, settled.Round = 1, 2
	return map[string]func(context.Context, *Store) error{
		"create": func(ctx context.Context, s *Store) error {
			events := opening()
			events[0].Body = match.Opened{Guild: "g1", Channel: "free", System: "ahole", Version: 1, Host: ann, Settings: match.DefaultSettings()}
			return errOf(s.Create(ctx, events))
		},
		"append": func(ctx context.Context, s *Store) error {
			return s.Append(ctx, 1, numberedFrom(4, match.Seated{Player: bob}, match.Seated{Player: cy}), nil)
		},
		"append a round's end": func(ctx context.Context, s *Store) error {
			return s.Append(ctx, 1, numberedFrom(4, match.Paused{}), &settled)
		},
		"append the match's end": func(ctx context.Context, s *Store) error {
			end := wonBy(settled, bob)
			return s.Append(ctx, 1, numberedFrom(4, match.Paused{}, match.Ended{Cause: match.Won}), &end)
		},
		"somebody new": func(ctx context.Context, s *Store) error { _, err := s.Player(ctx, "300", "Cy"); return err },
		"another name": func(ctx context.Context, s *Store) error { _, err := s.Player(ctx, "100", "Anna"); return err },
		"a nickname":   func(ctx context.Context, s *Store) error { return s.Nickname(ctx, "g1", bob, "Bobby") },
		"no nickname":  func(ctx context.Context, s *Store) error { return s.Nickname(ctx, "g1", ann, "") },
		"forget":       func(ctx context.Context, s *Store) error { return s.Forget(ctx, bob) },
		"save a post": func(ctx context.Context, s *Store) error {
			return s.SavePost(ctx, 1, "board", Post{Message: "m2", Posted: noon()})
		},
		"drop a post":             func(ctx context.Context, s *Store) error { return s.SavePost(ctx, 1, "board", Post{}) },
		"set":                     func(ctx context.Context, s *Store) error { return setClock(ctx, s, "g1", 10*time.Second) },
		"unset":                   func(ctx context.Context, s *Store) error { return setClock(ctx, s, "g1", 0) },
		"another plan of seasons": func(ctx context.Context, s *Store) error { return setPlan(ctx, s, "g1", noon(), standing.Monthly) },
		"save a preset": func(ctx context.Context, s *Store) error {
			return savePreset(ctx, s, "g1", settings.Preset{Name: "House rules", System: "toy"})
		},
		"drop a preset": func(ctx context.Context, s *Store) error { return s.DropPreset(ctx, "g1", "ours") },
		"append a round that ended before another": func(ctx context.Context, s *Store) error {
			events := numberedFrom(3, match.Paused{})
			events[0].At = noon().Add(2 * time.Second) // later than the event of table 1
			earlier := settled
			earlier.Match, earlier.Round = 3, 1
			return s.Append(ctx, 3, events, &earlier)
		},
		"append a round with a computer player": func(ctx context.Context, s *Store) error {
			with := settled
			with.People, with.Bots = len(with.Entries), 1
			return s.Append(ctx, 1, numberedFrom(4, match.Paused{}), &with)
		},
		"end a season": func(ctx context.Context, s *Store) error {
			seasons, err := s.Seasons(ctx, "g1")
			if err != nil || len(seasons) > 1 { // an earlier try has already ended it
				return err
			}
			_, err = s.CloseSeason(ctx, "g1", noon().AddDate(0, 0, 1))
			return err
		},
		"seasons that are due":  func(ctx context.Context, s *Store) error { return errOf(s.RollSeasons(ctx, noon().AddDate(1, 0, 0))) },
		"a season is announced": func(ctx context.Context, s *Store) error { return s.SeasonTold(ctx, "g3", 1) },
		"a guild is deleted":    func(ctx context.Context, s *Store) error { return s.GuildRemoved(ctx, "g1", noon()) },
		"a guild is greeted":    func(ctx context.Context, s *Store) error { return errOf(s.Greet(ctx, "g3", noon())) },
		"a guild is back":       func(ctx context.Context, s *Store) error { return s.GuildJoined(ctx, "g2") },
		"save options": func(ctx context.Context, s *Store) error {
			return s.SaveLastOptions(ctx, "g1", "c1", "toy", map[string]string{"cards": "5"})
		},
		"rebuild": func(ctx context.Context, s *Store) error { return errOf(s.Rebuild(ctx, matchtest.NewToy)) },
	}
}

// createSample creates a database with rows for all operations, closes it, and returns its path.
func createSample(t *testing.T, path string) string {
	t.Helper()
	s := openAt(t, path)
	id := createTable(t, s)
	settled := round("g1", "toy", ann, bob)
	settled.Match, settled.Round = int64(id), 1
	must(t, s.Append(t.Context(), id, numberedFrom(3, match.Paused{}), &settled))
	settle(t, s, round("g3", "toy", cy, bob))
	createTable(t, s)
	register(t, s, "Ann", "Bob")
	must(t,
		s.SavePost(t.Context(), id, "board", Post{Message: "m1", Posted: noon()}),
		s.Nickname(t.Context(), "g1", ann, "Annie"),
		setClock(t.Context(), s, "g1", 90*time.Second),
		savePreset(t.Context(), s, "g1", settings.Preset{Name: "Ours", System: "toy"}),
		s.GuildRemoved(t.Context(), "g2", noon()),
		setPlan(t.Context(), s, "g3", noon(), standing.Monthly),
		s.SaveLastOptions(t.Context(), "g1", "c1", "toy", nil),
	)
	must(t, s.Close())
	return path
}

func changeSettings(ctx context.Context, s *Store, guild string, now time.Time, f func(*settings.Guild)) error {
	_, err := s.ChangeSettings(ctx, guild, now, func(g settings.Guild) (settings.Guild, error) {
		f(&g)
		return g, nil
	})
	return err
}

func savePreset(ctx context.Context, s *Store, guild string, p settings.Preset) error {
	return s.ChangePreset(ctx, guild, p.Name, func(settings.Preset) (settings.Preset, error) { return p, nil })
}

func setClock(ctx context.Context, s *Store, guild string, clock time.Duration) error {
	return changeSettings(ctx, s, guild, noon(), func(g *settings.Guild) { g.Clock = clock })
}

func setPlan(ctx context.Context, s *Store, guild string, now time.Time, p standing.Plan) error {
	return changeSettings(ctx, s, guild, now, func(g *settings.Guild) { g.Season = p })
}

func TestAFaultInAnyStatementLosesNothing(t *testing.T) {
	failing := failingStatements(t)
	all := newCopyPool(t, createSample(t, newName(t)))
	every := 1
	if usesPostgres() {
		every = gametest.Dose(t, 6, 3, 1) // test one in this many operations
	}
	operations := operations()
	for i, name := range slices.Sorted(maps.Keys(operations)) {
		if i%every != 0 {
			continue
		}
		do := operations[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tried := 0
			before, whole, statements := runWithoutFault(t, all, do)
			for _, after := range []bool{false, true} {
				for _, n := range failing(statements, after) {
					if testFault(t, all, do, before, whole, n, after) {
						tried++
					}
				}
			}
			if tried < 6 {
				t.Errorf("only %d faults were tried, want at least 6", tried)
			}
			t.Logf("%d faults", tried)
		})
	}
}

// failingStatements returns a function that lists which statements of an operation should fail. In
// the long dose these are all; in the others they are some of the statements of a long operation, and
// always its commit. PostgreSQL takes ten times as long, and the code above the engine is the same as
// for files. So there only every second one of the first six fails: begin, savepoint, the
// statement, release and commit.
func failingStatements(t *testing.T) func(statements int, after bool) []int {
	t.Helper()
	type steps struct{ near, far int }
	small, ci := steps{1, 7}, steps{1, 6}
	if usesPostgres() {
		small, ci = steps{2, 40}, steps{2, 20}
	}
	dose := gametest.Dose(t, small, ci, steps{1, 1})
	return func(statements int, after bool) (failing []int) {
		n := 1
		if after {
			n = dose.near // on PostgreSQL, begin with a statement that doesn't fail before it takes effect
		}
		for n < statements {
			failing = append(failing, n)
			if n += dose.near; n > 6 {
				n += dose.far - dose.near
			}
		}
		return append(failing, statements)
	}
}

var errFault = errors.New("a disk failure of the test")

// testFault performs an operation whose nth statement fails, and reports whether the operation has
// that many statements. before and whole are the contents of the database before and after the
// operation without a fault.
func testFault(t *testing.T, all *copyPool, do func(context.Context, *Store) error, before, whole string, n int, after bool) (reached bool) {
	t.Helper()
	one, s, driver, end := all.open(t)
	defer end()
	driver.arm(n, after, errFault)
	err := do(t.Context(), s)
	if driver.left() > 0 {
		return false
	}
	driver.arm(0, false, nil)
	failed := fmt.Sprintf("fault %d (after: %v)", n, after)

	then := one.dump(t)
	wantError(t, failed+", the next write", setClock(t.Context(), s, "g9", 0), nil) // it leaves no row
	if err != nil && then == before {
		one.resetNumbers(t)
		wantError(t, failed+", again", do(t.Context(), s), nil)
		then = one.dump(t)
	}
	wantEqual(t, fmt.Sprintf("%s, error %v: partly done", failed, err), whole, then, nil)
	return true
}

// runWithoutFault performs an operation and checks the database. It returns the contents of the database
// before and after it, and the number of statements.
func runWithoutFault(t *testing.T, all *copyPool, do func(context.Context, *Store) error) (before, whole string, statements int) {
	t.Helper()
	one, s, driver, end := all.open(t)
	defer end()
	before = one.dump(t)
	driver.arm(0, false, nil)
	must(t, do(t.Context(), s))
	statements = driver.count("")
	wantSound(t, s)
	return before, one.dump(t), statements
}

func dump(t *testing.T, path string) string {
	t.Helper()
	db := connectUnchecked(t, path)
	defer db.Close()
	version, made := sqlite.Version, func(ctx context.Context, q engine.Querier) ([]string, error) {
		return engine.Lines(ctx, q, `SELECT type, name, coalesce(sql, '') FROM sqlite_schema ORDER BY type, name`)
	}
	if postgres.IsAddress(path) {
		version, made = postgres.Version, postgres.Tables
	}
	number, err := version(t.Context(), db)
	must(t, err)
	lines, err := made(t.Context(), db)
	must(t, err)
	all := append([]string{fmt.Sprint("version ", number)}, lines...)
	for _, name := range tablesOf(t, path, db) {
		if name == "scopes" {
			continue // the numbers may differ; the sums show what they refer to
		}
		lines, err := engine.Lines(t.Context(), db, "SELECT * FROM "+name)
		must(t, err)
		slices.Sort(lines)
		all = append(append(all, name), lines...)
	}
	return strings.Join(all, "\n")
}

func wantDump(t *testing.T, why, path, want string) {
	t.Helper()
	wantEqual(t, why+": the database", want, dump(t, path), nil)
}

// testEveryFault calls f for one statement after another, to fail before and after it takes effect,
// until f reports that no such statement was executed. Before that it calls f with n = 0, for no
// fault. In all but the long dose it leaves out most of the later statements.
func testEveryFault(t *testing.T, f func(n int, after bool) (reached bool)) {
	t.Helper()
	small, ci := 7, 6
	if usesPostgres() {
		small, ci = 40, 20
	}
	far := gametest.Dose(t, small, ci, 1)
	f(0, false)
	for n := 1; ; n++ {
		before, after := f(n, false), f(n, true)
		if !before && !after {
			if n < 10 {
				t.Errorf("only %d faults were tried, want at least 10", n)
			}
			return
		}
		if n >= 6 {
			n += far - 1
		}
	}
}

func TestAFaultWhileOpeningIsReported(t *testing.T) {
	t.Parallel()
	whole := ""
	testEveryFault(t, func(n int, after bool) (reached bool) {
		path, driver := newName(t), &faultDriver{}
		driver.arm(n, after, errFault)
		s, err := openWithSteps(t.Context(), path, engine.Steps{}, driver.wrap)
		reached = n > 0 && driver.left() == 0
		if reached != (err != nil) {
			t.Errorf("fault %d (after: %v) while opening: got %v, want an error if the fault happened: %v", n, after, err, reached)
		}
		if err == nil {
			must(t, s.Close())
		}
		s = openAt(t, path)
		createTable(t, s)
		wantSound(t, s)
		if n == 0 {
			whole = dump(t, path)
		}
		wantDump(t, fmt.Sprintf("fault %d (after: %v) while opening", n, after), path, whole)
		return reached
	})
}

// faultDriver wraps the store's database driver. It records all statements, and can make one of
// them fail.
type faultDriver struct {
	mu        sync.Mutex
	queries   []string
	countdown int // the fault happens at this statement, counted from now; 0: none
	after     bool
	fault     error
	kills     bool // the fault kills this process
}

// arm makes the nth statement from now fail before or after it takes effect.
func (t *faultDriver) arm(n int, after bool, fault error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.queries, t.countdown, t.after, t.fault = nil, n, after, fault
}

// left returns the number of statements until the fault, or 0 if none is armed.
func (t *faultDriver) left() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.countdown
}

func (t *faultDriver) count(word string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := 0
	for _, query := range t.queries {
		if strings.HasPrefix(strings.ToUpper(query), word) {
			n++
		}
	}
	return n
}

// withFault calls do, or returns the fault if this is the statement that fails. If do already took
// effect, undo releases its result; undo may be nil.
func withFault[T any](t *faultDriver, query string, do func() (T, error), undo func(T)) (got T, err error) {
	t.mu.Lock()
	t.queries = append(t.queries, query)
	now, after, fault := t.countdown == 1, t.after, t.fault
	t.countdown = max(0, t.countdown-1)
	t.mu.Unlock()
	if now && !after {
		t.killIfSet()
		return got, fault
	}
	got, err = do()
	if now && err == nil {
		t.killIfSet()
		if undo != nil {
			undo(got)
		}
		return *new(T), fault
	}
	return got, err
}

func (t *faultDriver) killIfSet() {
	if !t.kills {
		return
	}
	if self, err := os.FindProcess(os.Getpid()); err == nil {
		_ = self.Kill()
	}
	select {} // until the process is killed
}

func (t *faultDriver) wrap(c driver.Connector) driver.Connector { return faultConnector{c, t} }

type faultConnector struct {
	driver.Connector
	faults *faultDriver
}

func (c faultConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := withFault(c.faults, "(connect)", func() (driver.Conn, error) { return c.Connector.Connect(ctx) }, func(conn driver.Conn) { _ = conn.Close() })
	if err != nil {
		return nil, err
	}
	return faultConn{conn.(sqlite.Conn), c.faults}, nil
}

type faultConn struct {
	sqlite.Conn
	faults *faultDriver
}

// CheckNamedValue implements driver.NamedValueChecker with the method of the wrapped connection, if
// it has one.
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
	return withFault(c.faults, query, func() (driver.Result, error) { return c.Conn.ExecContext(ctx, query, args) }, nil)
}

func (c faultConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	return withFault(c.faults, query, func() (driver.Rows, error) { return c.Conn.QueryContext(ctx, query, args) }, closeRows)
}

func closeRows(r driver.Rows) { _ = r.Close() }

func (c faultConn) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	tx, err := withFault(c.faults, "BEGIN", func() (driver.Tx, error) { return c.Conn.BeginTx(ctx, o) }, func(tx driver.Tx) { _ = tx.Rollback() })
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
	return withFault(s.faults, s.query, func() (driver.Result, error) { return s.sqliteStmt.ExecContext(ctx, args) }, nil)
}

func (s faultStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	return withFault(s.faults, s.query, func() (driver.Rows, error) { return s.sqliteStmt.QueryContext(ctx, args) }, closeRows)
}

type faultTx struct {
	driver.Tx
	faults *faultDriver
}

func (t faultTx) Commit() error   { return t.end("COMMIT", t.Tx.Commit) }
func (t faultTx) Rollback() error { return t.end("ROLLBACK", t.Tx.Rollback) }

func (t faultTx) end(query string, do func() error) error {
	_, err := withFault(t.faults, query, func() (any, error) { return nil, do() }, nil)
	return err
}
