package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/gametest"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/standing"
	"deuces/store/engine"
)

// testMatch is a match that is played with random legal actions and stored.
type testMatch struct {
	t           testing.TB
	s           *Store
	rand        *gametest.Rand
	id          match.ID
	match       match.Match
	leaveFactor int           // people leave, and the host ends the match, this many times less often
	batched     bool          // each command comes a minute after the last, and events are stored together when a round ends or by flush
	pending     []match.Event // events that aren't stored yet
}

func newTestMatch(t testing.TB, s *Store, rand *gametest.Rand, guild string, host standing.Player, others ...standing.Player) *testMatch {
	t.Helper()
	return newTestMatchWith(t, s, rand, 0, guild, host, others...)
}

// newTestMatchWith starts a match of the toy game with this many computer players.
func newTestMatchWith(t testing.TB, s *Store, rand *gametest.Rand, computers int, guild string, host standing.Player, others ...standing.Player) *testMatch {
	t.Helper()
	g := &testMatch{t: t, s: s, rand: rand, leaveFactor: 1}
	begin := slices.Repeat([]match.Command{match.AddComputer{Player: host, Level: ai.Easy}}, computers)
	g.open(noon(), matchtest.NewToy, match.Opening{
		Guild: guild, Channel: fmt.Sprintf("c%p", g), System: "toy", Version: 1, Host: host, Others: others, Settings: match.DefaultSettings(),
	}, append(begin, match.Start{Player: host})...)
	return g
}

func (g *testMatch) open(at time.Time, rules match.Rulebook, o match.Opening, then ...match.Command) {
	g.t.Helper()
	events, err := match.New(0, rules).Decide(o, at)
	must(g.t, err)
	g.id, err = g.s.Create(g.t.Context(), events)
	must(g.t, err)
	g.match = match.New(g.id, rules)
	g.apply(events)
	for _, c := range then {
		g.do(c)
	}
}

func (g *testMatch) apply(events []match.Event) {
	g.t.Helper()
	for _, e := range events {
		var err error
		g.match, err = g.match.Apply(e)
		must(g.t, err)
	}
}

func (g *testMatch) decide(c match.Command) []match.Event {
	g.t.Helper()
	later := time.Minute
	if !g.batched && g.rand.Intn(10) == 0 { // now and then jump to another season, independently at each table
		later = time.Duration(g.rand.Intn(40*24)) * time.Hour
	}
	if set, is := c.(match.CatchUp); is {
		later = set.ClockSet
	}
	events, err := g.match.Decide(c, g.match.At.Add(later))
	must(g.t, err)
	return events
}

func (g *testMatch) store(events []match.Event) error {
	g.t.Helper()
	g.apply(events)
	g.pending = append(g.pending, events...)
	settled := match.Settle(g.match, events)
	if g.batched && settled == nil && g.match.Phase != match.Over {
		return nil
	}
	return g.flush(settled)
}

func (g *testMatch) flush(settled *standing.Settlement) error {
	events := g.pending
	g.pending = nil
	return g.s.Append(g.t.Context(), g.id, events, settled)
}

func (g *testMatch) do(c match.Command) {
	g.t.Helper()
	must(g.t, g.store(g.decide(c)))
}

func (g *testMatch) finish() {
	g.t.Helper()
	for c := g.next(); c != nil; c = g.next() {
		g.do(c)
	}
}

// next returns the next command at the table, or nil if the match is over.
func (g *testMatch) next() match.Command {
	seat, playing := g.match.Turn()
	computer := false
	if playing {
		_, computer = g.match.Computer(seat)
	}
	choose := func() game.Action {
		legal := g.match.State.Legal()
		return legal[g.rand.Intn(len(legal))]
	}
	switch {
	case g.match.Phase == match.Over:
		return nil
	case g.rand.Intn(100*g.leaveFactor) == 0:
		return match.End{Player: g.match.Host}
	case g.match.Paused:
		return match.Join{Player: g.match.Players()[0]}
	case computer:
		return match.Chosen{Decision: g.match.Decision, Action: choose()}
	case playing && g.match.Vacant(seat):
		if len(g.match.Newcomers) == 0 && g.rand.Intn(3) == 0 {
			return match.Join{Player: standing.Player(1_000_000 + g.match.Seq)} // they get the seat at the next deal
		}
		return match.TimeUp{}
	case playing && g.rand.Intn(40*g.leaveFactor) == 0:
		return match.Leave{Player: g.match.Players()[seat]}
	case playing:
		return match.Act{Player: g.match.Players()[seat], Decision: g.match.Decision, Action: choose()}
	}
	return match.Deal{Chance: g.rand.Chance(g.match.Rules, len(g.match.Players()))}
}

// playMatches plays matches of the same people in two guilds, four at a time.
func playMatches(t *testing.T, s *Store, seed uint64, matches int) {
	t.Helper()
	rand := gametest.NewRand(seed)
	must(t, setPlan(t.Context(), s, "g2", noon(), standing.Monthly))
	for range matches / 4 {
		live := []*testMatch{
			newTestMatch(t, s, rand, "g1", ann, bob, cy), newTestMatchWith(t, s, rand, 1, "g1", dee, ann),
			newTestMatch(t, s, rand, "g2", bob, cy, dee, ann), newTestMatch(t, s, rand, "g1", cy, dee, bob),
		}
		for len(live) > 0 {
			i := rand.Intn(len(live))
			if c := live[i].next(); c != nil {
				live[i].do(c)
			} else {
				live = slices.Delete(live, i, i+1)
			}
		}
	}
}

// derivedRows returns everything that is derived from the logs, one line per row.
func derivedRows(t *testing.T, s *Store) []string {
	t.Helper()
	var all []string
	for _, query := range []string{
		`SELECT c.guild, c.system, c.period, c.counts, s.player, s.points, s.rounds, s.matches, s.wins, s.left_early, s.mu, s.sigma
			FROM standings AS s JOIN scopes AS c ON c.id = s.scope ORDER BY 1, 2, 3, 4, 5`,
		`SELECT c.guild, c.system, c.period, c.counts, t.player, t.title, t.held FROM titles AS t JOIN scopes AS c ON c.id = t.scope ORDER BY 1, 2, 3, 4, 5, 6`,
		`SELECT s.match, s.round, s.season, s.counts, r.overall, r.player, r.mu_before, r.sigma_before, r.mu, r.sigma
			FROM settlements AS s JOIN ratings AS r ON r.settlement = s.id ORDER BY 1, 2, 5, 6`,
		`SELECT * FROM reigns ORDER BY 1, 2, 3, 4, 5, 6, 7`,
		`SELECT * FROM seasons ORDER BY 1, 2`,
	} {
		lines, err := engine.Lines(t.Context(), s.db, query)
		must(t, err)
		all = append(all, lines...)
	}
	return all
}

// checkStandings fails the test unless the standings match the logs.
func checkStandings(t *testing.T, s *Store) {
	t.Helper()
	wantSound(t, s)
	if found, err := s.Recount(t.Context(), matchtest.NewToy); len(found) > 0 || err != nil {
		t.Errorf("Recount finds %q, %v, want nothing", found, err)
	}
}

func TestStandingsEqualTheirRebuild(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		s := openNew(t)
		playMatches(t, s, seed, 12)
		checkStandings(t, s)
		before := derivedRows(t, s)
		checkCoverage(t, s)
		rebuild(t, s)
		wantEqual(t, "standings", before, derivedRows(t, s), nil)
		checkStandings(t, s)
	}
}

// If the machine's clock is set back between two rounds of a match, the rounds keep their order.
func TestAClockThatIsSetBackKeepsTheOrderOfRounds(t *testing.T) {
	s := openNew(t)
	g := newTestMatch(t, s, gametest.NewRand(1), "g1", ann, bob, cy)
	for setBack := 0; g.match.Phase != match.Over; {
		if g.match.Phase == match.Between && len(g.match.Results) > setBack {
			setBack++
			g.do(match.CatchUp{ClockSet: -100 * 24 * time.Hour})
		}
		if c := g.next(); c != nil {
			g.do(c)
		}
	}
	if n := len(g.match.Results); n < 2 {
		t.Fatalf("the match has %d rounds, want more", n)
	}
	result(engine.Lines(t.Context(), s.db, `SELECT b.round FROM settlements AS a JOIN settlements AS b ON b.match = a.match AND b.round > a.round AND b.at < a.at`)).is(t, "rounds that are stored as earlier than those before them", nil)
	checkStandings(t, s)
}

// Every kind of long work reports its progress from the beginning to the end.
func TestLongWorkReportsItsProgress(t *testing.T) {
	s := openNew(t)
	playMatches(t, s, 3, 4)
	var parts []string
	last := map[string][2]int{}
	ctx := engine.WithProgress(t.Context(), func(what string, done, total int) {
		if before := last[what]; done < before[0] || total > 0 && done > total {
			t.Errorf("%s: reports %d of %d after %d of %d, want no step back", what, done, total, before[0], before[1])
		}
		if last[what] = [2]int{done, total}; !slices.Contains(parts, what) {
			parts = append(parts, what)
		}
	})
	must(t, errOf(s.Rebuild(ctx, matchtest.NewToy)), errOf(s.Check(ctx)))
	want := []string{engine.ReadingLogs, engine.AddingUp, engine.CheckingFile, engine.CheckingSums}
	if !usesPostgres() {
		must(t, Backup(ctx, s.path, s.path+".copy"))
		want = append(want, engine.CopyingFile, engine.CheckingCopy)
	}
	wantEqual(t, "parts", want, parts, nil)
	wantEqual(t, "the last progress of reading logs", [2]int{3, 4}, last[engine.ReadingLogs], nil)
}

func rebuild(t *testing.T, s *Store) {
	t.Helper()
	if unread, err := s.Rebuild(t.Context(), matchtest.NewToy); len(unread) > 0 || err != nil {
		t.Fatalf("Rebuild: the tables %v were not read, %v", unread, err)
	}
}

// checkCoverage fails the test unless the matches include seasons, title runs, and rounds that were
// stored in another order than they ended.
func checkCoverage(t *testing.T, s *Store) {
	t.Helper()
	for what, query := range map[string]string{
		"another season": `SELECT 1 FROM seasons WHERE number >= 2 LIMIT 1`,
		"a long reign":   `SELECT 1 FROM reigns WHERE rounds >= 3 LIMIT 1`,
		"a match won":    `SELECT 1 FROM standings WHERE wins > 0 LIMIT 1`,
		"who left":       `SELECT 1 FROM standings WHERE left_early > 0 LIMIT 1`,
		"another order":  `SELECT 1 FROM settlements AS a JOIN settlements AS b ON b.guild = a.guild AND b.id > a.id AND b.at < a.at LIMIT 1`,
		"a computer":     `SELECT 1 FROM settlements WHERE bots > 0 LIMIT 1`,
		"a last card":    `SELECT 1 FROM entries WHERE finish <> '' LIMIT 1`,
	} {
		if found, err := engine.Lines(t.Context(), s.db, query); len(found) == 0 || err != nil {
			t.Errorf("the matches have no example of %s: %v", what, err)
		}
	}
}

// Rebuild recomputes data that an older program derived. Afterwards it is current. The data of a
// new database is current from the first event on.
func TestStandingsOfAnOlderProgramAreRebuilt(t *testing.T) {
	s := openNew(t)
	stale := func(want bool) {
		t.Helper()
		result(s.Stale(t.Context())).is(t, "stale", want)
	}
	for range 3 {
		newTestMatch(t, s, gametest.NewRand(9), "g1", ann, bob, cy).finish()
	}
	stale(false)
	want := derivedRows(t, s)
	must(t, s.exec(t.Context(), `DELETE FROM derived`), s.exec(t.Context(), `UPDATE standings SET points = points + 1`))
	stale(true)
	for range 2 {
		rebuild(t, s)
		wantEqual(t, "standings", want, derivedRows(t, s), nil)
		checkStandings(t, s)
		stale(false)
	}
}

// If the end of a round and the end of the match are settled separately, the result is the same as
// if they are settled together.
func TestASettlementCanBeSplit(t *testing.T) {
	s := wonBy(round("g1", "toy", ann, bob, cy), bob)
	s.Match, s.Round = 1, 3
	var apart []settlementRow
	first, second := s, standing.Settlement{Guild: s.Guild, Channel: s.Channel, System: s.System, Match: 1, Round: 3, Finished: true, Won: true, People: 3}
	first.Finished, first.Won, first.Entries = false, false, round("g1", "toy", ann, bob, cy).Entries
	for _, e := range s.Entries {
		second.Entries = append(second.Entries, standing.Entry{Player: e.Player, Winner: e.Winner})
	}
	apart = append(split(7, first), split(7, second)...)
	wantEqual(t, "apart", split(7, s), apart, nil, cmp.AllowUnexported(settlementRow{}, settlementKey{}))
}

func TestCheckAndRecountFindProblems(t *testing.T) {
	t.Parallel()
	saved := newName(t)
	s := openAt(t, saved)
	playMatches(t, s, 1, 4)
	whole := derivedRows(t, s)
	must(t, s.Close())
	all := newCopyPool(t, saved)
	for _, c := range []struct {
		why, damage string
		check       string // part of a problem that Check finds; "": it finds none
		recount     string // part of a problem that Recount finds; "": it finds none
		repaired    bool   // Rebuild repairs it
	}{
		{"nothing", `SELECT 1`, "", "", true},
		{"points that nobody made", `UPDATE standings SET points = points + 1 WHERE player = 2`, "wrong sums", "", true},
		{"a player's sums are missing", `DELETE FROM standings WHERE player = 2`, "wrong sums", "", true},
		{"sums of a person who never played", `INSERT INTO standings (scope, player, points, rounds, matches, wins, left_early) VALUES (1, 99, 1, 1, 1, 1, 0)`, "wrong sums", "", true},
		{"another rating", `UPDATE standings SET mu = mu + 1 WHERE player = 1`, "wrong sums", "", true},
		{"another rating after a round", `UPDATE ratings SET mu = mu + 1 WHERE player = 1`, "wrong ratings", "", true},
		{"ratings lost", `DELETE FROM ratings WHERE settlement = 1`, "wrong ratings", "", true},
		{"a title run is too long", `UPDATE reigns SET rounds = rounds + 1 WHERE player = 1`, "wrong title runs", "", true},
		{"title runs lost", `DELETE FROM reigns`, "wrong title runs", "", true},
		{"a settlement in another season", `UPDATE settlements SET season = 7 WHERE id = 1`, "another season", "", true},
		{"no current season", `UPDATE seasons SET ended = 1`, "current season", "", false},
		{"one title too many", `UPDATE titles SET held = held + 1 WHERE player = 3`, "wrong count", "", true},
		{"a title lost", `DELETE FROM titles WHERE player = 3`, "wrong count", "", true},
		{"a scope lost with all in it", `DELETE FROM titles; DELETE FROM standings; DELETE FROM scopes`, "should not exist", "", true},
		{"a settlement that the log doesn't give", `UPDATE entries SET points = points + 1 WHERE settlement = 1`, "wrong sums", "table", true},
		{"settlements lost", `DELETE FROM ratings; DELETE FROM entries; DELETE FROM settlements`, "wrong sums", "stored settlements differ", true},
		{"settled at another time", `UPDATE settlements SET at = at + 1 WHERE id = 1`, "wrong title runs", "stored settlements differ", true},
		{"an event lost", `DELETE FROM events WHERE table_id = 1 AND seq = 5`, "gaps", "event 5 is missing", false},
		{"a log lost", `DELETE FROM events WHERE table_id = 2`, "without a log", "it is empty", false},
		{"an event of the future", `UPDATE events SET kind = 'juggled' WHERE table_id = 1 AND seq = 5`, "unknown kind", "unknown kind", false},
		{"an event that can't follow", `UPDATE events SET body = replace(body, '"round":1', '"round":2') WHERE table_id = 1 AND kind = 'dealt'`, "its hash is wrong", "cannot be read", false},
		{"a table that ended and does not say so", `UPDATE tables SET ended = NULL WHERE id = 3`, "over by its log", "", false},
		{"a post of a missing table", `PRAGMA foreign_keys = 0; INSERT INTO posts (table_id, kind, channel, message, former, edition, posted) VALUES (77, 'board', '', '', '', '', 0)`, "doesn't exist", "", false},
	} {
		t.Run(c.why, func(t *testing.T) {
			one := all.lend(t)
			execute(t, one.path, damageQuery(c.damage))
			s := openAt(t, one.path)
			finds := func(what, want string, found []string, err error) {
				t.Helper()
				if hasProblems(found) != (want != "") || !strings.Contains(strings.Join(found, "\n"), want) || err != nil {
					t.Errorf("%s finds %q (%v), want %q", what, found, err, want)
				}
			}
			found, err := fastReader(s.Reader).Check(t.Context())
			finds("check", c.check, found, err)
			found, err = s.Recount(t.Context(), matchtest.NewToy)
			finds("recount", c.recount, found, err)
			unread, err := s.Rebuild(t.Context(), matchtest.NewToy)
			must(t, err)
			if c.repaired {
				checkStandings(t, s)
			}
			if c.repaired || len(unread) > 0 { // a log that can't be read keeps its settlements
				wantEqual(t, "standings", whole, derivedRows(t, s), nil)
			}
		})
	}
}

func hasProblems(found []string) bool { return len(found) > 0 }

func TestRebuildSeesEarlierWritesOfItsCommit(t *testing.T) {
	path := newFile(t)
	synctest.Test(t, func(t *testing.T) {
		s := openAt(t, path)
		g := newTestMatch(t, s, gametest.NewRand(1), "g1", ann, bob, cy)
		events := g.decide(g.next())
		for ; match.Settle(g.match, events) == nil; events = g.decide(g.next()) {
			must(t, g.store(events))
		}
		release := blockWriter(s)
		appended, rebuilt := make(chan error, 1), make(chan error, 1)
		go func() { appended <- g.store(events) }()
		synctest.Wait()
		go func() {
			_, err := s.Rebuild(t.Context(), matchtest.NewToy)
			rebuilt <- err
		}()
		synctest.Wait()
		release()
		must(t, <-appended, <-rebuilt)
		checkStandings(t, s)
	})
}
