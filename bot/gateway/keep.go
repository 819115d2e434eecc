package gateway

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/gorilla/websocket"
	"github.com/rs/zerolog"

	"deuces/bot/rest"
)

// resumes is how often a connection is opened in vain before the session is given up.
const resumes = 4

// keep holds a session until the context ends. It returns an error only when Discord
// forbids to connect again.
func (s *shard) keep(ctx context.Context) error {
	defer s.setUp(false)
	log := s.gateway.cfg.Log.With().Int("shard", s.id).Logger()
	// Losing a connection is logged once. The attempts until there is another are for
	// debugging.
	told := false
	tell := func(level zerolog.Level) *zerolog.Event {
		if told {
			level = zerolog.DebugLevel
		}
		told = true
		return log.WithLevel(level)
	}
	for ctx.Err() == nil {
		if err := s.turn(ctx); err != nil {
			break
		}
		d, err := s.newSession(ctx)
		if err != nil {
			return err
		}
		for fails := 0; ctx.Err() == nil && fails < resumes; {
			err := d.open(ctx)
			if closed, ok := errors.AsType[*websocket.CloseError](err); ok && fatal(closed.Code) {
				d.abandon()
				return fmt.Errorf("shard %d: the gateway closed for good: %w", s.id, err)
			}
			if err == nil {
				log.Debug().Msg("connected to Discord's gateway")
				fails, told = 0, false
				err = d.watch(ctx)
			}
			if errors.Is(err, errHung) {
				tell(zerolog.WarnLevel).Err(err).Msg("lost the session with Discord; starting a new one")
				break
			}
			if ctx.Err() != nil {
				break
			}
			wait := time.Duration(rand.Int64N(int64(200*time.Millisecond))) + time.Second<<fails - time.Second
			tell(zerolog.InfoLevel).Err(err).Dur("wait_ms", wait).Msg("lost the connection to Discord; resuming the session")
			if err != nil {
				fails++
			}
			_ = rest.Pause(ctx, wait)
		}
		d.close(ctx)
	}
	return nil
}

// fatal reports whether a gateway's close code forbids to connect again.
func fatal(code int) bool { return code == 4004 || code >= 4010 && code <= 4014 }
