package app

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/rs/zerolog"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/systems"
	"deuces/internal/pgtest"
	"deuces/match"
	"deuces/settings"
	"deuces/standing"
	"deuces/store"
	"deuces/store/engine"
	"deuces/table"
)

// A database of commit 1ed5942 (store/testdata/older) can be opened and used, even if rounds aren't
// over. Check finds no problems, the contents are as recorded, the standings equal a rebuild, and
// the tables continue.
func TestADatabaseOfAnOlderProgramCanBeUsed(t *testing.T) {
	t.Parallel()
	path := olderFile(t)
	wantSound(t, path)
	testOlderDatabase(t, path)
	if copies, err := filepath.Glob(path + ".v*"); err != nil || len(copies) != 1 {
		t.Errorf("copies made before the migration: %v, %v", copies, err)
	}
}

func TestAPostgreSQLDatabaseOfAnOlderProgramCanBeUsed(t *testing.T) {
	t.Parallel()
	address := pgtest.New(t)
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.PgConn().Exec(t.Context(), string(gunzip(t, "../../store/testdata/older/older.sql.gz"))).ReadAll()
	if err := errors.Join(err, conn.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
	testOlderDatabase(t, address)
}

func testOlderDatabase(t *testing.T, path string) {
	t.Helper()
	db := openDB(t, path)
	want, err := os.ReadFile("../../store/testdata/older/tables.txt")
	if err != nil {
		t.Fatal(err)
	}
	if stale, err := db.Stale(t.Context()); !stale || err != nil {
		t.Errorf("the standings aren't stale: %v, %v", stale, err)
	}
	if unread, err := db.Rebuild(t.Context(), systems.New); len(unread) > 0 || err != nil {
		t.Fatal(unread, err)
	}
	if diff := cmp.Diff(string(want), describeTables(t, db)+describeStandings(t, db)); diff != "" {
		t.Errorf("the tables and standings have changed (-was +is):\n%s", diff)
	}
	wantKept(t, db)
	continueTables(t, db)
	wantSound(t, path)
}

// olderFile returns the path of a copy of an older program's database.
func olderFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "older.db")
	if err := os.WriteFile(path, gunzip(t, "../../store/testdata/older/older.db.gz"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func gunzip(t *testing.T, name string) []byte {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// wantSound fails the test if `deuces check` would find a problem.
func wantSound(t *testing.T, path string) {
	t.Helper()
	r, err := store.Read(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	found, err := r.Check(t.Context())
	recounted, failed := r.Recount(t.Context(), systems.New)
	if err := errors.Join(err, failed, r.Close()); err != nil || len(found)+len(recounted) > 0 {
		t.Errorf("check finds %q and %q: %v", found, recounted, err)
	}
}

// describeTables returns the state of all tables in the form of store/testdata/older/tables.txt.
func describeTables(t *testing.T, db *store.Store) string {
	t.Helper()
	var text strings.Builder
	for _, m := range storedTables(t, db) {
		turn, _ := m.Turn()
		vote := match.Vote{}
		if m.Vote != nil {
			vote = *m.Vote
		}
		fmt.Fprintf(&text, "%v: event %d, players %v, coming %v, host %d, turn %d, totals %v, paused %v, vote %v %v\n",
			m, m.Seq, m.Players(), m.Newcomers, m.Host, turn, m.Totals(), m.Paused, vote.Against, m.Vote != nil)
		for s := range m.Players() {
			if v, dealt := m.View(game.Seat(s)); dealt {
				fmt.Fprintf(&text, "  seat %d: %s\n", s, card.Format(v.Hand))
				if m.PassHeld(game.Seat(s)) || m.PassesTrick(game.Seat(s)) {
					fmt.Fprintf(&text, "  seat %d has a pass that waits\n", s)
				}
			}
		}
	}
	return text.String()
}

// describeStandings returns the standings in the form of the file in store/testdata/older.
func describeStandings(t *testing.T, db *store.Store) string {
	t.Helper()
	page, err := db.Leaderboard(t.Context(), standing.Query{Guild: "10", Order: standing.ByPoints, Rounds: standing.AllRounds, Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, r := range page.Rows {
		fmt.Fprintf(&text, "%d. %s: points %d, rounds %d, matches %d, wins %d, rating %d\n", r.Rank, r.Name, r.Points, r.Rounds, r.Matches, r.Wins, r.Rating)
	}
	return text.String()
}

// storedTables returns all tables as replayed from their logs.
func storedTables(t *testing.T, db *store.Store) (all []match.Match) {
	t.Helper()
	for {
		m := match.New(match.ID(len(all)+1), systems.New)
		for e, err := range db.Events(t.Context(), m.ID) {
			if err == nil {
				m, err = m.Apply(e)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if m.Seq == 0 {
			return all
		}
		all = append(all, m)
	}
}

// wantKept checks that what the older program stored besides tables is still there.
func wantKept(t *testing.T, db *store.Store) {
	t.Helper()
	set, err := db.GuildSettings(t.Context(), "10")
	presets, err2 := db.Presets(t.Context(), "10")
	options, err3 := db.LastOptions(t.Context(), "105", "acehole")
	if err := errors.Join(err, err2, err3); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff([]any{
		settings.Guild{
			Channels: []string{"101", "102"}, Clock: 45 * time.Second, Computers: true, Buried: 10, Colors: settings.FourColors, Undo: 3 * time.Second, Wording: settings.OwnWords,
			Words: settings.Words{"Boss", "Deputy", "Folk", "Intern", "Cat"}, Season: standing.Monthly, Keep: 60,
			Roles: []settings.Role{{System: "ahole", Title: game.President, Role: "77"}, {System: "bigtwo", Title: game.Scum, Role: "78"}},
		},
		[]settings.Preset{
			{Name: "Long", System: "bigtwo", Options: map[string]string{}, Channels: []string{}},
			{Name: "Quick", System: "ahole", Options: map[string]string{"target": "5"}, Channels: []string{"101"}, Locked: true},
		},
		map[string]string{"target": "50"},
	}, []any{set, presets, options}); diff != "" {
		t.Errorf("settings, presets and last options (-was +is):\n%s", diff)
	}
	if seasons, err := db.Seasons(t.Context(), "10"); err != nil || len(seasons) != 2 || seasons[1].Plan != standing.Monthly || seasons[0].Ended.IsZero() {
		t.Errorf("seasons: %+v, %v", seasons, err)
	}
	posts, err := db.Posts(t.Context(), 3)
	for kind, message := range map[store.PostKind]string{store.BoardPost: "5001", store.MentionPost: "5002", store.VotePost: "5003"} {
		if p := posts[kind]; err != nil || p.Message != message || p.Channel != "101" {
			t.Errorf("the %s of table 3: %+v, %v", kind, p, err)
		}
	}
}

// continuation is a registry that continues the tables.
type continuation struct {
	*testing.T
	tables *table.Registry

	mu      sync.Mutex
	changed *sync.Cond
	events  map[match.ID]int // number of each table's last stored event
}

// continueTables starts all tables and plays each until its current round, or else its next one, is
// over. A pass that was held when the older program ended must be carried out.
func continueTables(t *testing.T, db *store.Store) {
	alive, err := db.LastAlive(t.Context())
	if err != nil || alive.IsZero() {
		t.Fatal(alive, err)
	}
	before := storedTables(t, db)
	g := &continuation{T: t, events: map[match.ID]int{}}
	g.changed = sync.NewCond(&g.mu)
	g.tables = table.NewRegistry(table.Config{
		Log: db, Rules: systems.New, Latest: latest, LastAlive: alive, Logger: zerolog.New(zerolog.NewTestWriter(t)),
		OnLost: func(m match.Match, err error) { t.Errorf("%v is lost: %v", m, err) },
		OnChange: func(m match.Match) {
			g.mu.Lock()
			defer g.mu.Unlock()
			g.events[m.ID] = m.Seq
			g.changed.Broadcast()
		},
	})
	if err := g.tables.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	systems := map[string]bool{}
	var all sync.WaitGroup
	for _, id := range g.tables.Live() {
		m, err := g.tables.Match(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		systems[m.System] = true
		all.Go(func() { g.finishRound(m) })
	}
	all.Wait()
	if err := g.tables.Close(context.Background()); err != nil {
		t.Error(err)
	}
	if len(systems) != 5 {
		t.Errorf("live tables of %v only", systems)
	}
	held := 0
	for _, m := range before {
		seat, due := m.Turn()
		if !due || !m.PassHeld(seat) {
			continue
		}
		held++
		for e, err := range db.Events(t.Context(), m.ID) {
			if err != nil {
				t.Fatal(err)
			}
			if acted, is := e.Body.(match.Acted); is && e.Seq > m.Seq {
				if acted.Seat != seat || acted.Action.Verb != game.Pass {
					t.Errorf("%v: seat %d has a held pass, but %+v follows", m, seat, acted)
				}
				break
			}
		}
	}
	if held == 0 {
		t.Error("no table has a held pass")
	}
}

// next waits for a table's next event, and returns the table.
func (g *continuation) next(m match.Match) (match.Match, error) {
	g.mu.Lock()
	for g.events[m.ID] <= m.Seq {
		g.changed.Wait()
	}
	g.mu.Unlock()
	return g.tables.Match(context.Background(), m.ID)
}

// finishRound sends the commands that a table waits for until a round is over.
func (g *continuation) finishRound(m match.Match) {
	for rounds := len(m.Results); len(m.Results) == rounds; {
		before := m
		seat, due := m.Turn()
		var c match.Command
		switch {
		case m.Phase == match.Over:
			g.Errorf("%v is over before its round", m)
			return
		case m.Vote != nil:
			c = match.Ballot{Player: m.Host, Number: m.Vote.Number, For: true}
		case m.Phase == match.Lobby:
			c = match.Start{Player: m.Host}
		case m.Paused:
			c = match.Resume{Player: m.Players()[0]}
		case due && !m.Players()[seat].IsComputer() && !m.Vacant(seat) && !m.PassHeld(seat) && !m.PassesTrick(seat) && !(m.MustPass(seat) && m.Settings.AutoPass > 0):
			c = match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: m.State.Legal()[0]}
		}
		var err error
		if c == nil {
			m, err = g.next(m)
		} else {
			m, err = g.tables.Do(context.Background(), m.ID, c)
		}
		if err != nil && err != match.ErrStale {
			g.Errorf("%v: %+v: %v", before, c, err)
			return
		}
		if vote := before.Vote; vote != nil && !slices.Contains(m.Banned, vote.Against) {
			g.Errorf("%v: two of three voted for it, but nobody is removed", m)
		}
	}
	// The next round is sealed, even if this round wasn't.
	if m.Phase != match.Over && len(m.Deals()) == 0 {
		g.Errorf("%v: a round is over, and the next is not sealed", m)
	}
}

// The store reports the progress of every kind of long work from the beginning to the end.
func TestTheStoreReportsItsProgress(t *testing.T) {
	path := olderFile(t)
	var parts []string
	last := map[string][2]int{}
	ctx := engine.WithProgress(context.Background(), func(what string, done, total int) {
		if before := last[what]; done < before[0] || total > 0 && done > total {
			t.Errorf("%s: %d of %d after %d of %d", what, done, total, before[0], before[1])
		}
		if last[what] = [2]int{done, total}; !slices.Contains(parts, what) {
			parts = append(parts, what)
		}
	})
	db, err := store.Open(ctx, path, zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	parts = nil // forget the upgrade, which makes a copy
	clear(last)
	_, rebuilt := db.Rebuild(ctx, systems.New)
	_, checked := db.Check(ctx)
	if err := errors.Join(rebuilt, checked, store.Backup(ctx, path, path+".copy"), db.Close()); err != nil {
		t.Fatal(err)
	}
	want := []string{engine.ReadingLogs, engine.AddingUp, engine.CheckingFile, engine.CheckingSums, engine.CopyingFile, engine.CheckingCopy}
	if !slices.Equal(parts, want) {
		t.Errorf("it reports %q, not %q", parts, want)
	}
	if n := last[engine.ReadingLogs]; n[1] < 5 || n[0] != n[1]-1 {
		t.Errorf("the last progress of reading logs is %v", n)
	}
}
