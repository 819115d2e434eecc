package gametest

import (
	"os"
	"reflect"
	"testing"
)

// Dose picks how much of something long a test does: small where nothing is said,
// as go test ./... is run while one works; ci with DEUCES_DOSE=ci, before a change
// lands; long with DEUCES_DOSE=long, all there is to do. The race detector makes
// everything several times as slow and learns from the first rounds what there is
// to learn about races, so that its builds get the next smaller dose.
//
// What is not done is told in one line of the test's log (go test -v).
func Dose[T any](t testing.TB, small, ci, long T) T {
	t.Helper()
	name := os.Getenv("DEUCES_DOSE")
	doses := map[string]T{"": small, "ci": ci, "long": long}
	if raced {
		doses = map[string]T{"": small, "ci": small, "long": ci}
	}
	dose, ok := doses[name]
	if !ok {
		t.Fatalf("DEUCES_DOSE=%s: it can be ci or long, or unset for the small dose", name)
	}
	if !reflect.DeepEqual(dose, long) {
		t.Logf("left out: %v instead of %v, which DEUCES_DOSE=long does (race detector: %t)", dose, long, raced)
	}
	return dose
}
