package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"deuces/match"
	"deuces/table"
)

// Index lists the tables that are live: their log has no Ended and they were not given up. With
// it comes what Rest noted of those that sleep.
func (r *Reader) Index(ctx context.Context) ([]table.Listed, error) {
	return collect(ctx, r.db, func(rows *sql.Rows) (l table.Listed, err error) {
		var seq int
		var wakes int64
		var players string
		if err := rows.Scan(&l.ID, &l.Guild, &l.Channel, &seq, &wakes, &players); err != nil || seq == 0 {
			return l, err
		}
		l.Asleep = &table.Sleep{Seq: seq}
		if wakes != 0 {
			l.Asleep.Until = time.UnixMilli(wakes).UTC()
		}
		if err := json.Unmarshal([]byte(players), &l.Asleep.Players); err != nil {
			l.Asleep = nil // its log says it, too
		}
		return l, nil
	}, `SELECT t.id, t.guild, t.channel, coalesce(a.seq, 0), coalesce(a.wakes, 0), coalesce(a.players, '')
		FROM tables AS t LEFT JOIN asleep AS a ON a.table_id = t.id AND a.seq = (SELECT max(seq) FROM events WHERE table_id = t.id)
		WHERE t.ended IS NULL AND t.lost IS NULL ORDER BY t.id`)
}

// Index is the Reader's, but that where several processes share the database it lists the
// tables of this one.
func (s *Store) Index(ctx context.Context) ([]table.Listed, error) {
	all, err := s.Reader.Index(ctx)
	if err != nil {
		return nil, err
	}
	mine := ours(s, all, func(l table.Listed) string { return l.Guild })
	if s.sharing != nil {
		for _, l := range mine {
			s.sharing.settle(l.ID, l.Guild)
		}
	}
	return mine, nil
}

// Rest notes of tables that they sleep, or are awake.
func (s *Store) Rest(ctx context.Context, tables map[match.ID]*table.Sleep) (err error) {
	defer annotate(&err, "note which tables sleep")
	parts, err := s.byShard(ctx, tables)
	for of, part := range parts {
		if err != nil {
			break
		}
		err = s.write(ctx, of, func(ctx context.Context, tx *tx) error {
			for id, rest := range part {
				if err := tx.rest(ctx, id, rest); err != nil {
					return err
				}
			}
			return nil
		})
		if errors.Is(err, ErrNotOurs) {
			err = nil // the shard is another's by now, who knows better
		}
	}
	return err
}

// byShard divides tables by whom a write about them is for: all in one, or where several
// processes share the database, by shards, each named by a guild of it.
func (s *Store) byShard(ctx context.Context, tables map[match.ID]*table.Sleep) (map[owner]map[match.ID]*table.Sleep, error) {
	if s.sharing == nil {
		return map[owner]map[match.ID]*table.Sleep{ofNobody(): tables}, nil
	}
	parts, named := map[owner]map[match.ID]*table.Sleep{}, map[int]owner{}
	for id, rest := range tables {
		guild, err := s.home(ctx, id)
		if errors.Is(err, match.ErrNoTable) {
			continue // it was deleted
		}
		if err != nil {
			return nil, err
		}
		shard, _ := s.sharing.term(guild)
		if _, is := named[shard]; !is {
			named[shard] = ofGuild(guild)
			parts[named[shard]] = map[match.ID]*table.Sleep{}
		}
		parts[named[shard]][id] = rest
	}
	return parts, nil
}

func (t *tx) rest(ctx context.Context, id match.ID, s *table.Sleep) error {
	if s == nil {
		return t.exec(ctx, `DELETE FROM asleep WHERE table_id = ?`, id)
	}
	players, err := json.Marshal(s.Players)
	if err != nil {
		return err
	}
	var wakes int64
	if !s.Until.IsZero() {
		wakes = s.Until.UnixMilli()
	}
	return t.exec(ctx, `INSERT INTO asleep (table_id, seq, wakes, players) VALUES (?, ?, ?, ?)
		ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, wakes = excluded.wakes, players = excluded.players`,
		id, s.Seq, wakes, string(players))
}
