package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// stepsAnd returns the first n of this program's migrations and then others.
func stepsAnd(t *testing.T, n int, others ...string) fs.FS {
	t.Helper()
	all := fstest.MapFS{}
	names, err := fs.Glob(steps(t), "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names[:n] {
		text, err := fs.ReadFile(steps(t), name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = &fstest.MapFile{Data: text}
	}
	for i, text := range others {
		all[fmt.Sprintf("%04d_test.sql", n+i+1)] = &fstest.MapFile{Data: []byte(text)}
	}
	return all
}

func latest(t *testing.T) int {
	t.Helper()
	names, err := fs.Glob(steps(t), "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	return len(names)
}

// A database's version is the place of its last migration in their order.
func TestMigrationsAreNumberedWithoutGaps(t *testing.T) {
	ofFiles(t, "migrations of files")
	names, err := fs.Glob(steps(t), "*.sql")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for i, name := range names {
		if !strings.HasPrefix(name, fmt.Sprintf("%04d_", i+1)) {
			t.Errorf("%s is number %d", name, i+1)
		}
	}
	// A version means the same in both databases.
	others, err := ownSteps()
	if err != nil || others[0].version != baseline || others[len(others)-1].version != len(names) {
		t.Errorf("PostgreSQL's go from %d to %d, those of a file to %d: %v", others[0].version, others[len(others)-1].version, len(names), err)
	}
}

// made returns the file of a database that only had the first n migrations.
func made(t *testing.T, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "deuces.db")
	s, err := open(t.Context(), path, nop(), stepsAnd(t, n), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestEachOlderVersionIsMigrated(t *testing.T) {
	ofFiles(t, "migrations of files")
	t.Parallel()
	fresh := dump(t, made(t, latest(t)))
	for n := range latest(t) + 1 {
		path := made(t, n)
		before := dump(t, path)
		s := openAt(t, path)
		if got := dump(t, path); got != fresh {
			t.Errorf("from version %d it becomes %s, not %s", n, got, fresh)
		}
		create(t, s)
		sound(t, s)
		copied := fmt.Sprintf("%s.v%d", path, n)
		_, err := os.Stat(copied)
		switch {
		case n == 0 || n == latest(t):
			if err == nil {
				t.Errorf("a copy of version %d, which nothing was done to", n)
			}
		case err != nil:
			t.Errorf("version %d was not copied: %v", n, err)
		case dump(t, copied) != before:
			t.Errorf("the copy of version %d is not what it was", n)
		}
	}
}

// The next version, as it will come: with a copy of what was there.
func TestTheNextMigrationKeepsWhatIsThere(t *testing.T) {
	ofFiles(t, "migrations of files")
	path := made(t, latest(t))
	s := openAt(t, path)
	furnish(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	before := dump(t, path)
	next := stepsAnd(t, latest(t), `ALTER TABLE people ADD COLUMN locale TEXT NOT NULL DEFAULT 'en'; UPDATE people SET locale = 'de'`)
	s, err := open(t.Context(), path, nop(), next, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := read(t, s.Reader, 1); len(got) != 3 {
		t.Errorf("the log has %d events", len(got))
	}
	people, err := findings(t.Context(), s.db, `SELECT discord, locale FROM people`)
	if !slices.Equal(people, []string{"100 de", "200 de"}) || err != nil {
		t.Error(people, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got := dump(t, fmt.Sprintf("%s.v%d", path, latest(t))); got != before {
		t.Errorf("the copy has %s, want %s", got, before)
	}
	if _, err := Open(t.Context(), path, nop()); !errors.Is(err, ErrNewer) {
		t.Errorf("an older program opens it: %v", err)
	}
	if _, err := Read(t.Context(), path); !errors.Is(err, ErrNewer) {
		t.Errorf("an older program reads it: %v", err)
	}
}

func TestAMigrationThatFailsLeavesTheVersionBefore(t *testing.T) {
	ofFiles(t, "migrations of files")
	t.Parallel()
	for why, text := range map[string]string{
		"it is wrong halfway":        `CREATE TABLE extra (n INTEGER); INSERT INTO nowhere VALUES (1)`,
		"it breaks a reference":      `CREATE TABLE extra (n INTEGER); PRAGMA defer_foreign_keys = 1; INSERT INTO posts (table_id, kind, channel, message, edition, posted) VALUES (77, 'board', '', '', '', 0)`,
		"it breaks one that deletes": `DROP TABLE IF EXISTS extra; DELETE FROM tables`,
	} {
		path := made(t, latest(t))
		s := openAt(t, path)
		furnish(t, s)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		before := dump(t, path)
		good := `CREATE TABLE good (n INTEGER) STRICT`
		if s, err := open(t.Context(), path, nop(), stepsAnd(t, latest(t), text), nil); err == nil {
			t.Errorf("%s, and it opens", why)
			s.Close()
		}
		if got := dump(t, path); got != before {
			t.Errorf("%s: it leaves %s, want %s", why, got, before)
		}
		// Of two, the first stays done.
		if s, err := open(t.Context(), path, nop(), stepsAnd(t, latest(t), good, text), nil); err == nil {
			t.Errorf("%s, and it opens", why)
			s.Close()
		}
		s, err := open(t.Context(), path, nop(), stepsAnd(t, latest(t), good), nil)
		if err != nil {
			t.Errorf("after the first of two: %v", err)
			continue
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestAMigrationThatIsInterruptedIsRepeated(t *testing.T) {
	ofFiles(t, "migrations of files")
	t.Parallel()
	file := made(t, latest(t))
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	next := stepsAnd(t, latest(t), `CREATE TABLE one (n INTEGER) STRICT`, `CREATE TABLE two (n INTEGER) STRICT`)
	whole, far := "", stride(t)
	for n := 0; ; n += far(n) { // 0: without a fault
		struck := false
		for _, after := range []bool{false, true} {
			path := filepath.Join(t.TempDir(), "deuces.db")
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
			taps := &tap{}
			taps.arm(n, after, errFault)
			s, err := open(t.Context(), path, nop(), next, taps.wrap)
			struck = struck || n > 0 && taps.left() == 0
			if err != nil {
				s, err = open(t.Context(), path, nop(), next, nil)
			}
			if err != nil {
				t.Fatalf("fault %d (after: %v) while migrating, and the next time: %v", n, after, err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if got := dump(t, path); n == 0 {
				whole = got
			} else if got != whole {
				t.Errorf("fault %d (after: %v) while migrating left %s", n, after, got)
			}
			if _, err := os.Stat(fmt.Sprintf("%s.v%d", path, latest(t))); err != nil {
				t.Errorf("fault %d (after: %v): no copy: %v", n, after, err)
			}
		}
		if n > 0 && !struck {
			return
		}
	}
}

func TestForeignFilesAreRefused(t *testing.T) {
	ofFiles(t, "migrations of files")
	other := filepath.Join(t.TempDir(), "other.db")
	db, err := pool(other, "rwc", 1, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), `CREATE TABLE cats (name TEXT)`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	text := filepath.Join(t.TempDir(), "text.db")
	if err := os.WriteFile(text, []byte(strings.Repeat("not a database ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]error{other: ErrForeign, text: nil} {
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := Open(t.Context(), path, nop()); err == nil || want != nil && !errors.Is(err, want) {
			t.Errorf("%s: %v %v", path, s, err)
		}
		if _, err := Read(t.Context(), path); err == nil || want != nil && !errors.Is(err, want) {
			t.Errorf("read %s: %v", path, err)
		}
		after, err := os.ReadFile(path)
		if err != nil || len(after) != len(before) {
			t.Errorf("%s was changed: %d bytes, were %d", path, len(after), len(before))
		}
	}
	if _, err := Read(t.Context(), filepath.Join(t.TempDir(), "none.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestPathsMayHaveAnyCharacters(t *testing.T) {
	ofFiles(t, "migrations of files")
	for _, name := range []string{"a b.db", "100%.db", "what?mode=ro.db", "a#b.db", "ümläut.db", "a&_pragma=x.db"} {
		path := filepath.Join(t.TempDir(), name)
		s := openAt(t, path)
		create(t, s)
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
}
