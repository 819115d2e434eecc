package store

import (
	"context"
	"fmt"
	"slices"

	"deuces/standing"
)

// settle stores a settlement and adds it to the sums, the ratings and the title runs.
// at: unix milliseconds of the event it came with.
func (t *tx) settle(ctx context.Context, at int64, s standing.Settlement) error {
	if err := t.purgeAllDerived(ctx, s.Guild); err != nil {
		return fmt.Errorf("what is left of guild %s: %w", s.Guild, err)
	}
	// A round of a match ends after the one before, also where the clock was set back.
	var last int64
	if err := t.Get(ctx, `SELECT coalesce(max(at), 0) FROM settlements WHERE match = ?`, []any{s.Match}, &last); err != nil {
		return fmt.Errorf("the round before: %w", err)
	}
	for _, p := range split(max(at, last), s) {
		season, err := t.season(ctx, p.guild, p.at)
		if err != nil {
			return fmt.Errorf("settle round %d: %w", s.Round, err)
		}
		id, err := t.record(ctx, p, season)
		if err == nil {
			err = t.sum(ctx, id, p, season)
		}
		if err == nil && p.among() {
			err = t.ledger(ctx, id, p)
		}
		if err != nil {
			return fmt.Errorf("settle round %d: %w", s.Round, err)
		}
	}
	return nil
}

// part is a row of settlements with its entries: half of a settlement.
type part struct {
	head
	entries []standing.Numbered
	season  int // where it was read from its rows
}

type head struct {
	match                  int64
	round                  int
	finished               bool
	guild, channel, system string
	at                     int64
	computers              bool
}

func (p part) equal(q part) bool { return p.head == q.head && slices.Equal(p.entries, q.entries) }

// among says whether the part is a round among people only, which changes ratings and
// titles.
func (p part) among() bool { return !p.finished && !p.computers }

// split makes rows of a settlement: one or two.
func split(at int64, s standing.Settlement) []part {
	var parts []part
	for _, half := range s.Halves() {
		h := head{match: s.Match, round: s.Round, finished: half.Finished, guild: s.Guild, channel: s.Channel, system: s.System, at: at, computers: s.Computers}
		parts = append(parts, part{head: h, entries: half.Entries})
	}
	return parts
}

// record stores a part as rows, and returns its number. It fails if the part was settled
// before.
func (t *tx) record(ctx context.Context, p part, season int) (id int64, err error) {
	err = t.Get(ctx, `INSERT INTO settlements (match, round, finished, guild, channel, system, at, computers, season)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		[]any{p.match, p.round, p.finished, p.guild, p.channel, p.system, p.at, p.computers, season}, &id)
	if err != nil {
		return 0, err
	}
	for _, e := range p.entries {
		err := t.Exec(ctx, `INSERT INTO entries (settlement, n, player, place, points, title, winner, left_early, finish) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			id, e.N, e.Player, e.Place, e.Points, e.Title, e.Winner, e.Left, e.Finish)
		if err != nil {
			return 0, err
		}
	}
	return id, nil
}
