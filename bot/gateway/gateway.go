package gateway

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/rs/zerolog"
	"golang.org/x/sync/errgroup"

	"deuces/bot/rest"
)

// Config configures New.
type Config struct {
	Token    string        // the bot's token, without "Bot "
	Identify time.Duration // interval between two identifies of the same shard class
	Log      zerolog.Logger
	Meter    Meter // nil: nothing is measured

	// Event is called for each event. It must not block, because it delays the next event.
	Event func(context.Context, Event)

	// Slot, if set, waits until a session of a shard class may start, apart after those that other
	// processes have started. It is called immediately before. It fails if the daily limit most is
	// reached; 0 means no limit.
	Slot func(ctx context.Context, class int, apart time.Duration, most int) error

	// Shared means that other processes may have all shards. A process without shards is healthy
	// then.
	Shared bool
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
	retry  time.Duration        // a session that fails again and again waits 0, 1, 3, 7 … times this long
	pause  func() time.Duration // how long to wait after Discord has called a session invalid

	openWithin time.Duration

	begun        chan struct{} // closed when sessions can be started, after the next fields are set
	ctx          context.Context
	group        *errgroup.Group
	address      string // of Discord's gateway
	shardCount   int    // number of shards of the bot
	turns        *turns
	startsPerDay int // maximum number of session starts per day; 0: unknown

	mu     sync.Mutex
	shards map[int]*shard // the shards between Connect and Disconnect
}

// New returns a Gateway that isn't connected.
func New(cfg Config, client *rest.Client) *Gateway {
	return &Gateway{cfg: cfg, client: client, retry: time.Second, pause: askedPause, openWithin: openWithin, begun: make(chan struct{}), shards: map[int]*shard{}}
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
	g.address, g.startsPerDay, g.turns = a.Address, a.Start.Total, newTurns(g, a)
	g.group.Go(func() error { <-g.ctx.Done(); return nil }) // keeps the group open for Connect
	g.group.Go(func() error { return begun(g.ctx) })
	close(g.begun)
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

// Healthy reports whether all shards of this process are connected.
func (g *Gateway) Healthy() bool {
	select {
	case <-g.begun:
	default:
		return false
	}
	kept, connected := g.Shards()
	return kept == connected && (kept > 0 || g.cfg.Shared)
}
