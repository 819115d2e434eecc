package gateway

import (
	"context"
	"time"
)

// shard runs the session of one shard.
type shard struct {
	gateway *Gateway
	id      int
	stop    context.CancelFunc
	started time.Time // of the last identify or resume
	up      bool      // the session is connected; guarded by Gateway.mu
}

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

// Meter counts connections of sessions. Its methods must not block.
type Meter interface {
	// Connected is called when a session has started or was resumed.
	Connected(resumed bool)
	// Disconnected is called when a connected session was lost or closed.
	Disconnected()
}
