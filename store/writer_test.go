package store

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"deuces/match"
	"deuces/store/engine"
	"deuces/table"
)

// hold blocks the writer until the returned function is called, so that writes accumulate.
func hold(s *Store) (release func()) {
	begun, free := make(chan struct{}), make(chan struct{})
	go s.writer.write(context.Background(), engine.Claim{}, func(context.Context, *tx) error {
		close(begun)
		<-free
		return nil
	})
	<-begun
	return sync.OnceFunc(func() { close(free) })
}

// together calls each of fs while the writer is blocked, and releases it when all wait.
func together(s *Store, fs ...func() error) []error {
	release := hold(s)
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
			s := openWith(t, place(t), driver.wrap)
			driver.arm(0, false, nil)
			errs := together(s, slicesOf(c.writers, func(i int) func() error {
				return func() error { return note(t.Context(), s, fmt.Sprint(i)) }
			})...)
			must(t, errs...)
			if got := driver.count("COMMIT") - 1; got != c.commits { // one commit belongs to hold
				t.Errorf("%d writers took %d commits, want %d", c.writers, got, c.commits)
			}
			notesAre(t, s, slicesOf(c.writers, func(i int) string { return fmt.Sprint(i) })...)
		})
	}
}

// note performs a small write.
func note(ctx context.Context, s *Store, key string) error {
	return s.exec(ctx, ofGuild("g1"), `INSERT INTO settings (guild, key, value) VALUES ('g1', ?, 'on')`, key)
}

// notesAre fails the test unless note wrote these keys.
func notesAre(t *testing.T, s *Store, want ...string) {
	t.Helper()
	got, err := engine.Collect(t.Context(), s.db, engine.ScanOne[string], `SELECT key FROM settings WHERE guild = 'g1'`)
	slices.Sort(want)
	slices.Sort(got)
	equal(t, "what is written", want, got, err)
}

func slicesOf[T any](n int, f func(int) T) []T {
	all := make([]T, n)
	for i := range all {
		all[i] = f(i)
	}
	return all
}

// A write that fails leaves nothing, and the others of its commit are done. They see each other:
// of two equal appends the second conflicts.
func TestAFailedWriteDoesNotAffectOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openNew(t)
		id := create(t, s)
		broken := errors.New("broken")
		half := func() error {
			return s.writer.write(t.Context(), engine.Claim{}, func(ctx context.Context, tx *tx) error {
				err := tx.Exec(ctx, `INSERT INTO settings (guild, key, value) VALUES ('g1', 'half', 'on')`)
				return errors.Join(err, broken)
			})
		}
		appends := func() error { return pause(t, s, id, 3) }
		errs := together(s, func() error { return note(t.Context(), s, "a") }, half, appends, half, func() error { return note(t.Context(), s, "b") }, appends)
		conflicts := 0
		for i, want := range []error{nil, broken, nil, broken, nil, nil} {
			if errors.Is(errs[i], table.ErrConflict) && (i == 2 || i == 5) {
				conflicts++
			} else if !errors.Is(errs[i], want) {
				t.Errorf("write %d: %v, want %v", i, errs[i], want)
			}
		}
		if conflicts != 1 {
			t.Errorf("of two equal appends %d conflict", conflicts)
		}
		hasEvents(t, s.Reader, id, 3)
		notesAre(t, s, "a", "b")
	})
}

func TestAWriteContinuesWhenItsCallerHasGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openNew(t)
		release := hold(s)
		ctx, cancel := context.WithCancel(t.Context())
		waiting := make(chan error)
		go func() { waiting <- note(ctx, s, "waiting") }()
		synctest.Wait()
		cancel()
		isError(t, "called off while it waited", <-waiting, context.Canceled)
		isError(t, "called off before", note(ctx, s, "late"), context.Canceled)
		release()

		ctx, cancel = context.WithCancel(t.Context())
		must(t, s.writer.write(ctx, engine.Claim{}, func(ctx context.Context, tx *tx) error {
			cancel()
			return tx.Exec(ctx, `INSERT INTO settings (guild, key, value) VALUES ('g1', 'begun', 'on')`)
		}))
		notesAre(t, s, "begun")
	})
}

func TestCloseFinishesWaitingWrites(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := place(t)
		s, err := Open(t.Context(), path, nop())
		must(t, err)
		release := hold(s)
		keys := slicesOf(2*groupLimit, func(i int) string { return fmt.Sprint(i) })
		var all sync.WaitGroup
		for _, key := range keys {
			all.Go(func() {
				if err := note(t.Context(), s, key); err != nil {
					t.Error(err)
				}
			})
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
		notesAre(t, openAt(t, path), keys...)
	})
}

// On a full disk the statement that needs another page fails, and SQLite may roll back the
// whole transaction.
func TestAFullDiskFailsOnlyOneWrite(t *testing.T) {
	filesOnly(t, "a limit of pages")
	s := openNew(t)
	id := create(t, s)
	limit := func(pages int) {
		t.Helper()
		must(t, s.writer.write(t.Context(), engine.Claim{}, func(ctx context.Context, tx *tx) error {
			var set int
			return tx.Get(ctx, fmt.Sprintf("PRAGMA max_page_count = %d", pages), nil, &set)
		}))
	}
	limit(1) // SQLite uses the current number of pages
	stored, full := 2, error(nil)
	for ; full == nil && stored < 10_000; stored++ {
		full = s.Append(t.Context(), id, numberedFrom(stored+1, match.OptionsSet{Options: map[string]string{"long": strings.Repeat("x", 1000)}}), nil)
	}
	stored-- // the last one failed
	if full == nil || !strings.Contains(full.Error(), "full") {
		t.Fatalf("the disk is full, and %v", full)
	}
	hasEvents(t, s.Reader, id, stored)
	limit(1_000_000)
	isError(t, "there is room again", pause(t, s, id, stored+1), nil)
	sound(t, s)
}
