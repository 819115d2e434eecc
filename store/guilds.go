package store

import (
	"context"
	"time"

	"deuces/store/engine"
)

// A row of the database table removed records since when the bot is no longer in a guild (at), or
// up to which table the guild's data is being deleted (going, see purge.go), or both. When a
// deletion begins, at becomes 0. If the bot returns and is removed again during the deletion, at is
// set again, and the tables played in the meantime get a retention time of their own.

// GuildRemoved records that the bot was removed from a guild. The guild's data is deleted after
// settings.KeepDays, unless the bot returns. A second call doesn't change the recorded time.
func (s *Store) GuildRemoved(ctx context.Context, guild string, now time.Time) (err error) {
	defer engine.Annotate(&err, "record that guild %s removed the bot", guild)
	return s.exec(ctx, `INSERT INTO removed (guild, at) VALUES (?, ?)
		ON CONFLICT (guild) DO UPDATE SET at = excluded.at WHERE removed.at = 0`, guild, now.UnixMilli())
}

// GuildJoined records that the bot is in a guild. It writes only if the bot had been removed. A
// deletion that has begun continues, but keeps what is played from now on.
func (s *Store) GuildJoined(ctx context.Context, guild string) (err error) {
	defer engine.Annotate(&err, "record that guild %s has the bot", guild)
	var removed bool
	err = s.db.QueryRowContext(ctx, `SELECT count(*) FROM removed WHERE guild = ? AND at <> 0`, guild).Scan(&removed)
	if err == nil && removed {
		err = s.writeGuild(ctx, guild, func(ctx context.Context, tx *tx) error {
			return tx.ExecAll(ctx, []string{
				`DELETE FROM removed WHERE guild = ? AND going = 0`,
				`UPDATE removed SET at = 0 WHERE guild = ?`,
			}, guild)
		})
	}
	return err
}

// Guilds returns the guilds of which something is stored, unless they are recorded as removed.
func (r *Reader) Guilds(ctx context.Context) (_ []string, err error) {
	defer engine.Annotate(&err, "list guilds")
	return engine.Collect(ctx, r.db, engine.ScanOne[string], `SELECT guild FROM (
		SELECT guild FROM tables UNION SELECT guild FROM settings UNION SELECT guild FROM presets UNION SELECT guild FROM nicknames
		UNION SELECT guild FROM last_options UNION SELECT guild FROM greeted) AS known
		WHERE guild <> '' AND guild NOT IN (SELECT guild FROM removed WHERE at <> 0) ORDER BY guild`)
}

// RemovedFrom returns the guilds of which GuildRemoved was the last call.
func (r *Reader) RemovedFrom(ctx context.Context) (_ map[string]bool, err error) {
	defer engine.Annotate(&err, "list guilds that removed the bot")
	return engine.Map[string, bool](ctx, r.db, `SELECT guild, at <> 0 FROM removed WHERE at <> 0`)
}

// Greet records that a guild was greeted and reports whether it is the first time.
func (s *Store) Greet(ctx context.Context, guild string, now time.Time) (first bool, err error) {
	defer engine.Annotate(&err, "greet guild %s", guild)
	var known bool
	err = s.db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM greeted WHERE guild = ?)`, guild).Scan(&known)
	if err == nil && !known {
		var made int64
		err = s.write(ctx, func(ctx context.Context, tx *tx) (err error) {
			made, err = tx.Change(ctx, `INSERT INTO greeted (guild, at) VALUES (?, ?) ON CONFLICT DO NOTHING`, guild, now.UnixMilli())
			return err
		})
		first = err == nil && made > 0
	}
	return first, err
}

// Blank reports whether the database knows of no guild, as a new one does.
func (r *Reader) Blank(ctx context.Context) (blank bool, err error) {
	defer engine.Annotate(&err, "look for guilds and tables")
	err = r.db.QueryRowContext(ctx, `SELECT NOT EXISTS (SELECT 1 FROM greeted) AND NOT EXISTS (SELECT 1 FROM tables)`).Scan(&blank)
	return blank, err
}
