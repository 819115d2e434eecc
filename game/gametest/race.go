//go:build race

package gametest

// raced: this test runs under the race detector.
const raced = true
