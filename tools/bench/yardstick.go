package main

import (
	"context"
	"errors"
	"os"
	"slices"
	"time"
)

// yard says what a figure is divided by before it is compared: the time that a
// fixed piece of work took the machine just before.
type yard int

const (
	whole     yard = iota // nothing: a size or a count, the same on any machine
	processor             // a play of the yardstick
	disk                  // four kilobytes written, and waited for
)

// The yardsticks themselves are remembered to be read, and not compared.
const (
	yardProcessor = "Yardstick/processor"
	yardDisk      = "Yardstick/disk"
)

// yardsticks measures the machine, in seconds: a play of BenchmarkYardstick, and
// a write to the disk that benchmarks write to.
func (r runner) yardsticks(ctx context.Context) (map[yard]float64, error) {
	said, err := r.benchmark(ctx, "game/president", "^BenchmarkYardstick$", "200ms")
	if err != nil {
		return nil, err
	}
	written, err := writes(os.TempDir(), 40)
	return map[yard]float64{whole: 1, processor: said["Yardstick ns/play"] / 1e9, disk: written}, err
}

// writes is the median of n durable writes to the end of a file.
func writes(dir string, n int) (_ float64, err error) {
	f, err := os.CreateTemp(dir, "yardstick-")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.Close(), os.Remove(f.Name())) }()
	took := make([]float64, n)
	for i := range took {
		begun := time.Now()
		if _, err := f.Write(make([]byte, 4096)); err != nil {
			return 0, err
		}
		if err := f.Sync(); err != nil {
			return 0, err
		}
		took[i] = time.Since(begun).Seconds()
	}
	slices.Sort(took)
	return took[n/2], nil
}
