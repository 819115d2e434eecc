package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/rs/zerolog"

	"deuces/game/systems"
	"deuces/internal/config"
	"deuces/store"
	"deuces/table"
)

// Forget deletes what is stored about a person, given their Discord ID, while no bot runs on the
// database. First they leave their tables, so that nobody waits for them when the bot starts again.
// known is false if nothing is stored about them.
func Forget(ctx context.Context, cfg config.Config, log zerolog.Logger, discordID string) (known bool, err error) {
	db, err := store.OpenExisting(ctx, cfg.DB, log)
	if err != nil {
		return false, fmt.Errorf("DEUCES_DB: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	player, known, err := db.Find(ctx, discordID)
	if err != nil || !known {
		return false, err
	}
	alive, err := db.LastAlive(ctx)
	if err != nil {
		return true, err
	}
	tables := table.NewRegistry(table.Config{Log: db, Rules: systems.New, LastAlive: alive, Logger: log})
	if err = tables.Recover(ctx); err == nil {
		err = tables.LeaveAll(ctx, player)
	}
	if err = errors.Join(err, tables.Close(ctx)); err != nil {
		return true, err
	}
	return true, db.Forget(ctx, player)
}
