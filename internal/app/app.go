// Package app is the bot: it creates the parts, connects them, runs them and stops them.
//
//	status      serves health checks and metrics at STATUS_ADDR
//	process     the only process that uses a file (alone.go), or one of several on PostgreSQL (several.go)
//	store       the database
//	computers   play for computer players and absent players
//	emojis      uploads the pictures of cards
//	commands    handles interactions and renders tables
//	tables      the live tables
//	discord     the sessions and requests
//	mirrors     messages that are edited whenever their content changes
//
// Parts are created in this order. Tables report changes and discord reports guilds by calling
// functions that are set when they are created. Since these are functions of commands, commands is
// created before both, and gets both when it begins to serve.
//
//	a, err := app.Open(ctx, cfg, log)
//	if err != nil {
//		return err
//	}
//	return errors.Join(a.Run(ctx), a.Close())
package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/rs/zerolog"
	"golang.org/x/sync/errgroup"

	"deuces/bot"
	"deuces/bot/mirror"
	"deuces/bot/rest"
	"deuces/commands"
	"deuces/game/systems"
	"deuces/internal/cluster"
	"deuces/internal/config"
	"deuces/internal/emojis"
	"deuces/internal/metrics"
	"deuces/internal/status"
	"deuces/languages"
	"deuces/match"
	"deuces/store"
	"deuces/table"
)

// Limits for a graceful stop. sayWithin is the time to show on the boards that the bot restarts.
// stopWithin is the time for everything after other processes have taken over.
const (
	sayWithin  = 5 * time.Second
	stopWithin = 9 * time.Second
)

// maintainEvery is the maximum delay of the end of a season and of the deletion of a server's data.
const maintainEvery = time.Minute

// garbagePercent is the value of GOGC unless the operator sets one. With Go's default of 100 a heap of
// a few megabytes is collected so often that a click takes an eighth more CPU time.
const garbagePercent = 400

// memoryShare is the share of the container's or unit's memory that the heap may take before garbage is
// collected more often. The rest is for SQLite's pages of the file, and stacks.
const memoryShare = 0.9

// limitMemory sets GOMEMLIMIT, unless the operator did, to a share of what the control group may use.
// Without it a heap of 200 MB could grow to 1 GB before it is collected (garbagePercent), and the
// kernel would end the process.
func limitMemory() error {
	_, err := memlimit.SetGoMemLimitWithOpts(memlimit.WithRatio(memoryShare), memlimit.WithProvider(memlimit.FromCgroup))
	if errors.Is(err, memlimit.ErrNoLimit) || errors.Is(err, memlimit.ErrCgroupsNotSupported) || errors.Is(err, memlimit.ErrNoCgroup) {
		return nil
	}
	return err
}

// ErrToken is returned by Run if Discord rejects the token.
var ErrToken = errors.New("DISCORD_TOKEN: Discord refuses this token; copy the bot's token again from " +
	"https://discord.com/developers/applications (under Bot, Reset Token)")

// App is the bot with all its parts. Call Open, Run and Close in this order.
type App struct {
	cfg       config.Config
	log       zerolog.Logger
	metrics   *metrics.Metrics
	status    *status.Server
	process   process
	db        *store.Store
	computers computers
	languages languages.Set
	emojis    *emojis.Keeper
	commands  *commands.Commands
	tables    *table.Registry
	discord   *bot.Bot
	mirrors   *mirror.Mirrors
	close     []func() error // functions that close the parts, in the order in which the parts were opened
}

// Open creates the parts, starts the status server and opens the database. While the database is
// locked or can't be reached, Open tries again until the context ends.
func Open(ctx context.Context, cfg config.Config, log zerolog.Logger) (_ *App, err error) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	if err := limitMemory(); err != nil {
		log.Info().Err(err).Msg("cannot read how much memory this process may use; set GOMEMLIMIT if it is limited")
	}
	a := &App{cfg: cfg, metrics: metrics.New(build()), computers: newComputers()}
	a.log = log.Hook(a.metrics, newRepeats(log))
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close())
		}
	}()
	if a.languages, err = languages.Load(); err != nil { // a test reads all of them, so this shows a broken build
		a.log.Error().Err(err).Msg("cannot read the catalogue of a language; its readers get English")
	}
	if a.status, err = status.Listen(cfg.Status, a.metrics.Handler(), cfg.Profiles == "on"); err != nil {
		return nil, err
	}
	a.close = append(a.close, a.status.Close)
	if a.status.Addr != "" {
		a.log.Info().Str("address", a.status.Addr).Msg("serving health checks and metrics")
	}
	a.status.Because(errors.New("the bot is opening its database; if this takes long, the log says why"))
	if a.process, a.db, err = openProcess(ctx, cfg, a.log); err != nil {
		return nil, err
	}
	a.status.Because(errors.New("the bot is loading its tables"))
	a.close = append(a.close, a.db.Close)
	a.computers.stored = a.db.Weights
	a.db.TellCommits(func(c store.Commit) { a.metrics.Committed(c.Writes, c.Took, c.Err) })
	if a.emojis, err = emojis.New(ctx, a.db, a.log); err != nil {
		return nil, err
	}
	a.makeCommands()
	if err := a.makeTables(ctx); err != nil {
		return nil, err
	}
	if err := a.makeDiscord(ctx); err != nil {
		return nil, err
	}
	a.close = append(a.close, a.rest)
	a.metrics.SetSource(a.present)
	return a, nil
}

func (a *App) makeCommands() {
	cfg := commands.Config{
		Store: posts{a.db}, Systems: systems.All(), Languages: a.languages, Mention: a.cfg.Mention, BoardEvery: a.cfg.BoardEvery, ChangeRate: min(0.5, float64(a.cfg.UserRate)), Hint: a.computers.hint, Judge: a.computers.judge, Logger: a.log,
		TablesPerPerson: a.cfg.PerPerson, TablesPerServer: a.cfg.PerServer, Serves: a.db.Serves,
	}
	if a.cfg.Pictures == "on" {
		cfg.Deck = a.emojis
	}
	a.commands = commands.New(cfg)
}

func (a *App) makeTables(ctx context.Context) error {
	alive, err := a.db.LastAlive(ctx)
	if err != nil {
		return err
	}
	settings := match.DefaultSettings()
	settings.Clock, settings.Pause, settings.Lobby, settings.Abandon = a.cfg.TurnClock, a.cfg.RoundPause, a.cfg.LobbyIdle, a.cfg.Abandon
	settings.Pace, settings.AutoPass = a.cfg.Pace, a.cfg.AutoPass
	cfg := table.Config{
		Log: a.db, Rules: systems.New, Latest: latest, Settings: settings, LastAlive: alive,
		Think: a.computers.think, AutoPass: a.commands.AutoPass, OnChange: a.commands.Changed, OnLost: a.commands.Lost,
		OnWake: a.commands.RestoreMessages, MaySleep: a.commands.ReleaseMessages, OnServe: a.commands.Serve, OnStop: a.commands.Stop, Logger: a.log,
	}
	if a.db.Serves != nil {
		cfg.Elsewhere = a.db.Elsewhere
	}
	a.tables = table.NewRegistry(cfg)
	return nil
}

func (a *App) makeDiscord(ctx context.Context) error {
	joined, err := a.warnIfNew(ctx, a.commands.Joined)
	if err != nil {
		return err
	}
	a.discord, err = bot.New(bot.Config{
		Token: a.cfg.Token, API: a.cfg.API, Languages: a.languages, Shards: a.cfg.Shards, ReplyWithin: a.cfg.ReplyWithin, UserRate: float64(a.cfg.UserRate), Log: a.log,
		Left: a.commands.Left, Joined: joined, Listed: a.listed, EventChanged: a.commands.EventChanged, EmojisRefused: a.emojis.Refused,
		Meter: a.metrics, Number: a.db.KnownNumber, Outage: store.IsOutage, Sharing: a.process.sharing(), Slot: a.process.slot,
	})
	if err == nil {
		a.mirrors = mirror.New(mirror.Config{Client: a.discord.Client(), Log: a.log, Meter: a.metrics})
	}
	return err
}

// listed is bot.Config.Listed.
func (a *App) listed(shard, of int, guilds []string) {
	a.commands.Listed(func(guild string) bool { return cluster.Of(guild, of) == shard }, guilds)
}

// Ready returns a channel that is closed once the bot answers on all servers.
func (a *App) Ready() <-chan struct{} { return a.discord.Ready() }

// Run connects to Discord and serves until the context ends. Then it finishes what it has begun and
// returns nil. It returns an error if it can't go on or couldn't stop in time.
func (a *App) Run(ctx context.Context) error {
	// Tables are loaded first, so that clicks find them.
	a.commands.Use(a.tables, a.mirrors, a.discord)
	if err := a.process.recover(ctx, a); err != nil {
		return fmt.Errorf("load the tables: %w", err)
	}
	a.status.Check(a.canPlay)
	a.status.Fails(a.fails)
	router := bot.NewRouter()
	a.commands.Route(router)

	// The bot stays connected until the boards say that it restarts, so that clicks are still
	// answered.
	connected, disconnect := context.WithCancel(context.WithoutCancel(ctx))
	defer disconnect()
	// If several processes share the bot, this one serves its shards until others have taken them
	// over.
	playing, stopPlaying := context.WithCancel(connected)
	defer stopPlaying()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		err := a.discord.Run(connected, router, a.mirrors)
		if errors.Is(err, rest.ErrToken) {
			return ErrToken
		}
		return err
	})
	group.Go(func() error { return a.process.run(connected, a) })
	group.Go(func() error {
		if err := a.status.Wait(ctx); err != nil {
			a.log.Error().Err(err).Msg("the status server failed: health checks and metrics get no answer; the bot keeps playing")
		}
		return nil
	})
	for _, loop := range a.loops() {
		group.Go(func() error { loop(playing); return nil })
	}
	group.Go(func() error {
		<-ctx.Done()
		a.status.Because(errors.New("the bot is stopping"))
		defer disconnect()
		handed := a.process.leave(connected)
		stopPlaying()
		return a.announceRestart(connected, handed)
	})
	return within(playing, stopWithin, group.Wait)
}

// loops returns the background jobs. Each runs until its context ends.
func (a *App) loops() []func(context.Context) {
	all := []func(context.Context){
		a.tables.WatchClock, a.commands.AssignRoles, a.commands.FollowTurns,
		func(ctx context.Context) { a.commands.Maintain(ctx, maintainEvery) },
	}
	if a.cfg.Pictures == "on" {
		all = append(all, func(ctx context.Context) { a.emojis.Keep(ctx, a.discord, a.process.first) })
	}
	return all
}

// announceRestart stops the tables and shows on their boards that the bot restarts, unless other processes
// have taken them over.
func (a *App) announceRestart(ctx context.Context, handed bool) error {
	ctx, cancel := context.WithTimeout(ctx, sayWithin)
	defer cancel()
	if handed {
		return a.tables.Close(ctx)
	}
	a.commands.GoDown()
	err := a.tables.Close(ctx)
	a.commands.SayDown()
	// It is not an error if Discord's limits left no time for some boards: they are edited when the
	// bot starts again.
	if err := a.mirrors.Close(ctx); err != nil {
		a.log.Warn().Err(err).Msg("stopped before all messages were up to date; the next start updates them")
	}
	return err
}

// rest stops the parts that a failed Run has left running.
func (a *App) rest() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	err := a.tables.Close(ctx)
	_ = a.mirrors.Close(ctx) // it has logged what it couldn't show
	return errors.Join(err, a.commands.Wait(ctx))
}

// Close closes everything that Open has opened. Run must have returned.
func (a *App) Close() error {
	var failed []error
	for _, shut := range slices.Backward(a.close) {
		failed = append(failed, shut())
	}
	a.close = nil
	return errors.Join(failed...)
}

// within calls wait and returns its error. If wait hasn't returned within limit after the end of
// the context, within returns an error.
func within(ctx context.Context, limit time.Duration, wait func() error) error {
	done, late := make(chan error, 1), make(chan struct{})
	go func() { done <- wait() }()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(limit, func() { close(late) }) })()
	select {
	case err := <-done:
		return err
	case <-late:
		return fmt.Errorf("cannot stop within %v; ending the remaining work", limit)
	}
}

// latest returns the rules version of a system for new tables.
func latest(system string) (int, bool) {
	s, ok := systems.Latest(system)
	return s.Version, ok
}
