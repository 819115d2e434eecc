package store

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"golang.org/x/sync/errgroup"

	"deuces/game"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/pgtest"
	"deuces/match"
	"deuces/standing"
	"deuces/table"
)

// The benchmarks write to TMPDIR, which must be on a disk for the results to be meaningful. They
// report the mean, median and p99 of each operation.

// The flag -large selects the size used for release figures. It takes minutes to fill databases of
// that size, so -crowds can keep them.
var (
	large     = flag.Bool("large", false, "run the store's benchmarks at full size")
	crowdsDir = flag.String("crowds", "", "keep filled databases in this `directory`, and begin with copies of them")
)

// percentile returns a percentile in milliseconds.
func percentile(took []time.Duration, p int) float64 {
	slices.Sort(took)
	return float64(took[min(len(took)-1, len(took)*p/100)].Microseconds()) / 1000
}

// report reports the median and the p99 of an operation. prefix comes before their names.
func report(b *testing.B, prefix string, took []time.Duration) {
	b.ReportMetric(percentile(took, 50), prefix+"ms-p50")
	b.ReportMetric(percentile(took, 99), prefix+"ms-p99")
}

// filledDatabase returns the path of a closed database file that was filled by a function. If
// -crowds is set, the file is kept there and used again.
func filledDatabase(t testing.TB, name string, fill func(testing.TB, *Store)) (path string) {
	t.Helper()
	dir := *crowdsDir
	if dir == "" {
		dir = t.TempDir()
	}
	path = filepath.Join(dir, name)
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return path
	}
	began := time.Now()
	s := openAt(t, path+".part")
	fill(t, s)
	must(t, s.Close(), os.Rename(path+".part", path))
	t.Logf("%s was made in %v", name, time.Since(began).Round(time.Second))
	return path
}

func settledDatabase(b *testing.B, guilds, players, rounds int) *Store {
	b.Helper()
	return openAt(b, copyOfClosed(b, filledDatabase(b, fmt.Sprintf("%d-%d-%d.db", guilds, players, rounds), func(t testing.TB, s *Store) {
		fillRounds(t, s, guilds, players, rounds)
	})))
}

// fillRounds stores settled rounds, one every five seconds, in one guild after another. It writes
// the entries as rows and computes the sums from them.
func fillRounds(t testing.TB, s *Store, guilds, players, rounds int) {
	id := createTable(t, s)
	exec := func(query string, args ...any) { must(t, s.exec(t.Context(), query, args...)) }
	count := `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) `
	exec(count+`INSERT INTO people (discord, name) SELECT i, 'player ' || i FROM n`, guilds*players)
	if rounds == 0 {
		return
	}
	exec(count+`INSERT INTO seasons (guild, number, plan, began) SELECT 'g' || (i - 1), 1, 'hand', 0 FROM n`, guilds)
	exec(count+`
		INSERT INTO settlements (match, round, finished, guild, channel, system, at, season, counts, people, bots, bot_titles)
		SELECT ?3, i, 0, 'g' || (i % ?2), 'c', CASE i / ?2 % 3 WHEN 0 THEN 'ahole' WHEN 1 THEN 'president' ELSE 'bigtwo' END, ?4 + i * 5000, 1, 0, 4, 0, '' FROM n`,
		rounds, guilds, id, firstRoundTime.UnixMilli())
	for seat, title := range []game.Title{game.President, game.VicePresident, game.ViceScum, game.Scum} {
		exec(`
			INSERT INTO entries (settlement, n, player, place, points, title, winner, left_early, finish)
			SELECT id, ?1, (round % ?2) * ?3 + 1 + (id * 2654435761 % 1000003 + ?1 * (?3 / 4)) % ?3, ?1 + 1, max(0, 2 - ?1), ?4, 0, 0, '' FROM settlements`,
			seat, guilds, players, title)
	}
	must(t, s.write(t.Context(), func(ctx context.Context, tx *tx) error { return tx.rebuildSums(ctx, s.engine) }))
}

// firstRoundTime is the time of the first round. A million rounds, one every five seconds, take two
// months.
var firstRoundTime = time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)

func BenchmarkStandings(b *testing.B) {
	for _, c := range []struct{ guilds, players, rounds int }{
		{1, 100_000, 100_000},  // one guild with a hundred thousand players
		{1000, 100, 1_000_000}, // a thousand guilds, a million rounds
	} {
		if !*large {
			c.guilds, c.rounds = (c.guilds+99)/100, c.rounds/100
			c.players = max(100, c.players/100)
		}
		b.Run(fmt.Sprintf("guilds=%d/players=%d/rounds=%d", c.guilds, c.players, c.rounds), func(b *testing.B) {
			benchmarkBoards(b, settledDatabase(b, c.guilds, c.players, c.rounds), c.guilds, c.players)
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
		{"month", standing.Query{Order: standing.ByPoints, Period: standing.Month(firstRoundTime)}},
		{"season", standing.Query{Order: standing.ByRating, Period: standing.ThisSeason, Rounds: standing.AllRounds}},
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
					case "mine": // the page with a given player
						q.Offset, _, err = s.Rank(b.Context(), q, standing.Player(g*players+1+i*104729%players))
						q.Offset -= q.Offset % q.Limit
					}
					must(b, err)
					page, err := s.Leaderboard(b.Context(), q)
					took = append(took, time.Since(begun))
					if err != nil || page.Total == 0 {
						b.Fatal(page.Total, err)
					}
				}
				report(b, "", took)
			})
		}
	}
}

// BenchmarkSettle appends the ends of rounds alternately to an empty database and to a filled one.
// The difference is the cost of a long history.
func BenchmarkSettle(b *testing.B) {
	const inTurn = 500 // appends to one database before switching to the other
	guilds, players, rounds := 1000, 100, 1_000_000
	if !*large {
		guilds, rounds = guilds/100, rounds/100
	}
	b.Run(fmt.Sprintf("guilds=%d/players=%d/rounds=%d", guilds, players, rounds), func(b *testing.B) {
		empty, full := settledDatabase(b, guilds, players, 0), settledDatabase(b, guilds, players, rounds)
		b.Run("settle", func(b *testing.B) {
			one, other := createTable(b, empty), createTable(b, full)
			var short, long []time.Duration
			for done := 0; done < b.N; done += inTurn {
				n := min(inTurn, b.N-done)
				short = append(short, settleRounds(b, empty, one, guilds, players, done, n)...)
				long = append(long, settleRounds(b, full, other, guilds, players, done, n)...)
			}
			report(b, "empty-", short)
			report(b, "full-", long)
			b.ReportMetric(percentile(long, 99)-percentile(short, 99), "over-ms-p99")
		})
	})
}

// settleRounds appends the ends of n rounds to a log that already has done of them. It returns how
// long each append took.
func settleRounds(b *testing.B, s *Store, id match.ID, guilds, players, done, n int) (took []time.Duration) {
	for seq := len(opening()) + 1 + done; n > 0; n-- {
		g := seq * 7919 % guilds
		p := standing.Player(g*players + 1 + seq*31%(players-4))
		settled := round(fmt.Sprintf("g%d", g), "ahole", p, p+1, p+2, p+3)
		settled.Match, settled.Round = int64(id), seq
		events := []match.Event{{Seq: seq, At: noon().Add(time.Duration(id)*1000*time.Hour + time.Duration(seq)*time.Second), Body: match.Paused{}}}
		begun := time.Now()
		must(b, s.Append(b.Context(), id, events, &settled))
		took = append(took, time.Since(begun))
		seq++
	}
	return took
}

// BenchmarkRecovery loads tables as the program does when it starts. Each table is in the middle of
// a round of four players. All tables are listed, but few logs are read. It reports the memory in
// use.
func BenchmarkRecovery(b *testing.B) {
	tables := 10_000
	if !*large {
		tables /= 100
	}
	b.Run(fmt.Sprintf("tables=%d", tables), func(b *testing.B) {
		s := openAt(b, copyOfClosed(b, filledDatabase(b, fmt.Sprintf("tables-%d.db", tables), func(t testing.TB, s *Store) {
			playHalfRounds(t, s, tables)
		})))
		var took []time.Duration
		inUse := 0.0
		b.ResetTimer()
		for range b.N {
			before := memoryInUse()
			r := table.NewRegistry(table.Config{
				Log: s, Rules: systems.New, LastAlive: firstRoundTime.Add(time.Hour), Logger: zerolog.Nop(),
				Latest: func(string) (int, bool) { return 1, true },
			})
			begun := time.Now()
			must(b, r.Recover(b.Context()))
			took = append(took, time.Since(begun))
			inUse += memoryInUse() - before
			for _, i := range []int{0, tables - 1} {
				if m, err := r.InChannel(b.Context(), fmt.Sprint("c", i)); err != nil || m.State == nil {
					b.Fatalf("table %d is not there, or not in a round", i)
				}
			}
			must(b, r.Close(context.Background()))
		}
		b.ReportMetric(percentile(took, 50), "ms-p50")
		b.ReportMetric(inUse/float64(b.N*tables), "B/table")
	})
}

func memoryInUse() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc + m.StackInuse)
}

func playHalfRounds(t testing.TB, s *Store, tables int) {
	settings := match.DefaultSettings()
	settings.Clock = 24 * time.Hour
	var all errgroup.Group
	all.SetLimit(100) // concurrent writes share commits
	for i := range tables {
		all.Go(func() error {
			g := &testMatch{t: t, s: s, rand: gametest.NewRand(1), leaveFactor: 1_000_000, batched: true}
			g.open(firstRoundTime, systems.New, match.Opening{
				Guild: "g1", Channel: fmt.Sprint("c", i), System: "ahole", Version: 1, Host: 1, Others: []match.Player{2, 3, 4}, Settings: settings,
			}, match.Start{Player: 1})
			for range 31 { // the deal, and plays
				g.do(g.next())
			}
			return g.flush(nil)
		})
	}
	must(t, all.Wait())
}

// BenchmarkFences measures the cost of sharing a database. It appends and settles in an exclusive
// PostgreSQL database, in a shared one and in a file, in turn.
//
//	go test ./store -run '^$' -bench Fences -benchtime 1000x
func BenchmarkFences(b *testing.B) {
	alone, shared := pgtest.New(b), pgtest.New(b)
	must(b, openAt(b, shared).Close())
	one := shareAt(b, shared)
	places := []struct {
		name string
		s    *Store
	}{
		{"alone", openAt(b, alone)},
		{"shared", one},
		{"file", openAt(b, filepath.Join(b.TempDir(), "deuces.db"))},
	}
	took := map[string][]time.Duration{}
	ids := map[string]match.ID{}
	for _, p := range places {
		ids[p.name] = createTable(b, p.s)
	}
	for seq := len(opening()) + 1; b.Loop(); seq += 2 {
		for _, p := range places {
			settled := round("g1", "ahole", ann, bob, cy, dee)
			settled.Match, settled.Round = int64(ids[p.name]), seq
			for i, ends := range []*standing.Settlement{nil, &settled} {
				began := time.Now()
				must(b, p.s.Append(b.Context(), ids[p.name], numberedFrom(seq+i, match.Paused{}), ends))
				what := p.name + []string{"-append", "-settle"}[i]
				took[what] = append(took[what], time.Since(began))
			}
		}
	}
	for what, all := range took {
		b.ReportMetric(percentile(all, 50), what+"-ms-p50")
	}
}
