package metrics

import (
	"os"
	"runtime"
	runtimes "runtime/metrics"
	"strconv"
	"strings"
	"time"
)

// process adds what every Go program says of itself, by the names that all use. What the
// system doesn't tell is left out.
func (m *Metrics) process() {
	began := float64(time.Now().UnixMilli()) / 1000
	add := func(name, kind, help string, of func() float64) {
		m.present(name, kind, help, "", []string{""}, func(string, Present) float64 { return of() })
	}
	add("process_start_time_seconds", "gauge", "When the process began, in seconds since 1970.", func() float64 { return began })
	add("process_cpu_seconds_total", "counter", "The processor's time that the process took.", processorTime)
	add("process_resident_memory_bytes", "gauge", "Memory that the process holds.", residentMemory)
	add("go_goroutines", "gauge", "Goroutines that there are.", func() float64 { return float64(runtime.NumGoroutine()) })
	add("go_gc_heap_live_bytes", "gauge", "Heap that was alive after the last garbage collection.", func() float64 {
		live := []runtimes.Sample{{Name: "/gc/heap/live:bytes"}}
		runtimes.Read(live)
		return float64(live[0].Value.Uint64())
	})
}

// residentMemory is what Linux tells; -1 elsewhere.
func residentMemory() float64 {
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return -1
	}
	fields := strings.Fields(string(data))
	if len(fields) < 2 {
		return -1
	}
	pages, err := strconv.ParseFloat(fields[1], 64)
	if err != nil {
		return -1
	}
	return pages * float64(os.Getpagesize())
}
