package metrics

import (
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/rs/zerolog"
)

// value returns the value of one of a metric's series, or -1 if there is no such series. label is
// the value of its only label. The value of a histogram is the number of its observations.
func value(t *testing.T, m *Metrics, name, label string) float64 {
	t.Helper()
	labels := ""
	if label != "" {
		labels = `\{\w+="` + label + `"\}`
	}
	found := regexp.MustCompile(`(?m)^` + name + `(?:_count)?` + labels + ` (\S+)$`).FindSubmatch(metricsText(t, m))
	if found == nil {
		return -1
	}
	v, err := strconv.ParseFloat(string(found[1]), 64)
	if err != nil {
		t.Error(err)
	}
	return v
}

func fullMetrics() *Metrics {
	m := New("v1.2.3")
	m.SetSource(func() Snapshot {
		return Snapshot{Ready: true, Tables: map[string]int{"lobby": 1, "playing": 2}, SlowTables: map[string]int{"asleep": 12}, Starts: map[string]int{"too_few": 15}, Scheduled: 13, Calls: 14, Kept: 3, Behind: 4, Requests: 5, Writes: 6, ComputersWaiting: 7, Shards: 8, Connected: 9, Database: 10, DiskFree: 11,
			Sharing: &Sharing{Processes: 12, Owned: 13, Term: 14, Moved: map[string]int{"claimed": 15, "inherited": 16, "handed": 17, "lost": 18}}}
	})
	return m
}

func metricsText(t *testing.T, m *Metrics) []byte {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	return w.Body.Bytes()
}

func TestPrometheusLinterFindsNothing(t *testing.T) {
	if problems, err := testutil.GatherAndLint(fullMetrics()); err != nil || len(problems) > 0 {
		t.Errorf("the linter finds %v, %v", problems, err)
	}
}

// Operators' dashboards and alerts rely on the names, types, labels and histogram buckets of the
// metrics. testdata/names.txt has all series without their values.
func TestNamesOfMetricsNeverChange(t *testing.T) {
	var got []string
	for line := range strings.Lines(string(metricsText(t, fullMetrics()))) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "deuces_") {
			line = line[:strings.LastIndexByte(line, ' ')]
		}
		if strings.Contains(line, "deuces_") && !strings.HasPrefix(line, "# HELP") {
			got = append(got, line)
		}
	}
	slices.Sort(got)
	want, err := os.ReadFile("testdata/names.txt")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Fields(string(want)), strings.Fields(strings.Join(got, "\n"))); diff != "" {
		t.Error(diff)
	}
	for _, name := range []string{"process_start_time_seconds", "process_cpu_seconds_total", "process_resident_memory_bytes", "go_goroutines", "go_gc_heap_live_bytes"} {
		if value(t, fullMetrics(), name, "") < 0 {
			t.Errorf("the metric %s is missing", name)
		}
	}
}

// countedLogger returns a logger whose lines m counts. Like the bot's loggers, it is derived from
// one that has m as a hook.
func countedLogger(m *Metrics) *zerolog.Logger {
	child := zerolog.New(io.Discard).Hook(m).With().Str("a", "b").Logger()
	return &child
}

// A label value that isn't known in advance is counted as "other". So no label contains the id of a
// guild, a person or a channel.
func TestEventsAreCounted(t *testing.T) {
	for _, tt := range []struct {
		do          func(*Metrics)
		name, label string
		want        float64
	}{
		{func(m *Metrics) { m.Replied("component", time.Millisecond) }, "deuces_interaction_reply_seconds", "component", 1},
		{func(m *Metrics) { m.Deferred("command") }, "deuces_interactions_deferred_total", "command", 1},
		{func(m *Metrics) { m.Lost("modal") }, "deuces_interactions_lost_total", "modal", 1},
		{func(m *Metrics) { m.Failed("autocomplete") }, "deuces_interactions_failed_total", "autocomplete", 1},
		{func(m *Metrics) { m.Shown("board", time.Second) }, "deuces_message_lag_seconds", "board", 1},
		{func(m *Metrics) { m.Requested(204, 0) }, "deuces_discord_request_seconds", "2xx", 1},
		{func(m *Metrics) { m.Requested(404, 0) }, "deuces_discord_request_seconds", "4xx", 1},
		{func(m *Metrics) { m.Requested(429, 0) }, "deuces_discord_request_seconds", "429", 1},
		{func(m *Metrics) { m.Requested(502, 0) }, "deuces_discord_request_seconds", "5xx", 1},
		{func(m *Metrics) { m.Requested(0, 0) }, "deuces_discord_request_seconds", "none", 1},
		{func(m *Metrics) { m.Limited("shared") }, "deuces_discord_rate_limits_total", "shared", 1},
		{func(m *Metrics) { m.Invalid() }, "deuces_discord_invalid_requests_total", "", 1},
		{func(m *Metrics) { m.Connected(false) }, "deuces_gateway_sessions_total", "identify", 1},
		{func(m *Metrics) { m.Connected(true) }, "deuces_gateway_sessions_total", "resume", 1},
		{func(m *Metrics) { m.Disconnected() }, "deuces_gateway_disconnects_total", "", 1},
		{func(m *Metrics) { m.Committed(3, time.Millisecond, nil) }, "deuces_writes_total", "", 3},
		{func(m *Metrics) { m.Committed(3, time.Millisecond, nil) }, "deuces_commit_seconds", "", 1},
		{func(m *Metrics) { m.Committed(3, time.Millisecond, fmt.Errorf("full")) }, "deuces_commits_failed_total", "", 1},
		{func(m *Metrics) { m.Committed(3, time.Millisecond, fmt.Errorf("full")) }, "deuces_writes_total", "", 0},
		{func(m *Metrics) { countedLogger(m).Warn().Msg("") }, "deuces_log_messages_total", "warn", 1},
		{func(m *Metrics) { countedLogger(m).Error().Msg("") }, "deuces_log_messages_total", "error", 1},
		{func(m *Metrics) { m.Requested(299, 0) }, "deuces_discord_request_seconds", "2xx", 1},
		{func(m *Metrics) { m.Shown("123456789012345678", 0) }, "deuces_message_lag_seconds", "other", 1},
		{func(m *Metrics) { m.Limited("123456789012345678") }, "deuces_discord_rate_limits_total", "other", 1},
		{func(m *Metrics) {}, "deuces_ready", "", 1},
		{func(m *Metrics) { m.SetSource(func() Snapshot { return Snapshot{} }) }, "deuces_ready", "", 0},
		{func(m *Metrics) {}, "deuces_shards_moved_total", "lost", 18},
		{func(m *Metrics) {}, "deuces_shards_owned", "", 13},
		{func(m *Metrics) {}, "deuces_tables", "playing", 2},
		{func(m *Metrics) {}, "deuces_tables", "paused", 0},
		{func(m *Metrics) {}, "deuces_slow_tables", "asleep", 12},
		{func(m *Metrics) {}, "deuces_starts_scheduled", "", 13},
		{func(m *Metrics) {}, "deuces_calls_total", "", 14},
		{func(m *Metrics) {}, "deuces_starts_total", "too_few", 15},
		{func(m *Metrics) {}, "deuces_disk_free_bytes", "", 11},
	} {
		m := fullMetrics()
		tt.do(m)
		if strings.Contains(string(metricsText(t, m)), "123456789012345678") {
			t.Error("an id is the value of a label")
		}
		if got := value(t, m, tt.name, tt.label); got != tt.want {
			t.Errorf("%s{%s} is %v, want %v", tt.name, tt.label, got, tt.want)
		}
	}
}

func TestUnknownValuesAreOmitted(t *testing.T) {
	starting, elsewhere := New("v1"), New("v1")
	elsewhere.SetSource(func() Snapshot { return Snapshot{Database: -1, DiskFree: 0} })
	for _, tt := range []struct {
		why         string
		m           *Metrics
		name, label string
		want        float64
	}{
		{"before the bot runs", starting, "deuces_disk_free_bytes", "", -1},
		{"before the bot runs", starting, "deuces_tables", "lobby", 0},
		{"before the bot runs", starting, "deuces_ready", "", 0},
		{"the database is elsewhere", elsewhere, "deuces_database_bytes", "", -1},
		{"the disk is full", elsewhere, "deuces_disk_free_bytes", "", 0},
	} {
		if got := value(t, tt.m, tt.name, tt.label); got != tt.want {
			t.Errorf("%s: %s is %v, want %v", tt.why, tt.name, got, tt.want)
		}
	}
}
