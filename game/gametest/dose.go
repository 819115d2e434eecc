package gametest

import (
	"os"
	"reflect"
	"testing"
)

// Dose returns how much a long test should do. The environment variable DEUCES_DOSE decides. If it
// is unset, as for go test ./... during work, Dose returns small. With DEUCES_DOSE=ci, which is
// used before a change lands, it returns ci. With DEUCES_DOSE=long, it returns long.
//
// Dose logs what a test leaves out (go test -v).
func Dose[T any](t testing.TB, small, ci, long T) T {
	t.Helper()
	name := os.Getenv("DEUCES_DOSE")
	dose, ok := map[string]T{"": small, "ci": ci, "long": long}[name]
	if !ok {
		t.Fatalf("DEUCES_DOSE=%s: it can be ci or long, or unset for the small dose", name)
	}
	if !reflect.DeepEqual(dose, long) {
		t.Logf("left out: %v instead of %v, which DEUCES_DOSE=long does", dose, long)
	}
	return dose
}
