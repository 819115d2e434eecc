package bot

import (
	"context"
	"sync"
	"time"
)

// briefs are the brief sentences that users have been told, by user and channel: the
// newest of each. A new one takes its place, so that they don't pile up.
type briefs struct {
	mu   sync.Mutex
	last map[string]Handle
}

func newBriefs() *briefs { return &briefs{last: map[string]Handle{}} }

// put remembers a sentence, and returns the one before it whose token is still alive.
func (b *briefs) put(key string, h Handle, now time.Time) (before Handle, alive bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	before = b.last[key]
	const many = 1024 // then those that died are forgotten
	if len(b.last) >= many {
		for k, old := range b.last {
			if !old.Alive(now) {
				delete(b.last, k)
			}
		}
	}
	b.last[key] = h
	return before, before.Alive(now)
}

// replaces takes away the brief sentence that the user was told before this reply, which
// was delivered as the message of h.
func (b *Bot) replaces(ctx context.Context, i interaction, r Reply, h Handle) {
	if !r.Brief || !r.Private || r.Update {
		return
	}
	before, alive := b.briefs.put(i.User.ID+"/"+i.Channel, h, time.Now())
	if !alive {
		return
	}
	b.work.Go(func() {
		if err := b.client.withdraw(ctx, before); err != nil {
			b.cfg.Log.Debug().Err(err).Msg("a sentence that was said before stays") // its reader may have dismissed it
		}
	})
}
