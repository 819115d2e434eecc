// Package metrics is what the bot says of itself in numbers, in Prometheus' text format.
//
// There are two kinds. What happens is counted as it happens: a Metrics is told of it, by
// the bot through its methods (they are those of bot.Meter), by the store's commits and by
// the log. What simply is (how many tables are live, how much waits) is asked when somebody
// looks: Watch says whom. New is the table of them all.
//
// Names follow Prometheus' rules and the project's words. No label names a guild, a channel
// or a person: a metric has one label at most, whose values are known in advance, and all
// its series are there from the start. docs/metrics.md lists them, made from this package;
// docs/decisions/014 says why no library stands here.
package metrics

import (
	"runtime"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"
)

// Metrics counts. Its methods may be called by many goroutines at once.
type Metrics struct {
	families []Family
	now      atomic.Pointer[func() Present]

	replied, requested, lag         map[string]*histogram
	deferred, lost, failed, limited map[string]*counter
	started, messages               map[string]*counter
	invalid, disconnected           *counter
	commits                         *histogram
	writes, commitsFailed           *counter
}

// ms are the upper bounds of a histogram, in milliseconds.
func ms(bounds ...float64) []time.Duration {
	all := make([]time.Duration, len(bounds))
	for i, b := range bounds {
		all[i] = time.Duration(b * float64(time.Millisecond))
	}
	return all
}

// New returns the metrics of a build.
func New(version string) *Metrics {
	m := &Metrics{}
	m.gauges("deuces_build_info", "Which build runs; always 1.", "version", []string{version}, func(string, Present) float64 { return 1 })

	kinds := []string{"command", "autocomplete", "component", "modal"}
	m.replied = m.histograms("deuces_interaction_reply_seconds",
		"From an interaction's arrival until its first response has reached Discord, which waits 3 s.",
		"kind", kinds, ms(2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 1500, 2000, 2500, 3000))
	m.deferred = m.counters("deuces_interactions_deferred_total", "Interactions whose first response only asked for more time.", "kind", kinds)
	m.lost = m.counters("deuces_interactions_lost_total", "Answers that did not reach Discord, or perhaps not.", "kind", kinds)
	m.failed = m.counters("deuces_interactions_failed_total", "Interactions that failed; the log has the code that the user reads.", "kind", kinds)

	m.lag = m.histograms("deuces_message_lag_seconds",
		"From a change until the message that shows it has reached Discord: boards, hands, all others.",
		"message", []string{"board", "hand", "other"}, ms(50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000, 300_000))
	m.gauge("deuces_messages", "Messages that are kept true: boards, hands and others.", func(p Present) float64 { return float64(p.Kept) })
	m.gauge("deuces_messages_waiting", "Those of them that don't show yet what is true.", func(p Present) float64 { return float64(p.Behind) })

	m.requested = m.histograms("deuces_discord_request_seconds",
		"From a request to Discord until its whole answer, by its status; none: there was no answer.",
		"status", []string{"2xx", "4xx", "429", "5xx", "none"}, ms(10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000))
	m.limited = m.counters("deuces_discord_rate_limits_total",
		"Answers of 429, by scope: user is a limit of the bot's own, shared a channel's that others use up, other is not of Discord's API.",
		"scope", []string{"user", "global", "shared", "other"})
	m.invalid = m.counter("deuces_discord_invalid_requests_total",
		"Answers of 401, 403 and 429 that Discord counts: it bans an address for 10,000 in ten minutes, and the bot's own requests rest after 3,000.")
	m.gauge("deuces_discord_requests_waiting", "Requests that wait for Discord's rate limits.", func(p Present) float64 { return float64(p.Requests) })

	m.gauge("deuces_gateway_shards", "Shards that this process serves.", func(p Present) float64 { return float64(p.Shards) })
	m.gauge("deuces_gateway_shards_connected", "Those of them that are connected.", func(p Present) float64 { return float64(p.Connected) })
	m.shared("deuces_processes", "gauge", "Processes that share the bot's shards and live, as this one sees it.", func(s Sharing) int { return s.Processes })
	m.shared("deuces_shards_owned", "gauge", "Shards whose lease this process holds.", func(s Sharing) int { return s.Owned })
	m.shared("deuces_shards_term", "gauge", "The newest term under which it holds one: a number that grows with each change of owners.", func(s Sharing) int { return int(s.Term) })
	m.present("deuces_shards_moved_total", "counter",
		"Shards that it took when nobody had them (claimed), was given (inherited), gave away (handed), or that were taken from it (lost).",
		"how", []string{"claimed", "inherited", "handed", "lost"}, func(how string, p Present) float64 {
			if p.Sharing == nil {
				return -1
			}
			return float64(map[string]int{"claimed": p.Sharing.Claimed, "inherited": p.Sharing.Inherited, "handed": p.Sharing.Handed, "lost": p.Sharing.Lost}[how])
		})
	m.started = m.counters("deuces_gateway_sessions_total",
		"Sessions of the gateway that began (identify) or went on after a lost connection (resume).", "start", []string{"identify", "resume"})
	m.disconnected = m.counter("deuces_gateway_disconnects_total", "Connections to the gateway that were lost or closed.")

	m.gauges("deuces_tables", "Live tables, by what they do.", "phase", []string{"lobby", "playing", "between", "paused", "asleep"},
		func(phase string, p Present) float64 { return float64(p.Tables[phase]) })
	m.gauge("deuces_computers_waiting", "Computer players and hints that wait for a processor.", func(p Present) float64 { return float64(p.Thinking) })

	m.commits = m.histograms("deuces_commit_seconds",
		"How long a transaction took that stored plays or other writes, from its begin to the disk.",
		"", []string{""}, ms(.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 5000))[""]
	m.writes = m.counter("deuces_writes_total", "Writes that shared those transactions.")
	m.commitsFailed = m.counter("deuces_commits_failed_total", "Transactions that failed, because the disk is full, say.")
	m.gauge("deuces_writes_waiting", "Writes that wait for the database.", func(p Present) float64 { return float64(p.Writes) })
	m.gauge("deuces_database_bytes", "Size of the database's file, with its write-ahead log.", func(p Present) float64 { return float64(p.Database) })
	m.gauge("deuces_disk_free_bytes", "Free space on the database's disk.", func(p Present) float64 { return float64(p.DiskFree) })

	m.messages = m.counters("deuces_log_messages_total", "Lines of the log at these levels.", "level", []string{"warn", "error"})
	m.process()
	m.gauges("go_info", "Which Go built it; always 1.", "version", []string{runtime.Version()}, func(string, Present) float64 { return 1 })
	return m
}

// Present is what there is at a moment.
type Present struct {
	Tables             map[string]int // live, by phase
	Kept, Behind       int            // messages: that are kept true; of these, that wait to be
	Requests           int            // that wait for Discord's limits
	Writes             int            // that wait for the writer
	Thinking           int            // players that wait for a processor
	Shards, Connected  int
	Sharing            *Sharing // nil: this process is all there is of the bot
	Database, DiskFree int64    // bytes; negative: not known
}

// Sharing is what a process has of a bot of several.
type Sharing struct {
	Processes                        int   // that live
	Owned                            int   // shards whose lease it holds
	Term                             int64 // the newest of their terms
	Claimed, Inherited, Handed, Lost int   // shards, since it began
}

// Watch says whom to ask what there is; until then there is nothing.
func (m *Metrics) Watch(now func() Present) { m.now.Store(&now) }

// Committed is told of each transaction of the store.
func (m *Metrics) Committed(writes int, took time.Duration, err error) {
	if err != nil {
		m.commitsFailed.add(1)
		return
	}
	m.commits.observe(took)
	m.writes.add(uint64(writes))
}

// Run counts a line of the log: a Metrics is a zerolog.Hook.
func (m *Metrics) Run(_ *zerolog.Event, level zerolog.Level, _ string) {
	if level == zerolog.WarnLevel || level == zerolog.ErrorLevel {
		m.messages[level.String()].add(1)
	}
}
