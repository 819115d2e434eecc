package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"deuces/standing"
)

// settle stores a settlement and adds it to the sums, the ratings and the reigns.
// at: unix milliseconds of the event it came with.
func (t *tx) settle(ctx context.Context, at int64, s standing.Settlement) error {
	if err := t.purgeAllDerived(ctx, s.Guild); err != nil {
		return fmt.Errorf("what is left of guild %s: %w", s.Guild, err)
	}
	for _, p := range split(at, s) {
		season, err := t.season(ctx, p.guild, p.at)
		if err != nil {
			return fmt.Errorf("settle round %d: %w", s.Round, err)
		}
		id, err := t.record(ctx, p, season)
		if err == nil {
			err = t.sum(ctx, id, p, season)
		}
		if err == nil && p.among() {
			err = t.chronicle(ctx, id, p)
		}
		if err != nil {
			return fmt.Errorf("settle round %d: %w", s.Round, err)
		}
	}
	return nil
}

// part is a row of settlements with its entries: what a round gave to those who
// played it, or a match's end to those who had a seat in it.
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
	computers              bool
}

// numbered is an entry with its position in the settlement.
type numbered struct {
	n int
	standing.Entry
}

func (p part) equal(q part) bool { return p.head == q.head && slices.Equal(p.entries, q.entries) }

// among says whether the part is a round among people: one that moves ratings and
// reigns.
func (p part) among() bool { return !p.finished && !p.computers }

// split takes a settlement apart into a round's end and the match's, whichever
// of them it is. Together they say what it said. The end of a match that nobody
// won counts for nobody.
func split(at int64, s standing.Settlement) []part {
	h := head{match: s.Match, round: s.Round, guild: s.Guild, channel: s.Channel, system: s.System, at: at, computers: s.Computers}
	round, end := part{head: h}, part{head: h}
	end.finished = true
	for n, e := range s.Entries {
		seated := e.Place > 0 || !e.Left // or they had gone before, and somebody else has the seat
		if s.Won && seated {
			end.entries = append(end.entries, numbered{n, standing.Entry{Player: e.Player, Winner: e.Winner}})
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

// record keeps a part itself, and returns its number. It fails where the same was
// settled before.
func (t *tx) record(ctx context.Context, p part, season int) (id int64, err error) {
	err = t.get(ctx, `INSERT INTO settlements (match, round, finished, guild, channel, system, at, computers, season)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		[]any{p.match, p.round, p.finished, p.guild, p.channel, p.system, p.at, p.computers, season}, &id)
	if err != nil {
		return 0, err
	}
	for _, e := range p.entries {
		err := t.exec(ctx, `INSERT INTO entries (settlement, n, player, place, points, title, winner, left_early, finish) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			id, e.n, e.Player, e.Place, e.Points, e.Title, e.Winner, e.Left, e.Finish)
		if err != nil {
			return 0, err
		}
	}
	return id, nil
}

// What sums are made of. A part grows them by the same queries that make them
// anew and check them, of one settlement instead of all.
const (
	// spans are the periods of a settlement s, as scopes name them.
	spans = `('', strftime('%Y-%m', s.at / 1000, 'unixepoch'), 's' || s.season)`

	// shares are all entries, once for each scope that they count in.
	shares = `
		SELECT c.id AS scope, e.player, e.place, e.points, e.title, e.winner, e.left_early, s.finished
		FROM settlements AS s
		CROSS JOIN scopes AS c ON c.guild = s.guild AND c.system IN ('', s.system) AND c.period IN ` + spans + ` AND c.computers >= s.computers
		CROSS JOIN entries AS e ON e.settlement = s.id`

	// totals has the columns of standings without the ratings.
	totals = `SELECT scope, player, sum(points), sum(place > 0), sum(finished), sum(winner), sum(left_early) FROM (` + shares

	// held has the columns of titles.
	held = `SELECT scope, player, title, count(*) FROM (` + shares
)

// rate is the share of matches won.
func rate(matches, wins string) string {
	return fmt.Sprintf(`CASE WHEN %[1]s >= %[3]d THEN %[2]s * 1.0 / %[1]s END`, matches, wins, standing.RateMatches)
}

// sum adds a part to the sums of all scopes that it counts in.
func (t *tx) sum(ctx context.Context, id int64, p part, season int) error {
	if err := t.scopes(ctx, p.head, season); err != nil {
		return err
	}
	// A round moves neither matches nor wins, a match's end nothing else: indexes
	// of what is not set are not touched.
	grow := `points = points + excluded.points, rounds = rounds + excluded.rounds, left_early = left_early + excluded.left_early`
	if p.finished {
		grow = `matches = matches + excluded.matches, wins = wins + excluded.wins, rate = ` + rate(`(matches + excluded.matches)`, `(wins + excluded.wins)`)
	}
	err := t.exec(ctx, `INSERT INTO standings (scope, player, points, rounds, matches, wins, left_early) `+
		totals+` WHERE s.id = ?) GROUP BY scope, player ON CONFLICT (scope, player) DO UPDATE SET `+grow, id)
	if err != nil || p.finished {
		return err
	}
	return t.exec(ctx, `INSERT INTO titles (scope, player, title, held) `+
		held+` WHERE s.id = ? AND e.title <> '') GROUP BY scope, player, title ON CONFLICT (scope, player, title) DO UPDATE SET held = held + excluded.held`, id)
}

// scopes makes the scopes that a part counts in, where they are not there yet.
func (t *tx) scopes(ctx context.Context, h head, season int) error {
	for _, period := range periods(h.at, season) {
		for _, system := range []string{"", h.system} {
			err := t.exec(ctx, `INSERT INTO scopes (guild, system, period, computers) VALUES (?, ?, ?, 0) ON CONFLICT DO NOTHING`, h.guild, system, period)
			if err == nil && h.computers {
				err = t.scopeWithComputers(ctx, h.guild, system, period)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// scopeWithComputers makes the scope that rounds with computer players count in
// too. Until now it was the one among people alone, so it begins as that one's copy.
func (t *tx) scopeWithComputers(ctx context.Context, guild, system, period string) error {
	var there bool
	err := t.get(ctx, `SELECT count(*) FROM scopes WHERE guild = ? AND system = ? AND period = ? AND computers = 1`, []any{guild, system, period}, &there)
	if err != nil || there {
		return err
	}
	for _, query := range []string{
		`INSERT INTO scopes (guild, system, period, computers) VALUES (?, ?, ?, 1)`,
		copying(`standings`, `player, points, rounds, matches, wins, left_early, mu, sigma, rating, rate`),
		copying(`titles`, `player, title, held`),
	} {
		if err := t.exec(ctx, query, guild, system, period); err != nil {
			return err
		}
	}
	return nil
}

func copying(table, columns string) string {
	return `INSERT INTO ` + table + ` (scope, ` + columns + `)
		SELECT (SELECT id FROM scopes WHERE guild = ?1 AND system = ?2 AND period = ?3 AND computers = 1), ` + columns + ` FROM ` + table + `
		WHERE scope = (SELECT id FROM scopes WHERE guild = ?1 AND system = ?2 AND period = ?3 AND computers = 0)`
}

// periods are those that a moment is in, as scopes name them: what spans is in SQL.
func periods(at int64, season int) []string {
	all := []string{string(standing.AllTime), string(standing.Month(time.UnixMilli(at)))}
	if season > 0 {
		all = append(all, string(standing.Season(season)))
	}
	return all
}
