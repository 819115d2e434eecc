package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"deuces/match"
	"deuces/store/sqlite"
)

func TestBackupWhileTablesArePlayed(t *testing.T) {
	filesOnly(t, "copies of files")
	t.Parallel()
	dir := t.TempDir()
	s := openAt(t, filepath.Join(dir, "deuces.db"))
	id := create(t, s)
	stop, begun := make(chan struct{}), make(chan struct{})
	last := 2
	var playing sync.WaitGroup
	playing.Go(func() {
		for {
			if err := s.Append(t.Context(), id, numberedFrom(last+1, match.Paused{}, match.Resumed{Player: ann}), nil); err != nil {
				t.Error(err)
			}
			last += 2
			select {
			case begun <- struct{}{}:
			case <-stop:
				return
			default:
			}
		}
	})
	<-begun
	r, err := Read(t.Context(), s.path) // like another process
	must(t, err)
	defer r.Close()
	for _, name := range []string{"one", "two", "three"} {
		saved := filepath.Join(dir, name)
		must(t, Backup(t.Context(), r.path, saved))
		b, err := Read(t.Context(), saved)
		must(t, err)
		if n := len(read(t, b, id)); n < 3 || n%2 != 0 {
			t.Errorf("the backup has %d events, and all appends have two", n)
		}
		if found, err := b.Check(t.Context()); len(found) > 0 || err != nil {
			t.Error(found, err)
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
	close(stop)
	playing.Wait()
	if got := len(read(t, s.Reader, id)); got != last {
		t.Errorf("%d events of %d", got, last)
	}
	if err := Backup(t.Context(), s.path, filepath.Join(dir, "one")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over a file that is there: %v", err)
	}
	if err := Backup(t.Context(), s.path, s.path); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over itself: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.part*")); len(left) > 0 {
		t.Errorf("%v is left over", left)
	}
}

func TestABackupIsRestored(t *testing.T) {
	filesOnly(t, "copies of files")
	t.Parallel()
	dir := t.TempDir()
	file := func(name string, events int) string {
		path := filepath.Join(dir, name)
		s := openAt(t, path)
		id := create(t, s)
		for seq := 3; seq <= events; seq++ {
			must(t, s.Append(t.Context(), id, numberedFrom(seq, match.Paused{}), nil))
		}
		must(t, s.Close())
		return path
	}
	short, long := file("short", 3), file("long", 9)
	newer := file("newer", 2)
	damage(t, newer, func(b []byte) []byte { b[60+3] = 99; return b }) // user_version
	torn := file("torn", 300)
	damage(t, torn, func(b []byte) []byte { return b[:len(b)/2] })
	text := filepath.Join(dir, "text")
	must(t, os.WriteFile(text, []byte(strings.Repeat("not a database ", 500)), 0o600))
	nothing := filepath.Join(dir, "nothing")
	must(t, os.WriteFile(nothing, nil, 0o600))
	const any = -1
	for _, c := range []struct {
		why         string
		from, there string // there: "" for nothing
		force       bool
		want        error // fs.ErrInvalid: any error
		events      int   // in the database afterwards
	}{
		{"no file exists", short, "", false, nil, 3},
		{"replacing an older one", long, short, false, nil, 9},
		{"over the same", long, long, false, nil, 9},
		{"something was played since", short, long, false, ErrPlayed, 9},
		{"played since, by force", short, long, true, nil, 3},
		{"the database is damaged", short, torn, false, fs.ErrInvalid, any},
		{"the database is damaged, with force", short, torn, true, nil, 3},
		{"the file is no database, with force", short, text, true, nil, 3},
		{"the database has a newer version", short, newer, false, ErrNewer, any},
		{"the database has a newer version, with force", short, newer, true, nil, 3},
		{"a backup of a newer version, also by force", newer, short, true, ErrNewer, 3},
		{"a damaged backup, also by force", torn, short, true, fs.ErrInvalid, 3},
		{"no database at all", text, short, true, fs.ErrInvalid, 3},
		{"an empty file, also by force", nothing, short, true, sqlite.ErrEmpty, 3},
		{"no backup", filepath.Join(dir, "none"), short, true, fs.ErrNotExist, 3},
	} {
		t.Run(c.why, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "deuces.db")
			var before []byte
			if c.there != "" {
				var err error
				if before, err = os.ReadFile(c.there); err != nil {
					t.Fatal(err)
				}
				must(t, os.WriteFile(path, before, 0o600))
			}
			kept, err := Restore(t.Context(), c.from, path, c.force)
			if c.want == nil && err != nil || c.want != nil && err == nil || c.want != fs.ErrInvalid && !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
			want := ""
			if c.there != "" && c.want == nil {
				want = path + ".replaced"
			}
			if kept != want || there(t, path+".replaced") != (want != "") {
				t.Errorf("what was there is kept as %q, want %q", kept, want)
			}
			if c.events == any {
				after, err := os.ReadFile(path)
				if err != nil || string(after) != string(before) {
					t.Errorf("it was changed: %v", err)
				}
				return
			}
			s := openAt(t, path)
			if got := len(read(t, s.Reader, 1)); got != c.events {
				t.Errorf("%d events, want %d", got, c.events)
			}
			sound(t, s)
		})
	}
}

// The logs decide whether a restore loses plays, not the times in them.
func TestARestoreThatWouldLoseEventsIsRefused(t *testing.T) {
	filesOnly(t, "copies of files")
	t.Parallel()
	// file returns a database whose tables have that many events, with a clock that is ahead.
	file := func(t *testing.T, ahead time.Duration, events ...int) string {
		t.Helper()
		path := newFile(t)
		s := openAt(t, path)
		for _, n := range events {
			more := numberedFrom(3, slices.Repeat([]match.Body{match.Paused{}}, n-2)...)
			for i := range more {
				more[i].At = more[i].At.Add(ahead)
			}
			if err := s.Append(t.Context(), create(t, s), more, nil); n > 2 && err != nil {
				t.Fatal(err)
			}
		}
		must(t, s.Close())
		return path
	}
	change := func(t *testing.T, path, query string) {
		t.Helper()
		db := connectUnchecked(t, path)
		_, err := db.ExecContext(t.Context(), query)
		must(t, err, db.Close())
	}
	const ahead = 2 * time.Hour
	for _, c := range []struct {
		why             string
		backup, present func(*testing.T) string
		lost            string // "": nothing is lost
	}{
		{"the same", func(t *testing.T) string { return file(t, 0, 4, 4) }, func(t *testing.T) string { return file(t, 0, 4, 4) }, ""},
		{"the backup has more", func(t *testing.T) string { return file(t, 0, 6, 4, 3) }, func(t *testing.T) string { return file(t, 0, 4, 4) }, ""},
		{"the clock was ahead at the backup, and the table was played since", func(t *testing.T) string { return file(t, ahead, 4) }, func(t *testing.T) string {
			path := file(t, ahead, 4)
			s := openAt(t, path)
			err := s.Append(t.Context(), 1, numberedFrom(5, match.Paused{}, match.Resumed{Player: ann}), nil)
			must(t, err, s.Close())
			return path
		}, "table 1"},
		{"another table has the newest event", func(t *testing.T) string { return file(t, 0, 4, 9) }, func(t *testing.T) string { return file(t, 0, 8, 9) }, "table 1"},
		{"a table is not in the backup", func(t *testing.T) string { return file(t, 0, 9) }, func(t *testing.T) string { return file(t, 0, 9, 3, 3) }, "table 2, table 3"},
		{"a table went on otherwise", func(t *testing.T) string { return file(t, time.Minute, 9) }, func(t *testing.T) string { return file(t, 0, 4) }, "table 1"},
		{"the backup's chain says more than its log has", func(t *testing.T) string {
			path := file(t, 0, 9, 9)
			change(t, path, `DELETE FROM events WHERE table_id = 2 AND seq > 5`)
			return path
		}, func(t *testing.T) string { return file(t, 0, 9, 9) }, "table 2"},
		{"the database lost its end, which the backup has", func(t *testing.T) string { return file(t, 0, 9) }, func(t *testing.T) string {
			path := file(t, 0, 9)
			change(t, path, `DELETE FROM events WHERE seq > 5`)
			return path
		}, ""},
		{"both are older than chains", func(t *testing.T) string {
			path := file(t, 0, 4)
			change(t, path, `DELETE FROM chains; UPDATE events SET hash = NULL`)
			return path
		}, func(t *testing.T) string {
			path := file(t, 0, 5)
			change(t, path, `DELETE FROM chains; UPDATE events SET hash = NULL`)
			return path
		}, "table 1"},
	} {
		t.Run(c.why, func(t *testing.T) {
			backup, present := c.backup(t), c.present(t)
			before := dump(t, present)
			_, err := Restore(t.Context(), backup, present, false)
			if c.lost == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if !errors.Is(err, ErrPlayed) || !strings.HasSuffix(err.Error(), "the backup does not have all events of "+c.lost) {
				t.Errorf("it says %v", err)
			}
			if dump(t, present) != before {
				t.Error("what was there is not as it was")
			}
			if _, err := Restore(t.Context(), backup, present, true); err != nil {
				t.Errorf("by force: %v", err)
			}
		})
	}
}

// Files kept by earlier restores stay, including incomplete sets: SQLite would read a
// write-ahead log beside a file of its name.
func TestARestoreKeepsTheFilesOfEarlierOnes(t *testing.T) {
	filesOnly(t, "copies of files")
	t.Parallel()
	backup := newFile(t)
	must(t, openAt(t, backup).Close())
	whole, err := os.ReadFile(backup)
	must(t, err)
	nonsense := []byte(strings.Repeat("not a database ", 500))
	playing := openNew(t)
	create(t, playing)
	log, err := os.ReadFile(playing.path + "-wal")
	must(t, err)
	for _, c := range []struct {
		why     string
		present []byte
		wal     []byte   // write-ahead log; nil: none
		before  []string // files that exist before
		kept    string
		aside   []string // new files afterwards
	}{
		{"the first", whole, nil, nil, ".replaced", []string{".replaced"}},
		{"the second", whole, nil, []string{".replaced"}, ".replaced.2", []string{".replaced.2"}},
		{"the third", whole, nil, []string{".replaced", ".replaced.2"}, ".replaced.3", []string{".replaced.3"}},
		{"a write-ahead log was kept", whole, nil, []string{".replaced-wal"}, ".replaced.2", []string{".replaced.2"}},
		{"an index was kept", whole, nil, []string{".replaced-shm"}, ".replaced.2", []string{".replaced.2"}},
		{"an unreadable file", nonsense, log, nil, ".replaced", []string{".replaced", ".replaced-wal"}},
		{"an unreadable file, again", nonsense, log, []string{".replaced", ".replaced-wal"},
			".replaced.2", []string{".replaced.2", ".replaced.2-wal"}},
	} {
		t.Run(c.why, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "deuces.db")
			put := func(suffix string, content []byte) {
				must(t, os.WriteFile(path+suffix, content, 0o600))
			}
			put("", c.present)
			if c.wal != nil {
				put("-wal", c.wal)
			}
			for _, suffix := range c.before {
				put(suffix, []byte("kept "+suffix))
			}
			kept, err := Restore(t.Context(), backup, path, true)
			if err != nil || kept != path+c.kept {
				t.Errorf("it is kept as %q, %v", kept, err)
			}
			for _, suffix := range c.before {
				if content, err := os.ReadFile(path + suffix); err != nil || string(content) != "kept "+suffix {
					t.Errorf("%s was changed: %v", suffix, err)
				}
			}
			for _, suffix := range c.aside {
				if !there(t, path+suffix) {
					t.Errorf("there is no %s", suffix)
				}
			}
			sound(t, openAt(t, path))
		})
	}
}

func damage(t *testing.T, path string, how func([]byte) []byte) {
	t.Helper()
	b, err := os.ReadFile(path)
	must(t, err)
	must(t, os.WriteFile(path, how(b), 0o600))
}

func TestRestoreWhileTheDatabaseIsOpen(t *testing.T) {
	filesOnly(t, "copies of files")
	dir := t.TempDir()
	s := openAt(t, filepath.Join(dir, "deuces.db"))
	create(t, s)
	saved := filepath.Join(dir, "saved.db")
	must(t, Backup(t.Context(), s.path, saved))
	create(t, s)
	if _, err := Restore(t.Context(), saved, s.path, true); !errors.Is(err, ErrInUse) {
		t.Errorf("a process writes it: %v", err)
	}
	must(t, s.Close())
	r, err := Read(t.Context(), s.path)
	must(t, err)
	if _, err := live(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if _, err := Restore(t.Context(), saved, s.path, true); err == nil {
		t.Error("a process reads it, and it is replaced")
	}
	if there(t, s.path+".replaced") {
		t.Error("a restore that is refused leaves a copy")
	}
	must(t, r.Close())
	if _, err := Restore(t.Context(), saved, s.path, true); err != nil {
		t.Errorf("nobody has it open: %v", err)
	}
}
