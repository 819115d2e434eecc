package store

import (
	"context"
	"fmt"
	"slices"

	"deuces/standing"
)

// settle stores a settlement and adds it to the sums, ratings and title runs. at is the time of
// its event in unix milliseconds.
func (t *tx) settle(ctx context.Context, at int64, s standing.Settlement) error {
	// A round ends after the previous one of its match, even if the clock was set back.
	var last int64
	if err := t.Get(ctx, `SELECT coalesce(max(at), 0) FROM settlements WHERE match = ?`, []any{s.Match}, &last); err != nil {
		return fmt.Errorf("read the time of the last round: %w", err)
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
		if err == nil && p.ledgered() {
			err = t.ledger(ctx, id, p)
		}
		if err != nil {
			return fmt.Errorf("settle round %d: %w", s.Round, err)
		}
	}
	return nil
}

// settlementRow is a row of the database table settlements with its entries. It stores a
// standing.Half.
type settlementRow struct {
	settlementKey
	entries []standing.Numbered
	season  int // set only when read from the database
}

type settlementKey struct {
	match                  int64
	round                  int
	finished               bool
	guild, channel, system string
	at                     int64
	counts                 standing.Rounds
	people, bots           int
	botTitles              string // titles of bots, each followed by a space
}

func (p settlementRow) equal(q settlementRow) bool {
	return p.settlementKey == q.settlementKey && slices.Equal(p.entries, q.entries)
}

// ledgered reports whether the row is for a round that counts and so changes ratings and title
// runs.
func (p settlementRow) ledgered() bool { return !p.finished && p.counts <= standing.Counting }

func split(at int64, s standing.Settlement) []settlementRow {
	var parts []settlementRow
	for _, half := range s.Halves() {
		h := settlementKey{match: s.Match, round: half.Round, finished: half.Finished, guild: s.Guild, channel: s.Channel, system: s.System, at: at, counts: half.Counts(), people: half.People, bots: half.Bots}
		for _, title := range half.BotTitles {
			h.botTitles += string(title) + " "
		}
		parts = append(parts, settlementRow{settlementKey: h, entries: half.Entries})
	}
	return parts
}

// record stores a settlement row with its entries and returns the row's number. It fails if the row
// exists already.
func (t *tx) record(ctx context.Context, p settlementRow, season int) (id int64, err error) {
	err = t.Get(ctx, `INSERT INTO settlements (match, round, finished, guild, channel, system, at, counts, people, bots, bot_titles, season)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		[]any{p.match, p.round, p.finished, p.guild, p.channel, p.system, p.at, p.counts, p.people, p.bots, p.botTitles, season}, &id)
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
