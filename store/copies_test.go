package store

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"deuces/internal/pgtest"
	"deuces/store/engine"
	"deuces/store/postgres"
)

// copies are copies of a closed database, for tests that need many of them. Of a file each
// is a file of its own. Of a PostgreSQL database they are lent: the next who asks gets one
// that was given back, with its rows put back as they were, for that takes a tenth of what a
// new one takes. Whoever borrows one leaves its tables as they are, and no connection to it.
type copies struct {
	t    *testing.T // they go when it ends
	from string
	mu   sync.Mutex
	free []*copied
}

type copied struct {
	path string
	db   *sql.DB // to PostgreSQL, beside those of a store; nil for a file
	all  string  // the query for all rows
	back string  // puts the rows back
}

func copiesOf(t *testing.T, from string) *copies { return &copies{t: t, from: from} }

// take returns a copy, for give to take back.
func (c *copies) take(t *testing.T) *copied {
	t.Helper()
	if !postgres.IsAddress(c.from) {
		return &copied{path: aliked(t, c.from)}
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
	if _, err := one.db.ExecContext(t.Context(), one.back); err != nil {
		t.Fatal(err)
	}
	return one
}

// give takes a copy back that nobody is connected to any more. One that a test failed with is lent
// no more.
func (c *copies) give(t *testing.T, one *copied) {
	if one.db == nil || t.Failed() {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.free = append(c.free, one)
}

// open takes a copy and opens a store on it whose statements can be made to fail. end closes
// it and gives the copy back.
func (c *copies) open(t *testing.T) (one *copied, s *Store, taps *tap, end func()) {
	t.Helper()
	one, taps = c.take(t), &tap{}
	s, err := openAs(t.Context(), one.path, own(t), taps.wrap)
	if err != nil {
		t.Fatal(err)
	}
	return one, s, taps, func() {
		_ = s.Close() // a fault may be armed still
		c.give(t, one)
	}
}

// another makes one more, with its rows a second time in a schema of their own.
func (c *copies) another(t *testing.T) *copied {
	t.Helper()
	one := &copied{path: pgtest.Like(c.t, c.from)}
	one.db = unguarded(t, one.path)
	c.t.Cleanup(func() {
		if err := one.db.Close(); err != nil {
			c.t.Error(err)
		}
	})
	numbers, err := engine.Lines(t.Context(), one.db, `SELECT format('SELECT setval(''%I'', %s, %s);', sequencename, coalesce(last_value, start_value), (last_value IS NOT NULL)::text)
		FROM pg_sequences WHERE schemaname = current_schema()`)
	if err != nil {
		t.Fatal(err)
	}
	keep, empty, fill := "CREATE SCHEMA kept;", "", ""
	queries := []string{`SELECT 'version', version::text FROM deuces`}
	for _, name := range tablesOf(t, one.path, one.db) {
		keep += fmt.Sprintf("CREATE TABLE kept.%[1]s AS TABLE %[1]s;", name)
		empty += fmt.Sprintf("DELETE FROM %s;", name)
		fill += fmt.Sprintf("INSERT INTO %[1]s SELECT * FROM kept.%[1]s;", name)
		if name != "scopes" { // their numbers may differ; what they stand for is in the sums
			queries = append(queries, fmt.Sprintf("SELECT '%[1]s', x::text FROM %[1]s AS x", name))
		}
	}
	one.all = strings.Join(queries, " UNION ALL ")
	one.back = "SET session_replication_role = replica;" + empty + fill + strings.Join(numbers, "") + "RESET session_replication_role"
	if _, err := one.db.ExecContext(t.Context(), keep); err != nil {
		t.Fatal(err)
	}
	return one
}

// dump returns all that the copy holds. That its tables are as they were is for sound to say.
func (c *copied) dump(t *testing.T) string {
	t.Helper()
	if c.db == nil {
		return dump(t, c.path)
	}
	lines, err := engine.Lines(t.Context(), c.db, c.all)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// giveBackNumbers lets the next row have the number of one that was rolled back, as in a
// file, so that two databases can be compared.
func (c *copied) giveBackNumbers(t *testing.T) {
	t.Helper()
	if c.db == nil {
		return
	}
	for _, n := range []struct{ table, column string }{{"tables", "id"}, {"settlements", "id"}, {"scopes", "id"}, {"people", "player"}} {
		if _, err := c.db.ExecContext(t.Context(), fmt.Sprintf(`SELECT setval(pg_get_serial_sequence('%[1]s', '%[2]s'), (SELECT coalesce(max(%[2]s), 0) + 1 FROM %[1]s), false)`, n.table, n.column)); err != nil {
			t.Fatal(err)
		}
	}
}
