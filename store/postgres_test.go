package store

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"deuces/internal/pgtest"
	"deuces/match"
	"deuces/store/engine"
)

// Tests for what only PostgreSQL has: terms, settings and schemas.

// After another process has taken over, a process can't write, even if it has the lock or
// believes so.
func TestAProcessThatWasTakenOverCannotWrite(t *testing.T) {
	postgresOnly(t)
	address := pgtest.New(t)
	s := openAt(t, address)
	id := create(t, s)
	execute(t, address, `UPDATE deuces SET term = term + 1`)
	for range 2 {
		isError(t, "it was taken over from", pause(t, s, id, 3), ErrInUse)
	}
	hasEvents(t, s.Reader, id, 2)
}

// Each process has its own term, and reconnects if the server has closed the connection.
func TestLostConnectionsLoseNoData(t *testing.T) {
	postgresOnly(t)
	address := pgtest.New(t)
	s := openAt(t, address)
	id := create(t, s)
	db := connectUnchecked(t, address)
	defer db.Close()
	for n := range 3 {
		must(t, errOf(db.ExecContext(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`)))
		if pause(t, s, id, 3+n) != nil { // the connection was lost; a retry gets another
			must(t, pause(t, s, id, 3+n))
		}
		hasEvents(t, s.Reader, id, 3+n)
		isError(t, "a second process", errOf(Open(t.Context(), address, nop())), ErrInUse)
	}
	sound(t, s)
}

func TestAServerWithUnsafeSettingsIsRefused(t *testing.T) {
	postgresOnly(t)
	for _, c := range []struct{ set, says, why string }{
		{`synchronous_commit = off`, "synchronous_commit = off", "a commit would return before it is on the disk"},
		{`default_transaction_read_only = on`, "nothing can be written", "a standby server takes no plays"},
	} {
		address := pgtest.New(t)
		execute(t, address, `DO $$ BEGIN EXECUTE 'ALTER DATABASE ' || quote_ident(current_database()) || ' SET `+c.set+`'; END $$`)
		errorSays(t, c.why, errOf(Open(t.Context(), address, nop())), c.says)
		errorSays(t, c.why+", and a look", errOf(Inspect(t.Context(), address)), c.says)
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
		u.RawQuery = q.Encode()
		return u.String()
	}
	for _, c := range []struct {
		address string
		is      error
		says    string
	}{
		{foreign, ErrForeign, ""},
		{newer, ErrNewer, "1000"},
		{with(foreign, "", "nobodys"), nil, "there is no such database"},
		{with(foreign, "user", "somebody"), nil, "refuses this user or password"},
		{with(foreign, "host", t.TempDir()), nil, "can't be reached"},
		{with(foreign, "search_path", "missing"), nil, "doesn't exist: make it first"},
		{"postgres://ann:secret@%zz/", nil, "postgres://…"},
	} {
		for _, err := range []error{errOf(Open(t.Context(), c.address, nop())), errOf(Read(t.Context(), c.address))} {
			if err == nil || c.is != nil && !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: %v; want %v, %q", c.address, err, c.is, c.says)
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
	} {
		if got := HidePassword(name); got != want {
			t.Errorf("%s is shown as %s, want %s", name, got, want)
		}
	}
}

// A migration has one text for both databases or its own for PostgreSQL, and fails as a whole.
func TestMigrationsOfPostgreSQL(t *testing.T) {
	postgresOnly(t)
	address := pgtest.New(t)
	s := openAt(t, address)
	create(t, s)
	must(t, s.Close())
	next := own(t).Last() + 1
	with := func(texts map[string]string) engine.Steps {
		files := fstest.MapFS{}
		for name, text := range texts {
			files[name] = &fstest.MapFile{Data: []byte(text)}
		}
		for _, dir := range []string{"", "postgres/"} {
			for _, name := range []string{"0011_baseline.sql", "0012_counts.sql"} {
				text, err := fs.ReadFile(migrations, "migrations/"+dir+name)
				must(t, err)
				files[dir+name] = &fstest.MapFile{Data: text}
			}
		}
		all, err := engine.ReadSteps(files, "", "postgres")
		must(t, err)
		return engine.Steps{All: all}
	}
	named := func(name string, version int) string { return fmt.Sprintf(name, version) }
	before := dump(t, address)
	bad := with(map[string]string{named("%04d_bad.sql", next): `CREATE TABLE extra (n BIGINT); SELECT nonsense`})
	errorSays(t, "a migration that can't be carried out", errOf(openAs(t.Context(), address, bad, nil)), "")
	dumpIs(t, "after a migration that failed", address, before)
	good := with(map[string]string{
		named("%04d_one.sql", next):          `CREATE TABLE extra (n INTEGER PRIMARY KEY AUTOINCREMENT)`,
		named("postgres/%04d_one.sql", next): `CREATE TABLE extra (n BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY)`,
		named("%04d_both.sql", next+1):       `ALTER TABLE extra ADD COLUMN more TEXT`,
	})
	s, err := openAs(t.Context(), address, good, nil)
	must(t, err)
	must(t, errOf(s.db.ExecContext(t.Context(), `SELECT n, more FROM extra`)))
	hasEvents(t, s.Reader, 1, 2)
	must(t, s.Close())
	isError(t, "this program opens what it doesn't know", errOf(Open(t.Context(), address, nop())), ErrNewer)
}

// Both databases have the same tables and columns, so queries work for both.
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
		equal(t, name, have[0], have[1], nil)
	}
	for _, name := range tablesOf(t, lite.path, lite.db) {
		if !slices.Contains(known, name) {
			t.Errorf("nobody has said whether %s is carried to another database, or made anew there", name)
		}
	}
}

// A database can keep its tables in its own schema.
func TestASchemaIsNamedInTheAddress(t *testing.T) {
	postgresOnly(t)
	address := pgtest.New(t)
	execute(t, address, `CREATE TABLE invoices (n INTEGER); CREATE SCHEMA cards; CREATE SCHEMA more`)
	one, two := openAt(t, address+"&search_path=cards"), openAt(t, address+"&search_path=more")
	playMatches(t, one, 1, 2)
	rebuild(t, one)
	sound(t, one)
	sound(t, two)
	result(live(t.Context(), two)).is(t, "tables of the other schema", []match.ID{})
}
