//go:build unix

package metrics

import "golang.org/x/sys/unix"

func processorTime() float64 {
	var used unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &used); err != nil {
		return -1
	}
	return float64(used.Utime.Nano()+used.Stime.Nano()) / 1e9
}
