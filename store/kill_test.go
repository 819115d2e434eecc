package store

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"deuces/game/gametest"
	"deuces/match"
	"deuces/store/engine"
	"deuces/store/sqlite"
)

// TestMain runs a helper process if one of the environment variables names it.
func TestMain(m *testing.M) {
	for name, act := range map[string]func(string) error{
		appendEnv: appendUntilKilled, backUpEnv: backUp, migrateEnv: migrateUntilKilled, withoutRightsEnv: appendWithoutRights,
	} {
		args := os.Getenv(name)
		if args == "" {
			continue
		}
		if err := act(args); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	// Run more tests in parallel than there are cores, because they mostly wait for the disk. The
	// flag -parallel overrides that.
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	// Syncing is fast in memory. Benchmarks and large databases need a disk.
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() && !slices.ContainsFunc(os.Args, func(arg string) bool { return strings.HasPrefix(arg, "-test.bench=") }) && os.Getenv("DEUCES_ROUNDS") == "" {
		if err := os.Setenv("TMPDIR", "/dev/shm"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

const (
	appendEnv      = "DEUCES_TEST_APPEND_TO"
	liveTableCount = 8
)

// appendUntilKilled appends to every live table, of which it opens some if there are too few. It
// prints "table seq" after each acknowledged append. Every third append settles a round.
func appendUntilKilled(path string) error {
	ctx := context.Background()
	s, err := Open(ctx, path, nop())
	if err != nil {
		return err
	}
	live, err := liveTables(ctx, s)
	for len(live) < liveTableCount && err == nil {
		var id match.ID
		id, err = s.Create(ctx, opening())
		live = append(live, id)
	}
	if err != nil {
		return err
	}
	failed := make(chan error)
	for _, id := range live {
		last := 0
		for e, err := range s.Events(ctx, id) {
			if err != nil {
				return err
			}
			last = e.Seq
		}
		go func() {
			for {
				events := numberedFrom(last+1, match.Paused{}, match.Resumed{Player: ann})
				settled := round("g1", "toy", ann, bob)
				settled.Match, settled.Round = int64(id), last
				ends := &settled
				if last%3 != 0 {
					ends = nil
				}
				if err := s.Append(ctx, id, events, ends); err != nil {
					failed <- err
					return
				}
				last += len(events)
				fmt.Printf("%d %d\n", id, last) // unbuffered
			}
		}()
	}
	return <-failed
}

func TestKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	kills, asked := gametest.Dose(t, 4, 4, 100), 1
	if usesPostgres() { // PostgreSQL waits for the lock, so asking takes longer
		kills = gametest.Dose(t, 2, 3, 30)
		asked = gametest.Dose(t, kills, kills, 1)
	}
	const seed = 1
	luck := gametest.NewRand(seed)
	t.Logf("the seed %d decides when they are killed", seed)
	path := newName(t)
	acknowledged := map[match.ID]int{}
	total := 0
	for n := range kills {
		total += killOnce(t, path, 1+luck.Intn(400), n%asked == 0, acknowledged)
		s := openAt(t, path)
		for id, seq := range acknowledged {
			if events := len(readLog(t, s.Reader, id)); events < seq || events%2 != 0 { // reading fails if there is a gap
				t.Errorf("table %d has %d events, want an even number, at least the %d that were acknowledged", id, events, seq)
			}
		}
		wantSound(t, s)
		must(t, s.Close())
		if t.Failed() {
			return
		}
	}
	t.Logf("%d kills, %d acknowledged appends", kills, total)
}

// killOnce lets a process append, kills it after a number of appends, and records what it has
// acknowledged. If triesToOpen is set, it first checks that another process can't open the
// database.
func killOnce(t *testing.T, path string, killAfter int, triesToOpen bool, acknowledged map[match.ID]int) (appends int) {
	t.Helper()
	child := helperProcess(t, appendEnv, path)
	out, err := child.StdoutPipe()
	must(t, err)
	must(t, child.Start())
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var id match.ID
		var seq int
		if _, err := fmt.Sscanf(lines.Text(), "%d %d", &id, &seq); err != nil {
			continue // the last line is incomplete
		}
		acknowledged[id] = max(acknowledged[id], seq)
		if appends++; appends == killAfter {
			if triesToOpen {
				wantError(t, "another process writes it, and it opens", errOf(Open(t.Context(), path, nop())), ErrInUse)
			}
			must(t, child.Process.Kill())
		}
	}
	if err := child.Wait(); err == nil || child.ProcessState.Exited() {
		t.Fatalf("the process was not killed, but ended by itself: %v", err)
	}
	if appends < killAfter {
		t.Fatalf("the process made %d appends, want %d", appends, killAfter)
	}
	return appends
}

const withoutRightsEnv = "DEUCES_TEST_MAY_READ"

// appendWithoutRights is a helper process whose user may only read the database. For each line of
// input, it appends to table 1 and prints the result.
func appendWithoutRights(path string) error {
	if err := dropPrivileges(); err != nil {
		return err
	}
	var logged strings.Builder
	ctx := context.Background()
	s, err := Open(ctx, path, zerolog.New(&logged))
	if err != nil {
		return err
	}
	live, err := liveTables(ctx, s)
	fmt.Printf("opened: %v %v %v %s\n", live, err, s.Writable(ctx), strings.ReplaceAll(logged.String(), "\n", " "))
	for asked := bufio.NewScanner(os.Stdin); asked.Scan(); {
		fmt.Printf("appended: %v\n", s.Append(ctx, 1, numberedFrom(3, match.Paused{}), nil))
	}
	return s.Close()
}

// A read-only database can be read. An append stores nothing and returns an error that explains the
// problem. As soon as the file is writable, appends work, without a restart.
func TestAReadOnlyDatabaseIsReadAndReported(t *testing.T) {
	filesOnly(t, "rights and locks of a file")
	if runtime.GOOS == "windows" {
		t.Skip("files have no modes here")
	}
	dir, err := os.MkdirTemp("", "deuces-store-")
	must(t, err)
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "deuces.db")
	s := openAt(t, path)
	createTable(t, s)
	must(t, s.Close())
	file, of, writable := os.FileMode(0o400), os.FileMode(0o700), os.FileMode(0o600)
	if os.Geteuid() == 0 { // the process runs as nobody, and the file belongs to root
		must(t, os.Chmod(path+"-lock", 0o666))
		file, of, writable = 0o444, 0o777, 0o666
	}
	must(t, os.Chmod(dir, of), os.Chmod(path, file))
	child := helperProcess(t, withoutRightsEnv, path)
	ask, err := child.StdinPipe()
	must(t, err)
	out, err := child.StdoutPipe()
	must(t, err)
	must(t, child.Start())
	answers := bufio.NewScanner(out)
	answer := func() string {
		if !answers.Scan() {
			t.Fatalf("the process ended without an answer: %v", child.Wait())
		}
		return answers.Text()
	}
	appends := func() string {
		fmt.Fprintln(ask)
		return answer()
	}
	opened := answer()
	problem := "it can't be written: this user may not write " + filepath.Base(path) + ": change its owner"
	if !strings.HasPrefix(opened, "opened: [1] <nil>") || !strings.Contains(opened, problem) {
		t.Errorf("a read-only database: got %q, want the live table, and the problem in Writable", opened)
	}
	if warned := strings.Contains(opened, "other users can read or write this file"); warned != (os.Geteuid() == 0) {
		t.Errorf("warned about a file that others can access: %t, want the opposite: %s", warned, opened)
	}
	if answered := appends(); !strings.Contains(answered, problem) {
		t.Errorf("an append to a read-only database: got %q, want %q", answered, problem)
	}
	must(t, os.Chmod(path, writable))
	wantEqual(t, "an append, when it may be written", "appended: <nil>", appends(), nil)
	must(t, ask.Close(), child.Wait())
	s = openAt(t, path)
	wantEvents(t, s.Reader, 1, 3)
	wantSound(t, s)
}

// While another program has locked the database, a write stores nothing and returns an error. It
// works when the lock is released.
func TestAWriteWaitsForAnotherProgramsLock(t *testing.T) {
	filesOnly(t, "rights and locks of a file")
	t.Parallel() // it waits five seconds for a lock
	s := openNew(t)
	id := createTable(t, s)
	other := connectUnchecked(t, s.path)
	defer other.Close()
	must(t, errOf(other.ExecContext(t.Context(), "BEGIN IMMEDIATE")))
	wantErrorText(t, "while it is locked", appendPause(t, s, id, 3), "another program has locked it")
	wantEvents(t, s.Reader, id, 2)
	must(t, errOf(other.ExecContext(t.Context(), "ROLLBACK")))
	must(t, appendPause(t, s, id, 3))
	wantSound(t, s)
}

const migrateEnv = "DEUCES_TEST_MIGRATE"

// stepsWithTwoMore returns this program's migrations and two more, which leave the schema
// unchanged.
func stepsWithTwoMore() (engine.Steps, error) {
	o, err := withSteps("", engine.Options{})
	next := o.Steps.Last() + 1
	o.Steps.All = append(o.Steps.All,
		engine.Step{Version: next, Name: "one", Text: `UPDATE people SET name = name || '!'`},
		engine.Step{Version: next + 1, Name: "two", Text: `CREATE TABLE extra (n INTEGER) STRICT; DELETE FROM last_options; DROP TABLE extra`})
	return o.Steps, err
}

// migrateUntilKilled is a helper process that opens a database and kills itself before or after its
// nth SQLite operation.
func migrateUntilKilled(args string) error {
	var n int
	var after bool
	var path string
	if _, err := fmt.Sscan(args, &n, &after, &path); err != nil {
		return err
	}
	all, err := stepsWithTwoMore()
	if err != nil {
		return err
	}
	driver := &faultDriver{kills: true}
	driver.arm(n, after, errFault)
	s, err := openWithSteps(context.Background(), path, all, driver.wrap)
	if err != nil {
		return err
	}
	return s.Close()
}

func migrateProcess(t *testing.T, path string, n int, after bool) *exec.Cmd {
	t.Helper()
	return helperProcess(t, migrateEnv, fmt.Sprintln(n, after, path))
}

// A migration is killed before or after an operation. The next start, which repairs the database, is killed as
// well. After another start the database is complete, and so is the copy of the original. In all but the
// long dose few operations are tried, because TestAnInterruptedMigrationIsRepeated tries each without a
// process of its own.
func TestAKilledMigrationContinuesAtTheNextStart(t *testing.T) {
	filesOnly(t, "migrations of files")
	t.Parallel()
	file := createSample(t, newFile(t))
	const seed = 3
	luck := gametest.NewRand(seed)
	t.Logf("the seed %d decides when it is killed", seed)
	next, err := stepsWithTwoMore()
	must(t, err)
	before := dump(t, file)
	whole, driver := copyOfClosed(t, file), &faultDriver{}
	driver.arm(0, false, nil)
	s, err := openWithSteps(t.Context(), whole, next, driver.wrap)
	must(t, err)
	operations := driver.count("")
	wantSound(t, s)
	must(t, s.Close())
	want := dump(t, whole)

	killed := func(child *exec.Cmd) bool { return !child.ProcessState.Exited() }
	kills, twice := 0, 0
	far := gametest.Dose(t, max(1, operations/3), max(1, operations/4), 1)
	for n := 1 + luck.Intn(far); n <= operations; n += far {
		for _, after := range []bool{false, true} {
			path := copyOfClosed(t, file)
			child := migrateProcess(t, path, n, after)
			if err := child.Run(); err == nil || !killed(child) {
				t.Fatalf("the migration was not killed at %d of %d: %v", n, operations, err)
			}
			kills++
			again := migrateProcess(t, path, 1+luck.Intn(operations), luck.Intn(2) == 0)
			if err := again.Run(); err != nil && !killed(again) {
				t.Fatalf("killed at %d (after: %v): the next start fails: %v", n, after, err)
			}
			if killed(again) {
				twice++
			}
			how := fmt.Sprintf("killed at %d of %d (after: %v), then %s", n, operations, after, again.Env[len(again.Env)-1])
			s, err := openWithSteps(t.Context(), path, next, nil)
			must(t, err, s.Close())
			wantDump(t, how+": the repaired database", path, want)
			wantDump(t, how+": the copy", fmt.Sprintf("%s.v%d", path, ownSteps(t).Last()), before)
			result(filepath.Glob(filepath.Join(filepath.Dir(path), "*"+sqlite.Part+"*"))).is(t, how+": left over", nil)
		}
	}
	if twice == 0 {
		t.Error("no repair was killed, so this test doesn't show that a repair can be repeated")
	}
	t.Logf("%d kills, %d of them during a repair", kills, twice)
}
