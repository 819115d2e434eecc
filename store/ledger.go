package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"deuces/game"
	"deuces/standing"
	"deuces/standing/rating"
	"deuces/store/engine"
)

// ledger adds a round that counts to the ratings and title runs of its guild (standing.Ledger). The
// round's sums must be stored already.
//
// Ratings and title runs follow the order in which rounds ended, so that a rebuild gives the same
// result. Two tables that end rounds at nearly the same time may store them in the opposite order;
// in that case, ledger computes all rounds of the guild again.
func (t *tx) ledger(ctx context.Context, id int64, p settlementRow) error {
	r := standing.RatedRound{ID: id, RoundKey: standing.RoundKey{At: p.at, Match: p.match, Round: p.round}, Channel: p.channel, System: p.system, People: p.people, BotTitles: titlesOf(p.botTitles)}
	for _, e := range p.entries {
		r.Parts = append(r.Parts, standing.RatedPart{Player: e.Player, Place: e.Place, Title: e.Title})
	}
	var last standing.RoundKey
	err := t.Get(ctx, `SELECT at, match, round FROM settlements WHERE guild = ? AND finished = 0 AND counts <= 1
		ORDER BY at DESC, match DESC, round DESC LIMIT 1`, []any{p.guild}, &last.At, &last.Match, &last.Round)
	if err != nil {
		return err
	}
	if last != r.RoundKey {
		return t.rebuildLedger(ctx, p.guild, r.RoundKey)
	}
	l := standing.NewLedger()
	if err := t.loadRatings(ctx, l, p.guild, r); err != nil {
		return fmt.Errorf("ratings: %w", err)
	}
	if err := t.saveRatings(ctx, l.Rate(r)); err != nil {
		return fmt.Errorf("ratings: %w", err)
	}
	if err := t.Exec(ctx, currentRatings, r.ID); err != nil {
		return fmt.Errorf("ratings: %w", err)
	}
	if err := t.addToTitleRuns(ctx, l, p.guild, r); err != nil {
		return fmt.Errorf("title runs: %w", err)
	}
	return nil
}

var errStop = errors.New("enough was read")

// titlesOf returns the titles that bots got, as a settlement stores them.
func titlesOf(stored string) (titles []game.Title) {
	for _, t := range strings.Fields(stored) {
		titles = append(titles, game.Title(t))
	}
	return titles
}

// ratedRounds yields a guild's rounds that count in order.
func ratedRounds(ctx context.Context, q engine.Querier, guild string) iter.Seq2[standing.RatedRound, error] {
	return func(yield func(standing.RatedRound, error) bool) {
		var r standing.RatedRound
		err := engine.Each(ctx, q, func(rows *sql.Rows) error {
			var next standing.RatedRound
			var p standing.RatedPart
			var botTitles string
			if err := rows.Scan(&next.ID, &next.At, &next.Match, &next.Round, &next.Channel, &next.System, &next.People, &botTitles, &p.Player, &p.Place, &p.Title); err != nil {
				return err
			}
			next.BotTitles = titlesOf(botTitles)
			if next.ID != r.ID {
				if r.ID != 0 && !yield(r, nil) {
					return errStop
				}
				r = next
			}
			r.Parts = append(r.Parts, p)
			return nil
		}, `SELECT s.id, s.at, s.match, s.round, s.channel, s.system, s.people, s.bot_titles, e.player, e.place, e.title
			FROM settlements AS s CROSS JOIN entries AS e ON e.settlement = s.id
			WHERE s.guild = ? AND s.finished = 0 AND s.counts <= 1 AND e.place > 0
			ORDER BY s.at, s.match, s.round, e.n`, guild)
		switch {
		case err == errStop:
		case err != nil:
			yield(standing.RatedRound{}, err)
		case r.ID != 0:
			yield(r, nil)
		}
	}
}

// loadRatings loads the current ratings of the players of a round.
func (t *tx) loadRatings(ctx context.Context, l *standing.Ledger, guild string, round standing.RatedRound) error {
	return engine.Each(ctx, t, func(rows *sql.Rows) error {
		var of standing.Rated
		var r rating.Rating
		err := rows.Scan(&of.System, &of.Player, &r.Mu, &r.Sigma)
		l.HasRating(of, r)
		return err
	}, `SELECT c.system, s.player, s.mu, s.sigma
		FROM scopes AS c CROSS JOIN entries AS e ON e.settlement = ?
		CROSS JOIN standings AS s ON s.scope = c.id AND s.player = e.player
		WHERE c.guild = ? AND c.system IN ('', ?) AND c.period = '' AND s.mu IS NOT NULL
			AND c.counts = (SELECT max(d.counts) FROM scopes AS d WHERE d.guild = c.guild AND d.system = c.system AND d.period = '')`, round.ID, guild, round.System)
}

// rebuildLedger recomputes the ledger from all rounds of a guild. It replaces all title runs, and
// the ratings of the rounds since from, also in the sums. If from is the zero key, it replaces the
// ratings of all rounds but leaves the sums alone.
func (t *tx) rebuildLedger(ctx context.Context, guild string, from standing.RoundKey) error {
	const atOnce = 1000 // rating changes per write
	l, runs := standing.NewLedger(), standing.TitleRuns{}
	var rounds []standing.RatedRound
	for r, err := range ratedRounds(ctx, t, guild) {
		if err != nil {
			return err
		}
		rounds = append(rounds, r)
	}
	var changes []standing.RatingChange
	var later []int64 // settlements
	for i, r := range rounds {
		rated := l.Rate(r)
		runs.Take(l.Crown(r))
		if len(later) > 0 || r.RoundKey == from {
			later = append(later, r.ID)
		}
		if len(later) > 0 || from == (standing.RoundKey{}) {
			changes = append(changes, rated...)
		}
		if len(changes) >= atOnce || i == len(rounds)-1 {
			if err := t.saveRatings(ctx, changes); err != nil {
				return fmt.Errorf("ratings: %w", err)
			}
			changes = changes[:0]
		}
	}
	for _, id := range later {
		if err := t.Exec(ctx, currentRatings, id); err != nil {
			return fmt.Errorf("ratings: %w", err)
		}
	}
	if err := t.Exec(ctx, `DELETE FROM reigns WHERE guild = ?`, guild); err != nil {
		return err
	}
	if err := t.saveRuns(ctx, guild, slices.Collect(maps.Values(runs))); err != nil {
		return fmt.Errorf("title runs: %w", err)
	}
	return nil
}

// saveRatings stores rating changes of rounds, replacing earlier ones.
func (t *tx) saveRatings(ctx context.Context, changes []standing.RatingChange) error {
	if len(changes) == 0 {
		return nil
	}
	rows := make([][7]int64, len(changes))
	for i, c := range changes {
		rows[i] = [7]int64{c.Settlement, 0, int64(c.Player), c.Before.Mu, c.Before.Sigma, c.After.Mu, c.After.Sigma}
		if c.Overall {
			rows[i][1] = 1
		}
	}
	list, err := json.Marshal(rows)
	if err != nil {
		return err
	}
	return t.Exec(ctx, `INSERT INTO ratings (settlement, overall, player, mu_before, sigma_before, mu, sigma)
		SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6 FROM json_each(?) AS j WHERE true
		ON CONFLICT (settlement, overall, player) DO UPDATE SET mu_before = excluded.mu_before, sigma_before = excluded.sigma_before, mu = excluded.mu, sigma = excluded.sigma`, string(list))
}
