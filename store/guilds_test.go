package store

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"deuces/game/gametest"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/settings"
	"deuces/standing"
	"deuces/store/engine"
	"deuces/table"
)

func rowCounts(t *testing.T, s *Store) map[string]string {
	t.Helper()
	counts := map[string]string{}
	for _, name := range tablesOf(t, s.path, s.db) {
		lines, err := engine.Lines(t.Context(), s.db, `SELECT count(*) FROM `+name)
		must(t, err)
		counts[name] = lines[0]
	}
	return counts
}

// noEvict is an evict callback that does nothing, because no tables are running.
func noEvict(context.Context, string) error { return nil }

// wantPurged purges guilds, and fails the test unless this many are deleted.
func wantPurged(t *testing.T, s *Store, now time.Time, evict func(context.Context, string) error, want int) {
	t.Helper()
	result(s.PurgeGuilds(t.Context(), now, evict)).is(t, "deleted guilds", want)
}

// A guild with one of everything is deleted. Nothing of it is left in any table of the database, and
// nothing of another guild is gone.
func TestADeletedGuildLeavesNothing(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	register(t, s, "Ann", "Bob", "Cy", "Dee")
	must(t, s.Forget(t.Context(), ann))
	const eve standing.Player = 5
	rand := gametest.NewRand(3)
	fill := func(guild, channel string, host standing.Player, others ...standing.Player) {
		g := newTestMatch(t, s, rand, guild, host, others...)
		g.finish()
		_, greeted := s.Greet(t.Context(), guild, noon())
		_, posted := s.PostDay(t.Context(), guild, 9)
		must(t,
			greeted, posted, s.JoinDaily(t.Context(), guild, bob),
			s.SavePost(t.Context(), g.id, "board", Post{Channel: channel, Message: "m", Posted: noon()}),
			s.SetAsleep(t.Context(), map[match.ID]*table.Sleep{g.id: {Seq: 1}}),
			setClock(t.Context(), s, guild, time.Minute),
			savePreset(t.Context(), s, guild, settings.Preset{Name: "Ours", System: "toy", Channels: []string{channel}}),
			s.SaveLastOptions(t.Context(), guild, "parent of "+channel, "toy", nil), // no table was in this channel
		)
		for _, p := range append(others, host) {
			must(t, s.Nickname(t.Context(), guild, p, "what "+guild+" calls them"))
		}
	}
	// rows returns the rows of all tables of the database that have rows of a guild.
	rows := func() map[string][]string {
		t.Helper()
		all := map[string][]string{}
		for _, name := range tablesOf(t, s.path, s.db) {
			switch name {
			case "alive", "derived", "emojis", "processes", "shards", "identifies", "starts", "days", "weights", "dailies", "outages", "daily_shares": // of no guild
				continue
			}
			lines, err := engine.Lines(t.Context(), s.db, `SELECT * FROM `+name)
			must(t, err)
			slices.Sort(lines)
			all[name] = lines
		}
		return all
	}
	fill("g2", "72", bob, cy)
	newTestMatch(t, s, rand, "g2", dee, bob) // Dee has finished no match, but sits at a table of g2
	kept := rows()
	result(s.Player(t.Context(), "500", "Eve")).is(t, "Eve, who plays only in g1", eve)
	must(t, errOf(s.ChangePreferences(t.Context(), eve, func(p settings.Person) (settings.Person, error) { return p.With("cards", string(settings.AsText)) })))
	fill("g1", "71", eve, bob, dee)
	must(t, s.GuildRemoved(t.Context(), "g1", noon()), s.GuildRemoved(t.Context(), "g1", noon().AddDate(1, 0, 0)))
	result(s.RemovedFrom(t.Context())).is(t, "the guilds that removed the bot", map[string]bool{"g1": true})
	for name, lines := range rows() {
		if len(lines) <= len(kept[name]) {
			t.Errorf("%s has nothing of g1, so this test can't show that it is deleted", name)
		}
	}

	filled := rows()
	wantPurged(t, s, purgeDue().Add(-time.Second), noEvict, 0)
	must(t, s.GuildJoined(t.Context(), "g1")) // the bot returns
	wantPurged(t, s, purgeDue(), noEvict, 0)
	filled["removed"] = kept["removed"]
	wantEqual(t, "what is kept", filled, rows(), nil)
	must(t, s.GuildRemoved(t.Context(), "g1", noon()))
	wantPurged(t, s, purgeDue(), noEvict, 1)
	wantPurged(t, s, purgeDue(), noEvict, 0)
	checkStandings(t, s)
	wantEqual(t, "what is left", kept, rows(), nil)
	result(s.People(t.Context(), "g1", bob)).is(t, "Bob, by his own name", map[standing.Player]standing.Person{bob: {ID: "200", Name: "Bob"}})
}

// Whatever is stored of a guild makes it known, until it is recorded as removed. If the bot returns, it is
// known again, and once its data is deleted, it is not.
func TestAGuildIsKnownByWhatIsStoredOfIt(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		what string
		do   func(*testing.T, *Store) error
	}{
		{"a greeting", func(t *testing.T, s *Store) error { return errOf(s.Greet(t.Context(), "g1", noon())) }},
		{"a setting", func(t *testing.T, s *Store) error { return setClock(t.Context(), s, "g1", time.Minute) }},
		{"a preset", func(t *testing.T, s *Store) error {
			return savePreset(t.Context(), s, "g1", settings.Preset{Name: "Ours", System: "toy"})
		}},
		{"the options of a channel", func(t *testing.T, s *Store) error { return s.SaveLastOptions(t.Context(), "g1", "71", "toy", nil) }},
		{"a nickname", func(t *testing.T, s *Store) error {
			register(t, s, "Ann")
			return s.Nickname(t.Context(), "g1", ann, "Annie")
		}},
		{"a table", func(t *testing.T, s *Store) error {
			newTestMatch(t, s, gametest.NewRand(7), "g1", ann, bob).finish()
			return nil
		}},
	} {
		s := openNew(t)
		known := func(when string, want ...string) {
			t.Helper()
			got, err := s.Guilds(t.Context())
			wantEqual(t, tt.what+": "+when, want, got, err)
		}
		known("before")
		must(t, tt.do(t, s))
		known("with it", "g1")
		must(t, s.GuildRemoved(t.Context(), "g1", noon()))
		known("once the bot is removed")
		must(t, s.GuildJoined(t.Context(), "g1"))
		known("after its return", "g1")
		must(t, s.GuildRemoved(t.Context(), "g1", noon()))
		wantPurged(t, s, purgeDue(), noEvict, 1)
		known("once its data is deleted")
	}
}

// If a deletion is interrupted at any statement, the next purge continues it. Until then the rest
// of the database is valid.
func TestAnInterruptedDeletionContinues(t *testing.T) {
	t.Parallel()
	far := gametest.Dose(t, 15, 8, 1) // there are about 31 statements
	path := newName(t)
	s := openAt(t, path)
	rand := gametest.NewRand(5)
	for _, guild := range []string{"g1", "g2", "g1"} {
		newTestMatch(t, s, rand, guild, ann, bob, cy).finish()
	}
	must(t, s.GuildRemoved(t.Context(), "g1", noon()), s.Close())
	purge := func(ctx context.Context, s *Store) error {
		return errOf(s.PurgeGuilds(ctx, noon().AddDate(1, 0, 0), noEvict))
	}
	all := newCopyPool(t, path)
	_, whole, _ := runWithoutFault(t, all, purge)
	testFault := func(n int, after bool) (reached bool) {
		one, s, driver, end := all.open(t)
		defer end()
		driver.arm(n, after, errFault)
		_ = purge(t.Context(), s) // may fail or succeed
		if driver.left() > 0 {
			return false
		}
		driver.arm(0, false, nil)
		checkStandings(t, s)
		wantError(t, fmt.Sprintf("fault %d (after: %v), and the next time", n, after), purge(t.Context(), s), nil)
		wantEqual(t, fmt.Sprintf("fault %d (after: %v)", n, after), whole, one.dump(t), nil)
		return true
	}
	for _, after := range []bool{false, true} {
		for n := 1; testFault(n, after); n += far {
		}
	}
}

func TestAnExportHasAllOfAPlayersData(t *testing.T) {
	s := openNew(t)
	register(t, s, "Ann", "Bob")
	first := wonBy(round("g1", "ahole", ann, bob), ann)
	first.Entries[0].Finish = "2s"
	settleAt(t, s, 0, first)
	settleAt(t, s, 1, round("g1", "ahole", ann, bob))
	settleAt(t, s, 2, round("g2", "president", bob, ann))
	settleAt(t, s, 3, round("g3", "president", bob, cy))

	d, known, err := s.Export(t.Context(), "100", noon())
	if !known || err != nil || d.Player != ann || len(d.Servers) != 2 {
		t.Fatalf("got the export %+v, known %v, %v, want Ann with two servers", d, known, err)
	}
	text, err := json.MarshalIndent(d, "", "  ")
	must(t, err)
	golden := filepath.Join("testdata", "export.json")
	want, err := os.ReadFile(golden)
	if err != nil || !bytes.Equal(append(text, '\n'), want) {
		t.Errorf("the export differs from %s (%v); got\n%s", golden, err, text)
	}
	if strings.Contains(string(text), `"200"`) || strings.Contains(string(text), `"Bob"`) {
		t.Error("Ann's export has data about Bob")
	}

	before := derivedRows(t, s)
	must(t, s.Forget(t.Context(), ann))
	if _, known, err := s.Export(t.Context(), "100", noon()); known || err != nil {
		t.Errorf("an export after Forget: known is %v, %v, want nothing left", known, err)
	}
	wantEqual(t, "sums", before, derivedRows(t, s), nil)
}

// purgeDue returns when the data of a guild that removed the bot at noon is deleted.
func purgeDue() time.Time { return noon().AddDate(0, 0, settings.KeepDays) }

// When a guild is deleted, its tables end. If they can't be ended, the guild's data is kept, but
// other guilds are still deleted.
func TestDeletingAGuildEndsItsTables(t *testing.T) {
	s := openNew(t)
	h := newTestRegistry(t, s)
	m, otherTable := startMatch(t, h, "g1", "c1"), startMatch(t, h, "g3", "c3")
	for _, guild := range []string{"g1", "g2"} {
		must(t, setClock(t.Context(), s, guild, time.Minute), s.GuildRemoved(t.Context(), guild, noon()))
	}
	before := rowCounts(t, s)
	busy := errors.New("the tables can't be ended")
	n, err := s.PurgeGuilds(t.Context(), purgeDue(), func(_ context.Context, guild string) error {
		if guild == "g1" {
			return busy
		}
		return nil
	})
	if n != 1 || !errors.Is(err, busy) {
		t.Errorf("%d guilds are deleted, %v; want g2 alone, and the error about g1", n, err)
	}
	if n, err := s.PurgeGuilds(t.Context(), purgeDue(), noEvict); n != 0 || err == nil {
		t.Errorf("a guild with a live table: %d guilds are deleted, %v; want none, and an error", n, err)
	}
	now := rowCounts(t, s)
	for _, name := range []string{"tables", "events", "people"} {
		wantEqual(t, name, before[name], now[name], nil)
	}
	wantError(t, "a click at the table", errOf(click(t, h, m)), nil)
	wantPurged(t, s, purgeDue(), h.EndGuild, 1)
	if _, err := click(t, h, m); !errors.Is(err, match.ErrNoTable) || h.TableIn("c1") != 0 {
		t.Errorf("a click at a deleted table: got %v, want ErrNoTable and no table in the channel", err)
	}
	wantError(t, "a click at another guild's table", errOf(click(t, h, otherTable)), nil)
	result(liveTables(t.Context(), s)).is(t, "live tables", []match.ID{otherTable.ID})
	wantSound(t, s)
}

// While a guild's data is being deleted, the bot returns to the guild, and may be removed again.
func TestTheBotMayReturnWhileItsGuildIsDeleted(t *testing.T) {
	t.Parallel()
	later := purgeDue().AddDate(0, 0, 7) // the time of the second removal
	returns := func(ctx context.Context, s *Store) error { return s.GuildJoined(ctx, "g1") }
	leaves := func(ctx context.Context, s *Store) error { return s.GuildRemoved(ctx, "g1", later) }
	type steps []func(context.Context, *Store) error
	for _, c := range []struct {
		why          string
		actions      steps
		beforeStart  bool // the actions happen before the deletion begins
		kept         bool // the data of later rounds is kept after the first deletion
		deletedLater bool // this data is deleted some time after the second removal
	}{
		{"nothing", nil, false, false, false},
		{"the bot returns", steps{returns}, false, true, false},
		{"the bot returns and is removed again", steps{returns, leaves}, false, true, true},
		{"it is removed again and returns again", steps{returns, leaves, returns}, false, true, false},
		{"the bot returns before the deletion begins", steps{returns}, true, true, false},
		{"the bot returns and is removed again before the deletion begins", steps{returns, leaves}, true, true, true},
	} {
		s := openNew(t)
		rand := gametest.NewRand(7)
		play := func() { newTestMatch(t, s, rand, "g1", ann, bob).finish() }
		play()
		must(t, s.GuildRemoved(t.Context(), "g1", noon()))
		actions := func(ctx context.Context, _ string) (err error) {
			for _, do := range c.actions {
				err = errors.Join(err, do(ctx, s))
			}
			return err
		}
		if c.beforeStart {
			wantPurged(t, s, purgeDue(), actions, 0)
		} else {
			// The deletion is interrupted. It continues after the bot has returned, and perhaps
			// left again.
			must(t, errOf(s.beginPurge(t.Context(), removal{guild: "g1", at: noon().UnixMilli()})))
			must(t, actions(t.Context(), "g1"))
			if c.kept {
				play()
			}
			wantPurged(t, s, purgeDue(), noEvict, 1)
		}
		for _, check := range []struct {
			when time.Time
			kept bool
		}{
			{purgeDue(), c.kept},
			{later.AddDate(0, 0, settings.KeepDays).Add(-time.Second), c.kept},
			{later.AddDate(0, 0, settings.KeepDays), c.kept && !c.deletedLater},
		} {
			must(t, errOf(s.PurgeGuilds(t.Context(), check.when, noEvict)))
			tables := rowCounts(t, s)["tables"]
			if on := boardOf(t, s, standing.Query{}).Total; (tables == "1") != check.kept || (on > 0) != check.kept {
				t.Errorf("%s: at %v got %s tables and %d players on the board, want data: %v", c.why, check.when, tables, on, check.kept)
			}
			checkStandings(t, s)
		}
		wantEqual(t, c.why+": removals in the end", "0", rowCounts(t, s)["removed"], nil)
	}
}

// A person may be forgotten while they sit at a table. The table continues with an unnamed player,
// whose results count. If the person returns, they are somebody else.
func TestForgettingSomebodyWhoIsSeated(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	register(t, s, "Ann", "Bob")
	h := newTestRegistry(t, s)
	m := startMatch(t, h, "g1", "c1")
	must(t, s.Forget(t.Context(), bob))
	result(s.People(t.Context(), "g1", ann, bob)).is(t, "known", map[standing.Player]standing.Person{ann: {ID: "100", Name: "Ann"}})
	again, err := s.Player(t.Context(), "200", "Bob")
	if again == bob || err != nil {
		t.Errorf("the returning person is player %d, %v, want another number than before", again, err)
	}
	wantRefusal(t, "the returning person leaves a seat that isn't theirs", errOf(h.Do(t.Context(), m.ID, match.Leave{Player: again})))
	for m.Phase == match.Playing {
		m, err = click(t, h, m)
		must(t, err)
	}
	names := map[standing.Player]string{}
	for _, r := range boardOf(t, s, standing.Query{}).Rows {
		names[r.Player] = r.Name
	}
	wantEqual(t, "on the board", map[standing.Player]string{ann: "Ann", bob: ""}, names, nil)
	checkStandings(t, s)
}

func newTestRegistry(t *testing.T, s *Store) *table.Registry {
	t.Helper()
	h := table.NewRegistry(table.Config{Log: s, Rules: matchtest.NewToy, Latest: matchtest.ToyVersion, Logger: zerolog.Nop()})
	must(t, h.Recover(t.Context()))
	t.Cleanup(func() { wantError(t, "close", h.Close(context.Background()), nil) })
	return h
}

// startMatch opens a table with Ann and Bob in a guild, and starts the match.
func startMatch(t *testing.T, h *table.Registry, guild, channel string) match.Match {
	t.Helper()
	m, err := h.Open(t.Context(), match.Opening{Guild: guild, Channel: channel, System: "toy", Host: ann, Others: []match.Player{bob}})
	if err == nil {
		m, err = h.Do(t.Context(), m.ID, match.Start{Player: ann})
	}
	must(t, err)
	return m
}

func click(t *testing.T, h *table.Registry, m match.Match) (match.Match, error) {
	seat, _ := m.Turn()
	return h.Do(t.Context(), m.ID, match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: m.State.Legal()[0]})
}

// If somebody changes the deck of a current round and recomputes the hash chain, the round's seal
// shows it.
func TestADealThatDoesNotFitItsSealIsFound(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	h := newTestRegistry(t, s)
	m := startMatch(t, h, "g1", "c1")
	must(t, h.Close(t.Context()), s.Close())
	wantNoProblems(t, s.path, nil)
	db := connectUnchecked(t, s.path)
	_, err := db.ExecContext(t.Context(), damageQuery(`UPDATE events SET body = json_set(body, '$.deck', substr(body ->> '$.deck', 4) || ' ' || substr(body ->> '$.deck', 1, 2)) WHERE kind = 'dealt'`))
	must(t, err, recomputeChain(t.Context(), db, m.ID), db.Close())
	wantProblem(t, s.path, nil, 0, "table 1, event 6: the deck of round 1 doesn't follow from its seal and the cuts")
}
