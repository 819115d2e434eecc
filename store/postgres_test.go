package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"

	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"deuces/internal/pgtest"
	"deuces/match"
	"deuces/settings"
	"deuces/store/engine"
	"deuces/store/postgres"
	"deuces/table"
)

// The tests in this file are for what only PostgreSQL has: terms, settings and schemas.

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
		{with(foreign, "search_path", "missing"), nil, "may use no schema of the search_path"},
		{"postgres://ann:secret@%zz/", nil, "postgres://…"},
		{with(foreign, "options", "-c nonsense=secret"), nil, "unrecognized configuration parameter"},
		{with(foreign, "options", "-c work_mem=secret"), nil, "invalid value for parameter"},
		{with(foreign, "options", "-c work_mem=1MB secret"), nil, "invalid command-line argument"},
		{with(foreign, "user alone", "secret"), nil, "PostgreSQL "},
	} {
		for _, err := range []error{errOf(Open(t.Context(), c.address, nop())), errOf(Read(t.Context(), c.address))} {
			if err == nil || c.want != nil && !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) {
				t.Errorf("%s: got %v, want %v with %q", c.address, err, c.want, c.text)
			}
			if err != nil && strings.Contains(err.Error(), "secret") {
				t.Errorf("the error has the password: %v", err)
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
			t.Errorf("%s is displayed as %s, want %s", name, got, want)
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
	s, err := Share(t.Context(), NewMember(address))
	must(t, err)
	closeAtEnd(t, s)
	return s
}

// pair creates a database and opens it in two stores, like two processes.
func pair(t testing.TB) (one, two *Store) {
	t.Helper()
	address := pgtest.New(t)
	must(t, openAt(t, address).Close())
	return shareAt(t, address), shareAt(t, address)
}

// Two processes may both believe that they serve a guild. Whatever both write at the same time, the
// logs, the standings and everything else is as if one had written after the other.
func TestTwoProcessesThatWriteTheSameSpoilNothing(t *testing.T) {
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
	for name, do := range all {
		if name == "rebuild" {
			continue // it needs exclusive access
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := copies.lend(t).path
			both := []*Store{shareAt(t, address), shareAt(t, address)}
			errs := make([]error, 2)
			var all sync.WaitGroup
			for i, s := range both {
				all.Go(func() { errs[i] = do(t.Context(), s) })
			}
			all.Wait()
			if errs[0] != nil && errs[1] != nil {
				t.Errorf("both processes fail: %v, %v; want one to succeed", errs[0], errs[1])
			}
			wantSound(t, both[0])
		})
	}
}

// Two processes settle rounds of the same guild, and append to the same tables. Each event is in the
// log once, and the standings are those of the log.
func TestTwoProcessesSettleTheSameGuild(t *testing.T) {
	postgresOnly(t)
	one, two := pair(t)
	var all sync.WaitGroup
	for i, s := range []*Store{one, two, one, two} {
		all.Go(func() { playMatches(t, s, uint64(i), 4) })
	}
	all.Wait()
	wantSound(t, one)
	id := createTable(t, one)
	var stored atomic.Int64
	for _, s := range []*Store{one, two} {
		all.Go(func() {
			for seq := 3; seq < 100; {
				switch err := appendPause(t, s, id, seq); {
				case err == nil:
					stored.Add(1)
				case !errors.Is(err, table.ErrConflict):
					t.Error(err)
				}
				seq++
			}
		})
	}
	all.Wait()
	if n := stored.Load(); n != 97 {
		t.Errorf("%d appends succeeded, want 97: each of one process", n)
	}
	wantEvents(t, one.Reader, id, 99)
	wantSound(t, two)
}

// A server is greeted once, whoever greets it first.
func TestTwoProcessesGreetAServerOnce(t *testing.T) {
	postgresOnly(t)
	one, two := pair(t)
	var all sync.WaitGroup
	var greeted atomic.Int64
	for _, s := range []*Store{one, two} {
		all.Go(func() {
			for n := range 50 {
				first, err := s.Greet(t.Context(), fmt.Sprint(n), noon())
				must(t, err)
				if first {
					greeted.Add(1)
				}
			}
		})
	}
	all.Wait()
	if n := greeted.Load(); n != 50 {
		t.Errorf("got %d greetings for 50 servers, want one for each", n)
	}
}

func TestADatabaseIsEitherSharedOrExclusive(t *testing.T) {
	postgresOnly(t)
	address := pgtest.New(t)
	wantError(t, "an empty database", errOf(Share(t.Context(), NewMember(address))), ErrOlder)
	alone := openAt(t, address)
	wantError(t, "somebody has it alone", errOf(Share(t.Context(), NewMember(address))), ErrInUse)
	must(t, alone.Close())
	one := shareAt(t, address)
	wantError(t, "it is shared", errOf(Open(t.Context(), address, nop())), ErrInUse)
	wantErrorText(t, "a file", errOf(Share(t.Context(), NewMember(t.TempDir()+"/deuces.db"))), "")
	id := createTable(t, one)
	must(t, one.Close())
	must(t, appendPause(t, openAt(t, address), id, 3))
}

// A pooler in transaction mode gives each transaction of a client any of its connections to the
// server. Locks would be lost, so the bot doesn't start, and doctor says why.
func TestWhatMakesSharingUnsafeIsRefused(t *testing.T) {
	postgresOnly(t)
	address := pgtest.New(t)
	must(t, openAt(t, address).Close())
	execute(t, address, `CREATE ROLE plain LOGIN; GRANT ALL ON ALL TABLES IN SCHEMA public TO plain; REVOKE EXECUTE ON FUNCTION pg_terminate_backend FROM PUBLIC`)
	defer execute(t, address, `DROP OWNED BY plain; DROP ROLE plain`)
	plain := strings.Replace(address, "user=deuces", "user=plain", 1)
	for _, c := range []struct{ address, text, why string }{
		{plain, "may not end connections", "a role that may not end connections"},
		{pooled(t, address), "a connection pooler", "a pooler in transaction mode"},
	} {
		wantErrorText(t, c.why, errOf(Share(t.Context(), NewMember(c.address))), c.text)
		wantErrorText(t, c.why+", and a look", errOf(Inspect(t.Context(), c.address)), c.text)
	}
}

// pooled returns an address at which a pooler in transaction mode listens: a client has a connection to
// the server only until its transaction ends, and gets the one that was used last.
func pooled(t *testing.T, address string) string {
	t.Helper()
	to, err := pgconn.ParseConfig(address)
	must(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { listener.Close() })
	var mu sync.Mutex
	var idle []net.Conn
	serve := func(client net.Conn) {
		defer client.Close()
		network, at := pgconn.NetworkAddress(to.Host, to.Port)
		server, err := net.Dial(network, at)
		if err != nil {
			return
		}
		head := make([]byte, 4)
		if _, err := io.ReadFull(client, head); err != nil { // the startup message has no type
			return
		}
		startup := make([]byte, binary.BigEndian.Uint32(head)-4)
		_, _ = io.ReadFull(client, startup)
		_, _ = server.Write(slices.Concat(head, startup))
		message := func(from, to net.Conn) (kind byte, body []byte, err error) {
			head := make([]byte, 5)
			if _, err := io.ReadFull(from, head); err != nil {
				return 0, nil, err
			}
			body = make([]byte, binary.BigEndian.Uint32(head[1:])-4)
			if _, err := io.ReadFull(from, body); err != nil {
				return 0, nil, err
			}
			_, err = to.Write(append(head, body...))
			return head[0], body, err
		}
		for {
			for { // answers, until the server is ready for a query
				kind, body, err := message(server, client)
				if err != nil {
					return
				}
				if kind == 'Z' {
					if body[0] == 'I' {
						mu.Lock()
						idle = append(idle, server)
						mu.Unlock()
						server = nil
					}
					break
				}
			}
			if server == nil {
				var first [1]byte // wait for the client's next message
				if _, err := io.ReadFull(client, first[:]); err != nil {
					return
				}
				mu.Lock()
				server, idle = idle[len(idle)-1], idle[:len(idle)-1]
				mu.Unlock()
				rest := make([]byte, 4)
				if _, err := io.ReadFull(client, rest); err != nil || first[0] == 'X' {
					return
				}
				body := make([]byte, binary.BigEndian.Uint32(rest)-4)
				_, _ = io.ReadFull(client, body)
				_, _ = server.Write(slices.Concat(first[:], rest, body))
				if first[0] == 'Q' || first[0] == 'S' {
					continue
				}
			}
			for { // until the client expects an answer
				kind, _, err := message(client, server)
				if err != nil || kind == 'X' {
					return
				}
				if kind == 'Q' || kind == 'S' {
					break
				}
			}
		}
	}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go serve(client)
		}
	}()
	u := url.URL{Scheme: "postgres", User: url.UserPassword(to.User, to.Password), Host: listener.Addr().String(), Path: "/" + to.Database, RawQuery: "sslmode=disable"}
	return u.String()
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
			t.Errorf("session start %d is in %v and the one before in %v, want an hour between them", n, wait, last)
		}
		last = wait
	}
	if wait, err := one.Slot(t.Context(), 4, time.Hour, 7); err != nil || wait > time.Minute {
		t.Errorf("the first session of another class: got a wait of %v, %v, want none", wait, err)
	}
	wantErrorText(t, "more sessions than Discord allows", errOf(two.Slot(t.Context(), 5, time.Hour, 7)), "7 sessions")
	wantError(t, "where Discord names no limit", errOf(two.Slot(t.Context(), 5, time.Hour, 0)), nil)
}

func TestChangesOfOtherProcessesClearCaches(t *testing.T) {
	postgresOnly(t)
	one, two := pair(t)
	listening, err := NewMember(two.path).Connect(t.Context())
	must(t, err)
	defer listening.Close(context.Background())
	must(t, errOf(listening.Exec(t.Context(), `LISTEN `+postgres.Channel)))
	two.Heard("")
	register(t, one, "Ann")
	until := func(is func() bool) {
		for !is() {
			n, err := listening.WaitForNotification(t.Context())
			must(t, err)
			two.Heard(n.Payload)
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
	two.Deaf()
	other, err := one.Player(t.Context(), "200", "Bob")
	must(t, err)
	must(t, errOf(two.People(t.Context(), "g1", other)))
	if _, kept, _ := two.people.get(other); kept {
		t.Error("a process without notifications caches a person, want nothing cached")
	}
}
