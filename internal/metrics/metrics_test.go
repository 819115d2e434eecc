package metrics

import (
	"bytes"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus/testutil"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	"github.com/rs/zerolog"
)

// metricFamilies returns the metrics as Prometheus' own parser reads them.
func metricFamilies(t *testing.T, m *Metrics) map[string]*dto.MetricFamily {
	t.Helper()
	parser := expfmt.NewTextParser(model.LegacyValidation)
	families, err := parser.TextToMetricFamilies(bytes.NewReader(metricsText(t, m)))
	if err != nil {
		t.Fatal(err)
	}
	return families
}

// value returns the value of one of a metric's series, or -1 if there is no such series. label is
// the value of its only label.
func value(families map[string]*dto.MetricFamily, name, label string) float64 {
	for _, s := range families[name].GetMetric() {
		if label != "" && (len(s.Label) != 1 || s.Label[0].GetValue() != label) {
			continue
		}
		switch families[name].GetType() {
		case dto.MetricType_COUNTER:
			return s.GetCounter().GetValue()
		case dto.MetricType_GAUGE:
			return s.GetGauge().GetValue()
		case dto.MetricType_HISTOGRAM:
			return float64(s.GetHistogram().GetSampleCount())
		}
	}
	return -1
}

func fullMetrics() *Metrics {
	m := New("v1.2.3")
	m.SetSource(func() Snapshot {
		return Snapshot{Ready: true, Tables: map[string]int{"lobby": 1, "playing": 2}, Kept: 3, Behind: 4, Requests: 5, Writes: 6, ComputersWaiting: 7, Shards: 8, Connected: 9, Database: 10, DiskFree: 11,
			Sharing: &Sharing{Processes: 12, Owned: 13, Term: 14, Claimed: 15, Inherited: 16, Handed: 17, Lost: 18}}
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
		t.Errorf("the linter says: %v, %v", problems, err)
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
		if strings.Contains(line, "deuces_") {
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
	for _, name := range []string{"process_start_time_seconds", "process_cpu_seconds_total", "process_resident_memory_bytes", "go_goroutines", "go_gc_heap_live_bytes", "go_info"} {
		if value(metricFamilies(t, fullMetrics()), name, "") < 0 && name != "go_info" {
			t.Errorf("there is no %s", name)
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
		{func(m *Metrics) {}, "deuces_disk_free_bytes", "", 11},
	} {
		m := fullMetrics()
		tt.do(m)
		if strings.Contains(string(metricsText(t, m)), "123456789012345678") {
			t.Error("an id is the value of a label")
		}
		if got := value(metricFamilies(t, m), tt.name, tt.label); got != tt.want {
			t.Errorf("%s{%s} is %v, not %v", tt.name, tt.label, got, tt.want)
		}
	}
}

func TestUnknownValuesAreOmitted(t *testing.T) {
	m := New("v1")
	if got := metricFamilies(t, m); value(got, "deuces_disk_free_bytes", "") != -1 || value(got, "deuces_tables", "lobby") != 0 || value(got, "deuces_ready", "") != 0 {
		t.Errorf("before the bot runs: %v, %v", got["deuces_disk_free_bytes"], got["deuces_ready"])
	}
	m.SetSource(func() Snapshot { return Snapshot{Database: -1, DiskFree: 0} })
	if got := metricFamilies(t, m); value(got, "deuces_database_bytes", "") != -1 || value(got, "deuces_disk_free_bytes", "") != 0 {
		t.Errorf("a database elsewhere, and a full disk: %v", got["deuces_disk_free_bytes"])
	}
}
