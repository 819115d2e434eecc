package main

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// leastHeap is how far the heap may grow before garbage is collected. The bot's
// live data are a few megabytes where a few hundred tables are on, and Go would
// collect each time that as much again was allocated: dozens of times a second, an
// eighth of the processor's time. Where there is more than this, Go's own pace holds.
const leastHeap = 96 << 20

// paceGarbage keeps the garbage collector from running before the heap has leastHeap,
// until the context ends. Whoever sets GOGC knows better.
func paceGarbage(ctx context.Context) {
	// Percent of the live heap: as Go has it, and what is little enough when the heap grows within the second.
	const usual, most = 100, 900
	if os.Getenv("GOGC") != "" {
		return
	}
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for set := usual; ; {
		metrics.Read(live)
		alive := max(int(live[0].Value.Uint64()), 4<<20) // less is said before the first collection
		percent := min(max(usual, 100*(leastHeap-alive)/alive), most)
		// To set it stops the program for a moment, so small changes are let be.
		if percent > set*5/4 || percent < set*4/5 {
			debug.SetGCPercent(percent)
			set = percent
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			debug.SetGCPercent(usual)
			return
		}
	}
}
