package store

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"deuces/game/ai"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/pgtest"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/settings"
	"deuces/standing"
	"deuces/standing/daily"
	"deuces/store/engine"
	"deuces/store/sqlite"
	"deuces/table"
)

// sampleDatabase returns the path of a closed database file with rows in every table.
func sampleDatabase(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "first.db")
	s := openAt(t, path)
	playMatches(t, s, 2, 4)
	g := newTestMatch(t, s, gametest.NewRand(11), "g1", ann, bob, cy)
	for g.match.Phase != match.Playing || len(g.match.Moves) < 2 {
		g.do(g.next())
	}
	register(t, s, "Zoë \x00of 100", "Bob", "Cy")
	_, greeted := s.Greet(t.Context(), "g1", noon())
	_, emojis := s.SaveEmojis(t.Context(), map[string]string{"3c": "1"}, map[string]string{"3d": "2"}, noon())
	id := newTestMatch(t, s, gametest.NewRand(12), "g2", bob, ann).id
	must(t, errOf(playDaily(t, s, gametest.NewRand(13), ann, 9, 1, true)))
	_, begun := s.BeginDay(t.Context(), daily.Settings{Day: 9, System: "toy", Weights: "a"}, []byte{1})
	must(t,
		greeted, emojis, begun, errOf(s.PostDay(t.Context(), "g1", 9)), errOf(s.ShareDay(t.Context(), 9, ann)),
		s.JoinDaily(t.Context(), "g1", ann), s.SaveSeen(t.Context(), noon()),
		s.SavePost(t.Context(), g.id, "board", Post{Channel: "c1", Message: "m1", Posted: noon()}),
		setClock(t.Context(), s, "g1", 0), setPlan(t.Context(), s, "g3", noon(), standing.Monthly),
		savePreset(t.Context(), s, "g1", settings.Preset{Name: "Ours", System: "toy"}),
		s.GuildRemoved(t.Context(), "g2", noon()), s.Nickname(t.Context(), "g1", ann, "Annie"),
		s.SaveLastOptions(t.Context(), "g1", "c1", "toy", map[string]string{"cards": "5"}),
		s.SaveAlive(t.Context(), noon()),
		s.SetAsleep(t.Context(), map[match.ID]*table.Sleep{g.id: {Seq: g.match.Seq, Until: noon(), Players: []match.Player{ann, bob}}}),
		s.Forget(t.Context(), cy),
		s.GiveUp(t.Context(), id, noon()),
	)
	last, err := s.Player(t.Context(), "400", "Dee")
	must(t, err, s.Forget(t.Context(), last)) // now nobody has the highest number
	must(t, s.Close())
	return path
}

// A database is copied from a file to PostgreSQL, then to another PostgreSQL database, and back to
// a file. Its numbers, logs and standings stay the same.
func TestADatabaseIsCopiedToPostgreSQLAndBack(t *testing.T) {
	t.Parallel()
	first := sampleDatabase(t)
	places := []string{first, pgtest.New(t), pgtest.New(t), filepath.Join(t.TempDir(), "last.db"), filepath.Join(t.TempDir(), "other.db")}
	hash := ""
	for i, to := range places[1:] {
		c, err := Copy(t.Context(), places[i], to, matchtest.NewToy, nop())
		must(t, err)
		if hash == "" {
			hash = c.Hash
		}
		if c.Hash != hash || c.Tables < 4 || c.Events < 100 || len(c.Unread) > 0 {
			t.Errorf("copy %d: got %+v, want the hash %s, all tables read, and at least 4 tables and 100 events", i+1, c, hash)
		}
	}
	var want []string
	for i, name := range places {
		s := openAt(t, name)
		if want == nil {
			want = derivedRows(t, s)
		}
		wantEqual(t, name+": the standings", want, derivedRows(t, s), nil)
		rows := map[string]int{}
		for _, table := range copiedTables() {
			columns, err := columnsOf(t.Context(), s.db, table)
			must(t, err)
			sum, err := sumOf(t.Context(), s.db, table, columns, func([]any) error { return nil })
			rows[table] = sum.rows
			if err != nil || rows[table] == 0 && table != "preferences" {
				t.Errorf("database %d: the table %s has %d rows, %v, want some", i, table, rows[table], err)
			}
		}
		// Automatic numbers continue after those of the copied rows.
		result(s.Player(t.Context(), "500", "Eve")).is(t, name+": the next player", dee+1)
		wantEqual(t, name+": the next table", rows["tables"]+1, int(createTable(t, s)), nil)
		settle(t, s, round("g1", "toy", ann, bob))
		wantSound(t, s)
	}
}

func TestAFailedCopyLeavesNothing(t *testing.T) {
	t.Parallel()
	first := sampleDatabase(t)
	address := pgtest.New(t)
	copyTo := func(ctx context.Context, from, to string) error {
		return errOf(Copy(ctx, from, to, matchtest.NewToy, nop()))
	}
	must(t, copyTo(t.Context(), first, address))
	missing := filepath.Join(t.TempDir(), "missing.db")
	open := openAt(t, filepath.Join(t.TempDir(), "open.db"))
	for _, c := range []struct {
		from, to string
		want     error
		why      string
	}{
		{first, address, ErrNotEmpty, "PostgreSQL has a bot already"},
		{address, first, ErrNotEmpty, "the file has one"},
		{missing, pgtest.New(t), fs.ErrNotExist, "nothing is to be copied"},
		{open.path, pgtest.New(t), ErrInUse, "a bot plays on it"},
	} {
		wantError(t, c.why, copyTo(t.Context(), c.from, c.to), c.want)
	}
	// A copy that was interrupted can be repeated.
	for _, from := range []string{first, address} {
		to := filepath.Join(t.TempDir(), "to.db")
		if from == first {
			to = pgtest.New(t)
		}
		ctx, stop := context.WithCancel(t.Context())
		stopping := engine.WithProgress(ctx, func(what string, _, _ int) {
			if what == engine.ReadingLogs {
				stop()
			}
		})
		wantError(t, "it was stopped", copyTo(stopping, from, to), context.Canceled)
		if IsFile(to) {
			if left, err := os.ReadDir(filepath.Dir(to)); len(left) > 0 || err != nil {
				t.Errorf("a stopped copy leaves %v, %v, want no file", left, err)
			}
		}
		wantError(t, "it was stopped, and again", copyTo(t.Context(), from, to), nil)
	}
}

func TestACopyKeepsTheResultsOfAnUnreadableLog(t *testing.T) {
	t.Parallel()
	first := sampleDatabase(t)
	execute(t, first, `UPDATE events SET body = replace(body, '"round":1', '"round":2') WHERE table_id = 1 AND kind = 'dealt'`)
	address := pgtest.New(t)
	c, err := Copy(t.Context(), first, address, matchtest.NewToy, nop())
	if err != nil || len(c.Unread) != 1 || len(c.Found) == 0 {
		t.Errorf("a copy of a changed log: got %+v, %v, want it unread, and problems found", c, err)
	}
	want, got := openAt(t, first), openAt(t, address)
	wantEqual(t, "standings", derivedRows(t, want), derivedRows(t, got), nil)
	found, err := want.Check(t.Context())
	again, other := got.Check(t.Context())
	if !slices.Equal(found, again) || !slices.Equal(found, c.Found) || len(found) == 0 || err != nil || other != nil {
		t.Errorf("Check finds %q, %v in the original and %q, %v in the copy, want the same problems", found, err, again, other)
	}
}

// A large database is copied to PostgreSQL and back. The hashes of the logs stay the same, and so do
// the leaderboards, which are rebuilt each time. The test prints how long it takes. DEUCES_ROUNDS
// sets the number of rounds. This command tries a million, and keeps the filled databases in DIR:
//
//	DEUCES_ROUNDS=1000000 go test ./store -run TestManyRoundsAreCopiedToPostgreSQLAndBack -v -timeout 4h -args -crowds DIR
//
// It writes to the disks of TMPDIR and PostgreSQL: about 12 GB for the file, and half as much again
// for PostgreSQL. Without -crowds, the first file is deleted before the last is created.
func TestManyRoundsAreCopiedToPostgreSQLAndBack(t *testing.T) {
	postgresOnly(t)
	rounds := gametest.Dose(t, 100, 150, 20_000)
	if s := os.Getenv("DEUCES_ROUNDS"); s != "" {
		var err error
		rounds, err = strconv.Atoi(s)
		must(t, err)
	}
	m := databaseSize{rounds: rounds, guilds: 3 + rounds/1000, people: 60}
	from := filledDatabase(t, fmt.Sprintf("masses-%d.db", rounds), m.fill)
	boards := m.leaderboards(t, from)
	if len(boards) < 27 {
		t.Errorf("only %d leaderboards are compared, want at least 27", len(boards))
	}
	between := pgtest.New(t)
	if rounds > 50_000 {
		between = pgtest.OnDisk(t)
	}
	back := filepath.Join(t.TempDir(), "back.db")
	toPostgres := copyTimed(t, from, between)
	wantEqual(t, "leaderboards in PostgreSQL", boards, m.leaderboards(t, between), nil)
	if *crowdsDir == "" {
		must(t, sqlite.Remove(from)) // the disk may have space for only two databases
	}
	toFile := copyTimed(t, between, back)
	wantEqual(t, "leaderboards in the last file", boards, m.leaderboards(t, back), nil)
	if toPostgres.Hash != toFile.Hash || toPostgres.Tables != toFile.Tables || toPostgres.Events != toFile.Events {
		t.Errorf("the copies differ: to PostgreSQL %+v, back to a file %+v", toPostgres, toFile)
	}
}

// databaseSize is the size of a database.
type databaseSize struct{ rounds, guilds, people int } // people is per guild

// fill plays matches of all systems, with about six rounds each. Matches of different guilds are
// stored concurrently, so that they share commits.
func (m databaseSize) fill(t testing.TB, s *Store) {
	t.Helper()
	for g := range m.guilds {
		must(t, setPlan(t.Context(), s, guildID(g), firstRoundTime, []standing.Plan{standing.ByHand, standing.Monthly, standing.Quarterly}[g%3]))
	}
	must(t, s.exec(t.Context(), `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
		INSERT INTO people (player, discord, name) SELECT i, 1000000 + i, 'Player ' || i FROM n`, m.guilds*m.people))
	var all errgroup.Group
	all.SetLimit(min(32, m.guilds/2))
	for n := range 1 + m.rounds/6 {
		all.Go(func() error {
			m.play(t, s, n)
			return nil
		})
	}
	must(t, all.Wait())
}

// play plays the match with number n. The number decides who plays what, when and how.
func (m databaseSize) play(t testing.TB, s *Store, n int) {
	t.Helper()
	rand := gametest.NewRand(uint64(n))
	system := systems.All()[n%len(systems.All())]
	rules, err := system.New(nil)
	must(t, err)
	low, high := rules.Seats()
	seats := min(max(low, 3+rand.Intn(2)), high) // the usual number of seats
	guild := n % m.guilds
	o := match.Opening{Guild: guildID(guild), Channel: fmt.Sprint(2_000_000_000_000 + 10*guild + rand.Intn(3)), System: system.Name, Version: system.Version, Settings: match.DefaultSettings()}
	for i, first := 0, rand.Intn(m.people); i < seats; i++ {
		o.Others = append(o.Others, match.Player(guild*m.people+1+(first+i*7)%m.people))
	}
	o.Host, o.Others = o.Others[0], o.Others[1:]
	begin := []match.Command{match.Start{Player: o.Host}}
	if rand.Intn(5) == 0 && seats > max(2, low) {
		o.Others = o.Others[1:]
		begin = []match.Command{match.AddComputer{Player: o.Host, Level: ai.Easy}, begin[0]}
	}
	every := 12 * 365 * 24 * time.Hour / time.Duration(m.rounds) // time between the starts of two matches
	g := &testMatch{t: t, s: s, rand: rand, leaveFactor: 10, batched: true}
	g.open(firstRoundTime.Add(time.Duration(n)*every), systems.New, o, begin...)
	g.finish()
}

func guildID(g int) string { return fmt.Sprint(1_000_000_000_000 + g) }

// copyTimed copies a database and logs how long each part takes.
func copyTimed(t *testing.T, from, to string) Copied {
	t.Helper()
	began := time.Now()
	part, since := "", began
	var parts string
	ended := func() {
		if part != "" {
			parts += fmt.Sprintf("; %s %.1f s", part, time.Since(since).Seconds())
		}
	}
	c, err := Copy(engine.WithProgress(t.Context(), func(what string, _, _ int) {
		if what != part {
			ended()
			part, since = what, time.Now()
		}
	}), from, to, systems.New, nop())
	must(t, err)
	ended()
	if len(c.Unread)+len(c.Found) > 0 {
		t.Errorf("of %d tables %d were not read, and a check finds %q; want neither", c.Tables, len(c.Unread), c.Found)
	}
	t.Logf("%d tables with %d events in %v%s: %s to %s", c.Tables, c.Events, time.Since(began).Round(100*time.Millisecond), parts, sizeOf(t, from), sizeOf(t, to))
	return c
}

func sizeOf(t *testing.T, name string) string {
	t.Helper()
	r, err := Read(t.Context(), name)
	must(t, err)
	defer r.Close()
	n, err := r.engine.Size(t.Context(), r.db)
	must(t, err)
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// leaderboards returns a sample of leaderboards as text, by query.
func (m databaseSize) leaderboards(t *testing.T, name string) map[string]string {
	t.Helper()
	r, err := Read(t.Context(), name)
	must(t, err)
	defer r.Close()
	all := map[string]string{}
	for g := 0; g < m.guilds; g += 1 + m.guilds/20 {
		for _, order := range []standing.Order{standing.ByPoints, standing.ByWins, standing.ByRating} {
			for _, system := range []string{"", "ahole", "bigtwo"} {
				for _, period := range []standing.Period{standing.AllTime, standing.Month(firstRoundTime), standing.ThisSeason} {
					q := standing.Query{Guild: guildID(g), System: system, Order: order, Period: period, Limit: m.people}
					page, err := r.Leaderboard(context.Background(), q)
					must(t, err)
					all[fmt.Sprintf("%+v", q)] = fmt.Sprintf("%+v", page)
				}
			}
		}
	}
	return all
}
