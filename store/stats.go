package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"deuces/standing"
	"deuces/store/engine"
)

// Stats returns a player's statistics in a guild or, without streaks and ratings, in all. It reads all of their
// rounds.
func (r *Reader) Stats(ctx context.Context, q standing.StatsQuery) (_ standing.Stats, err error) {
	defer engine.Annotate(&err, "statistics of player %d in guild %s", q.Player, q.Guild)
	return view(ctx, r, func(tx *sql.Tx) (found standing.Stats, err error) {
		for _, part := range []func(context.Context, *sql.Tx, standing.StatsQuery, *standing.Stats) error{
			statsOfRounds, statsOfPartners, statsOfStreaks, statsOfRatings,
		} {
			if err := part(ctx, tx, q, &found); err != nil {
				return found, err
			}
		}
		return found, nil
	})
}

// ofPlayer selects the settlements s and entries e of a player. Its arguments are statsArgs.
const ofPlayer = ` FROM entries AS e INDEXED BY entries_player
	CROSS JOIN settlements AS s ON s.id = e.settlement
	WHERE e.player = ?1 AND (?2 = '' OR s.guild = ?2) AND (?3 = '' OR s.system = ?3)`

func statsArgs(q standing.StatsQuery) []any {
	return []any{q.Player, q.Guild, q.System}
}

func statsOfRounds(ctx context.Context, tx *sql.Tx, q standing.StatsQuery, found *standing.Stats) error {
	tally := standing.NewTally(q.Player)
	err := engine.Each(ctx, tx, func(rows *sql.Rows) error {
		var e standing.Entry
		var finished bool
		err := rows.Scan(&finished, &e.Place, &e.Points, &e.Title, &e.Winner, &e.Left)
		if finished {
			tally.Match(e.Winner)
		} else {
			tally.Round(e)
		}
		return err
	}, `SELECT s.finished, e.place, e.points, e.title, e.winner, e.left_early`+ofPlayer, statsArgs(q)...)
	if err != nil {
		return err
	}
	*found = tally.Stats()
	return tx.QueryRowContext(ctx, `SELECT `+nameIn(`?1`, `?2`), q.Guild, q.Player).Scan(&found.Name)
}

func statsOfPartners(ctx context.Context, tx *sql.Tx, q standing.StatsQuery, found *standing.Stats) (err error) {
	found.With, err = engine.Collect(ctx, tx, engine.Fields(func(p *standing.Partner) []any { return []any{&p.Player, &p.Name, &p.Rounds, &p.Ahead, &p.Behind} }), `SELECT w.player, `+nameIn(`?2`, `w.player`)+`, w.rounds, w.ahead, w.behind FROM (
			SELECT o.player, count(*) AS rounds, count(*) FILTER (WHERE o.place > mine.place) AS ahead, count(*) FILTER (WHERE o.place < mine.place) AS behind
			FROM (SELECT s.id, e.place`+ofPlayer+` AND s.finished = 0 AND e.place > 0) AS mine
			CROSS JOIN entries AS o ON o.settlement = mine.id AND o.player <> ?1 AND o.place > 0
			GROUP BY o.player ORDER BY 2 DESC, 1 LIMIT ?4) AS w
		ORDER BY w.rounds DESC, w.player`, append(statsArgs(q), standing.PartnersMost)...)
	return err
}

func statsOfStreaks(ctx context.Context, tx *sql.Tx, q standing.StatsQuery, found *standing.Stats) error {
	longest, err := selectStreaks(ctx, tx, `INDEXED BY reigns_player`, `r.player = ? AND r.guild = ? AND r.channel = '' AND (? = '' OR r.system = ?)
		ORDER BY r.rounds DESC, r.last_at DESC, r.system, r.title LIMIT 1`, q.Player, q.Guild, q.System, q.System)
	if len(longest) > 0 {
		found.Longest = longest[0]
	}
	return err
}

func statsOfRatings(ctx context.Context, tx *sql.Tx, q standing.StatsQuery, found *standing.Stats) error {
	points, err := engine.Collect(ctx, tx, func(rows *sql.Rows) (p standing.RatingPoint, err error) {
		var at int64
		var mu, sigma sql.NullInt64
		err = rows.Scan(&at, &mu, &sigma)
		p.At, p.Rating = moment(at), shown(mu, sigma)
		return p, err
	}, `SELECT s.at, r.mu, r.sigma FROM entries AS e INDEXED BY entries_player
		CROSS JOIN settlements AS s ON s.id = e.settlement
		CROSS JOIN ratings AS r ON r.settlement = s.id AND r.overall = CASE WHEN ?3 = '' THEN 1 ELSE 0 END AND r.player = e.player
		WHERE e.player = ?1 AND s.guild = ?2 AND (?3 = '' OR s.system = ?3) AND s.finished = 0
		ORDER BY s.at, s.match, s.round`, q.Player, q.Guild, q.System)
	if err != nil || len(points) == 0 {
		return err
	}
	for i := range points {
		points[i].Round = i + 1
	}
	found.Rating = points[len(points)-1].Rating
	found.Ratings = standing.Thin(points, standing.RatingPoints)
	return nil
}

// Matches returns a page of a guild's finished matches, newest first.
func (r *Reader) Matches(ctx context.Context, q standing.MatchQuery) (_ standing.MatchPage, err error) {
	defer engine.Annotate(&err, "history of guild %s", q.Guild)
	if q.Limit < 0 || q.Offset < 0 {
		return standing.MatchPage{}, fmt.Errorf("invalid page of a history: offset %d, limit %d", q.Offset, q.Limit)
	}
	// The system is that of the rounds: a table keeps the one it was opened with.
	const which = ` FROM tables AS t WHERE t.guild = ?1 AND t.ended IS NOT NULL AND (?6 = 1 OR t.channel IN (SELECT value FROM json_each(?2) AS c) OR t.parent = nullif(?5, ''))
		AND EXISTS (SELECT 1 FROM settlements AS s WHERE s.match = t.id AND s.finished = 1)
		AND EXISTS (SELECT 1 FROM settlements AS s WHERE s.match = t.id AND s.finished = 0 AND (?3 = '' OR s.system = ?3)
			AND (?4 = 0 OR EXISTS (SELECT 1 FROM entries AS e WHERE e.settlement = s.id AND e.player = ?4)))`
	channels, err := json.Marshal(q.Channels)
	if err != nil {
		return standing.MatchPage{}, fmt.Errorf("channels of a history: %w", err)
	}
	args := []any{q.Guild, string(channels), q.System, q.Player, q.Parent, q.Channels == nil}
	return view(ctx, r, func(tx *sql.Tx) (page standing.MatchPage, err error) {
		if err := tx.QueryRowContext(ctx, `SELECT count(*)`+which, args...).Scan(&page.Total); err != nil {
			return page, err
		}
		page.Matches, err = engine.Collect(ctx, tx, engine.Fields(func(m *standing.Summary) []any {
			return []any{&m.Match, &m.Channel, &m.System, asTime(&m.Opened), asTime(&m.Ended), &m.Rounds}
		}), `SELECT t.id, t.channel, (SELECT s.system FROM settlements AS s WHERE s.match = t.id LIMIT 1), t.opened, t.ended,
			(SELECT s.round FROM settlements AS s WHERE s.match = t.id AND s.finished = 1)`+which+` ORDER BY t.id DESC LIMIT ?7 OFFSET ?8`, append(args, q.Limit, q.Offset)...)
		for i := range page.Matches {
			if err == nil {
				err = addPlayers(ctx, tx, &page.Matches[i])
			}
		}
		return page, err
	})
}

func addPlayers(ctx context.Context, tx *sql.Tx, m *standing.Summary) error {
	var account standing.Account
	err := engine.Each(ctx, tx, func(rows *sql.Rows) error {
		var finished, bots bool
		var e standing.Entry
		var name string
		if err := rows.Scan(&finished, &bots, &e.Player, &name, &e.Place, &e.Points, &e.Title, &e.Winner, &e.Left); err != nil {
			return err
		}
		if finished {
			account.Match(e.Player, name, e.Winner)
			return nil
		}
		m.Computers = m.Computers || bots
		account.Round(e, name)
		return nil
	}, `SELECT s.finished, s.bots > 0, e.player, `+nameIn(`s.guild`, `e.player`)+`, e.place, e.points, e.title, e.winner, e.left_early
		FROM settlements AS s CROSS JOIN entries AS e ON e.settlement = s.id
		WHERE s.match = ? AND s.round <= ? ORDER BY s.round, s.finished`, m.Match, m.Rounds)
	m.Players = account.Parts()
	return err
}
