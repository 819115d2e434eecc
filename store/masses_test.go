package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/game/gametest"
	"deuces/match"
	"deuces/standing"
	"deuces/store/engine"
)

// A database of masses has any number of rounds with everything the bot stores for them: logs
// with chains, people, guilds, seasons, settlements and sums. Playing a million rounds would
// take hours. So some hundred matches of all systems are played, and each is stored at many
// tables: in other guilds, with other people, at other times, and with its own chain.

// playedOnce is a played match, as a template for other tables.
type playedOnce struct {
	at      int // number of the table at which it was played
	system  string
	rows    []row
	bodies  []match.Body // by row: events that name people or the table's place; nil if the same at all tables
	sealing []bool       // by row: part of a sealed deal, which depends on the table
	settled []settledThen
	people  []match.Player // in order of appearance
	rounds  int
}

// settledThen is what the match added to the standings, and when.
type settledThen struct {
	at int64
	standing.Settlement
}

// masses is the size of a database.
type masses struct{ rounds, guilds, people int } // people in each guild

// massesOf returns the size for a number of rounds, with about a thousand rounds per guild.
func massesOf(rounds int) masses {
	return masses{rounds: rounds, guilds: 3 + rounds/1000, people: 60}
}

// massesAt returns a database of masses. It is kept in -crowds if set, since making it may take
// minutes.
func massesAt(t testing.TB, m masses) (path string) {
	t.Helper()
	dir := t.TempDir()
	if *crowds != "" {
		dir = *crowds
	}
	path = filepath.Join(dir, fmt.Sprintf("masses-%d.db", m.rounds))
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return path
	}
	began := time.Now()
	s, err := Open(t.Context(), path+".part", nop())
	must(t, err)
	must(t, m.fill(t.Context(), s), s.Close(), os.Rename(path+".part", path))
	t.Logf("%d rounds in %d guilds were made in %v", m.rounds, m.guilds, time.Since(began).Round(time.Second))
	return path
}

// fill plays matches and stores them.
func (m masses) fill(ctx context.Context, s *Store) error {
	const seed = 17
	rand := gametest.NewRand(seed)
	matches, err := m.play(rand)
	if err != nil {
		return fmt.Errorf("seed %d: %w", seed, err)
	}
	err = s.writer.write(ctx, engine.Claim{}, func(ctx context.Context, tx *tx) error {
		if err := tx.Exec(ctx, `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
			INSERT INTO people (player, discord, name) SELECT i, 1000000 + i, 'Player ' || i FROM n`, m.guilds*m.people); err != nil {
			return err
		}
		plans := []standing.Plan{standing.ByHand, standing.Monthly, standing.Quarterly}
		for g := range m.guilds {
			if err := tx.Exec(ctx, `INSERT INTO settings (guild, key, value) VALUES (?, 'season', ?)`, guildOf(g), plans[g%len(plans)]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	const atOnce = 100 // tables per commit
	f := filling{masses: m, rand: rand, every: 2 * 365 * 24 * time.Hour * 8 / time.Duration(m.rounds)}
	for next := 0; f.rounds < m.rounds; {
		err := s.writer.write(ctx, engine.Claim{}, func(ctx context.Context, tx *tx) error {
			f.tx = tx
			for range atOnce {
				p := &matches[rand.Intn(len(matches))]
				if next < len(matches) { // as it was played, with its own number
					p = &matches[next]
					next++
				}
				if f.rounds += p.rounds; f.rounds > m.rounds && f.rounds > p.rounds {
					f.rounds = m.rounds
					return nil
				}
				if err := f.table(ctx, p); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return s.writer.write(ctx, engine.Claim{}, func(ctx context.Context, tx *tx) error { return tx.rebuildSums(ctx, s.engine) })
}

func guildOf(g int) string { return fmt.Sprint(1_000_000_000_000 + g) }

// filling is the progress of filling a database.
type filling struct {
	masses
	rand   *gametest.Rand
	every  time.Duration // interval between tables
	tx     *tx
	id     match.ID // last table
	rounds int
}

// table stores a match at the next table. At another table than the original, its rounds are
// stored as dealt without a seal, because a seal depends on the table's number.
func (f *filling) table(ctx context.Context, p *playedOnce) error {
	f.id++
	own := int(f.id) == p.at
	g := f.rand.Intn(f.guilds)
	guild, channel := guildOf(g), fmt.Sprint(2_000_000_000_000+10*g+f.rand.Intn(3))
	as := map[match.Player]match.Player{}
	first := f.rand.Intn(f.people)
	for i, who := range p.people {
		as[who] = match.Player(g*f.people + 1 + (first+i*7)%f.people)
	}
	later := f.every.Milliseconds() * int64(f.id)
	var rows []row
	for i, r := range p.rows {
		if !own && p.sealing[i] {
			continue
		}
		if p.bodies[i] != nil {
			var err error
			if _, r.body, err = match.Encode(elsewhere(p.bodies[i], guild, channel, as)); err != nil {
				return err
			}
		}
		r.seq, r.at = len(rows)+1, r.at+later
		rows = append(rows, r)
	}
	opened, ended := rows[0].at, rows[len(rows)-1].at
	if err := f.tx.Exec(ctx, `INSERT INTO tables (id, guild, channel, system, opened, ended) VALUES (?, ?, ?, ?, ?, ?)`, f.id, guild, channel, p.system, opened, ended); err != nil {
		return err
	}
	if err := f.tx.Exec(ctx, `INSERT INTO posts (table_id, kind, channel, message, edition, posted) VALUES (?, 'board', ?, ?, 'round-1', ?)`, f.id, channel, fmt.Sprint(f.id), opened); err != nil {
		return err
	}
	head, err := f.events(ctx, rows)
	if err != nil {
		return err
	}
	if err := f.tx.Exec(ctx, `INSERT INTO chains (table_id, first, last, head, since) VALUES (?, 1, ?, ?, ?)`, f.id, len(rows), head[:], opened); err != nil {
		return err
	}
	for _, then := range p.settled {
		s := then.Settlement
		s.Guild, s.Channel, s.Match = guild, channel, int64(f.id)
		s.Entries = slices.Clone(s.Entries)
		for i := range s.Entries {
			s.Entries[i].Player = as[s.Entries[i].Player]
		}
		for _, part := range split(then.at+later, s, 0) {
			season, err := f.tx.season(ctx, guild, part.at)
			if err == nil {
				_, err = f.tx.record(ctx, part, season)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// events inserts the log of the last table, many rows per statement, and returns its head.
func (f *filling) events(ctx context.Context, rows []row) (head link, err error) {
	const atOnce = 50
	for all := range slices.Chunk(rows, atOnce) {
		values := make([]any, 0, 6*atOnce)
		for _, r := range all {
			head = r.hashAfter(head, f.id)
			values = append(values, f.id, r.seq, r.at, r.kind, string(r.body), slices.Clone(head[:]))
		}
		if err := f.tx.Exec(ctx, `INSERT INTO events (table_id, seq, at, kind, body, hash) VALUES `+strings.Repeat(`(?, ?, ?, ?, ?, ?), `, len(all)-1)+`(?, ?, ?, ?, ?, ?)`, values...); err != nil {
			return head, err
		}
	}
	return head, nil
}

// elsewhere returns an event's body for another table and other players.
func elsewhere(b match.Body, guild, channel string, as map[match.Player]match.Player) match.Body {
	v := reflect.New(reflect.TypeOf(b)).Elem()
	v.Set(reflect.ValueOf(b))
	for i := range v.NumField() {
		if p, is := v.Field(i).Interface().(match.Player); is && as[p] != 0 {
			v.Field(i).SetInt(int64(as[p]))
		}
	}
	if opened, is := v.Interface().(match.Opened); is {
		opened.Guild, opened.Channel = guild, channel
		return opened
	}
	return v.Interface().(match.Body)
}

// places reports whether an event's body depends on the table or the players.
func places(b match.Body) bool {
	_, opens := b.(match.Opened)
	v := reflect.ValueOf(b)
	for i := range v.NumField() {
		if p, is := v.Field(i).Interface().(match.Player); is && p > 0 {
			return true
		}
	}
	return opens
}
