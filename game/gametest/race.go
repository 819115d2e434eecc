//go:build race

package gametest

// raceDetector reports whether the race detector is enabled.
const raceDetector = true
