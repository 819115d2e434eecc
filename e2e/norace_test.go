//go:build !race

package e2e

import "time"

const raceDetector = false

const crowdReplyWithin = 3 * time.Second
