package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"deuces/game/standing"
)

// settle stores a settlement and adds it to the sums. at: unix milliseconds of
// the event it came with.
func (t *tx) settle(ctx context.Context, at int64, s standing.Settlement) error {
	for _, p := range split(at, s) {
		err := t.record(ctx, p)
		if err == nil {
			err = t.sum(ctx, p)
		}
		if err != nil {
			return fmt.Errorf("settle round %d: %w", s.Round, err)
		}
	}
	return nil
}

// part is a row of settlements with its entries: what a round gave to those who
// played it, or a match's end to its winner.
type part struct {
	head
	entries []numbered
}

type head struct {
	match                  int64
	round                  int
	finished               bool
	guild, channel, system string
	at                     int64
}

// numbered is an entry with its position in the settlement.
type numbered struct {
	n int
	standing.Entry
}

func (p part) equal(q part) bool { return p.head == q.head && slices.Equal(p.entries, q.entries) }

// split takes a settlement apart into a round's end and the match's, whichever
// of them it is. Together they say what it said.
func split(at int64, s standing.Settlement) []part {
	h := head{match: s.Match, round: s.Round, guild: s.Guild, channel: s.Channel, system: s.System, at: at}
	round, end := part{head: h}, part{head: h}
	end.finished = true
	for n, e := range s.Entries {
		if e.Winner {
			end.entries = append(end.entries, numbered{n, standing.Entry{Player: e.Player, Winner: true}})
		}
		if e.Winner = false; e.Place > 0 || e.Left {
			round.entries = append(round.entries, numbered{n, e})
		}
	}
	var parts []part
	if len(round.entries) > 0 {
		parts = append(parts, round)
	}
	if s.Finished {
		parts = append(parts, end)
	}
	return parts
}

// record keeps a part itself. It fails where the same was settled before.
func (t *tx) record(ctx context.Context, p part) error {
	var id int64
	err := t.get(ctx, `INSERT INTO settlements (match, round, finished, guild, channel, system, at) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		[]any{p.match, p.round, p.finished, p.guild, p.channel, p.system, p.at}, &id)
	if err != nil {
		return err
	}
	for _, e := range p.entries {
		err := t.exec(ctx, `INSERT INTO entries (settlement, n, player, place, points, title, winner, left_early) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			id, e.n, e.Player, e.Place, e.Points, e.Title, e.Winner, e.Left)
		if err != nil {
			return err
		}
	}
	return nil
}

// sum adds a part to the sums of all scopes that it counts in.
func (t *tx) sum(ctx context.Context, p part) error {
	for _, system := range []string{"", p.system} {
		scope, err := t.scope(ctx, p.guild, system)
		if err != nil {
			return err
		}
		for _, e := range p.entries {
			if err := t.add(ctx, scope, p.head, e.Entry); err != nil {
				return err
			}
		}
	}
	return nil
}

// scope returns the number of a guild's system ("": all), making it if need be.
func (t *tx) scope(ctx context.Context, guild, system string) (id int64, err error) {
	err = t.get(ctx, `SELECT id FROM scopes WHERE guild = ? AND system = ?`, []any{guild, system}, &id)
	if errors.Is(err, sql.ErrNoRows) {
		err = t.get(ctx, `INSERT INTO scopes (guild, system) VALUES (?, ?) RETURNING id`, []any{guild, system}, &id)
	}
	return id, err
}

// add adds an entry to the sums of one scope. The result is the same in whatever
// order entries are added, so that sums made anew equal those that grew: the
// running title is that of the latest round by time, match and number.
func (t *tx) add(ctx context.Context, scope int64, h head, e standing.Entry) error {
	played := e.Place > 0
	err := t.exec(ctx, `
		INSERT INTO standings (scope, player, points, rounds, wins, left_early) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (scope, player) DO UPDATE SET
			points = points + excluded.points,
			rounds = rounds + excluded.rounds,
			wins = wins + excluded.wins,
			left_early = left_early + excluded.left_early`,
		scope, e.Player, e.Points, played, e.Winner, e.Left)
	if err == nil && played {
		err = t.exec(ctx, `
			UPDATE standings SET running = ?, last_at = ?, last_match = ?, last_round = ?
			WHERE scope = ? AND player = ? AND (last_at, last_match, last_round) < (?, ?, ?)`,
			e.Title, h.at, h.match, h.round, scope, e.Player, h.at, h.match, h.round)
	}
	if err == nil && e.Title != "" {
		err = t.exec(ctx, `
			INSERT INTO titles (scope, player, title, held) VALUES (?, ?, ?, 1)
			ON CONFLICT (scope, player, title) DO UPDATE SET held = held + 1`,
			scope, e.Player, e.Title)
	}
	return err
}
