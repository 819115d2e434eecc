package metrics

import "time"

// The methods of bot.Meter.

// Replied is told of the first response to an interaction.
func (m *Metrics) Replied(kind string, after time.Duration) {
	m.replied.WithLabelValues(kind).Observe(after.Seconds())
}

// Deferred is told of a response that only asks for more time.
func (m *Metrics) Deferred(kind string) { m.deferred.WithLabelValues(kind).Inc() }

// Lost is told of an answer that did not reach Discord.
func (m *Metrics) Lost(kind string) { m.lost.WithLabelValues(kind).Inc() }

// Failed is told of an interaction that failed.
func (m *Metrics) Failed(kind string) { m.failed.WithLabelValues(kind).Inc() }

// Shown is told of a message that shows a change.
func (m *Metrics) Shown(message string, lag time.Duration) {
	m.lag.WithLabelValues(known(message, shownMessages)).Observe(lag.Seconds())
}

// Requested is told of each request to Discord.
func (m *Metrics) Requested(status int, took time.Duration) {
	class := "2xx"
	switch {
	case status == 0:
		class = "none"
	case status == 429:
		class = "429"
	case status >= 500:
		class = "5xx"
	case status >= 300:
		class = "4xx"
	}
	m.requested.WithLabelValues(class).Observe(took.Seconds())
}

// Limited is told of each 429.
func (m *Metrics) Limited(scope string) { m.limited.WithLabelValues(known(scope, limitScopes)).Inc() }

// Invalid is told of each answer that counts towards a ban.
func (m *Metrics) Invalid() { m.invalid.Inc() }

// Connected is told of each session that began or was resumed.
func (m *Metrics) Connected(resumed bool) {
	start := "identify"
	if resumed {
		start = "resume"
	}
	m.started.WithLabelValues(start).Inc()
}

// Disconnected is told of each connection that ended.
func (m *Metrics) Disconnected() { m.disconnected.Inc() }
