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

// process is the part of the bot that depends on whether other processes share its shards.
type process interface {
	// sharing returns the value for bot.Config.Sharing, which is nil if there is only one process.
	sharing() bot.Sharing
	// slot is gateway.Config.Slot.
	slot(ctx context.Context, class int, apart time.Duration, most int) error
	// Trusted reports whether the process may answer interactions on its servers.
	Trusted() bool
	// first reports whether this process does the jobs that one process does for all.
	first() bool
	// recover loads the tables that this process serves from its start.
	recover(context.Context, *App) error
	// run manages the process's shards until the context ends. Then it releases those that weren't handed
	// over.
	run(context.Context, *App) error
	// leave hands over the shards before a stop, and reports whether other processes took them.
	leave(context.Context) (handed bool)
	// failure returns why the standings can't be brought up to date yet, or nil.
	failure() error
	// measured returns numbers for the metrics.
	measured() *metrics.Sharing
}

// openProcess opens the configured database and brings its standings up to date.
func openProcess(ctx context.Context, cfg config.Config, log zerolog.Logger) (process, *store.Store, error) {
	if store.IsFile(cfg.DB) {
		return openAlone(ctx, cfg, log)
	}
	return openSeveral(ctx, cfg, log)
}

// againEvery is the time between attempts while a full disk or a lock prevents something.
const againEvery = 10 * time.Second

// again calls do until it succeeds or the context ends. It calls failed for the first failure only.
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

// openWithRetry calls open. While open fails with an error for which passes returns true, opened tries
// again.
func openWithRetry(ctx context.Context, log zerolog.Logger, open func() (*store.Store, error), passes func(error) bool) (db *store.Store, err error) {
	again(ctx, func() error {
		if db, err = open(); err != nil && passes(err) {
			return err
		}
		return nil
	}, func(err error) { log.Warn().Err(err).Msg("cannot open the database; trying again") })
	return db, err
}

// rebuildIfStale rebuilds the standings from the logs if an older version of the program wrote them.
func rebuildIfStale(ctx context.Context, db *store.Store, log zerolog.Logger) error {
	stale, err := db.Stale(ctx)
	if err != nil || !stale {
		return err
	}
	log.Info().Msg("rebuilding the standings from the logs")
	ctx, done := progress.Log(ctx, log)
	defer done()
	unread, err := db.Rebuild(ctx, systems.New)
	for _, reason := range unread {
		log.Error().Str("reason", reason).Msg("cannot read the log of a table; keeping its stored results")
	}
	if err == nil {
		log.Info().Msg("rebuilt the standings")
	}
	return err
}
