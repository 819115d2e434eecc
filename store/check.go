package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"

	"deuces/match"
	"deuces/standing"
	"deuces/store/engine"
)

// Check examines the whole database and returns one line per problem: damage, broken
// references, logs that were changed, rows that don't match their logs, and sums that don't
// match the settlements.
func (r *Reader) Check(ctx context.Context) (found []string, err error) {
	defer engine.Annotate(&err, "check")
	return view(ctx, r, func(tx *sql.Tx) ([]string, error) { return check(ctx, r.engine, tx) })
}

func check(ctx context.Context, e engine.Engine, q engine.Querier) (found []string, err error) {
	tell := engine.ProgressOf(ctx)
	tell(engine.CheckingFile, 0, 0)
	if found, err = e.Damage(ctx, q); err != nil || len(found) > 0 {
		return found, err
	}
	if found, err = checkLogs(ctx, q); err != nil {
		return found, err
	}
	dangling, err := e.Dangling(ctx, q)
	if err != nil {
		return found, err
	}
	for _, line := range dangling {
		found = append(found, "a reference to a row that doesn't exist: "+line)
	}
	differing, err := checkTables(ctx, q)
	if err != nil {
		return found, err
	}
	found = append(found, differing...)
	for _, c := range []struct{ what, query string }{
		{"a table whose log has gaps", `
			SELECT table_id FROM events GROUP BY table_id HAVING min(seq) <> 1 OR max(seq) <> count(*)`},
		{"a table without a log", `
			SELECT id FROM tables WHERE NOT EXISTS (SELECT 1 FROM events WHERE table_id = id)`},
		{"a table that is over by its log, or by its row, but not by both", `
			SELECT id FROM tables WHERE (ended IS NULL) =
				EXISTS (SELECT 1 FROM events WHERE table_id = id AND kind = 'ended')`},
		{"a table whose row differs from its log", `
			SELECT t.id FROM tables AS t JOIN events AS e ON e.table_id = t.id AND e.kind = 'ended' WHERE t.ended <> e.at`},
		{"a chain without a log", `
			SELECT table_id FROM chains AS c WHERE NOT EXISTS (SELECT 1 FROM events AS e WHERE e.table_id = c.table_id)`},
		{"a guild without a current season, or whose seasons overlap", `
			SELECT guild FROM settlements WHERE guild NOT IN (SELECT guild FROM seasons WHERE ended IS NULL)
			UNION SELECT a.guild FROM seasons AS a JOIN seasons AS b ON b.guild = a.guild AND b.number > a.number
			WHERE a.ended IS NULL OR b.began < a.ended`},
		{"a settlement in another season than its time says", `
			SELECT id FROM settlements AS s WHERE season <> coalesce((
				SELECT number FROM seasons WHERE guild = s.guild AND began <= s.at AND (ended IS NULL OR ended > s.at)), 0)`},
	} {
		lines, err := engine.Lines(ctx, q, c.query)
		if err != nil {
			return found, err
		}
		for _, line := range lines {
			found = append(found, c.what+": "+line)
		}
	}
	if stale, err := isStale(ctx, q); stale || err != nil {
		return found, err
	}
	guilds, err := engine.Collect(ctx, q, engine.ScanOne[string], `
		SELECT guild FROM settlements UNION SELECT guild FROM scopes UNION SELECT guild FROM reigns`)
	if err != nil {
		return found, err
	}
	for i, guild := range guilds {
		tell(engine.CheckingSums, i, len(guilds))
		lines, err := checkGuild(ctx, q, guild)
		if err != nil {
			return found, err
		}
		found = append(found, lines...)
	}
	return found, nil
}

// checkTables compares each row of tables with the event that opened the table.
func checkTables(ctx context.Context, q engine.Querier) (found []string, err error) {
	type row struct {
		guild, channel, parent, system string
		opened                         int64
	}
	err = engine.Each(ctx, q, func(rows *sql.Rows) error {
		var id match.ID
		var have, want row
		var body []byte
		if err := rows.Scan(&id, &have.guild, &have.channel, &have.parent, &have.system, &have.opened, &want.opened, &body); err != nil {
			return err
		}
		var log struct{ Guild, Channel, Parent, System string }
		if json.Unmarshal(body, &log) != nil {
			return nil // checkLogs reports it
		}
		if want.guild, want.channel, want.parent, want.system = log.Guild, log.Channel, log.Parent, log.System; have != want {
			found = append(found, fmt.Sprintf("a table whose row differs from its log: %d", id))
		}
		return nil
	}, `SELECT t.id, t.guild, t.channel, t.parent, t.system, t.opened, e.at, e.body
		FROM tables AS t JOIN events AS e ON e.table_id = t.id AND e.seq = 1 ORDER BY t.id`)
	return found, err
}

// checkGuild compares a guild's stored sums with those computed from its settlements.
func checkGuild(ctx context.Context, q engine.Querier, guild string) (found []string, err error) {
	const ofGuild = ` WHERE scope IN (SELECT id FROM scopes WHERE guild = ?1)`
	for _, c := range []struct{ what, query string }{
		{"sums that are missing, or that should not exist, of a guild, system and period", differing(
			`SELECT guild, system, period, counts FROM scopes WHERE guild = ?1`, wantedScopes, `guild, system, period`)},
		{"wrong sums of a scope and player", differing(
			`SELECT `+standingColumns+` FROM standings`+ofGuild, wantedStandings(), `scope, player`)},
		{"a wrong count of a scope, player and title", differing(
			`SELECT `+titleColumns+` FROM titles`+ofGuild, wantedTitles(), `scope, player, title`)},
	} {
		lines, err := engine.Lines(ctx, q, c.query, guild)
		if err != nil {
			return nil, err
		}
		for _, line := range lines {
			found = append(found, c.what+": "+line)
		}
	}
	lines, err := checkLedger(ctx, q, guild)
	return append(found, lines...), err
}

// checkLedger recomputes a guild's ratings and title runs and compares them with the stored ones.
func checkLedger(ctx context.Context, q engine.Querier, guild string) (found []string, err error) {
	l, runs := standing.NewLedger(), standing.TitleRuns{}
	want := map[standing.RatingChange]bool{}
	for r, err := range ratedRounds(ctx, q, guild) {
		if err != nil {
			return nil, err
		}
		for _, c := range l.Rate(r) {
			want[c] = true
		}
		runs.Take(l.Crown(r))
	}
	wrong := 0
	err = engine.Each(ctx, q, func(rows *sql.Rows) error {
		var c standing.RatingChange
		err := rows.Scan(&c.Settlement, &c.Overall, &c.Player, &c.Before.Mu, &c.Before.Sigma, &c.After.Mu, &c.After.Sigma)
		if !want[c] {
			wrong++
		}
		delete(want, c)
		return err
	}, `SELECT r.settlement, r.overall, r.player, r.mu_before, r.sigma_before, r.mu, r.sigma
		FROM settlements AS s CROSS JOIN ratings AS r ON r.settlement = s.id WHERE s.guild = ?`, guild)
	if err != nil {
		return nil, err
	}
	if wrong+len(want) > 0 {
		found = append(found, fmt.Sprintf("wrong ratings in guild %s: %d don't follow from its rounds, %d are missing", guild, wrong, len(want)))
	}
	wrong = 0
	err = engine.Each(ctx, q, func(rows *sql.Rows) error {
		r, err := scanRun(rows)
		if runs[r.TitleRunKey] != r {
			wrong++
		} else {
			delete(runs, r.TitleRunKey)
		}
		return err
	}, `SELECT `+runColumns+` FROM reigns WHERE guild = ?`, guild)
	if err != nil {
		return nil, err
	}
	if wrong+len(runs) > 0 {
		found = append(found, fmt.Sprintf("wrong title runs in guild %s: %d don't follow from its rounds, %d are missing", guild, wrong, len(runs)))
	}
	return found, nil
}

// differing returns a query for the keys of rows that only one of two queries returns. Both use
// the column names of have.
func differing(have, want, keys string) string {
	columns, _, _ := strings.Cut(strings.TrimPrefix(have, "SELECT "), " FROM ")
	return fmt.Sprintf(`WITH have(%[1]s) AS (%[2]s), want(%[1]s) AS (%[3]s)
		SELECT DISTINCT %[4]s FROM (
			SELECT * FROM (SELECT * FROM have EXCEPT SELECT * FROM want) AS extra
			UNION ALL
			SELECT * FROM (SELECT * FROM want EXCEPT SELECT * FROM have) AS missing) AS different`, columns, have, want, keys)
}
