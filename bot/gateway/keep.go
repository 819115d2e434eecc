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

// maxResumes is the number of failed attempts to connect after which a new session is started.
const maxResumes = 4

// keepConnected keeps the shard connected until the context ends. It returns an error only if no session can
// be made or Discord forbids reconnecting.
func (s *shard) keepConnected(ctx context.Context) error {
	defer s.setConnected(false)
	log := s.gateway.cfg.Log.With().Int("shard", s.id).Logger()
	// The loss of a connection is logged once. The attempts to reconnect are logged at the debug
	// level.
	logged := false
	logLoss := func(level zerolog.Level) *zerolog.Event {
		if logged {
			level = zerolog.DebugLevel
		}
		logged = true
		return log.WithLevel(level)
	}
	for ctx.Err() == nil {
		if err := s.waitForSlot(ctx); err != nil {
			break
		}
		d, err := s.newSession(ctx)
		if err != nil {
			return err
		}
		for fails := 0; ctx.Err() == nil && fails < maxResumes; {
			err := d.open(ctx)
			if closed, ok := errors.AsType[*websocket.CloseError](err); ok && fatal(closed.Code) {
				d.abandon()
				return fmt.Errorf("shard %d: the gateway closed for good: %w", s.id, err)
			}
			if err == nil {
				log.Debug().Msg("connected to Discord's gateway")
				fails, logged = 0, false
				err = d.watch(ctx)
			}
			if errors.Is(err, errHung) {
				logLoss(zerolog.WarnLevel).Err(err).Msg("lost the session with Discord; starting a new one")
				break
			}
			if ctx.Err() != nil {
				break
			}
			wait := time.Duration(rand.Int64N(int64(200*time.Millisecond))) + s.gateway.retry<<fails - s.gateway.retry
			logLoss(zerolog.InfoLevel).Err(err).Dur("wait_ms", wait).Msg("lost the connection to Discord; resuming the session")
			if err != nil {
				fails++
			}
			_ = rest.Pause(ctx, wait)
		}
		d.close(ctx)
	}
	return nil
}

// fatal reports whether a close code of the gateway forbids reconnecting.
func fatal(code int) bool { return code == 4004 || code >= 4010 && code <= 4014 }
