package store

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"deuces/internal/pgtest"
	"deuces/store/engine"
	"deuces/store/postgres"
)

// The tests of this package are one suite for both databases. They run on files, and
// TestTheSuiteOnPostgreSQL runs them all once more in a process of its own, in which the
// functions below give out PostgreSQL databases in place of files.

const storeOn = "DEUCES_TEST_STORE_ON"

// onPostgresHere says whether this process is that one.
func onPostgresHere() bool { return os.Getenv(storeOn) == "postgres" }

// ofFiles ends a test on PostgreSQL that is about what only files have.
func ofFiles(t testing.TB, what string) {
	t.Helper()
	if onPostgresHere() {
		t.Skip("not on PostgreSQL: ", what)
	}
}

// ofPostgres ends a test in that process that is about what only PostgreSQL has: the
// process that started this one runs it.
func ofPostgres(t testing.TB) {
	t.Helper()
	if onPostgresHere() {
		t.Skip("about PostgreSQL alone: it runs beside TestTheSuiteOnPostgreSQL, not within")
	}
}

// place is where a database may be made.
func place(t testing.TB) string {
	t.Helper()
	if onPostgresHere() {
		return pgtest.New(t)
	}
	return filepath.Join(t.TempDir(), "deuces.db")
}

// emptyPostgres is a database that was just made, for others to be copied from.
var emptyPostgres = sync.OnceValue(func() string { return os.Getenv(storeOn + "_EMPTY") })

// unguarded is a connection to a closed database that may do anything to it.
func unguarded(t testing.TB, path string) *sql.DB {
	t.Helper()
	var db *sql.DB
	var err error
	if postgres.IsAddress(path) {
		db, err = postgres.Connect(path)
	} else {
		db, err = sql.Open("sqlite", path)
	}
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	return db
}

// toDamage puts what a test does to a database into words that this one understands.
func toDamage(damage string) string {
	if !onPostgresHere() {
		return damage
	}
	damage = strings.NewReplacer(
		"zeroblob(32)", `decode(repeat('00', 32), 'hex')`,
		`json_set(body, '$.pick', (body ->> '$.pick' + 1) % 3)`, `jsonb_set(body::jsonb, '{pick}', to_jsonb(((body::jsonb ->> 'pick')::bigint + 1) % 3))::text`,
		`json_set(body, '$.seat', (body ->> '$.seat' + 1) % 3)`, `jsonb_set(body::jsonb, '{seat}', to_jsonb(((body::jsonb ->> 'seat')::bigint + 1) % 3))::text`,
		`json_set(body, '$.action', '2s')`, `jsonb_set(body::jsonb, '{action}', '"2s"')::text`,
		`json_set(body, '$.deck', substr(body ->> '$.deck', 4) || ' ' || substr(body ->> '$.deck', 1, 2))`,
		// In its place, so that it is written as before.
		`replace(body, body::json ->> 'deck', substr(body::json ->> 'deck', 4) || ' ' || substr(body::json ->> 'deck', 1, 2))`,
		`PRAGMA foreign_keys = 0; `, ``,
	).Replace(damage)
	if strings.Contains(damage, "writable_schema") {
		damage = `ALTER TABLE events DROP CONSTRAINT events_seq_check /* schema */`
	}
	return `SET session_replication_role = replica; ` + damage // references hold nobody up
}

// tablesOf lists the tables of a database.
func tablesOf(t testing.TB, path string, db *sql.DB) []string {
	t.Helper()
	query := `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`
	if postgres.IsAddress(path) {
		query = `SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'deuces'`
	}
	names, err := engine.Collect(t.Context(), db, engine.ScanOne[string], query)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return names
}

// dumpPostgres is dump of a PostgreSQL database.
func dumpPostgres(t *testing.T, address string) string {
	t.Helper()
	db := unguarded(t, address)
	defer db.Close()
	var b strings.Builder
	version, err := postgres.Version(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	made, err := postgres.Tables(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(&b, "version", version)
	fmt.Fprintln(&b, strings.Join(made, "\n"))
	for _, name := range tablesOf(t, address, db) {
		if name == "scopes" {
			continue // their numbers may differ; what they stand for is in the sums
		}
		lines, err := engine.Lines(t.Context(), db, "SELECT * FROM "+name)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(lines)
		fmt.Fprintln(&b, name)
		for _, line := range lines {
			fmt.Fprintln(&b, " ", line)
		}
	}
	return b.String()
}

// looking is a reader whose checks are quick. What the tables of a PostgreSQL database have to
// be is found by making them anew: once here, for another database that has the same is as sound.
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

// Everything that holds of a store in a file holds of one in PostgreSQL.
func TestTheSuiteOnPostgreSQL(t *testing.T) {
	if onPostgresHere() {
		t.Skip("this is it")
	}
	t.Parallel() // the others wait a good deal
	address := pgtest.Address(t)
	empty := pgtest.New(t)
	s, err := Open(t.Context(), empty, nop())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	suite := exec.CommandContext(t.Context(), self, "-test.v", "-test.skip", "^"+t.Name()+"$")
	suite.Env = append(os.Environ(), storeOn+"=postgres", storeOn+"_EMPTY="+empty, pgtest.Environment+"="+address)
	suite.Stderr = os.Stderr
	out, err := suite.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := suite.Start(); err != nil {
		t.Fatal(err)
	}
	var said []string
	var less []string // what it says of what a smaller dose leaves out
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
