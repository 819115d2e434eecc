package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/rs/zerolog"
	"golang.org/x/sync/errgroup"
	"golang.org/x/time/rate"

	"deuces/bot/rest"
)

// Config is what New needs.
type Config struct {
	Token    string        // the bot's, without "Bot "
	Identify time.Duration // between two identifies of one shard class
	Watchdog time.Duration // a session without a sign of life for so long is replaced
	Log      zerolog.Logger
	Meter    Meter // nil: nobody counts

	// Event gets each event. It must not block, since the next event waits for it.
	Event func(context.Context, Event)

	// Slot, if set, reserves the next moment in which a session of a class of shards may
	// begin among all processes, and returns how long it is until then. It fails where
	// the bot has begun nearly as many sessions today as most; 0: any number.
	Slot func(ctx context.Context, class int, apart time.Duration, most int) (time.Duration, error)
}

// Event is an event of a shard as Discord sent it.
type Event struct {
	Shard int
	Type  string
	Data  json.RawMessage
}

// Gateway keeps sessions.
type Gateway struct {
	cfg    Config
	client *rest.Client
	http   *http.Client // for discordgo

	begun chan struct{} // closed when sessions can be started; the fields below are set then
	ctx   context.Context
	group *errgroup.Group
	of    int             // shards there are
	turns []*rate.Limiter // when a session of a class may begin, if nobody else has any
	most  int             // sessions a day; 0: not known

	mu     sync.Mutex
	shards map[int]*shard // kept ones
}

// New makes a Gateway, which is not connected yet.
func New(cfg Config, client *rest.Client) *Gateway {
	leaveUndecoded()
	return &Gateway{cfg: cfg, client: client, http: client.HTTP(), begun: make(chan struct{}), shards: map[int]*shard{}}
}

// Run asks how to connect, lets sessions be started, calls begun, and keeps the sessions
// until the context ends. shards is told how many shards Discord advises, and returns how
// many there are. Run returns the error of begun, and that of a gateway which forbids to
// connect, as for a token that Discord refuses.
func (g *Gateway) Run(ctx context.Context, shards func(ctx context.Context, advised int) (int, error), begun func(context.Context) error) error {
	a, err := g.advice(ctx)
	if err == nil {
		g.of, err = shards(ctx, max(a.Shards, 1))
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	g.group, g.ctx = errgroup.WithContext(ctx)
	g.most = a.Start.Total
	g.turns = make([]*rate.Limiter, max(a.Start.Concurrency, 1))
	for i := range g.turns {
		g.turns[i] = rate.NewLimiter(rate.Every(g.cfg.Identify), 1)
	}
	close(g.begun)
	g.group.Go(func() error { return begun(g.ctx) })
	g.group.Go(func() error { <-g.ctx.Done(); return nil }) // until then sessions may begin
	return g.group.Wait()
}

// Connect begins to keep a shard's session. It waits until sessions can be started.
func (g *Gateway) Connect(id int) {
	<-g.begun
	ctx, stop := context.WithCancel(g.ctx)
	s := &shard{gateway: g, id: id, stop: stop}
	g.mu.Lock()
	g.shards[id] = s
	g.mu.Unlock()
	g.group.Go(func() error { return s.keep(ctx) })
}

// Disconnect ends a shard's session.
func (g *Gateway) Disconnect(id int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if s := g.shards[id]; s != nil {
		s.set(false)
		s.stop()
		delete(g.shards, id)
	}
}

// Connected reports whether a shard's session is connected.
func (g *Gateway) Connected(id int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	s := g.shards[id]
	return s != nil && s.up
}

// Shards returns how many shards are kept, and how many of them are connected.
func (g *Gateway) Shards() (kept, connected int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, s := range g.shards {
		if s.up {
			connected++
		}
	}
	return len(g.shards), connected
}

// Healthy reports whether every kept shard is connected. One of several processes may keep
// none.
func (g *Gateway) Healthy() bool {
	select {
	case <-g.begun:
	default:
		return false
	}
	kept, connected := g.Shards()
	return kept == connected && (kept > 0 || g.cfg.Slot != nil)
}

// advice is the answer of /gateway/bot.
type advice struct {
	Shards int `json:"shards"`
	Start  struct {
		Total       int   `json:"total"`
		Remaining   int   `json:"remaining"`
		ResetAfter  int64 `json:"reset_after"` // milliseconds
		Concurrency int   `json:"max_concurrency"`
	} `json:"session_start_limit"`
}

// advice asks how to connect until Discord says so. Only a refusal is an error.
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
			g.cfg.Log.Warn().Err(err).Dur("wait_ms", wait).Msg("can't reach Discord; trying again")
		}
		if err := rest.Pause(ctx, wait); err != nil {
			return a, err
		}
	}
}
