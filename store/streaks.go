package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"deuces/standing"
	"deuces/store/engine"
)

// Running returns the titles currently held in a guild, or in one of its channels, by system
// and title.
func (r *Reader) Running(ctx context.Context, guild, channel string) (_ []standing.Streak, err error) {
	defer engine.Annotate(&err, "titles of guild %s", guild)
	found, err := selectStreaks(ctx, r.db, `INDEXED BY reigns_running`, `r.guild = ? AND r.channel = ? AND r.running = 1 ORDER BY r.system, r.title`, guild, channel)
	return found, err
}

// Streaks returns the longest streaks of a guild or one of its channels: those still running,
// and finished ones of at least two rounds. Of equal streaks the newer comes first.
func (r *Reader) Streaks(ctx context.Context, q standing.StreakQuery) (_ []standing.Streak, err error) {
	defer engine.Annotate(&err, "streaks of guild %s", q.Guild)
	if q.Limit < 0 || q.Offset < 0 {
		return nil, fmt.Errorf("invalid page of streaks: offset %d, limit %d", q.Offset, q.Limit)
	}
	where, args := []string{`r.guild = ?`, `r.channel = ?`}, []any{q.Guild, q.Channel}
	only := func(column string, value any, asked bool) {
		if asked {
			where, args = append(where, `r.`+column+` = ?`), append(args, value)
		}
	}
	only(`system`, q.System, q.System != "")
	only(`title`, q.Title, q.Title != "")
	only(`player`, q.Player, q.Player != 0)
	found, err := selectStreaks(ctx, r.db, ``, strings.Join(where, ` AND `)+
		` ORDER BY r.rounds DESC, r.last_at DESC, r.began_match, r.began_round, r.system, r.title LIMIT ? OFFSET ?`, append(args, q.Limit, q.Offset)...)
	return found, err
}

// selectStreaks returns the streaks r that match a condition, which may include ORDER BY and
// LIMIT. index names an index or is "".
func selectStreaks(ctx context.Context, q engine.Querier, index, condition string, args ...any) ([]standing.Streak, error) {
	return engine.Collect(ctx, q, engine.Fields(func(r *standing.Streak) []any {
		return []any{&r.Channel, &r.System, &r.Title, &r.Player, &r.Name, &r.Rounds, asTime(&r.Began), asTime(&r.Last), &r.Running,
			&r.Deposed, &r.DeposedName, &r.DeposedRounds, &r.By, &r.ByName}
	}), `SELECT r.channel, r.system, r.title, r.player, `+nameIn(`r.guild`, `r.player`)+`, r.rounds, r.began_at, r.last_at, r.running,
			r.deposed, `+nameIn(`r.guild`, `r.deposed`)+`, r.deposed_rounds, r.taken_by, `+nameIn(`r.guild`, `r.taken_by`)+`
		FROM reigns AS r `+index+`
		WHERE `+condition, args...)
}

func (t *tx) addToTitleRuns(ctx context.Context, l *standing.Ledger, guild string, r standing.RatedRound) error {
	err := engine.Each(ctx, t, func(rows *sql.Rows) error {
		run, err := scanRun(rows)
		l.HasRunning(run)
		return err
	}, `SELECT `+runColumns+` FROM reigns INDEXED BY reigns_running WHERE guild = ? AND channel IN ('', ?) AND system = ? AND running = 1`, guild, r.Channel, r.System)
	if err != nil {
		return err
	}
	return t.saveRuns(ctx, guild, l.Crown(r))
}

// saveRuns stores title runs, replacing earlier versions.
func (t *tx) saveRuns(ctx context.Context, guild string, changed []standing.TitleRun) error {
	for _, r := range changed {
		var err error
		if r.Kept() {
			err = t.Exec(ctx, `INSERT INTO reigns (guild, `+runColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
				ON CONFLICT (guild, channel, system, title, began_at, began_match, began_round) DO UPDATE SET player = excluded.player, rounds = excluded.rounds,
					last_at = excluded.last_at, running = excluded.running, deposed = excluded.deposed, deposed_rounds = excluded.deposed_rounds, taken_by = excluded.taken_by`,
				guild, r.Channel, r.System, r.Title, r.Began.At, r.Began.Match, r.Began.Round, r.Player, r.Rounds, r.Last, r.Running, r.Deposed, r.DeposedRounds, r.TakenBy)
		} else {
			err = t.Exec(ctx, `DELETE FROM reigns WHERE guild = ? AND channel = ? AND system = ? AND title = ? AND (began_at, began_match, began_round) = (?, ?, ?)`,
				guild, r.Channel, r.System, r.Title, r.Began.At, r.Began.Match, r.Began.Round)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// runColumns lists the columns of reigns, in which title runs are stored, without the guild.
const runColumns = `channel, system, title, began_at, began_match, began_round, player, rounds, last_at, running, deposed, deposed_rounds, taken_by`

func scanRun(rows *sql.Rows) (r standing.TitleRun, err error) {
	err = rows.Scan(&r.Channel, &r.System, &r.Title, &r.Began.At, &r.Began.Match, &r.Began.Round, &r.Player, &r.Rounds, &r.Last, &r.Running, &r.Deposed, &r.DeposedRounds, &r.TakenBy)
	return r, err
}
