package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"deuces/game/table"
)

// GuildRemoved notes that the bot was removed from a guild: from then its data is
// kept for as long as the guild has set (settings.Guild.Keep), unless it comes back.
// Noted again, the first time holds.
func (s *Store) GuildRemoved(ctx context.Context, guild string, now time.Time) error {
	err := s.writer.write(ctx, func(ctx context.Context, tx *tx) error {
		return tx.exec(ctx, `INSERT INTO removed (guild, at) VALUES (?, ?) ON CONFLICT DO NOTHING`, guild, now.UnixMilli())
	})
	if err != nil {
		return fmt.Errorf("guild %s has removed the bot: %w", guild, err)
	}
	return nil
}

// GuildJoined notes that the bot is in a guild. It writes only where it had been
// removed. What is being deleted already goes on being deleted, and nothing that
// is played from now on.
func (s *Store) GuildJoined(ctx context.Context, guild string) error {
	var removed bool
	err := s.db.QueryRowContext(ctx, `SELECT count(*) FROM removed WHERE guild = ? AND going = 0`, guild).Scan(&removed)
	if err == nil && removed {
		err = s.writer.write(ctx, func(ctx context.Context, tx *tx) error {
			return tx.exec(ctx, `DELETE FROM removed WHERE guild = ? AND going = 0`, guild)
		})
	}
	if err != nil {
		return fmt.Errorf("guild %s has the bot: %w", guild, err)
	}
	return nil
}

// PurgeGuilds deletes all data of the guilds that removed the bot longer ago than
// they let it be kept: logs, standings, settings, and who the people were that
// played nowhere else. It returns how many guilds that were. What it was stopped
// in it takes up again the next time.
//
// First a guild's standings go, in one transaction, and then its tables one by one,
// so that plays elsewhere don't wait for a long history.
func (s *Store) PurgeGuilds(ctx context.Context, now time.Time) (guilds int, err error) {
	due, err := s.purgeable(ctx, now)
	if err != nil {
		return 0, fmt.Errorf("guilds to delete: %w", err)
	}
	for _, guild := range due {
		if err := s.purge(ctx, guild); err != nil {
			return guilds, fmt.Errorf("delete the data of guild %s: %w", guild, err)
		}
		guilds++
	}
	return guilds, nil
}

func (s *Store) purgeable(ctx context.Context, now time.Time) (due []string, err error) {
	type gone struct {
		guild string
		at    int64
		going int64
	}
	all, err := collect(ctx, s.db, func(rows *sql.Rows) (g gone, err error) {
		err = rows.Scan(&g.guild, &g.at, &g.going)
		return g, err
	}, `SELECT guild, at, going FROM removed ORDER BY at, guild`)
	if err != nil {
		return nil, err
	}
	for _, g := range all {
		set, err := s.GuildSettings(ctx, g.guild)
		if err != nil {
			return nil, err
		}
		if g.going > 0 || !now.Before(moment(g.at).AddDate(0, 0, set.Keep)) {
			due = append(due, g.guild)
		}
	}
	return due, nil
}

func (s *Store) purge(ctx context.Context, guild string) error {
	err := s.writer.write(ctx, func(ctx context.Context, tx *tx) error {
		// What was begun before is only gone on with: the guild may have played again since.
		var going int64
		err := tx.get(ctx, `SELECT going FROM removed WHERE guild = ?`, []any{guild}, &going)
		if err != nil || going > 0 {
			return err
		}
		return tx.purgeStandings(ctx, guild)
	})
	s.people.drop()
	if err != nil {
		return err
	}
	tables, err := collect(ctx, s.db, scanOne[table.ID],
		`SELECT t.id FROM tables AS t JOIN removed AS r ON r.guild = t.guild WHERE t.guild = ? AND t.id <= r.going`, guild)
	if err != nil {
		return err
	}
	for _, id := range tables {
		err := s.writer.write(ctx, func(ctx context.Context, tx *tx) error {
			return tx.execAll(ctx, []string{
				`DELETE FROM posts WHERE table_id = ?`,
				`DELETE FROM events WHERE table_id = ?`,
				`DELETE FROM tables WHERE id = ?`,
			}, id)
		})
		if err != nil {
			return err
		}
	}
	return s.writer.write(ctx, func(ctx context.Context, tx *tx) error {
		return tx.exec(ctx, `DELETE FROM removed WHERE guild = ?`, guild)
	})
}

// purgeStandings deletes all of a guild but its tables, and notes that these go.
func (t *tx) purgeStandings(ctx context.Context, guild string) error {
	return t.execAll(ctx, []string{
		`UPDATE removed SET going = (SELECT coalesce(max(id), 1) FROM tables WHERE guild = ?1) WHERE guild = ?1`,
		// Who has been seen here, has played nowhere else, and sits at no table elsewhere now.
		`DELETE FROM people WHERE player IN (
				SELECT json_extract(e.body, '$.player') FROM tables AS t CROSS JOIN events AS e ON e.table_id = t.id
				WHERE t.guild = ?1 AND e.kind IN ('seated', 'took'))
			AND NOT EXISTS (
				SELECT 1 FROM entries AS e CROSS JOIN settlements AS s ON s.id = e.settlement WHERE e.player = people.player AND s.guild <> ?1)
			AND player NOT IN (
				SELECT json_extract(e.body, '$.player') FROM tables AS t CROSS JOIN events AS e ON e.table_id = t.id
				WHERE t.ended IS NULL AND t.guild <> ?1 AND e.kind IN ('seated', 'took'))`,
		`DELETE FROM last_options WHERE channel IN (SELECT channel FROM tables WHERE guild = ?1)`,
		`DELETE FROM titles WHERE scope IN (SELECT id FROM scopes WHERE guild = ?1)`,
		`DELETE FROM standings WHERE scope IN (SELECT id FROM scopes WHERE guild = ?1)`,
		`DELETE FROM scopes WHERE guild = ?1`,
		`DELETE FROM reigns WHERE guild = ?1`,
		`DELETE FROM ratings WHERE settlement IN (SELECT id FROM settlements WHERE guild = ?1)`,
		`DELETE FROM entries WHERE settlement IN (SELECT id FROM settlements WHERE guild = ?1)`,
		`DELETE FROM settlements WHERE guild = ?1`,
		`DELETE FROM seasons WHERE guild = ?1`,
		`DELETE FROM presets WHERE guild = ?1`,
		`DELETE FROM settings WHERE guild = ?1`,
	}, guild)
}
