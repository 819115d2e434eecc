package gametest

import (
	"os"
	"reflect"
	"testing"
)

// Dose returns how much a long test should do, by the environment variable DEUCES_DOSE: small if it
// is unset, for go test ./... during work; ci with DEUCES_DOSE=ci, before a change lands; long with
// DEUCES_DOSE=long. The race detector is several times slower and finds races in the first rounds,
// so with it every test gets the next smaller dose.
//
// Dose logs what a test leaves out (go test -v).
func Dose[T any](t testing.TB, small, ci, long T) T {
	t.Helper()
	name := os.Getenv("DEUCES_DOSE")
	dose, ok := doseNamed(name, raced, small, ci, long)
	if !ok {
		t.Fatalf("DEUCES_DOSE=%s: it can be ci or long, or unset for the small dose", name)
	}
	if !reflect.DeepEqual(dose, long) {
		t.Logf("left out: %v instead of %v, which DEUCES_DOSE=long does (race detector: %t)", dose, long, raced)
	}
	return dose
}

func doseNamed[T any](name string, raced bool, small, ci, long T) (dose T, ok bool) {
	doses := map[string]T{"": small, "ci": ci, "long": long}
	if raced {
		doses = map[string]T{"": small, "ci": small, "long": ci}
	}
	dose, ok = doses[name]
	return dose, ok
}
