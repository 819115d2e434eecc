package store

import (
	"context"
	"database/sql"
	"errors"

	"deuces/game"
	"deuces/standing"
	"deuces/store/engine"
)

// ErrNoSeason means that the guild has no season with that number.
var ErrNoSeason = errors.New("no such season")

// HallOfFame returns the best players of a guild's season: by points, by matches won and by rating,
// in each system and in all of them together, and for each title those who held it most often. Only
// rounds that count are included. The error is ErrNoSeason if there is no such season.
func (r *Reader) HallOfFame(ctx context.Context, guild string, season int) (_ standing.HallOfFame, err error) {
	defer engine.Annotate(&err, "season %d of guild %s", season, guild)
	return view(ctx, r, func(tx *sql.Tx) (hall standing.HallOfFame, err error) {
		all, err := engine.Collect(ctx, tx, engine.Fields(seasonFields), `SELECT `+seasonColumns+` FROM seasons WHERE guild = ? AND number = ?`, guild, season)
		if err != nil {
			return hall, err
		}
		if len(all) == 0 {
			return hall, ErrNoSeason
		}
		hall.Season = all[0]
		err = tx.QueryRowContext(ctx, `SELECT
				(SELECT count(*) FROM settlements WHERE guild = ?1 AND season = ?2 AND finished = 0 AND counts <= 1),
				(SELECT count(*) FROM standings AS s JOIN scopes AS c ON c.id = s.scope
					WHERE c.guild = ?1 AND c.system = '' AND c.period = 's' || ?2 AND s.rounds > 0
						AND c.counts = (SELECT max(counts) FROM scopes AS d WHERE d.guild = c.guild AND d.system = '' AND d.period = c.period AND d.counts <= 1))`,
			guild, season).Scan(&hall.Rounds, &hall.Players)
		if err != nil {
			return hall, err
		}
		hall.Honours, err = honours(ctx, tx, guild, season)
		return hall, err
	})
}

func honours(ctx context.Context, tx *sql.Tx, guild string, season int) ([]standing.Honour, error) {
	type scope struct {
		id     int64
		system string
	}
	scopes, err := engine.Collect(ctx, tx, engine.Fields(func(s *scope) []any { return []any{&s.id, &s.system} }), `SELECT id, system FROM scopes AS c WHERE guild = ? AND period = ?
		AND counts = (SELECT max(counts) FROM scopes AS d WHERE d.guild = c.guild AND d.system = c.system AND d.period = c.period AND d.counts <= 1) ORDER BY system`, guild, standing.Season(season))
	if err != nil {
		return nil, err
	}
	var all []standing.Honour
	for _, s := range scopes {
		queries := []standing.Query{{Order: standing.ByPoints}, {Order: standing.ByWins}, {Order: standing.ByRating}}
		if s.system != "" {
			titles, err := engine.Collect(ctx, tx, engine.ScanOne[game.Title], `SELECT DISTINCT title FROM titles WHERE scope = ? ORDER BY title`, s.id)
			if err != nil {
				return nil, err
			}
			for _, t := range titles {
				queries = append(queries, standing.Query{Title: t})
			}
		}
		for _, q := range queries {
			h, err := honour(ctx, tx, s.id, q)
			if err != nil {
				return nil, err
			}
			if h.System = s.system; len(h.Winners) > 0 {
				all = append(all, h)
			}
		}
	}
	return all, nil
}

// honour returns the players who share first place on a board, up to a limit.
func honour(ctx context.Context, tx *sql.Tx, scope int64, q standing.Query) (standing.Honour, error) {
	h := standing.Honour{Order: q.Order, Title: q.Title}
	b, err := boardBy(q)
	if err != nil {
		return h, err
	}
	key := boardArgs(scope, q)
	best := `SELECT max(` + b.by + `)` + b.from()
	var value sql.NullInt64
	if err := tx.QueryRowContext(ctx, best, key...).Scan(&value); err != nil {
		return h, err
	}
	if !value.Valid || q.Order == standing.ByWins && value.Int64 == 0 {
		return h, nil
	}
	err = engine.Each(ctx, tx, func(rows *sql.Rows) error {
		var p standing.Partner
		var mu, sigma sql.NullInt64
		err := rows.Scan(&p.Player, &p.Name, &p.Rounds, &mu, &sigma)
		h.Winners = append(h.Winners, p)
		if h.Value = int(value.Int64); q.Order == standing.ByRating {
			h.Value = shown(mu, sigma)
		}
		return err
	}, `SELECT w.player, `+nameIn(`c.guild`, `w.player`)+`, s.rounds, s.mu, s.sigma
		FROM (SELECT scope, player`+b.from()+` AND `+b.by+` = ? ORDER BY player LIMIT ?) AS w
		JOIN standings AS s ON s.scope = w.scope AND s.player = w.player
		JOIN scopes AS c ON c.id = w.scope ORDER BY w.player`, append(key, value.Int64, standing.WinnersMost)...)
	return h, err
}
