package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"deuces/internal/pgtest"
	"deuces/match"
	"deuces/match/matchtest"
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

func must(t testing.TB, failed ...error) {
	t.Helper()
	if err := errors.Join(failed...); err != nil {
		t.Fatal(err)
	}
}

func errOf[T any](_ T, err error) error { return err }

// wantError fails the test unless errors.Is(err, want). want may be nil.
func wantError(t testing.TB, why string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: got %v, want %v", why, err, want)
	}
}

// wantErrorText fails the test unless err is an error that contains this text.
func wantErrorText(t testing.TB, why string, err error, text string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), text) {
		t.Errorf("%s: got %v, want an error that says %q", why, err, text)
	}
}

// wantRefusal fails the test unless err is a refusal that players can read.
func wantRefusal(t testing.TB, why string, err error) {
	t.Helper()
	if !matchtest.Refused(err) {
		t.Errorf("%s: got %v, want a refusal", why, err)
	}
}

func noon() time.Time { return time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC) }

func openAt(t testing.TB, path string) *Store {
	t.Helper()
	return openWith(t, path, nil)
}

func openWith(t testing.TB, path string, w engine.Wrap) *Store {
	t.Helper()
	s, err := openWithSteps(t.Context(), path, engine.Steps{}, w)
	must(t, err)
	closeAtEnd(t, s)
	return s
}

func closeAtEnd(t testing.TB, s *Store) {
	t.Cleanup(func() { wantError(t, "close", s.Close(), nil) })
}

// openWithSteps opens a database with the given migrations. If steps is zero, it uses this
// program's.
func openWithSteps(ctx context.Context, path string, steps engine.Steps, w engine.Wrap) (*Store, error) {
	return open(ctx, path, engine.Options{Log: nop(), Steps: steps, Wrap: w})
}

// openNew opens an empty database. The database is a copy, because running all migrations each time
// would take most of the time of a small test.
func openNew(t testing.TB) *Store { return openAt(t, newFile(t)) }

func newFile(t testing.TB) string {
	t.Helper()
	if usesPostgres() {
		return pgtest.Like(t, emptyPostgres())
	}
	file, err := emptyFile()
	path := filepath.Join(t.TempDir(), "deuces.db")
	must(t, err, os.WriteFile(path, file, 0o600))
	return path
}

// emptyFile returns the content of a new database file.
var emptyFile = sync.OnceValues(func() (file []byte, err error) {
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
	err = s.Close()
	file, read := os.ReadFile(path)
	return file, errors.Join(err, read)
})

func ownSteps(t testing.TB) engine.Steps {
	t.Helper()
	o, err := withSteps(newName(t), engine.Options{})
	must(t, err)
	return o.Steps
}

// opening returns the first events of a table hosted by Ann.
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

func createTable(t testing.TB, s *Store) match.ID {
	t.Helper()
	id, err := s.Create(t.Context(), opening())
	must(t, err)
	return id
}

func appendPause(t testing.TB, s *Store, id match.ID, seq int) error {
	t.Helper()
	return s.Append(t.Context(), id, numberedFrom(seq, match.Paused{}), nil)
}

func readLog(t testing.TB, r *Reader, id match.ID) []match.Event {
	t.Helper()
	var events []match.Event
	for e, err := range r.Events(context.Background(), id) {
		must(t, err)
		events = append(events, e)
	}
	return events
}

func wantEvents(t testing.TB, r *Reader, id match.ID, want int) {
	t.Helper()
	if got := len(readLog(t, r, id)); got != want {
		t.Errorf("the log of table %d has %d events, want %d", id, got, want)
	}
}

// wantEqual fails the test if got differs from want, or if err isn't nil.
func wantEqual(t testing.TB, why string, want, got any, err error, o ...cmp.Option) {
	t.Helper()
	if diff := cmp.Diff(want, got, o...); diff != "" || err != nil {
		t.Errorf("%s: %s %v", why, diff, err)
	}
}

func result[T any](got T, err error) callResult[T] { return callResult[T]{got, err} }

type callResult[T any] struct {
	got T
	err error
}

// is fails the test unless the call returned want without an error.
func (r callResult[T]) is(t testing.TB, why string, want T, o ...cmp.Option) {
	t.Helper()
	wantEqual(t, why, want, r.got, r.err, o...)
}

// register adds people. They get the numbers 1, 2 and so on, and the ids 100, 200 and so on.
func register(t testing.TB, s *Store, names ...string) {
	t.Helper()
	for i, name := range names {
		if p, err := s.Player(t.Context(), fmt.Sprint(100*(i+1)), name); p != standing.Player(i+1) || err != nil {
			t.Fatal(p, err)
		}
	}
}

func liveTables(ctx context.Context, r interface {
	Index(context.Context) ([]table.Listed, error)
}) ([]match.ID, error) {
	all, err := r.Index(ctx)
	ids := make([]match.ID, len(all))
	for i, l := range all {
		ids[i] = l.ID
	}
	return ids, err
}

func wantSound(t testing.TB, s *Store) {
	t.Helper()
	if found, err := fastReader(s.Reader).Check(context.Background()); len(found) > 0 || err != nil {
		t.Errorf("Check finds %q, %v, want nothing", found, err)
	}
}

// helperProcess returns a command that runs one of the helpers in TestMain.
func helperProcess(t testing.TB, helper, args string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	must(t, err)
	child := exec.Command(self)
	child.Env = append(os.Environ(), helper+"="+args)
	child.Stderr = os.Stderr
	return child
}

func nop() zerolog.Logger { return zerolog.Nop() }

func TestEventsReadBack(t *testing.T) {
	s := openNew(t)
	id := createTable(t, s)
	more := numberedFrom(3, match.Seated{Player: bob}, match.Left{Player: ann}, match.HostChanged{Player: bob})
	must(t, s.Append(t.Context(), id, more, nil))
	wantEqual(t, "the log", append(opening(), more...), readLog(t, s.Reader, id), nil)
	wantEvents(t, s.Reader, id+1, 0) // this table doesn't exist
}

func TestEventsAreReadInPages(t *testing.T) {
	t.Parallel()
	for _, n := range []int{eventsPage - 1, eventsPage, eventsPage + 1, 3 * eventsPage} {
		s := openNew(t)
		id := createTable(t, s)
		must(t, s.Append(t.Context(), id, numberedFrom(3, slices.Repeat([]match.Body{match.Paused{}}, n-2)...), nil))
		wantEvents(t, s.Reader, id, n)
	}
}

func TestAnAppendMustFollowTheLastEvent(t *testing.T) {
	s := openNew(t)
	id, over := createTable(t, s), createTable(t, s)
	must(t, s.Append(t.Context(), over, numberedFrom(3, match.Ended{Cause: match.ByHost}), nil))
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
		before := readLog(t, s.Reader, c.id)
		err := s.Append(t.Context(), c.id, c.events, &standing.Settlement{Guild: "g1", System: "ahole", Match: int64(c.id), Round: 1, Finished: true})
		if err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v, or any error if that is nil", c.why, err, c.want)
		}
		wantEqual(t, c.why+", and the log", before, readLog(t, s.Reader, c.id), nil)
	}
	another := &standing.Settlement{Match: int64(over), Round: 1, Finished: true}
	wantErrorText(t, "a table settles another's match", s.Append(t.Context(), id, numberedFrom(3, match.Paused{}), another), "")
	result(engine.Lines(t.Context(), s.db, `SELECT count(*) FROM settlements`)).is(t, "settlements of refused appends", []string{"0"})
	result(liveTables(t.Context(), s)).is(t, "live tables", []match.ID{id})
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
			t.Errorf("%s: created table %d, want an error", why, id)
		}
	}
	result(liveTables(t.Context(), s)).is(t, "live tables", []match.ID{})
}

func TestAClosedStoreRefusesEverything(t *testing.T) {
	s := openAt(t, newName(t))
	must(t, s.Close())
	if _, err := s.Create(t.Context(), opening()); !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
}

// blockWriter blocks the writer until the returned function is called, so that writes queue up.
func blockWriter(s *Store) (release func()) {
	begun, free := make(chan struct{}), make(chan struct{})
	go s.write(context.Background(), func(context.Context, *tx) error {
		close(begun)
		<-free
		return nil
	})
	<-begun
	return sync.OnceFunc(func() { close(free) })
}

// runTogether calls all functions while the writer is blocked, and releases the writer when all of
// them wait.
func runTogether(s *Store, fs ...func() error) []error {
	release := blockWriter(s)
	errs := make([]error, len(fs))
	var all sync.WaitGroup
	for i, f := range fs {
		all.Go(func() { errs[i] = f() })
	}
	synctest.Wait()
	release()
	all.Wait()
	return errs
}

func TestWaitingWritesShareACommit(t *testing.T) {
	for _, c := range []struct{ writers, commits int }{
		{1, 1}, {2, 1}, {64, 1}, {groupLimit, 1}, {groupLimit + 1, 2},
	} {
		synctest.Test(t, func(t *testing.T) {
			driver := &faultDriver{}
			s := openWith(t, newName(t), driver.wrap)
			driver.arm(0, false, nil)
			errs := runTogether(s, slicesOf(c.writers, func(i int) func() error {
				return func() error { return writeNote(t.Context(), s, fmt.Sprint(i)) }
			})...)
			must(t, errs...)
			if got := driver.count("COMMIT") - 1; got != c.commits { // one commit is that of blockWriter
				t.Errorf("%d writers took %d commits, want %d", c.writers, got, c.commits)
			}
			wantNotes(t, s, slicesOf(c.writers, func(i int) string { return fmt.Sprint(i) })...)
		})
	}
}

func writeNote(ctx context.Context, s *Store, key string) error {
	return s.exec(ctx, `INSERT INTO settings (guild, key, value) VALUES ('g1', ?, 'on')`, key)
}

// wantNotes fails the test unless writeNote has written exactly these keys.
func wantNotes(t *testing.T, s *Store, want ...string) {
	t.Helper()
	got, err := engine.Collect(t.Context(), s.db, engine.ScanOne[string], `SELECT key FROM settings WHERE guild = 'g1'`)
	slices.Sort(want)
	slices.Sort(got)
	wantEqual(t, "what is written", want, got, err)
}

func slicesOf[T any](n int, f func(int) T) []T {
	all := make([]T, n)
	for i := range all {
		all[i] = f(i)
	}
	return all
}

// A write that fails leaves nothing in the database; the other writes of its commit succeed. Writes
// of one commit see each other, so of two equal appends the second conflicts.
func TestAFailedWriteDoesNotAffectOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openNew(t)
		id := createTable(t, s)
		broken := errors.New("broken")
		half := func() error {
			return s.write(t.Context(), func(ctx context.Context, tx *tx) error {
				err := tx.Exec(ctx, `INSERT INTO settings (guild, key, value) VALUES ('g1', 'half', 'on')`)
				return errors.Join(err, broken)
			})
		}
		appends := func() error { return appendPause(t, s, id, 3) }
		errs := runTogether(s, func() error { return writeNote(t.Context(), s, "a") }, half, appends, half, func() error { return writeNote(t.Context(), s, "b") }, appends)
		conflicts := 0
		for i, want := range []error{nil, broken, nil, broken, nil, nil} {
			if errors.Is(errs[i], table.ErrConflict) && (i == 2 || i == 5) {
				conflicts++
			} else if !errors.Is(errs[i], want) {
				t.Errorf("write %d: got %v, want %v", i, errs[i], want)
			}
		}
		if conflicts != 1 {
			t.Errorf("%d of two equal appends conflict, want 1", conflicts)
		}
		wantEvents(t, s.Reader, id, 3)
		wantNotes(t, s, "a", "b")
	})
}

func TestAWriteThatHasBegunIgnoresCancellation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openNew(t)
		release := blockWriter(s)
		ctx, cancel := context.WithCancel(t.Context())
		waiting := make(chan error)
		go func() { waiting <- writeNote(ctx, s, "waiting") }()
		synctest.Wait()
		cancel()
		wantError(t, "canceled while it waited", <-waiting, context.Canceled)
		wantError(t, "canceled before", writeNote(ctx, s, "late"), context.Canceled)
		release()

		ctx, cancel = context.WithCancel(t.Context())
		must(t, s.write(ctx, func(ctx context.Context, tx *tx) error {
			cancel()
			return tx.Exec(ctx, `INSERT INTO settings (guild, key, value) VALUES ('g1', 'begun', 'on')`)
		}))
		wantNotes(t, s, "begun")
	})
}

func TestCloseFinishesWaitingWrites(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := newName(t)
		s := openAt(t, path)
		release := blockWriter(s)
		keys := slicesOf(2*groupLimit, func(i int) string { return fmt.Sprint(i) })
		var all sync.WaitGroup
		for _, key := range keys {
			all.Go(func() { wantError(t, key, writeNote(t.Context(), s, key), nil) })
		}
		synctest.Wait()
		closed := make(chan error)
		go func() { closed <- s.Close() }()
		for s.writer.entry.TryRLock() { // until Close waits
			s.writer.entry.RUnlock()
			runtime.Gosched()
		}
		release()
		must(t, <-closed)
		all.Wait()
		wantNotes(t, openAt(t, path), keys...)
	})
}

// If the disk is full, the statement that needs another page fails. SQLite may then roll back the
// whole transaction.
func TestAFullDiskFailsOnlyOneWrite(t *testing.T) {
	filesOnly(t, "a limit of pages")
	s := openNew(t)
	id := createTable(t, s)
	limit := func(pages int) {
		t.Helper()
		must(t, s.write(t.Context(), func(ctx context.Context, tx *tx) error {
			var set int
			return tx.Get(ctx, fmt.Sprintf("PRAGMA max_page_count = %d", pages), nil, &set)
		}))
	}
	limit(1) // SQLite uses the current number of pages instead
	stored, full := 2, error(nil)
	for ; full == nil && stored < 10_000; stored++ {
		full = s.Append(t.Context(), id, numberedFrom(stored+1, match.OptionsSet{Options: map[string]string{"long": strings.Repeat("x", 1000)}}), nil)
	}
	stored-- // the last append failed
	if full == nil || !strings.Contains(full.Error(), "full") {
		t.Fatalf("an append on a full disk: got %v, want an error that says full", full)
	}
	wantEvents(t, s.Reader, id, stored)
	limit(1_000_000)
	wantError(t, "there is room again", appendPause(t, s, id, stored+1), nil)
	wantSound(t, s)
}
