package gateway

import (
	"context"
	"time"

	"deuces/bot/rest"
)

// shard keeps a session of one shard.
type shard struct {
	gateway *Gateway
	id      int
	stop    context.CancelFunc
	up      bool // the session is connected; guarded by Gateway.mu
}

// setUp notes whether the shard is connected.
func (s *shard) setUp(up bool) {
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	s.set(up)
}

// set is setUp with the lock.
func (s *shard) set(up bool) {
	g := s.gateway
	if g.shards[s.id] != s || s.up == up {
		return
	}
	s.up = up
	if !up && g.cfg.Meter != nil {
		g.cfg.Meter.Disconnected()
	}
}

// slotMargin is added to the time between two identifies of different processes, which take
// different times to reach Discord.
const slotMargin = 250 * time.Millisecond

// turn waits until a session of the shard may begin.
func (s *shard) turn(ctx context.Context) error {
	g := s.gateway
	class := s.id % len(g.turns)
	if g.cfg.Slot == nil {
		return g.turns[class].Wait(ctx)
	}
	for failing := false; ; {
		wait, err := g.cfg.Slot(ctx, class, g.cfg.Identify+slotMargin, g.most)
		if err != nil {
			if !failing && ctx.Err() == nil {
				failing = true
				g.cfg.Log.Warn().Err(err).Msg("a session can't be started yet; trying again")
			}
			wait = time.Second
		}
		if paused := rest.Pause(ctx, wait); paused != nil || err == nil {
			return paused
		}
	}
}

// Meter is told of sessions as they come and go. It must not block.
type Meter interface {
	// Connected is told of each session that began or was resumed.
	Connected(resumed bool)
	// Disconnected is told when a connected session was lost or closed.
	Disconnected()
}
