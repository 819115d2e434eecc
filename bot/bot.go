package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/rs/zerolog"
)

// Config is what a Bot needs. Zero durations and numbers mean the defaults
// named beside them.
type Config struct {
	Token string // the bot's, without "Bot "
	// API is the base of a stand-in for Discord, as "http://127.0.0.1:8080";
	// empty: Discord.
	API string
	// Guild, if set, is where commands are registered instead of everywhere.
	Guild string
	// Shards is how many gateway sessions to hold; 0: as many as Discord advises.
	Shards int
	Log    zerolog.Logger

	ReplyWithin time.Duration // how long Discord waits for an interaction's first answer (3 s)
	DeferAfter  time.Duration // when a slow answer is deferred (half of that)
	LateAfter   time.Duration // when a slow answer that can't be deferred is given up (five sixths of it)
	HandlerTime time.Duration // how long a Handler may take (1 min)
	Settle      time.Duration // touches of a Mirror so close together are one edit (30 ms)
	Rush        time.Duration // the same, once a touch has followed another as closely as this (250 ms)
	MaxAge      time.Duration // a Mirror's public message older than this is posted anew (50 min)
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
	// when it is added. Left and Joined are told of guilds one after the other, and
	// last of what is so: they may take their time.
	Joined func(Guild)

	// Named, if set, is told what each guild that the bot is in is called, as it
	// connects and when the name changes. It must not block.
	Named func(guild, name string)

	// Outage, if set, says of a Handler's error that what the bot needs can't be used at the
	// moment, as a database that is away: the user is asked to try again, without a code.
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

// ioBuffer is room for a message and what goes with it, so that most are written and read in one go.
const ioBuffer = 16 << 10

// Bot is a bot on Discord. It is made by New, works while Run does, and is
// closed after that.
type Bot struct {
	cfg     Config
	client  *client
	clock   *dated       // of the client
	plain   *http.Client // for discordgo
	mirrors *Mirrors
	seen    *seen
	floods  *floods
	briefs  *briefs
	outages zerolog.Logger // says now and then that there is one

	work    sync.WaitGroup // interactions being answered
	ready   chan struct{}
	up      gauge
	settled sync.Once
	sharing *sharing // nil: this process is all there is of the bot

	app   string // the application's id, once known is closed
	known chan struct{}

	registered chan struct{} // closed when this process has registered the commands

	presence presence
}

// New makes a Bot. It talks to nobody yet.
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
		{&cfg.DeferAfter, cfg.ReplyWithin / 2}, {&cfg.LateAfter, cfg.ReplyWithin * 5 / 6},
		{&cfg.HandlerTime, time.Minute}, {&cfg.Settle, 30 * time.Millisecond}, {&cfg.Rush, 250 * time.Millisecond},
		{&cfg.MaxAge, 50 * time.Minute}, {&cfg.Watchdog, 2 * time.Minute}, {&cfg.Identify, 5 * time.Second},
	} {
		if *d.at == 0 {
			*d.at = d.value
		}
	}
	transport := cfg.Transport
	if transport == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.MaxIdleConns, t.MaxIdleConnsPerHost = 200, 200
		t.WriteBufferSize, t.ReadBufferSize = ioBuffer, ioBuffer
		transport = t
	}
	if cfg.API != "" {
		u, err := url.Parse(cfg.API)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return nil, fmt.Errorf("the API's address %q is not like http://127.0.0.1:8080", cfg.API)
		}
		transport = rebase{u, transport}
	}
	clock := &dated{next: transport}
	c := newClient(cfg.Token, cfg.ReplyWithin, clock)
	c.log = cfg.Log
	if cfg.Meter != nil {
		c.meter = cfg.Meter
	}
	if cfg.EmojisRefused != nil {
		c.emojisRefused = cfg.EmojisRefused
	}
	b := &Bot{
		cfg:     cfg,
		client:  c,
		clock:   clock,
		plain:   &http.Client{Transport: transport, Timeout: callTime},
		mirrors: newMirrors(c, cfg.Log, cfg.Settle, cfg.Rush, cfg.MaxAge),
		seen:    newSeen(8192),
		floods:  newFloods(cfg.UserRate),
		briefs:  newBriefs(),
		outages: cfg.Log.Sample(&zerolog.BurstSampler{Burst: 1, Period: time.Minute}),
		ready:   make(chan struct{}),
		known:   make(chan struct{}),

		registered: make(chan struct{}),
	}
	if cfg.Sharing != nil {
		b.sharing = newSharing(b, cfg.Sharing)
	}
	return b, nil
}

// Mirrors are the bot's. They may be shown and touched before Run and after
// it, until Close.
func (b *Bot) Mirrors() *Mirrors { return b.mirrors }

// Ready is closed when every shard has been ready for the first time and the
// commands are registered; of one of several processes, when it was Settled.
func (b *Bot) Ready() <-chan struct{} { return b.ready }

// Healthy says whether every shard is connected at the moment.
func (b *Bot) Healthy() bool { return b.up.full() }

// Run connects, registers the router's commands, and answers interactions
// until the context ends; then it takes no more of them, answers those that it
// took, and returns nil. It returns an error when it cannot work at all: for
// wrong routes, or a token that Discord refuses. Mirrors live on until Close.
func (b *Bot) Run(ctx context.Context, r *Router) error {
	if err := r.Check(); err != nil {
		return fmt.Errorf("routes: %w", err)
	}
	err := b.connect(ctx, r)
	b.work.Wait()
	return err
}

// Close shows every Mirror that was touched, as long as the context allows,
// and ends them all. Call it after Run has returned.
func (b *Bot) Close(ctx context.Context) error {
	if err := b.mirrors.Close(ctx); err != nil {
		return fmt.Errorf("last edits: %w", err)
	}
	b.plain.CloseIdleConnections()
	return nil
}
