package cli

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"deuces/game/systems"
	"deuces/store"
)

// told runs work of 100 equal parts, and returns what was shown of it.
func told(t *testing.T, bar bool, part time.Duration) (shown []string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := &progress{bar: bar, show: func(text string) { shown = append(shown, text) }}
		ctx, done := p.watch(t.Context())
		if ctx == t.Context() {
			t.Error("the work is not told to tell")
		}
		time.Sleep(drawEvery / 2) // so that nothing is told in the moment that it is drawn
		for i := range 100 {
			p.tell(store.ReadingLogs, i, 100)
			time.Sleep(part) // the clock of synctest
		}
		done()
		done() // does nothing more
	})
	return shown
}

func TestLongWorkIsABarOnATerminal(t *testing.T) {
	shown := told(t, true, time.Second)
	if n := len(shown); n < 900 || n > 1001 {
		t.Fatalf("the bar was drawn %d times in 100 s", n)
	}
	if got, want := shown[len(shown)/2], "\r\x1b[Kreading the logs of tables [############------------]  50%, about 50s left"; got != want {
		t.Errorf("half way it is %q, not %q", got, want)
	}
	if last := shown[len(shown)-1]; last != "\r\x1b[K" {
		t.Errorf("at the end %q stays", last)
	}
}

func TestLongWorkIsALineNowAndThenElsewhere(t *testing.T) {
	shown := told(t, false, time.Second)
	want := []string{
		"reading the logs of tables: 5%, about 1m36s left\n", "reading the logs of tables: 20%, about 1m20s left\n",
		"reading the logs of tables: 35%, about 1m5s left\n", "reading the logs of tables: 50%, about 50s left\n",
		"reading the logs of tables: 65%, about 35s left\n", "reading the logs of tables: 80%, about 20s left\n",
		"reading the logs of tables: 95%, about 5s left\n",
	}
	if !slices.Equal(shown, want) {
		t.Errorf("it says\n%s", strings.Join(shown, ""))
	}
}

func TestShortWorkShowsNoProgress(t *testing.T) {
	for _, bar := range []bool{true, false} {
		if shown := told(t, bar, time.Millisecond); len(shown) > 0 {
			t.Errorf("100 ms of work show %q", shown)
		}
	}
}

func TestWorkThatNobodyCanMeasureSaysForHowLong(t *testing.T) {
	for _, bar := range []bool{true, false} {
		var shown []string
		synctest.Test(t, func(t *testing.T) {
			p := &progress{bar: bar, show: func(text string) { shown = append(shown, text) }}
			_, done := p.watch(t.Context())
			p.tell(store.CheckingFile, 0, 0)
			time.Sleep(6 * time.Second)
			done()
		})
		if !slices.ContainsFunc(shown, func(s string) bool { return strings.Contains(s, "checking the file: 5s so far") }) {
			t.Errorf("after 6 s it has said %q", shown)
		}
	}
}

// The store tells of each kind of long work, from its beginning to its end.
func TestTheStoreTellsHowFarItIs(t *testing.T) {
	path := t.TempDir() + "/older.db"
	if err := os.WriteFile(path, unpacked(t, "../../store/testdata/older/older.db.gz"), 0o600); err != nil {
		t.Fatal(err)
	}
	var parts []string
	last := map[string][2]int{}
	ctx := store.WithProgress(context.Background(), func(what string, done, total int) {
		if before := last[what]; done < before[0] || total > 0 && done > total {
			t.Errorf("%s: %d of %d after %d of %d", what, done, total, before[0], before[1])
		}
		if last[what] = [2]int{done, total}; !slices.Contains(parts, what) {
			parts = append(parts, what)
		}
	})
	db, err := store.Open(ctx, path, zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	parts = nil // of an upgrade, which copies
	clear(last)
	if _, err := db.Rebuild(ctx, systems.New); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Check(ctx); err != nil {
		t.Fatal(err)
	}
	if err := store.Backup(ctx, path, path+".copy"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	want := []string{store.ReadingLogs, store.AddingUp, store.CheckingFile, store.CheckingSums, store.CopyingFile, store.CheckingCopy}
	if !slices.Equal(parts, want) {
		t.Errorf("it tells of %q, not of %q", parts, want)
	}
	if n := last[store.ReadingLogs]; n[1] < 5 || n[0] != n[1]-1 {
		t.Errorf("the last of the logs is %v", n)
	}
}
