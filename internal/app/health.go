package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"time"

	"deuces/internal/diskspace"
	"deuces/internal/metrics"
	"deuces/store"
)

// canPlay returns the reason why the bot can't play now, or nil.
func (a *App) canPlay(ctx context.Context) error {
	switch err := a.db.Writable(ctx); {
	case errors.Is(err, store.ErrMoved):
		return errors.New("the database's file was deleted, moved or replaced")
	case err != nil:
		return errors.New("the database can't be written")
	case !a.process.Trusted():
		return errors.New("the database doesn't answer the process's own session")
	case !a.discord.Healthy():
		return errors.New("the bot is not connected to Discord")
	}
	return nil
}

// fails returns what fails although the bot can play. All of it is tried again and again.
func (a *App) fails() (all []string) {
	for _, x := range []struct {
		what string
		err  error
	}{
		{"Discord's list of commands can't be brought up to date", a.discord.Unregistered()},
		{"cards are shown as text, because their pictures can't be uploaded", a.emojis.Failure()},
		{"leaderboards may be wrong, because the standings can't be rebuilt", a.process.failure()},
	} {
		if x.err != nil {
			all = append(all, fmt.Sprintf("%s: %v", x.what, x.err))
		}
	}
	return all
}

func (a *App) present() metrics.Snapshot {
	n := a.tables.Count()
	p := metrics.Snapshot{
		Ready:  a.status.Ready(context.Background()) == nil,
		Tables: n.Tables, SlowTables: n.Slow, Scheduled: n.Scheduled, Starts: n.Starts, Calls: a.commands.Calls(),
		Kept: a.mirrors.Len(), Behind: a.mirrors.Waiting(),
		Requests: a.discord.Waiting(), Writes: a.db.Waiting(), ComputersWaiting: a.computers.gate.Waiting(),
		Database: -1, DiskFree: -1, Sharing: a.process.measured(),
	}
	p.Shards, p.Connected = a.discord.Shards()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second) // if the query takes longer, the size is omitted
	defer cancel()
	if size, err := a.db.Size(ctx); err == nil {
		p.Database = size
	}
	if !store.IsFile(a.cfg.DB) {
		return p // the database is on another machine, and so is its disk
	}
	if free, err := diskspace.Free(filepath.Dir(store.Real(a.cfg.DB))); err == nil {
		p.DiskFree = int64(free)
	}
	return p
}

func build() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Version
	}
	return "unknown"
}
