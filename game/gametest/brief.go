package gametest

import "testing"

// Brief says that a test does with fewer rounds than it could play: with -short,
// and under the race detector, which makes each round ten times as slow and
// learns from the first ones what there is to learn about races. The full number
// is for go test alone.
func Brief() bool { return raced || testing.Short() }
