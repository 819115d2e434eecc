//go:build race

package e2e

// raced makes the tests build the bot's program with the race detector.
const raced = true
