package store

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"deuces/match/matchtest"
	"deuces/store/engine"
	"deuces/store/sqlite"
)

// While the open file isn't at its path, nothing is acknowledged and other files at the path
// are left alone. When it is back, the store continues.
func TestNothingIsAcknowledgedWhileTheFileIsMoved(t *testing.T) {
	filesOnly(t, "the place of a file")
	moves := func(suffixes ...string) func(from, to string) error {
		return func(from, to string) (err error) {
			for _, suffix := range suffixes {
				err = errors.Join(err, os.Rename(from+suffix, to+suffix))
			}
			return err
		}
	}
	one, all := moves(""), moves("", "-wal", "-shm")
	directory := func(from, to string) error {
		_ = os.Remove(filepath.Dir(to)) // is empty, or not there
		return os.Rename(filepath.Dir(from), filepath.Dir(to))
	}
	other, err := empty()
	must(t, err)
	for _, c := range []struct {
		why  string
		away func(path, aside string) error
		back func(aside, path string) error // nil: there is no way back
	}{
		{"it is deleted", func(path, _ string) error { return os.Remove(path) }, nil},
		{"it is moved", one, one},
		{"it is moved with the files beside it", all, all},
		{"another is put in its place", func(path, aside string) error {
			return errors.Join(all(path, aside), os.WriteFile(path, other, 0o600), os.WriteFile(path+"-wal", []byte("another's"), 0o600))
		}, all},
		{"it is replaced by a copy", func(path, aside string) error {
			content, err := os.ReadFile(path)
			return errors.Join(err, one(path, aside), os.WriteFile(path, content, 0o600))
		}, one},
		{"a link to it is put in its place", func(path, aside string) error { return errors.Join(one(path, aside), os.Symlink(aside, path)) }, one},
		{"its write-ahead log is moved", moves("-wal"), moves("-wal")},
		{"its directory is moved", directory, directory},
	} {
		for _, returns := range []bool{true, false} {
			if returns && c.back == nil {
				continue
			}
			t.Run(fmt.Sprintf("%s, back: %v", c.why, returns), func(t *testing.T) {
				dir := t.TempDir()
				path, aside := filepath.Join(dir, "here", "deuces.db"), filepath.Join(dir, "aside", "deuces.db")
				must(t, os.Mkdir(filepath.Dir(path), 0o700), os.Mkdir(filepath.Dir(aside), 0o700))
				s := openAt(t, path)
				id := create(t, s)
				own, err := os.Stat(path)
				must(t, err)
				must(t, c.away(path, aside))
				lies := map[string][]byte{}
				for _, name := range []string{path, path + "-wal"} {
					if content, err := os.ReadFile(name); err == nil {
						lies[name] = content
					}
				}
				if is, err := os.Stat(path); err == nil && os.SameFile(is, own) {
					delete(lies, path)
				}
				for range 2 { // the second must reconnect
					isError(t, "an append", pause(t, s, id, 3), ErrMoved)
				}
				isError(t, "it counts as writable", s.Writable(t.Context()), ErrMoved)
				isError(t, "it counts as in its place", s.InPlace(), ErrMoved)
				hasEvents(t, s.Reader, id, 2)
				if returns {
					must(t, c.back(aside, path))
					isError(t, "back in its place, an append", pause(t, s, id, 3), nil)
				}
				must(t, s.Close())
				if returns {
					s = openAt(t, path)
					hasEvents(t, s.Reader, id, 3)
					sound(t, s)
					return
				}
				for name, content := range lies {
					if now, err := os.ReadFile(name); err != nil || !bytes.Equal(now, content) {
						t.Errorf("%s, which lies there, was changed: %v", filepath.Base(name), err)
					}
				}
			})
		}
	}
}

// The write-ahead log is deleted, and the next program creates an empty one. The store still
// writes to the deleted file.
func TestNothingIsAcknowledgedAfterTheWriteAheadLogWasDeleted(t *testing.T) {
	filesOnly(t, "the place of a file")
	for why, refused := range map[string]int{
		"the writer has its connection":          0,
		"a refused append has already closed it": 1,
	} {
		t.Run(why, func(t *testing.T) {
			path := newFile(t)
			s := openAt(t, path)
			id := create(t, s)
			must(t, os.Remove(path+"-wal"))
			for range refused {
				isError(t, "without a write-ahead log, an append", pause(t, s, id, 3), ErrMoved)
			}
			must(t, os.WriteFile(path+"-wal", nil, 0o600))
			for range 2 {
				if err := pause(t, s, id, 3); !errors.Is(err, ErrMoved) || !IsOutage(err) {
					t.Errorf("an append says %v", err)
				}
			}
			isError(t, "it counts as in its place", s.InPlace(), ErrMoved)
			must(t, s.Close())
			if !there(t, path+"-wal") {
				t.Error("the file of the other program is gone")
			}
		})
	}
}

// If the file disappears during a commit, its result at the next start is unknown, so logs
// can't be read until it is back.
func TestLogsAreUnreadableAfterACommitToAMovedFile(t *testing.T) {
	filesOnly(t, "the place of a file")
	s := openNew(t)
	id := create(t, s)
	must(t, os.Rename(s.path, s.path+".away"))
	isError(t, "a commit", s.engine.Committed(), ErrMoved)
	for _, err := range s.Events(t.Context(), id) {
		isError(t, "its log", err, ErrMoved)
	}
	must(t, os.Rename(s.path+".away", s.path))
	hasEvents(t, s.Reader, id, 2)
}

// A symbolic link to a database is the database: its lock and its write-ahead log lie where the file
// does. A link that leads elsewhere meanwhile is a file that is not in its place.
func TestALinkToADatabaseIsTheDatabase(t *testing.T) {
	filesOnly(t, "the place of a file")
	dir := t.TempDir()
	path, link, chain := filepath.Join(dir, "disk", "deuces.db"), filepath.Join(dir, "deuces.db"), filepath.Join(dir, "chain.db")
	point := func(to string) {
		t.Helper()
		if err := os.Remove(link); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		if err := os.Symlink(to, link); err != nil {
			t.Skipf("there are no symbolic links here: %v", err)
		}
	}
	point(filepath.Join("disk", "deuces.db")) // nothing is there yet
	must(t, os.Mkdir(filepath.Dir(path), 0o700), os.Symlink(link, chain))
	s := openAt(t, chain)
	id := create(t, s)
	for _, name := range []string{path, link} {
		isError(t, name, errOf(Open(t.Context(), name, nop())), ErrInUse)
	}
	isError(t, "it is copied while it is open", errOf(Copy(t.Context(), link, filepath.Join(dir, "other.db"), matchtest.NewToy, nop())), ErrInUse)
	must(t, Backup(t.Context(), link, filepath.Join(dir, "copy.db")))
	point("elsewhere.db")
	isError(t, "the link leads elsewhere, and an append", pause(t, s, id, 3), ErrMoved)
	point(path)
	isError(t, "it leads here again, and an append", pause(t, s, id, 3), nil)
	must(t, s.Close())
	result(Restore(t.Context(), filepath.Join(dir, "copy.db"), chain, true)).is(t, "restored by the link, what was there", path+".replaced")
	if is, err := os.Lstat(link); err != nil || is.Mode()&os.ModeSymlink == 0 {
		t.Errorf("a restore replaces the link: %v", err)
	}
	s = openAt(t, path)
	hasEvents(t, s.Reader, id, 2)
}

// Under each of two names SQLite would keep a write-ahead log, and find only that.
func TestAFileOfTwoNamesIsRefused(t *testing.T) {
	filesOnly(t, "the place of a file")
	path := newFile(t)
	must(t, openAt(t, path).Close())
	other := filepath.Join(t.TempDir(), "other.db")
	if err := os.Link(path, other); err != nil || runtime.GOOS == "windows" {
		t.Skipf("there are no hard links here, or they are not seen: %v", err)
	}
	for _, name := range []string{path, other} {
		isError(t, name, errOf(Open(t.Context(), name, nop())), sqlite.ErrLinked)
		isError(t, "a look at "+name, errOf(Inspect(t.Context(), name)), sqlite.ErrLinked)
	}
	must(t, os.Remove(other))
	openAt(t, path)
}

// Sizes of the write-ahead log (package sqlite).
const (
	walPages = 1000
	pageSize = 4096
)

// write writes about that many pages, ten per commit.
func write(t *testing.T, s *Store, pages int) {
	t.Helper()
	for range pages / 10 {
		must(t, s.exec(t.Context(), ofGuild("g1"), `INSERT INTO last_options (channel, system, options)
			SELECT count(*), 'toy', ? FROM last_options`, strings.Repeat("x", 10*pageSize)))
	}
}

func logPages(t *testing.T, s *Store) int {
	t.Helper()
	info, err := os.Stat(s.path + "-wal")
	must(t, err)
	return int(info.Size()) / pageSize
}

// A reader only prevents the log from restarting: writes continue, the reader's snapshot stays
// the same, and afterwards the log is truncated.
func TestAReaderDelaysOnlyTheResetOfTheWriteAheadLog(t *testing.T) {
	filesOnly(t, "the write-ahead log")
	t.Parallel()
	s := openNew(t)
	write(t, s, 10)
	count := func(q engine.Querier) (n int) {
		must(t, q.QueryRowContext(t.Context(), `SELECT count(*) FROM last_options`).Scan(&n))
		return n
	}
	_, err := view(t.Context(), s.Reader, func(tx *sql.Tx) (any, error) {
		before := count(tx)
		write(t, s, 2*walPages)
		equal(t, "what the reader sees", before, count(tx), nil)
		equal(t, "what another reader sees", before+2*walPages/10, count(s.db), nil)
		if pages := logPages(t, s); pages < 2*walPages {
			t.Errorf("the log has %d pages, and the reader needs more", pages)
		}
		return nil, nil
	})
	must(t, err)
	for range 3 {
		write(t, s, walPages)
	}
	if pages := logPages(t, s); pages > walPages {
		t.Errorf("the reader has gone, and the log still has %d pages", pages)
	}
	sound(t, s)
}

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

// A gap would leave out the migrations after it. Both databases use the same numbers.
func TestMigrationsAreNumberedWithoutGaps(t *testing.T) {
	filesOnly(t, "migrations of files")
	names, err := fs.Glob(migrations, "migrations/*.sql")
	must(t, err)
	for _, name := range []string{"deuces.db", "postgres://"} {
		o, err := withSteps(name, engine.Options{})
		equal(t, "the last version of "+name, engine.Baseline+len(names)-1, o.Steps.Last(), err)
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
	path := sampleAt(t, newFile(t))
	next := ownAnd(t, `CREATE TABLE extra (n INTEGER) STRICT`)
	s := openAt(t, path)
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
