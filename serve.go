package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/rs/zerolog"
	"golang.org/x/sync/errgroup"

	"deuces/bot"
	"deuces/commands"
	"deuces/config"
	"deuces/game/systems"
	"deuces/game/table"
	"deuces/store"
)

// stopWithin is how long a graceful stop may take.
const stopWithin = 8 * time.Second

// run is the bot on Discord, as the environment says.
func run(ctx context.Context, environ []string, stderr io.Writer) error {
	cfg, unknown, err := config.Read(environ, ".env")
	if err != nil {
		return err
	}
	if cfg.Token == "" {
		return config.ErrNoToken
	}
	log := logger(cfg, stderr)
	for _, name := range unknown {
		log.Warn().Str("setting", name).Msg(".env sets what nobody reads")
	}
	return serve(ctx, cfg, log, func() {})
}

// serve is the bot: it returns when the context has ended and all is put away,
// or when it cannot go on. ready is called when it answers.
func serve(ctx context.Context, cfg config.Config, log zerolog.Logger, ready func()) (err error) {
	db, err := store.Open(ctx, cfg.DB, log)
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()

	answers := commands.New(commands.Config{
		Store: posts{db}, Systems: systems.All(), Mention: cfg.Mention, Logger: log,
	})
	router := bot.NewRouter()
	answers.Route(router)
	settings := table.DefaultSettings()
	settings.Clock, settings.Pause, settings.Lobby = cfg.TurnClock, cfg.RoundPause, cfg.LobbyIdle
	hall := table.NewHall(table.Config{
		Log: db, Rules: systems.New, Latest: latest, Settings: settings, Changed: answers.Changed, Logger: log,
		Lost: func(m table.Match, err error) {
			log.Error().Err(err).Int64("table", int64(m.ID())).Str("channel", m.Channel()).Msg("a table had to be given up")
		},
	})
	discord, err := bot.New(bot.Config{Token: cfg.Token, API: cfg.API, UserRate: float64(cfg.UserRate), Log: log})
	if err != nil {
		return err
	}

	// Tables come first, so that a click finds them, and stop after the last click
	// that was taken is answered and the last edit made; the database goes last.
	stopping := func(stop func(context.Context) error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWithin)
		defer cancel()
		err = errors.Join(err, stop(ctx))
	}
	defer stopping(hall.Close)
	defer stopping(func(ctx context.Context) error {
		// What Discord's limits leave no time for is no failure: boards are edited
		// to what is true then when the bot starts again.
		if err := discord.Close(ctx); err != nil {
			log.Warn().Err(err).Msg("stopped before every message was true")
		}
		return nil
	})
	if err := hall.Recover(ctx); err != nil {
		return fmt.Errorf("tables: %w", err)
	}
	if err := answers.Serve(ctx, hall, discord.Mirrors()); err != nil {
		return err
	}

	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return discord.Run(ctx, router) })
	group.Go(func() error {
		select {
		case <-discord.Ready():
			ready()
		case <-ctx.Done():
		}
		return nil
	})
	if cfg.Health != "" {
		group.Go(func() error { return serveHealth(ctx, cfg.Health, discord, db) })
	}
	return group.Wait()
}

// latest is the version of a system's rules that new tables play.
func latest(system string) (int, bool) {
	s, ok := systems.Latest(system)
	return s.Version, ok
}

// posts is the store as commands need it: messages by kind.
type posts struct{ *store.Store }

func (p posts) SavePost(ctx context.Context, id table.ID, kind commands.Post, channel string, at bot.Shown) error {
	b := store.Board{}
	if at.Message != "" || at.Former != "" {
		b = store.Board{Channel: channel, Message: at.Message, Former: at.Former, Edition: at.Edition, Posted: at.At.UTC().Truncate(time.Millisecond)}
	}
	if kind == commands.PingPost {
		return p.SaveMention(ctx, id, b)
	}
	return p.SaveBoard(ctx, id, b)
}

func (p posts) Post(ctx context.Context, id table.ID, kind commands.Post) (bot.Shown, error) {
	read := p.Board
	if kind == commands.PingPost {
		read = p.Mention
	}
	b, err := read(ctx, id)
	return bot.Shown{Message: b.Message, Former: b.Former, Edition: b.Edition, At: b.Posted}, err
}

// logger writes to stderr: to be read on a terminal, as JSON otherwise.
func logger(cfg config.Config, stderr io.Writer) zerolog.Logger {
	format := cfg.LogFormat
	if format == "auto" {
		format = "json"
		if f, ok := stderr.(*os.File); ok && isatty.IsTerminal(f.Fd()) {
			format = "console"
		}
	}
	out := stderr
	if format == "console" {
		out = zerolog.ConsoleWriter{Out: stderr, TimeFormat: time.TimeOnly}
	}
	return zerolog.New(out).Level(cfg.LogLevel).With().Timestamp().Logger()
}

// serveHealth answers GET /health: 200 while Discord is connected and the
// database can be read.
func serveHealth(ctx context.Context, addr string, discord *bot.Bot, db *store.Store) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, r *http.Request) {
		if _, err := db.Live(r.Context()); err != nil {
			http.Error(w, "the database can't be read", http.StatusServiceUnavailable)
			return
		}
		if !discord.Healthy() {
			http.Error(w, "not connected to Discord", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ok")
	})
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("HEALTH_ADDR: %w", err)
	}
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() {
		<-ctx.Done()
		_ = server.Close() // health checks need no grace
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("health checks: %w", err)
	}
	return nil
}
