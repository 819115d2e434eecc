package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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
	execute(t, path, `PRAGMA user_version = 7`)
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
	dumpIs(t, "afterwards", path, before)
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
	dumpIs(t, "afterwards", path, before)
	must(t, s.Close())
	damage(t, path, func(b []byte) []byte { return b[:len(b)/2] })
	errorSays(t, "half a file", errOf(older()), "")
}

// A future version, with a copy of the previous contents.
func TestAMigrationKeepsTheData(t *testing.T) {
	filesOnly(t, "migrations of files")
	path := sampleAt(t, newFile(t))
	before := dump(t, path)
	next := ownAnd(t, `ALTER TABLE people ADD COLUMN locale TEXT NOT NULL DEFAULT 'en'; UPDATE people SET locale = 'de'`)
	s, err := openAs(t.Context(), path, next, nil)
	must(t, err)
	hasEvents(t, s.Reader, 1, 3)
	result(engine.Lines(t.Context(), s.db, `SELECT discord, locale FROM people`)).is(t, "people", []string{"100 de", "200 de"})
	must(t, s.Close())
	dumpIs(t, "the copy", fmt.Sprintf("%s.v%d", path, own(t).Last()), before)
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
		path := sampleAt(t, newFile(t))
		before := dump(t, path)
		good := `CREATE TABLE good (n INTEGER) STRICT`
		errorSays(t, why, errOf(openAs(t.Context(), path, ownAnd(t, text), nil)), "")
		dumpIs(t, why, path, before)
		// If the second fails, the first stays done.
		errorSays(t, why, errOf(openAs(t.Context(), path, ownAnd(t, good, text), nil)), "")
		s, err := openAs(t.Context(), path, ownAnd(t, good), nil)
		must(t, err)
		must(t, s.Close())
	}
}

func TestAnInterruptedMigrationIsRepeated(t *testing.T) {
	filesOnly(t, "migrations of files")
	t.Parallel()
	file := newFile(t)
	next := ownAnd(t, `CREATE TABLE one (n INTEGER) STRICT`, `CREATE TABLE two (n INTEGER) STRICT`)
	whole, before := "", dump(t, file)
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
		if n == 0 {
			whole = dump(t, path)
		}
		why := fmt.Sprintf("fault %d (after: %v) while migrating", n, after)
		dumpIs(t, why, path, whole)
		dumpIs(t, why+", the copy", fmt.Sprintf("%s.v%d", path, own(t).Last()), before)
		return struck
	})
}

func TestForeignFilesAreRefused(t *testing.T) {
	filesOnly(t, "migrations of files")
	dir := t.TempDir()
	other, text := filepath.Join(dir, "other.db"), filepath.Join(dir, "text.db")
	execute(t, other, `CREATE TABLE cats (name TEXT)`)
	must(t, os.WriteFile(text, []byte(strings.Repeat("not a database ", 100)), 0o600))
	for path, want := range map[string]error{other: ErrForeign, text: nil} {
		before, err := os.ReadFile(path)
		must(t, err)
		for _, err := range []error{errOf(Open(t.Context(), path, nop())), errOf(Read(t.Context(), path))} {
			if err == nil || want != nil && !errors.Is(err, want) {
				t.Errorf("%s: %v, want %v", path, err, want)
			}
		}
		after, err := os.ReadFile(path)
		if err != nil || len(after) != len(before) {
			t.Errorf("%s was changed: %d bytes, were %d", path, len(after), len(before))
		}
	}
	isError(t, "no file", errOf(Read(t.Context(), filepath.Join(dir, "none.db"))), fs.ErrNotExist)
}

func TestPathsMayContainAnyCharacters(t *testing.T) {
	filesOnly(t, "migrations of files")
	for _, name := range []string{"a b.db", "100%.db", "what?mode=ro.db", "a#b.db", "ümläut.db", "a&_pragma=x.db"} {
		path := filepath.Join(t.TempDir(), name)
		create(t, openAt(t, path))
		if !there(t, path) {
			t.Errorf("%s isn't the file", name)
		}
	}
}
