package store

import (
	"bufio"
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"deuces/internal/pgtest"
	"deuces/store/engine"
	"deuces/store/postgres"
)

// The tests of this package run for both databases. Normally they use files.
// TestTheSuiteOnPostgreSQL runs them again in another process, in which the functions below
// provide PostgreSQL databases instead.

const storeOn = "DEUCES_TEST_STORE_ON"

// usesPostgres reports whether this process uses PostgreSQL.
func usesPostgres() bool { return os.Getenv(storeOn) == "postgres" }

// filesOnly skips a test that applies only to files.
func filesOnly(t testing.TB, what string) {
	t.Helper()
	if usesPostgres() {
		t.Skip("not on PostgreSQL: ", what)
	}
}

// postgresOnly skips a test for PostgreSQL alone in the PostgreSQL process, because the process
// that uses files runs it.
func postgresOnly(t testing.TB) {
	t.Helper()
	if usesPostgres() {
		t.Skip("about PostgreSQL alone: it runs beside TestTheSuiteOnPostgreSQL, not within")
	}
}

// place returns the name for a new database.
func place(t testing.TB) string {
	t.Helper()
	if usesPostgres() {
		return pgtest.New(t)
	}
	return filepath.Join(t.TempDir(), "deuces.db")
}

// emptyPostgres is a new database used as a template for copies.
var emptyPostgres = sync.OnceValue(func() string { return os.Getenv(storeOn + "_EMPTY") })

// connectUnchecked returns an unrestricted connection to a database.
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

// damageQuery translates a damaging query for this database.
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
		// Keep the position so that it is written as before.
		`replace(body, body::json ->> 'deck', substr(body::json ->> 'deck', 4) || ' ' || substr(body::json ->> 'deck', 1, 2))`,
		`PRAGMA foreign_keys = 0; `, ``,
	).Replace(damage)
	if strings.Contains(damage, "writable_schema") {
		damage = `ALTER TABLE events DROP CONSTRAINT events_seq_check /* schema */`
	}
	return `SET session_replication_role = replica; ` + damage // disables foreign keys
}

// tablesOf returns the tables of a database.
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

// looking returns a Reader whose checks are fast. It computes the expected PostgreSQL schema, which
// requires creating all tables, only once.
func looking(r *Reader) *Reader {
	quick := *r
	if postgres.IsAddress(r.path) {
		quick.engine = lookedAt{r.engine}
	}
	return &quick
}

type lookedAt struct{ engine.Engine }

func (e lookedAt) Damage(ctx context.Context, q engine.Querier) ([]string, error) {
	have, err := postgres.Tables(ctx, q)
	if err != nil {
		return nil, err
	}
	soundTables.Lock()
	defer soundTables.Unlock()
	if slices.Equal(have, soundTables.shape) {
		return nil, nil
	}
	found, err := e.Engine.Damage(ctx, q)
	if len(found) == 0 && err == nil {
		soundTables.shape = have
	}
	return found, err
}

var soundTables struct {
	sync.Mutex
	shape []string
}

// Runs the whole suite on PostgreSQL.
func TestTheSuiteOnPostgreSQL(t *testing.T) {
	if usesPostgres() {
		t.Skip("this is it")
	}
	t.Parallel() // other tests mostly wait
	address := pgtest.Address(t)
	empty := pgtest.New(t)
	must(t, openAt(t, empty).Close())
	suite := helperProcess(t, storeOn, "postgres")
	suite.Args = append(suite.Args, "-test.v", "-test.skip", "^"+t.Name()+"$")
	suite.Env = append(suite.Env, storeOn+"_EMPTY="+empty, pgtest.Environment+"="+address)
	out, err := suite.StdoutPipe()
	must(t, err)
	must(t, suite.Start())
	var said []string
	var less []string // what the smaller dose skips
	passed, skipped := 0, 0
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		line := lines.Text()
		switch result, rest, _ := strings.Cut(line, ": "); result {
		case "--- PASS":
			passed++
			fallthrough
		case "--- FAIL":
			name, _, _ := strings.Cut(rest, " ")
			t.Run(name, func(t *testing.T) {
				if result == "--- FAIL" {
					t.Error("see what it said, above or below")
				}
			})
		case "--- SKIP":
			skipped++
		}
		said = append(said, line)
		if line = strings.TrimSpace(line); strings.Contains(line, ": left out: ") && !slices.Contains(less, line) {
			less = append(less, line)
			t.Log(line)
		}
	}
	if err := suite.Wait(); err != nil || lines.Err() != nil || passed < 50 {
		t.Errorf("%v, %v, %d passed: %s", err, lines.Err(), passed, strings.Join(said, "\n"))
	}
	t.Logf("on PostgreSQL: %d passed, %d are about one of the two alone", passed, skipped)
}
