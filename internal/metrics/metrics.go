// Package metrics has the bot's metrics for Prometheus.
//
// Events are counted when they happen: the bot calls the methods of Metrics that bot.Meter lists, and
// the store and the logger call others. Current numbers, such as live tables and queue lengths, are
// requested at each scrape from the function given to Watch. New declares all metrics.
//
// No label names a guild, a channel or a person. A metric has at most one label, whose values are
// known in advance, and all its series exist from the start.
package metrics

import (
	"net/http"
	"regexp"
	"slices"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/rs/zerolog"
)

// Metrics counts events. It is safe for concurrent use.
type Metrics struct {
	*prometheus.Registry
	now atomic.Pointer[func() Snapshot]

	replied, requested, lag                      *prometheus.HistogramVec
	deferred, lost, failed, limited              *prometheus.CounterVec
	started, messages                            *prometheus.CounterVec
	invalid, disconnected, writes, commitsFailed prometheus.Counter
	commits                                      prometheus.Histogram
}

// Values of labels. Anything that isn't listed counts as other.
var (
	shownMessages = []string{"board", "hand", "other"}
	limitScopes   = []string{"user", "global", "shared", "other"}
)

// New returns the metrics for a version of the program.
func New(version string) *Metrics {
	m := &Metrics{Registry: prometheus.NewRegistry()}
	m.MustRegister(
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		collectors.NewGoCollector(collectors.WithGoCollectorMemStatsMetricsDisabled(),
			collectors.WithGoCollectorRuntimeMetrics(collectors.GoRuntimeMetricsRule{Matcher: regexp.MustCompile(`^/gc/heap/live:bytes$`)})),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "deuces_build_info", Help: "The build that runs; always 1.",
			ConstLabels: prometheus.Labels{"version": version}}, func() float64 { return 1 }),
		newPresent(m),
	)

	kinds := []string{"command", "autocomplete", "component", "modal"}
	m.replied = m.histograms("deuces_interaction_reply_seconds",
		"Time from an interaction's arrival until its first response has reached Discord, which waits 3 s.",
		"kind", kinds, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 1.5, 2, 2.5, 3)
	m.deferred = m.counters("deuces_interactions_deferred_total", "Interactions whose first response asked Discord for more time.", "kind", kinds)
	m.lost = m.counters("deuces_interactions_lost_total", "Answers that did not reach Discord, or may not have.", "kind", kinds)
	m.failed = m.counters("deuces_interactions_failed_total", "Interactions that failed; the log has the code that the user sees.", "kind", kinds)
	m.lag = m.histograms("deuces_message_lag_seconds",
		"Time from a change until the message that shows it has reached Discord, for boards, hands and other messages.",
		"message", shownMessages, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300)

	m.requested = m.histograms("deuces_discord_request_seconds",
		"Time from a request to Discord until its complete answer, by status; none means that no answer came.",
		"status", []string{"2xx", "4xx", "429", "5xx", "none"}, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10)
	m.limited = m.counters("deuces_discord_rate_limits_total",
		"429 answers, by scope. 'global' and 'user' are the bot's own limits. 'shared' is a limit that other bots used up. 'other' means that the answer didn't come from Discord's API.",
		"scope", limitScopes)
	m.invalid = m.counter("deuces_discord_invalid_requests_total",
		"Answers with status 401, 403 or 429. Discord bans an address after 10,000 in ten minutes; the bot pauses its requests after 3,000.")
	m.started = m.counters("deuces_gateway_sessions_total",
		"Gateway sessions that began (identify) or continued after a lost connection (resume).", "start", []string{"identify", "resume"})
	m.disconnected = m.counter("deuces_gateway_disconnects_total", "Connections to the gateway that were lost or closed.")

	m.commits = prometheus.NewHistogram(prometheus.HistogramOpts{Name: "deuces_commit_seconds",
		Help:    "Time until a transaction with plays or other writes was on disk.",
		Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5}})
	m.MustRegister(m.commits)
	m.writes = m.counter("deuces_writes_total", "Writes that were committed; several can share a transaction.")
	m.commitsFailed = m.counter("deuces_commits_failed_total", "Transactions that failed, for example because the disk is full.")
	m.messages = m.counters("deuces_log_messages_total", "Log lines, by level.", "level", []string{"warn", "error"})
	return m
}

func (m *Metrics) counter(name, help string) prometheus.Counter {
	c := prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
	m.MustRegister(c)
	return c
}

func (m *Metrics) counters(name, help, label string, values []string) *prometheus.CounterVec {
	c := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, []string{label})
	for _, v := range values {
		c.WithLabelValues(v)
	}
	m.MustRegister(c)
	return c
}

func (m *Metrics) histograms(name, help, label string, values []string, bounds ...float64) *prometheus.HistogramVec {
	h := prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: bounds}, []string{label})
	for _, v := range values {
		h.WithLabelValues(v)
	}
	m.MustRegister(h)
	return h
}

// Handler serves the metrics to Prometheus.
func (m *Metrics) Handler() http.Handler { return promhttp.HandlerFor(m, promhttp.HandlerOpts{}) }

// Committed counts a transaction of the store.
func (m *Metrics) Committed(writes int, took time.Duration, err error) {
	if err != nil {
		m.commitsFailed.Inc()
		return
	}
	m.commits.Observe(took.Seconds())
	m.writes.Add(float64(writes))
}

// Run counts a line of the log. It implements zerolog.Hook.
func (m *Metrics) Run(_ *zerolog.Event, level zerolog.Level, _ string) {
	if level == zerolog.WarnLevel || level == zerolog.ErrorLevel {
		m.messages.WithLabelValues(level.String()).Inc()
	}
}

// known returns a label's value, or other if it isn't listed.
func known(value string, listed []string) string {
	if slices.Contains(listed, value) {
		return value
	}
	return "other"
}
