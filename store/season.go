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

// Seasons of a guild. The first begins with the first round; one is on from then.
// It ends by its plan when a round is settled after it was due, or when RollSeasons
// finds it, or by hand. Which season a round counts in follows from its time alone,
// so that it is the same when it is settled again. A season in which nothing was
// settled does not end: it moves on to when something is.

// season returns the number of the season in which a guild's round counts, by the time
// it ended; 0 if that is between two seasons.
func (t *tx) season(ctx context.Context, guild string, at int64) (number int, err error) {
	on, err := t.openSeason(ctx, guild)
	if errors.Is(err, sql.ErrNoRows) {
		on, err = t.newSeason(ctx, guild, at)
	}
	if err == nil && on.due.Valid && at >= on.due.Int64 {
		on, err = t.roll(ctx, guild, on, at)
	}
	if err != nil || at >= on.began {
		return on.number, err
	}
	return t.seasonAt(ctx, guild, at)
}

// seasonAt is season where nothing is to begin or end.
func (t *tx) seasonAt(ctx context.Context, guild string, at int64) (number int, err error) {
	err = t.Get(ctx, `SELECT number FROM seasons WHERE guild = ? AND began <= ? AND (ended IS NULL OR ended > ?)`, []any{guild, at, at}, &number)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return number, err
}

// seasonAgain is season for what was settled before: seasons are neither begun by
// it nor ended, but for the first.
func (t *tx) seasonAgain(ctx context.Context, guild string, at int64) (number int, err error) {
	_, err = t.openSeason(ctx, guild)
	if errors.Is(err, sql.ErrNoRows) {
		_, err = t.newSeason(ctx, guild, at)
	}
	if err != nil {
		return 0, err
	}
	return t.seasonAt(ctx, guild, at)
}

// onNow is the season that is on.
type onNow struct {
	number int
	plan   standing.Plan
	began  int64
	due    sql.NullInt64
}

func (t *tx) openSeason(ctx context.Context, guild string) (on onNow, err error) {
	err = t.Get(ctx, `SELECT number, plan, began, due FROM seasons WHERE guild = ? AND ended IS NULL`, []any{guild}, &on.number, &on.plan, &on.began, &on.due)
	return on, err
}

// newSeason begins a season where none is on: the first one.
func (t *tx) newSeason(ctx context.Context, guild string, at int64) (on onNow, err error) {
	on.plan = standing.ByHand
	err = t.Get(ctx, `SELECT value FROM settings WHERE guild = ? AND key = 'season'`, []any{guild}, &on.plan)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return on, err
	}
	err = t.Get(ctx, `SELECT coalesce(max(number), 0) + 1, coalesce(max(ended), 0) FROM seasons WHERE guild = ?`, []any{guild}, &on.number, &on.began)
	if err != nil {
		return on, err
	}
	on.due = due(on.plan, at)
	return on, t.begin(ctx, guild, on)
}

func (t *tx) begin(ctx context.Context, guild string, on onNow) error {
	return t.Exec(ctx, `INSERT INTO seasons (guild, number, plan, began, due) VALUES (?, ?, ?, ?, ?)`, guild, on.number, on.plan, on.began, on.due)
}

// due is when the season that is on at a time will end.
func due(p standing.Plan, at int64) sql.NullInt64 {
	end := p.Due(time.UnixMilli(at))
	return sql.NullInt64{Int64: end.UnixMilli(), Valid: !end.IsZero()}
}

// roll ends the season that is on where it is due at a time, and begins the one
// that this time is in.
func (t *tx) roll(ctx context.Context, guild string, on onNow, at int64) (onNow, error) {
	next := onNow{number: on.number, plan: on.plan, began: on.plan.Start(time.UnixMilli(at)).UnixMilli(), due: due(on.plan, at)}
	last, err := t.lastRound(ctx, guild)
	if err != nil {
		return on, err
	}
	if last < on.began { // nothing was settled in it
		return next, t.Exec(ctx, `UPDATE seasons SET began = ?, due = ? WHERE guild = ? AND number = ?`, next.began, next.due, guild, on.number)
	}
	if err := t.Exec(ctx, `UPDATE seasons SET ended = due WHERE guild = ? AND number = ?`, guild, on.number); err != nil {
		return on, err
	}
	next.number++
	return next, t.begin(ctx, guild, next)
}

// lastRound returns when something was settled last in a guild, -1 for never.
func (t *tx) lastRound(ctx context.Context, guild string) (at int64, err error) {
	err = t.Get(ctx, `SELECT coalesce(max(at), -1) FROM settlements WHERE guild = ?`, []any{guild}, &at)
	return at, err
}

// replan gives the season that is on another plan. Whatever has been settled in
// it stays in it.
func (t *tx) replan(ctx context.Context, guild string, plan standing.Plan, now int64) error {
	last, err := t.lastRound(ctx, guild)
	if err != nil {
		return err
	}
	return t.Exec(ctx, `UPDATE seasons SET plan = ?, due = ? WHERE guild = ? AND ended IS NULL`, plan, due(plan, max(now, last)), guild)
}

// CloseSeason ends a guild's season now, whatever its plan, and returns it. An
// *game.Illegal says that nothing was played in it.
func (s *Store) CloseSeason(ctx context.Context, guild string, now time.Time) (closed standing.SeasonInfo, err error) {
	defer engine.Annotate(&err, "close the season of guild %s", guild)
	err = s.write(ctx, ofGuild(guild), func(ctx context.Context, tx *tx) error {
		on, err := tx.openSeason(ctx, guild)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		last, lastErr := tx.lastRound(ctx, guild)
		if lastErr != nil {
			return lastErr
		}
		if err != nil || last < on.began {
			return game.Refuse("Nothing has been played this season yet.")
		}
		// Whatever has been settled in the season stays in it.
		end := max(now.UnixMilli(), last+1)
		if err := tx.Exec(ctx, `UPDATE seasons SET ended = ?, told = 1 WHERE guild = ? AND number = ?`, end, guild, on.number); err != nil {
			return err
		}
		closed = standing.SeasonInfo{Number: on.number, Plan: on.plan, Ended: moment(end)}
		if on.began > 0 {
			closed.Began = moment(on.began)
		}
		if on.due.Valid {
			closed.Due = moment(on.due.Int64)
		}
		return tx.begin(ctx, guild, onNow{number: on.number + 1, plan: on.plan, began: end, due: due(on.plan, end)})
	})
	return closed, err
}

// RollSeasons ends the seasons that are due by their plan, and returns all that
// have ended so and of which SeasonTold has not said that their guild knows, the
// oldest first.
func (s *Store) RollSeasons(ctx context.Context, now time.Time) (closed []standing.Closed, err error) {
	defer engine.Annotate(&err, "roll seasons")
	due, err := engine.Collect(ctx, s.db, engine.ScanOne[string], `SELECT guild FROM seasons WHERE ended IS NULL AND due <= ?`, now.UnixMilli())
	for _, guild := range ours(s, due, func(guild string) string { return guild }) {
		if err != nil {
			break
		}
		err = s.write(ctx, ofGuild(guild), func(ctx context.Context, tx *tx) error {
			on, err := tx.openSeason(ctx, guild)
			if err == nil && on.due.Valid && now.UnixMilli() >= on.due.Int64 {
				_, err = tx.roll(ctx, guild, on, now.UnixMilli())
			}
			return err
		})
	}
	if err == nil {
		closed, err = s.untold(ctx)
	}
	return ours(s, closed, func(c standing.Closed) string { return c.Guild }), err
}

// untold reads which seasons have ended without their guild knowing. A guild that
// the bot was removed from can't be told.
func (r *Reader) untold(ctx context.Context) ([]standing.Closed, error) {
	return engine.Collect(ctx, r.db, engine.Fields(func(c *standing.Closed) []any {
		return append(seasonFields(&c.Season), &c.Guild, &c.Channel)
	}), `SELECT `+seasonColumns+`, guild, coalesce((
			SELECT channel FROM settlements AS s WHERE s.guild = seasons.guild AND s.at < seasons.ended ORDER BY s.at DESC LIMIT 1), '')
		FROM seasons WHERE ended IS NOT NULL AND told = 0 AND guild NOT IN (SELECT guild FROM removed WHERE at <> 0) ORDER BY ended, guild`)
}

// SeasonTold notes that a guild knows of the end of a season.
func (s *Store) SeasonTold(ctx context.Context, guild string, season int) (err error) {
	defer engine.Annotate(&err, "season %d of guild %s is told", season, guild)
	return s.exec(ctx, ofGuild(guild), `UPDATE seasons SET told = 1 WHERE guild = ? AND number = ?`, guild, season)
}

// Seasons returns a guild's seasons, the oldest first. The last one is on; there
// is none where nothing was settled yet.
func (r *Reader) Seasons(ctx context.Context, guild string) (_ []standing.SeasonInfo, err error) {
	defer engine.Annotate(&err, "seasons of guild %s", guild)
	return engine.Collect(ctx, r.db, engine.Fields(seasonFields), `SELECT `+seasonColumns+` FROM seasons WHERE guild = ? ORDER BY number`, guild)
}

// seasonColumns are those of seasons that seasonFields scans.
const seasonColumns = `number, plan, CASE WHEN began > 0 THEN began END, ended, due`

func seasonFields(s *standing.SeasonInfo) []any {
	return []any{&s.Number, &s.Plan, asTime(&s.Began), asTime(&s.Ended), asTime(&s.Due)}
}
