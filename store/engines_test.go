package store

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"deuces/game/gametest"
	"deuces/internal/pgtest"
	"deuces/store/engine"
	"deuces/store/postgres"
)

// The tests of this package run on both databases. By default they use files.
// TestTheSuiteOnPostgreSQL runs them again in another process, in which the functions below provide
// PostgreSQL databases.

const databaseEnv = "DEUCES_TEST_STORE_ON"

func usesPostgres() bool { return os.Getenv(databaseEnv) == "postgres" }

// onEngine returns the query for the tested database.
func onEngine(sqlite, postgres string) string {
	if usesPostgres() {
		return postgres
	}
	return sqlite
}

// filesOnly skips a test on PostgreSQL that applies only to files.
func filesOnly(t testing.TB, what string) {
	t.Helper()
	if usesPostgres() {
		t.Skip("not on PostgreSQL: ", what)
	}
}

// postgresOnly skips a test in the process that tests PostgreSQL. Such a test needs no file, so the
// process that tests files runs it, in parallel.
func postgresOnly(t *testing.T) {
	t.Helper()
	if usesPostgres() {
		t.Skip("about PostgreSQL alone: it runs beside TestTheSuiteOnPostgreSQL, not within")
	}
	t.Parallel()
}

// newName returns a name or address for a new database.
func newName(t testing.TB) string {
	t.Helper()
	if usesPostgres() {
		return pgtest.New(t)
	}
	return filepath.Join(t.TempDir(), "deuces.db")
}

// emptyPostgres returns the address of an empty database, a template for copies.
var emptyPostgres = sync.OnceValue(func() string { return os.Getenv(databaseEnv + "_EMPTY") })

// connectUnchecked returns a connection to a database that may change anything.
func connectUnchecked(t testing.TB, path string) *sql.DB {
	t.Helper()
	connect := func(path string) (*sql.DB, error) { return sql.Open("sqlite", path) }
	if postgres.IsAddress(path) {
		connect = postgres.Connect
	}
	db, err := connect(path)
	must(t, err)
	db.SetMaxOpenConns(1)
	return db
}

// execute changes a database without the store.
func execute(t testing.TB, path, query string, args ...any) {
	t.Helper()
	db := connectUnchecked(t, path)
	_, err := db.ExecContext(t.Context(), query, args...)
	must(t, err, db.Close())
}

// damageQuery translates a query that damages a file to one for the tested database.
func damageQuery(damage string) string {
	if !usesPostgres() {
		return damage
	}
	damage = strings.NewReplacer(
		"zeroblob(32)", `decode(repeat('00', 32), 'hex')`,
		`json_set(body, '$.pick', (body ->> '$.pick' + 1) % 3)`, `jsonb_set(body::jsonb, '{pick}', to_jsonb(((body::jsonb ->> 'pick')::bigint + 1) % 3))::text`,
		`json_set(body, '$.seat', (body ->> '$.seat' + 1) % 3)`, `jsonb_set(body::jsonb, '{seat}', to_jsonb(((body::jsonb ->> 'seat')::bigint + 1) % 3))::text`,
		`json_set(body, '$.action', '2s')`, `jsonb_set(body::jsonb, '{action}', '"2s"')::text`,
		`json_set(body, '$.deck', substr(body ->> '$.deck', 4) || ' ' || substr(body ->> '$.deck', 1, 2))`,
		// Keep the position in the text, so that the body is written as before.
		`replace(body, body::json ->> 'deck', substr(body::json ->> 'deck', 4) || ' ' || substr(body::json ->> 'deck', 1, 2))`,
		`PRAGMA foreign_keys = 0; `, ``,
	).Replace(damage)
	if strings.Contains(damage, "writable_schema") {
		damage = `ALTER TABLE events DROP CONSTRAINT events_seq_check /* schema */`
	}
	return `SET session_replication_role = replica; ` + damage // disables foreign keys
}

func tablesOf(t testing.TB, path string, db *sql.DB) []string {
	t.Helper()
	query := `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`
	if postgres.IsAddress(path) {
		query = `SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'deuces'`
	}
	names, err := engine.Collect(t.Context(), db, engine.ScanOne[string], query)
	must(t, err)
	slices.Sort(names)
	return names
}

// fastReader returns a copy of a Reader whose checks of PostgreSQL are fast: they compute the
// expected schema, which means creating all tables, only once.
func fastReader(r *Reader) *Reader {
	quick := *r
	if postgres.IsAddress(r.path) {
		quick.engine = fastEngine{r.engine}
	}
	return &quick
}

type fastEngine struct{ engine.Engine }

func (e fastEngine) Damage(ctx context.Context, q engine.Querier) ([]string, error) {
	have, err := postgres.Tables(ctx, q)
	if err != nil {
		return nil, err
	}
	soundSchema.Lock()
	defer soundSchema.Unlock()
	if slices.Equal(have, soundSchema.shape) {
		return nil, nil
	}
	found, err := e.Engine.Damage(ctx, q)
	if len(found) == 0 && err == nil {
		soundSchema.shape = have
	}
	return found, err
}

var soundSchema struct {
	sync.Mutex
	shape []string
}

func TestTheSuiteOnPostgreSQL(t *testing.T) {
	if usesPostgres() {
		t.Skip("this is the suite on PostgreSQL")
	}
	address := pgtest.Address(t)
	empty := pgtest.New(t)
	must(t, openAt(t, empty).Close())
	suite := helperProcess(t, databaseEnv, "postgres")
	// The small dose leaves out the tests that repeat one thing most often.
	without := gametest.Dose(t, "|TestCheckAndRecountFindProblems|TestStandingsEqualTheirRebuild|TestAFaultWhileOpeningIsReported|TestAnInterruptedDeletionContinues", "", "")
	suite.Args = append(suite.Args, "-test.v", "-test.skip", "^("+t.Name()+without+")$")
	suite.Env = append(suite.Env, databaseEnv+"_EMPTY="+empty, pgtest.Environment+"="+address)
	var out strings.Builder
	suite.Stdout = &out
	must(t, suite.Start())
	t.Parallel() // The other tests, which run one at a time before this returns, mostly wait.
	failed := suite.Wait()
	var leftOut []string // what the smaller dose leaves out
	passed, skipped := 0, 0
	for line := range strings.Lines(out.String()) {
		switch result, rest, _ := strings.Cut(line, ": "); result {
		case "--- PASS":
			passed++
			fallthrough
		case "--- FAIL":
			name, _, _ := strings.Cut(rest, " ")
			t.Run(name, func(t *testing.T) {
				if result == "--- FAIL" {
					t.Error("see its output, above or below")
				}
			})
		case "--- SKIP":
			skipped++
		}
		if line = strings.TrimSpace(line); strings.Contains(line, ": left out: ") && !slices.Contains(leftOut, line) {
			leftOut = append(leftOut, line)
			t.Log(line)
		}
	}
	if failed != nil || passed < 40 {
		t.Errorf("the suite on PostgreSQL failed: %v, %d tests passed: %s", failed, passed, &out)
	}
	t.Logf("on PostgreSQL: %d passed, %d are about one of the two alone", passed, skipped)
}

// copyPool provides copies of a closed database, for tests that need many. A copy of a file is a
// new file. PostgreSQL copies are reused after their rows have been restored, which takes a tenth
// of the time of a new copy. So a test must not change the tables of a copy or leave connections
// open.
type copyPool struct {
	t    *testing.T // the copies are deleted when this test ends
	from string
	mu   sync.Mutex
	free []*databaseCopy
}

type databaseCopy struct {
	path    string
	db      *sql.DB // a separate PostgreSQL connection; nil for a file
	query   string  // query for all rows
	restore string  // statements that restore the rows
}

func newCopyPool(t *testing.T, from string) *copyPool { return &copyPool{t: t, from: from} }

func (c *copyPool) lend(t *testing.T) *databaseCopy {
	t.Helper()
	one := c.take(t)
	t.Cleanup(func() { c.give(t, one) })
	return one
}

// take returns a copy. The caller must give it back.
func (c *copyPool) take(t *testing.T) *databaseCopy {
	t.Helper()
	if !postgres.IsAddress(c.from) {
		return &databaseCopy{path: copyOfClosed(t, c.from)}
	}
	c.mu.Lock()
	var one *databaseCopy
	if last := len(c.free) - 1; last >= 0 {
		one, c.free = c.free[last], c.free[:last]
	}
	c.mu.Unlock()
	if one == nil {
		return c.newCopy(t)
	}
	must(t, errOf(one.db.ExecContext(t.Context(), one.restore)))
	return one
}

// give puts a copy back into the pool, or discards it if the test has failed.
func (c *copyPool) give(t *testing.T, one *databaseCopy) {
	if one.db == nil || t.Failed() {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.free = append(c.free, one)
}

// open opens a store with fault injection on a copy. end closes the store and gives the copy back.
func (c *copyPool) open(t *testing.T) (one *databaseCopy, s *Store, driver *faultDriver, end func()) {
	t.Helper()
	one, driver = c.take(t), &faultDriver{}
	s, err := openWithSteps(t.Context(), one.path, engine.Steps{}, driver.wrap)
	must(t, err)
	return one, s, driver, func() {
		_ = s.Close() // a fault may still be armed
		c.give(t, one)
	}
}

// newCopy creates a PostgreSQL copy. A second set of its rows is in a schema of its own.
func (c *copyPool) newCopy(t *testing.T) *databaseCopy {
	t.Helper()
	one := &databaseCopy{path: pgtest.Like(c.t, c.from)}
	one.db = connectUnchecked(t, one.path)
	c.t.Cleanup(func() { wantError(c.t, "close", one.db.Close(), nil) })
	numbers, err := engine.Lines(t.Context(), one.db, `SELECT format('SELECT setval(''%I'', %s, %s);', sequencename, coalesce(last_value, start_value), (last_value IS NOT NULL)::text)
		FROM pg_sequences WHERE schemaname = current_schema()`)
	must(t, err)
	keep, empty, fill := "CREATE SCHEMA kept;", "", ""
	queries := []string{`SELECT 'version', version::text FROM deuces`}
	for _, name := range tablesOf(t, one.path, one.db) {
		keep += fmt.Sprintf("CREATE TABLE kept.%[1]s AS TABLE %[1]s;", name)
		empty += fmt.Sprintf("DELETE FROM %s;", name)
		fill += fmt.Sprintf("INSERT INTO %[1]s SELECT * FROM kept.%[1]s;", name)
		if name != "scopes" { // the numbers may differ; the sums show what they refer to
			queries = append(queries, fmt.Sprintf("SELECT '%[1]s', x::text FROM %[1]s AS x", name))
		}
	}
	one.query = strings.Join(queries, " UNION ALL ")
	one.restore = "SET session_replication_role = replica;" + empty + fill + strings.Join(numbers, "") + "RESET session_replication_role"
	must(t, errOf(one.db.ExecContext(t.Context(), keep)))
	return one
}

// dump returns the contents of the copy without its schema, which wantSound checks.
func (c *databaseCopy) dump(t *testing.T) string {
	t.Helper()
	if c.db == nil {
		return dump(t, c.path)
	}
	lines, err := engine.Lines(t.Context(), c.db, c.query)
	must(t, err)
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// resetNumbers resets automatic numbers after a rollback, as files do, so that two databases can be
// compared.
func (c *databaseCopy) resetNumbers(t *testing.T) {
	t.Helper()
	if c.db == nil {
		return
	}
	for _, n := range []struct{ table, column string }{{"tables", "id"}, {"settlements", "id"}, {"scopes", "id"}, {"people", "player"}} {
		must(t, errOf(c.db.ExecContext(t.Context(), fmt.Sprintf(`SELECT setval(pg_get_serial_sequence('%[1]s', '%[2]s'), (SELECT coalesce(max(%[2]s), 0) + 1 FROM %[1]s), false)`, n.table, n.column))))
	}
}

func copyOfClosed(t testing.TB, from string) string {
	t.Helper()
	if postgres.IsAddress(from) {
		return pgtest.Like(t, from)
	}
	path := filepath.Join(t.TempDir(), "deuces.db")
	content, err := os.ReadFile(from)
	must(t, err, os.WriteFile(path, content, 0o600))
	return path
}
