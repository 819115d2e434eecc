package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"deuces/game"
	"deuces/game/standing"
)

// board is how one order of a leaderboard is asked for: players and what they
// are sorted by, best first, from an index that holds all of it; players alike
// in the order of their numbers.
type board struct{ page, total, ahead string }

// boardBy returns the board of an order; a title has titleBoard.
func boardBy(order standing.Order) (board, bool) {
	switch order {
	case standing.ByPoints:
		return board{
			page:  `SELECT player, points FROM standings WHERE scope = ? ORDER BY points DESC, player LIMIT ? OFFSET ?`,
			total: `SELECT count(*) FROM standings WHERE scope = ?`,
			ahead: `SELECT count(*) FROM standings WHERE scope = ? AND points > ?`,
		}, true
	case standing.ByWins:
		return board{
			page:  `SELECT player, wins FROM standings WHERE scope = ? ORDER BY wins DESC, player LIMIT ? OFFSET ?`,
			total: `SELECT count(*) FROM standings WHERE scope = ?`,
			ahead: `SELECT count(*) FROM standings WHERE scope = ? AND wins > ?`,
		}, true
	}
	return board{}, false
}

func titleBoard() board {
	return board{
		page:  `SELECT player, held FROM titles WHERE scope = ? AND title = ? ORDER BY held DESC, player LIMIT ? OFFSET ?`,
		total: `SELECT count(*) FROM titles WHERE scope = ? AND title = ?`,
		ahead: `SELECT count(*) FROM titles WHERE scope = ? AND title = ? AND held > ?`,
	}
}

// Leaderboard returns a page of a guild's standings. A board of a title lists
// the players who have held it, the others everybody who has played. Players
// alike in what the board is sorted by share a rank and stand in the order of
// their numbers. Row.Name is empty for somebody who was forgotten. Row.Running
// has the systems that the query asks for.
func (r *Reader) Leaderboard(ctx context.Context, q standing.Query) (standing.Page, error) {
	if q.Limit < 0 || q.Offset < 0 {
		return standing.Page{}, fmt.Errorf("a leaderboard from row %d with %d rows", q.Offset, q.Limit)
	}
	b, ok := boardBy(q.Order)
	if q.Title != "" {
		b, ok = titleBoard(), q.Order == ""
	}
	if !ok {
		return standing.Page{}, fmt.Errorf("no leaderboard by order %q and title %q", q.Order, q.Title)
	}
	var page standing.Page
	err := r.view(ctx, func(tx *sql.Tx) (err error) {
		page, err = readPage(ctx, tx, b, q)
		return err
	})
	if err != nil {
		return standing.Page{}, fmt.Errorf("leaderboard of guild %s: %w", q.Guild, err)
	}
	return page, nil
}

func readPage(ctx context.Context, tx *sql.Tx, b board, q standing.Query) (standing.Page, error) {
	var scope int64
	err := tx.QueryRowContext(ctx, `SELECT id FROM scopes WHERE guild = ? AND system = ?`, q.Guild, q.System).Scan(&scope)
	if errors.Is(err, sql.ErrNoRows) {
		return standing.Page{}, nil // nothing was settled here yet
	}
	if err != nil {
		return standing.Page{}, err
	}
	key := []any{scope}
	if q.Title != "" {
		key = append(key, q.Title)
	}
	var page standing.Page
	if err := tx.QueryRowContext(ctx, b.total, key...).Scan(&page.Total); err != nil {
		return standing.Page{}, err
	}
	found, err := collect(ctx, tx, func(rows *sql.Rows) (f ranked, err error) {
		err = rows.Scan(&f.player, &f.value)
		return f, err
	}, b.page, append(key[:len(key):len(key)], q.Limit, q.Offset)...)
	if err != nil || len(found) == 0 {
		return page, err
	}
	var ahead int
	if err := tx.QueryRowContext(ctx, b.ahead, append(key[:len(key):len(key)], found[0].value)...).Scan(&ahead); err != nil {
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
		page.Rows[i] = standing.Row{Rank: rank, Player: f.player, Titles: map[game.Title]int{}, Running: map[string]game.Title{}}
	}
	return page, fillPage(ctx, tx, scope, q, page.Rows)
}

// ranked is a line of a board: a player and what they are sorted by.
type ranked struct {
	player standing.Player
	value  int
}

// fillPage completes rows that have their players. CROSS JOIN keeps SQLite from
// going through a whole guild to find the few players of a list.
func fillPage(ctx context.Context, tx *sql.Tx, scope int64, q standing.Query, rows []standing.Row) error {
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
	err = each(ctx, tx, func(rows *sql.Rows) error {
		var p standing.Player
		var name string
		var points, rounds, wins, left int
		if err := rows.Scan(&p, &name, &points, &rounds, &wins, &left); err != nil {
			return err
		}
		r := at[p]
		r.Name, r.Points, r.Rounds, r.Wins, r.Left = name, points, rounds, wins, left
		return nil
	}, `SELECT s.player, coalesce(p.name, ''), s.points, s.rounds, s.wins, s.left_early
		FROM json_each(?) AS j
		CROSS JOIN standings AS s ON s.scope = ? AND s.player = j.value
		LEFT JOIN people AS p ON p.player = s.player`, string(list), scope)
	if err != nil {
		return err
	}
	err = each(ctx, tx, func(rows *sql.Rows) error {
		var p standing.Player
		var title game.Title
		var held int
		if err := rows.Scan(&p, &title, &held); err != nil {
			return err
		}
		at[p].Titles[title] = held
		return nil
	}, `SELECT t.player, t.title, t.held
		FROM json_each(?) AS j
		CROSS JOIN titles AS t ON t.scope = ? AND t.player = j.value`, string(list), scope)
	if err != nil {
		return err
	}
	return each(ctx, tx, func(rows *sql.Rows) error {
		var p standing.Player
		var system string
		var title game.Title
		if err := rows.Scan(&p, &system, &title); err != nil {
			return err
		}
		at[p].Running[system] = title
		return nil
	}, `SELECT s.player, c.system, s.running
		FROM scopes AS c
		CROSS JOIN json_each(?) AS j
		CROSS JOIN standings AS s ON s.scope = c.id AND s.player = j.value
		WHERE c.guild = ? AND c.system <> '' AND (? = '' OR c.system = ?) AND s.running <> ''`,
		string(list), q.Guild, q.System, q.System)
}
