package store

import (
	"context"
	"time"

	"deuces/store/engine"
)

// Greet notes that a guild is greeted, and says whether it had not been before. Guilds
// that the bot joined before the database knew of greetings count as greeted.
func (s *Store) Greet(ctx context.Context, guild string, joined, now time.Time) (first bool, err error) {
	defer engine.Annotate(&err, "greet guild %s", guild)
	var known bool
	err = s.db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM greeted WHERE guild = ? OR guild = '' AND at > ?)`,
		guild, joined.UnixMilli()).Scan(&known)
	if err == nil && !known {
		err = s.write(ctx, ofGuild(guild), func(ctx context.Context, tx *tx) error {
			return tx.Exec(ctx, `INSERT INTO greeted (guild, at) VALUES (?, ?) ON CONFLICT DO NOTHING`, guild, now.UnixMilli())
		})
		first = err == nil
	}
	return first, err
}
