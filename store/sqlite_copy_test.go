package store

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"deuces/match"
	"deuces/match/matchtest"
	"deuces/store/engine"
	"deuces/store/sqlite"
)

func TestBackupWhileTablesArePlayed(t *testing.T) {
	filesOnly(t, "copies of files")
	t.Parallel()
	dir := t.TempDir()
	s := openAt(t, filepath.Join(dir, "deuces.db"))
	id := createTable(t, s)
	stop, begun := make(chan struct{}), make(chan struct{})
	last := 2
	var playing sync.WaitGroup
	playing.Go(func() {
		for {
			wantError(t, "played", s.Append(t.Context(), id, numberedFrom(last+1, match.Paused{}, match.Resumed{Player: ann}), nil), nil)
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
	for _, name := range []string{"one", "two", "three"} {
		saved := filepath.Join(dir, name)
		must(t, Backup(t.Context(), s.path, saved))
		b, err := Read(t.Context(), saved)
		must(t, err)
		if n := len(readLog(t, b, id)); n < 3 || n%2 != 0 {
			t.Errorf("the backup has %d events, want at least 3, and an even number", n)
		}
		if found, err := b.Check(t.Context()); len(found) > 0 || err != nil {
			t.Errorf("Check of the backup finds %q, %v, want nothing", found, err)
		}
		must(t, b.Close())
	}
	close(stop)
	playing.Wait()
	wantEvents(t, s.Reader, id, last)
	for _, present := range []string{filepath.Join(dir, "one"), s.path} {
		if err := Backup(t.Context(), s.path, present); !errors.Is(err, fs.ErrExist) {
			t.Errorf("a backup over %s: got %v, want fs.ErrExist", present, err)
		}
	}
	result(filepath.Glob(filepath.Join(dir, "*.part*"))).is(t, "left over", nil)
}

// newLogs returns the path of a closed database. Each of its tables has this many events, whose
// times are ahead by a duration.
func newLogs(t *testing.T, ahead time.Duration, events ...int) (path string) {
	t.Helper()
	path = newFile(t)
	s := openAt(t, path)
	for _, n := range events {
		id := createTable(t, s)
		more := numberedFrom(3, slices.Repeat([]match.Body{match.Paused{}}, n-2)...)
		for i := range more {
			more[i].At = more[i].At.Add(ahead)
		}
		if len(more) > 0 {
			must(t, s.Append(t.Context(), id, more, nil))
		}
	}
	must(t, s.Close())
	return path
}

func TestABackupIsRestored(t *testing.T) {
	filesOnly(t, "copies of files")
	t.Parallel()
	dir := t.TempDir()
	short, long := newLogs(t, 0, 3), newLogs(t, 0, 9)
	newer := newLogs(t, 0, 2)
	changeFile(t, newer, func(b []byte) []byte { b[60+2] = 9; return b }) // PRAGMA user_version
	torn := newLogs(t, 0, 300)
	changeFile(t, torn, func(b []byte) []byte { return b[:len(b)/2] })
	text, nothing := filepath.Join(dir, "text"), filepath.Join(dir, "nothing")
	must(t, os.WriteFile(text, []byte(strings.Repeat("not a database ", 500)), 0o600), os.WriteFile(nothing, nil, 0o600))
	const any = -1
	for _, c := range []struct {
		why           string
		from, present string // present is the file at the path; "": none
		force         bool
		want          error // fs.ErrInvalid stands for any error
		events        int   // events of table 1 in the database afterwards
	}{
		{"no file exists", short, "", false, nil, 3},
		{"replacing an older one", long, short, false, nil, 9},
		{"replacing an equal one", long, long, false, nil, 9},
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
			if c.present != "" {
				var err error
				before, err = os.ReadFile(c.present)
				must(t, err, os.WriteFile(path, before, 0o600))
			}
			kept, err := Restore(t.Context(), c.from, path, c.force)
			if c.want == nil && err != nil || c.want != nil && err == nil || c.want != fs.ErrInvalid && !errors.Is(err, c.want) {
				t.Errorf("the restore: got %v, want %v", err, c.want)
			}
			want := ""
			if c.present != "" && c.want == nil {
				want = path + ".replaced"
			}
			if kept != want || fileExists(t, path+".replaced") != (want != "") {
				t.Errorf("the previous file is kept as %q, want %q", kept, want)
			}
			if c.events == any {
				after, err := os.ReadFile(path)
				if err != nil || string(after) != string(before) {
					t.Errorf("the refused restore changed the file: %v", err)
				}
				return
			}
			s := openAt(t, path)
			wantEvents(t, s.Reader, 1, c.events)
			wantSound(t, s)
		})
	}
}

// Whether a restore would lose plays depends on the logs, not on the times in them.
func TestARestoreThatWouldLoseEventsIsRefused(t *testing.T) {
	filesOnly(t, "copies of files")
	t.Parallel()
	const ahead = 2 * time.Hour
	type file struct {
		ahead     time.Duration
		events    []int  // number of events of each table
		damage    string // query that damages the database afterwards
		continued bool   // table 1 continues afterwards
	}
	of := func(events ...int) file { return file{events: events} }
	for _, c := range []struct {
		why             string
		backup, present file
		lost            string // tables with lost events, as in the error; "": none
	}{
		{"the same", of(4, 4), of(4, 4), ""},
		{"the backup has more", of(6, 4, 3), of(4, 4), ""},
		{"the clock was ahead at the backup, and the table was played since", file{ahead, []int{4}, "", false}, file{ahead, []int{4}, "", true}, "table 1"},
		{"another table has the newest event", of(4, 9), of(8, 9), "table 1"},
		{"a table is not in the backup", of(9), of(9, 3, 3), "table 2, table 3"},
		{"a table continued differently", file{time.Minute, []int{9}, "", false}, of(4), "table 1"},
		{"the backup's chain says more than its log has", file{0, []int{9, 9}, `DELETE FROM events WHERE table_id = 2 AND seq > 5`, false}, of(9, 9), "table 2"},
		{"the database lost its end, which the backup has", of(9), file{0, []int{9}, `DELETE FROM events WHERE seq > 5`, false}, ""},
		{"the database lost the end of a chain", of(4), file{0, []int{5}, `DELETE FROM chains`, false}, "table 1"},
	} {
		t.Run(c.why, func(t *testing.T) {
			create := func(f file) (path string) {
				path = newLogs(t, f.ahead, f.events...)
				if f.continued {
					s := openAt(t, path)
					must(t, appendPause(t, s, 1, 5), s.Close())
				}
				if f.damage != "" {
					execute(t, path, f.damage)
				}
				return path
			}
			backup, present := create(c.backup), create(c.present)
			before := dump(t, present)
			_, err := Restore(t.Context(), backup, present, false)
			if c.lost == "" {
				must(t, err)
				return
			}
			if !errors.Is(err, ErrPlayed) || !strings.HasSuffix(err.Error(), "the backup does not have all events of "+c.lost) {
				t.Errorf("the restore: got %v, want a refusal that names %s", err, c.lost)
			}
			wantDump(t, "after the refusal", present, before)
			wantError(t, "by force", errOf(Restore(t.Context(), backup, present, true)), nil)
		})
	}
}

// Files that were kept by earlier restores stay unchanged. Sets of them may be incomplete; SQLite
// would read a write-ahead log whose name fits the database.
func TestARestoreKeepsTheFilesOfEarlierOnes(t *testing.T) {
	filesOnly(t, "copies of files")
	t.Parallel()
	backup := newLogs(t, 0)
	whole, err := os.ReadFile(backup)
	must(t, err)
	nonsense := []byte(strings.Repeat("not a database ", 500))
	playing := openNew(t)
	createTable(t, playing)
	log, err := os.ReadFile(playing.path + "-wal")
	must(t, err)
	for _, c := range []struct {
		why     string
		present []byte
		wal     []byte   // write-ahead log; nil: none
		before  []string // suffixes of files that exist before
		kept    string
	}{
		{"the first", whole, nil, nil, ".replaced"},
		{"the second", whole, nil, []string{".replaced"}, ".replaced.2"},
		{"the third", whole, nil, []string{".replaced", ".replaced.2"}, ".replaced.3"},
		{"a write-ahead log was kept", whole, nil, []string{".replaced-wal"}, ".replaced.2"},
		{"an index was kept", whole, nil, []string{".replaced-shm"}, ".replaced.2"},
		{"an unreadable file", nonsense, log, nil, ".replaced"},
		{"an unreadable file, again", nonsense, log, []string{".replaced", ".replaced-wal"}, ".replaced.2"},
	} {
		t.Run(c.why, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "deuces.db")
			put := func(suffix string, content []byte) { must(t, os.WriteFile(path+suffix, content, 0o600)) }
			put("", c.present)
			if c.wal != nil {
				put("-wal", c.wal)
			}
			for _, suffix := range c.before {
				put(suffix, []byte("kept "+suffix))
			}
			result(Restore(t.Context(), backup, path, true)).is(t, "kept as", path+c.kept)
			for _, suffix := range c.before {
				if content, err := os.ReadFile(path + suffix); err != nil || string(content) != "kept "+suffix {
					t.Errorf("the restore changed the kept file %s: %v", suffix, err)
				}
			}
			if !fileExists(t, path+c.kept) || fileExists(t, path+c.kept+"-wal") != (c.wal != nil) {
				t.Errorf("%s or its write-ahead log is missing, or there is one too many", c.kept)
			}
			wantSound(t, openAt(t, path))
		})
	}
}

func changeFile(t *testing.T, path string, how func([]byte) []byte) {
	t.Helper()
	b, err := os.ReadFile(path)
	must(t, err, os.WriteFile(path, how(b), 0o600))
}

func TestRestoreWhileTheDatabaseIsOpen(t *testing.T) {
	filesOnly(t, "copies of files")
	s := openNew(t)
	createTable(t, s)
	saved := filepath.Join(t.TempDir(), "saved.db")
	must(t, Backup(t.Context(), s.path, saved))
	createTable(t, s)
	wantError(t, "a process writes it", errOf(Restore(t.Context(), saved, s.path, true)), ErrInUse)
	must(t, s.Close())
	r, err := Read(t.Context(), s.path)
	must(t, err)
	must(t, errOf(liveTables(t.Context(), r)))
	wantErrorText(t, "a process reads it", errOf(Restore(t.Context(), saved, s.path, true)), "")
	if fileExists(t, s.path+".replaced") {
		t.Error("a refused restore leaves a .replaced file")
	}
	must(t, r.Close())
	wantError(t, "nobody has it open", errOf(Restore(t.Context(), saved, s.path, true)), nil)
}

const backUpEnv = "DEUCES_TEST_BACKUP"

// backUp is a helper process that makes a backup. At its nth progress report it kills itself. If n
// is negative, it prints a line at that report instead, and continues when its input is closed.
func backUp(args string) error {
	var n int
	var from, to string
	if _, err := fmt.Sscanf(args, "%d %q %q", &n, &from, &to); err != nil {
		return err
	}
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		return err
	}
	seen := 0
	ctx := engine.WithProgress(context.Background(), func(string, int, int) {
		switch seen++; {
		case seen == n:
			_ = self.Kill()
			select {}
		case seen == -n:
			fmt.Println("at it")
			_, _ = io.ReadAll(os.Stdin)
		}
	})
	return Backup(ctx, from, to)
}

func fileExists(t *testing.T, path string) bool {
	t.Helper()
	_, err := os.Stat(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return err == nil
}

// partsIn lists the incomplete files in a directory, with those that SQLite keeps beside them.
func partsIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	for _, e := range entries {
		if strings.Contains(e.Name(), sqlite.Part) {
			names = append(names, e.Name())
		}
	}
	return names
}

func TestTheNextBackupRemovesTheFileOfAKilledOne(t *testing.T) {
	filesOnly(t, "copies of files")
	path, dir := newLogs(t, 0), t.TempDir()
	for n := 1; n <= 3; n++ { // before, after, and while checking the copy
		to := filepath.Join(dir, fmt.Sprintf("killed at %d.db", n))
		child := helperProcess(t, backUpEnv, fmt.Sprintf("%d %q %q", n, path, to))
		if err := child.Run(); err == nil || child.ProcessState.Exited() {
			t.Fatalf("the backup was not killed at %d: %v", n, err)
		}
		if left := partsIn(t, dir); len(left) == 0 || fileExists(t, to) {
			t.Errorf("killed at %d, a backup leaves %v, want an incomplete file only", n, left)
		}
		to = filepath.Join(dir, fmt.Sprintf("the next after %d.db", n))
		must(t, Backup(t.Context(), path, to))
		if left := partsIn(t, dir); len(left) > 0 || !fileExists(t, to) {
			t.Errorf("killed at %d: the next backup leaves %v, want only its own file", n, left)
		}
	}
}

func TestAFailedBackupLeavesNothing(t *testing.T) {
	filesOnly(t, "copies of files")
	path, dir := newLogs(t, 0), t.TempDir()
	to := filepath.Join(dir, "backup.db")
	must(t, os.Mkdir(to+"-journal", 0o700)) // not ours, and stays
	for n := 1; n <= 3; n++ {
		seen := 0
		ctx, stop := context.WithCancel(t.Context())
		ctx = engine.WithProgress(ctx, func(string, int, int) {
			if seen++; seen == n {
				stop()
			}
		})
		if err := Backup(ctx, path, to); err == nil || fileExists(t, to) {
			t.Errorf("interrupted at %d: a backup returns %v, want an error and no file", n, err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
			t.Errorf("interrupted at %d: a backup leaves %v, %v, want nothing of its own", n, left, err)
		}
	}
}

func TestTheFileOfARunningBackupIsKept(t *testing.T) {
	filesOnly(t, "copies of files")
	path := newLogs(t, 0)
	to := filepath.Join(t.TempDir(), "backup.db")
	child := helperProcess(t, backUpEnv, fmt.Sprintf("%d %q %q", -3, path, to))
	input, err := child.StdinPipe()
	must(t, err)
	output, err := child.StdoutPipe()
	must(t, err)
	must(t, child.Start())
	if line, err := bufio.NewReader(output).ReadString('\n'); err != nil || strings.TrimSpace(line) != "at it" {
		t.Fatalf("the backup process says %q, %v, want that it is at it", line, err)
	}
	s := openAt(t, path) // another start of the bot
	wantError(t, "a second backup meanwhile", Backup(t.Context(), s.path, filepath.Join(filepath.Dir(to), "another.db")), ErrBackup)
	if len(partsIn(t, filepath.Dir(to))) == 0 {
		t.Error("the file of the running backup was removed")
	}
	must(t, input.Close(), child.Wait())
	if !fileExists(t, to) || len(partsIn(t, filepath.Dir(to))) > 0 {
		t.Error("the backup that was running is missing, or its incomplete file is left")
	}
}

func TestLeftoversAreRemovedAtTheNextStart(t *testing.T) {
	filesOnly(t, "files")
	path := filepath.Join(t.TempDir(), "deuces[1].db")
	all := map[string]bool{ // whether the file is one of the program's own leftovers
		".part": true, ".part-journal": true, ".replaced.part": true, ".part-wal": true, ".part-lock": true,
		".v5": false, ".replaced": false, ".replaced.2": false, ".replaced.mine.part": false, ".verse.part": false, "2.part": false,
	}
	for suffix := range all {
		must(t, os.WriteFile(path+suffix, []byte("half"), 0o600))
	}
	must(t, openAt(t, path).Close())
	for suffix, own := range all {
		if fileExists(t, path+suffix) == own {
			t.Errorf("%s is removed at the start: %v, want %v", suffix, !own, own)
		}
	}
}

// A file that can't be removed is no reason not to start.
func TestALeftoverThatStaysIsNamed(t *testing.T) {
	filesOnly(t, "files")
	path := newFile(t)
	must(t, os.MkdirAll(filepath.Join(path+sqlite.Part, "occupied"), 0o700))
	var logged strings.Builder
	s, err := Open(t.Context(), path, zerolog.New(&logged))
	must(t, err)
	must(t, s.Close())
	if !strings.Contains(logged.String(), path+sqlite.Part) {
		t.Errorf("the log does not name the file that can't be removed: %s", &logged)
	}
}

// A restore that finds no backup makes no file.
func TestARestoreOfNothingLeavesNothing(t *testing.T) {
	filesOnly(t, "copies of files")
	dir := t.TempDir()
	wantError(t, "it is restored", errOf(Restore(t.Context(), filepath.Join(dir, "none.db"), filepath.Join(dir, "deuces.db"), true)), fs.ErrNotExist)
	wantError(t, "it is copied", errOf(Copy(t.Context(), filepath.Join(dir, "none.db"), filepath.Join(dir, "deuces.db"), matchtest.NewToy, nop())), fs.ErrNotExist)
	wantError(t, "it is rebuilt", errOf(OpenExisting(t.Context(), filepath.Join(dir, "deuces.db"), nop())), fs.ErrNotExist)
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("a restore of nothing leaves %v, %v, want nothing", left, err)
	}
}
