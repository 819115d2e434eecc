package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/rs/zerolog"
	"golang.org/x/sync/errgroup"

	"deuces/bot"
	"deuces/commands"
	"deuces/game/ai/arena"
	"deuces/game/systems"
	"deuces/internal/config"
	"deuces/internal/emojis"
	"deuces/match"
	"deuces/store"
	"deuces/table"
)

// How long a graceful stop may take: to say on the boards that the bot restarts,
// and in total, once others have what they take over.
const (
	sayWithin  = 5 * time.Second
	stopWithin = 9 * time.Second
)

// aliveEvery is how often the bot notes that it lives: so much downtime at most
// counts against players.
const aliveEvery = 5 * time.Second

// lookEvery is how often the bot looks whether its database is still in its place.
const lookEvery = time.Second

// againEvery is how often something is tried again that a full disk or a lock prevents.
const againEvery = 10 * time.Second

// tendEvery is how late at most a season ends, and the data of a server goes.
const tendEvery = time.Minute

// garbagePercent is the value of GOGC unless the operator sets one. With Go's 100, a heap
// of a few megabytes is collected so often that a click takes an eighth more of the processor.
const garbagePercent = 400

// errToken is what a run with a wrong token ends with.
var errToken = errors.New("DISCORD_TOKEN: Discord refuses this token; copy the bot's token again from " +
	"https://discord.com/developers/applications (under Bot, Reset Token)")

// serve is the bot: it returns when the context has ended and all is put away,
// or when it cannot go on. ready is called when it answers.
func serve(ctx context.Context, cfg config.Config, log zerolog.Logger, ready func()) (err error) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	counted := newMetrics()
	log = log.Hook(counted)
	status, err := openStatus(cfg, counted)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, status.close()) }()
	if status.listener != nil {
		log.Info().Stringer("address", status.listener.Addr()).Msg("answering health checks and metrics")
	}
	alone := store.IsFile(cfg.DB)
	open := opened
	if !alone {
		open = together
	}
	db, err := open(ctx, cfg.DB, log)
	if err != nil {
		return fmt.Errorf("DEUCES_DB: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.TellCommits(func(c store.Commit) { counted.Committed(c.Writes, c.Took, c.Err) })
	if dir, open, err := store.OpenDirectory(cfg.DB); store.IsFile(cfg.DB) && err == nil && open {
		log.Info().Str("directory", dir).Msg("others on this machine may look into the database's directory; its files are closed to them")
	}
	var derived error
	if alone {
		derived = derive(ctx, db, log)
	}
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("database: %w", derived)
	case derived != nil:
		log.Warn().Err(derived).Msg("the standings can't be rebuilt now; leaderboards may be wrong until they are, which is tried again and again")
	}

	minds := newMinds()
	lengths := arena.NewEstimates(playersOf)
	pictures, err := emojis.New(ctx, db, log)
	if err != nil {
		return err
	}
	answers := commands.New(commands.Config{
		Store: posts{db}, Systems: systems.All(), Mention: cfg.Mention, BoardEvery: cfg.BoardEvery, Hint: minds.hint, Length: lengths.Rounds, Logger: log,
		TablesPerPerson: cfg.PerPerson, TablesPerServer: cfg.PerServer,
	})
	if cfg.Pictures == "on" {
		answers.Deck = pictures
	}
	router := bot.NewRouter()
	answers.Route(router)
	settings := match.DefaultSettings()
	settings.Clock, settings.Pause, settings.Lobby, settings.Abandon = cfg.TurnClock, cfg.RoundPause, cfg.LobbyIdle, cfg.Abandon
	settings.Pace, settings.AutoPass = cfg.Pace, cfg.AutoPass
	alive, err := db.Alive(ctx)
	if err != nil {
		return err
	}
	tables := table.NewRegistry(table.Config{
		Log: db, Rules: systems.New, Latest: latest, Settings: settings, Alive: alive,
		Think: minds.think, AutoPass: answers.AutoPass, Changed: answers.Changed, Lost: answers.Lost,
		Woke: answers.Woke, Sleeps: answers.Sleeps, Logger: log,
	})
	settled := bot.Config{
		Token: cfg.Token, API: cfg.API, Shards: cfg.Shards, ReplyWithin: cfg.Within, UserRate: float64(cfg.UserRate), Log: log,
		Left: answers.Left, Joined: answers.Joined, Named: answers.Named, EmojisRefused: pictures.Refused, Meter: counted, Outage: store.Outage,
	}
	var among *sharing // nil: this process is all there is
	if !alone {
		among = newSharing(db, cfg.Shards, log)
		settled.Sharing = among
		pictures.Among(among.hasFirst)
	}
	discord, err := bot.New(settled)
	if err != nil {
		return err
	}
	if among != nil {
		among.discord, among.tables, among.commands, among.others = discord, tables, answers, pictures.Look
	}

	// Tables come first, so that a click finds them; the database goes last.
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		err = errors.Join(err, tables.Close(ctx))
		_ = discord.Close(ctx) // what it has not shown by now was logged
	}()
	counted.Watch(present(discord, tables, db, minds, among, cfg.DB))
	if err := answers.Serve(ctx, tables, discord.Mirrors(), discord); err != nil {
		return err
	}
	if err := tables.Recover(ctx); err != nil {
		return fmt.Errorf("tables: %w", err)
	}

	// The bot stays connected until the boards say that it restarts: a click
	// meanwhile is answered.
	connected, disconnect := context.WithCancel(context.WithoutCancel(ctx))
	defer disconnect()
	// One of several processes plays on until others have what it has.
	playing, rest := context.WithCancel(connected)
	defer rest()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		err := discord.Run(connected, router)
		if errors.Is(err, bot.ErrToken) {
			return errToken
		}
		return err
	})
	group.Go(func() error {
		select {
		case <-discord.Ready():
			ready()
		case <-ctx.Done():
		}
		return nil
	})
	if among != nil {
		// It goes on until what it has is handed over.
		group.Go(func() error { return among.run(connected, pictures.Look) })
	} else {
		group.Go(func() error { keepAlive(ctx, db, log); return nil })
	}
	if derived != nil {
		group.Go(func() error { deriveLater(ctx, db, log); return nil })
	}
	group.Go(func() error { lengths.Serve(playing); return nil })
	group.Go(func() error { tables.WatchClock(playing); return nil })
	group.Go(func() error { answers.Tend(playing, tendEvery); return nil })
	group.Go(func() error { answers.AssignRoles(playing); return nil })
	group.Go(func() error { answers.FollowTurns(playing); return nil })
	if cfg.Pictures == "on" {
		group.Go(func() error { pictures.Keep(playing, discord); return nil })
	}
	status.ask(canPlay(discord, db, among))
	group.Go(func() error { return status.wait(ctx) })
	group.Go(func() error {
		<-ctx.Done()
		status.because(errStopping)
		defer disconnect()
		handed := among != nil && among.leave(connected)
		rest()
		ctx, cancel := context.WithTimeout(connected, sayWithin)
		defer cancel()
		if handed {
			among.resign(connected)
			return tables.Close(ctx)
		}
		if among != nil {
			defer among.resign(connected)
		}
		answers.GoDown()
		err := tables.Close(ctx)
		answers.SayDown()
		// What Discord's limits leave no time for is no failure: boards are edited
		// to what is true then when the bot starts again.
		if err := discord.Mirrors().Close(ctx); err != nil {
			log.Warn().Err(err).Msg("stopped before all messages were up to date; they will be after the next start")
		}
		return err
	})
	return within(playing, stopWithin, group.Wait)
}

// within waits for what ends soon after the context does, and no longer than that.
func within(ctx context.Context, limit time.Duration, wait func() error) error {
	done := make(chan error, 1)
	go func() { done <- wait() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(limit):
		return fmt.Errorf("stopping took longer than %v, so it was cut short", limit)
	}
}

// keepAlive notes that the bot lives, until the context ends and then once more. It says once
// when nothing can be stored, and once when that is over.
func keepAlive(ctx context.Context, db *store.Store, log zerolog.Logger) {
	var failing bool // it was said
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	var noted time.Time // when it was tried last
	for ended := false; !ended; {
		err := db.InPlace()
		if now := time.Now(); err == nil && (ctx.Err() != nil || now.Sub(noted) >= aliveEvery) {
			noted = now
			err = db.SaveAlive(context.WithoutCancel(ctx), now)
		} else if err == nil && failing {
			err = db.Writable(context.WithoutCancel(ctx))
		}
		switch {
		case err != nil && !failing:
			log.Error().Err(err).Msg("nothing can be stored in the database, so plays are refused")
		case err == nil && failing:
			log.Info().Msg("the database can be written again")
		}
		failing = err != nil
		ended = ctx.Err() != nil
		select {
		case <-tick.C:
		case <-ctx.Done():
		}
	}
}

// deriveLater goes on trying to derive.
func deriveLater(ctx context.Context, db *store.Store, log zerolog.Logger) {
	again(ctx, func() error { return derive(ctx, db, log) }, func(error) {}) // which was said before
}

// again does what may fail for a while until it succeeds or the context ends. It tells of
// the first failure.
func again(ctx context.Context, do func() error, failed func(error)) {
	tick := time.NewTicker(againEvery)
	defer tick.Stop()
	for first := true; ; first = false {
		err := do()
		if err == nil || ctx.Err() != nil {
			return
		}
		if first {
			failed(err)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// opened is the database, for which it waits while another program has locked it or the
// disk has no room even to open it.
func opened(ctx context.Context, path string, log zerolog.Logger) (db *store.Store, err error) {
	again(ctx, func() error {
		db, err = store.Open(ctx, path, log)
		if err != nil && !store.Passes(err) {
			return nil
		}
		return err
	}, func(err error) { log.Warn().Err(err).Msg("the database can't be opened yet; trying again") })
	return db, err
}

// derive rebuilds what follows from the logs where an older version wrote it.
func derive(ctx context.Context, db *store.Store, log zerolog.Logger) (err error) {
	stale, err := db.Stale(ctx)
	if err != nil || !stale {
		return err
	}
	log.Info().Msg("rebuilding the standings from the logs")
	defer func() {
		if err == nil {
			log.Info().Msg("the standings are rebuilt")
		}
	}()
	far := &progress{show: func(text string) { log.Info().Msg(strings.TrimSpace(text)) }}
	ctx, done := far.watch(ctx)
	defer done()
	unread, err := db.Rebuild(ctx, systems.New)
	for _, reason := range unread {
		log.Error().Str("reason", reason).Msg("can't read a table's log; its results stay as they were")
	}
	return err
}

// latest is the version of a system's rules that new tables play.
func latest(system string) (int, bool) {
	s, ok := systems.Latest(system)
	return s.Version, ok
}

// posts is the store as commands need it: messages by kind.
type posts struct{ *store.Store }

func (p posts) SavePost(ctx context.Context, id match.ID, kind commands.Post, channel string, at bot.Shown) error {
	post := store.Post{}
	if at.Message != "" || at.Former != "" {
		post = store.Post{Channel: channel, Message: at.Message, Former: at.Former, Edition: at.Edition, Posted: at.At.UTC().Truncate(time.Millisecond)}
	}
	return p.Store.SavePost(ctx, id, store.PostKind(kind), post)
}

func (p posts) Post(ctx context.Context, id match.ID, kind commands.Post) (bot.Shown, error) {
	b, err := p.Store.Post(ctx, id, store.PostKind(kind))
	return shown(b), err
}

func (p posts) Posts(ctx context.Context, id match.ID) (map[commands.Post]bot.Shown, error) {
	stored, err := p.Store.Posts(ctx, id)
	all := make(map[commands.Post]bot.Shown, len(stored))
	for kind, b := range stored {
		all[commands.Post(kind)] = shown(b)
	}
	return all, err
}

func shown(b store.Post) bot.Shown {
	return bot.Shown{Message: b.Message, Former: b.Former, Edition: b.Edition, At: b.Posted}
}
