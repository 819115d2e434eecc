package store

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"deuces/game"
	"deuces/game/standing"
	"deuces/game/table"
)

// The benchmarks write where TMPDIR points: to say something of a disk it must
// be on one. Beside the mean they report the median and p99 of one operation.

// large is the size that the figures of a release are taken at; filling the
// databases then takes minutes.
var large = flag.Bool("large", false, "run the store's benchmarks at full size")

func percentiles(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	at := func(p int) float64 { return float64(took[min(len(took)-1, len(took)*p/100)].Microseconds()) / 1000 }
	b.ReportMetric(at(50), "ms-p50")
	b.ReportMetric(at(99), "ms-p99")
}

func BenchmarkAppend(b *testing.B) {
	for _, writers := range []int{1, 16, 100} {
		b.Run(fmt.Sprintf("writers=%d", writers), func(b *testing.B) {
			taps := &tap{}
			s := openWith(b, filepath.Join(b.TempDir(), "deuces.db"), taps.wrap)
			took := make([][]time.Duration, writers)
			ids := slicesOf(writers, func(int) table.ID { return create(b, s) })
			taps.arm(0, false, nil)
			b.ResetTimer()
			var all sync.WaitGroup
			for i, id := range ids {
				n := b.N / writers
				if i < b.N%writers {
					n++
				}
				all.Go(func() {
					for seq := range n {
						begun := time.Now()
						if err := s.Append(b.Context(), id, numberedFrom(3+seq, table.Paused{}), nil); err != nil {
							b.Error(err)
							return
						}
						took[i] = append(took[i], time.Since(begun))
					}
				})
			}
			all.Wait()
			b.StopTimer()
			percentiles(b, slices.Concat(took...))
			b.ReportMetric(float64(b.N)/float64(taps.count("COMMIT")), "appends/commit")
		})
	}
}

// crowd fills a database with settled rounds of four players, every five seconds
// one, in turns in each guild: the entries as rows, and the sums made from them.
func crowd(b *testing.B, guilds, players, rounds int) *Store {
	b.Helper()
	s := openNew(b)
	id := create(b, s)
	err := s.writer.write(b.Context(), func(ctx context.Context, tx *tx) error {
		count := `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) `
		if err := tx.exec(ctx, count+`INSERT INTO people (discord, name) SELECT i, 'player ' || i FROM n`, guilds*players); err != nil {
			return err
		}
		if rounds == 0 {
			return nil
		}
		err := tx.exec(ctx, `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 - 1)
			INSERT INTO seasons (guild, number, plan, began) SELECT 'g' || i, 1, 'hand', 0 FROM n`, guilds)
		if err != nil {
			return err
		}
		err = tx.exec(ctx, count+`
			INSERT INTO settlements (match, round, finished, guild, channel, system, at, season)
			SELECT ?3, i, 0, 'g' || (i % ?2), 'c', CASE i / ?2 % 3 WHEN 0 THEN 'ahole' WHEN 1 THEN 'president' ELSE 'bigtwo' END, ?4 + i * 5000, 1 FROM n`,
			rounds, guilds, id, crowded.UnixMilli())
		if err != nil {
			return err
		}
		for seat, title := range []game.Title{game.President, game.VicePresident, game.ViceScum, game.Scum} {
			err := tx.exec(ctx, `
				INSERT INTO entries (settlement, n, player, place, points, title, winner)
				SELECT id, ?1, (round % ?2) * ?3 + 1 + (id * 2654435761 % 1000003 + ?1 * (?3 / 4)) % ?3, ?1 + 1, max(0, 2 - ?1), ?4, 0 FROM settlements`,
				seat, guilds, players, title)
			if err != nil {
				return err
			}
		}
		return tx.resum(ctx)
	})
	if err != nil {
		b.Fatal(err)
	}
	// What was written at once goes into the file now, and not while something is measured.
	db, err := pool(s.path, "rw", 1, common()[:1], nil)
	if err != nil {
		b.Fatal(err)
	}
	_, err = db.ExecContext(b.Context(), `PRAGMA wal_checkpoint(TRUNCATE)`)
	if err := errors.Join(err, db.Close()); err != nil {
		b.Fatal(err)
	}
	return s
}

// crowded is when a crowd begins to play: a million rounds are two months.
var crowded = time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)

// BenchmarkStandings asks for pages of leaderboards, and appends rounds' ends, in
// databases of different crowds.
func BenchmarkStandings(b *testing.B) {
	for _, c := range []struct{ guilds, players, rounds int }{
		{1000, 100, 0},         // nobody has played yet
		{1, 100_000, 100_000},  // one guild with a hundred thousand players
		{1000, 100, 1_000_000}, // a thousand guilds, a million rounds
	} {
		if !*large {
			c.guilds, c.rounds = (c.guilds+99)/100, c.rounds/100
			c.players = max(100, c.players/100)
		}
		b.Run(fmt.Sprintf("guilds=%d/players=%d/rounds=%d", c.guilds, c.players, c.rounds), func(b *testing.B) {
			s := crowd(b, c.guilds, c.players, c.rounds)
			if c.rounds > 0 {
				benchmarkBoards(b, s, c.guilds, c.players)
			}
			b.Run("settle", func(b *testing.B) { benchmarkSettle(b, s, c.guilds, c.players) })
		})
	}
}

func benchmarkBoards(b *testing.B, s *Store, guilds, players int) {
	for _, q := range []struct {
		name string
		standing.Query
	}{
		{"points", standing.Query{Order: standing.ByPoints}},
		{"wins", standing.Query{Order: standing.ByWins}},
		{"rating", standing.Query{Order: standing.ByRating}},
		{"title", standing.Query{Title: game.President}},
		{"system", standing.Query{System: "ahole", Order: standing.ByPoints}},
		{"month", standing.Query{Order: standing.ByPoints, Period: standing.Month(crowded)}},
		{"season", standing.Query{Order: standing.ByRating, Period: standing.ThisSeason, Computers: true}},
	} {
		q.Limit = 10
		for _, from := range []string{"first", "any", "mine"} {
			b.Run(fmt.Sprintf("by=%s/page=%s", q.name, from), func(b *testing.B) {
				var took []time.Duration
				for i := range b.N {
					q := q.Query
					g := i * 7919 % guilds
					q.Guild = fmt.Sprintf("g%d", g)
					begun := time.Now()
					var err error
					switch from {
					case "any":
						q.Offset = i * 104729 % players
					case "mine": // the page where somebody finds themself
						q.Offset, _, err = s.Rank(b.Context(), q, standing.Player(g*players+1+i*104729%players))
						q.Offset -= q.Offset % q.Limit
					}
					if err != nil {
						b.Fatal(err)
					}
					page, err := s.Leaderboard(b.Context(), q)
					took = append(took, time.Since(begun))
					if err != nil || page.Total == 0 {
						b.Fatal(page.Total, err)
					}
				}
				percentiles(b, took)
			})
		}
	}
}

// benchmarkSettle appends rounds' ends.
func benchmarkSettle(b *testing.B, s *Store, guilds, players int) {
	id := create(b, s)
	var took []time.Duration
	b.ResetTimer()
	for i := range b.N {
		g := i * 7919 % guilds
		p := standing.Player(g*players + 1 + i*31%(players-4))
		settled := round(fmt.Sprintf("g%d", g), "ahole", p, p+1, p+2, p+3)
		settled.Match, settled.Round = int64(id), i+1
		begun := time.Now()
		if err := s.Append(b.Context(), id, numberedFrom(3+i, table.Paused{}), &settled); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(begun))
	}
	percentiles(b, took)
}
