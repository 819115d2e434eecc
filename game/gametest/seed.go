package gametest

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// Seed returns a seed for a test and logs it. The seed is random unless DEUCES_SEED sets it.
func Seed(t testing.TB) uint64 {
	t.Helper()
	seed := rand.Uint64()
	if given := os.Getenv("DEUCES_SEED"); given != "" {
		var err error
		if seed, err = strconv.ParseUint(given, 10, 64); err != nil {
			t.Fatalf("DEUCES_SEED: %v", err)
		}
	}
	t.Logf("DEUCES_SEED=%d has the same luck", seed)
	return seed
}
