package store

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"testing"

	"deuces/game/gametest"
	"deuces/match"
)

// TestMain runs a helper process if the environment says so.
func TestMain(m *testing.M) {
	for name, act := range map[string]func(string) error{
		killedPath: appendUntilKilled, backedUp: backUp, migrated: migrateUntilKilled, mayRead: mayOnlyRead,
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
	// Run more tests in parallel than there are cores, unless -parallel is set, because they
	// mostly wait for the disk.
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

const (
	killedPath    = "DEUCES_TEST_APPEND_TO"
	killedWriters = 8
)

// appendUntilKilled appends to every live table, or opens the first ones, and prints "table
// seq" after each acknowledged append. Every third append settles a round.
func appendUntilKilled(path string) error {
	ctx := context.Background()
	s, err := Open(ctx, path, nop())
	if err != nil {
		return err
	}
	live, err := live(ctx, s)
	for len(live) < killedWriters && err == nil {
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

// Everything acknowledged before SIGKILL is there afterwards, and nothing is incomplete.
func TestKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	kills, asked := gametest.Dose(t, 4, 12, 100), 1
	if usesPostgres() { // PostgreSQL waits for the lock instead
		kills = gametest.Dose(t, 2, 12, 100)
		asked = gametest.Dose(t, kills, kills, 1)
	}
	const seed = 1
	luck := gametest.NewRand(seed)
	t.Logf("when they are killed comes from the seed %d", seed)
	path := place(t)
	acknowledged := map[match.ID]int{}
	total := 0
	for n := range kills {
		total += killOnce(t, path, 1+luck.Intn(400), n%asked == 0, acknowledged)
		s, err := Open(t.Context(), path, nop())
		must(t, err)
		for id, seq := range acknowledged {
			if events := len(read(t, s.Reader, id)); events < seq || events%2 != 0 { // a gap fails
				t.Errorf("table %d has %d events, %d were acknowledged, and all appends have two", id, events, seq)
			}
		}
		sound(t, s)
		must(t, s.Close())
		if t.Failed() {
			return
		}
	}
	t.Logf("%d kills, %d acknowledged appends", kills, total)
}

// killOnce lets a process append, kills it after a number of appends, and records what it
// acknowledged. Before that it may try to write from another process.
func killOnce(t *testing.T, path string, killAfter int, asks bool, acknowledged map[match.ID]int) (appends int) {
	t.Helper()
	child := helperProcess(t, killedPath, path)
	out, err := child.StdoutPipe()
	must(t, err)
	must(t, child.Start())
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var id match.ID
		var seq int
		if _, err := fmt.Sscanf(lines.Text(), "%d %d", &id, &seq); err != nil {
			continue // incomplete line
		}
		acknowledged[id] = max(acknowledged[id], seq)
		if appends++; appends == killAfter {
			if asks {
				isError(t, "another process writes it, and it opens", errOf(Open(t.Context(), path, nop())), ErrInUse)
			}
			must(t, child.Process.Kill())
		}
	}
	if err := child.Wait(); err == nil || child.ProcessState.Exited() {
		t.Fatalf("the process ended by itself: %v", err)
	}
	if appends < killAfter {
		t.Fatalf("%d appends of %d", appends, killAfter)
	}
	return appends
}
