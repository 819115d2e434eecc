package app

import (
	"context"
	"path/filepath"
	"time"

	"deuces/bot"
	"deuces/store"
)

// invitedBefore is how long before the start of the program the bot must have been added to a server for
// warnIfNew to warn. Many invite the bot and start it then.
const invitedBefore = time.Hour

// warnIfNew returns a function that calls joined. If the database is new, the function warns of the first
// server that the bot has long been on: what was played there is probably in another database.
func (a *App) warnIfNew(ctx context.Context, joined func(bot.Guild)) (func(bot.Guild), error) {
	blank, err := a.db.Blank(ctx)
	if err != nil || !blank {
		return joined, err
	}
	before := time.Now().Add(-invitedBefore)
	name := store.HidePassword(a.cfg.DB)
	if store.IsFile(a.cfg.DB) {
		if name, err = filepath.Abs(store.Real(a.cfg.DB)); err != nil {
			return nil, err
		}
	}
	return func(g bot.Guild) {
		if blank && g.Joined.Before(before) {
			blank = false
			a.log.Warn().Str("database", name).Str("guild", g.ID).Time("joined", g.Joined).
				Msg("the database is new, but the bot joined this server long ago; if it has run before, check DEUCES_DB for a wrong directory or a volume that isn't mounted")
		}
		joined(g)
	}, nil
}
