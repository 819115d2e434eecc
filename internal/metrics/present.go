package metrics

import "github.com/prometheus/client_golang/prometheus"

// Snapshot has the current numbers.
type Snapshot struct {
	Ready              bool           // whether the bot can play, as /healthz/ready says
	Tables             map[string]int // number of live tables by phase
	SlowTables         map[string]int // those of Tables at which a turn takes hours
	Starts             map[string]int // what became of starts at a set time since the program started
	Scheduled          int            // lobbies whose match starts at a time
	Calls              int64          // calls for players since the program started
	Kept, Behind       int            // messages that are kept up to date, and how many of them wait for an update
	Requests           int            // requests that wait for Discord's rate limits
	Writes             int            // writes that wait for the store
	ComputersWaiting   int            // computer players and hints that wait for a CPU
	Shards, Connected  int
	Sharing            *Sharing // nil: the bot has only this process
	Database, DiskFree int64    // bytes; negative: unknown
}

// Sharing has the numbers of one process if several processes share the bot's shards.
type Sharing struct {
	Processes int            // processes that are alive
	Owned     int            // shards that this process owns
	Term      int64          // number under which it joined the others
	Moved     map[string]int // shards since the process started, by how
}

// SetSource sets the function that returns the current numbers. Until then, the numbers are 0 or
// omitted.
func (m *Metrics) SetSource(now func() Snapshot) { m.now.Store(&now) }

// snapshotCollector collects the current numbers once for each scrape.
type snapshotCollector struct {
	of      *Metrics
	metrics []presentMetric
}

// presentMetric is a metric with a current number. Negative values mean that the number is unknown,
// and are omitted.
type presentMetric struct {
	desc   *prometheus.Desc
	kind   prometheus.ValueType
	labels []string // values of its label; {""} if it has no label
	value  func(p Snapshot, label string) float64
}

func newPresent(m *Metrics) *snapshotCollector {
	c := &snapshotCollector{of: m}
	labelled := func(kind prometheus.ValueType, name, help, label string, values []string, value func(Snapshot, string) float64) {
		c.metrics = append(c.metrics, presentMetric{prometheus.NewDesc(name, help, []string{label}, nil), kind, values, value})
	}
	gauge := func(name, help string, value func(Snapshot) float64) {
		c.metrics = append(c.metrics, presentMetric{prometheus.NewDesc(name, help, nil, nil), prometheus.GaugeValue, []string{""},
			func(p Snapshot, _ string) float64 { return value(p) }})
	}
	// shared adds a gauge that is omitted if Sharing is nil.
	shared := func(name, help string, value func(Sharing) int64) {
		gauge(name, help, func(p Snapshot) float64 {
			if p.Sharing == nil {
				return -1
			}
			return float64(value(*p.Sharing))
		})
	}
	gauge("deuces_ready", "1 while the bot can play, as /healthz/ready says, otherwise 0.", func(p Snapshot) float64 {
		if p.Ready {
			return 1
		}
		return 0
	})
	gauge("deuces_messages", "Messages that the bot keeps up to date: boards, hands and others.", func(p Snapshot) float64 { return float64(p.Kept) })
	gauge("deuces_messages_waiting", "Messages that don't show the newest state yet.", func(p Snapshot) float64 { return float64(p.Behind) })
	gauge("deuces_discord_requests_waiting", "Requests that wait for Discord's rate limits.", func(p Snapshot) float64 { return float64(p.Requests) })
	gauge("deuces_gateway_shards", "Shards that this process serves.", func(p Snapshot) float64 { return float64(p.Shards) })
	gauge("deuces_gateway_shards_connected", "Shards of this process that are connected.", func(p Snapshot) float64 { return float64(p.Connected) })
	shared("deuces_processes", "Live processes that share the bot's shards, as this one sees them.", func(s Sharing) int64 { return int64(s.Processes) })
	shared("deuces_shards_owned", "Shards that this process owns.", func(s Sharing) int64 { return int64(s.Owned) })
	shared("deuces_shards_term", "The number that this process got when it joined; each process that joins gets a higher one.", func(s Sharing) int64 { return s.Term })
	labelled(prometheus.CounterValue, "deuces_shards_moved_total",
		"Shards that this process took when nobody had them (claimed), got from another process (inherited), handed to another process (handed), or lost to one (lost).",
		"how", []string{"claimed", "inherited", "handed", "lost"}, func(p Snapshot, how string) float64 {
			if p.Sharing == nil {
				return -1
			}
			return float64(p.Sharing.Moved[how])
		})
	labelled(prometheus.GaugeValue, "deuces_tables", "Live tables, by phase.",
		"phase", []string{"lobby", "playing", "between", "paused", "asleep"}, func(p Snapshot, phase string) float64 { return float64(p.Tables[phase]) })
	labelled(prometheus.GaugeValue, "deuces_slow_tables", "Live tables with a turn clock of 4 hours or more, by phase.",
		"phase", []string{"lobby", "playing", "between", "paused", "asleep"}, func(p Snapshot, phase string) float64 { return float64(p.SlowTables[phase]) })
	gauge("deuces_starts_scheduled", "Lobbies whose match starts at a set time.", func(p Snapshot) float64 { return float64(p.Scheduled) })
	labelled(prometheus.CounterValue, "deuces_starts_total",
		"Starts at a set time: the match began (started), too few players had come (too_few), or it was called off (called_off).",
		"outcome", []string{"started", "too_few", "called_off"}, func(p Snapshot, outcome string) float64 { return float64(p.Starts[outcome]) })
	c.metrics = append(c.metrics, presentMetric{prometheus.NewDesc("deuces_calls_total", "Calls for players.", nil, nil), prometheus.CounterValue, []string{""},
		func(p Snapshot, _ string) float64 { return float64(p.Calls) }})
	gauge("deuces_computers_waiting", "Computer players and hints that wait for a processor.", func(p Snapshot) float64 { return float64(p.ComputersWaiting) })
	gauge("deuces_writes_waiting", "Writes that wait for the database.", func(p Snapshot) float64 { return float64(p.Writes) })
	gauge("deuces_database_bytes", "Size of the database's file, with its write-ahead log.", func(p Snapshot) float64 { return float64(p.Database) })
	gauge("deuces_disk_free_bytes", "Free space on the database's disk.", func(p Snapshot) float64 { return float64(p.DiskFree) })
	return c
}

func (c *snapshotCollector) Describe(to chan<- *prometheus.Desc) {
	for _, m := range c.metrics {
		to <- m.desc
	}
}

func (c *snapshotCollector) Collect(to chan<- prometheus.Metric) {
	now := Snapshot{Database: -1, DiskFree: -1}
	if ask := c.of.now.Load(); ask != nil {
		now = (*ask)()
	}
	for _, m := range c.metrics {
		for _, label := range m.labels {
			n := m.value(now, label)
			if n < 0 {
				continue
			}
			var labels []string
			if label != "" {
				labels = []string{label}
			}
			to <- prometheus.MustNewConstMetric(m.desc, m.kind, n, labels...)
		}
	}
}
