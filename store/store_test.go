package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"deuces/internal/pgtest"
	"deuces/match"
	"deuces/standing"
	"deuces/store/engine"
	"deuces/table"
)

const (
	ann standing.Player = iota + 1
	bob
	cy
	dee
)

// noon returns the time of the tests' events.
func noon() time.Time { return time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC) }

func openAt(t testing.TB, path string) *Store {
	t.Helper()
	return openWith(t, path, nil)
}

func openWith(t testing.TB, path string, w engine.Wrap) *Store {
	t.Helper()
	s, err := openAs(t.Context(), path, engine.Steps{}, w)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// openAs opens a database as a program with these migrations, or with this program's.
func openAs(ctx context.Context, path string, steps engine.Steps, w engine.Wrap) (*Store, error) {
	return open(ctx, path, engine.Options{Log: nop(), Steps: steps, Wrap: w})
}

// openNew opens an empty database. It is a copy, because running the migrations each time would
// dominate small tests.
func openNew(t testing.TB) *Store { return openAt(t, newFile(t)) }

func newFile(t testing.TB) string {
	t.Helper()
	if usesPostgres() {
		return pgtest.Like(t, emptyPostgres())
	}
	file, err := empty()
	path := filepath.Join(t.TempDir(), "deuces.db")
	if err := errors.Join(err, os.WriteFile(path, file, 0o600)); err != nil {
		t.Fatal(err)
	}
	return path
}

// empty is a new database file.
var empty = sync.OnceValues(func() (file []byte, err error) {
	dir, err := os.MkdirTemp("", "deuces-store")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	path := filepath.Join(dir, "deuces.db")
	s, err := Open(context.Background(), path, nop())
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// own returns this program's migrations.
func own(t testing.TB) engine.Steps {
	t.Helper()
	o, err := withSteps(place(t), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return o.Steps
}

// opening returns the first events of a table hosted by ann.
func opening() []match.Event {
	events := numberedFrom(1, match.Opened{
		Guild: "g1", Channel: "c1", System: "ahole", Version: 1, Host: ann, Settings: match.DefaultSettings(),
	}, match.Seated{Player: ann})
	for i := range events {
		events[i].At = noon()
	}
	return events
}

func numberedFrom(seq int, bodies ...match.Body) []match.Event {
	events := make([]match.Event, len(bodies))
	for i, b := range bodies {
		events[i] = match.Event{Seq: seq + i, At: noon().Add(time.Duration(seq+i) * time.Second), Body: b}
	}
	return events
}

func create(t testing.TB, s *Store) match.ID {
	t.Helper()
	id, err := s.Create(t.Context(), opening())
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func read(t testing.TB, r *Reader, id match.ID) []match.Event {
	t.Helper()
	var events []match.Event
	for e, err := range r.Events(context.Background(), id) {
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, e)
	}
	return events
}

// live returns the live tables.
func live(ctx context.Context, r interface {
	Index(context.Context) ([]table.Listed, error)
}) ([]match.ID, error) {
	all, err := r.Index(ctx)
	ids := make([]match.ID, len(all))
	for i, l := range all {
		ids[i] = l.ID
	}
	return ids, err
}

func TestEventsReadBack(t *testing.T) {
	s := openNew(t)
	id := create(t, s)
	more := numberedFrom(3, match.Seated{Player: bob}, match.Left{Player: ann}, match.HostChanged{Player: bob})
	if err := s.Append(t.Context(), id, more, nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(append(opening(), more...), read(t, s.Reader, id)); diff != "" {
		t.Error(diff)
	}
	if got := read(t, s.Reader, id+1); got != nil {
		t.Errorf("a table that does not exist has events: %v", got)
	}
}

func TestEventsAreReadInPages(t *testing.T) {
	t.Parallel()
	for _, n := range []int{eventsPage - 1, eventsPage, eventsPage + 1, 3 * eventsPage} {
		s := openNew(t)
		id := create(t, s)
		bodies := slices.Repeat([]match.Body{match.Paused{}}, n-2)
		if err := s.Append(t.Context(), id, numberedFrom(3, bodies...), nil); err != nil {
			t.Fatal(err)
		}
		if got := len(read(t, s.Reader, id)); got != n {
			t.Errorf("%d events of %d", got, n)
		}
	}
}

func TestAnAppendMustFollowTheLastEvent(t *testing.T) {
	s := openNew(t)
	id, over := create(t, s), create(t, s)
	if err := s.Append(t.Context(), over, numberedFrom(3, match.Ended{Cause: match.ByHost}), nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		why    string
		id     match.ID
		events []match.Event
		want   error // nil: any error
	}{
		{"the log has this number already", id, numberedFrom(2, match.Paused{}), table.ErrConflict},
		{"it overlaps the end of the log", id, numberedFrom(2, match.Paused{}, match.Paused{}), table.ErrConflict},
		{"it would leave a gap", id, numberedFrom(4, match.Paused{}), table.ErrConflict},
		{"the table is over", over, numberedFrom(4, match.Paused{}), table.ErrConflict},
		{"the table doesn't exist", over + 1, numberedFrom(1, match.Paused{}), match.ErrNoTable},
		{"nothing to append", id, nil, nil},
		{"its own numbers have a gap", id, append(numberedFrom(3, match.Paused{}), numberedFrom(5, match.Paused{})...), nil},
		{"it can't be stored", id, numberedFrom(3, nil), nil},
	} {
		before := read(t, s.Reader, c.id)
		err := s.Append(t.Context(), c.id, c.events, &standing.Settlement{Guild: "g1", System: "ahole", Match: int64(c.id), Round: 1, Finished: true})
		if err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.why, err)
		}
		if diff := cmp.Diff(before, read(t, s.Reader, c.id)); diff != "" {
			t.Errorf("%s, yet the log changed: %s", c.why, diff)
		}
	}
	if err := s.Append(t.Context(), id, numberedFrom(3, match.Paused{}), &standing.Settlement{Match: int64(over), Round: 1, Finished: true}); err == nil {
		t.Error("a table settles another's match")
	}
	var settled int
	if err := s.db.QueryRow(`SELECT count(*) FROM settlements`).Scan(&settled); err != nil || settled != 0 {
		t.Errorf("%d settlements of refused appends, %v", settled, err)
	}
}

func TestLiveTablesAreThoseWithoutAnEnd(t *testing.T) {
	s := openNew(t)
	a, b, c := create(t, s), create(t, s), create(t, s)
	if err := s.Append(t.Context(), b, numberedFrom(3, match.Ended{Cause: match.Empty}), nil); err != nil {
		t.Fatal(err)
	}
	live, err := live(t.Context(), s)
	if diff := cmp.Diff([]match.ID{a, c}, live); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

func TestCreateRequiresTheFirstEvents(t *testing.T) {
	s := openNew(t)
	for why, events := range map[string][]match.Event{
		"empty":                nil,
		"not from 1":           numberedFrom(2, opening()[0].Body),
		"it does not open":     numberedFrom(1, match.Seated{Player: ann}),
		"an event has no body": numberedFrom(1, opening()[0].Body, nil),
	} {
		if id, err := s.Create(t.Context(), events); err == nil {
			t.Errorf("%s, and it made table %d", why, id)
		}
	}
	if live, err := live(t.Context(), s); len(live) != 0 || err != nil {
		t.Errorf("%v %v", live, err)
	}
}

func TestOneProcessWritesAtATime(t *testing.T) {
	path := place(t)
	s := openAt(t, path)
	if _, err := Open(t.Context(), path, nop()); !errors.Is(err, ErrInUse) {
		t.Errorf("a second one: %v", err)
	}
	id := create(t, s)
	r, err := Read(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if got := read(t, r, id); len(got) != 2 {
		t.Errorf("a reader beside it sees %v", got)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

func TestAClosedStoreRefusesEverything(t *testing.T) {
	s, err := Open(t.Context(), place(t), nop())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Create(t.Context(), opening()); !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
}

func nop() zerolog.Logger { return zerolog.Nop() }
