package store

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deuces/game/gametest"
	"deuces/match/matchtest"
	"deuces/settings"
	"deuces/standing"
	"deuces/store/engine"
)

// contents returns the number of rows in every table.
func contents(t *testing.T, s *Store) map[string]string {
	t.Helper()
	names := tablesOf(t, s.path, s.db)
	counts := map[string]string{}
	for _, name := range names {
		lines, err := engine.Lines(t.Context(), s.db, `SELECT count(*) FROM `+name)
		if err != nil {
			t.Fatal(err)
		}
		counts[name] = lines[0]
	}
	return counts
}

// noEvict has nothing to end.
func noEvict(context.Context, string) error { return nil }

func TestAGuildThatRemovedTheBotIsDeleted(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	for _, name := range []string{"100", "200", "300", "400"} {
		if _, err := s.Player(t.Context(), name, name); err != nil {
			t.Fatal(err)
		}
	}
	rand := gametest.NewRand(3)
	play := func(guild string, host standing.Player, others ...standing.Player) {
		g := sit(t, s, rand, guild, host, others...)
		for c := g.next(); c != nil; c = g.next() {
			g.do(c)
		}
		for _, err := range []error{
			s.SavePost(t.Context(), g.id, BoardPost, Post{Message: "m", Posted: noon()}),
			set(t.Context(), s, guild, time.Minute),
			s.SavePreset(t.Context(), guild, settings.Preset{Name: "Ours", System: "toy"}),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	play("g2", bob, cy)
	stays := standings(t, s)
	rows := contents(t, s)
	play("g1", ann, bob)
	if err := s.SaveLastOptions(t.Context(), "g1", "c1", "toy", nil); err != nil {
		t.Fatal(err)
	}
	sit(t, s, rand, "g2", dee, bob) // dee has played nowhere, but sits here
	before := contents(t, s)

	if err := errors.Join(s.GuildRemoved(t.Context(), "g1", noon()), s.GuildRemoved(t.Context(), "g1", noon().AddDate(1, 0, 0))); err != nil {
		t.Fatal(err)
	}
	purge := func(now time.Time, want int) {
		t.Helper()
		if n, err := s.PurgeGuilds(t.Context(), now, noEvict); n != want || err != nil {
			t.Errorf("%d guilds are deleted, want %d: %v", n, want, err)
		}
	}
	kept := noon().AddDate(0, 0, settings.Default().Keep)
	purge(kept.Add(-time.Second), 0)
	if err := s.GuildJoined(t.Context(), "g1"); err != nil { // the bot returns
		t.Fatal(err)
	}
	purge(kept, 0)
	if diff := cmp.Diff(before, contents(t, s)); diff != "" {
		t.Error("what is kept is not what was there", diff)
	}
	if err := s.GuildRemoved(t.Context(), "g1", noon()); err != nil {
		t.Fatal(err)
	}
	purge(kept, 1)
	purge(kept, 0)
	sound(t, s)
	clear(t, s)
	if diff := cmp.Diff(stays, standings(t, s)); diff != "" {
		t.Error("of the other guild", diff)
	}
	rows["people"] = "3" // Ann played nowhere else
	rows["tables"], rows["events"] = contents(t, s)["tables"], contents(t, s)["events"]
	rows["chains"] = rows["tables"]
	if diff := cmp.Diff(rows, contents(t, s)); diff != "" {
		t.Error(diff)
	}
	if tables, err := engine.Collect(t.Context(), s.db, engine.ScanOne[string], `SELECT DISTINCT guild FROM tables`); !slices.Equal(tables, []string{"g2"}) || err != nil {
		t.Error(tables, err)
	}
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
	s, err := Open(t.Context(), path, nop())
	if err != nil {
		t.Fatal(err)
	}
	rand := gametest.NewRand(5)
	for _, guild := range []string{"g1", "g2", "g1"} {
		g := sit(t, s, rand, guild, ann, bob, cy)
		for c := g.next(); c != nil; c = g.next() {
			g.do(c)
		}
	}
	if err := errors.Join(s.GuildRemoved(t.Context(), "g1", noon()), s.Close()); err != nil {
		t.Fatal(err)
	}
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
			if err := s.GuildJoined(t.Context(), "g1"); err != nil {
				t.Fatal(err)
			}
			id := sit(t, s, rand, "g1", ann, bob, cy).id
			if err := purge(t.Context(), s); err != nil {
				t.Fatal(err)
			}
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
	for _, name := range []string{"100", "200"} {
		if _, err := s.Player(t.Context(), name, map[string]string{"100": "Ann", "200": "Bob"}[name]); err != nil {
			t.Fatal(err)
		}
	}
	settleAt(t, s, 0, won(went(round("g1", "ahole", ann, bob), ann, "2s"), ann))
	settleAt(t, s, 1, round("g1", "ahole", ann, bob))
	settleAt(t, s, 2, round("g2", "president", bob, ann))
	settleAt(t, s, 3, round("g3", "president", bob, cy))

	d, known, err := s.Export(t.Context(), "100", noon())
	if !known || err != nil || d.Name != "Ann" || d.Player != ann || len(d.Servers) != 2 {
		t.Fatalf("%+v %v %v", d, known, err)
	}
	text, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "export.json")
	want, err := os.ReadFile(golden)
	if err != nil || !bytes.Equal(append(text, '\n'), want) {
		t.Errorf("%v; the export is not %s, but\n%s", err, golden, text)
	}
	for _, private := range []string{"200", "Bob"} {
		if strings.Contains(string(text), `"`+private+`"`) {
			t.Errorf("it tells of somebody else: %s", private)
		}
	}

	before := standings(t, s)
	if err := s.Forget(t.Context(), ann); err != nil {
		t.Fatal(err)
	}
	if _, known, err := s.Export(t.Context(), "100", noon()); known || err != nil {
		t.Error("something is left", err)
	}
	if diff := cmp.Diff(before, standings(t, s)); diff != "" {
		t.Error("sums changed", diff)
	}
	again, err := s.Player(t.Context(), "100", "Ann")
	if again == ann || err != nil {
		t.Errorf("who comes back is known again: %d, %v", again, err)
	}
	page, err := s.Matches(t.Context(), standing.MatchQuery{Guild: "g1", Limit: 9})
	if err != nil || page.Total != 0 { // none of these has ended
		t.Error(page, err)
	}
	if unread, err := s.Rebuild(t.Context(), matchtest.NewToy); err != nil {
		t.Error(unread, err)
	}
}
