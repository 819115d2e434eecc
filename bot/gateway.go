package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/time/rate"
)

// connect holds the gateway sessions until the context ends.
func (b *Bot) connect(ctx context.Context, r *Router) error {
	g, err := b.gateway(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	shards := b.cfg.Shards
	if shards == 0 {
		shards = max(g.Shards, 1)
	}
	b.up.start(shards, b.client.meter.Disconnected)
	classes := make([]*rate.Limiter, max(g.Start.Concurrency, 1))
	for i := range classes {
		classes[i] = rate.NewLimiter(rate.Every(b.cfg.Identify), 1)
	}
	all, ctx := errgroup.WithContext(ctx)
	app := make(chan string, shards)
	for id := range shards {
		s := &shard{bot: b, router: r, id: id, of: shards, turn: classes[id%len(classes)], app: app}
		all.Go(func() error { return s.keep(ctx) })
	}
	all.Go(func() error { return b.settle(ctx, r, app) })
	return all.Wait()
}

// settle registers the commands when the first shard knows whose they are, and
// waits for the others.
func (b *Bot) settle(ctx context.Context, r *Router, app <-chan string) error {
	select {
	case <-ctx.Done():
		return nil
	case id := <-app:
		b.app = id
		close(b.known)
		b.cfg.Log.Info().Str("link", Invitation(id, Needed|Useful)).Msg("this link invites the bot to a server")
		if err := b.register(ctx, id, r.Commands()); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return fmt.Errorf("register commands: %w", err)
		}
	}
	select {
	case <-ctx.Done():
	case <-b.up.all:
		close(b.ready)
		b.cfg.Log.Info().Int("shards", b.up.size()).Msg("ready")
	}
	return nil
}

// gatewayDoc is the answer of /gateway/bot.
type gatewayDoc struct {
	Shards int `json:"shards"`
	Start  struct {
		Remaining   int   `json:"remaining"`
		ResetAfter  int64 `json:"reset_after"` // milliseconds
		Concurrency int   `json:"max_concurrency"`
	} `json:"session_start_limit"`
}

// gateway asks how to connect, until it is told; a refused token is final.
func (b *Bot) gateway(ctx context.Context) (g gatewayDoc, err error) {
	for wait := time.Second; ; wait = min(2*wait, time.Minute) {
		g = gatewayDoc{}
		err = b.client.persist(ctx, b.client.own, "GET gateway",
			call{method: http.MethodGet, path: "/gateway/bot", own: true, into: &g})
		var refused *Refused
		switch {
		case errors.Is(err, ErrToken), errors.As(err, &refused):
			return g, err
		case err == nil && (g.Start.Remaining > 0 || g.Start.ResetAfter == 0):
			return g, nil
		case err == nil:
			wait = time.Duration(g.Start.ResetAfter) * time.Millisecond
			b.cfg.Log.Error().Dur("wait", wait).Msg("Discord allows no more new sessions today; waiting")
		default:
			b.cfg.Log.Warn().Err(err).Dur("wait", wait).Msg("can't reach Discord; trying again")
		}
		if err := pause(ctx, wait); err != nil {
			return g, err
		}
	}
}

// gauge knows which shards are up.
type gauge struct {
	mu  sync.Mutex
	up  []bool
	n   int
	met bool          // all were up once
	all chan struct{} // closed then

	lost func() // is told when one was up and is not any more
}

func (g *gauge) start(shards int, lost func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.lost = lost
	g.up, g.n, g.met, g.all = make([]bool, shards), 0, false, make(chan struct{})
}

func (g *gauge) set(shard int, up bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.up[shard] == up {
		return
	}
	g.up[shard] = up
	if !up {
		g.n--
		g.lost()
		return
	}
	g.n++
	if g.n == len(g.up) && !g.met {
		g.met = true
		close(g.all)
	}
}

func (g *gauge) size() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.up)
}

func (g *gauge) full() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.up) > 0 && g.n == len(g.up)
}
