package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"deuces/bot/gateway"
	"deuces/bot/rest"
	"deuces/languages"
)

// Config configures a Bot. A zero duration means the default in parentheses.
type Config struct {
	Token string // the bot's token, without "Bot "
	// API is the base URL of a fake Discord, such as "http://127.0.0.1:8080". If it is empty,
	// the bot uses Discord.
	API string
	// Shards is the number of gateway sessions. 0 means the number that Discord recommends.
	Shards int
	Log    zerolog.Logger

	ReplyWithin time.Duration // how long Discord waits for the first answer to an interaction (3 s)
	DeferAfter  time.Duration // when a slow answer is deferred (half of ReplyWithin)
	LateAfter   time.Duration // when a slow answer that can't be deferred is given up (5/6 of ReplyWithin)
	HandlerTime time.Duration // timeout of a Handler (1 min)
	Identify    time.Duration // interval between two identifies of the same shard class (5 s)

	// UserRate is the maximum number of answered interactions per second and user. A burst of
	// three seconds' worth is allowed. Beyond that, the user is asked to slow down. 0: no limit.
	UserRate float64

	// Left, if set, is called when the bot can no longer reach a channel or, if channel is empty, a
	// guild, because it was deleted or the bot was removed. It must not block if channel isn't
	// empty. For guilds, calls of Left and Joined never overlap; see Joined.
	Left func(guild, channel string)

	// Joined, if set, is called for each guild that the bot is in, when the bot connects and
	// when it is added to a guild. Calls of Joined, and of Left for guilds, are made one at a
	// time and may block. The last call for a guild says whether the bot is in it.
	Joined func(Guild)

	// Listed, if set, is called when the session of a shard begins, with all guilds of the shard that the
	// bot is in, also those that are unavailable. of is the number of shards. Its calls are ordered with
	// those of Joined, and of Left for guilds, and may block.
	Listed func(shard, of int, guilds []string)

	// EventChanged, if set, is called when an event in a guild's list of events was changed, canceled or deleted,
	// also by the bot. It may block.
	EventChanged func(event string)

	// Number, if set, returns the number that stands for a user in the log, or 0. It must not block.
	Number func(user string) int64

	// Outage, if set, reports whether a Handler's error means that something is temporarily
	// unavailable, such as the database. The user is then asked to try again and gets no error
	// code.
	Outage func(error) bool

	// EmojisRefused, if set, is called when Discord refuses a message because an emoji in it
	// doesn't exist. It must not block.
	EmojisRefused func()

	// Languages are those in which the commands are described and interactions answered, besides English.
	Languages languages.Set

	// Sharing is set if several processes run the bot. Shards is then ignored.
	Sharing Sharing

	// Slot is gateway.Config.Slot.
	Slot func(ctx context.Context, class int, apart time.Duration, most int) error

	// Meter, if set, measures what the bot does.
	Meter Meter

	// Transport makes the requests. If it is nil, the bot uses a copy of http.DefaultTransport
	// that keeps many connections to one host.
	Transport http.RoundTripper
}

// Bot is a Discord bot. It answers interactions while Run runs.
type Bot struct {
	cfg     Config
	client  *rest.Client
	gateway *gateway.Gateway
	seen    *seen
	users   *Limits[string]
	notices *notices
	rivals  *rivals
	guilds  guildCalls

	handover handover

	work sync.WaitGroup // interactions being answered

	// Set by Run.
	router  *Router
	mirrors Mirrors
	shards  int // number of shards of all processes

	ready            chan struct{} // closed when the bot is ready
	markReady        func()        // closes ready
	connected        chan struct{} // closed when all shards of this process are connected for the first time
	markAllConnected func()        // closes connected
	appKnown         chan struct{} // closed when app is set
	setApp           sync.Once     // sets app
	app              application
	unregistered     atomic.Pointer[error] // see Unregistered
	commandIDs       atomic.Pointer[map[string]string]
}

// New returns a Bot. It makes no requests.
func New(cfg Config) (*Bot, error) {
	if cfg.Token == "" {
		return nil, errors.New("the token is missing")
	}
	cfg.ReplyWithin = cmp.Or(cfg.ReplyWithin, 3*time.Second)
	cfg.DeferAfter = cmp.Or(cfg.DeferAfter, cfg.ReplyWithin/2)
	cfg.LateAfter = cmp.Or(cfg.LateAfter, cfg.ReplyWithin*5/6)
	cfg.HandlerTime = cmp.Or(cfg.HandlerTime, time.Minute)
	cfg.Identify = cmp.Or(cfg.Identify, 5*time.Second)
	client, err := rest.New(rest.Config{Token: cfg.Token, API: cfg.API, Transport: cfg.Transport, Log: cfg.Log, Meter: cfg.Meter, NoEmoji: cfg.EmojisRefused})
	if err != nil {
		return nil, err
	}
	b := &Bot{
		cfg: cfg, client: client, seen: newSeen(8192), users: NewLimits[string](cfg.UserRate, max(1, int(3*cfg.UserRate))), notices: newNotices(),
		rivals:   newRivals(cfg.Log),
		handover: handover{first: make(chan struct{}), shards: map[int]*shard{}},
		ready:    make(chan struct{}), connected: make(chan struct{}), appKnown: make(chan struct{}),
	}
	b.markReady = sync.OnceFunc(func() {
		close(b.ready)
		kept, _ := b.gateway.Shards()
		cfg.Log.Info().Int("shards", kept).Msg("ready")
	})
	b.markAllConnected = sync.OnceFunc(func() { close(b.connected) })
	sessions := gateway.Config{Token: cfg.Token, Identify: cfg.Identify, Log: cfg.Log, Meter: cfg.Meter, Event: b.event, Slot: cfg.Slot, Shared: cfg.Sharing != nil}
	b.gateway = gateway.New(sessions, client)
	return b, nil
}

// Client returns the client for the bot's requests. Mirrors use it too, so that all requests
// share the rate limits.
func (b *Bot) Client() *rest.Client { return b.client }

// Ready returns a channel that is closed when all shards are connected for the first time and the
// commands are registered. With Config.Sharing, Settled says when the shards are.
func (b *Bot) Ready() <-chan struct{} { return b.ready }

// Healthy reports whether all shards are currently connected.
func (b *Bot) Healthy() bool { return b.gateway.Healthy() }

// Shards returns the number of sessions of this process, and how many of them are connected.
func (b *Bot) Shards() (kept, connected int) { return b.gateway.Shards() }

// Unregistered returns why the commands could not be registered the last time, or nil if they were or that
// wasn't tried yet. The bot tries again by itself.
func (b *Bot) Unregistered() error {
	if err := b.unregistered.Load(); err != nil {
		return *err
	}
	return nil
}

// Waiting returns the number of requests that wait for a rate limit.
func (b *Bot) Waiting() int { return b.client.Waiting() }

// Run connects, registers the router's commands, and answers interactions until the context ends.
// Then it accepts no more interactions, answers those that it has accepted, and returns nil. It
// returns an error if the bot can't work, because the routes are wrong or Discord refuses the
// token. It must be called only once.
func (b *Bot) Run(ctx context.Context, r *Router, ms Mirrors) error {
	if err := r.Check(); err != nil {
		return fmt.Errorf("routes: %w", err)
	}
	b.router, b.mirrors = r, ms
	defer b.work.Wait()
	return b.gateway.Run(ctx, b.join, func(ctx context.Context) error {
		if b.cfg.Sharing == nil {
			for id := range b.shards {
				b.Connect(id)
				b.Serve(id, nil)
			}
		}
		return b.settle(ctx)
	})
}

// join returns the number of shards of the bot. advised is the number that Discord recommends.
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
