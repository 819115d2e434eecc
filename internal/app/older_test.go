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

// A database of commit 1ed5942 (store/testdata/older) can be opened and used, even in the middle of
// rounds: Check finds nothing, its contents are as recorded, its standings equal a rebuild, and its
// tables continue.
func TestADatabaseOfAnOlderProgramGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "older.db")
	if err := os.WriteFile(path, unpacked(t, "../../store/testdata/older/older.db.gz"), 0o600); err != nil {
		t.Fatal(err)
	}
	checked(t, path)
	olderGoesOn(t, path)
	if copies, err := filepath.Glob(path + ".v*"); err != nil || len(copies) != 1 {
		t.Errorf("its copies from before it was migrated: %v, %v", copies, err)
	}
}

func TestAPostgreSQLDatabaseOfAnOlderProgramGoesOn(t *testing.T) {
	address := pgtest.New(t)
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.PgConn().Exec(t.Context(), string(unpacked(t, "../../store/testdata/older/older.sql.gz"))).ReadAll()
	if err := errors.Join(err, conn.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
	olderGoesOn(t, address)
}

func olderGoesOn(t *testing.T, path string) {
	t.Helper()
	db, err := store.Open(t.Context(), path, zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	want, err := os.ReadFile("../../store/testdata/older/tables.txt")
	if err != nil {
		t.Fatal(err)
	}
	same := func(when string) {
		t.Helper()
		if diff := cmp.Diff(string(want), seenTables(t, db)+seenStandings(t, db)); diff != "" {
			t.Errorf("%s, its tables and standings are not what they were (-was +is):\n%s", when, diff)
		}
		kept(t, db)
	}
	if stale, err := db.Stale(t.Context()); !stale || err != nil {
		t.Errorf("its standings don't count as an older program's: %v, %v", stale, err)
	}
	if unread, err := db.Rebuild(t.Context(), systems.New); len(unread) > 0 || err != nil {
		t.Fatal(unread, err)
	}
	same("rebuilt")
	goOn(t, db)
	checked(t, path)
}

func unpacked(t *testing.T, name string) []byte {
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

// checked fails the test if `deuces check` would find anything.
func checked(t *testing.T, path string) {
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

// seenTables returns the state of the tables in the form of store/testdata/older/tables.txt.
func seenTables(t *testing.T, db *store.Store) string {
	t.Helper()
	var text strings.Builder
	for _, m := range storedTables(t, db) {
		turn, _ := m.Turn()
		vote, open := match.Vote{}, m.Vote != nil
		if open {
			vote = *m.Vote
		}
		fmt.Fprintf(&text, "%v: event %d, players %v, coming %v, host %d, turn %d, totals %v, paused %v, vote %v %v\n",
			m, m.Seq, m.Players(), m.Newcomers, m.Host, turn, m.Totals(), m.Paused, vote.Against, open)
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

// seenStandings returns the standings in the form of store/testdata/older.
func seenStandings(t *testing.T, db *store.Store) string {
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

// storedTables returns the tables as folded from their logs.
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

// kept compares everything that doesn't belong to a table with what the older program stored.
func kept(t *testing.T, db *store.Store) {
	t.Helper()
	set, err := db.GuildSettings(t.Context(), "10")
	want := settings.Guild{
		Channels: []string{"101", "102"}, Clock: 45 * time.Second, Computers: true, Buried: 10, Colors: settings.FourColors, Undo: 5 * time.Second, Wording: settings.OwnWords,
		Words: settings.Words{"Boss", "Deputy", "Folk", "Intern", "Cat"}, Season: standing.Monthly, Keep: 60,
		Roles: []settings.Role{{System: "ahole", Title: game.President, Role: "77"}, {System: "bigtwo", Title: game.Scum, Role: "78"}},
	}
	if diff := cmp.Diff(want, set); err != nil || diff != "" {
		t.Errorf("settings: %v\n%s", err, diff)
	}
	presets, err := db.Presets(t.Context(), "10")
	if diff := cmp.Diff([]settings.Preset{
		{Name: "Long", System: "bigtwo", Options: map[string]string{}, Channels: []string{}},
		{Name: "Quick", System: "ahole", Options: map[string]string{"target": "5"}, Channels: []string{"101"}, Locked: true},
	}, presets); err != nil || diff != "" {
		t.Errorf("presets: %v\n%s", err, diff)
	}
	if seasons, err := db.Seasons(t.Context(), "10"); err != nil || len(seasons) != 2 || seasons[1].Plan != standing.Monthly || seasons[0].Ended.IsZero() {
		t.Errorf("seasons: %+v, %v", seasons, err)
	}
	options, err := db.LastOptions(t.Context(), "105", "acehole")
	if diff := cmp.Diff(map[string]string{"target": "50"}, options); err != nil || diff != "" {
		t.Errorf("last options: %v\n%s", err, diff)
	}
	for kind, message := range map[store.PostKind]string{store.BoardPost: "5001", store.MentionPost: "5002", store.VotePost: "5003"} {
		if p, err := db.Post(t.Context(), 3, kind); err != nil || p.Message != message || p.Channel != "101" {
			t.Errorf("the %s of table 3: %+v, %v", kind, p, err)
		}
	}
}

// going holds the tables while they are played.
type going struct {
	*testing.T
	tables *table.Registry
	stood  map[match.ID]match.Match // their state when the older program ended

	mu      sync.Mutex
	changed *sync.Cond
	events  map[match.ID]int // number of the last stored event
}

// goOn starts the tables and plays each to the end of its current round.
func goOn(t *testing.T, db *store.Store) {
	alive, err := db.Alive(t.Context())
	if err != nil || alive.IsZero() {
		t.Fatal(alive, err)
	}
	g := &going{T: t, stood: map[match.ID]match.Match{}, events: map[match.ID]int{}}
	for _, m := range storedTables(t, db) {
		g.stood[m.ID] = m
	}
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
	defer func() {
		if err := g.tables.Close(context.Background()); err != nil {
			t.Error(err)
		}
	}()
	if err := g.tables.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	var systems []string
	var all sync.WaitGroup
	for _, id := range g.tables.Live() {
		m, err := g.tables.Match(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		systems = append(systems, m.System)
		all.Go(func() { g.finish(g.settle(m)) })
	}
	all.Wait()
	slices.Sort(systems)
	if systems = slices.Compact(systems); len(systems) != 5 {
		t.Errorf("live tables of %v only", systems)
	}
}

func (g *going) do(m match.Match, c match.Command) match.Match {
	g.Helper()
	after, err := g.tables.Do(context.Background(), m.ID, c)
	if err != nil {
		g.Errorf("%v: %+v: %v", m, c, err)
	}
	return after
}

// next waits for a table's next event and returns the table.
func (g *going) next(m match.Match) match.Match {
	g.Helper()
	g.mu.Lock()
	for g.events[m.ID] <= m.Seq {
		g.changed.Wait()
	}
	g.mu.Unlock()
	after, err := g.tables.Match(context.Background(), m.ID)
	if err != nil {
		g.Error(err)
	}
	return after
}

// settle does what a table waits for.
func (g *going) settle(m match.Match) match.Match {
	vote := m.Vote
	switch {
	case vote != nil:
		m = g.do(m, match.Ballot{Player: m.Host, Number: vote.Number, For: true})
		if !slices.Contains(m.Banned, vote.Against) {
			g.Errorf("%v: two of three are for it, and nobody is removed", m)
		}
	case m.Phase == match.Lobby:
		m = g.do(m, match.Start{Player: m.Host})
		if m.Phase != match.Playing {
			g.Errorf("%v has not started", m)
		}
	case m.Phase == match.Between:
		for round := m.Decision.Round; m.Decision.Round == round; {
			m = g.next(m)
		}
	case m.Paused:
		m = g.do(m, match.Resume{Player: m.Players()[0]})
	case m.Settings.AutoPass > 0:
		// On a busy machine the pass may already be visible.
		stood := g.stood[m.ID]
		seat, _ := stood.Turn()
		for m.Decision == stood.Decision {
			m = g.next(m)
		}
		if moves := m.Moves; len(moves) == 0 || !slices.ContainsFunc(moves, func(move match.Move) bool {
			return move.Seat == seat && move.News[0].Kind == game.Passed
		}) {
			g.Errorf("%v: the pass that waited does not show", m)
		}
	}
	return m
}

// finish plays a table to the end of its current round.
func (g *going) finish(m match.Match) {
	for rounds := len(m.Results); len(m.Results) == rounds; {
		seat, due := m.Turn()
		switch _, computer := m.Computer(seat); {
		case m.Phase == match.Over:
			g.Errorf("%v is over before its round", m)
			return
		case m.Paused:
			m = g.do(m, match.Resume{Player: m.Players()[0]})
			continue
		case !due || computer || m.Vacant(seat) || m.PassHeld(seat) || m.PassesTrick(seat) || m.MustPass(seat) && m.Settings.AutoPass > 0:
			m = g.next(m)
			continue
		}
		act := match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: m.State.Legal()[0]}
		after, err := g.tables.Do(context.Background(), m.ID, act)
		if err != nil && err != match.ErrStale {
			g.Errorf("%v: %v", m, err)
			return
		}
		m = after
	}
	// The next round is sealed, even if this one wasn't.
	if m.Phase != match.Over && len(m.Deals()) == 0 {
		g.Errorf("%v: a round is over, and the next is not sealed", m)
	}
}

// The store reports the progress of every kind of long work from beginning to end.
func TestTheStoreReportsItsProgress(t *testing.T) {
	path := t.TempDir() + "/older.db"
	if err := os.WriteFile(path, unpacked(t, "../../store/testdata/older/older.db.gz"), 0o600); err != nil {
		t.Fatal(err)
	}
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
	parts = nil // parts of an upgrade, which makes a copy
	clear(last)
	if _, err := db.Rebuild(ctx, systems.New); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Check(ctx); err != nil {
		t.Fatal(err)
	}
	if err := store.Backup(ctx, path, path+".copy"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	want := []string{engine.ReadingLogs, engine.AddingUp, engine.CheckingFile, engine.CheckingSums, engine.CopyingFile, engine.CheckingCopy}
	if !slices.Equal(parts, want) {
		t.Errorf("it tells of %q, not of %q", parts, want)
	}
	if n := last[engine.ReadingLogs]; n[1] < 5 || n[0] != n[1]-1 {
		t.Errorf("the last of the logs is %v", n)
	}
}
