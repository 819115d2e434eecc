package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rs/zerolog"

	"deuces/internal/leases"
	"deuces/internal/pgtest"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/settings"
	"deuces/store/engine"
	"deuces/table"
)

// The tests in this file are for what only PostgreSQL has: terms, settings and schemas.

// After another process has taken over a database, the old process can't write, even if it still
// has the lock or believes that it has.
func TestAProcessThatWasTakenOverCannotWrite(t *testing.T) {
	postgresOnly(t)
	address := pgtest.New(t)
	s := openAt(t, address)
	id := createTable(t, s)
	execute(t, address, `UPDATE deuces SET term = term + 1`)
	for range 2 {
		wantError(t, "it was taken over from", appendPause(t, s, id, 3), ErrInUse)
	}
	wantEvents(t, s.Reader, id, 2)
}

// If the server closes a connection, the store reconnects and loses nothing. Meanwhile no other
// process can open the database.
func TestLostConnectionsLoseNoData(t *testing.T) {
	postgresOnly(t)
	address := pgtest.New(t)
	s := openAt(t, address)
	id := createTable(t, s)
	db := connectUnchecked(t, address)
	defer db.Close()
	for n := range 3 {
		must(t, errOf(db.ExecContext(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`)))
		if appendPause(t, s, id, 3+n) != nil { // the connection was lost; a retry gets another one
			must(t, appendPause(t, s, id, 3+n))
		}
		wantEvents(t, s.Reader, id, 3+n)
		wantError(t, "a second process", errOf(Open(t.Context(), address, nop())), ErrInUse)
	}
	wantSound(t, s)
}

func TestAServerWithUnsafeSettingsIsRefused(t *testing.T) {
	postgresOnly(t)
	for _, c := range []struct{ set, text, why string }{
		{`synchronous_commit = off`, "synchronous_commit = off", "a commit would return before it is on the disk"},
		{`default_transaction_read_only = on`, "default_transaction_read_only is on for this user", "nothing can be stored"},
	} {
		address := pgtest.New(t)
		execute(t, address, `DO $$ BEGIN EXECUTE 'ALTER DATABASE ' || quote_ident(current_database()) || ' SET `+c.set+`'; END $$`)
		wantErrorText(t, c.why, errOf(Open(t.Context(), address, nop())), c.text)
		wantErrorText(t, c.why+", and a look", errOf(Inspect(t.Context(), address)), c.text)
	}
}

func TestOpeningAForeignDatabaseExplainsTheProblem(t *testing.T) {
	postgresOnly(t)
	foreign, newer := pgtest.New(t), pgtest.New(t)
	execute(t, foreign, `CREATE TABLE invoices (n INTEGER)`)
	must(t, openAt(t, newer).Close())
	execute(t, newer, `UPDATE deuces SET version = 1000`)
	with := func(address, key, value string) string {
		u, err := url.Parse(address)
		must(t, err)
		if key == "" {
			u.Path = "/" + value
			return u.String()
		}
		q := u.Query()
		q.Set(key, value)
		if key == "user alone" {
			q.Del(key)
			q.Del("user")
			u.User = url.User(value)
		}
		u.RawQuery = strings.ReplaceAll(q.Encode(), "+", "%20")
		return u.String()
	}
	for _, c := range []struct {
		address string
		want    error
		text    string
	}{
		{foreign, ErrForeign, ""},
		{newer, ErrNewer, "1000"},
		{with(foreign, "", "nobodys"), nil, "there is no such database"},
		{with(foreign, "user", "somebody"), nil, "doesn't let this user in"},
		{with(foreign, "host", t.TempDir()), nil, "can't be reached"},
		{with(foreign, "search_path", "missing"), nil, "no schema of the search_path exists"},
		{"postgres://ann:secret@%zz/", nil, "postgres://…"},
		{with(foreign, "options", "-c nonsense=secret"), nil, "unrecognized configuration parameter"},
		{with(foreign, "options", "-c work_mem=secret"), nil, "invalid value for parameter"},
		{with(foreign, "options", "-c work_mem=1MB secret"), nil, "invalid command-line argument"},
		{with(foreign, "user alone", "secret"), nil, "PostgreSQL "},
	} {
		for _, err := range []error{errOf(Open(t.Context(), c.address, nop())), errOf(Read(t.Context(), c.address))} {
			if err == nil || c.want != nil && !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) {
				t.Errorf("%s: %v; want %v, %q", c.address, err, c.want, c.text)
			}
			if err != nil && strings.Contains(err.Error(), "secret") {
				t.Errorf("the password is told: %v", err)
			}
		}
	}
}

func TestAPasswordIsNotShown(t *testing.T) {
	postgresOnly(t)
	for name, want := range map[string]string{
		"deuces.db": "deuces.db",
		"postgres://ann:secret@db.example:5432/deuces?sslmode=require":   "postgres://ann@db.example:5432/deuces?sslmode=require",
		"postgres://db.example/deuces?user=ann&password=secret":          "postgres://db.example/deuces?user=ann",
		"postgresql:///deuces?host=%2Fvar%2Frun%2Fpostgresql&password=s": "postgresql:///deuces?host=%2Fvar%2Frun%2Fpostgresql",
		"postgres://ann:sec%zzret@db/":                                   "postgres://…",
		"postgres://secret@db/deuces":                                    "postgres://db/deuces", // a password alone
		"postgres://secret@/deuces?host=db":                              "postgres:///deuces?host=db",
		"postgres://ann@db/deuces?password=secret":                       "postgres://ann@db/deuces",
		"postgres://ann:s@db/deuces?options=-c secret=secret":            "postgres://ann@db/deuces",
		"postgres://ann:s@db/deuces?sslmode=require;password=secret":     "postgres://ann@db/deuces",
	} {
		if got := HidePassword(name); got != want {
			t.Errorf("%s is shown as %s, want %s", name, got, want)
		}
	}
}

// A migration has one text for both databases, or a separate one for PostgreSQL. If it fails, none
// of it takes effect.
func TestMigrationsOfPostgreSQL(t *testing.T) {
	postgresOnly(t)
	address := pgtest.New(t)
	s := openAt(t, address)
	createTable(t, s)
	must(t, s.Close())
	next := ownSteps(t).Last() + 1
	with := func(texts map[string]string) engine.Steps {
		files := fstest.MapFS{}
		for name, text := range texts {
			files[name] = &fstest.MapFile{Data: []byte(text)}
		}
		for _, of := range []string{"migrations/*.sql", "migrations/postgres/*.sql"} {
			names, err := fs.Glob(migrations, of)
			must(t, err)
			for _, name := range names {
				text, err := fs.ReadFile(migrations, name)
				must(t, err)
				files[strings.TrimPrefix(name, "migrations/")] = &fstest.MapFile{Data: text}
			}
		}
		all, err := engine.ReadSteps(files, "", "postgres")
		must(t, err)
		return engine.Steps{All: all}
	}
	named := func(name string, version int) string { return fmt.Sprintf(name, version) }
	before := dump(t, address)
	bad := with(map[string]string{named("%04d_bad.sql", next): `CREATE TABLE extra (n BIGINT); SELECT nonsense`})
	wantErrorText(t, "a migration that can't be carried out", errOf(openWithSteps(t.Context(), address, bad, nil)), "")
	wantDump(t, "after a migration that failed", address, before)
	good := with(map[string]string{
		named("%04d_one.sql", next):          `CREATE TABLE extra (n INTEGER PRIMARY KEY AUTOINCREMENT)`,
		named("postgres/%04d_one.sql", next): `CREATE TABLE extra (n BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY)`,
		named("%04d_both.sql", next+1):       `ALTER TABLE extra ADD COLUMN more TEXT`,
	})
	s, err := openWithSteps(t.Context(), address, good, nil)
	must(t, err)
	must(t, errOf(s.db.ExecContext(t.Context(), `SELECT n, more FROM extra`)))
	wantEvents(t, s.Reader, 1, 2)
	must(t, s.Close())
	wantError(t, "this program opens what it doesn't know", errOf(Open(t.Context(), address, nop())), ErrNewer)
}

// Both databases have the same tables and columns, so the same queries work for both.
func TestBothDatabasesHaveTheSameTables(t *testing.T) {
	postgresOnly(t)
	lite, other := openNew(t), openAt(t, pgtest.New(t))
	known := append(copiedTables(), "scopes", "standings", "titles", "ratings", "reigns", "derived")
	for _, name := range known {
		var have [2][]string
		for i, s := range []*Store{lite, other} {
			columns, err := columnsOf(t.Context(), s.db, name)
			must(t, err)
			have[i] = slices.Sorted(slices.Values(columns))
		}
		wantEqual(t, name, have[0], have[1], nil)
	}
	for _, name := range tablesOf(t, lite.path, lite.db) {
		if !slices.Contains(known, name) {
			t.Errorf("%s is neither among the copied tables nor among the recomputed ones", name)
		}
	}
}

func TestASchemaIsNamedInTheAddress(t *testing.T) {
	postgresOnly(t)
	address := pgtest.New(t)
	execute(t, address, `CREATE TABLE invoices (n INTEGER); CREATE SCHEMA cards; CREATE SCHEMA more`)
	one, two := openAt(t, address+"&search_path=cards"), openAt(t, address+"&search_path=more")
	playMatches(t, one, 1, 2)
	rebuild(t, one)
	wantSound(t, one)
	wantSound(t, two)
	result(liveTables(t.Context(), two)).is(t, "tables of the other schema", []match.ID{})
}

func shareAt(t testing.TB, address string) *Store {
	t.Helper()
	s, err := Share(t.Context(), address)
	must(t, err)
	closeAtEnd(t, s)
	return s
}

// pairAt opens a database in two stores, like two processes, and lets both join.
func pairAt(t testing.TB, address string) (one, two *Store) {
	t.Helper()
	one, two = shareAt(t, address), shareAt(t, address)
	mustJoin(t, one)
	mustJoin(t, two)
	return one, two
}

// pair creates a database and opens it like pairAt.
func pair(t testing.TB) (one, two *Store) {
	t.Helper()
	address := pgtest.New(t)
	must(t, openAt(t, address).Close())
	return pairAt(t, address)
}

// mustJoin makes a store join with two shards.
func mustJoin(t testing.TB, s *Store) {
	t.Helper()
	if _, of, err := s.Join(t.Context(), 2, false); err != nil || of != 2 {
		t.Fatal(of, err)
	}
}

// mustHold makes a store claim free shards and write for them.
func mustHold(t testing.TB, s *Store, shards ...int) {
	t.Helper()
	must(t, s.Claim(t.Context(), shards))
	state, err := s.State(t.Context())
	must(t, err)
	for _, n := range shards {
		if state.Shards[n].Owner != s.Process.Load() {
			t.Fatalf("shard %d is %+v", n, state.Shards[n])
		}
		s.Hold(n, state.Shards[n].Term)
	}
}

// contentsWithoutLeases returns the contents of a database without its leases.
func contentsWithoutLeases(t *testing.T, one *databaseCopy) string {
	t.Helper()
	var kept []string
	for line := range strings.Lines(one.dump(t)) {
		switch name, _, _ := strings.Cut(line, " "); name {
		case "identifies", "processes", "shards", "starts":
		default:
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}

// Writes for a guild are refused if another process owns its shard. All writes of a process are
// refused if it has been declared dead. What the process itself believes doesn't matter.
func TestAProcessThatLostAShardCannotWriteForIt(t *testing.T) {
	postgresOnly(t)
	copies, all := newCopyPool(t, createSample(t, pgtest.New(t))), operations()
	for name, do := range map[string]func(context.Context, *Store) error{
		"preferences": func(ctx context.Context, s *Store) error {
			return errOf(s.ChangePreferences(ctx, ann, func(p settings.Person) (settings.Person, error) { return p, nil }))
		},
		"heartbeat":           func(ctx context.Context, s *Store) error { return s.SaveAlive(ctx, noon()) },
		"a table is given up": func(ctx context.Context, s *Store) error { return s.GiveUp(ctx, 1, noon()) },
		"a table sleeps": func(ctx context.Context, s *Store) error {
			return s.SetAsleep(ctx, map[match.ID]*table.Sleep{1: {Seq: 3}})
		},
		"dead tokens": func(ctx context.Context, s *Store) error { return s.CleanPosts(ctx, func(string) string { return "" }) },
		"a guild's data is deleted": func(ctx context.Context, s *Store) error {
			return errOf(s.PurgeGuilds(ctx, noon().AddDate(9, 0, 0), noEvict))
		},
		"emojis": func(ctx context.Context, s *Store) error {
			return errOf(s.SaveEmojis(ctx, map[string]string{"a": "1"}, nil, noon()))
		},
	} {
		all[name] = do
	}
	ofNoGuild := map[string]bool{"somebody new": true, "another name": true, "forget": true, "preferences": true, "heartbeat": true}
	for name, do := range all {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lent := copies.lend(t)
			address := lent.path
			one, two := pairAt(t, address)
			mustHold(t, one, 0, 1)
			if name == "dead tokens" { // there must be a token to delete
				must(t, one.SavePost(t.Context(), 1, BoardPost, Post{Message: "m3", Former: "reply/a/b/1", Posted: noon()}))
			}
			id := one.Process.Load()
			must(t, two.Inherit(t.Context(), 0))
			must(t, one.Give(t.Context(), 0, []string{"5", "7"}))
			before := contentsWithoutLeases(t, lent)
			err := do(t.Context(), one)
			switch {
			case ofNoGuild[name] && err != nil:
				t.Errorf("a write for no guild is refused: %v", err)
			case !ofNoGuild[name] && name != "a table sleeps" && !errors.Is(err, ErrNotOurs):
				t.Errorf("another process owns its shard, and the error is %v", err)
			case !ofNoGuild[name] && contentsWithoutLeases(t, lent) != before:
				t.Errorf("it has written:\n%s\nbefore:\n%s", contentsWithoutLeases(t, lent), before)
			}
			execute(t, address, `UPDATE processes SET expires = 1 WHERE id = ?`, id) // its lease has expired
			must(t, two.Bury(t.Context(), id))
			before = contentsWithoutLeases(t, lent)
			same := name == "somebody new" || name == "another name" || // it writes nothing the second time
				name == "a table sleeps" // it ignores the refusal
			if err := do(t.Context(), one); !same && !errors.Is(err, ErrNotOurs) && !errors.Is(err, leases.ErrLost) {
				t.Errorf("it was declared dead, and the error is %v", err)
			}
			wantEqual(t, "what is written", before, contentsWithoutLeases(t, lent), nil)
			state, err := two.State(t.Context())
			must(t, err)
			if got := state.Shards[0]; fmt.Sprint(got.Answered) != "[5 7]" || got.Owner != two.Process.Load() || time.Since(got.Alive) > time.Hour {
				t.Errorf("the heir finds %+v", got)
			}
			two.Hold(0, state.Shards[0].Term)
			if name == "rebuild" {
				return // it needs exclusive access
			}
			wantError(t, "who has the shard", do(t.Context(), two), nil)
		})
	}
}

// Writes of several shards share a transaction. Each write whose shard has another owner fails, but
// the others succeed.
func TestEachWriteOfACommitChecksItsShard(t *testing.T) {
	postgresOnly(t)
	one, two := pair(t)
	mustHold(t, one, 0, 1)
	guild := func(n int) string { return fmt.Sprint(uint64(n) << 22) }
	must(t, two.Inherit(t.Context(), 1))
	must(t, one.Give(t.Context(), 1, nil))
	release := make(chan struct{})
	held := make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		_ = one.write(t.Context(), ofGuild(guild(0)), func(context.Context, *tx) error {
			close(held)
			<-release
			return nil
		})
	})
	<-held
	errs := make([]error, 8)
	for n := range errs {
		all.Go(func() { errs[n] = one.GuildRemoved(t.Context(), guild(n), noon()) })
	}
	for one.Waiting() < len(errs) { // until all wait, so that they share the next commit
		time.Sleep(time.Millisecond)
	}
	close(release)
	all.Wait()
	for n, err := range errs {
		if n%2 == 0 && err != nil || n%2 == 1 && !errors.Is(err, ErrNotOurs) {
			t.Errorf("guild %d of shard %d: %v", n, n%2, err)
		}
	}
	result(engine.Lines(t.Context(), one.db, `SELECT count(*) FROM removed`)).is(t, "removed guilds", []string{fmt.Sprint(len(errs) / 2)})
}

// A process that takes over a shard waits for the owner's transaction. If the owner hangs in its
// transaction, it is disconnected.
func TestAProcessThatHangsInATransactionIsDisconnected(t *testing.T) {
	postgresOnly(t)
	address := pgtest.New(t)
	s := openAt(t, address)
	id := createTable(t, s)
	must(t, s.Close())
	one, two := pairAt(t, address)
	mustHold(t, one, 0, 1)
	held, release := make(chan struct{}), make(chan struct{})
	failed := make(chan error, 1)
	go func() {
		failed <- one.write(t.Context(), ofTable(id), func(ctx context.Context, tx *tx) error {
			close(held)
			<-release // simulates a stopped process
			return tx.Exec(ctx, `UPDATE tables SET lost = 1`)
		})
	}()
	<-held
	process := one.Process.Load()
	execute(t, address, `UPDATE processes SET expires = 1 WHERE id = ?`, process) // its lease has expired
	for two.Bury(t.Context(), process) != nil {                                   // until the hanging process is disconnected
		must(t, t.Context().Err())
	}
	mustHold(t, two, 0, 1)
	must(t, appendPause(t, two, id, 3))
	close(release)
	wantErrorText(t, "what it was about to write", <-failed, "")
	result(liveTables(t.Context(), two)).is(t, "live tables", []match.ID{id})
	wantError(t, "it renews its lease", one.Renew(t.Context()), leases.ErrLost)
	wantSound(t, two)
}

func TestADatabaseIsEitherSharedOrExclusive(t *testing.T) {
	postgresOnly(t)
	address := pgtest.New(t)
	wantError(t, "an empty database", errOf(Share(t.Context(), address)), ErrOlder)
	alone := openAt(t, address)
	wantError(t, "somebody has it alone", errOf(Share(t.Context(), address)), ErrInUse)
	must(t, alone.Close())
	one := shareAt(t, address)
	mustJoin(t, one)
	mustHold(t, one, 0, 1)
	wantError(t, "it is shared", errOf(Open(t.Context(), address, nop())), ErrInUse)
	wantError(t, "everything is made anew while others write", errOf(one.Rebuild(t.Context(), matchtest.NewToy)), ErrNotOurs)
	wantErrorText(t, "a file", errOf(Share(t.Context(), t.TempDir()+"/deuces.db")), "")
	id := createTable(t, one)
	must(t, one.Close())
	// The next process that opens the database exclusively knows when another process was last
	// alive.
	alone = openAt(t, address)
	if at, err := alone.LastAlive(t.Context()); err != nil || time.Since(at) > time.Minute {
		t.Errorf("alive at %v, %v", at, err)
	}
	must(t, appendPause(t, alone, id, 3))
	wantErrorText(t, "a process that is gone renews its lease", one.Renew(t.Context()), "")
	result(engine.Lines(t.Context(), alone.db, `SELECT count(*) FROM shards WHERE owner <> 0`)).is(t, "shards that are somebody's", []string{"0"})
}

// Sessions of the same class start at a minimum distance from each other, even in different
// processes.
func TestSessionStartsAreSpacedOut(t *testing.T) {
	postgresOnly(t)
	one, two := pair(t)
	last := time.Duration(-1)
	for n := range 6 {
		s := []*Store{one, two}[n%2]
		wait, err := s.Slot(t.Context(), 3, time.Hour, 7)
		must(t, err)
		if n == 0 && wait > time.Minute || n > 0 && wait < last+59*time.Minute {
			t.Errorf("slot %d is in %v, the one before in %v", n, wait, last)
		}
		last = wait
	}
	if wait, err := one.Slot(t.Context(), 4, time.Hour, 7); err != nil || wait > time.Minute {
		t.Errorf("another class waits, too: %v, %v", wait, err)
	}
	wantErrorText(t, "more sessions than Discord allows", errOf(two.Slot(t.Context(), 5, time.Hour, 7)), "7 sessions")
	wantError(t, "where Discord names no limit", errOf(two.Slot(t.Context(), 5, time.Hour, 0)), nil)
}

func TestChangesOfOtherProcessesClearCaches(t *testing.T) {
	postgresOnly(t)
	one, two := pair(t)
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	listening := make(chan struct{}, 100)
	all.Go(func() { two.Listen(ctx, zerolog.New(os.Stderr), func() { listening <- struct{}{} }, func() {}) })
	<-listening // now it listens
	register(t, one, "Ann")
	until := func(is func() bool) {
		for !is() {
			must(t, t.Context().Err())
		}
	}
	hasName := func(want string) func() bool {
		return func() bool {
			who, err := two.People(t.Context(), "g1", ann)
			must(t, err)
			return who[ann].Name == want
		}
	}
	until(hasName("Ann"))
	must(t, errOf(one.Player(t.Context(), "100", "Anna")))
	until(hasName("Anna"))
	must(t, errOf(two.Preferences(t.Context(), ann)))
	must(t, errOf(one.ChangePreferences(t.Context(), ann, func(now settings.Person) (settings.Person, error) {
		now.Where = settings.DMClosed
		return now, nil
	})))
	until(func() bool {
		now, err := two.Preferences(t.Context(), ann)
		must(t, err)
		return now.Where == settings.DMClosed
	})
	must(t, one.Forget(t.Context(), ann))
	until(hasName(""))
	// A process that gets no notifications caches nothing.
	stop()
	all.Wait()
	other, err := one.Player(t.Context(), "200", "Bob")
	must(t, err)
	two.cachePeople(false)
	must(t, errOf(two.People(t.Context(), "g1", other)))
	if _, kept, _ := two.people.get(other); kept {
		t.Error("it caches a person without notifications")
	}
}
