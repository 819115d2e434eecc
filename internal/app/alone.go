package app

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"
	"golang.org/x/sync/errgroup"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/internal/config"
	"deuces/internal/metrics"
	"deuces/store"
)

// aliveEvery is how often the bot stores that it is running. After a crash, at most this much of
// the downtime counts against the players' clocks.
const aliveEvery = 5 * time.Second

// checkEvery is how often the bot checks that its database file is still in place.
const checkEvery = time.Second

// soleProcess is the only process of a bot: its database is a file, which only one process can use.
type soleProcess struct {
	db      *store.Store
	log     zerolog.Logger
	before  time.Time             // when the process before this one was last known to run
	stale   atomic.Pointer[error] // why the standings have yet to be rebuilt; nil: they are up to date
	leaving chan struct{}
}

func openAlone(ctx context.Context, cfg config.Config, log zerolog.Logger) (process, *store.Store, error) {
	db, err := openWithRetry(ctx, log, func() (*store.Store, error) { return store.Open(ctx, cfg.DB, log) }, store.IsTransient)
	if err != nil {
		return nil, nil, fmt.Errorf("DEUCES_DB: %w", err)
	}
	if dir, others, err := store.OpenDirectory(cfg.DB); err == nil && others {
		log.Info().Str("directory", dir).Msg("other users can list the database's directory, but not read the files")
	}
	a := &soleProcess{db: db, log: log, leaving: make(chan struct{})}
	if a.before, err = db.LastAlive(ctx); err != nil {
		return nil, nil, errors.Join(err, db.Close())
	}
	if err := rebuildIfStale(ctx, db, log); err != nil {
		a.stale.Store(&err)
		log.Warn().Err(err).Msg("cannot rebuild the standings; retrying. Leaderboards may be wrong until then")
	}
	return a, db, nil
}

func (a *soleProcess) sharing() bot.Sharing       { return nil }
func (a *soleProcess) Trusted() bool              { return true }
func (a *soleProcess) first() bool                { return true }
func (a *soleProcess) measured() *metrics.Sharing { return nil }
func (a *soleProcess) leave(context.Context) bool { close(a.leaving); return false }

// recover loads all tables, so that clicks find them.
func (a *soleProcess) recover(ctx context.Context, app *App) error {
	err := app.tables.Recover(ctx)
	if n := len(app.tables.Live()); err == nil && n > 0 {
		a.log.Info().Int("tables", n).Msg("restored the tables of the last run")
	}
	return err
}

func (a *soleProcess) failure() error {
	if err := a.stale.Load(); err != nil {
		return *err
	}
	return nil
}

// slot keeps the sessions of two processes apart that follow each other, as when a supervisor
// restarts the bot: the one before may have started a session until it was last known to run.
func (a *soleProcess) slot(ctx context.Context, _ int, apart time.Duration, _ int) error {
	// If the machine's clock was set back, the time may be far in the future.
	if err := rest.Pause(ctx, min(apart, time.Until(a.before.Add(apart)))); err != nil {
		return err
	}
	_ = a.db.SaveAlive(ctx, time.Now()) // recordAlive reports a database that can't be written, which is no reason not to connect
	return nil
}

// run stores regularly that the bot is running, and rebuilds the standings if that failed before.
func (a *soleProcess) run(ctx context.Context, _ *App) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var group errgroup.Group
	if a.failure() != nil {
		group.Go(func() error {
			again(ctx, func() error {
				err := rebuildIfStale(ctx, a.db, a.log)
				if err == nil {
					a.stale.Store(nil)
				}
				return err
			}, func(error) {}) // openAlone has logged the failure
			return nil
		})
	}
	a.recordAlive(context.WithoutCancel(ctx))
	cancel()
	return group.Wait()
}

// recordAlive stores the current time regularly, and once more when the bot leaves. It logs when
// storing begins to fail and when it works again.
func (a *soleProcess) recordAlive(ctx context.Context) {
	var failing bool // the last attempt failed, which was logged
	tick := time.NewTicker(checkEvery)
	defer tick.Stop()
	var noted time.Time // time of the last attempt to store the time
	for leaving := false; ; {
		err := a.db.InPlace()
		if now := time.Now(); err == nil && (leaving || now.Sub(noted) >= aliveEvery) {
			noted = now
			err = a.db.SaveAlive(ctx, now)
		} else if err == nil && failing {
			err = a.db.Writable(ctx)
		}
		switch {
		case err != nil && !failing:
			a.log.Error().Err(err).Msg("cannot write to the database; refusing plays until it works again")
		case err == nil && failing:
			a.log.Info().Msg("the database can be written to again")
		}
		failing = err != nil
		if leaving {
			return
		}
		select {
		case <-tick.C:
		case <-a.leaving:
			leaving = true
		}
	}
}
