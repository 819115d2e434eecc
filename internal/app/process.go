package app

import (
	"context"
	"time"

	"github.com/rs/zerolog"

	"deuces/bot"
	"deuces/game/systems"
	"deuces/internal/config"
	"deuces/internal/metrics"
	"deuces/internal/progress"
	"deuces/store"
)

// process is how this process shares the bot with others.
type process interface {
	// sharing is for bot.Config.
	sharing() bot.Sharing
	// Trusted says whether it may answer for the servers that it has.
	Trusted() bool
	// first says whether it does what one process does for all.
	first() bool
	// run keeps what it has, until the context ends or it has left.
	run(context.Context, *App) error
	// leave begins to stop: it hands over what it has, and says whether anybody took it.
	leave(context.Context) (handed bool)
	// resign gives up what it still has. It comes last.
	resign(context.Context)
	// measured is for the metrics.
	measured() *metrics.Sharing
}

// openProcess opens the database that the settings name, with the standings up to date.
func openProcess(ctx context.Context, cfg config.Config, log zerolog.Logger) (process, *store.Store, error) {
	if store.IsFile(cfg.DB) {
		return openAlone(ctx, cfg, log)
	}
	return openSeveral(ctx, cfg, log)
}

// againEvery is how often something is tried again that a full disk or a lock prevents.
const againEvery = 10 * time.Second

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

// opened opens a database, again and again while an error passes.
func opened(ctx context.Context, log zerolog.Logger, open func() (*store.Store, error), passes func(error) bool) (db *store.Store, err error) {
	again(ctx, func() error {
		if db, err = open(); err != nil && passes(err) {
			return err
		}
		return nil
	}, func(err error) { log.Warn().Err(err).Msg("the database can't be opened yet; trying again") })
	return db, err
}

// derive rebuilds the standings from the logs where an older version wrote them.
func derive(ctx context.Context, db *store.Store, log zerolog.Logger) error {
	stale, err := db.Stale(ctx)
	if err != nil || !stale {
		return err
	}
	log.Info().Msg("rebuilding the standings from the logs")
	ctx, done := progress.Log(ctx, log)
	defer done()
	unread, err := db.Rebuild(ctx, systems.New)
	for _, reason := range unread {
		log.Error().Str("reason", reason).Msg("can't read a table's log; its results stay as they were")
	}
	if err == nil {
		log.Info().Msg("the standings are rebuilt")
	}
	return err
}
