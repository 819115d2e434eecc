package gametest

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// note is a testing.TB that records messages and failures.
type note struct {
	testing.TB
	said   string
	failed bool
}

func (n *note) Helper()                    {}
func (n *note) Logf(f string, args ...any) { n.said += fmt.Sprintf(f, args...) }
func (n *note) Fatalf(f string, args ...any) {
	n.failed = true
	runtime.Goexit() // as a test's FailNow does
}

func TestADoseIsWhatTheVariableSays(t *testing.T) {
	for _, c := range []struct {
		dose, plain, race string // the dose without and with the race detector; "": the test fails
		why               string
	}{
		{"", "few", "few", "go test ./... is quick"},
		{"ci", "some", "few", "a change that lands is tried with more"},
		{"long", "all", "some", "and an issue that is done with everything"},
		{"larger", "", "", "a misspelled dose must not pass for a small one"},
	} {
		t.Setenv("DEUCES_DOSE", c.dose)
		want := c.plain
		if raced {
			want = c.race
		}
		n := &note{TB: t}
		var got string
		var ended sync.WaitGroup
		ended.Go(func() { got = Dose(n, "few", "some", "all") })
		ended.Wait()
		told := strings.Contains(n.said, "instead of all")
		if got != want || n.failed != (want == "") || told != (want == "few" || want == "some") {
			t.Errorf("DEUCES_DOSE=%q gives %q, fails %t, and says %q of what is left out: %s", c.dose, got, n.failed, n.said, c.why)
		}
	}
}
