package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"deuces/game"
	"deuces/standing"
	"deuces/store/engine"
)

// Export returns everything that is stored about a person, given their Discord id. known is false
// if nothing is stored, as after Forget.
func (r *Reader) Export(ctx context.Context, discordID string, now time.Time) (d standing.Export, known bool, err error) {
	defer engine.Annotate(&err, "export of person %s", discordID)
	d = standing.Export{Discord: discordID, Made: now.UTC(), Note: standing.ExportNote, Preferences: map[string]string{}, Servers: []standing.ExportServer{}}
	d, err = view(ctx, r, func(tx *sql.Tx) (standing.Export, error) {
		err := tx.QueryRowContext(ctx, `SELECT player, name FROM people WHERE discord = ?`, discordID).Scan(&d.Player, &d.Name)
		if errors.Is(err, sql.ErrNoRows) {
			return d, nil
		}
		if err != nil {
			return d, err
		}
		if d.Preferences, err = engine.Map[string, string](ctx, tx, selectPreferences, d.Player); err != nil {
			return d, err
		}
		if d.Dailies, err = exportDailies(ctx, tx, d.Player); err != nil {
			return d, err
		}
		guilds, err := engine.Collect(ctx, tx, engine.ScanOne[string], `
			SELECT s.guild FROM entries AS e INDEXED BY entries_player CROSS JOIN settlements AS s ON s.id = e.settlement
			WHERE e.player = ?1 UNION SELECT guild FROM nicknames WHERE player = ?1 UNION SELECT guild FROM daily_people WHERE player = ?1 ORDER BY 1`, d.Player)
		for _, guild := range guilds {
			if err != nil {
				break
			}
			var s standing.ExportServer
			s, err = exportOf(ctx, tx, guild, d.Player)
			d.Servers = append(d.Servers, s)
		}
		return d, err
	})
	return d, d.Player != 0, err
}

func exportOf(ctx context.Context, tx *sql.Tx, guild string, p standing.Player) (s standing.ExportServer, err error) {
	s.Guild = guild
	err = tx.QueryRowContext(ctx, `SELECT coalesce((SELECT name FROM nicknames WHERE guild = ?1 AND player = ?2), ''),
		EXISTS (SELECT 1 FROM daily_people WHERE guild = ?1 AND player = ?2)`, guild, p).Scan(&s.Nickname, &s.Daily)
	if err != nil {
		return s, err
	}
	if s.Standings, err = exportStandings(ctx, tx, guild, p); err != nil {
		return s, err
	}
	s.Streaks, err = engine.Collect(ctx, tx, engine.Fields(func(r *standing.ExportStreak) []any {
		return []any{&r.Channel, &r.System, &r.Title, &r.Rounds, asTime(&r.Began), asTime(&r.Last)}
	}), `SELECT channel, system, title, rounds, began_at, last_at FROM reigns WHERE player = ? AND guild = ? ORDER BY began_at, channel, system, title`, p, guild)
	if err != nil {
		return s, err
	}
	s.Rounds, err = engine.Collect(ctx, tx, func(rows *sql.Rows) (r standing.ExportRound, err error) {
		var at int64
		var mu, sigma sql.NullInt64
		err = rows.Scan(&r.Match, &r.Round, &r.Finished, &r.Channel, &r.System, &at, &r.Place, &r.Points, &r.Title, &r.Winner, &r.Left, &r.Finish, &mu, &sigma)
		r.At, r.Rating = moment(at), shown(mu, sigma)
		return r, err
	}, `SELECT s.match, s.round, s.finished, s.channel, s.system, s.at, e.place, e.points, e.title, e.winner, e.left_early, e.finish, r.mu, r.sigma
		FROM entries AS e INDEXED BY entries_player CROSS JOIN settlements AS s ON s.id = e.settlement
		LEFT JOIN ratings AS r ON r.settlement = s.id AND r.overall = 0 AND r.player = e.player
		WHERE e.player = ? AND s.guild = ? ORDER BY s.at, s.match, s.round, s.finished`, p, guild)
	return s, err
}

func exportStandings(ctx context.Context, tx *sql.Tx, guild string, p standing.Player) ([]standing.ExportStanding, error) {
	var scopes []int64
	all, err := engine.Collect(ctx, tx, func(rows *sql.Rows) (s standing.ExportStanding, err error) {
		var scope int64
		var mu, sigma sql.NullInt64
		err = rows.Scan(&scope, &s.System, &s.Period, &s.Counts, &s.Points, &s.Rounds, &s.Matches, &s.Wins, &s.Left, &mu, &sigma)
		s.Rating = shown(mu, sigma)
		scopes = append(scopes, scope)
		return s, err
	}, `SELECT c.id, c.system, c.period, c.counts, s.points, s.rounds, s.matches, s.wins, s.left_early, s.mu, s.sigma
		FROM scopes AS c CROSS JOIN standings AS s ON s.scope = c.id AND s.player = ?
		WHERE c.guild = ? ORDER BY c.system, c.period, c.counts`, p, guild)
	if err != nil {
		return nil, err
	}
	for i, scope := range scopes {
		if all[i].Titles, err = engine.Map[game.Title, int](ctx, tx, `SELECT title, held FROM titles WHERE scope = ? AND player = ?`, scope, p); err != nil {
			return nil, err
		}
	}
	return all, nil
}
