package store

import (
	"context"
	"strconv"
	"strings"
	"time"

	"deuces/standing"
	"deuces/store/engine"
)

// The sums are what leaderboards show. A scope selects settlements of a guild: those of one system or
// of all, of one period or of all time, and of one set of rounds (standing.Rounds). The tables
// standings and titles hold the totals of each scope by player. A new settlement is added with the
// same queries that rebuild and check the totals, restricted to that settlement. A new column of a
// leaderboard is added in this file.

// The columns of standings and titles. Ratings change mu, sigma and rating; a settlement changes the
// other columns.
const (
	summed          = `scope, player, points, rounds, matches, wins, left_early`
	standingColumns = summed + `, mu, sigma, rating`
	titleColumns    = `scope, player, title, held`
)

// spans is the SQL list of the periods that a settlement s belongs to.
const spans = `('', ` + month + `, 's' || s.season)`

// month is the SQL expression for the month of a settlement s, in UTC.
const month = `strftime('%Y-%m', s.at / 1000, 'unixepoch')`

// entriesByScope returns a query for the entries of the settlements that match a condition on s. It returns
// each entry once per scope.
func entriesByScope(of string) string {
	return `
		SELECT c.id AS scope, e.player, e.place, e.points, e.title, e.winner, e.left_early, s.finished
		FROM settlements AS s
		CROSS JOIN scopes AS c ON c.guild = s.guild AND c.system IN ('', s.system) AND c.period IN ` + spans + ` AND c.counts >= s.counts
		CROSS JOIN entries AS e ON e.settlement = s.id
		WHERE ` + of
}

// totals returns a query for the columns of summed over the settlements that match a condition.
func totals(of string) string {
	return `SELECT scope, player, sum(points), count(*) FILTER (WHERE place > 0), sum(finished), sum(winner), sum(left_early) FROM (` + entriesByScope(of) + `) AS x GROUP BY scope, player`
}

// titleCounts returns a query for the columns of titles over the settlements that match a condition.
func titleCounts(of string) string {
	return `SELECT scope, player, title, count(*) FROM (` + entriesByScope(of+` AND e.title <> ''`) + `) AS x GROUP BY scope, player, title`
}

func (t *tx) sum(ctx context.Context, id int64, p settlementRow, season int) error {
	if err := t.scopes(ctx, p.settlementKey, season); err != nil {
		return err
	}
	// A round doesn't change matches and wins; the end of a match changes nothing else. Leaving
	// columns out keeps their indexes untouched.
	grow := `points = standings.points + excluded.points, rounds = standings.rounds + excluded.rounds, left_early = standings.left_early + excluded.left_early`
	if p.finished {
		grow = `matches = standings.matches + excluded.matches, wins = standings.wins + excluded.wins`
	}
	err := t.Exec(ctx, `INSERT INTO standings (`+summed+`) `+totals(`s.id = ?`)+` ON CONFLICT (scope, player) DO UPDATE SET `+grow, id)
	if err != nil || p.finished {
		return err
	}
	return t.Exec(ctx, `INSERT INTO titles (`+titleColumns+`) `+titleCounts(`s.id = ?`)+` ON CONFLICT (scope, player, title) DO UPDATE SET held = titles.held + excluded.held`, id)
}

// scopes creates the missing scopes of a settlement row.
func (t *tx) scopes(ctx context.Context, h settlementKey, season int) error {
	for _, period := range periods(h.at, season) {
		for _, system := range []string{"", h.system} {
			err := t.Exec(ctx, `INSERT INTO scopes (guild, system, period, counts) VALUES (?, ?, ?, 0) ON CONFLICT DO NOTHING`, h.guild, system, period)
			if err == nil && h.counts > standing.AmongPeople {
				err = t.scopeOf(ctx, h.counts, h.guild, system, period)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// scopeOf creates a scope if there is none yet. Until now every settlement in it also belonged to the
// scope with the next smaller set of rounds, so the new scope starts with a copy of that one's sums.
func (t *tx) scopeOf(ctx context.Context, counts standing.Rounds, guild, system, period string) error {
	made, err := t.Change(ctx, `INSERT INTO scopes (guild, system, period, counts) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`, guild, system, period, counts)
	if err != nil || made == 0 {
		return err
	}
	return t.ExecAll(ctx, []string{copying(`standings`, standingColumns), copying(`titles`, titleColumns)}, guild, system, period, counts)
}

// copying returns the statement that copies a table's rows of the scope with the next smaller set of
// rounds to a new scope. columns must begin with scope.
func copying(table, columns string) string {
	others := strings.TrimPrefix(columns, `scope, `)
	return `INSERT INTO ` + table + ` (` + columns + `)
		SELECT (SELECT id FROM scopes WHERE guild = ?1 AND system = ?2 AND period = ?3 AND counts = ?4), ` + others + ` FROM ` + table + `
		WHERE scope = (SELECT id FROM scopes WHERE guild = ?1 AND system = ?2 AND period = ?3 AND counts < ?4 ORDER BY counts DESC LIMIT 1)`
}

// periods returns the periods that contain a time. It is the Go equivalent of spans.
func periods(at int64, season int) []string {
	all := []string{string(standing.AllTime), string(standing.Month(time.UnixMilli(at)))}
	if season > 0 {
		all = append(all, string(standing.Season(season)))
	}
	return all
}

// currentRatings stores a round's ratings in the sums of its scopes. It uses an upsert because
// UPDATE would scan all of standings.
const currentRatings = `INSERT INTO standings (` + summed + `, mu, sigma, rating)
	SELECT c.id, r.player, 0, 0, 0, 0, 0, r.mu, r.sigma, r.mu - 3 * r.sigma
	FROM settlements AS s
	CROSS JOIN scopes AS c ON c.guild = s.guild AND c.system IN ('', s.system) AND c.period IN ` + spans + ` AND c.counts >= s.counts
	CROSS JOIN ratings AS r ON r.settlement = s.id AND r.overall = CASE WHEN c.system = '' THEN 1 ELSE 0 END
	WHERE s.id = ? ON CONFLICT (scope, player) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, rating = excluded.rating`

// The following queries compute the sums of a guild (?1) from its settlements and ratings.

// wantedScopes selects the columns of scopes without the id.
const wantedScopes = `
		SELECT s.guild, CASE y.column1 WHEN 0 THEN '' ELSE s.system END AS system,
			CASE p.column1 WHEN 0 THEN '' WHEN 1 THEN ` + month + ` ELSE 's' || s.season END AS period, k.column1 * s.counts AS counts
		FROM settlements AS s CROSS JOIN (VALUES (0), (1)) AS y CROSS JOIN (VALUES (0), (1), (2)) AS p CROSS JOIN (VALUES (0), (1)) AS k
		WHERE s.guild = ?1 AND (p.column1 < 2 OR s.season > 0)
		GROUP BY 1, 2, 3, 4`

func wantedTitles() string { return titleCounts(`s.guild = ?1`) }

func wantedStandings() string {
	return `
		WITH latest AS (
			SELECT c.id AS scope, r.player, r.mu, r.sigma, row_number() OVER (
				PARTITION BY c.id, r.player ORDER BY s.at DESC, s.match DESC, s.round DESC) AS n
			FROM settlements AS s
			CROSS JOIN scopes AS c ON c.guild = s.guild AND c.system IN ('', s.system) AND c.period IN ` + spans + ` AND c.counts >= s.counts
			CROSS JOIN ratings AS r ON r.settlement = s.id AND r.overall = CASE WHEN c.system = '' THEN 1 ELSE 0 END
			WHERE s.guild = ?1
		),
		total (` + summed + `) AS (` + totals(`s.guild = ?1`) + `)
		SELECT t.scope, t.player, t.points, t.rounds, t.matches, t.wins, t.left_early, l.mu, l.sigma, l.mu - 3 * l.sigma
		FROM total AS t LEFT JOIN latest AS l ON l.scope = t.scope AND l.player = t.player AND l.n = 1`
}

// derivation is the version of the rules by which settlements, sums, ratings and title runs are derived
// from the logs. It must grow with every change that gives other results.
const derivation = 1

func isStale(ctx context.Context, q engine.Querier) (stale bool, err error) {
	found, err := engine.Collect(ctx, q, engine.ScanOne[bool], `SELECT coalesce((SELECT version FROM derived), 0) <> `+strconv.Itoa(derivation)+` AND EXISTS (SELECT 1 FROM events)`)
	return len(found) == 1 && found[0], err
}
