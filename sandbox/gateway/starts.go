package gateway

import (
	"encoding/json"
	"time"

	"deuces/sandbox/wire"
)

// startTime is the time in which Discord allows max_concurrency identifies.
const startTime = 5 * time.Second

// start is an identify or a resume that a client has sent, whether or not it was accepted.
type start struct {
	at       time.Time
	shard    [2]int
	resume   bool
	accepted bool
}

// Sent counts the identifies and resumes that clients have sent, including those that were refused
// or that a fault has answered.
type Sent struct {
	Identifies int `json:"identifies"`
	Resumes    int `json:"resumes"`
	Wrong      int `json:"wrong_resumes"` // resumes at another address than the resume_gateway_url of READY
	// Early counts identifies that followed another one of the same class within five seconds, and
	// resumes that followed another start of the same shard as soon. Without shards, max_concurrency
	// starts may be as close.
	Early int `json:"early_starts"`
}

// Sent returns what clients have sent since the sandbox was started.
func (g *Gateway) Sent() Sent { return g.sent }

// count records a client's identify or resume, and returns the record.
func (g *Gateway) count(c *conn, op int, data json.RawMessage, now time.Time) *start {
	s := &start{at: now, shard: [2]int{0, 1}, resume: op == wire.OpResume}
	if s.resume {
		g.sent.Resumes++
		if at := g.cfg.ResumeAt(); at != "" && at != c.base {
			g.sent.Wrong++
		}
		var b resumeBody
		t := (*session)(nil)
		if json.Unmarshal(data, &b) == nil {
			t = g.sessions[b.Session]
		}
		if t == nil {
			return s // it belongs to no shard
		}
		s.shard = t.shard
	} else {
		g.sent.Identifies++
		var b identifyBody
		if json.Unmarshal(data, &b) == nil && b.Shard != nil {
			s.shard = *b.Shard
		}
	}
	if g.tooSoon(s, func(before *start) bool { return s.resume && before.shard == s.shard || !s.resume && !before.resume }) {
		g.sent.Early++
	}
	g.starts = append(g.starts, s)
	return s
}

// tooSoon reports whether a start must wait for those before it that count. Shards whose ids have
// the same remainder modulo max_concurrency start five seconds apart. Without shards,
// max_concurrency sessions may start in that time.
func (g *Gateway) tooSoon(s *start, counts func(before *start) bool) bool {
	alike := 0
	for i := len(g.starts) - 1; i >= 0 && s.at.Sub(g.starts[i].at) < startTime; i-- {
		of := g.starts[i]
		if of != s && counts(of) && (s.shard[1] <= 1 || of.shard[1] > 1 && of.shard[0]%g.cfg.Concurrency == s.shard[0]%g.cfg.Concurrency) {
			alike++
		}
	}
	if s.shard[1] <= 1 {
		return alike >= g.cfg.Concurrency
	}
	return alike > 0
}

// identifies returns the number of identifies in the last day, including refused ones, and how
// long until the oldest no longer counts.
func (g *Gateway) identifies(now time.Time) (used int, reset time.Duration) {
	day := now.Add(-24 * time.Hour)
	for len(g.starts) > 0 && g.starts[0].at.Before(day) {
		g.starts = g.starts[1:]
	}
	for _, s := range g.starts {
		if s.resume {
			continue
		}
		if used++; used == 1 {
			reset = s.at.Sub(day)
		}
	}
	return used, reset
}

// Starts says how many more sessions may be started, as GET /gateway/bot reports it.
type Starts struct {
	Total       int `json:"total"`
	Remaining   int `json:"remaining"`
	ResetAfter  int `json:"reset_after"`
	Concurrency int `json:"max_concurrency"`
}

// Starts returns how many sessions may be started on a day, and how many of them remain.
func (g *Gateway) Starts(now time.Time) Starts {
	used, reset := g.identifies(now)
	return Starts{g.cfg.Identifies, max(0, g.cfg.Identifies-used), int(reset.Milliseconds()), g.cfg.Concurrency}
}
