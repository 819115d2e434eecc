package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"deuces/standing"
)

// Sums: what leaderboards show. A scope is a guild's rounds of one system (or
// all), of one period, among people or with computers; standings and titles hold
// the totals of all its settlements for each player. To settle a part, the queries that
// rebuild and check the totals are run for one settlement instead of all. A new column of a leaderboard is added here.

// The columns of the sums that a settlement moves, and those with the ratings.
const (
	summed          = `scope, player, points, rounds, matches, wins, left_early`
	standingColumns = summed + `, mu, sigma, rating, rate`
	titleColumns    = `scope, player, title, held`
)

// spans are the periods of a settlement s, as scopes name them.
const spans = `('', ` + month + `, 's' || s.season)`

// month is the one of a settlement s, in UTC.
const month = `strftime('%Y-%m', s.at / 1000, 'unixepoch')`

// shares selects the entries of the settlements s that a condition picks, once for
// each scope that they count in.
func shares(of string) string {
	return `
		SELECT c.id AS scope, e.player, e.place, e.points, e.title, e.winner, e.left_early, s.finished
		FROM settlements AS s
		CROSS JOIN scopes AS c ON c.guild = s.guild AND c.system IN ('', s.system) AND c.period IN ` + spans + ` AND c.computers >= s.computers
		CROSS JOIN entries AS e ON e.settlement = s.id
		WHERE ` + of
}

// totals selects the columns of summed from those settlements.
func totals(of string) string {
	return `SELECT scope, player, sum(points), count(*) FILTER (WHERE place > 0), sum(finished), sum(winner), sum(left_early) FROM (` + shares(of) + `) AS x GROUP BY scope, player`
}

// held selects the columns of titles from those settlements.
func held(of string) string {
	return `SELECT scope, player, title, count(*) FROM (` + shares(of+` AND e.title <> ''`) + `) AS x GROUP BY scope, player, title`
}

// rate is the share of matches won.
func rate(matches, wins string) string {
	return fmt.Sprintf(`CASE WHEN %[1]s >= %[3]d THEN CAST(%[2]s AS DOUBLE PRECISION) / %[1]s END`, matches, wins, standing.RateMatches)
}

// sum adds a part to the sums of all scopes that it counts in.
func (t *tx) sum(ctx context.Context, id int64, p part, season int) error {
	if err := t.scopes(ctx, p.head, season); err != nil {
		return err
	}
	// A round changes neither matches nor wins, and a match's end nothing else. Columns
	// that aren't set leave their indexes untouched.
	grow := `points = standings.points + excluded.points, rounds = standings.rounds + excluded.rounds, left_early = standings.left_early + excluded.left_early`
	if p.finished {
		grow = `matches = standings.matches + excluded.matches, wins = standings.wins + excluded.wins, rate = ` + rate(`(standings.matches + excluded.matches)`, `(standings.wins + excluded.wins)`)
	}
	err := t.Exec(ctx, `INSERT INTO standings (`+summed+`) `+totals(`s.id = ?`)+` ON CONFLICT (scope, player) DO UPDATE SET `+grow, id)
	if err != nil || p.finished {
		return err
	}
	return t.Exec(ctx, `INSERT INTO titles (`+titleColumns+`) `+held(`s.id = ?`)+` ON CONFLICT (scope, player, title) DO UPDATE SET held = titles.held + excluded.held`, id)
}

// scopes makes the scopes that a part counts in, where they are not there yet.
func (t *tx) scopes(ctx context.Context, h head, season int) error {
	for _, period := range periods(h.at, season) {
		for _, system := range []string{"", h.system} {
			err := t.Exec(ctx, `INSERT INTO scopes (guild, system, period, computers) VALUES (?, ?, ?, 0) ON CONFLICT DO NOTHING`, h.guild, system, period)
			if err == nil && h.computers {
				err = t.scopeWithComputers(ctx, h.guild, system, period)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// scopeWithComputers makes the scope that rounds with computer players count in
// too. Until now it was the one among people alone, so it begins as that one's copy.
func (t *tx) scopeWithComputers(ctx context.Context, guild, system, period string) error {
	var there bool
	err := t.Get(ctx, `SELECT count(*) FROM scopes WHERE guild = ? AND system = ? AND period = ? AND computers = 1`, []any{guild, system, period}, &there)
	if err != nil || there {
		return err
	}
	for _, query := range []string{
		`INSERT INTO scopes (guild, system, period, computers) VALUES (?, ?, ?, 1)`,
		copying(`standings`, standingColumns),
		copying(`titles`, titleColumns),
	} {
		if err := t.Exec(ctx, query, guild, system, period); err != nil {
			return err
		}
	}
	return nil
}

// copying copies the rows of a scope to the one with computers: columns begin with scope.
func copying(table, columns string) string {
	others := strings.TrimPrefix(columns, `scope, `)
	return `INSERT INTO ` + table + ` (` + columns + `)
		SELECT (SELECT id FROM scopes WHERE guild = ?1 AND system = ?2 AND period = ?3 AND computers = 1), ` + others + ` FROM ` + table + `
		WHERE scope = (SELECT id FROM scopes WHERE guild = ?1 AND system = ?2 AND period = ?3 AND computers = 0)`
}

// periods are those that a moment is in, as scopes name them: what spans is in SQL.
func periods(at int64, season int) []string {
	all := []string{string(standing.AllTime), string(standing.Month(time.UnixMilli(at)))}
	if season > 0 {
		all = append(all, string(standing.Season(season)))
	}
	return all
}

// currentRatings gives a round's ratings to the scopes that it counts in, where
// the sums have rows already. (An UPDATE would go through all of standings.)
const currentRatings = `INSERT INTO standings (` + summed + `, mu, sigma, rating)
	SELECT c.id, r.player, 0, 0, 0, 0, 0, r.mu, r.sigma, r.mu - 3 * r.sigma
	FROM settlements AS s
	CROSS JOIN scopes AS c ON c.guild = s.guild AND c.system IN ('', s.system) AND c.period IN ` + spans + `
	CROSS JOIN ratings AS r ON r.settlement = s.id AND r.overall = CASE WHEN c.system = '' THEN 1 ELSE 0 END
	WHERE s.id = ? ON CONFLICT (scope, player) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, rating = excluded.rating`

// What the sums of a guild (?1) must be, from its settlements and ratings.

// wantedScopes has the columns of scopes without the id.
const wantedScopes = `
		SELECT s.guild, CASE y.column1 WHEN 0 THEN '' ELSE s.system END AS system,
			CASE p.column1 WHEN 0 THEN '' WHEN 1 THEN ` + month + ` ELSE 's' || s.season END AS period, k.column1 * s.computers AS computers
		FROM settlements AS s CROSS JOIN (VALUES (0), (1)) AS y CROSS JOIN (VALUES (0), (1), (2)) AS p CROSS JOIN (VALUES (0), (1)) AS k
		WHERE s.guild = ?1 AND (p.column1 < 2 OR s.season > 0)
		GROUP BY 1, 2, 3, 4`

// wantedTitles has the columns of titles.
func wantedTitles() string { return held(`s.guild = ?1`) }

// wantedStandings has the columns of standings.
func wantedStandings() string {
	return `
		WITH latest AS (
			SELECT c.id AS scope, r.player, r.mu, r.sigma, row_number() OVER (
				PARTITION BY c.id, r.player ORDER BY s.at DESC, s.match DESC, s.round DESC) AS n
			FROM settlements AS s
			CROSS JOIN scopes AS c ON c.guild = s.guild AND c.system IN ('', s.system) AND c.period IN ` + spans + `
			CROSS JOIN ratings AS r ON r.settlement = s.id AND r.overall = CASE WHEN c.system = '' THEN 1 ELSE 0 END
			WHERE s.guild = ?1
		),
		total (` + summed + `) AS (` + totals(`s.guild = ?1`) + `)
		SELECT t.scope, t.player, t.points, t.rounds, t.matches, t.wins, t.left_early, l.mu, l.sigma, l.mu - 3 * l.sigma, ` + rate(`t.matches`, `t.wins`) + `
		FROM total AS t LEFT JOIN latest AS l ON l.scope = t.scope AND l.player = t.player AND l.n = 1`
}
