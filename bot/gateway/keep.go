package gateway

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/coder/websocket"
	"github.com/rs/zerolog"

	"deuces/bot/rest"
)

// maxFails is the number of failed attempts to connect after which a new session is started.
const maxFails = 4

// keepConnected keeps the shard connected until the context ends. It returns an error only if no
// session can be made or Discord forbids reconnecting.
func (s *shard) keepConnected(ctx context.Context) error {
	defer s.setConnected(false)
	g := s.gateway
	log := g.cfg.Log.With().Int("shard", s.id).Logger()
	var x *session
	for fails := 0; ctx.Err() == nil; {
		if x == nil {
			var err error
			if x, err = s.newSession(); err != nil {
				return err
			}
		}
		worked, err := s.connect(ctx, x)
		s.setConnected(false)
		if ctx.Err() != nil {
			return nil
		}
		code := websocket.CloseStatus(err)
		if fatal(code) || errors.Is(err, rest.ErrToken) {
			return fmt.Errorf("shard %d: Discord forbids reconnecting: %w", s.id, err)
		}
		if worked {
			fails = 0
		}
		// The loss of a connection is logged once. The attempts to reconnect are logged at the
		// debug level.
		level := zerolog.DebugLevel
		if fails == 0 {
			level = zerolog.InfoLevel
		}
		wait := rand.N(200*time.Millisecond) + g.retry<<fails - g.retry
		if invalid, ok := errors.AsType[*invalidSession](err); ok {
			wait = max(wait, g.pause())
			if !invalid.resumable {
				x = nil
			}
		}
		if ends(code) || fails == maxFails {
			x = nil
		}
		todo := "lost the connection to Discord; resuming the session"
		if x == nil || !x.began {
			todo = "lost the session with Discord; starting a new one"
		}
		log.WithLevel(level).Err(err).Dur("wait_ms", wait).Msg(todo)
		fails = min(fails+1, maxFails)
		_ = rest.Pause(ctx, wait)
	}
	return nil
}

// askedPause returns how long to wait after Discord has called a session invalid: 1 to 5 s, as its
// documentation asks.
func askedPause() time.Duration {
	return time.Second + rand.N(4*time.Second)
}
