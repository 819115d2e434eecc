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

// While the open file isn't at its path, nothing is acknowledged, and other files at the path stay
// unchanged. When the file is back, the store continues.
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
		_ = os.Remove(filepath.Dir(to)) // it is empty, or doesn't exist
		return os.Rename(filepath.Dir(from), filepath.Dir(to))
	}
	other, err := emptyFile()
	must(t, err)
	for _, c := range []struct {
		why      string
		move     func(path, aside string) error
		moveBack func(aside, path string) error // nil: the file can't come back
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
			if returns && c.moveBack == nil {
				continue
			}
			t.Run(fmt.Sprintf("%s, back: %v", c.why, returns), func(t *testing.T) {
				dir := t.TempDir()
				path, aside := filepath.Join(dir, "here", "deuces.db"), filepath.Join(dir, "aside", "deuces.db")
				must(t, os.Mkdir(filepath.Dir(path), 0o700), os.Mkdir(filepath.Dir(aside), 0o700))
				s := openAt(t, path)
				id := createTable(t, s)
				own, err := os.Stat(path)
				must(t, err)
				must(t, c.move(path, aside))
				othersBefore := map[string][]byte{}
				for _, name := range []string{path, path + "-wal"} {
					if content, err := os.ReadFile(name); err == nil {
						othersBefore[name] = content
					}
				}
				if is, err := os.Stat(path); err == nil && os.SameFile(is, own) {
					delete(othersBefore, path)
				}
				for range 2 { // the second append must reconnect
					wantError(t, "an append", appendPause(t, s, id, 3), ErrMoved)
				}
				wantError(t, "it counts as writable", s.Writable(t.Context()), ErrMoved)
				wantError(t, "it counts as in its place", s.InPlace(), ErrMoved)
				wantEvents(t, s.Reader, id, 2)
				if returns {
					must(t, c.moveBack(aside, path))
					wantError(t, "back in its place, an append", appendPause(t, s, id, 3), nil)
				}
				must(t, s.Close())
				if returns {
					s = openAt(t, path)
					wantEvents(t, s.Reader, id, 3)
					wantSound(t, s)
					return
				}
				for name, content := range othersBefore {
					if now, err := os.ReadFile(name); err != nil || !bytes.Equal(now, content) {
						t.Errorf("%s, another program's file, was changed: %v", filepath.Base(name), err)
					}
				}
			})
		}
	}
}

// The write-ahead log is deleted, and the next program creates an empty one. The store still writes
// to the deleted file, so it must not acknowledge anything.
func TestNothingIsAcknowledgedAfterTheWriteAheadLogWasDeleted(t *testing.T) {
	filesOnly(t, "the place of a file")
	for why, refused := range map[string]int{
		"the writer has its connection":          0,
		"a refused append has already closed it": 1,
	} {
		t.Run(why, func(t *testing.T) {
			path := newFile(t)
			s := openAt(t, path)
			id := createTable(t, s)
			must(t, os.Remove(path+"-wal"))
			for range refused {
				wantError(t, "without a write-ahead log, an append", appendPause(t, s, id, 3), ErrMoved)
			}
			must(t, os.WriteFile(path+"-wal", nil, 0o600))
			for range 2 {
				if err := appendPause(t, s, id, 3); !errors.Is(err, ErrMoved) || !IsOutage(err) {
					t.Errorf("an append without the write-ahead log: got %v, want ErrMoved, as an outage", err)
				}
			}
			wantError(t, "it counts as in its place", s.InPlace(), ErrMoved)
			must(t, s.Close())
			if !fileExists(t, path+"-wal") {
				t.Error("the other program's write-ahead log was removed")
			}
		})
	}
}

// If the file disappears during a commit, it is unknown whether the next start finds the commit. So
// logs can't be read until the file is back.
func TestLogsAreUnreadableAfterACommitToAMovedFile(t *testing.T) {
	filesOnly(t, "the place of a file")
	s := openNew(t)
	id := createTable(t, s)
	must(t, os.Rename(s.path, s.path+".away"))
	wantError(t, "a commit", s.engine.Committed(), ErrMoved)
	for _, err := range s.Events(t.Context(), id) {
		wantError(t, "its log", err, ErrMoved)
	}
	must(t, os.Rename(s.path+".away", s.path))
	wantEvents(t, s.Reader, id, 2)
}

// A database can be opened through a symbolic link. Its lock and its write-ahead log are beside the
// file, not beside the link. If the link is changed to point elsewhere, the file counts as moved.
func TestADatabaseCanBeOpenedThroughALink(t *testing.T) {
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
	point(filepath.Join("disk", "deuces.db")) // the file doesn't exist yet
	must(t, os.Mkdir(filepath.Dir(path), 0o700), os.Symlink(link, chain))
	s := openAt(t, chain)
	id := createTable(t, s)
	for _, name := range []string{path, link} {
		wantError(t, name, errOf(Open(t.Context(), name, nop())), ErrInUse)
	}
	wantError(t, "it is copied while it is open", errOf(Copy(t.Context(), link, filepath.Join(dir, "other.db"), matchtest.NewToy, nop())), ErrInUse)
	must(t, Backup(t.Context(), link, filepath.Join(dir, "copy.db")))
	point("elsewhere.db")
	wantError(t, "the link leads elsewhere, and an append", appendPause(t, s, id, 3), ErrMoved)
	point(path)
	wantError(t, "it leads here again, and an append", appendPause(t, s, id, 3), nil)
	must(t, s.Close())
	result(Restore(t.Context(), filepath.Join(dir, "copy.db"), chain, true)).is(t, "restored by the link, what was there", path+".replaced")
	if is, err := os.Lstat(link); err != nil || is.Mode()&os.ModeSymlink == 0 {
		t.Errorf("a restore replaced the symbolic link by a file: %v", err)
	}
	s = openAt(t, path)
	wantEvents(t, s.Reader, id, 2)
}

// SQLite would keep a separate write-ahead log for each of the two names, and under each name find
// only that one.
func TestAFileWithTwoNamesIsRefused(t *testing.T) {
	filesOnly(t, "the place of a file")
	path := newFile(t)
	must(t, openAt(t, path).Close())
	other := filepath.Join(t.TempDir(), "other.db")
	if err := os.Link(path, other); err != nil || runtime.GOOS == "windows" {
		t.Skipf("there are no hard links here, or they are not seen: %v", err)
	}
	for _, name := range []string{path, other} {
		wantError(t, name, errOf(Open(t.Context(), name, nop())), sqlite.ErrLinked)
		wantError(t, "a look at "+name, errOf(Inspect(t.Context(), name)), sqlite.ErrLinked)
	}
	must(t, os.Remove(other))
	openAt(t, path)
}

// A bot on a damaged file would fail at any time, and store plays that are lost with the file.
func TestADamagedFileIsNotOpened(t *testing.T) {
	filesOnly(t, "damage of a file")
	torn := newLogs(t, 0, 300)
	changeFile(t, torn, func(b []byte) []byte { return append(b[:8*pageSize], make([]byte, len(b)-8*pageSize)...) })
	playing := openNew(t)
	saved := filepath.Join(t.TempDir(), "saved.db")
	must(t, Backup(t.Context(), playing.path, saved))
	writePages(t, playing, 200)
	wal, err := os.ReadFile(playing.path + "-wal")
	must(t, err)
	for _, c := range []struct {
		why, file string
		wal       []byte
	}{
		{"some pages are empty", torn, nil},
		{"a backup was copied over a file whose write-ahead log was left by a killed bot", saved, wal},
	} {
		path := copyOfClosed(t, c.file)
		before, err := os.ReadFile(path)
		must(t, err)
		if c.wal != nil {
			must(t, os.WriteFile(path+"-wal", c.wal, 0o600))
		}
		if looked, err := Inspect(t.Context(), path); err == nil && len(looked.Damage) == 0 {
			t.Errorf("%s: Inspect finds %v, %v, want damage or an error", c.why, looked.Damage, err)
		}
		for what, err := range map[string]error{"started": errOf(Open(t.Context(), path, nop())), "rebuilt": errOf(OpenExisting(t.Context(), path, nop()))} {
			if !errors.Is(err, ErrDamaged) || !strings.HasPrefix(err.Error(), path+": it is damaged: restore a backup with deuces restore --force (") || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s, %s: got %v, want one line that says that it is damaged", c.why, what, err)
			}
		}
		for suffix, want := range map[string][]byte{"": before, "-wal": c.wal} {
			if now, err := os.ReadFile(path + suffix); !bytes.Equal(now, want) {
				t.Errorf("%s: the file%s was changed: %v", c.why, suffix, err)
			}
		}
		if c.wal == nil {
			if _, err := Restore(t.Context(), saved, path, false); !errors.Is(err, ErrUnreadable) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: a restore: got %v, want ErrUnreadable in one line", c.why, err)
			}
			continue
		}
		must(t, os.Remove(path+"-wal"))
		openAt(t, path) // the backup is as it was
	}
}

// SQLite would delete or overwrite a write-ahead log, and the plays in it, when it makes a new file.
func TestNothingIsMadeBesideTheRestOfALostFile(t *testing.T) {
	filesOnly(t, "the place of a file")
	backup := newLogs(t, 0, 2)
	playing := openNew(t)
	createTable(t, playing)
	wal, err := os.ReadFile(playing.path + "-wal")
	must(t, err)
	remove := func(path string) error { return os.Remove(path) }
	empty := func(path string) error { return os.Truncate(path, 0) }
	for _, c := range []struct {
		why     string
		lose    func(path string) error
		suffix  string
		rest    []byte
		refused bool
	}{
		{"the file is gone, and plays are in its write-ahead log", remove, "-wal", wal, true},
		{"the file is gone in the middle of a change", remove, "-journal", wal, true},
		{"something emptied the file", empty, "-wal", wal, true},
		{"the file was deleted after all was written into it", remove, "-wal", nil, false},
		{"a new file was killed while it was filled", empty, "-journal", wal, false},
	} {
		t.Run(c.why, func(t *testing.T) {
			for what, do := range map[string]func(path string) error{
				"a start":   func(path string) error { return errOf(Open(t.Context(), path, nop())) },
				"a rebuild": func(path string) error { return errOf(OpenExisting(t.Context(), path, nop())) },
				"a check":   func(path string) error { return errOf(Read(t.Context(), path)) },
				"a look":    func(path string) error { return errOf(Inspect(t.Context(), path)) },
				"a backup":  func(path string) error { return Backup(t.Context(), path, path+".backup") },
				"a copy of it": func(path string) error {
					return errOf(Copy(t.Context(), path, path+".copy", matchtest.NewToy, nop()))
				},
				"a copy to it": func(path string) error { return errOf(Copy(t.Context(), backup, path, matchtest.NewToy, nop())) },
				"a restore":    func(path string) error { return errOf(Restore(t.Context(), backup, path, false)) },
			} {
				path := copyOfClosed(t, backup)
				must(t, c.lose(path), os.WriteFile(path+c.suffix, c.rest, 0o600))
				err := do(path)
				if errors.Is(err, ErrOrphan) != c.refused {
					t.Errorf("%s: got %v, want ErrOrphan: %t", what, err, c.refused)
				}
				if !c.refused {
					continue
				}
				if !strings.Contains(err.Error(), path+c.suffix) || strings.Contains(err.Error(), "\n") {
					t.Errorf("%s: got %v, want one line that names the file", what, err)
				}
				if now, err := os.ReadFile(path + c.suffix); err != nil || !bytes.Equal(now, c.rest) {
					t.Errorf("%s changed the %s file: %v", what, c.suffix, err)
				}
				if names, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); err != nil || len(names) > 2 {
					t.Errorf("%s created files: got %v, %v", what, names, err)
				}
			}
			if !c.refused {
				return
			}
			path := copyOfClosed(t, backup)
			must(t, c.lose(path), os.WriteFile(path+c.suffix, c.rest, 0o600))
			kept, err := Restore(t.Context(), backup, path, true)
			if must(t, err); !fileExists(t, kept) {
				t.Errorf("after a forced restore the previous file is not at %q", kept)
			}
			if now, err := os.ReadFile(path + ".replaced" + c.suffix); err != nil || !bytes.Equal(now, c.rest) {
				t.Errorf("after a forced restore the previous %s is not kept: %v", c.suffix, err)
			}
			wantEvents(t, openAt(t, path).Reader, 1, 2)
		})
	}
}

// These are sizes of the write-ahead log (package sqlite).
const (
	walPages = 1000
	pageSize = 4096
)

// writePages writes about this many pages, ten per commit.
func writePages(t *testing.T, s *Store, pages int) {
	t.Helper()
	for range pages / 10 {
		must(t, s.exec(t.Context(), `INSERT INTO last_options (channel, system, guild, options)
			SELECT count(*), 'toy', 'g1', ? FROM last_options`, strings.Repeat("x", 10*pageSize)))
	}
}

func logPages(t *testing.T, s *Store) int {
	t.Helper()
	info, err := os.Stat(s.path + "-wal")
	must(t, err)
	return int(info.Size()) / pageSize
}

// A reader only prevents the write-ahead log from being reset. Writes continue, and the reader's
// snapshot stays the same. Afterwards the log is truncated.
func TestAReaderDelaysOnlyTheResetOfTheWriteAheadLog(t *testing.T) {
	filesOnly(t, "the write-ahead log")
	t.Parallel()
	s := openNew(t)
	writePages(t, s, 10)
	count := func(q engine.Querier) (n int) {
		must(t, q.QueryRowContext(t.Context(), `SELECT count(*) FROM last_options`).Scan(&n))
		return n
	}
	_, err := view(t.Context(), s.Reader, func(tx *sql.Tx) (any, error) {
		before := count(tx)
		writePages(t, s, 2*walPages)
		wantEqual(t, "what the reader sees", before, count(tx), nil)
		wantEqual(t, "what another reader sees", before+2*walPages/10, count(s.db), nil)
		if pages := logPages(t, s); pages < 2*walPages {
			t.Errorf("the write-ahead log has %d pages while a reader needs it, want at least %d", pages, 2*walPages)
		}
		return nil, nil
	})
	must(t, err)
	for range 3 {
		writePages(t, s, walPages)
	}
	if pages := logPages(t, s); pages > walPages {
		t.Errorf("the reader has ended, but the write-ahead log has %d pages, want at most %d", pages, walPages)
	}
	wantSound(t, s)
}

// ownStepsAnd returns this program's migrations followed by others.
func ownStepsAnd(t *testing.T, others ...string) engine.Steps {
	t.Helper()
	all := ownSteps(t)
	for _, text := range others {
		next := all.Last() + 1
		all.All = append(all.All, engine.Step{Version: next, Name: fmt.Sprintf("%04d_test.sql", next), Text: text})
	}
	return all
}

// If there were a gap in the numbers, the migrations after it would be left out. Both databases use
// the same numbers.
func TestMigrationsAreNumberedWithoutGaps(t *testing.T) {
	filesOnly(t, "migrations of files")
	names, err := fs.Glob(migrations, "migrations/*.sql")
	must(t, err)
	for _, name := range []string{"deuces.db", "postgres://"} {
		o, err := withSteps(name, engine.Options{})
		wantEqual(t, "the last version of "+name, o.Steps.All[0].Version+len(names)-1, o.Steps.Last(), err)
	}
}

// A database from before version 1.0 is refused in one line, which says what to do, and stays as it is.
func TestADatabaseFromBeforeVersion1IsRefused(t *testing.T) {
	for _, version := range []int{1, 14} {
		path := newFile(t)
		execute(t, path, fmt.Sprintf(onEngine(`PRAGMA user_version = %d`, `UPDATE deuces SET version = %d`), version))
		before := dump(t, path)
		tries := map[string]error{"a start": errOf(Open(t.Context(), path, nop())), "a check": errOf(Read(t.Context(), path)), "a look": errOf(Inspect(t.Context(), path))}
		if usesPostgres() {
			tries["a shared start"] = errOf(Share(t.Context(), NewMember(path)))
		} else {
			other := filepath.Join(t.TempDir(), "other.db")
			tries["a backup"] = Backup(t.Context(), path, other)
			tries["a restore of it"] = errOf(Restore(t.Context(), path, other, true))
			tries["a copy of it"] = errOf(Copy(t.Context(), path, other, matchtest.NewToy, nop()))
			if fileExists(t, other) {
				t.Error("a database that is too old was copied to a file")
			}
		}
		for what, err := range tries {
			if !errors.Is(err, ErrTooOld) || strings.Contains(err.Error(), "\n") || !strings.HasSuffix(err.Error(), ErrTooOld.Error()) {
				t.Errorf("version %d: %s: got %v, want one line that ends with %q", version, what, err, ErrTooOld)
			}
		}
		wantDump(t, "afterwards", path, before)
	}
}

// A later migration keeps the data, and saves a copy of the previous contents.
func TestAMigrationKeepsTheData(t *testing.T) {
	filesOnly(t, "migrations of files")
	path := createSample(t, newFile(t))
	before := dump(t, path)
	next := ownStepsAnd(t, `ALTER TABLE people ADD COLUMN locale TEXT NOT NULL DEFAULT 'en'; UPDATE people SET locale = 'de'`)
	_, err := sqlite.Read(t.Context(), path, engine.Options{Steps: next})
	wantError(t, "a newer program reads it", err, ErrOlder)
	s, err := openWithSteps(t.Context(), path, next, nil)
	must(t, err)
	wantEvents(t, s.Reader, 1, 3)
	result(engine.Lines(t.Context(), s.db, `SELECT discord, locale FROM people`)).is(t, "people", []string{"100 de", "200 de"})
	must(t, s.Close())
	copied := fmt.Sprintf("%s.v%d", path, ownSteps(t).Last())
	wantDump(t, "the copy", copied, before)
	must(t, errOf(Restore(t.Context(), copied, path, true)))
	s = openAt(t, path) // back to the older version, where more is played
	must(t, appendPause(t, s, 1, 4), s.Close())
	again := dump(t, path)
	s, err = openWithSteps(t.Context(), path, next, nil)
	must(t, err)
	must(t, s.Close())
	wantDump(t, "the first copy after the second upgrade", copied, before)
	wantDump(t, "the second copy", copied+".2", again)
	wantError(t, "an older program opens it", errOf(Open(t.Context(), path, nop())), ErrNewer)
	wantError(t, "an older program reads it", errOf(Read(t.Context(), path)), ErrNewer)
}

func TestAFailedMigrationLeavesThePreviousVersion(t *testing.T) {
	filesOnly(t, "migrations of files")
	t.Parallel()
	for why, text := range map[string]string{
		"the second half is wrong":             `CREATE TABLE extra (n INTEGER); INSERT INTO nowhere VALUES (1)`,
		"it breaks a reference":                `CREATE TABLE extra (n INTEGER); PRAGMA defer_foreign_keys = 1; INSERT INTO posts (table_id, kind, channel, message, former, edition, posted) VALUES (77, 'board', '', '', '', '', 0)`,
		"it breaks a reference with ON DELETE": `DROP TABLE IF EXISTS extra; DELETE FROM tables`,
	} {
		path := createSample(t, newFile(t))
		before := dump(t, path)
		good := `CREATE TABLE good (n INTEGER) STRICT`
		wantErrorText(t, why, errOf(openWithSteps(t.Context(), path, ownStepsAnd(t, text), nil)), "")
		wantDump(t, why, path, before)
		if copied := fmt.Sprintf("%s.v%d", path, ownSteps(t).Last()); fileExists(t, copied) {
			t.Errorf("%s: the failed migration leaves %s", why, copied)
		}
		// If the second migration fails, the first stays done.
		wantErrorText(t, why, errOf(openWithSteps(t.Context(), path, ownStepsAnd(t, good, text), nil)), "")
		s, err := openWithSteps(t.Context(), path, ownStepsAnd(t, good), nil)
		must(t, err)
		must(t, s.Close())
	}
}

func TestAnInterruptedMigrationIsRepeated(t *testing.T) {
	filesOnly(t, "migrations of files")
	t.Parallel()
	file := newFile(t)
	next := ownStepsAnd(t, `CREATE TABLE one (n INTEGER) STRICT`, `CREATE TABLE two (n INTEGER) STRICT`)
	whole, before := "", dump(t, file)
	testEveryFault(t, func(n int, after bool) (reached bool) {
		path, driver := copyOfClosed(t, file), &faultDriver{}
		driver.arm(n, after, errFault)
		s, err := openWithSteps(t.Context(), path, next, driver.wrap)
		reached = n > 0 && driver.left() == 0
		if err != nil {
			s, err = openWithSteps(t.Context(), path, next, nil)
		}
		must(t, err)
		must(t, s.Close())
		if n == 0 {
			whole = dump(t, path)
		}
		why := fmt.Sprintf("fault %d (after: %v) while migrating", n, after)
		wantDump(t, why, path, whole)
		wantDump(t, why+", the copy", fmt.Sprintf("%s.v%d", path, ownSteps(t).Last()), before)
		return reached
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
				t.Errorf("%s: got %v, want %v, or any error if that is nil", path, err, want)
			}
		}
		after, err := os.ReadFile(path)
		if err != nil || len(after) != len(before) {
			t.Errorf("%s was changed: got %d bytes, want %d", path, len(after), len(before))
		}
	}
	wantError(t, "no file", errOf(Read(t.Context(), filepath.Join(dir, "none.db"))), fs.ErrNotExist)
}

func TestPathsMayContainAnyCharacters(t *testing.T) {
	filesOnly(t, "migrations of files")
	for _, name := range []string{"a b.db", "100%.db", "what?mode=ro.db", "a#b.db", "ümläut.db", "a&_pragma=x.db"} {
		path := filepath.Join(t.TempDir(), name)
		createTable(t, openAt(t, path))
		if !fileExists(t, path) {
			t.Errorf("%s was not created under this name", name)
		}
	}
}
