package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"deuces/game/gametest"
	"deuces/match"
	"deuces/settings"
	"deuces/standing"
	"deuces/store/engine"
	"deuces/table"
)

func TestAPersonKeepsTheirNumber(t *testing.T) {
	s := openAt(t, newName(t))
	type people = map[standing.Player]standing.Person
	wantPeople := func(why string, want people, players ...standing.Player) {
		t.Helper()
		for range 2 { // from the database, then from the cache
			result(s.People(t.Context(), "g1", players...)).is(t, why, want)
		}
	}
	register(t, s, "Ann", "Bob")
	wantPeople("two people", people{ann: {ID: "100", Name: "Ann"}, bob: {ID: "200", Name: "Bob"}}, ann, bob)
	wantPeople("nobody asked for", people{})
	wantPeople("a number that is nobody's", people{}, cy)
	for range 3 {
		register(t, s, "Anna") // they get the same number
	}
	wantPeople("the last name seen", people{ann: {ID: "100", Name: "Anna"}}, ann)
	must(t, s.Forget(t.Context(), bob))
	wantPeople("Bob is forgotten", people{ann: {ID: "100", Name: "Anna"}}, ann, bob)
	if again, err := s.Player(t.Context(), "200", "Bob"); again == bob || again == ann || err != nil {
		t.Errorf("Bob comes back as player %d, %v, want a number that nobody had", again, err)
	}
	must(t, s.Close())
	s = openAt(t, s.path)
	register(t, s, "Anna")
}

// A person has a name of their own and perhaps one more in each guild, which is shown only there.
func TestANicknameIsShownOnlyInItsGuild(t *testing.T) {
	s := openNew(t)
	register(t, s, "Ann", "Bob")
	for _, guild := range []string{"g1", "g2"} {
		settle(t, s, wonBy(round(guild, "ahole", ann, bob), ann))
	}
	must(t, s.Nickname(t.Context(), "g1", ann, "Annie"))
	names := func(guild string) map[string]string {
		t.Helper()
		shown := map[string]string{}
		for from, read := range map[string]interface {
			People(context.Context, string, ...standing.Player) (map[standing.Player]standing.Person, error)
		}{"the cache": s, "the database": s.Reader} {
			who, err := read.People(t.Context(), guild, ann)
			must(t, err)
			shown[from] = who[ann].Name
		}
		board, err := s.Leaderboard(t.Context(), standing.Query{Guild: guild, Order: standing.ByPoints, Limit: 2})
		must(t, err)
		for _, r := range board.Rows {
			if r.Player == ann {
				shown["the leaderboard"] = r.Name
			}
		}
		stats, err := s.Stats(t.Context(), standing.StatsQuery{Guild: guild, Player: ann})
		must(t, err)
		shown["her statistics"] = stats.Name
		stats, err = s.Stats(t.Context(), standing.StatsQuery{Guild: guild, Player: bob})
		must(t, err)
		shown["those of whom she played with"] = stats.With[0].Name
		streaks, err := s.Running(t.Context(), guild, "")
		must(t, err)
		for _, r := range streaks {
			if r.Player == ann {
				shown["her title"] = r.Name
			}
		}
		hall, err := s.HallOfFame(t.Context(), guild, 1)
		must(t, err)
		for _, h := range hall.Honours {
			for _, w := range h.Winners {
				if w.Player == ann {
					shown["the hall of fame"] = w.Name
				}
			}
		}
		last, err := view(t.Context(), s.Reader, func(tx *sql.Tx) (m standing.Summary, err error) {
			m.Rounds = 1
			err = tx.QueryRowContext(t.Context(), `SELECT max(match) FROM settlements WHERE guild = ?`, guild).Scan(&m.Match)
			return m, errors.Join(err, addPlayers(t.Context(), tx, &m))
		})
		must(t, err)
		for _, p := range last.Players {
			if p.Player == ann {
				shown["her last match"] = p.Name
			}
		}
		return shown
	}
	want := func(why, name string, got map[string]string) {
		t.Helper()
		if len(got) != 8 {
			t.Errorf("%s: Ann's name is shown in %d places, want 8: %v", why, len(got), got)
		}
		for place, shown := range got {
			if shown != name {
				t.Errorf("%s: %s shows %q, want %q", why, place, shown, name)
			}
		}
	}
	want("in the guild that calls her so", "Annie", names("g1"))
	want("in another", "Ann", names("g2"))

	// Clicks in both guilds in turn write nothing and keep what is cached.
	changes := s.people.changes + s.numbers.changes + s.nicknames.changes
	for range 3 {
		register(t, s, "Ann")
		must(t, s.Nickname(t.Context(), "g1", ann, "Annie"), s.Nickname(t.Context(), "g2", ann, ""))
	}
	if n := s.people.changes + s.numbers.changes + s.nicknames.changes - changes; n > 0 {
		t.Errorf("nothing has changed, but the caches were cleared %d times", n)
	}

	register(t, s, "Anna")
	want("with another name of her own", "Annie", names("g1"))
	want("with another name of her own, elsewhere", "Anna", names("g2"))
	d, _, err := s.Export(t.Context(), "100", noon())
	must(t, err)
	result([]string{d.Name, d.Servers[0].Nickname, d.Servers[1].Nickname}, nil).is(t, "the export", []string{"Anna", "Annie", ""})
	must(t, s.Nickname(t.Context(), "g1", ann, ""))
	want("the guild calls her so no more", "Anna", names("g1"))

	must(t, s.Nickname(t.Context(), "g3", ann, "Queen"), s.Forget(t.Context(), ann), s.Nickname(t.Context(), "g1", ann, "Annie"))
	result(engine.Lines(t.Context(), s.db, `SELECT name FROM nicknames`)).is(t, "nicknames of somebody forgotten", nil)
	want("she is forgotten", "", names("g1"))
}

// Characters that one of the databases can't store are replaced in both.
func TestNamesAreStoredTheSameInBothDatabases(t *testing.T) {
	s := openNew(t)
	for name, want := range map[string]string{
		"Zoë 🂡 ÅÄ": "Zoë 🂡 ÅÄ", "a\x00b": "a\uFFFDb", "bad \xff\xfe": "bad \uFFFD", "": "",
	} {
		must(t, errOf(s.Player(t.Context(), "100", name)))
		result(s.Reader.People(t.Context(), "g1", ann)).is(t, name, map[standing.Player]standing.Person{ann: {ID: "100", Name: want}})
	}
}

func TestAnOutdatedValueIsNotCached(t *testing.T) {
	var c cache[standing.Player, string]
	_, _, changes := c.get(ann)
	c.drop(bob) // a change while the database is read
	c.put(changes, ann, "the name before")
	if v, cached, _ := c.get(ann); cached {
		t.Errorf("the outdated value %q is cached", v)
	}
}

func TestACacheHasALimit(t *testing.T) {
	var c cache[int, int]
	for n := range 3 * maxCached {
		c.put(0, n, n)
	}
	if len(c.values) > maxCached || len(c.values) == 0 {
		t.Errorf("the cache has %d values, want 1 to %d", len(c.values), maxCached)
	}
}

func TestAForgottenPersonIsGoneFromTheFile(t *testing.T) {
	filesOnly(t, "free pages of a file")
	s := openNew(t)
	for _, name := range []string{"Ferdinanda", "Wilhelmina"} {
		if p, err := s.Player(t.Context(), "31415926535", name); p != ann || err != nil {
			t.Fatalf("%s is player %d, %v, want Ann's number", name, p, err)
		}
	}
	settle(t, s, round("g1", "ahole", ann, bob))
	must(t, s.Nickname(t.Context(), "g1", ann, "Rosalinde"), s.Forget(t.Context(), ann))
	rows := boardOf(t, s, standing.Query{Limit: 1}).Rows
	wantEqual(t, "the sums", []any{ann, 2, ""}, []any{rows[0].Player, rows[0].Points, rows[0].Name}, nil)
	must(t, s.Close())
	files, err := filepath.Glob(s.path + "*")
	must(t, err)
	for _, name := range files {
		content, err := os.ReadFile(name)
		must(t, err)
		for _, trace := range []string{"31415926535", "Ferdinanda", "Wilhelmina", "Rosalinde"} {
			if bytes.Contains(content, []byte(trace)) {
				t.Errorf("%s still contains %s", filepath.Base(name), trace)
			}
		}
	}
}

// testCachedValue changes a cached value while others read it. After each change, reads from the
// cache and from the database must return the new value.
func testCachedValue[T comparable](t *testing.T, change func(i int) (T, error), cached, stored func() (T, error)) {
	t.Helper()
	stop := make(chan struct{})
	var readers sync.WaitGroup
	defer readers.Wait()
	defer close(stop)
	for range 4 {
		readers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if _, err := cached(); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for i := range 200 {
		want, err := change(i)
		must(t, err)
		for from, read := range map[string]func() (T, error){"cache": cached, "database": stored} {
			if got, err := read(); err != nil || got != want {
				t.Fatalf("after change %d the %s has %v, want %v: %v", i, from, got, want, err)
			}
		}
	}
}

func TestCachedValuesAreNeverOutdated(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	t.Run("settings", func(t *testing.T) {
		buried := func(g settings.Guild, err error) (int, error) { return g.Buried, err }
		testCachedValue(t, func(i int) (int, error) {
			return 1 + i%50, changeSettings(ctx, s, "1", noon(), func(g *settings.Guild) { g.Buried = 1 + i%50 })
		}, func() (int, error) { return buried(s.GuildSettings(ctx, "1")) }, func() (int, error) { return buried(s.Reader.GuildSettings(ctx, "1")) })
	})
	t.Run("preferences", func(t *testing.T) {
		register(t, s, "Ann")
		testCachedValue(t, func(i int) (settings.Person, error) {
			return s.ChangePreferences(ctx, ann, func(p settings.Person) (settings.Person, error) {
				return p.With("cards", settings.Preferences()[0].Values[i%2].Key)
			})
		}, func() (settings.Person, error) { return s.Preferences(ctx, ann) }, func() (settings.Person, error) { return s.Reader.Preferences(ctx, ann) })
	})
}

// If a change is refused, the settings stay the same, even if the callback has modified its
// argument.
func TestSettingsReadBack(t *testing.T) {
	s := openNew(t)
	wantSettings := func(guild string, want settings.Guild) {
		t.Helper()
		result(s.GuildSettings(t.Context(), guild)).is(t, guild, want)
	}
	wantSettings("g1", settings.Default())
	want := settings.Default()
	want.Clock, want.Channels = time.Minute, []string{"7", "8"}
	must(t, changeSettings(t.Context(), s, "g1", noon(), func(g *settings.Guild) { *g = want }))
	wantSettings("g1", want)
	wantSettings("g2", settings.Default())
	want.Clock, want.Mentions = 0, false
	must(t, changeSettings(t.Context(), s, "g1", noon(), func(g *settings.Guild) { g.Clock, g.Mentions = 0, false }))
	wantSettings("g1", want)
	wantRefusal(t, "what can't be is set", changeSettings(t.Context(), s, "g1", noon(), func(g *settings.Guild) { g.Buried = -1 }))
	wantError(t, "refused", errOf(s.ChangeSettings(t.Context(), "g1", noon(), func(g settings.Guild) (settings.Guild, error) {
		g.Channels = append(g.Channels[:1], "9")
		return g, errFault
	})), errFault)
	wantSettings("g1", want)
}

// If a change is refused, the preferences stay the same. Preferences are exported, and deleted with
// the person.
func TestPreferencesAreExportedAndForgotten(t *testing.T) {
	s := openNew(t)
	register(t, s, "Ann", "Bob")
	text := func(p settings.Person) (settings.Person, error) { return p.With("cards", string(settings.AsText)) }
	must(t, errOf(s.ChangePreferences(t.Context(), ann, text)))
	wantError(t, "the refusal is", errOf(s.ChangePreferences(t.Context(), ann, func(settings.Person) (settings.Person, error) { return settings.DefaultPerson(), errFault })), errFault)
	for p, want := range map[standing.Player]settings.Cards{ann: settings.AsText, bob: settings.Pictures} { // this also caches them
		got, err := s.Preferences(t.Context(), p)
		wantEqual(t, "cards", want, got.Cards, err)
	}
	d, _, err := s.Export(t.Context(), "100", noon())
	wantEqual(t, "the export", "text", d.Preferences["cards"], err)
	must(t, errOf(s.ChangePreferences(t.Context(), bob, func(p settings.Person) (settings.Person, error) {
		p.Listed = 1 << 30
		return p.With("where", string(settings.DailyList))
	})))
	result(s.WantLists(t.Context())).is(t, "who wants daily lists", []standing.Player{bob})
	listed, err := s.Reader.Preferences(t.Context(), bob)
	wantEqual(t, "the time of the last list", 1<<30, listed.Listed, err)
	must(t, s.Forget(t.Context(), ann))
	for from, read := range map[string]interface {
		Preferences(context.Context, standing.Player) (settings.Person, error)
	}{"memory": s, "file": s.Reader} {
		result(read.Preferences(t.Context(), ann)).is(t, "of somebody forgotten, from "+from, settings.DefaultPerson())
	}
	wantErrorText(t, "somebody forgotten chooses", errOf(s.ChangePreferences(t.Context(), ann, text)), "")
}

func TestTheMessagesOfATableAreFoundAgain(t *testing.T) {
	s := openNew(t)
	id, other := createTable(t, s), createTable(t, s)
	board := Post{Channel: "c1", Message: "m1", Posted: noon()}
	newer := Post{Channel: "c1", Message: "m2", Edition: "round 2", Posted: noon().Add(time.Minute)}
	mention := Post{Channel: "c1", Message: "m3", Posted: noon()}
	must(t,
		s.SavePost(t.Context(), id, "board", board),
		s.SavePost(t.Context(), id, "board", newer),
		s.SavePost(t.Context(), id, "mention", mention),
	)
	direct := Post{Message: "m4", Former: "post//1.1", Edition: "1.1", Posted: noon()}
	must(t, s.SavePost(t.Context(), id, "direct/7", direct))
	result(s.Posts(t.Context(), id)).is(t, "all of them", map[string]Post{"board": newer, "mention": mention, "direct/7": direct})
	result(s.Posts(t.Context(), other)).is(t, "of a table without any", map[string]Post{})
	result(s.TableWithPost(t.Context(), "mention", "m3")).is(t, "the table of a mention", id)
	result(s.TableWithPost(t.Context(), "event", "m3")).is(t, "the table of another kind", match.ID(0))
	must(t, s.SavePost(t.Context(), id, "mention", Post{}))
	result(s.Posts(t.Context(), id)).is(t, "without the mention", map[string]Post{"board": newer, "direct/7": direct})
	wantErrorText(t, "a board of no table", s.SavePost(t.Context(), other+1, "board", board), "")
}

// Of tables that are over, only those that ended lately can have called players lately.
func TestTheLastCallInAServer(t *testing.T) {
	s := openNew(t)
	first, second := createTable(t, s), createTable(t, s)
	m, err := s.Reader.Guilds(t.Context())
	must(t, err)
	guild := m[0]
	result(s.LastCall(t.Context(), guild, noon())).is(t, "no call", time.Time{})
	result(s.Lobbies(t.Context(), guild)).is(t, "two lobbies", []match.ID{second, first})
	call := func(id match.ID, after time.Duration) {
		must(t, s.Append(t.Context(), id, []match.Event{{Seq: 3, At: noon().Add(after), Body: match.Called{Player: 1}}}, nil))
	}
	call(first, time.Minute)
	call(second, 2*time.Minute)
	result(s.LastCall(t.Context(), guild, noon())).is(t, "two calls", noon().Add(2*time.Minute))
	result(s.LastCall(t.Context(), guild, noon().Add(2*time.Minute))).is(t, "none after the second", time.Time{})
	result(s.LastCall(t.Context(), "other", noon())).is(t, "another server", time.Time{})
	must(t, s.Append(t.Context(), second, []match.Event{{Seq: 4, At: noon().Add(3 * time.Minute), Body: match.Ended{Cause: match.Empty}}}, nil))
	must(t, s.Append(t.Context(), first, []match.Event{{Seq: 4, At: noon().Add(3 * time.Minute), Body: match.Started{By: 1}}}, nil))
	result(s.Lobbies(t.Context(), guild)).is(t, "no lobby any more", []match.ID(nil))
	result(s.LastCall(t.Context(), guild, noon())).is(t, "after its table has ended", noon().Add(2*time.Minute))
}

func TestCleanPosts(t *testing.T) {
	s := openNew(t)
	id, other := createTable(t, s), createTable(t, s)
	at := Post{Channel: "c", Message: "2", Posted: noon()}
	dirty, cleaned := at, at
	dirty.Former, cleaned.Former = "1 reply/9/tok/5", "1"
	must(t,
		s.SavePost(t.Context(), id, "board", dirty),
		s.SavePost(t.Context(), other, "board", at),
		s.CleanPosts(t.Context(), func(former string) string { return strings.TrimSuffix(former, " reply/9/tok/5") }),
	)
	for id, want := range map[match.ID]Post{id: cleaned, other: at} {
		result(s.Posts(t.Context(), id)).is(t, fmt.Sprint("table ", id), map[string]Post{"board": want})
	}
}

func TestPresetsBelongToAGuild(t *testing.T) {
	s := openNew(t)
	ours := settings.Preset{Name: "Ours", System: "toy", Options: map[string]string{"cards": "5"}, Channels: []string{"7"}, Locked: true}
	plain := settings.Preset{Name: "a plain one", System: "toy", Options: map[string]string{}, Channels: []string{}}
	for _, p := range []settings.Preset{{Name: "OURS", System: "president"}, ours, plain} {
		must(t, savePreset(t.Context(), s, "g1", p))
	}
	for guild, want := range map[string][]settings.Preset{"g1": {plain, ours}, "g2": nil} {
		got, err := s.Presets(t.Context(), guild)
		wantEqual(t, guild, want, got, err)
	}
	for i := len([]string{"ours", "plain"}); i < settings.MaxPresets; i++ {
		must(t, savePreset(t.Context(), s, "g1", settings.Preset{Name: fmt.Sprint("z", i), System: "toy"}))
	}
	for _, name := range []string{"one too many", " "} {
		wantRefusal(t, name, savePreset(t.Context(), s, "g1", settings.Preset{Name: name, System: "toy"}))
	}
	wantError(t, "one that is there, in a full list", savePreset(t.Context(), s, "g1", ours), nil)
	// Whoever changes one part of a preset leaves the others as they are.
	must(t, s.ChangePreset(t.Context(), "g1", "OURS", func(p settings.Preset) (settings.Preset, error) {
		p.Options = map[string]string{"cards": "7"}
		return p, nil
	}))
	changed := ours
	changed.Options = map[string]string{"cards": "7"}
	if got, err := s.Presets(t.Context(), "g1"); !slices.ContainsFunc(got, func(p settings.Preset) bool { return cmp.Equal(p, changed) }) {
		t.Errorf("the changed preset %+v is not among %+v, %v", changed, got, err)
	}
	must(t, s.DropPreset(t.Context(), "g1", "oUrs"), s.DropPreset(t.Context(), "g1", "never was"))
	if got, err := s.Presets(t.Context(), "g1"); len(got) != settings.MaxPresets-1 || err != nil {
		t.Errorf("after one was dropped: got %d presets, %v, want %d", len(got), err, settings.MaxPresets-1)
	}
}

func TestAChannelRemembersItsLastOptions(t *testing.T) {
	s := openNew(t)
	for _, options := range []map[string]string{{"pass": "out"}, {"pass": "stay", "score": "20"}, {}} {
		must(t, s.SaveLastOptions(t.Context(), "g1", "c1", "ahole", options))
		got, err := s.LastOptions(t.Context(), "c1", "ahole")
		wantEqual(t, "options", options, got, err)
	}
	for _, c := range [][2]string{{"c2", "ahole"}, {"c1", "president"}} {
		result(s.LastOptions(t.Context(), c[0], c[1])).is(t, fmt.Sprint(c), nil)
	}
}

func TestIndexListsSleepingTables(t *testing.T) {
	t.Parallel()
	s := openAt(t, newName(t))
	var tables []*testMatch
	for i := range 3 {
		tables = append(tables, newTestMatch(t, s, gametest.NewRand(uint64(i)), "g1", ann, bob))
	}
	first, second, third := tables[0], tables[1], tables[2]
	index := func(want ...table.Listed) {
		t.Helper()
		result(s.Index(t.Context())).is(t, "the index", want)
	}
	rest := func(tables map[match.ID]*table.Sleep) { must(t, s.SetAsleep(t.Context(), tables)) }
	listed := func(g *testMatch, s *table.Sleep) table.Listed {
		return table.Listed{ID: g.id, Guild: g.match.Guild, Channel: g.match.Channel, Asleep: s}
	}
	index(listed(first, nil), listed(second, nil), listed(third, nil))

	due := &table.Sleep{Seq: first.match.Seq, Until: noon().Add(1234 * time.Millisecond), Players: []match.Player{ann, bob}, Slow: true}
	never := &table.Sleep{Seq: second.match.Seq}
	rest(map[match.ID]*table.Sleep{first.id: due, second.id: never, third.id: nil})
	index(listed(first, due), listed(second, never), listed(third, nil))

	rest(map[match.ID]*table.Sleep{second.id: nil, third.id: {Seq: third.match.Seq - 1}})
	first.do(first.next())
	index(listed(first, nil), listed(second, nil), listed(third, nil))

	again := &table.Sleep{Seq: first.match.Seq, Players: []match.Player{bob}, Scheduled: true}
	rest(map[match.ID]*table.Sleep{first.id: again})
	index(listed(first, again), listed(second, nil), listed(third, nil))

	// Who sits at tables that are awake is known to other processes, too.
	rest(map[match.ID]*table.Sleep{first.id: {Players: []match.Player{ann, 21}}})
	index(listed(first, nil), listed(second, nil), listed(third, nil))
	serves := false
	s.Serves = func(string) bool { return serves }
	for p, want := range map[standing.Player][]match.ID{ann: {first.id}, bob: nil, 21: {first.id}} {
		result(s.Elsewhere(t.Context(), p)).is(t, "tables elsewhere", want)
	}
	serves = true
	result(s.Elsewhere(t.Context(), ann)).is(t, "tables of this process", nil)
}

func TestAHeartbeatIsReadBackByTheNextProcess(t *testing.T) {
	path := newName(t)
	s := openAt(t, path)
	result(s.LastAlive(t.Context())).is(t, "a new database", time.Time{})
	must(t, s.SaveAlive(t.Context(), noon()), s.SaveAlive(t.Context(), noon().Add(5*time.Second)))
	r, err := Read(t.Context(), path)
	must(t, err)
	defer r.Close()
	result(r.LastAlive(t.Context())).is(t, "as another reads it", noon().Add(5*time.Second))
}

func TestAGivenUpTableIsNotLive(t *testing.T) {
	s := openNew(t)
	inThread := opening()
	inThread[0].Body = match.Opened{Guild: "g1", Channel: "c1", Parent: "c0", System: "president", Host: ann}
	lost, err := s.Create(t.Context(), inThread)
	kept := createTable(t, s)
	must(t, err, s.GiveUp(t.Context(), lost, noon()))
	result(liveTables(t.Context(), s)).is(t, "live", []match.ID{kept})
	if _, channel, parent, err := s.Channel(t.Context(), lost); channel != "c1" || parent != "c0" || err != nil {
		t.Errorf("the lost one: got the channel %q in %q, %v; want c1 in c0", channel, parent, err)
	}
	_, _, _, err = s.Channel(t.Context(), 99)
	wantError(t, "the channel of no table", err, match.ErrNoTable)
	for _, id := range []match.ID{lost, kept} {
		must(t, s.SavePost(t.Context(), id, "mention", Post{Message: "m", Posted: noon()}))
	}
	result(s.LostWithPosts(t.Context(), nil)).is(t, "with messages still", []match.ID{lost})
	must(t, s.SavePost(t.Context(), lost, "mention", Post{}))
	result(s.LostWithPosts(t.Context(), nil)).is(t, "with no message any more", nil)
}

func TestAGuildIsGreetedOnce(t *testing.T) {
	s := openNew(t)
	for _, c := range []struct {
		guild string
		want  bool
	}{{"g1", true}, {"g1", false}, {"g2", true}} {
		result(s.Greet(t.Context(), c.guild, noon())).is(t, c.guild, c.want)
	}
}

// SaveEmojis returns since when each unused emoji has been unused, that is, the time of the first
// of the consecutive calls that list it as unused. Emojis returns those in use.
func TestAnEmojiIsUnusedSinceTheFirstCallThatListsIt(t *testing.T) {
	s := openNew(t)
	at := func(hour int) time.Time { return time.Date(2026, 3, 1, hour, 0, 0, 0, time.UTC) }
	type ids = map[string]string
	for _, step := range []struct {
		hour          int
		shown, unused ids
		want          map[string]time.Time
		why           string
	}{
		{1, ids{"a": "6"}, ids{"b": "7", "c": "8"}, map[string]time.Time{"7": at(1), "8": at(1)}, "the first time"},
		{2, ids{"a": "6"}, ids{"b": "7", "c": "8", "d": "9"}, map[string]time.Time{"7": at(1), "8": at(1), "9": at(2)}, "one more"},
		{3, ids{"a": "6", "b": "7"}, ids{"c": "8"}, map[string]time.Time{"8": at(1)}, "one is used again, one is gone"},
		{4, ids{"a": "6"}, ids{"b": "7", "c": "8"}, map[string]time.Time{"7": at(4), "8": at(1)}, "the time begins anew after a use"},
		{5, ids{"a": "6", "b": "7", "c": "8"}, nil, map[string]time.Time{}, "all are used"},
		{6, nil, nil, map[string]time.Time{}, "all are gone"},
		{7, nil, ids{"c": "8"}, map[string]time.Time{"8": at(7)}, "and nothing is remembered"},
	} {
		result(s.SaveEmojis(t.Context(), step.shown, step.unused, at(step.hour))).is(t, step.why, step.want)
		result(s.Emojis(t.Context())).is(t, step.why+": read back", step.shown, cmpopts.EquateEmpty())
	}
}
