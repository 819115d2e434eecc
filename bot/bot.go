package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"deuces/bot/gateway"
	"deuces/bot/rest"
)

// Config is what a Bot needs. Zero durations and numbers mean the defaults
// named beside them.
type Config struct {
	Token string // the bot's, without "Bot "
	// API is the base of a stand-in for Discord, as "http://127.0.0.1:8080";
	// empty: Discord.
	API string
	// Shards is how many gateway sessions to hold; 0: as many as Discord advises.
	Shards int
	Log    zerolog.Logger

	ReplyWithin time.Duration // how long Discord waits for an interaction's first answer (3 s)
	DeferAfter  time.Duration // when a slow answer is deferred (half of that)
	LateAfter   time.Duration // when a slow answer that can't be deferred is given up (five sixths of it)
	HandlerTime time.Duration // how long a Handler may take (1 min)
	Watchdog    time.Duration // a session without a sign of life for so long is replaced (2 min)
	Identify    time.Duration // between two identifies of one shard class (5 s)

	// UserRate is how many interactions a second one user may have answered,
	// in bursts of three seconds' worth; beyond, that user is told to slow down.
	// 0: no limit.
	UserRate float64

	// Left, if set, is told that the bot can no longer reach a channel (or, when
	// channel is empty, a whole guild), because either was deleted or the bot
	// removed. With a channel it must not block; of a guild it is told as Joined is.
	Left func(guild, channel string)

	// Joined, if set, is told of each guild that the bot is in, as it connects and
	// when it is added. Left and Joined are told of guilds one after the other; the last
	// call is true. They may take their time.
	Joined func(Guild)

	// Named, if set, is told the name of each guild that the bot is in, as it
	// connects and when the name changes. It must not block.
	Named func(guild, name string)

	// Outage, if set, reports whether a Handler's error means that something the bot needs
	// can't be used at the moment, such as a database that is away: the user is asked to
	// try again, without a code.
	Outage func(error) bool

	// EmojisRefused, if set, is told that Discord refused a message because it does not
	// have an emoji that the message shows. It must not block.
	EmojisRefused func()

	// Sharing is set for a bot of several processes. Shards then means nothing.
	Sharing Sharing

	// Meter, if set, is told what the bot does.
	Meter Meter

	// Transport makes the requests; nil: one of http.DefaultTransport's kind
	// with room for many connections to one host.
	Transport http.RoundTripper
}

// Bot is a bot on Discord. It is made by New and works while Run does.
type Bot struct {
	cfg     Config
	client  *rest.Client
	gateway *gateway.Gateway
	seen    *seen
	users   *userLimits
	notices *notices
	outages zerolog.Logger // logs a message now and then
	guilds  guildNews

	handover handover

	work sync.WaitGroup // interactions being answered

	// Set by Run.
	router  *Router
	mirrors Mirrors
	shards  int // of all processes

	ready      chan struct{} // closed when the bot is ready
	isReady    func()
	connected  chan struct{} // closed when all shards have been connected at the same time
	allUp      func()
	known      chan struct{} // closed when app is known
	introduce  sync.Once
	app        application
	registered chan struct{} // closed when this process has registered the commands
}

// New makes a Bot. It makes no request yet.
func New(cfg Config) (*Bot, error) {
	if cfg.Token == "" {
		return nil, errors.New("a bot needs a token")
	}
	if cfg.ReplyWithin == 0 {
		cfg.ReplyWithin = 3 * time.Second
	}
	for _, d := range []struct {
		at    *time.Duration
		value time.Duration
	}{
		{&cfg.DeferAfter, cfg.ReplyWithin / 2}, {&cfg.LateAfter, cfg.ReplyWithin * 5 / 6}, {&cfg.HandlerTime, time.Minute},
		{&cfg.Watchdog, 2 * time.Minute}, {&cfg.Identify, 5 * time.Second},
	} {
		if *d.at == 0 {
			*d.at = d.value
		}
	}
	client, err := rest.New(rest.Config{Token: cfg.Token, API: cfg.API, Transport: cfg.Transport, Log: cfg.Log, Meter: cfg.Meter, NoEmoji: cfg.EmojisRefused})
	if err != nil {
		return nil, err
	}
	b := &Bot{
		cfg: cfg, client: client, seen: newSeen(8192), users: newUserLimits(cfg.UserRate), notices: newNotices(),
		outages:  cfg.Log.Sample(&zerolog.BurstSampler{Burst: 1, Period: time.Minute}),
		handover: handover{first: make(chan struct{}), shards: map[int]*part{}},
		ready:    make(chan struct{}), connected: make(chan struct{}), known: make(chan struct{}), registered: make(chan struct{}),
	}
	b.isReady = sync.OnceFunc(func() {
		close(b.ready)
		kept, _ := b.gateway.Shards()
		cfg.Log.Info().Int("shards", kept).Msg("ready")
	})
	b.allUp = sync.OnceFunc(func() { close(b.connected) })
	sessions := gateway.Config{Token: cfg.Token, Identify: cfg.Identify, Watchdog: cfg.Watchdog, Log: cfg.Log, Meter: cfg.Meter, Event: b.event}
	if cfg.Sharing != nil {
		sessions.Slot = cfg.Sharing.Slot
	}
	b.gateway = gateway.New(sessions, client)
	return b, nil
}

// Client makes the bot's requests. Mirrors use it, too, so that all share Discord's limits.
func (b *Bot) Client() *rest.Client { return b.client }

// Ready is closed when every shard has been connected for the first time and the
// commands are registered; for one of several processes, when it was Settled.
func (b *Bot) Ready() <-chan struct{} { return b.ready }

// Healthy reports whether every shard is connected at the moment.
func (b *Bot) Healthy() bool { return b.gateway.Healthy() }

// Shards returns how many sessions the bot keeps, and how many of them are connected.
func (b *Bot) Shards() (kept, connected int) { return b.gateway.Shards() }

// Waiting is how many requests wait for Discord's limits.
func (b *Bot) Waiting() int { return b.client.Waiting() }

// Run connects, registers the router's commands, and answers interactions until the
// context ends. Then it takes no more of them, answers those that it took, and returns
// nil. It returns an error when it cannot work at all: for wrong routes, or a token that
// Discord refuses. It is called once.
func (b *Bot) Run(ctx context.Context, r *Router, ms Mirrors) error {
	if err := r.Check(); err != nil {
		return fmt.Errorf("routes: %w", err)
	}
	b.router, b.mirrors = r, ms
	defer b.work.Wait()
	return b.gateway.Run(ctx, b.join, func(ctx context.Context) error {
		if b.cfg.Sharing == nil {
			for id := range b.shards {
				b.gateway.Connect(id)
			}
		}
		return b.settle(ctx)
	})
}

// join returns how many shards there are.
func (b *Bot) join(ctx context.Context, advised int) (n int, err error) {
	n = b.cfg.Shards
	if b.cfg.Sharing != nil {
		n, err = b.cfg.Sharing.Join(ctx, advised)
	} else if n == 0 {
		n = advised
	}
	b.shards = n
	return n, err
}
