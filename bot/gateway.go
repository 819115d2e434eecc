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
	b.up.start(b.client.meter.Disconnected)
	if b.sharing != nil {
		return b.connectPart(ctx, r, g)
	}
	shards := b.cfg.Shards
	if shards == 0 {
		shards = max(g.Shards, 1)
	}
	classes := make([]*rate.Limiter, max(g.Start.Concurrency, 1))
	for i := range classes {
		classes[i] = rate.NewLimiter(rate.Every(b.cfg.Identify), 1)
	}
	all, ctx := errgroup.WithContext(ctx)
	app := make(chan application, shards)
	for id := range shards {
		s := &shard{bot: b, router: r, id: id, of: shards, turn: classes[id%len(classes)], app: app}
		b.up.add(s)
		all.Go(func() error { return s.keep(ctx) })
	}
	b.up.complete()
	all.Go(func() error { return b.settle(ctx, r, app) })
	return all.Wait()
}

// connectPart is connect for one of several processes: others say which shards to hold
// (sharing.go). Who answers the first shard registers the commands.
func (b *Bot) connectPart(ctx context.Context, r *Router, g gatewayDoc) error {
	of, err := b.sharing.Join(ctx, max(g.Shards, 1))
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	all, ctx := errgroup.WithContext(ctx)
	b.sharing.begin(ctx, r, all, of, g)
	all.Go(func() error { return b.settle(ctx, r, b.sharing.app) })
	all.Go(func() error { // others may begin sessions until then
		<-ctx.Done()
		return nil
	})
	return all.Wait()
}

// settle registers the commands when the first shard knows whose they are, and
// waits for the others.
func (b *Bot) settle(ctx context.Context, r *Router, app <-chan application) error {
	select {
	case <-ctx.Done():
		return nil
	case a := <-app:
		b.app = a.id
		close(b.known)
		b.cfg.Log.Info().Str("link", Invitation(a.id, Needed|Useful)).Msg("this link invites the bot to a server")
		b.remark(a)
		if b.sharing != nil {
			select {
			case <-ctx.Done():
				return nil
			case <-b.sharing.first:
			}
		}
		if err := b.register(ctx, b.app, r.Commands()); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return fmt.Errorf("register commands: %w", err)
		}
		close(b.registered)
	}
	if b.sharing != nil {
		return nil // others know when it is settled
	}
	select {
	case <-ctx.Done():
	case <-b.up.all:
		b.nowReady()
	}
	return nil
}

// nowReady says that the bot is ready, once.
func (b *Bot) nowReady() {
	b.settled.Do(func() {
		close(b.ready)
		b.cfg.Log.Info().Int("shards", b.up.size()).Msg("ready")
	})
}

// gatewayDoc is the answer of /gateway/bot.
type gatewayDoc struct {
	Shards int `json:"shards"`
	Start  struct {
		Total       int   `json:"total"`
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
			b.cfg.Log.Error().Dur("wait_ms", wait).Msg("Discord allows no more new sessions today; waiting")
		default:
			b.cfg.Log.Warn().Err(err).Dur("wait_ms", wait).Msg("can't reach Discord; trying again")
		}
		if err := pause(ctx, wait); err != nil {
			return g, err
		}
	}
}

// gauge knows which shards are up.
type gauge struct {
	mu    sync.Mutex
	up    map[*shard]bool
	of    map[int]*shard // by number
	n     int
	whole bool          // there will be no others
	met   bool          // all were up once
	all   chan struct{} // closed then

	lost func() // is told when one was up and is not any more
}

func (g *gauge) start(lost func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.lost = lost
	g.up, g.of, g.n, g.whole, g.met, g.all = map[*shard]bool{}, map[int]*shard{}, 0, false, false, make(chan struct{})
}

// add adds a shard that is to be up.
func (g *gauge) add(s *shard) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.up[s], g.of[s.id] = false, s
}

// complete says that all there are were added.
func (g *gauge) complete() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.whole = true
	g.meet()
}

// remove forgets a shard that is held no more. What is told of it later means nothing.
func (g *gauge) remove(s *shard) {
	g.set(s, false)
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.up, s)
	if g.of[s.id] == s {
		delete(g.of, s.id)
	}
}

func (g *gauge) set(s *shard, up bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if was, held := g.up[s]; !held || was == up {
		return
	}
	g.up[s] = up
	if !up {
		g.n--
		g.lost()
		return
	}
	g.n++
	g.meet()
}

// meet notes that all are up. With the lock.
func (g *gauge) meet() {
	if g.whole && g.n == len(g.up) && !g.met {
		g.met = true
		close(g.all)
	}
}

// has says whether the shard of a number is up.
func (g *gauge) has(id int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.up[g.of[id]]
}

func (g *gauge) size() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.up)
}

// full says whether all are up. A process that shares the shards may have none.
func (g *gauge) full() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return (len(g.up) > 0 || !g.whole && g.up != nil) && g.n == len(g.up)
}
