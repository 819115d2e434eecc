package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/pgtest"
	"deuces/standing"
	"deuces/store/engine"
	"deuces/store/sqlite"
)

// A database of a million rounds is copied to PostgreSQL and back. The logs keep their hashes,
// and the leaderboards, which are rebuilt each time, are the same. The test prints how long it
// takes.
//
//	DEUCES_DOSE=long go test ./store -run TestAMillionRoundsAreCopiedToPostgreSQLAndBack -v -timeout 4h -args -crowds DIR
//
// keeps the filled databases in DIR. DEUCES_ROUNDS sets the number of rounds. The long dose
// writes to the disks of TMPDIR and PostgreSQL: about 12 GB for a file of a million rounds, and
// half as much again for PostgreSQL. Without -crowds the first file is deleted before the last
// is made.
func TestAMillionRoundsAreCopiedToPostgreSQLAndBack(t *testing.T) {
	postgresOnly(t)
	t.Parallel()
	rounds := gametest.Dose(t, 100, 1000, 1_000_000)
	if s := os.Getenv("DEUCES_ROUNDS"); s != "" {
		var err error
		if rounds, err = strconv.Atoi(s); err != nil {
			t.Fatal("DEUCES_ROUNDS: ", err)
		}
	}
	m := massesOf(rounds)
	from := massesAt(t, m)
	boards := m.boards(t, from)
	between := pgtest.New(t)
	if rounds > 50_000 {
		between = pgtest.OnDisk(t)
	}
	back := filepath.Join(t.TempDir(), "back.db")
	there := copyMasses(t, from, between)
	m.compare(t, boards, between)
	if *crowds == "" {
		if err := sqlite.Remove(from); err != nil { // the disk may have space for only two
			t.Fatal(err)
		}
	}
	again := copyMasses(t, between, back)
	m.compare(t, boards, back)
	if there.Hash != again.Hash || there.Tables != again.Tables || there.Events != again.Events {
		t.Errorf("there %+v, and back %+v", there, again)
	}
}

// compare fails the test if leaderboards have changed.
func (m masses) compare(t *testing.T, boards map[string]string, at string) {
	t.Helper()
	have := m.boards(t, at)
	for q, want := range boards {
		if have[q] != want {
			t.Errorf("%s: the leaderboard of %s is another: %s, not %s", HidePassword(at), q, have[q], want)
		}
	}
	if len(have) != len(boards) || len(boards) < 27 {
		t.Errorf("%s has %d leaderboards, and there were %d", HidePassword(at), len(have), len(boards))
	}
}

// copyMasses copies a database and logs how long each part takes.
func copyMasses(t *testing.T, from, to string) Copied {
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
		t.Errorf("of %d tables %d can't be read, and a check finds %q", c.Tables, len(c.Unread), c.Found)
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

// boards returns a sample of leaderboards, as hashes if they are long.
func (m masses) boards(t *testing.T, name string) map[string]string {
	t.Helper()
	r, err := Read(t.Context(), name)
	must(t, err)
	defer r.Close()
	all := map[string]string{}
	for g := 0; g < m.guilds; g += 1 + m.guilds/20 {
		for _, order := range []standing.Order{standing.ByPoints, standing.ByWins, standing.ByRating} {
			for _, system := range []string{"", "ahole", "bigtwo"} {
				for _, period := range []standing.Period{standing.AllTime, standing.Month(crowded), standing.ThisSeason} {
					q := standing.Query{Guild: guildOf(g), System: system, Order: order, Period: period, Limit: m.people}
					page, err := r.Leaderboard(context.Background(), q)
					must(t, err)
					all[fmt.Sprintf("%+v", q)] = fmt.Sprintf("%+v", page)
				}
			}
		}
	}
	return all
}
