package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"deuces/game/deal"
	"deuces/match"
	"deuces/standing"
	"deuces/standing/daily"
	"deuces/store/engine"
	"deuces/table"
)

// BeginDay stores the settings of a day, unless the day has begun, and returns the stored ones. If the
// next day has begun already, because the machine's clock was set back, BeginDay returns that day: its
// secret may be known by now, and so may this day's.
func (s *Store) BeginDay(ctx context.Context, want daily.Settings, weights []byte) (have daily.Settings, err error) {
	defer engine.Annotate(&err, "begin day %d", want.Day)
	newest := func() (err error) {
		have, err = scanDay(s.db.QueryRowContext(ctx, selectDay+`WHERE day IN (?, ?) ORDER BY day DESC LIMIT 1`, want.Day, want.Day+1))
		return err
	}
	if err := newest(); !errors.Is(err, sql.ErrNoRows) {
		return have, err
	}
	err = s.write(ctx, func(ctx context.Context, tx *tx) error {
		if want.Weights != "" {
			if err := tx.Exec(ctx, `INSERT INTO weights (name, data) VALUES (?, ?) ON CONFLICT DO NOTHING`, want.Weights, weights); err != nil {
				return err
			}
		}
		return tx.Exec(ctx, `INSERT INTO days (day, system, version, playouts, weights, secret) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			want.Day, want.System, want.Version, want.Playouts, want.Weights, want.Secret.String())
	})
	if err != nil {
		return have, err
	}
	return have, newest()
}

// DayBefore returns the settings of the last day before another. They are zero if there is none.
func (r *Reader) DayBefore(ctx context.Context, day daily.Day) (d daily.Settings, err error) {
	defer engine.Annotate(&err, "read the day before %d", day)
	d, err = scanDay(r.db.QueryRowContext(ctx, selectDay+`WHERE day < ? ORDER BY day DESC LIMIT 1`, day))
	if errors.Is(err, sql.ErrNoRows) {
		return daily.Settings{}, nil
	}
	return d, err
}

const selectDay = `SELECT day, system, version, playouts, weights, secret FROM days `

func scanDay(row *sql.Row) (d daily.Settings, err error) {
	var secret string
	if err := row.Scan(&d.Day, &d.System, &d.Version, &d.Playouts, &d.Weights, &secret); err != nil {
		return d, err
	}
	d.Secret, err = deal.ParseSeed(secret)
	return d, err
}

// DailyTables returns a table for each deal of a day that somebody has finished: the player's own, or else one
// with the best result. penalty means that points are bad.
func (r *Reader) DailyTables(ctx context.Context, day daily.Day, p standing.Player, penalty bool) (_ []match.ID, err error) {
	defer engine.Annotate(&err, "tables of day %d", day)
	order := `points DESC`
	if penalty {
		order = `points`
	}
	return engine.Collect(ctx, r.db, engine.ScanOne[match.ID], `SELECT (SELECT table_id FROM dailies WHERE day = ?1 AND deal = d.deal AND points IS NOT NULL
			ORDER BY CASE WHEN player = ?2 THEN 0 ELSE 1 END, `+order+`, table_id LIMIT 1)
		FROM (SELECT DISTINCT deal FROM dailies WHERE day = ?1 AND points IS NOT NULL) AS d ORDER BY d.deal`, day, p)
}

// Weights returns the weights of a network with which a day began.
func (r *Reader) Weights(ctx context.Context, name string) (data []byte, err error) {
	defer engine.Annotate(&err, "read the weights %s", name)
	err = r.db.QueryRowContext(ctx, `SELECT data FROM weights WHERE name = ?`, name).Scan(&data)
	return data, err
}

// Dailies returns a player's deals of a day, in the order of their numbers.
func (r *Reader) Dailies(ctx context.Context, day daily.Day, p standing.Player) (_ []daily.Played, err error) {
	defer engine.Annotate(&err, "read the daily deals of player %d", p)
	return engine.Collect(ctx, r.db, scanDaily, `SELECT `+dailyColumns+` FROM dailies WHERE player = ? AND day = ? ORDER BY deal`, p, day)
}

// dailyColumns lists the columns of dailies that scanDaily reads.
const dailyColumns = `table_id, day, deal, player, points IS NOT NULL, coalesce(points, 0), coalesce(place, 0), coalesce(own, 0)`

func scanDaily(rows *sql.Rows) (p daily.Played, err error) {
	err = rows.Scan(&p.Table, &p.Day, &p.Deal, &p.Player, &p.Over, &p.Points, &p.Place, &p.Own)
	return p, err
}

// openDaily stores that a table is for a daily deal. It returns table.ErrConflict if the player has
// another table for it.
func (t *tx) openDaily(ctx context.Context, id match.ID, o match.Opened) error {
	if o.Daily.Deal == 0 {
		return nil
	}
	added, err := t.Change(ctx, `INSERT INTO dailies (table_id, day, deal, player) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`, id, o.Daily.Day, o.Daily.Deal, o.Host)
	if err == nil && added == 0 {
		return table.ErrConflict
	}
	return err
}

func (t *tx) settleDaily(ctx context.Context, s standing.Settlement) error {
	e := s.Entries[0]
	return t.Exec(ctx, `UPDATE dailies SET points = ?, place = ?, own = ? WHERE table_id = ?`, e.Points, e.Place, s.Daily.Own, s.Match)
}

// dailyOf returns what the log of a table says about its daily deal, given the match after the last event
// and what its round added. It is nil for other tables.
func dailyOf(m match.Match, s *standing.Settlement) []daily.Played {
	if !m.IsDaily() {
		return nil
	}
	p := daily.Played{Table: int64(m.ID), Day: m.Daily.Day, Deal: m.Daily.Deal, Player: m.Host}
	if s != nil {
		p.Over, p.Points, p.Place, p.Own = true, s.Entries[0].Points, s.Entries[0].Place, s.Daily.Own
	}
	return []daily.Played{p}
}

// storedDaily returns what is stored of the daily deal of a table.
func storedDaily(ctx context.Context, q engine.Querier, id match.ID) ([]daily.Played, error) {
	return engine.Collect(ctx, q, scanDaily, `SELECT `+dailyColumns+` FROM dailies WHERE table_id = ?`, id)
}

// replaceDaily replaces what is stored of the daily deal of a table if it differs from the log.
func (t *tx) replaceDaily(ctx context.Context, id match.ID, want []daily.Played) error {
	have, err := storedDaily(ctx, t, id)
	if err != nil || slices.Equal(have, want) {
		return err
	}
	if err := t.Exec(ctx, `DELETE FROM dailies WHERE table_id = ?`, id); err != nil {
		return err
	}
	for _, p := range want {
		var points, place, own any
		if p.Over {
			points, place, own = p.Points, p.Place, p.Own
		}
		err := t.Exec(ctx, `INSERT INTO dailies (table_id, day, deal, player, points, place, own) VALUES (?, ?, ?, ?, ?, ?, ?)`, p.Table, p.Day, p.Deal, p.Player, points, place, own)
		if err != nil {
			return err
		}
	}
	return nil
}
