package rest

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/http"
	"strconv"
	"strings"
	"time"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// limiter has Discord's rate limits: a bucket for each route and major parameter, the global limit, the throttle on edits of
// old messages, and the ban for too many failing calls. The world's lock guards it.
type limiter struct {
	buckets map[string]*window
	global  window
	old     map[wire.Snowflake]*window // edits of old messages, by channel
	invalid window
	swept   time.Time
}

// window counts what happened since it opened. Once it is over, it starts again.
type window struct {
	used int
	ends time.Time
}

// take counts one more if that is within the limit, and returns how many more are allowed.
func (w *window) take(limit int, per time.Duration, now time.Time) (left int, fine bool) {
	if !now.Before(w.ends) {
		w.used, w.ends = 0, now.Add(per)
	}
	if w.used >= limit {
		return 0, false
	}
	w.used++
	return limit - w.used, true
}

// allowance is the limit and the period of a bucket.
type allowance struct {
	limit int
	per   time.Duration
}

// Discord doesn't publish the sizes of its buckets, and changes them. These are the sizes that bots
// report. All other routes use anyRoute.
var allowances = map[string]allowance{
	"POST /channels/{channel}/messages":                   {5, 5 * time.Second},
	"PATCH /channels/{channel}/messages/{message}":        {5, 5 * time.Second},
	"DELETE /channels/{channel}/messages/{message}":       {5, time.Second},
	"POST /webhooks/{app}/{token}":                        {5, 2 * time.Second},
	"PATCH /webhooks/{app}/{token}/messages/{message}":    {5, 2 * time.Second},
	"DELETE /webhooks/{app}/{token}/messages/{message}":   {5, 2 * time.Second},
	"PATCH /channels/{channel}":                           {5, 10 * time.Second},
	"POST /channels/{channel}/threads":                    {50, 5 * time.Minute},
	"POST /channels/{channel}/messages/{message}/threads": {50, 5 * time.Minute},
}

var (
	anyRoute = allowance{50, time.Second}
	oldEdits = allowance{3, time.Minute}
	banned   = allowance{10_000, 10 * time.Minute}
)

// sweepEvery is how often expired buckets are removed.
const sweepEvery = time.Minute

func newLimiter() limiter {
	return limiter{buckets: map[string]*window{}, old: map[wire.Snowflake]*window{}}
}

func (l *limiter) sweep(now time.Time) {
	if now.Sub(l.swept) < sweepEvery {
		return
	}
	l.swept = now
	for key, w := range l.buckets {
		if now.After(w.ends) {
			delete(l.buckets, key)
		}
	}
	for key, w := range l.old {
		if now.After(w.ends) {
			delete(l.old, key)
		}
	}
}

// limited is the 429 of a bucket ("user"), the global limit ("global"), or a limit of the resource
// ("shared").
type limited struct {
	retry time.Duration
	scope string
	code  int
	text  string
}

func (e *limited) Error() string { return fmt.Sprintf("rate limited (%s) for %v", e.scope, e.retry) }

func (e *limited) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Message string  `json:"message"`
		Retry   float64 `json:"retry_after"`
		Global  bool    `json:"global"`
		Code    int     `json:"code"`
	}{e.text, seconds(e.retry), e.scope == "global", e.code})
}

func tooFast(retry time.Duration, scope string) *limited {
	return &limited{retry, scope, 0, "You are being rate limited."}
}

// seconds rounds up to milliseconds, so that a client that waits for the stated time has waited
// long enough.
func seconds(d time.Duration) float64 {
	return float64((d+time.Millisecond-1)/time.Millisecond) / 1000
}

// limit enforces the limits of a call's route and writes the headers that say how many calls are
// left. Interaction callbacks have no limit, and webhook routes don't count towards the global
// limit.
func (s *API) limit(h http.Header, q *request, pattern string) error {
	if s.cfg.Unlimited || strings.HasSuffix(pattern, "/callback") || pattern == "" {
		return nil
	}
	s.world.Lock()
	defer s.world.Unlock()
	l := &s.limiter
	l.sweep(q.now)
	if !strings.HasPrefix(q.URL.Path, "/webhooks/") {
		if _, fine := l.global.take(s.cfg.Global, time.Second, q.now); !fine {
			return tooFast(l.global.ends.Sub(q.now), "global")
		}
	}
	a, ok := allowances[pattern]
	if !ok {
		a = anyRoute
	}
	key := pattern + " " + q.PathValue("channel") + q.PathValue("guild") + q.PathValue("token")
	b := l.buckets[key]
	if b == nil {
		b = &window{}
		l.buckets[key] = b
	}
	left, fine := b.take(a.limit, a.per, q.now)
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(pattern)) // a hash never fails
	h.Set("X-RateLimit-Bucket", fmt.Sprintf("%016x", hash.Sum64()))
	h.Set("X-RateLimit-Limit", strconv.Itoa(a.limit))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(left))
	h.Set("X-RateLimit-Reset", strconv.FormatFloat(float64(b.ends.UnixMilli())/1000, 'f', 3, 64))
	h.Set("X-RateLimit-Reset-After", strconv.FormatFloat(seconds(b.ends.Sub(q.now)), 'f', 3, 64))
	if !fine {
		return tooFast(b.ends.Sub(q.now), "user")
	}
	return nil
}

// oldEdit throttles edits of messages that have reached Config.OldMessage. The world's lock must be held.
func (s *API) oldEdit(m *world.Message, now time.Time) error {
	if s.cfg.Unlimited || now.Sub(m.Timestamp) < s.cfg.OldMessage {
		return nil
	}
	w := s.limiter.old[m.ChannelID]
	if w == nil {
		w = &window{}
		s.limiter.old[m.ChannelID] = w
	}
	if _, fine := w.take(oldEdits.limit, oldEdits.per, now); !fine {
		return &limited{w.ends.Sub(now), "shared", 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later."}
	}
	return nil
}

// bannedNow reports whether the bot is banned for its invalid calls, and for how much longer.
func (s *API) bannedNow(now time.Time) (time.Duration, bool) {
	s.world.Lock()
	defer s.world.Unlock()
	w := &s.limiter.invalid
	return w.ends.Sub(now), w.used >= s.cfg.Invalid && now.Before(w.ends)
}

// countInvalid counts answers that lead to a ban. The world's lock must be held.
func (s *API) countInvalid(status int, scope string, now time.Time) {
	switch {
	case status == http.StatusTooManyRequests && scope == "shared":
	case status == http.StatusUnauthorized, status == http.StatusForbidden, status == http.StatusTooManyRequests:
		s.limiter.invalid.take(s.cfg.Invalid, banned.per, now)
	}
}
