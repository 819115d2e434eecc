package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"deuces/game/gametest"
	"deuces/internal/pgtest"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/settings"
	"deuces/standing"
	"deuces/store/engine"
	"deuces/table"
)

// sampleDatabase returns a closed database file with rows in every table.
func sampleDatabase(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "first.db")
	s, err := Open(t.Context(), path, nop())
	must(t, err)
	playMatches(t, s, 2, 8)
	g := sit(t, s, gametest.NewRand(11), "g1", ann, bob, cy)
	for g.match.Phase != match.Playing || len(g.match.Moves) < 2 {
		g.do(g.next())
	}
	register(t, s, "Zoë \x00of 100", "Bob", "Cy")
	_, greeted := s.Greet(t.Context(), "g1", noon(), noon())
	_, emojis := s.SaveEmojis(t.Context(), map[string]string{"3c": "1"}, map[string]string{"3d": "2"}, noon())
	id := sit(t, s, gametest.NewRand(12), "g2", bob, ann).id
	must(t,
		greeted, emojis,
		s.SavePost(t.Context(), g.id, BoardPost, Post{Channel: "c1", Message: "m1", Posted: noon()}),
		set(t.Context(), s, "g1", 0), plan(t.Context(), s, "g3", noon(), standing.Monthly),
		s.SavePreset(t.Context(), "g1", settings.Preset{Name: "Ours", System: "toy"}),
		s.GuildRemoved(t.Context(), "g2", noon()),
		s.SaveLastOptions(t.Context(), "g1", "c1", "toy", map[string]string{"cards": "5"}),
		s.SaveAlive(t.Context(), noon()),
		s.SetAsleep(t.Context(), map[match.ID]*table.Sleep{g.id: {Seq: g.match.Seq, Until: noon(), Players: []match.Player{ann, bob}}}),
		s.Forget(t.Context(), cy),
		s.exec(t.Context(), ofGuild("g1"), `INSERT INTO counted (guild, since) VALUES ('g1', 1)`),
		s.GiveUp(t.Context(), id, noon()),
	)
	last, err := s.Player(t.Context(), "400", "Dee")
	must(t, err, s.Forget(t.Context(), last)) // now the highest number belongs to nobody
	must(t, s.Close())
	return path
}

// A database is copied from a file to PostgreSQL, to another PostgreSQL database, and back to a
// file, with the same numbers, logs and standings.
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
			t.Errorf("step %d: %+v, and the hash was %s", i+1, c, hash)
		}
	}
	var want []string
	for i, name := range places {
		s := openAt(t, name)
		if want == nil {
			want = standings(t, s)
		}
		equal(t, name+": the standings", want, standings(t, s), nil)
		rows := map[string]int{}
		for _, table := range copiedTables() {
			columns, err := columnsOf(t.Context(), s.db, table)
			must(t, err)
			sum, err := sumOf(t.Context(), s.db, table, columns, func([]any) error { return nil })
			rows[table] = sum.rows
			if err != nil || rows[table] == 0 && table != "preferences" {
				t.Errorf("%d: %s has %d rows, %v", i, table, rows[table], err)
			}
		}
		// Automatic numbers continue.
		if p, err := s.Player(t.Context(), "500", "Eve"); p != dee+1 || err != nil {
			t.Errorf("%d: the next player is %d, not %d: %v", i, p, dee+1, err)
		}
		if id := create(t, s); int(id) != rows["tables"]+1 {
			t.Errorf("%d: the next table is %d of %d", i, id, rows["tables"]+1)
		}
		settle(t, s, round("g1", "toy", ann, bob))
		sound(t, s)
	}
}

// Refused copies leave nothing behind.
func TestAFailedCopyLeavesNothing(t *testing.T) {
	t.Parallel()
	first := sampleDatabase(t)
	address := pgtest.New(t)
	copyTo := func(ctx context.Context, from, to string) error {
		_, err := Copy(ctx, from, to, matchtest.NewToy, nop())
		return err
	}
	must(t, copyTo(t.Context(), first, address))
	missing := filepath.Join(t.TempDir(), "missing.db")
	open := openAt(t, filepath.Join(t.TempDir(), "open.db"))
	for _, c := range []struct {
		from, to string
		is       error
		why      string
	}{
		{first, address, ErrNotEmpty, "PostgreSQL has a bot already"},
		{address, first, ErrNotEmpty, "the file has one"},
		{missing, pgtest.New(t), fs.ErrNotExist, "nothing is to be copied"},
		{open.path, pgtest.New(t), ErrInUse, "a bot plays on it"},
	} {
		if err := copyTo(t.Context(), c.from, c.to); !errors.Is(err, c.is) {
			t.Errorf("%s: %v, want %v", c.why, err, c.is)
		}
	}
	// An interrupted copy can be repeated.
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
		isError(t, "it was stopped", copyTo(stopping, from, to), context.Canceled)
		if IsFile(to) {
			if left, err := os.ReadDir(filepath.Dir(to)); len(left) > 0 || err != nil {
				t.Errorf("it was stopped, and left %v, %v", left, err)
			}
		}
		isError(t, "it was stopped, and again", copyTo(t.Context(), from, to), nil)
	}
}

// An unreadable log is copied unchanged with its results.
func TestACopyKeepsTheResultsOfAnUnreadableLog(t *testing.T) {
	t.Parallel()
	first := sampleDatabase(t)
	execute(t, first, `UPDATE events SET body = replace(body, '"round":1', '"round":2') WHERE table_id = 1 AND kind = 'dealt'`)
	address := pgtest.New(t)
	c, err := Copy(t.Context(), first, address, matchtest.NewToy, nop())
	if err != nil || len(c.Unread) != 1 || len(c.Found) == 0 {
		t.Errorf("a copy of a log that isn't as it was written: %+v, %v", c, err)
	}
	want, got := openAt(t, first), openAt(t, address)
	equal(t, "standings", standings(t, want), standings(t, got), nil)
	found, err := want.Check(t.Context())
	again, other := got.Check(t.Context())
	if !slices.Equal(found, again) || !slices.Equal(found, c.Found) || len(found) == 0 || err != nil || other != nil {
		t.Errorf("%q, %v in one, %q, %v in the other", found, err, again, other)
	}
}
