package store

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"deuces/game/gametest"
	"deuces/store/engine"
	"deuces/store/sqlite"
)

const migrated = "DEUCES_TEST_MIGRATE"

// killedSteps returns this program's migrations and two more, which leave the schema unchanged.
func killedSteps() (engine.Steps, error) {
	o, err := withSteps("", engine.Options{})
	next := o.Steps.Last() + 1
	o.Steps.All = append(o.Steps.All,
		engine.Step{Version: next, Name: "one", Text: `UPDATE people SET name = name || '!'`},
		engine.Step{Version: next + 1, Name: "two", Text: `CREATE TABLE extra (n INTEGER) STRICT; DELETE FROM last_options; DROP TABLE extra`})
	return o.Steps, err
}

// migrateUntilKilled returns a helper process that opens a database and kills itself before or after
// its nth SQLite operation.
func migrateUntilKilled(args string) error {
	var n int
	var after bool
	var path string
	if _, err := fmt.Sscan(args, &n, &after, &path); err != nil {
		return err
	}
	all, err := killedSteps()
	if err != nil {
		return err
	}
	driver := &faultDriver{kills: true}
	driver.arm(n, after, errFault)
	s, err := openAs(context.Background(), path, all, driver.wrap)
	if err != nil {
		return err
	}
	return s.Close()
}

func migrating(t *testing.T, path string, n int, after bool) *exec.Cmd {
	t.Helper()
	return helperProcess(t, migrated, fmt.Sprintln(n, after, path))
}

// older returns a database written by an older program, as bytes.
func older(t *testing.T) []byte {
	t.Helper()
	f, err := os.Open("testdata/older/older.db.gz")
	must(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	must(t, err)
	raw, err := io.ReadAll(z)
	must(t, err)
	return raw
}

// A migration is killed at any operation, and again while the next start repairs it. After the
// start after that, the database and the copy of the original are complete.
func TestAKilledMigrationContinuesAtTheNextStart(t *testing.T) {
	filesOnly(t, "migrations of files")
	t.Parallel()
	file := older(t)
	const seed = 3
	luck := gametest.NewRand(seed)
	t.Logf("when it is killed comes from the seed %d", seed)
	put := func() string {
		t.Helper()
		path := filepath.Join(t.TempDir(), "deuces.db")
		must(t, os.WriteFile(path, file, 0o600))
		return path
	}
	next, err := killedSteps()
	must(t, err)
	whole := func(path string) string {
		t.Helper()
		s, err := openAs(t.Context(), path, next, nil)
		must(t, err)
		sound(t, s)
		must(t, s.Close())
		return dump(t, path)
	}
	first := put()
	before := dump(t, first)
	var version int
	if _, err := fmt.Sscanf(before, "version %d", &version); err != nil || version != engine.Baseline {
		t.Fatalf("the database has version %d: %v", version, err)
	}
	driver := &faultDriver{}
	driver.arm(0, false, nil)
	began := time.Now()
	s, err := openAs(t.Context(), put(), next, driver.wrap)
	must(t, err)
	took := time.Since(began)
	must(t, s.Close())
	asked := driver.count("")
	want := whole(first)

	healed := func(path, how string) {
		t.Helper()
		if got := whole(path); got != want {
			t.Errorf("%s: it is healed to\n%s\nwant\n%s", how, got, want)
		}
		dumpIs(t, how+": the copy", fmt.Sprintf("%s.v%d", path, version), before)
		if left, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*"+sqlite.Part+"*")); err != nil || len(left) > 0 {
			t.Errorf("%s: there is %v still, %v", how, left, err)
		}
	}
	killed := func(child *exec.Cmd) bool { return child.ProcessState != nil && !child.ProcessState.Exited() }
	kills, twice := 0, 0
	far := gametest.Dose(t, max(1, asked/5), 4, 1)
	for n := 1; n <= asked; n += far {
		for _, after := range []bool{false, true} {
			path := put()
			child := migrating(t, path, n, after)
			if err := child.Run(); err == nil || !killed(child) {
				t.Fatalf("the migration was not killed at %d of %d: %v", n, asked, err)
			}
			kills++
			again := migrating(t, path, 1+luck.Intn(asked), luck.Intn(2) == 0)
			if err := again.Run(); err != nil && !killed(again) {
				t.Fatalf("killed at %d (after: %v), and the next start says %v", n, after, err)
			}
			if killed(again) {
				twice++
			}
			healed(path, fmt.Sprintf("killed at %d of %d (after: %v), then %s", n, asked, after, again.Env[len(again.Env)-1]))
		}
	}
	for range gametest.Dose(t, 5, 20, 200) { // within an SQLite operation
		path := put()
		for range 2 {
			child := migrating(t, path, 0, false)
			must(t, child.Start())
			timer := time.AfterFunc(time.Duration(luck.Intn(int(3*took))), func() { _ = child.Process.Kill() })
			err := child.Wait()
			timer.Stop()
			if err != nil && !killed(child) {
				t.Fatalf("killed at some moment, and the next start says %v", err)
			}
			if killed(child) {
				kills++
			}
		}
		healed(path, "killed at some moment")
	}
	if twice == 0 {
		t.Error("no healing was killed")
	}
	t.Logf("%d kills, %d of them while healing", kills, twice)
}
