//go:build race

package e2e

// raceDetector reports whether the race detector is enabled. The tests then build the bot's program
// with it as well.
const raceDetector = true
