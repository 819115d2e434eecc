//go:build race

package e2e

// raced: the bot's program is built with the race detector when the tests are.
const raced = true
