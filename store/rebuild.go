package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"deuces/match"
	"deuces/standing"
	"deuces/standing/daily"
	"deuces/store/engine"
)

// Rebuild recomputes all settlements from the logs with these rules, and the standings from the
// settlements. A log that can't be read, because it is damaged or the program no longer has its
// rules, keeps its settlements; unread has one line for each. It uses one long transaction, so
// it should run while nobody plays.
func (s *Store) Rebuild(ctx context.Context, rules match.Rulebook) (unread []string, err error) {
	defer engine.Annotate(&err, "rebuild")
	err = s.write(ctx, func(writing context.Context, tx *tx) error {
		unread, err = tx.rebuild(ctx, writing, rules, s.engine)
		return err
	})
	return unread, err
}

// rebuild implements Rebuild. It stops when ctx ends, and uses the context writing for its queries.
func (t *tx) rebuild(ctx, writing context.Context, rules match.Rulebook, at engine.Engine) (unread []string, err error) {
	writing = engine.WithProgress(writing, engine.ProgressOf(ctx))
	// Read the logs through the writer's connection, because only that sees events appended by
	// earlier writes of the same commit.
	unread, err = eachTableLog(writing, t, rules, func(l wholeLog, d derived) (string, error) {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		if d.err != nil {
			return d.err.Error(), nil
		}
		if err := t.replaceDaily(writing, l.id, d.daily); err != nil {
			return "", err
		}
		return "", t.replaceSettlements(writing, l.id, d.parts)
	})
	if err != nil {
		return nil, err
	}
	return unread, t.rebuildSums(writing, at)
}

// Recount replays every log with these rules. It returns one line for each log that can't be read,
// each that has a deal which doesn't follow from its seal, and each whose settlements differ from
// the stored ones. Check compares the sums with the settlements; if both find nothing, Rebuild
// would change nothing. Neither of them compares standings that an older version derived (Stale).
func (r *Reader) Recount(ctx context.Context, rules match.Rulebook) (found []string, err error) {
	defer engine.Annotate(&err, "recount")
	return view(ctx, r, func(tx *sql.Tx) ([]string, error) {
		stale, err := isStale(ctx, tx)
		if err != nil {
			return nil, err
		}
		return eachTableLog(ctx, tx, rules, func(l wholeLog, d derived) (string, error) {
			if d.err != nil {
				return d.err.Error(), nil
			}
			if d.misdealt != nil {
				return d.misdealt.Error(), nil
			}
			if stale {
				return "", nil
			}
			deals, err := storedDaily(ctx, tx, l.id)
			if err == nil && !slices.Equal(deals, d.daily) {
				return fmt.Sprintf("table %d: its stored daily deal differs from that of its log", l.id), nil
			}
			if err != nil {
				return "", err
			}
			have, err := settled(ctx, tx, l.id)
			if err != nil || slices.EqualFunc(have, d.parts, settlementRow.equal) {
				return "", err
			}
			return fmt.Sprintf("table %d: its stored settlements differ from those of its log", l.id), nil
		})
	})
}

// eachTableLog calls take with each table's log and what that log adds to the standings under these
// rules, and returns the findings. It skips tables of guilds being deleted. Tables without a log
// come last.
func eachTableLog(ctx context.Context, q engine.Querier, rules match.Rulebook, take func(wholeLog, derived) (finding string, err error)) (found []string, err error) {
	ids, err := engine.Collect(ctx, q, engine.ScanOne[match.ID], `SELECT id FROM tables AS t WHERE id > coalesce((SELECT going FROM removed WHERE guild = t.guild), 0)`)
	if err != nil {
		return nil, err
	}
	left := map[match.ID]bool{}
	for _, id := range ids {
		left[id] = true
	}
	one := func(l wholeLog, d derived) error {
		if !left[l.id] {
			return nil
		}
		engine.ProgressOf(ctx)(engine.ReadingLogs, len(ids)-len(left), len(ids))
		delete(left, l.id)
		finding, err := take(l, d)
		if err == nil && finding != "" {
			found = append(found, finding)
		}
		return err
	}
	err = eachLog(ctx, q, func(l wholeLog) derived { return l.derive(rules) }, one)
	for _, id := range slices.Sorted(maps.Keys(left)) {
		if l := (wholeLog{id: id}); err == nil {
			err = one(l, l.derive(rules))
		}
	}
	return found, err
}

// derived is what a table's log adds to the standings.
type derived struct {
	parts    []settlementRow
	daily    []daily.Played // its daily deal, or none
	misdealt error          // first deal that doesn't follow from its seal, or nil
	err      error          // the log can't be read; wraps match.ErrUnreadable
}

// derive computes what a log adds.
func (l wholeLog) derive(rules match.Rulebook) (d derived) {
	var last int64 // time of the last settlement, as in settle
	var ofDay *standing.Settlement
	m := match.New(l.id, rules)
	for e, err := range l.events() {
		if err != nil {
			return derived{err: err}
		}
		if wrong := m.CheckDeal(e); wrong != nil && d.misdealt == nil {
			d.misdealt = fmt.Errorf("table %d, event %d: %w", l.id, e.Seq, wrong)
		}
		if m, err = m.Apply(e); err != nil {
			return derived{err: fmt.Errorf("%w: %w", match.ErrUnreadable, err)}
		}
		if s := match.Settle(m, []match.Event{e}); m.IsDaily() {
			ofDay = cmp.Or(s, ofDay)
		} else if s != nil {
			last = max(last, e.At.UnixMilli())
			d.parts = append(d.parts, split(last, *s)...)
		}
	}
	if m.Seq == 0 {
		return derived{err: fmt.Errorf("table %d: %w: it is empty", l.id, match.ErrUnreadable)}
	}
	d.daily = dailyOf(m, ofDay)
	return d
}

// settled returns the stored settlements of a table in the order in which derive returns them.
func settled(ctx context.Context, q engine.Querier, id match.ID) ([]settlementRow, error) {
	var parts []settlementRow
	err := engine.Each(ctx, q, func(rows *sql.Rows) error {
		var p settlementRow
		var n, place, points sql.NullInt64
		var player sql.Null[standing.Player]
		var e standing.Numbered
		err := rows.Scan(&p.match, &p.round, &p.finished, &p.guild, &p.channel, &p.system, &p.at, &p.counts, &p.people, &p.bots, &p.botTitles, &p.season, &n, &player, &place, &points, &e.Title, &e.Winner, &e.Left, &e.Finish)
		if err != nil {
			return err
		}
		if len(parts) == 0 || parts[len(parts)-1].settlementKey != p.settlementKey {
			parts = append(parts, p)
		}
		if n.Valid {
			e.N, e.Player, e.Place, e.Points = int(n.Int64), player.V, int(place.Int64), int(points.Int64)
			last := &parts[len(parts)-1]
			last.entries = append(last.entries, e)
		}
		return nil
	}, `SELECT s.match, s.round, s.finished, s.guild, s.channel, s.system, s.at, s.counts, s.people, s.bots, s.bot_titles, s.season,
			e.n, e.player, e.place, e.points, coalesce(e.title, ''), coalesce(e.winner, 0), coalesce(e.left_early, 0), coalesce(e.finish, '')
		FROM settlements AS s LEFT JOIN entries AS e ON e.settlement = s.id
		WHERE s.match = ? ORDER BY s.round, s.finished, e.n`, id)
	return parts, err
}

// replaceSettlements replaces a table's stored settlements, without the sums, if they differ
// from those of its log.
func (t *tx) replaceSettlements(ctx context.Context, id match.ID, parts []settlementRow) error {
	have, err := settled(ctx, t, id)
	if err != nil {
		return err
	}
	same := slices.EqualFunc(have, parts, settlementRow.equal)
	for _, p := range have {
		if !same {
			break
		}
		season, err := t.existingSeason(ctx, p.guild, p.at)
		if err != nil {
			return err
		}
		same = season == p.season
	}
	if same {
		return nil
	}
	err = t.ExecAll(ctx, []string{
		`DELETE FROM ratings WHERE settlement IN (SELECT id FROM settlements WHERE match = ?)`,
		`DELETE FROM entries WHERE settlement IN (SELECT id FROM settlements WHERE match = ?)`,
		`DELETE FROM settlements WHERE match = ?`,
	}, id)
	if err != nil {
		return err
	}
	for _, p := range parts {
		season, err := t.existingSeason(ctx, p.guild, p.at)
		if err == nil {
			_, err = t.record(ctx, p, season)
		}
		if err != nil {
			return fmt.Errorf("table %d, round %d: %w", id, p.round, err)
		}
	}
	return nil
}

// rebuildSums recomputes sums, ratings and title runs from the settlements, guild by guild.
func (t *tx) rebuildSums(ctx context.Context, at engine.Engine) error {
	err := t.ExecAll(ctx, []string{
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
	guilds, err := engine.Collect(ctx, t, engine.ScanOne[string], `SELECT DISTINCT guild FROM settlements`)
	if err != nil {
		return err
	}
	for i, guild := range guilds {
		engine.ProgressOf(ctx)(engine.AddingUp, i, 2*len(guilds))
		if err := t.rebuildLedger(ctx, guild, standing.RoundKey{}); err != nil {
			return fmt.Errorf("guild %s: %w", guild, err)
		}
		if err := t.Exec(ctx, `INSERT INTO scopes (guild, system, period, counts) `+wantedScopes, guild); err != nil {
			return fmt.Errorf("sums of guild %s: %w", guild, err)
		}
	}
	// The next queries use scopes. Without new statistics PostgreSQL would scan the whole table
	// for each row.
	if err := at.Analyze(ctx, t.Tx); err != nil {
		return err
	}
	for i, guild := range guilds {
		engine.ProgressOf(ctx)(engine.AddingUp, len(guilds)+i, 2*len(guilds))
		err := t.ExecAll(ctx, []string{
			`INSERT INTO standings (` + standingColumns + `) ` + wantedStandings(),
			`INSERT INTO titles (` + titleColumns + `) ` + wantedTitles(),
		}, guild)
		if err != nil {
			return fmt.Errorf("sums of guild %s: %w", guild, err)
		}
	}
	return at.Analyze(ctx, t.Tx) // for a following check
}

// Stale reports whether an older version of this program derived the standings. Rebuild then derives
// them again.
func (r *Reader) Stale(ctx context.Context) (_ bool, err error) {
	defer engine.Annotate(&err, "read which version derived the standings")
	return isStale(ctx, r.db)
}
