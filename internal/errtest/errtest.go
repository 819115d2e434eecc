// Package errtest ends tests at errors that they don't expect.
package errtest

import (
	"errors"
	"testing"
)

// Must ends the test if one of these errors isn't nil. It is for what a test merely needs, where the error itself says
// enough.
func Must(t testing.TB, failed ...error) {
	if err := errors.Join(failed...); err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
