package store

import (
	"context"
	"database/sql"
	"maps"
	"time"

	"deuces/standing"
	"deuces/standing/daily"
	"deuces/store/engine"
)

// JoinDaily stores that a person has asked for the daily deals in a guild, whose boards then list them.
func (s *Store) JoinDaily(ctx context.Context, guild string, p standing.Player) (err error) {
	defer engine.Annotate(&err, "daily deals of player %d in guild %s", p, guild)
	var known bool
	err = s.db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM daily_people WHERE guild = ? AND player = ?)`, guild, p).Scan(&known)
	if err != nil || known {
		return err
	}
	// Another process may delete the person, so this needs a transaction of its own.
	return s.writer.write(ctx, s.shared, func(ctx context.Context, tx *tx) error {
		return tx.Exec(ctx, `INSERT INTO daily_people (guild, player) SELECT ?, player FROM people WHERE player = ? ON CONFLICT DO NOTHING`, guild, p)
	})
}

// DealPoints returns how many people have finished a deal with each number of points.
func (r *Reader) DealPoints(ctx context.Context, day daily.Day, deal int) (_ map[int]int, err error) {
	defer engine.Annotate(&err, "results of day %d", day)
	return engine.Map[int, int](ctx, r.db, `SELECT points, count(*) FROM dailies WHERE day = ? AND deal = ? AND own = 1 GROUP BY points`, day, deal)
}

// DayPoints returns how many people have finished a day with each number of points.
func (r *Reader) DayPoints(ctx context.Context, day daily.Day) (_ map[int]int, err error) {
	defer engine.Annotate(&err, "results of day %d", day)
	return engine.Map[int, int](ctx, r.db, `SELECT CAST(points AS BIGINT), count(*)
		FROM (SELECT sum(points) AS points FROM dailies WHERE day = ? AND own = 1 GROUP BY player HAVING count(*) = 3) AS f GROUP BY points`, day)
}

// DayTotals returns the totals of people of a guild on some days.
func (r *Reader) DayTotals(ctx context.Context, guild string, from, to daily.Day) (_ []daily.Total, err error) {
	defer engine.Annotate(&err, "results of guild %s from day %d to %d", guild, from, to)
	return engine.Collect(ctx, r.db, engine.Fields(func(t *daily.Total) []any { return []any{&t.Day, &t.System, &t.Player, &t.Name, &t.Points} }),
		`SELECT d.day, y.system, d.player, `+nameIn(`?1`, `d.player`)+`, CAST(sum(d.points) AS BIGINT)
		FROM daily_people AS p CROSS JOIN dailies AS d ON d.player = p.player CROSS JOIN days AS y ON y.day = d.day
		WHERE p.guild = ?1 AND d.day BETWEEN ?2 AND ?3 AND d.own = 1 GROUP BY d.day, y.system, d.player HAVING count(*) = 3 ORDER BY d.day, d.player`, guild, from, to)
}

// FinishedDays returns the days that a person has finished, in order.
func (r *Reader) FinishedDays(ctx context.Context, p standing.Player) (_ []daily.Day, err error) {
	defer engine.Annotate(&err, "days of player %d", p)
	return engine.Collect(ctx, r.db, engine.ScanOne[daily.Day], `SELECT day FROM dailies WHERE player = ? AND own = 1 GROUP BY day HAVING count(*) = 3 ORDER BY day`, p)
}

// SaveSeen records that the bot is running. If it wasn't seen for a while before, that was an outage.
func (s *Store) SaveSeen(ctx context.Context, now time.Time) (err error) {
	defer engine.Annotate(&err, "record that the bot is running")
	const unseen = 10 * time.Minute
	return s.writer.write(ctx, s.shared, func(ctx context.Context, tx *tx) error {
		at := now.UnixMilli()
		if err := tx.Exec(ctx, `UPDATE outages SET ended = ? WHERE ended = 0 AND began < ?`, at, at-unseen.Milliseconds()); err != nil {
			return err
		}
		changed, err := tx.Change(ctx, `UPDATE outages SET began = ? WHERE ended = 0`, at)
		if err != nil || changed > 0 {
			return err
		}
		return tx.Exec(ctx, `INSERT INTO outages (began, ended) VALUES (?, 0) ON CONFLICT DO NOTHING`, at)
	})
}

// Outages returns the times in which the bot was away.
func (r *Reader) Outages(ctx context.Context) (_ []daily.Outage, err error) {
	defer engine.Annotate(&err, "read when the bot was away")
	return engine.Collect(ctx, r.db, engine.Fields(func(o *daily.Outage) []any { return []any{asTime(&o.From), asTime(&o.To)} }),
		`SELECT began, ended FROM outages WHERE ended > 0 ORDER BY began`)
}

// ShareDay records that a person has shared the result of a day, and reports whether it is the first time.
func (s *Store) ShareDay(ctx context.Context, day daily.Day, p standing.Player) (first bool, err error) {
	defer engine.Annotate(&err, "share day %d of player %d", day, p)
	return s.onlyOnce(ctx, `INSERT INTO daily_shares (day, player) SELECT ?, player FROM people WHERE player = ? ON CONFLICT DO NOTHING`, day, p)
}

// PostDay records that the best of a day are posted in a guild, and reports whether it is the first time.
func (s *Store) PostDay(ctx context.Context, guild string, day daily.Day) (first bool, err error) {
	defer engine.Annotate(&err, "post day %d in guild %s", day, guild)
	return s.onlyOnce(ctx, `INSERT INTO daily_posts (guild, day) VALUES (?, ?) ON CONFLICT DO NOTHING`, guild, day)
}

// onlyOnce reports whether an INSERT has added a row.
func (s *Store) onlyOnce(ctx context.Context, insert string, args ...any) (first bool, err error) {
	var added int64
	err = s.writer.write(ctx, s.shared, func(ctx context.Context, tx *tx) (err error) {
		added, err = tx.Change(ctx, insert, args...)
		return err
	})
	return err == nil && added > 0, err
}

// DailyChannels returns the channels in which the best of each day are posted, by guild.
func (s *Store) DailyChannels(ctx context.Context) (_ map[string]string, err error) {
	defer engine.Annotate(&err, "channels for the daily deals")
	all, err := engine.Map[string, string](ctx, s.db, `SELECT guild, value FROM settings WHERE key = 'daily' AND guild NOT IN (SELECT guild FROM removed WHERE at <> 0)`)
	maps.DeleteFunc(all, func(guild, _ string) bool { return s.Serves != nil && !s.Serves(guild) })
	return all, err
}

// exportDailies returns the daily deals that a person has begun, for the export.
func exportDailies(ctx context.Context, tx *sql.Tx, p standing.Player) ([]standing.ExportDaily, error) {
	return engine.Collect(ctx, tx, engine.Fields(func(x *standing.ExportDaily) []any {
		return []any{&x.Day, &x.Deal, &x.System, &x.Table, &x.Over, &x.Points, &x.Place, &x.Own}
	}), `SELECT d.day, d.deal, t.system, d.table_id, d.points IS NOT NULL, coalesce(d.points, 0), coalesce(d.place, 0), coalesce(d.own, 0)
		FROM dailies AS d JOIN tables AS t ON t.id = d.table_id WHERE d.player = ? ORDER BY d.day, d.deal`, p)
}
