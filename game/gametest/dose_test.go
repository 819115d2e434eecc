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
		dose        string
		plain, race string // the dose without and with the race detector
		failed      bool
		why         string
	}{
		{"", "few", "few", false, "go test ./... is quick"},
		{"ci", "some", "few", false, "a change that lands is tried with more"},
		{"long", "all", "some", false, "and an issue that is done with everything"},
		{"larger", "", "", true, "a misspelled dose must not pass for a small one"},
	} {
		t.Setenv("DEUCES_DOSE", c.dose)
		want := c.plain // "" if there is none
		if raced {
			want = c.race
		}
		n := &note{TB: t}
		var got string
		var ended sync.WaitGroup
		ended.Go(func() { got = Dose(n, "few", "some", "all") })
		ended.Wait()
		if got != want && !c.failed || n.failed != c.failed {
			t.Errorf("DEUCES_DOSE=%q gives %q, fails %t: %s", c.dose, got, n.failed, c.why)
		}
		if told := strings.Count(n.said, "\n") == 0 && strings.Contains(n.said, "instead of all"); told != (want != "all" && !c.failed) {
			t.Errorf("DEUCES_DOSE=%q says %q of what is left out", c.dose, n.said)
		}
	}
}
