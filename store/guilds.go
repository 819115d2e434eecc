package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"deuces/game/table"
)

// A row of removed says that the bot is not in a guild since at, or that the
// guild's data is being deleted (going), or both: at is 0 from when the deleting
// begins, so that a removal noted then is another one, of what is played meanwhile.

// GuildRemoved notes that the bot was removed from a guild: from then its data is
// kept for as long as the guild has set (settings.Guild.Keep), unless it comes back.
// Noted again, the first time holds.
func (s *Store) GuildRemoved(ctx context.Context, guild string, now time.Time) error {
	err := s.writer.write(ctx, func(ctx context.Context, tx *tx) error {
		return tx.exec(ctx, `INSERT INTO removed (guild, at) VALUES (?, ?)
			ON CONFLICT (guild) DO UPDATE SET at = excluded.at WHERE at = 0`, guild, now.UnixMilli())
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
	err := s.db.QueryRowContext(ctx, `SELECT count(*) FROM removed WHERE guild = ? AND at <> 0`, guild).Scan(&removed)
	if err == nil && removed {
		err = s.writer.write(ctx, func(ctx context.Context, tx *tx) error {
			return tx.execAll(ctx, []string{
				`DELETE FROM removed WHERE guild = ? AND going = 0`,
				`UPDATE removed SET at = 0 WHERE guild = ?`,
			}, guild)
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
// First evict is to end the guild's live tables; where it can't, or one is live
// all the same, the guild is left for the next time and the error says so. Then its
// standings go, in one transaction, and then its tables one by one, so that plays
// elsewhere don't wait for a long history.
func (s *Store) PurgeGuilds(ctx context.Context, now time.Time, evict func(ctx context.Context, guild string) error) (guilds int, err error) {
	due, err := s.purgeable(ctx, now)
	if err != nil {
		return 0, fmt.Errorf("guilds to delete: %w", err)
	}
	var failed error
	for _, r := range due {
		gone, err := s.purge(ctx, r, evict)
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("delete the data of guild %s: %w", r.guild, err))
		}
		if gone {
			guilds++
		}
	}
	return guilds, failed
}

// removal is a row of removed.
type removal struct {
	guild     string
	at, going int64
}

func (s *Store) purgeable(ctx context.Context, now time.Time) (due []removal, err error) {
	all, err := collect(ctx, s.db, func(rows *sql.Rows) (r removal, err error) {
		err = rows.Scan(&r.guild, &r.at, &r.going)
		return r, err
	}, `SELECT guild, at, going FROM removed ORDER BY at, guild`)
	if err != nil {
		return nil, err
	}
	for _, r := range all {
		set, err := s.GuildSettings(ctx, r.guild)
		if err != nil {
			return nil, err
		}
		if r.going > 0 || !now.Before(moment(r.at).AddDate(0, 0, set.Keep)) {
			due = append(due, r)
		}
	}
	return due, nil
}

func (s *Store) purge(ctx context.Context, r removal, evict func(context.Context, string) error) (gone bool, err error) {
	// What was begun before is only gone on with: the guild may play again since.
	if r.going == 0 {
		if err := evict(ctx, r.guild); err != nil {
			return false, err
		}
		begun, err := s.beginPurge(ctx, r)
		if err != nil || !begun {
			return false, err
		}
	}
	tables, err := collect(ctx, s.db, scanOne[table.ID],
		`SELECT t.id FROM tables AS t JOIN removed AS r ON r.guild = t.guild WHERE t.guild = ? AND t.id <= r.going`, r.guild)
	if err != nil {
		return false, err
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
			return false, err
		}
	}
	err = s.writer.write(ctx, func(ctx context.Context, tx *tx) error {
		return tx.execAll(ctx, []string{
			`DELETE FROM removed WHERE guild = ? AND at = 0`,
			`UPDATE removed SET going = 0 WHERE guild = ?`, // it was removed again
		}, r.guild)
	})
	return err == nil, err
}

// beginPurge deletes all of a guild but its tables, unless the bot has come back
// since the removal that it is for.
func (s *Store) beginPurge(ctx context.Context, r removal) (begun bool, err error) {
	err = s.writer.write(ctx, func(ctx context.Context, tx *tx) error {
		var live sql.Null[table.ID]
		err := tx.get(ctx, `SELECT (SELECT min(id) FROM tables WHERE guild = removed.guild AND ended IS NULL AND lost IS NULL)
			FROM removed WHERE guild = ? AND at = ? AND going = 0`, []any{r.guild, r.at}, &live)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return nil
		case err != nil:
			return err
		case live.Valid:
			return fmt.Errorf("table %d is live", live.V)
		}
		begun = true
		return tx.purgeStandings(ctx, r.guild)
	})
	s.people.drop()
	return begun, err
}

// purgeStandings deletes all of a guild but its tables, and notes that these go.
func (t *tx) purgeStandings(ctx context.Context, guild string) error {
	return t.execAll(ctx, []string{
		`UPDATE removed SET at = 0, going = (SELECT coalesce(max(id), 1) FROM tables WHERE guild = ?1) WHERE guild = ?1`,
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
