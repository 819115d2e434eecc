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

// Seasons of a guild. The first begins with the first round, and from then on there is always a
// current season. An admin can end it at any time. Otherwise it ends when it is due by its plan and
// the next round is settled or RollSeasons runs. The season of a round depends only on its time, so
// settling it again gives the same season. If nothing was settled in a season, it doesn't end; its
// dates are moved instead.

// season returns the number of the season to which a guild's round belongs, given the time at which
// the round ended. The number is 0 if that time lies between two seasons. season starts or ends
// seasons if necessary.
func (t *tx) season(ctx context.Context, guild string, at int64) (number int, err error) {
	on, err := t.openSeason(ctx, guild)
	if errors.Is(err, sql.ErrNoRows) {
		on, err = t.newSeason(ctx, guild, at)
	}
	if err == nil && on.due.Valid && at >= on.due.Int64 {
		on, err = t.rollSeason(ctx, guild, on, at)
	}
	if err != nil || at >= on.began {
		return on.number, err
	}
	return t.seasonAt(ctx, guild, at)
}

// seasonAt is like season but never starts or ends one.
func (t *tx) seasonAt(ctx context.Context, guild string, at int64) (number int, err error) {
	err = t.Get(ctx, `SELECT number FROM seasons WHERE guild = ? AND began <= ? AND (ended IS NULL OR ended > ?)`, []any{guild, at, at}, &number)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return number, err
}

// existingSeason is like season for rounds that were settled before: it starts or ends no
// season except the first.
func (t *tx) existingSeason(ctx context.Context, guild string, at int64) (number int, err error) {
	_, err = t.openSeason(ctx, guild)
	if errors.Is(err, sql.ErrNoRows) {
		_, err = t.newSeason(ctx, guild, at)
	}
	if err != nil {
		return 0, err
	}
	return t.seasonAt(ctx, guild, at)
}

// currentSeason is the season that hasn't ended.
type currentSeason struct {
	number int
	plan   standing.Plan
	began  int64
	due    sql.NullInt64
}

func (t *tx) openSeason(ctx context.Context, guild string) (on currentSeason, err error) {
	err = t.Get(ctx, `SELECT number, plan, began, due FROM seasons WHERE guild = ? AND ended IS NULL`, []any{guild}, &on.number, &on.plan, &on.began, &on.due)
	return on, err
}

// newSeason starts a guild's first season.
func (t *tx) newSeason(ctx context.Context, guild string, at int64) (on currentSeason, err error) {
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
	return on, t.insertSeason(ctx, guild, on)
}

func (t *tx) insertSeason(ctx context.Context, guild string, on currentSeason) error {
	return t.Exec(ctx, `INSERT INTO seasons (guild, number, plan, began, due) VALUES (?, ?, ?, ?, ?)`, guild, on.number, on.plan, on.began, on.due)
}

// due returns when the season that contains a time will end.
func due(p standing.Plan, at int64) sql.NullInt64 {
	end := p.Due(time.UnixMilli(at))
	return sql.NullInt64{Int64: end.UnixMilli(), Valid: !end.IsZero()}
}

// rollSeason ends the current season if it is due, and starts the season that contains at.
func (t *tx) rollSeason(ctx context.Context, guild string, on currentSeason, at int64) (currentSeason, error) {
	next := currentSeason{number: on.number, plan: on.plan, began: on.plan.Start(time.UnixMilli(at)).UnixMilli(), due: due(on.plan, at)}
	last, err := t.lastRound(ctx, guild)
	if err != nil {
		return on, err
	}
	if last < on.began { // nothing was settled in this season
		return next, t.Exec(ctx, `UPDATE seasons SET began = ?, due = ? WHERE guild = ? AND number = ?`, next.began, next.due, guild, on.number)
	}
	if err := t.Exec(ctx, `UPDATE seasons SET ended = due WHERE guild = ? AND number = ?`, guild, on.number); err != nil {
		return on, err
	}
	next.number++
	return next, t.insertSeason(ctx, guild, next)
}

// lastRound returns when a guild's last settlement was made, or -1 if there is none.
func (t *tx) lastRound(ctx context.Context, guild string) (at int64, err error) {
	err = t.Get(ctx, `SELECT coalesce(max(at), -1) FROM settlements WHERE guild = ?`, []any{guild}, &at)
	return at, err
}

// changePlan changes the plan of the current season. What was settled in it stays in it.
func (t *tx) changePlan(ctx context.Context, guild string, plan standing.Plan, now int64) error {
	last, err := t.lastRound(ctx, guild)
	if err != nil {
		return err
	}
	return t.Exec(ctx, `UPDATE seasons SET plan = ?, due = ? WHERE guild = ? AND ended IS NULL`, plan, due(plan, max(now, last)), guild)
}

// CloseSeason ends a guild's current season now, regardless of its plan, and returns it. If
// nothing was played in it, the error is a *game.Illegal.
func (s *Store) CloseSeason(ctx context.Context, guild string, now time.Time) (closed standing.SeasonInfo, err error) {
	defer engine.Annotate(&err, "close the season of guild %s", guild)
	err = s.writeGuild(ctx, guild, func(ctx context.Context, tx *tx) error {
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
		// What was settled in the season stays in it.
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
		return tx.insertSeason(ctx, guild, currentSeason{number: on.number + 1, plan: on.plan, began: end, due: due(on.plan, end)})
	})
	return closed, err
}

// RollSeasons ends the seasons that are due. It returns all seasons that ended this way and for
// which SeasonTold hasn't been called, oldest first.
func (s *Store) RollSeasons(ctx context.Context, now time.Time) (closed []standing.Closed, err error) {
	defer engine.Annotate(&err, "roll seasons")
	due, err := engine.Collect(ctx, s.db, engine.ScanOne[string], `SELECT guild FROM seasons WHERE ended IS NULL AND due <= ?`, now.UnixMilli())
	for _, guild := range ours(s, due, func(guild string) string { return guild }) {
		if err != nil {
			break
		}
		err = s.writeGuild(ctx, guild, func(ctx context.Context, tx *tx) error {
			on, err := tx.openSeason(ctx, guild)
			if err == nil && on.due.Valid && now.UnixMilli() >= on.due.Int64 {
				_, err = tx.rollSeason(ctx, guild, on, now.UnixMilli())
			}
			return err
		})
	}
	if err == nil {
		closed, err = s.unannounced(ctx)
	}
	return ours(s, closed, func(c standing.Closed) string { return c.Guild }), err
}

// unannounced returns the ended seasons that haven't been announced, except in guilds that removed
// the bot.
func (r *Reader) unannounced(ctx context.Context) ([]standing.Closed, error) {
	return engine.Collect(ctx, r.db, engine.Fields(func(c *standing.Closed) []any {
		return append(seasonFields(&c.Season), &c.Guild, &c.Channel)
	}), `SELECT `+seasonColumns+`, guild, coalesce((
			SELECT channel FROM settlements AS s WHERE s.guild = seasons.guild AND s.at < seasons.ended ORDER BY s.at DESC LIMIT 1), '')
		FROM seasons WHERE ended IS NOT NULL AND told = 0 AND guild NOT IN (SELECT guild FROM removed WHERE at <> 0) ORDER BY ended, guild`)
}

// SeasonTold records that the end of a season was announced.
func (s *Store) SeasonTold(ctx context.Context, guild string, season int) (err error) {
	defer engine.Annotate(&err, "record that season %d of guild %s was announced", season, guild)
	return s.exec(ctx, `UPDATE seasons SET told = 1 WHERE guild = ? AND number = ?`, guild, season)
}

// Seasons returns a guild's seasons, oldest first; the last is the current one. There are none
// before the first settlement.
func (r *Reader) Seasons(ctx context.Context, guild string) (_ []standing.SeasonInfo, err error) {
	defer engine.Annotate(&err, "seasons of guild %s", guild)
	return engine.Collect(ctx, r.db, engine.Fields(seasonFields), `SELECT `+seasonColumns+` FROM seasons WHERE guild = ? ORDER BY number`, guild)
}

// seasonColumns lists the columns that seasonFields scans.
const seasonColumns = `number, plan, CASE WHEN began > 0 THEN began END, ended, due`

func seasonFields(s *standing.SeasonInfo) []any {
	return []any{&s.Number, &s.Plan, asTime(&s.Began), asTime(&s.Ended), asTime(&s.Due)}
}
