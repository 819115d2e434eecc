//go:build !race

package e2e

import "time"

const raceDetector = false

// crowdReplyWithin is Discord's limit. With the race detector it is longer.
const crowdReplyWithin = 3 * time.Second
