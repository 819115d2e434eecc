package metrics

import "time"

// The methods below implement bot.Meter.

// Replied counts the first response to an interaction.
func (m *Metrics) Replied(kind string, after time.Duration) {
	m.replied.WithLabelValues(kind).Observe(after.Seconds())
}

// Deferred counts a first response that only acknowledges the interaction.
func (m *Metrics) Deferred(kind string) { m.deferred.WithLabelValues(kind).Inc() }

// Lost counts an answer that didn't reach Discord.
func (m *Metrics) Lost(kind string) { m.lost.WithLabelValues(kind).Inc() }

// Failed counts an interaction that failed.
func (m *Metrics) Failed(kind string) { m.failed.WithLabelValues(kind).Inc() }

// Shown counts a message that shows a change.
func (m *Metrics) Shown(message string, lag time.Duration) {
	m.lag.WithLabelValues(known(message, shownMessages)).Observe(lag.Seconds())
}

// Requested counts a request to Discord.
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

// Limited counts a response with status 429.
func (m *Metrics) Limited(scope string) { m.limited.WithLabelValues(known(scope, limitScopes)).Inc() }

// Invalid counts a response that counts towards Discord's ban.
func (m *Metrics) Invalid() { m.invalid.Inc() }

// Connected counts a session that was started or resumed.
func (m *Metrics) Connected(resumed bool) {
	start := "identify"
	if resumed {
		start = "resume"
	}
	m.started.WithLabelValues(start).Inc()
}

// Disconnected counts a connection that ended.
func (m *Metrics) Disconnected() { m.disconnected.Inc() }
