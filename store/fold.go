package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"deuces/game"
	"deuces/standing/rating"
)

// chronicle folds a part, a round among people whose sums are made, on to the
// ratings and reigns of its guild.
//
// Rounds at two tables may end within a moment and be stored the other way round.
// Ratings and reigns follow the order in which they ended, so that they are the
// same when they are made anew: rounds that ended later are folded once more.
func (t *tx) chronicle(ctx context.Context, id int64, p part) error {
	b := bout{id: id, key: key{p.at, p.match, p.round}, channel: p.channel, system: p.system}
	for _, e := range p.entries {
		b.parts = append(b.parts, placed{e.Player, e.Place, e.Title})
	}
	bouts := []bout{b}
	var last key
	err := t.get(ctx, `SELECT at, match, round FROM settlements WHERE guild = ? AND finished = 0 AND computers = 0
		ORDER BY at DESC, match DESC, round DESC LIMIT 1`, []any{p.guild}, &last.at, &last.match, &last.round)
	if err != nil {
		return err
	}
	if last != b.key {
		for later, err := range boutsOf(ctx, t.conn, p.guild, b.key) {
			if err != nil {
				return err
			}
			bouts = append(bouts, later)
		}
	}
	if err := t.rerate(ctx, p.guild, bouts); err != nil {
		return fmt.Errorf("ratings: %w", err)
	}
	if len(bouts) == 1 {
		err = t.reignOn(ctx, p.guild, b)
	} else {
		err = t.reignAgain(ctx, p.guild, bouts)
	}
	if err != nil {
		return fmt.Errorf("reigns: %w", err)
	}
	return nil
}

var errStop = errors.New("enough was read")

// boutsOf yields a guild's rounds among people that ended after another, in order.
func boutsOf(ctx context.Context, q querier, guild string, after key) iter.Seq2[bout, error] {
	return func(yield func(bout, error) bool) {
		var b bout
		err := each(ctx, q, func(rows *sql.Rows) error {
			var next bout
			var p placed
			if err := rows.Scan(&next.id, &next.at, &next.match, &next.round, &next.channel, &next.system, &p.player, &p.place, &p.title); err != nil {
				return err
			}
			if next.id != b.id {
				if b.id != 0 && !yield(b, nil) {
					return errStop
				}
				b = next
			}
			b.parts = append(b.parts, p)
			return nil
		}, `SELECT s.id, s.at, s.match, s.round, s.channel, s.system, e.player, e.place, e.title
			FROM settlements AS s CROSS JOIN entries AS e ON e.settlement = s.id
			WHERE s.guild = ? AND (s.at, s.match, s.round) > (?, ?, ?) AND s.finished = 0 AND s.computers = 0
			ORDER BY s.at, s.match, s.round, e.n`, guild, after.at, after.match, after.round)
		switch {
		case err == errStop:
		case err != nil:
			yield(bout{}, err)
		case b.id != 0:
			yield(b, nil)
		}
	}
}

// rerate rates rounds of a guild in order: a new one and all that ended later.
func (t *tx) rerate(ctx context.Context, guild string, bouts []bout) error {
	c := newChronicle()
	for _, b := range bouts {
		if err := t.loadRatings(ctx, c, guild, b); err != nil {
			return err
		}
	}
	for i := len(bouts) - 1; i > 0; i-- { // back to where the new one begins
		if err := t.takeBack(ctx, c, bouts[i]); err != nil {
			return err
		}
	}
	for _, b := range bouts {
		if err := t.saveRatings(ctx, c.rate(b)); err != nil {
			return err
		}
		if err := t.exec(ctx, currentRatings, b.id); err != nil {
			return err
		}
	}
	return nil
}

// loadRatings reads how those who played a round are rated now.
func (t *tx) loadRatings(ctx context.Context, c *chronicle, guild string, b bout) error {
	return t.each(ctx, func(rows *sql.Rows) error {
		var of rated
		var r rating.Rating
		if err := rows.Scan(&of.system, &of.player, &r.Mu, &r.Sigma); err != nil {
			return err
		}
		c.ratings[of] = r
		return nil
	}, `SELECT c.system, s.player, s.mu, s.sigma
		FROM scopes AS c CROSS JOIN entries AS e ON e.settlement = ?
		CROSS JOIN standings AS s ON s.scope = c.id AND s.player = e.player
		WHERE c.guild = ? AND c.system IN ('', ?) AND c.period = '' AND c.computers = 0 AND s.mu IS NOT NULL`, b.id, guild, b.system)
}

// takeBack returns ratings to what they were before a round.
func (t *tx) takeBack(ctx context.Context, c *chronicle, b bout) error {
	return t.each(ctx, func(rows *sql.Rows) error {
		of := rated{system: b.system}
		var overall bool
		var r rating.Rating
		if err := rows.Scan(&overall, &of.player, &r.Mu, &r.Sigma); err != nil {
			return err
		}
		if overall {
			of.system = ""
		}
		c.ratings[of] = r
		return nil
	}, `SELECT overall, player, mu_before, sigma_before FROM ratings WHERE settlement = ?`, b.id)
}

// saveRatings stores what rounds did to ratings, in place of what was said of them.
func (t *tx) saveRatings(ctx context.Context, changes []change) error {
	if len(changes) == 0 {
		return nil
	}
	rows := make([][7]int64, len(changes))
	for i, c := range changes {
		rows[i] = [7]int64{c.settlement, 0, int64(c.player), c.before.Mu, c.before.Sigma, c.after.Mu, c.after.Sigma}
		if c.overall {
			rows[i][1] = 1
		}
	}
	list, err := json.Marshal(rows)
	if err != nil {
		return err
	}
	return t.exec(ctx, `INSERT OR REPLACE INTO ratings (settlement, overall, player, mu_before, sigma_before, mu, sigma)
		SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6 FROM json_each(?)`, string(list))
}

// currentRatings gives a round's ratings to the scopes that it counts in, where
// the sums have rows already. (An UPDATE would go through all of standings.)
const currentRatings = `INSERT INTO standings (scope, player, points, rounds, matches, wins, left_early, mu, sigma, rating)
	SELECT c.id, r.player, 0, 0, 0, 0, 0, r.mu, r.sigma, r.mu - 3 * r.sigma
	FROM settlements AS s
	CROSS JOIN scopes AS c ON c.guild = s.guild AND c.system IN ('', s.system) AND c.period IN ` + spans + `
	CROSS JOIN ratings AS r ON r.settlement = s.id AND r.overall = (c.system = '')
	WHERE s.id = ? ON CONFLICT (scope, player) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, rating = excluded.rating`

// reignOn folds the last round on to the reigns that run.
func (t *tx) reignOn(ctx context.Context, guild string, b bout) error {
	c := newChronicle()
	err := t.each(ctx, func(rows *sql.Rows) error {
		r, err := scanReign(rows)
		if c.running[r.place] == nil {
			c.running[r.place] = map[game.Title]*reign{}
		}
		c.running[r.place][r.title] = &r
		return err
	}, `SELECT `+reignColumns+` FROM reigns INDEXED BY reigns_running WHERE guild = ? AND channel IN ('', ?) AND system = ? AND running = 1`, guild, b.channel, b.system)
	if err != nil {
		return err
	}
	return t.saveReigns(ctx, guild, c.reign(b))
}

// reignAgain makes the reigns of the systems of some rounds anew, from the first
// round on. That is as long as the system's history in the guild; it is needed
// only where rounds are stored in another order than they ended in.
func (t *tx) reignAgain(ctx context.Context, guild string, bouts []bout) error {
	systems := map[string]bool{}
	for _, b := range bouts {
		systems[b.system] = true
	}
	for system := range systems {
		if err := t.exec(ctx, `DELETE FROM reigns WHERE guild = ? AND system = ?`, guild, system); err != nil {
			return err
		}
	}
	made := reigns{}
	c := newChronicle()
	for b, err := range boutsOf(ctx, t.conn, guild, key{at: -1}) {
		if err != nil {
			return err
		}
		if systems[b.system] {
			made.take(c.reign(b))
		}
	}
	return t.saveReigns(ctx, guild, made.kept())
}

// reigns are reigns as they stand, by when and where they began.
type reigns map[reignKey]reign

type reignKey struct {
	place
	title game.Title
	began key
}

func (r reign) key() reignKey { return reignKey{r.place, r.title, r.began} }

// take notes how reigns stand after a round.
func (all reigns) take(changed []reign) {
	for _, r := range changed {
		if r.kept() {
			all[r.key()] = r
		} else {
			delete(all, r.key())
		}
	}
}

func (all reigns) kept() []reign {
	var kept []reign
	for _, r := range all {
		kept = append(kept, r)
	}
	return kept
}

// saveReigns stores reigns in place of what was said of them.
func (t *tx) saveReigns(ctx context.Context, guild string, changed []reign) error {
	for _, r := range changed {
		var err error
		if r.kept() {
			err = t.exec(ctx, `INSERT OR REPLACE INTO reigns (guild, `+reignColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
				guild, r.channel, r.system, r.title, r.began.at, r.began.match, r.began.round, r.player, r.rounds, r.last, r.running, r.deposed, r.deposedRounds, r.takenBy)
		} else {
			err = t.exec(ctx, `DELETE FROM reigns WHERE guild = ? AND channel = ? AND system = ? AND title = ? AND (began_at, began_match, began_round) = (?, ?, ?)`,
				guild, r.channel, r.system, r.title, r.began.at, r.began.match, r.began.round)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

const reignColumns = `channel, system, title, began_at, began_match, began_round, player, rounds, last_at, running, deposed, deposed_rounds, taken_by`

func scanReign(rows *sql.Rows) (r reign, err error) {
	err = rows.Scan(&r.channel, &r.system, &r.title, &r.began.at, &r.began.match, &r.began.round, &r.player, &r.rounds, &r.last, &r.running, &r.deposed, &r.deposedRounds, &r.takenBy)
	return r, err
}
