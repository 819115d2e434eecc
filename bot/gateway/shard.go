package gateway

import (
	"context"
	"time"

	"deuces/bot/rest"
)

// shard runs the session of one shard.
type shard struct {
	gateway *Gateway
	id      int
	stop    context.CancelFunc
	up      bool // the session is connected; guarded by Gateway.mu
}

// setConnected records whether the shard is connected.
func (s *shard) setConnected(up bool) {
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	s.setConnectedLocked(up)
}

// setConnectedLocked is setConnected for a caller that holds Gateway.mu.
func (s *shard) setConnectedLocked(up bool) {
	g := s.gateway
	if g.shards[s.id] != s || s.up == up {
		return
	}
	s.up = up
	if !up && g.cfg.Meter != nil {
		g.cfg.Meter.Disconnected()
	}
}

// slotMargin is added to the interval between two identifies of different processes, because their
// latencies to Discord differ.
const slotMargin = 250 * time.Millisecond

// waitForSlot waits until a session of the shard may start.
func (s *shard) waitForSlot(ctx context.Context) error {
	g := s.gateway
	class := s.id % len(g.startLimits)
	if g.cfg.Slot == nil {
		return g.startLimits[class].Wait(ctx)
	}
	for failing := false; ; {
		wait, err := g.cfg.Slot(ctx, class, g.cfg.Identify+slotMargin, g.startsPerDay)
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

// Meter counts connections of sessions. Its methods must not block.
type Meter interface {
	// Connected is called when a session has started or was resumed.
	Connected(resumed bool)
	// Disconnected is called when a connected session was lost or closed.
	Disconnected()
}
