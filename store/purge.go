package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"deuces/match"
	"deuces/settings"
	"deuces/standing"
	"deuces/store/engine"
)

// A guild's data is deleted in several transactions, so that a long history doesn't delay plays elsewhere for
// long. The first one deletes everything that is derived from the logs, because a part of it wouldn't add up,
// and stores the number of the last table to delete in removed.going. Then the people who played nowhere else
// are deleted, and the tables one by one. If the bot returns meanwhile, tables opened then have higher numbers
// and are kept.

// purgeBatch is the number of people deleted per transaction.
const purgeBatch = 200

// PurgeGuilds deletes all data of the guilds whose retention time after the removal of the bot
// is over: logs, standings, settings, and the identities of people who played nowhere else. It
// returns the number of guilds. If it is interrupted, the next call continues.
//
// evict must end the guild's live tables. If it fails, or a table is still live, the guild is
// left for the next call and included in the error.
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

// removal is a row of the table removed.
type removal struct {
	guild     string
	at, going int64
}

func (s *Store) purgeable(ctx context.Context, now time.Time) (due []removal, err error) {
	all, err := engine.Collect(ctx, s.db, engine.Fields(func(r *removal) []any { return []any{&r.guild, &r.at, &r.going} }), `SELECT guild, at, going FROM removed ORDER BY at, guild`)
	if err != nil {
		return nil, err
	}
	for _, r := range ours(s, all, func(r removal) string { return r.guild }) {
		if r.going > 0 || !now.Before(moment(r.at).AddDate(0, 0, settings.KeepDays)) {
			due = append(due, r)
		}
	}
	return due, nil
}

func (s *Store) purge(ctx context.Context, r removal, evict func(context.Context, string) error) (gone bool, err error) {
	// If the deletion has already begun, only continue it: the guild may be playing again.
	if r.going == 0 {
		if err := evict(ctx, r.guild); err != nil {
			return false, err
		}
		if r.going, err = s.beginPurge(ctx, r); err != nil || r.going == 0 {
			return false, err
		}
	}
	if err := s.purgePeople(ctx, r.guild); err != nil {
		return false, err
	}
	if err := s.purgeTables(ctx, r.guild); err != nil {
		return false, err
	}
	err = s.writeGuild(ctx, r.guild, func(ctx context.Context, tx *tx) error {
		return tx.ExecAll(ctx, []string{
			`DELETE FROM removed WHERE guild = ?1 AND at = 0 AND going = ?2`,
			`UPDATE removed SET going = 0 WHERE guild = ?1 AND going = ?2`, // a row is left only if the bot was removed again
		}, r.guild, r.going)
	})
	return err == nil, err
}

// beginPurge starts deleting a guild's data, unless the bot has returned since the removal. It deletes
// everything but tables, their logs, and people, and returns the number of the last table to delete,
// or 0.
func (s *Store) beginPurge(ctx context.Context, r removal) (going int64, err error) {
	err = s.writeGuild(ctx, r.guild, func(ctx context.Context, tx *tx) error {
		var live sql.Null[match.ID]
		err := tx.Get(ctx, `SELECT (SELECT min(id) FROM tables WHERE guild = removed.guild AND ended IS NULL AND lost IS NULL)
			FROM removed WHERE guild = ? AND at = ? AND going = 0`, []any{r.guild, r.at}, &live)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return nil
		case err != nil:
			return err
		case live.Valid:
			return fmt.Errorf("table %d is live", live.V)
		}
		err = tx.Get(ctx, `UPDATE removed SET at = 0, going = (SELECT coalesce(max(id), 1) FROM tables WHERE guild = ?1) WHERE guild = ?1 RETURNING going`, []any{r.guild}, &going)
		if err != nil {
			return err
		}
		return tx.ExecAll(ctx, []string{
			`DELETE FROM last_options WHERE guild = ?1`,
			`DELETE FROM nicknames WHERE guild = ?1`,
			`DELETE FROM presets WHERE guild = ?1`,
			`DELETE FROM settings WHERE guild = ?1`,
			`DELETE FROM greeted WHERE guild = ?1`,
			`DELETE FROM daily_people WHERE guild = ?1`,
			`DELETE FROM daily_posts WHERE guild = ?1`,
			`DELETE FROM titles WHERE scope IN (SELECT id FROM scopes WHERE guild = ?1)`,
			`DELETE FROM standings WHERE scope IN (SELECT id FROM scopes WHERE guild = ?1)`,
			`DELETE FROM scopes WHERE guild = ?1`,
			`DELETE FROM reigns WHERE guild = ?1`,
			`DELETE FROM ratings WHERE settlement IN (SELECT id FROM settlements WHERE guild = ?1)`,
			`DELETE FROM entries WHERE settlement IN (SELECT id FROM settlements WHERE guild = ?1)`,
			`DELETE FROM settlements WHERE guild = ?1`,
			`DELETE FROM seasons WHERE guild = ?1`,
		}, r.guild)
	})
	s.settings.drop(r.guild)
	s.nicknames.clear()
	return going, err
}

// purgePeople deletes the identities of people who appear at the tables being deleted, have
// played nowhere else, and are at no other table now.
func (s *Store) purgePeople(ctx context.Context, guild string) error {
	seen, err := engine.Collect(ctx, s.db, engine.ScanOne[standing.Player], `
		SELECT DISTINCT json_extract(e.body, '$.player')
		FROM removed AS r CROSS JOIN tables AS t ON t.guild = r.guild AND t.id <= r.going CROSS JOIN events AS e ON e.table_id = t.id
		WHERE r.guild = ? AND e.kind IN ('seated', 'took')`, guild)
	if err != nil {
		return err
	}
	for some := range slices.Chunk(seen, purgeBatch) {
		list, err := json.Marshal(some)
		if err != nil {
			return err
		}
		err = s.writePeople(ctx, func(ctx context.Context, tx *tx) error {
			return tx.Exec(ctx, `DELETE FROM people WHERE player IN (SELECT value FROM json_each(?2) AS j)
				AND NOT EXISTS (
				SELECT 1 FROM entries AS e CROSS JOIN settlements AS s ON s.id = e.settlement
				WHERE e.player = people.player AND (s.guild <> ?1 OR s.match > (SELECT going FROM removed WHERE guild = ?1)))
				AND player NOT IN (SELECT player FROM dailies)
				AND player NOT IN (
				SELECT json_extract(e.body, '$.player') FROM tables AS t CROSS JOIN events AS e ON e.table_id = t.id
				WHERE t.ended IS NULL AND (t.guild <> ?1 OR t.id > (SELECT going FROM removed WHERE guild = ?1)) AND e.kind IN ('seated', 'took'))`, guild, string(list))
		})
		s.clearPeopleCaches()
		s.preferences.clear()
		if err != nil {
			return err
		}
	}
	return nil
}

// purgeTables deletes the guild's tables one by one.
func (s *Store) purgeTables(ctx context.Context, guild string) error {
	tables, err := engine.Collect(ctx, s.db, engine.ScanOne[match.ID],
		`SELECT t.id FROM tables AS t JOIN removed AS r ON r.guild = t.guild WHERE t.guild = ? AND t.id <= r.going`, guild)
	if err != nil {
		return err
	}
	for _, id := range tables {
		err := s.writeGuild(ctx, guild, func(ctx context.Context, tx *tx) error {
			return tx.ExecAll(ctx, []string{
				`DELETE FROM posts WHERE table_id = ?`,
				`DELETE FROM asleep WHERE table_id = ?`,
				`DELETE FROM chains WHERE table_id = ?`,
				`DELETE FROM events WHERE table_id = ?`,
				`DELETE FROM tables WHERE id = ?`,
			}, id)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
