package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"deuces/standing"
	"deuces/standing/rating"
	"deuces/store/engine"
)

// board describes the queries of one order of a leaderboard. The sort key and the condition
// must be written exactly as in an index that covers the query.
type board struct {
	table string
	by    string // sort column, descending; ties are ordered by player number
	who   string // additional condition for being on the board
	least bool   // sort ascending, and ties in descending order, so that the same index is read backwards
}

// boardBy returns the board of an order or, if the query names one, of a title.
func boardBy(q standing.Query) (board, error) {
	boards := map[standing.Order]board{
		standing.ByPoints: {`standings`, `points`, ``, false},
		standing.ByFewest: {`standings`, `points`, ``, true},
		standing.ByWins:   {`standings`, `wins`, ``, false},
		standing.ByRating: {`standings`, `rating`, ` AND rating IS NOT NULL`, false},
		standing.ByFirsts: {firsts, `firsts`, ``, false},
	}
	b, ok := boards[q.Order]
	if q.Title != "" {
		b, ok = board{`titles`, `held`, ` AND title = ?`, false}, q.Order == ""
	}
	if !ok {
		return board{}, fmt.Errorf("unknown leaderboard: order %q, title %q", q.Order, q.Title)
	}
	return b, nil
}

// firsts counts the first places of the players of each scope. They are counted, because only boards of which
// nobody has won a match show them.
const firsts = `(SELECT t.scope, t.player, (SELECT count(*) FROM entries AS e INDEXED BY entries_player CROSS JOIN settlements AS s ON s.id = e.settlement
	WHERE e.player = t.player AND e.place = 1 AND s.finished = 0 AND s.guild = c.guild AND c.system IN ('', s.system) AND c.period IN ` + spans + ` AND s.counts <= c.counts) AS firsts
	FROM standings AS t JOIN scopes AS c ON c.id = t.scope) AS f`

func (b board) from() string { return ` FROM ` + b.table + ` WHERE scope = ?` + b.who }
func (b board) page() string {
	return `SELECT player, ` + b.by + b.from() + ` ORDER BY ` + b.by + b.pick(` DESC, player`, `, player DESC`) + ` LIMIT ? OFFSET ?`
}
func (b board) total() string { return `SELECT count(*)` + b.from() }
func (b board) ahead() string {
	return `SELECT count(*)` + b.from() + ` AND ` + b.by + b.pick(` > ?`, ` < ?`)
}
func (b board) value() string { return `SELECT ` + b.by + b.from() + ` AND player = ?` }

// level returns a query that counts the players with the same value who come before a player.
func (b board) level() string {
	return `SELECT count(*)` + b.from() + ` AND ` + b.by + ` = ? AND player ` + b.pick(`< ?`, `> ?`)
}

// pick returns the SQL for a descending or an ascending board.
func (b board) pick(most, least string) string {
	if b.least {
		return least
	}
	return most
}

// Leaderboard returns a page of a guild's standings. A board of a title lists the players who
// have held it, a board by rating the players with a rating, and any other board everyone who has
// played. Players with the same value share a rank and are ordered by number. Row.Name is empty for
// people who were forgotten. If nothing was settled in the period, the board is empty.
func (r *Reader) Leaderboard(ctx context.Context, q standing.Query) (_ standing.Page, err error) {
	defer engine.Annotate(&err, "leaderboard of guild %s", q.Guild)
	if q.Limit < 0 || q.Offset < 0 {
		return standing.Page{}, fmt.Errorf("invalid page of a leaderboard: offset %d, limit %d", q.Offset, q.Limit)
	}
	b, err := boardBy(q)
	if err != nil {
		return standing.Page{}, err
	}
	return view(ctx, r, func(tx *sql.Tx) (standing.Page, error) { return readPage(ctx, tx, b, q) })
}

// Rank returns the number of rows before a player's row on the board of a query. It ignores the query's
// page. on is false if the player isn't on the board.
func (r *Reader) Rank(ctx context.Context, q standing.Query, p standing.Player) (offset int, on bool, err error) {
	defer engine.Annotate(&err, "rank of player %d in guild %s", p, q.Guild)
	b, err := boardBy(q)
	if err != nil {
		return 0, false, err
	}
	offset, err = view(ctx, r, func(tx *sql.Tx) (int, error) {
		scope, err := findScope(ctx, tx, q)
		if err != nil {
			return 0, err
		}
		key := boardArgs(scope, q)
		var value float64
		if err := tx.QueryRowContext(ctx, b.value(), append(key, p)...).Scan(&value); err != nil {
			return 0, err
		}
		var ahead, level int
		if err := tx.QueryRowContext(ctx, b.ahead(), append(key, value)...).Scan(&ahead); err != nil {
			return 0, err
		}
		err = tx.QueryRowContext(ctx, b.level(), append(key, value, p)...).Scan(&level)
		return ahead + level, err
	})
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	return offset, err == nil, err
}

// findScope returns the scope of a query, or sql.ErrNoRows if nothing was settled in it. If there is no
// scope with the query's set of rounds, the scope with the next smaller set has the same sums. Ratings
// and titles are the same in all of them.
func findScope(ctx context.Context, tx *sql.Tx, q standing.Query) (scope int64, err error) {
	period := q.Period
	if period == standing.ThisSeason {
		var number int
		err := tx.QueryRowContext(ctx, `SELECT number FROM seasons WHERE guild = ? AND ended IS NULL`, q.Guild).Scan(&number)
		if err != nil {
			return 0, err
		}
		period = standing.Season(number)
	}
	rounds := q.Rounds
	if q.Order == standing.ByRating || q.Title != "" {
		rounds = max(rounds, standing.Counting)
	}
	err = tx.QueryRowContext(ctx, `SELECT id FROM scopes WHERE guild = ? AND system = ? AND period = ? AND counts <= ? ORDER BY counts DESC LIMIT 1`,
		q.Guild, q.System, period, rounds).Scan(&scope)
	return scope, err
}

// boardArgs returns the arguments of a board's queries. The slice is clipped, so appending to
// it makes a copy.
func boardArgs(scope int64, q standing.Query) []any {
	key := []any{scope}
	if q.Title != "" {
		key = append(key, q.Title)
	}
	return slices.Clip(key)
}

func readPage(ctx context.Context, tx *sql.Tx, b board, q standing.Query) (standing.Page, error) {
	scope, err := findScope(ctx, tx, q)
	if errors.Is(err, sql.ErrNoRows) {
		return standing.Page{}, nil // nothing was settled here yet
	}
	if err != nil {
		return standing.Page{}, err
	}
	key := boardArgs(scope, q)
	var page standing.Page
	if err := tx.QueryRowContext(ctx, b.total(), key...).Scan(&page.Total); err != nil {
		return standing.Page{}, err
	}
	found, err := engine.Collect(ctx, tx, func(rows *sql.Rows) (f ranked, err error) {
		err = rows.Scan(&f.player, &f.value)
		return f, err
	}, b.page(), append(key, q.Limit, q.Offset)...)
	if err != nil || len(found) == 0 {
		return page, err
	}
	var ahead int
	if err := tx.QueryRowContext(ctx, b.ahead(), append(key, found[0].value)...).Scan(&ahead); err != nil {
		return standing.Page{}, err
	}
	page.Rows = make([]standing.Row, len(found))
	for i, f := range found {
		rank := ahead + 1
		if i > 0 {
			rank = q.Offset + i + 1
			if f.value == found[i-1].value {
				rank = page.Rows[i-1].Rank
			}
		}
		page.Rows[i] = standing.Row{Rank: rank, Player: f.player}
		if q.Order == standing.ByFirsts {
			page.Rows[i].Firsts = int(f.value)
		}
	}
	return page, fillPage(ctx, tx, q.Guild, scope, page.Rows)
}

// ranked is a player with the value by which they are ranked.
type ranked struct {
	player standing.Player
	value  float64
}

// fillPage adds names and sums to rows that have only ranks and players. CROSS JOIN keeps
// SQLite from scanning a whole guild for a few players.
func fillPage(ctx context.Context, tx *sql.Tx, guild string, scope int64, rows []standing.Row) error {
	at := make(map[standing.Player]*standing.Row, len(rows))
	players := make([]standing.Player, len(rows))
	for i := range rows {
		at[rows[i].Player] = &rows[i]
		players[i] = rows[i].Player
	}
	list, err := json.Marshal(players)
	if err != nil {
		return err
	}
	return engine.Each(ctx, tx, func(rows *sql.Rows) error {
		var p standing.Player
		var name string
		var points, rounds, matches, wins, left int
		var mu, sigma sql.NullInt64
		if err := rows.Scan(&p, &name, &points, &rounds, &matches, &wins, &left, &mu, &sigma); err != nil {
			return err
		}
		r := at[p]
		r.Name, r.Points, r.Rounds, r.Matches, r.Wins, r.Left, r.Rating = name, points, rounds, matches, wins, left, shown(mu, sigma)
		return nil
	}, `SELECT s.player, `+nameIn(`?1`, `s.player`)+`, s.points, s.rounds, s.matches, s.wins, s.left_early, s.mu, s.sigma
		FROM json_each(?2) AS j
		CROSS JOIN standings AS s ON s.scope = ?3 AND s.player = j.value`, guild, string(list), scope)
}

// nameIn returns the SQL expression for the name that a player has in a guild, both of which are
// SQL expressions, too. It is empty for people who were forgotten.
func nameIn(guild, player string) string {
	return `coalesce((SELECT name FROM nicknames WHERE guild = ` + guild + ` AND player = ` + player + `), (SELECT name FROM people WHERE player = ` + player + `), '')`
}

// shown returns a stored rating as players see it; 0 for none.
func shown(mu, sigma sql.NullInt64) int {
	if !mu.Valid {
		return 0
	}
	return rating.Rating{Mu: mu.Int64, Sigma: sigma.Int64}.Shown()
}
