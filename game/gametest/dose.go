package gametest

import (
	"os"
	"reflect"
	"testing"
)

// Dose returns how much a long test should do. The environment variable DEUCES_DOSE decides. If it
// is unset, as for go test ./... during work, Dose returns small. With DEUCES_DOSE=ci, which is
// used before a change lands, it returns ci. With DEUCES_DOSE=long, it returns long. With the race
// detector every test gets the next smaller dose, because the detector makes tests several times
// slower and finds races in the first rounds.
//
// Dose logs what a test leaves out (go test -v).
func Dose[T any](t testing.TB, small, ci, long T) T {
	t.Helper()
	name := os.Getenv("DEUCES_DOSE")
	dose, ok := doseFor(name, raceDetector, small, ci, long)
	if !ok {
		t.Fatalf("DEUCES_DOSE=%s: it can be ci or long, or unset for the small dose", name)
	}
	if !reflect.DeepEqual(dose, long) {
		t.Logf("left out: %v instead of %v, which DEUCES_DOSE=long does (race detector: %t)", dose, long, raceDetector)
	}
	return dose
}

func doseFor[T any](name string, race bool, small, ci, long T) (dose T, ok bool) {
	doses := map[string]T{"": small, "ci": ci, "long": long}
	if race {
		doses = map[string]T{"": small, "ci": small, "long": ci}
	}
	dose, ok = doses[name]
	return dose, ok
}
