package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"deuces/match"
	"deuces/standing"
	"deuces/store/engine"
	"deuces/table"
)

// Index lists the live tables: those that weren't given up and whose log has no Ended event. For
// sleeping tables it includes what SetAsleep stored.
func (r *Reader) Index(ctx context.Context) ([]table.Listed, error) {
	return engine.Collect(ctx, r.db, func(rows *sql.Rows) (l table.Listed, err error) {
		var sleep table.Sleep
		var wakes int64
		var players string
		if err := rows.Scan(&l.ID, &l.Guild, &l.Channel, &sleep.Seq, &wakes, &players, &sleep.Slow, &sleep.Scheduled); err != nil || sleep.Seq == 0 {
			return l, err
		}
		if l.Asleep = &sleep; wakes != 0 {
			l.Asleep.Until = time.UnixMilli(wakes).UTC()
		}
		if err := json.Unmarshal([]byte(players), &l.Asleep.Players); err != nil {
			l.Asleep = nil // the table is loaded from its log instead
		}
		return l, nil
	}, `SELECT t.id, t.guild, t.channel, coalesce(a.seq, 0), coalesce(a.wakes, 0), coalesce(a.players, ''), coalesce(a.slow, 0), coalesce(a.scheduled, 0)
		FROM tables AS t LEFT JOIN asleep AS a ON a.table_id = t.id AND a.seq = (SELECT max(seq) FROM events WHERE table_id = t.id)
		WHERE t.ended IS NULL AND t.lost IS NULL ORDER BY t.id`)
}

// OpenBy returns the channels of the live tables that a player opened, in the order in which they
// were opened. In a shared database it includes the tables of all processes.
func (r *Reader) OpenBy(ctx context.Context, p standing.Player) (channels []string, err error) {
	defer engine.Annotate(&err, "open tables of player %d", p)
	return engine.Collect(ctx, r.db, engine.ScanOne[string], `SELECT channel FROM tables WHERE opener = ? AND ended IS NULL AND lost IS NULL AND channel <> '' ORDER BY id`, p)
}

// Elsewhere returns the live tables in channels that other processes serve and at which a player may have a seat:
// SetAsleep has stored who sits there.
func (s *Store) Elsewhere(ctx context.Context, p standing.Player) (ids []match.ID, err error) {
	defer engine.Annotate(&err, "tables of player %d in other processes", p)
	type listed struct {
		id             match.ID
		guild, players string
	}
	all, err := engine.Collect(ctx, s.db, engine.Fields(func(l *listed) []any { return []any{&l.id, &l.guild, &l.players} }), `SELECT t.id, t.guild, a.players
		FROM asleep AS a JOIN tables AS t ON t.id = a.table_id WHERE t.ended IS NULL AND t.lost IS NULL AND t.channel <> '' AND a.players LIKE ?`, fmt.Sprintf("%%%d%%", p))
	for _, l := range all {
		var players []standing.Player
		if json.Unmarshal([]byte(l.players), &players) == nil && slices.Contains(players, p) && !s.Serves(l.guild) {
			ids = append(ids, l.id)
		}
	}
	return ids, err
}

// SetAsleep stores that tables are asleep, or awake (nil).
func (s *Store) SetAsleep(ctx context.Context, tables map[match.ID]*table.Sleep) (err error) {
	defer engine.Annotate(&err, "store which tables sleep")
	var writes errgroup.Group // concurrent writes share commits
	writes.SetLimit(groupLimit)
	for id, sleep := range tables {
		writes.Go(func() error {
			return s.write(ctx, func(ctx context.Context, tx *tx) error { return tx.setAsleep(ctx, id, sleep) })
		})
	}
	return writes.Wait()
}

func (t *tx) setAsleep(ctx context.Context, id match.ID, s *table.Sleep) error {
	if s == nil {
		return t.Exec(ctx, `DELETE FROM asleep WHERE table_id = ?`, id)
	}
	players, err := json.Marshal(s.Players)
	if err != nil {
		return err
	}
	var wakes int64
	if !s.Until.IsZero() {
		wakes = s.Until.UnixMilli()
	}
	return t.Exec(ctx, `INSERT INTO asleep (table_id, seq, wakes, players, slow, scheduled) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, wakes = excluded.wakes, players = excluded.players, slow = excluded.slow, scheduled = excluded.scheduled WHERE excluded.seq = 0 OR excluded.seq >= asleep.seq`,
		id, s.Seq, wakes, string(players), s.Slow, s.Scheduled)
}
