package store

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deuces/game/gametest"
	"deuces/settings"
	"deuces/standing"
	"deuces/store/engine"
)

// contents returns the number of rows in every table.
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
	if n, err := s.PurgeGuilds(t.Context(), now, evict); n != want || err != nil {
		t.Errorf("%d guilds are deleted, want %d: %v", n, want, err)
	}
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
	guilds, err := engine.Lines(t.Context(), s.db, `SELECT DISTINCT guild FROM tables`)
	equal(t, "guilds", []string{"g2"}, guilds, err)
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
		_, err := s.PurgeGuilds(ctx, noon().AddDate(1, 0, 0), noEvict)
		return err
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
		// The bot returns in the middle; what is played then is kept.
		if n == 31 && !after {
			must(t, s.GuildJoined(t.Context(), "g1"))
			id := sit(t, s, rand, "g1", ann, bob, cy).id
			must(t, purge(t.Context(), s))
			if len(read(t, s.Reader, id)) == 0 {
				t.Error("what was played since is deleted too")
			}
			clear(t, s)
			return true
		}
		if err := purge(t.Context(), s); err != nil {
			t.Errorf("fault %d (after: %v), and the next time: %v", n, after, err)
		}
		if got := one.dump(t); got != whole {
			t.Errorf("fault %d (after: %v) leaves %s", n, after, got)
		}
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
