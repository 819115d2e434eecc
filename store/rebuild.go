package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"deuces/standing"
	"deuces/table"
)

// Rebuild makes settlements anew from the logs, folded with these rules, and the
// standings from those. A log that can't be read, by damage or because the
// program no longer has its rules, keeps the settlements it has, and unread says
// why, a line each. All or nothing otherwise. It writes in one transaction for as
// long as it takes, so run it while nobody plays.
func (s *Store) Rebuild(ctx context.Context, rules table.Rulebook) (unread []string, err error) {
	err = s.writer.write(ctx, claim{}, func(writing context.Context, tx *tx) error {
		unread, err = tx.rebuild(ctx, writing, rules)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("rebuild: %w", err)
	}
	return unread, nil
}

// rebuild is Rebuild in a transaction: until ctx ends, it writes in writing.
func (t *tx) rebuild(ctx, writing context.Context, rules table.Rulebook) (unread []string, err error) {
	writing = WithProgress(writing, progressOf(ctx))
	going, err := collect(writing, t.conn, scanOne[string], `SELECT guild FROM removed WHERE derived = 1`)
	if err != nil {
		return nil, err
	}
	for _, guild := range going {
		if err := t.purgeAllDerived(writing, guild); err != nil {
			return nil, err
		}
	}
	// The logs are read on the writer's connection: it alone sees what the
	// writes before this one in the same group have appended.
	unread, err = eachTable(writing, t.conn, func(id table.ID) (string, error) {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		parts, _, err := derive(writing, t.conn, id, rules)
		if errors.Is(err, table.ErrUnreadable) {
			return err.Error(), nil
		}
		if err != nil {
			return "", err
		}
		return "", t.resettle(writing, id, parts)
	})
	if err != nil {
		return nil, err
	}
	return unread, t.resum(writing)
}

// Recount folds every log with these rules and says, a line each, which can't be
// read, which has a deal that doesn't follow from its seal, and which gives other settlements than are stored. With Check, which
// compares the sums with the settlements, it shows that the standings equal
// their rebuild.
func (r *Reader) Recount(ctx context.Context, rules table.Rulebook) (found []string, err error) {
	err = r.view(ctx, func(tx *sql.Tx) error {
		found, err = eachTable(ctx, tx, func(id table.ID) (string, error) {
			want, misdealt, err := derive(ctx, tx, id, rules)
			if errors.Is(err, table.ErrUnreadable) {
				return err.Error(), nil
			}
			if err != nil {
				return "", err
			}
			if misdealt != nil {
				return misdealt.Error(), nil
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

// eachTable calls f for every table that is not being deleted with its guild and returns what it found, a line each.
func eachTable(ctx context.Context, q querier, f func(table.ID) (finding string, err error)) (found []string, err error) {
	ids, err := collect(ctx, q, scanOne[table.ID], `SELECT id FROM tables AS t WHERE id > coalesce((SELECT going FROM removed WHERE guild = t.guild), 0) ORDER BY id`)
	if err != nil {
		return nil, err
	}
	tell := progressOf(ctx)
	for i, id := range ids {
		tell(ReadingLogs, i, len(ids))
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

// derive returns what a table's log adds to the standings, and what is wrong with its deals
// where they don't follow from their seals; a table.ErrUnreadable when the log does not fold.
func derive(ctx context.Context, q querier, id table.ID, rules table.Rulebook) (parts []part, misdealt, err error) {
	var last int64 // as settle has it
	m := table.New(id, rules)
	for e, err := range events(ctx, q, id) {
		if err != nil {
			return nil, nil, err
		}
		if wrong := m.CheckDeal(e); wrong != nil && misdealt == nil {
			misdealt = fmt.Errorf("table %d, event %d: %w", id, e.Seq, wrong)
		}
		if m, err = m.Apply(e); err != nil {
			return nil, nil, fmt.Errorf("%w: %w", table.ErrUnreadable, err)
		}
		if s := table.Settle(m, []table.Event{e}); s != nil {
			last = max(last, e.At.UnixMilli())
			parts = append(parts, split(last, *s)...)
		}
	}
	if m.Seq() == 0 {
		return nil, nil, fmt.Errorf("table %d: %w: it is empty", id, table.ErrUnreadable)
	}
	return parts, misdealt, nil
}

// settled returns what is stored of what a table's log adds to the standings, in
// the order in which derive gives it.
func settled(ctx context.Context, q querier, id table.ID) ([]part, error) {
	var parts []part
	err := each(ctx, q, func(rows *sql.Rows) error {
		var h head
		var n, place, points sql.NullInt64
		var player sql.Null[standing.Player]
		var e standing.Numbered
		err := rows.Scan(&h.match, &h.round, &h.finished, &h.guild, &h.channel, &h.system, &h.at, &h.computers, &n, &player, &place, &points, &e.Title, &e.Winner, &e.Left, &e.Finish)
		if err != nil {
			return err
		}
		if len(parts) == 0 || parts[len(parts)-1].head != h {
			parts = append(parts, part{head: h})
		}
		if n.Valid {
			e.N, e.Player, e.Place, e.Points = int(n.Int64), player.V, int(place.Int64), int(points.Int64)
			last := &parts[len(parts)-1]
			last.entries = append(last.entries, e)
		}
		return nil
	}, `SELECT s.match, s.round, s.finished, s.guild, s.channel, s.system, s.at, s.computers,
			e.n, e.player, e.place, e.points, coalesce(e.title, ''), coalesce(e.winner, 0), coalesce(e.left_early, 0), coalesce(e.finish, '')
		FROM settlements AS s LEFT JOIN entries AS e ON e.settlement = s.id
		WHERE s.match = ? ORDER BY s.round, s.finished, e.n`, id)
	return parts, err
}

// resettle replaces a table's settlements, without the sums.
func (t *tx) resettle(ctx context.Context, id table.ID, parts []part) error {
	for _, query := range []string{
		`DELETE FROM ratings WHERE settlement IN (SELECT id FROM settlements WHERE match = ?)`,
		`DELETE FROM entries WHERE settlement IN (SELECT id FROM settlements WHERE match = ?)`,
		`DELETE FROM settlements WHERE match = ?`,
	} {
		if err := t.exec(ctx, query, id); err != nil {
			return err
		}
	}
	for _, p := range parts {
		season, err := t.seasonAgain(ctx, p.guild, p.at)
		if err == nil {
			_, err = t.record(ctx, p, season)
		}
		if err != nil {
			return fmt.Errorf("table %d, round %d: %w", id, p.round, err)
		}
	}
	return nil
}

// resum makes sums, ratings and title runs anew from the settlements, guild by guild.
func (t *tx) resum(ctx context.Context) error {
	err := t.execAll(ctx, []string{
		`DELETE FROM titles`,
		`DELETE FROM standings`,
		`DELETE FROM scopes`,
		`DELETE FROM ratings`,
		`DELETE FROM reigns`,
		`INSERT INTO derived (one, version) VALUES (1, ` + strconv.Itoa(derivation) + `) ON CONFLICT (one) DO UPDATE SET version = excluded.version`,
	})
	if err != nil {
		return fmt.Errorf("sums: %w", err)
	}
	guilds, err := collect(ctx, t.conn, scanOne[string], `SELECT DISTINCT guild FROM settlements`)
	if err != nil {
		return err
	}
	for i, guild := range guilds {
		progressOf(ctx)(AddingUp, i, len(guilds))
		if err := t.ledgerAgain(ctx, guild); err != nil {
			return fmt.Errorf("guild %s: %w", guild, err)
		}
		err := t.execAll(ctx, []string{
			`INSERT INTO scopes (guild, system, period, computers) ` + wantedScopes,
			`INSERT INTO standings (` + standingColumns + `) ` + wantedStandings(),
			`INSERT INTO titles (` + titleColumns + `) ` + wantedTitles(),
		}, guild)
		if err != nil {
			return fmt.Errorf("sums of guild %s: %w", guild, err)
		}
	}
	return nil
}

// derivation numbers the way in which this program derives settlements, sums,
// ratings and title runs from the logs. It grows whenever that changes.
const derivation = 1

// Stale says that what is derived from the logs was made by an older version of
// this program: Rebuild makes it anew.
func (r *Reader) Stale(ctx context.Context) (bool, error) {
	var stale bool
	err := r.db.QueryRowContext(ctx, `SELECT coalesce((SELECT version FROM derived), 0) <> ? AND EXISTS (SELECT 1 FROM events)`, derivation).Scan(&stale)
	if err != nil {
		return false, fmt.Errorf("which version derived the standings: %w", err)
	}
	return stale, nil
}
