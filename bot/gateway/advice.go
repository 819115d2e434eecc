package gateway

import (
	"context"
	"errors"
	"net/http"
	"time"

	"deuces/bot/rest"
)

// advice is Discord's answer to GET /gateway/bot.
type advice struct {
	Address string `json:"url"`
	Shards  int    `json:"shards"`
	Start   struct {
		Total       int   `json:"total"`
		Remaining   int   `json:"remaining"`
		ResetAfter  int64 `json:"reset_after"` // milliseconds
		Concurrency int   `json:"max_concurrency"`
	} `json:"session_start_limit"`
}

// advice asks Discord how to connect and repeats the request until Discord allows a new session.
// It returns an error only if Discord refuses the request or the context ends.
func (g *Gateway) advice(ctx context.Context) (advice, error) {
	for wait := time.Second; ; wait = min(2*wait, time.Minute) {
		var a advice
		err := g.client.Do(ctx, rest.Request{Method: http.MethodGet, Path: "/gateway/bot", Bucket: rest.Named("GET gateway"), Into: &a})
		_, refused := errors.AsType[*rest.Refused](err)
		switch {
		case refused, errors.Is(err, rest.ErrToken), err == nil && (a.Start.Remaining > 0 || a.Start.ResetAfter == 0):
			return a, err
		case err == nil:
			wait = time.Duration(a.Start.ResetAfter) * time.Millisecond
			g.cfg.Log.Error().Dur("wait_ms", wait).Msg("Discord allows no more new sessions today; waiting")
		default:
			g.cfg.Log.Warn().Err(err).Dur("wait_ms", wait).Msg("cannot reach Discord; trying again")
		}
		if err := rest.Pause(ctx, wait); err != nil {
			return a, err
		}
	}
}
