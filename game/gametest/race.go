//go:build race

package gametest

// raced is true if the race detector is enabled.
const raced = true
