package progress

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"deuces/store/engine"
)

// runProgress reports the progress of work with 100 equal parts, and returns what was shown. If
// unknown is set, the number of parts isn't reported.
func runProgress(t *testing.T, bar, unknown bool, part time.Duration) (shown []string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := &progress{bar: bar, show: func(text string) { shown = append(shown, text) }}
		_, done := p.watch(t.Context())
		time.Sleep(drawEvery / 2) // so that parts don't end exactly when the progress is drawn
		for i := range 100 {
			if unknown {
				p.tell(engine.CheckingFile, 0, 0)
			} else {
				p.tell(engine.ReadingLogs, i, 100)
			}
			time.Sleep(part) // with the fake clock
		}
		done()
		done() // a second call does nothing
	})
	return shown
}

func TestLongWorkShowsABarOnATerminal(t *testing.T) {
	shown := runProgress(t, true, false, time.Second)
	if n := len(shown); n < 900 || n > 1001 {
		t.Fatalf("the bar was drawn %d times in 100 s, want 900 to 1001", n)
	}
	if got, want := shown[len(shown)/2], "\r\x1b[Kreading the logs of tables [############------------]  50%, about 50s left"; got != want {
		t.Errorf("half way: got %q, want %q", got, want)
	}
	if last := shown[len(shown)-1]; last != "\r\x1b[K" {
		t.Errorf("at the end: got %q, want the bar erased", last)
	}
}

func TestLongWorkLogsLinesWithoutATerminal(t *testing.T) {
	shown := runProgress(t, false, false, time.Second)
	want := []string{
		"reading the logs of tables: 5%, about 1m36s left\n", "reading the logs of tables: 20%, about 1m20s left\n",
		"reading the logs of tables: 35%, about 1m5s left\n", "reading the logs of tables: 50%, about 50s left\n",
		"reading the logs of tables: 65%, about 35s left\n", "reading the logs of tables: 80%, about 20s left\n",
		"reading the logs of tables: 95%, about 5s left\n",
	}
	if !slices.Equal(shown, want) {
		t.Errorf("got the lines\n%s\nwant\n%s", strings.Join(shown, ""), strings.Join(want, ""))
	}
}

func TestShortWorkShowsNoProgress(t *testing.T) {
	for _, bar := range []bool{true, false} {
		if shown := runProgress(t, bar, false, time.Millisecond); len(shown) > 0 {
			t.Errorf("after 100 ms of work: got %q, want nothing", shown)
		}
	}
}

func TestWorkOfUnknownLengthShowsTheElapsedTime(t *testing.T) {
	for _, bar := range []bool{true, false} {
		shown := runProgress(t, bar, true, 60*time.Millisecond)
		if !slices.ContainsFunc(shown, func(s string) bool { return strings.Contains(s, "checking the file: 5s so far") }) {
			t.Errorf("after 6 s: got %q, want the elapsed time after 5 s", shown)
		}
	}
}
