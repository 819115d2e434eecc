package gametest

import "testing"

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
		for raced, want := range map[bool]string{false: c.plain, true: c.race} {
			if got, ok := doseNamed(c.dose, raced, "few", "some", "all"); got != want || ok != (want != "") {
				t.Errorf("DEUCES_DOSE=%q, race detector %t, gives %q, %t: %s", c.dose, raced, got, ok, c.why)
			}
		}
	}
}
