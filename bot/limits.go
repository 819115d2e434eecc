package bot

import (
	"context"
	"sync"
	"time"

	"github.com/rs/zerolog"
	"golang.org/x/time/rate"

	"deuces/bot/rest"
)

// seen remembers the ids of the latest interactions, between most and 2*most of them.
type seen struct {
	most int

	mu                sync.Mutex
	current, previous map[string]bool
}

func newSeen(most int) *seen { return &seen{most: most, current: map[string]bool{}} }

// addIfNew remembers the id, and reports whether it was new.
func (s *seen) addIfNew(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current[id] || s.previous[id] {
		return false
	}
	if len(s.current) >= s.most {
		s.current, s.previous = map[string]bool{}, s.current
	}
	s.current[id] = true
	return true
}

// Limits limits how often each key, such as a user, may do something.
type Limits[K comparable] struct {
	perSecond float64
	burst     int

	mu   sync.Mutex
	keys map[K]*rate.Limiter
}

// NewLimits returns Limits with a rate and a burst for each key. If perSecond is 0, there is no limit.
func NewLimits[K comparable](perSecond float64, burst int) *Limits[K] {
	return &Limits[K]{perSecond: perSecond, burst: burst, keys: map[K]*rate.Limiter{}}
}

// Allow reports whether the key is within its limit now, and counts the call.
func (l *Limits[K]) Allow(key K) bool {
	if l.perSecond == 0 {
		return true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.keys) > 4096 {
		for k, x := range l.keys {
			if x.Tokens() >= float64(l.burst) { // same state as a new limiter
				delete(l.keys, k)
			}
		}
	}
	x := l.keys[key]
	if x == nil {
		x = rate.NewLimiter(rate.Limit(l.perSecond), l.burst)
		l.keys[key] = x
	}
	return x.Allow()
}

// notices holds the last private notice (Reply.Notice) of each user and channel. A new notice
// replaces the previous one, so that they don't pile up, and the reply to a click in one is its next page.
type notices struct {
	mu   sync.Mutex
	last map[string]notice
}

type notice struct {
	rest.Handle
	id string // of the message; "": unknown
}

func newNotices() *notices { return &notices{last: map[string]notice{}} }

// put stores a notice and returns the previous one.
func (n *notices) put(key string, x notice, now time.Time) (before notice) {
	n.mu.Lock()
	defer n.mu.Unlock()
	before = n.last[key]
	if len(n.last) >= 1024 {
		for k, old := range n.last {
			if !old.Alive(now) {
				delete(n.last, k)
			}
		}
	}
	n.last[key] = x
	return before
}

// at returns the key under which a user's notice in a channel is stored, and whether its component was used.
func (n *notices) at(i interaction) (key string, clicked bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	key = i.User.ID + "/" + i.Channel
	return key, i.Message != "" && n.last[key].id == i.Message
}

// replaceNotice stores a reply that is a notice as the user's last one and deletes the previous one. h and id
// identify its message. If the reply updates the last notice with something else, that message is none any
// more.
func (b *Bot) replaceNotice(ctx context.Context, i interaction, r Reply, h rest.Handle, id string) {
	now := time.Now()
	key, clicked := b.notices.at(i)
	switch {
	case r.Update && clicked && r.Mirror == nil:
		b.notices.put(key, notice{h, i.Message}, now)
	case r.Update && clicked:
		b.notices.put(key, notice{}, now)
	case r.Notice && r.Private && !r.Update:
		if before := b.notices.put(key, notice{h, id}, now); before.Alive(now) {
			b.delete(ctx, i, before.Handle)
		}
	}
}

// delete deletes a private message.
func (b *Bot) delete(ctx context.Context, i interaction, h rest.Handle) {
	b.work.Go(func() {
		if err := b.client.DeleteAnswer(ctx, h); err != nil {
			b.about(b.cfg.Log.Debug(), i).Err(err).Msg("cannot delete a private message") // the user may have dismissed it
		}
	})
}

// rivals notices that another program with the same token answers interactions.
type rivals struct {
	few *rate.Limiter
	log zerolog.Logger // logs at most one message per hour
}

// newRivals returns rivals that accept some answers of others: when a shard moves to another process,
// both may answer.
func newRivals(log zerolog.Logger) *rivals {
	return &rivals{rate.NewLimiter(rate.Every(2*time.Minute), 4), log.Sample(&zerolog.BurstSampler{Burst: 1, Period: time.Hour})}
}

// answered records that Discord had an answer before this program's first try.
func (r *rivals) answered() {
	if !r.few.Allow() {
		r.log.Warn().Msg("another program with this bot's token answers interactions; stop one of the two, or reset the token in the developer portal if you know of no other")
	}
}
