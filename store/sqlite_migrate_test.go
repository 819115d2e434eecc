package store

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"deuces/store/engine"
)

// ownAnd returns this program's migrations followed by others.
func ownAnd(t *testing.T, others ...string) engine.Steps {
	t.Helper()
	all := own(t)
	for _, text := range others {
		next := all.Last() + 1
		all.All = append(all.All, engine.Step{Version: next, Name: fmt.Sprintf("%04d_test.sql", next), Text: text})
	}
	return all
}

// Both databases begin with the baseline and use the same version numbers.
func TestMigrationsAreNumberedWithoutGaps(t *testing.T) {
	filesOnly(t, "migrations of files")
	for _, name := range []string{"deuces.db", "postgres://"} {
		o, err := withSteps(name, engine.Options{})
		all := o.Steps.All
		if err != nil || all[0].Version != engine.Baseline {
			t.Fatal(all, err)
		}
		for i, s := range all {
			if s.Version != engine.Baseline+i {
				t.Errorf("%s is number %d", s.Name, engine.Baseline+i)
			}
		}
		names, err := fs.Glob(migrations, "migrations/*.sql")
		if err != nil || len(names) != len(all) {
			t.Errorf("%d migrations of %d are taken: %v", len(all), len(names), err)
		}
	}
}

func TestADatabaseFromBeforeTheBaselineIsRefused(t *testing.T) {
	filesOnly(t, "migrations of files")
	path := newFile(t)
	db := connectUnchecked(t, path)
	_, err := db.ExecContext(t.Context(), `PRAGMA user_version = 7`)
	must(t, err, db.Close())
	before := dump(t, path)
	const want = "the database is of too old a version: it has version 7, this program reads 11 and later; start deuces of commit 1ed5942 on it once, and then this one"
	_, opened := Open(t.Context(), path, nop())
	_, reads := Read(t.Context(), path)
	_, looks := Inspect(t.Context(), path)
	_, restores := Restore(t.Context(), path, filepath.Join(t.TempDir(), "other.db"), true)
	for what, err := range map[string]error{"opened": opened, "read": reads, "looked at": looks, "restored": restores} {
		if !errors.Is(err, ErrTooOld) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s, it says %v", what, err)
		}
	}
	if got := dump(t, path); got != before {
		t.Errorf("it was changed to %s", got)
	}
}

// A file of an older version is checked and read through a copy, because the older program may
// be using it.
func TestAFileOfAnOlderVersionCanBeRead(t *testing.T) {
	filesOnly(t, "migrations of files")
	path := newFile(t)
	next := ownAnd(t, `CREATE TABLE extra (n INTEGER) STRICT`)
	s := openAt(t, path)
	fillSample(t, s)
	before := dump(t, path)
	older := func() (*Reader, error) { return readWith(t.Context(), path, engine.Options{Steps: next}) }
	r, err := older()
	must(t, err)
	hasEvents(t, r, 1, 3)
	isError(t, "what this program knows is not there", errOf(r.db.ExecContext(t.Context(), `SELECT n FROM extra`)), nil)
	copied := r.path
	must(t, r.Close())
	isError(t, "the copy is still there", errOf(os.Stat(copied)), fs.ErrNotExist)
	if got := dump(t, path); got != before {
		t.Errorf("it was changed to %s", got)
	}
	must(t, s.Close())
	damage(t, path, func(b []byte) []byte { return b[:len(b)/2] })
	if _, err := older(); err == nil {
		t.Error("half a file is read")
	}
}

// A future version, with a copy of the previous contents.
func TestAMigrationKeepsTheData(t *testing.T) {
	filesOnly(t, "migrations of files")
	path := newFile(t)
	s := openAt(t, path)
	fillSample(t, s)
	must(t, s.Close())
	before := dump(t, path)
	next := ownAnd(t, `ALTER TABLE people ADD COLUMN locale TEXT NOT NULL DEFAULT 'en'; UPDATE people SET locale = 'de'`)
	s, err := openAs(t.Context(), path, next, nil)
	must(t, err)
	if got := read(t, s.Reader, 1); len(got) != 3 {
		t.Errorf("the log has %d events", len(got))
	}
	people, err := engine.Lines(t.Context(), s.db, `SELECT discord, locale FROM people`)
	if !slices.Equal(people, []string{"100 de", "200 de"}) || err != nil {
		t.Error(people, err)
	}
	must(t, s.Close())
	if got := dump(t, fmt.Sprintf("%s.v%d", path, own(t).Last())); got != before {
		t.Errorf("the copy has %s, want %s", got, before)
	}
	isError(t, "an older program opens it", errOf(Open(t.Context(), path, nop())), ErrNewer)
	isError(t, "an older program reads it", errOf(Read(t.Context(), path)), ErrNewer)
}

func TestAFailedMigrationLeavesThePreviousVersion(t *testing.T) {
	filesOnly(t, "migrations of files")
	t.Parallel()
	for why, text := range map[string]string{
		"the second half is wrong":             `CREATE TABLE extra (n INTEGER); INSERT INTO nowhere VALUES (1)`,
		"it breaks a reference":                `CREATE TABLE extra (n INTEGER); PRAGMA defer_foreign_keys = 1; INSERT INTO posts (table_id, kind, channel, message, edition, posted) VALUES (77, 'board', '', '', '', 0)`,
		"it breaks a reference with ON DELETE": `DROP TABLE IF EXISTS extra; DELETE FROM tables`,
	} {
		path := newFile(t)
		s := openAt(t, path)
		fillSample(t, s)
		must(t, s.Close())
		before := dump(t, path)
		good := `CREATE TABLE good (n INTEGER) STRICT`
		if s, err := openAs(t.Context(), path, ownAnd(t, text), nil); err == nil {
			t.Errorf("%s, and it opens", why)
			s.Close()
		}
		if got := dump(t, path); got != before {
			t.Errorf("%s: it leaves %s, want %s", why, got, before)
		}
		// If the second fails, the first stays done.
		if s, err := openAs(t.Context(), path, ownAnd(t, good, text), nil); err == nil {
			t.Errorf("%s, and it opens", why)
			s.Close()
		}
		s, err := openAs(t.Context(), path, ownAnd(t, good), nil)
		if err != nil {
			t.Errorf("after the first of two: %v", err)
			continue
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestAnInterruptedMigrationIsRepeated(t *testing.T) {
	filesOnly(t, "migrations of files")
	t.Parallel()
	file := newFile(t)
	next := ownAnd(t, `CREATE TABLE one (n INTEGER) STRICT`, `CREATE TABLE two (n INTEGER) STRICT`)
	whole := ""
	everyFault(t, func(n int, after bool) (struck bool) {
		path, driver := copyOfClosed(t, file), &faultDriver{}
		driver.arm(n, after, errFault)
		s, err := openAs(t.Context(), path, next, driver.wrap)
		struck = n > 0 && driver.left() == 0
		if err != nil {
			s, err = openAs(t.Context(), path, next, nil)
		}
		must(t, err)
		must(t, s.Close())
		if got := dump(t, path); n == 0 {
			whole = got
		} else if got != whole {
			t.Errorf("fault %d (after: %v) while migrating left %s", n, after, got)
		}
		if _, err := os.Stat(fmt.Sprintf("%s.v%d", path, own(t).Last())); err != nil {
			t.Errorf("fault %d (after: %v): no copy: %v", n, after, err)
		}
		return struck
	})
}

func TestForeignFilesAreRefused(t *testing.T) {
	filesOnly(t, "migrations of files")
	other := filepath.Join(t.TempDir(), "other.db")
	db, err := sql.Open("sqlite", other)
	must(t, err)
	must(t, errOf(db.ExecContext(t.Context(), `CREATE TABLE cats (name TEXT)`)))
	must(t, db.Close())
	text := filepath.Join(t.TempDir(), "text.db")
	must(t, os.WriteFile(text, []byte(strings.Repeat("not a database ", 100)), 0o600))
	for path, want := range map[string]error{other: ErrForeign, text: nil} {
		before, err := os.ReadFile(path)
		must(t, err)
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

func TestPathsMayContainAnyCharacters(t *testing.T) {
	filesOnly(t, "migrations of files")
	for _, name := range []string{"a b.db", "100%.db", "what?mode=ro.db", "a#b.db", "ümläut.db", "a&_pragma=x.db"} {
		path := filepath.Join(t.TempDir(), name)
		s := openAt(t, path)
		create(t, s)
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
}
