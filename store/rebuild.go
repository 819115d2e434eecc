package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"deuces/game/standing"
	"deuces/game/table"
)

// Rebuild makes settlements anew from the logs, folded with these rules, and the
// standings from those. A log that can't be read, by damage or because the
// program no longer has its rules, keeps the settlements it has, and unread says
// why, a line each. All or nothing otherwise. It writes in one transaction for as
// long as it takes, so run it while nobody plays.
func (s *Store) Rebuild(ctx context.Context, rules table.Rulebook) (unread []string, err error) {
	err = s.writer.write(ctx, func(writing context.Context, tx *tx) error {
		// The logs are read on the writer's connection: it alone sees what the
		// writes before this one in the same group have appended.
		unread, err = eachTable(writing, tx.conn, func(id table.ID) (string, error) {
			if err := ctx.Err(); err != nil {
				return "", err
			}
			parts, err := derive(writing, tx.conn, id, rules)
			if errors.Is(err, table.ErrUnreadable) {
				return err.Error(), nil
			}
			if err != nil {
				return "", err
			}
			return "", tx.resettle(writing, id, parts)
		})
		if err != nil {
			return err
		}
		return tx.resum(writing)
	})
	if err != nil {
		return nil, fmt.Errorf("rebuild: %w", err)
	}
	return unread, nil
}

// Recount folds every log with these rules and says, a line each, which can't be
// read and which gives other settlements than are stored. With Check, which
// compares the sums with the settlements, it shows that the standings equal
// their rebuild.
func (r *Reader) Recount(ctx context.Context, rules table.Rulebook) (found []string, err error) {
	err = r.view(ctx, func(tx *sql.Tx) error {
		found, err = eachTable(ctx, tx, func(id table.ID) (string, error) {
			want, err := derive(ctx, tx, id, rules)
			if errors.Is(err, table.ErrUnreadable) {
				return err.Error(), nil
			}
			if err != nil {
				return "", err
			}
			have, err := settled(ctx, tx, id)
			if err != nil || slices.EqualFunc(have, want, part.equal) {
				return "", err
			}
			return fmt.Sprintf("table %d: its log gives other settlements than are stored", id), nil
		})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("recount: %w", err)
	}
	return found, nil
}

// eachTable calls f for every table and returns what it found, a line each.
func eachTable(ctx context.Context, q querier, f func(table.ID) (finding string, err error)) (found []string, err error) {
	ids, err := collect(ctx, q, scanOne[table.ID], `SELECT id FROM tables ORDER BY id`)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		finding, err := f(id)
		if err != nil {
			return nil, err
		}
		if finding != "" {
			found = append(found, finding)
		}
	}
	return found, nil
}

// derive returns what a table's log adds to the standings; a table.ErrUnreadable
// when the log does not fold.
func derive(ctx context.Context, q querier, id table.ID, rules table.Rulebook) ([]part, error) {
	var parts []part
	m := table.New(id, rules)
	for e, err := range events(ctx, q, id) {
		if err != nil {
			return nil, err
		}
		if m, err = m.Apply(e); err != nil {
			return nil, fmt.Errorf("%w: %w", table.ErrUnreadable, err)
		}
		if s := table.Settle(m, []table.Event{e}); s != nil {
			parts = append(parts, split(e.At.UnixMilli(), *s)...)
		}
	}
	if m.Seq() == 0 {
		return nil, fmt.Errorf("table %d: %w: it is empty", id, table.ErrUnreadable)
	}
	return parts, nil
}

// settled returns what is stored of what a table's log adds to the standings, in
// the order in which derive gives it.
func settled(ctx context.Context, q querier, id table.ID) ([]part, error) {
	var parts []part
	err := each(ctx, q, func(rows *sql.Rows) error {
		var h head
		var n, place, points sql.NullInt64
		var player sql.Null[standing.Player]
		var e numbered
		err := rows.Scan(&h.match, &h.round, &h.finished, &h.guild, &h.channel, &h.system, &h.at, &n, &player, &place, &points, &e.Title, &e.Winner, &e.Left)
		if err != nil {
			return err
		}
		if len(parts) == 0 || parts[len(parts)-1].head != h {
			parts = append(parts, part{head: h})
		}
		if n.Valid {
			e.n, e.Player, e.Place, e.Points = int(n.Int64), player.V, int(place.Int64), int(points.Int64)
			last := &parts[len(parts)-1]
			last.entries = append(last.entries, e)
		}
		return nil
	}, `SELECT s.match, s.round, s.finished, s.guild, s.channel, s.system, s.at,
			e.n, e.player, e.place, e.points, coalesce(e.title, ''), coalesce(e.winner, 0), coalesce(e.left_early, 0)
		FROM settlements AS s LEFT JOIN entries AS e ON e.settlement = s.id
		WHERE s.match = ? ORDER BY s.round, s.finished, e.n`, id)
	return parts, err
}

// resettle replaces a table's settlements, without the sums.
func (t *tx) resettle(ctx context.Context, id table.ID, parts []part) error {
	for _, query := range []string{
		`DELETE FROM entries WHERE settlement IN (SELECT id FROM settlements WHERE match = ?)`,
		`DELETE FROM settlements WHERE match = ?`,
	} {
		if err := t.exec(ctx, query, id); err != nil {
			return err
		}
	}
	for _, p := range parts {
		if err := t.record(ctx, p); err != nil {
			return fmt.Errorf("table %d, round %d: %w", id, p.round, err)
		}
	}
	return nil
}

// What the sums must be, from the settlements.
const (
	// shares are all entries, once for each scope that they count in.
	shares = `
		SELECT c.id AS scope, e.player, e.place, e.points, e.title, e.winner, e.left_early, s.at, s.match, s.round
		FROM settlements AS s
		JOIN entries AS e ON e.settlement = s.id
		JOIN scopes AS c ON c.guild = s.guild AND c.system IN ('', s.system)`

	// sums has the columns of standings.
	sums = `
		WITH share AS (` + shares + `),
		latest AS (
			SELECT scope, player, title, at, match, round, row_number() OVER (
				PARTITION BY scope, player ORDER BY at DESC, match DESC, round DESC) AS n
			FROM share WHERE place > 0
		)
		SELECT s.scope, s.player, sum(s.points), sum(s.place > 0), sum(s.winner), sum(s.left_early),
			coalesce(l.title, ''), coalesce(l.at, 0), coalesce(l.match, 0), coalesce(l.round, 0)
		FROM share AS s
		LEFT JOIN latest AS l ON l.scope = s.scope AND l.player = s.player AND l.n = 1
		GROUP BY s.scope, s.player`

	// held has the columns of titles.
	held = `SELECT scope, player, title, count(*) FROM (` + shares + `) WHERE title <> '' GROUP BY scope, player, title`
)

// resum makes all sums anew from the settlements.
func (t *tx) resum(ctx context.Context) error {
	for _, query := range []string{
		`DELETE FROM titles`,
		`DELETE FROM standings`,
		`DELETE FROM scopes`,
		`INSERT INTO scopes (guild, system) SELECT guild, system FROM settlements UNION SELECT guild, '' FROM settlements`,
		`INSERT INTO standings (scope, player, points, rounds, wins, left_early, running, last_at, last_match, last_round) ` + sums,
		`INSERT INTO titles (scope, player, title, held) ` + held,
	} {
		if err := t.exec(ctx, query); err != nil {
			return fmt.Errorf("sums: %w", err)
		}
	}
	return nil
}
