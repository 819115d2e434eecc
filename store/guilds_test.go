package store

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
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

func contents(t *testing.T, s *Store) map[string]string {
	t.Helper()
	counts := map[string]string{}
	for _, name := range tablesOf(t, s.path, s.db) {
		lines, err := engine.Lines(t.Context(), s.db, `SELECT count(*) FROM `+name)
		must(t, err)
		counts[name] = lines[0]
	}
	return counts
}

// noEvict has nothing to end.
func noEvict(context.Context, string) error { return nil }

// purges fails the test unless that many guilds are deleted.
func purges(t *testing.T, s *Store, now time.Time, evict func(context.Context, string) error, want int) {
	t.Helper()
	result(s.PurgeGuilds(t.Context(), now, evict)).is(t, "deleted guilds", want)
}

func TestAGuildThatRemovedTheBotIsDeleted(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	register(t, s, "Ann", "Bob", "Cy", "Dee")
	rand := gametest.NewRand(3)
	play := func(guild string, host standing.Player, others ...standing.Player) {
		g := sit(t, s, rand, guild, host, others...)
		g.finish()
		must(t,
			s.SavePost(t.Context(), g.id, BoardPost, Post{Message: "m", Posted: noon()}),
			set(t.Context(), s, guild, time.Minute),
			s.SavePreset(t.Context(), guild, settings.Preset{Name: "Ours", System: "toy"}),
		)
	}
	play("g2", bob, cy)
	stays := standings(t, s)
	rows := contents(t, s)
	play("g1", ann, bob)
	must(t, s.SaveLastOptions(t.Context(), "g1", "c1", "toy", nil))
	sit(t, s, rand, "g2", dee, bob) // dee has played nowhere, but sits here
	before := contents(t, s)

	must(t, s.GuildRemoved(t.Context(), "g1", noon()), s.GuildRemoved(t.Context(), "g1", noon().AddDate(1, 0, 0)))
	purges(t, s, overdue().Add(-time.Second), noEvict, 0)
	must(t, s.GuildJoined(t.Context(), "g1")) // the bot returns
	purges(t, s, overdue(), noEvict, 0)
	equal(t, "what is kept", before, contents(t, s), nil)
	must(t, s.GuildRemoved(t.Context(), "g1", noon()))
	purges(t, s, overdue(), noEvict, 1)
	purges(t, s, overdue(), noEvict, 0)
	clear(t, s)
	equal(t, "the other guild", stays, standings(t, s), nil)
	rows["people"] = "3" // Ann played nowhere else
	rows["tables"], rows["events"] = contents(t, s)["tables"], contents(t, s)["events"]
	rows["chains"] = rows["tables"]
	equal(t, "rows", rows, contents(t, s), nil)
	result(engine.Lines(t.Context(), s.db, `SELECT DISTINCT guild FROM tables`)).is(t, "guilds", []string{"g2"})
	if people, err := s.People(t.Context(), ann, bob, cy, dee); len(people) != 3 || people[ann].ID != "" || err != nil {
		t.Error(people, err)
	}
}

// A deletion that was interrupted at any statement continues, and until then the rest of the
// database is valid.
func TestAnInterruptedDeletionContinues(t *testing.T) {
	t.Parallel()
	far := gametest.Dose(t, 15, 3, 1) // there are about 31 statements
	path := place(t)
	s := openAt(t, path)
	rand := gametest.NewRand(5)
	for _, guild := range []string{"g1", "g2", "g1"} {
		sit(t, s, rand, guild, ann, bob, cy).finish()
	}
	must(t, s.GuildRemoved(t.Context(), "g1", noon()), s.Close())
	purge := func(ctx context.Context, s *Store) error {
		return errOf(s.PurgeGuilds(ctx, noon().AddDate(1, 0, 0), noEvict))
	}
	all := copiesOf(t, path)
	_, whole, _ := clean(t, all, purge)
	strike := func(n int, after bool) (struck bool) {
		one, s, driver, end := all.open(t)
		defer end()
		driver.arm(n, after, errFault)
		_ = purge(t.Context(), s) // may fail or succeed
		if driver.left() > 0 {
			return false
		}
		driver.arm(0, false, nil)
		clear(t, s)
		isError(t, fmt.Sprintf("fault %d (after: %v), and the next time", n, after), purge(t.Context(), s), nil)
		equal(t, fmt.Sprintf("fault %d (after: %v)", n, after), whole, one.dump(t), nil)
		return true
	}
	for _, after := range []bool{false, true} {
		for n := 1; strike(n, after); n += far {
		}
	}
}

func TestAnExportHasAllOfAPlayersData(t *testing.T) {
	s := openNew(t)
	register(t, s, "Ann", "Bob")
	settleAt(t, s, 0, won(went(round("g1", "ahole", ann, bob), ann, "2s"), ann))
	settleAt(t, s, 1, round("g1", "ahole", ann, bob))
	settleAt(t, s, 2, round("g2", "president", bob, ann))
	settleAt(t, s, 3, round("g3", "president", bob, cy))

	d, known, err := s.Export(t.Context(), "100", noon())
	if !known || err != nil || d.Player != ann || len(d.Servers) != 2 {
		t.Fatalf("%+v %v %v", d, known, err)
	}
	text, err := json.MarshalIndent(d, "", "  ")
	must(t, err)
	golden := filepath.Join("testdata", "export.json")
	want, err := os.ReadFile(golden)
	if err != nil || !bytes.Equal(append(text, '\n'), want) {
		t.Errorf("%v; the export is not %s, but\n%s", err, golden, text)
	}
	if strings.Contains(string(text), `"200"`) || strings.Contains(string(text), `"Bob"`) {
		t.Error("it tells of somebody else")
	}

	before := standings(t, s)
	must(t, s.Forget(t.Context(), ann))
	if _, known, err := s.Export(t.Context(), "100", noon()); known || err != nil {
		t.Error("something is left", err)
	}
	equal(t, "sums", before, standings(t, s), nil)
}

// overdue returns when data of a removal at noon is deleted.
func overdue() time.Time { return noon().AddDate(0, 0, settings.Default().Keep) }

// The tables of a deleted guild end. If they can't be ended, the guild's data is kept, and other
// guilds are deleted.
func TestDeletingAGuildEndsItsTables(t *testing.T) {
	s := openNew(t)
	h := registryOn(t, s)
	m, stays := dealt(t, h, "g1", "c1"), dealt(t, h, "g3", "c3")
	for _, guild := range []string{"g1", "g2"} {
		must(t, set(t.Context(), s, guild, time.Minute), s.GuildRemoved(t.Context(), guild, noon()))
	}
	before := contents(t, s)
	busy := errors.New("the tables can't be ended")
	n, err := s.PurgeGuilds(t.Context(), overdue(), func(_ context.Context, guild string) error {
		if guild == "g1" {
			return busy
		}
		return nil
	})
	if n != 1 || !errors.Is(err, busy) {
		t.Errorf("%d guilds are deleted, want g2 alone: %v", n, err)
	}
	if n, err := s.PurgeGuilds(t.Context(), overdue(), noEvict); n != 0 || err == nil {
		t.Errorf("%d guilds are deleted, with a live table: %v", n, err)
	}
	now := contents(t, s)
	for _, name := range []string{"tables", "events", "people"} {
		equal(t, name, before[name], now[name], nil)
	}
	isError(t, "a click at the table", errOf(click(t, h, m)), nil)
	purges(t, s, overdue(), h.EndGuild, 1)
	if _, err := click(t, h, m); !errors.Is(err, match.ErrNoTable) || h.TableIn("c1") != 0 {
		t.Errorf("a click at a table that is deleted: %v", err)
	}
	isError(t, "a click at another guild's table", errOf(click(t, h, stays)), nil)
	result(live(t.Context(), s)).is(t, "live tables", []match.ID{stays.ID})
	sound(t, s)
}

// While a guild's data is being deleted the bot returns, and may be removed again.
func TestTheBotMayReturnWhileItsGuildIsDeleted(t *testing.T) {
	t.Parallel()
	later := overdue().AddDate(0, 0, 7) // after the second removal
	returns := func(ctx context.Context, s *Store) error { return s.GuildJoined(ctx, "g1") }
	leaves := func(ctx context.Context, s *Store) error { return s.GuildRemoved(ctx, "g1", later) }
	type steps []func(context.Context, *Store) error
	for _, c := range []struct {
		why   string
		does  steps
		early bool // before the deletion has begun
		kept  bool // still kept after the second removal
		goes  bool // deleted then
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
		play := func() { sit(t, s, rand, "g1", ann, bob).finish() }
		play()
		must(t, s.GuildRemoved(t.Context(), "g1", noon()))
		does := func(ctx context.Context, _ string) (err error) {
			for _, do := range c.does {
				err = errors.Join(err, do(ctx, s))
			}
			return err
		}
		if c.early {
			purges(t, s, overdue(), does, 0)
		} else {
			// The deletion is interrupted and continues after the bot has returned and left.
			result(s.beginPurge(t.Context(), removal{guild: "g1", at: noon().UnixMilli()})).is(t, "begun", true)
			must(t, does(t.Context(), "g1"))
			if c.kept {
				play()
			}
			purges(t, s, overdue(), noEvict, 1)
		}
		for _, then := range []struct {
			when time.Time
			kept bool
		}{
			{overdue(), c.kept},
			{later.AddDate(0, 0, settings.Default().Keep).Add(-time.Second), c.kept},
			{later.AddDate(0, 0, settings.Default().Keep), c.kept && !c.goes},
		} {
			must(t, errOf(s.PurgeGuilds(t.Context(), then.when, noEvict)))
			tables := contents(t, s)["tables"]
			if on := boardOf(t, s, standing.Query{}).Total; (tables == "1") != then.kept || (on > 0) != then.kept {
				t.Errorf("%s: at %v there are %s tables and %d on the board, kept: %v", c.why, then.when, tables, on, then.kept)
			}
			clear(t, s)
		}
		equal(t, c.why+": removals in the end", "0", contents(t, s)["removed"], nil)
	}
}

// A guild's sums are deleted a few rows at a time. After each step the rest of the database is
// valid, also after a Rebuild or a new round of the guild.
func TestAGuildIsDeletedInSmallSteps(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		why string
		do  func(*Store)
	}{
		{"it goes on", func(*Store) {}},
		{"everything is recomputed", func(s *Store) { rebuild(t, s) }},
		{"somebody plays there", func(s *Store) { sit(t, s, gametest.NewRand(5), "g1", ann, cy).finish() }},
	} {
		s := openNew(t)
		rand := gametest.NewRand(3)
		sit(t, s, rand, "g2", ann, bob).finish()
		stays := standings(t, s)
		sit(t, s, rand, "g1", ann, bob).finish()
		must(t, s.GuildRemoved(t.Context(), "g1", noon()))
		result(s.beginPurge(t.Context(), removal{guild: "g1", at: noon().UnixMilli()})).is(t, "begun", true)
		steps := 0
		for more := true; more; steps++ {
			err := s.writer.write(t.Context(), engine.Claim{}, func(ctx context.Context, tx *tx) (err error) {
				more, err = tx.purgeDerived(ctx, "g1", 3)
				return err
			})
			must(t, err)
			clear(t, s)
			if steps == 5 {
				c.do(s)
				clear(t, s)
			}
		}
		if steps < 7 {
			t.Errorf("%s: it went in %d steps", c.why, steps)
		}
		played := standings(t, s)
		purges(t, s, overdue(), noEvict, 1)
		clear(t, s)
		equal(t, c.why+": what was played since", played, standings(t, s), nil)
		if c.why != "somebody plays there" {
			equal(t, c.why+": the other guild", stays, played, nil)
		}
	}
}

// A person may be forgotten while they sit at a table. The table continues with a former
// player, whose results count, and if they return they are somebody else.
func TestForgettingSomebodyWhoIsSeated(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	register(t, s, "Ann", "Bob")
	h := registryOn(t, s)
	m := dealt(t, h, "g1", "c1")
	must(t, s.Forget(t.Context(), bob))
	result(s.People(t.Context(), ann, bob)).is(t, "known", map[standing.Player]standing.Person{ann: {ID: "100", Name: "Ann"}})
	again, err := s.Player(t.Context(), "200", "Bob")
	if again == bob || err != nil {
		t.Errorf("who comes back is %d, %v", again, err)
	}
	isRefused(t, "who comes back leaves a seat that is not theirs", errOf(h.Do(t.Context(), m.ID, match.Leave{Player: again})))
	for m.Phase == match.Playing {
		m, err = click(t, h, m)
		must(t, err)
	}
	names := map[standing.Player]string{}
	for _, r := range boardOf(t, s, standing.Query{}).Rows {
		names[r.Player] = r.Name
	}
	equal(t, "on the board", map[standing.Player]string{ann: "Ann", bob: ""}, names, nil)
	clear(t, s)
}

func registryOn(t *testing.T, s *Store) *table.Registry {
	t.Helper()
	h := table.NewRegistry(table.Config{Log: s, Rules: matchtest.NewToy, Latest: matchtest.ToyVersion, Logger: zerolog.Nop()})
	must(t, h.Recover(t.Context()))
	t.Cleanup(func() { isError(t, "close", h.Close(context.Background()), nil) })
	return h
}

// dealt opens a table of ann and bob in a guild and deals.
func dealt(t *testing.T, h *table.Registry, guild, channel string) match.Match {
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

// Changing the deck of a current round and recomputing the hash chain is found by the round's
// seal.
func TestADealThatDoesNotFitItsSealIsFound(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	h := registryOn(t, s)
	m := dealt(t, h, "g1", "c1")
	must(t, h.Close(t.Context()), s.Close())
	findsNothing(t, s.path, nil)
	db := connectUnchecked(t, s.path)
	_, err := db.ExecContext(t.Context(), damageQuery(`UPDATE events SET body = json_set(body, '$.deck', substr(body ->> '$.deck', 4) || ' ' || substr(body ->> '$.deck', 1, 2)) WHERE kind = 'dealt'`))
	must(t, err, recomputeChain(t.Context(), db, m.ID), db.Close())
	finds(t, s.path, nil, 0, "table 1, event 6: the deck of round 1 doesn't follow from its seal and the cuts")
}
