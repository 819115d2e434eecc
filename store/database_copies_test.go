package store

import (
	"database/sql"
	"fmt"
	"io"
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

// copies provides copies of a closed database for tests that need many. For a file each copy is
// a new file. PostgreSQL copies are reused after restoring their rows, which takes a tenth of
// the time of a new one; so a test must not change the tables of a copy or leave connections
// open.
type copies struct {
	t    *testing.T // they go when it ends
	from string
	mu   sync.Mutex
	free []*copied
}

type copied struct {
	path string
	db   *sql.DB // a separate PostgreSQL connection; nil for a file
	all  string  // query for all rows
	back string  // restores the rows
}

func copiesOf(t *testing.T, from string) *copies { return &copies{t: t, from: from} }

// take returns a copy, which must be returned with give.
func (c *copies) take(t *testing.T) *copied {
	t.Helper()
	if !postgres.IsAddress(c.from) {
		return &copied{path: copyOfClosed(t, c.from)}
	}
	c.mu.Lock()
	var one *copied
	if last := len(c.free) - 1; last >= 0 {
		one, c.free = c.free[last], c.free[:last]
	}
	c.mu.Unlock()
	if one == nil {
		return c.another(t)
	}
	must(t, errOf(one.db.ExecContext(t.Context(), one.back)))
	return one
}

// give returns an unused copy. After a failed test it is discarded.
func (c *copies) give(t *testing.T, one *copied) {
	if one.db == nil || t.Failed() {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.free = append(c.free, one)
}

// open opens a store with fault injection on a copy. end closes the store and returns the copy.
func (c *copies) open(t *testing.T) (one *copied, s *Store, driver *faultDriver, end func()) {
	t.Helper()
	one, driver = c.take(t), &faultDriver{}
	s, err := openAs(t.Context(), one.path, own(t), driver.wrap)
	must(t, err)
	return one, s, driver, func() {
		_ = s.Close() // a fault may still be armed
		c.give(t, one)
	}
}

// another creates a copy, with a second set of its rows in its own schema.
func (c *copies) another(t *testing.T) *copied {
	t.Helper()
	one := &copied{path: pgtest.Like(c.t, c.from)}
	one.db = connectUnchecked(t, one.path)
	c.t.Cleanup(func() {
		if err := one.db.Close(); err != nil {
			c.t.Error(err)
		}
	})
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
	one.all = strings.Join(queries, " UNION ALL ")
	one.back = "SET session_replication_role = replica;" + empty + fill + strings.Join(numbers, "") + "RESET session_replication_role"
	must(t, errOf(one.db.ExecContext(t.Context(), keep)))
	return one
}

// dump returns the contents of the copy. sound checks that its tables are unchanged.
func (c *copied) dump(t *testing.T) string {
	t.Helper()
	if c.db == nil {
		return dump(t, c.path)
	}
	lines, err := engine.Lines(t.Context(), c.db, c.all)
	must(t, err)
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// giveBackNumbers resets automatic numbers after a rollback, as in a file, so that two
// databases can be compared.
func (c *copied) giveBackNumbers(t *testing.T) {
	t.Helper()
	if c.db == nil {
		return
	}
	for _, n := range []struct{ table, column string }{{"tables", "id"}, {"settlements", "id"}, {"scopes", "id"}, {"people", "player"}} {
		must(t, errOf(c.db.ExecContext(t.Context(), fmt.Sprintf(`SELECT setval(pg_get_serial_sequence('%[1]s', '%[2]s'), (SELECT coalesce(max(%[2]s), 0) + 1 FROM %[1]s), false)`, n.table, n.column))))
	}
}

// copyOfClosed returns a copy of a closed database.
func copyOfClosed(t testing.TB, from string) string {
	t.Helper()
	if postgres.IsAddress(from) {
		return pgtest.Like(t, from)
	}
	path := filepath.Join(t.TempDir(), "deuces.db")
	in, err := os.Open(from)
	must(t, err)
	defer in.Close()
	out, err := os.Create(path)
	must(t, err)
	_, err = io.Copy(out, in)
	must(t, err, out.Sync(), out.Close())
	return path
}
