//go:build race

package e2e

// raceDetector reports whether the race detector is enabled. The tests then build the bot's program
// with it as well.
const raceDetector = true

// crowdReplyWithin is how long Discord waits for an answer where many people click without a pause.
// A program that the detector watches may need more than the usual three seconds.
const crowdReplyWithin = replyWithin
