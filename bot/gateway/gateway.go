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

// Config configures New.
type Config struct {
	Token    string        // the bot's token, without "Bot "
	Identify time.Duration // interval between two identifies of the same shard class
	Watchdog time.Duration // a session without an acknowledged heartbeat for this long is replaced
	Log      zerolog.Logger
	Meter    Meter // nil: nothing is measured

	// Event is called for each event. It must not block, because it delays the next event.
	Event func(context.Context, Event)

	// Slot, if set, reserves the next time at which a session of a shard class may start, and
	// returns how long the caller has to wait for it. apart is the minimum time between two starts
	// of a class in all processes. Slot fails if the daily limit most is reached; 0 means no limit.
	Slot func(ctx context.Context, class int, apart time.Duration, most int) (time.Duration, error)
}

// Event is an undecoded event of a shard.
type Event struct {
	Shard int
	Type  string
	Data  json.RawMessage
}

// Gateway runs the sessions of shards.
type Gateway struct {
	cfg    Config
	client *rest.Client
	http   *http.Client  // client for discordgo
	retry  time.Duration // a session that fails again and again waits 0, 1, 3, 7 … times this long

	begun        chan struct{} // closed when sessions can be started, after the next fields are set
	ctx          context.Context
	group        *errgroup.Group
	shardCount   int             // number of shards of the bot
	startLimits  []*rate.Limiter // by class: limits the start of sessions if Config.Slot is nil
	startsPerDay int             // maximum number of session starts per day; 0: unknown

	mu     sync.Mutex
	shards map[int]*shard // the shards between Connect and Disconnect
}

// New returns a Gateway that isn't connected.
func New(cfg Config, client *rest.Client) *Gateway {
	leaveUndecoded()
	return &Gateway{cfg: cfg, client: client, http: client.HTTP(), retry: time.Second, begun: make(chan struct{}), shards: map[int]*shard{}}
}

// Run asks Discord how to connect, allows sessions to start, calls begun, and runs the sessions
// until the context ends. shards gets the number of shards that Discord recommends, and returns
// the number to use. Run returns an error if begun does, or if Discord refuses connections, for
// example because of the token.
func (g *Gateway) Run(ctx context.Context, shards func(ctx context.Context, advised int) (int, error), begun func(context.Context) error) error {
	a, err := g.advice(ctx)
	if err == nil {
		g.shardCount, err = shards(ctx, max(a.Shards, 1))
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	g.group, g.ctx = errgroup.WithContext(ctx)
	g.startsPerDay = a.Start.Total
	g.startLimits = make([]*rate.Limiter, max(a.Start.Concurrency, 1))
	for i := range g.startLimits {
		g.startLimits[i] = rate.NewLimiter(rate.Every(g.cfg.Identify), 1)
	}
	close(g.begun)
	g.group.Go(func() error { return begun(g.ctx) })
	g.group.Go(func() error { <-g.ctx.Done(); return nil }) // keeps the group open for Connect
	return g.group.Wait()
}

// Connect starts a shard's session. It blocks until Run allows sessions to start.
func (g *Gateway) Connect(id int) {
	<-g.begun
	ctx, stop := context.WithCancel(g.ctx)
	s := &shard{gateway: g, id: id, stop: stop}
	g.mu.Lock()
	g.shards[id] = s
	g.mu.Unlock()
	g.group.Go(func() error { return s.keepConnected(ctx) })
}

// Disconnect ends a shard's session.
func (g *Gateway) Disconnect(id int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if s := g.shards[id]; s != nil {
		s.setConnectedLocked(false)
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

// Shards returns the number of shards of this process, and how many of them are connected.
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

// Healthy reports whether all shards of this process are connected. With Config.Slot, a process
// without shards is healthy too.
func (g *Gateway) Healthy() bool {
	select {
	case <-g.begun:
	default:
		return false
	}
	kept, connected := g.Shards()
	return kept == connected && (kept > 0 || g.cfg.Slot != nil)
}

// advice is Discord's answer to GET /gateway/bot.
type advice struct {
	Shards int `json:"shards"`
	Start  struct {
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
			g.cfg.Log.Warn().Err(err).Dur("wait_ms", wait).Msg("can't reach Discord; trying again")
		}
		if err := rest.Pause(ctx, wait); err != nil {
			return a, err
		}
	}
}
