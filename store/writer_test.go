package store

import (
	"context"
	"errors"
	"fmt"
	"runtime"
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
			if all, err := notes(t.Context(), s); len(all) != c.writers || err != nil {
				t.Errorf("%d of %d are there: %v", len(all), c.writers, err)
			}
		})
	}
}

// note performs a small write.
func note(ctx context.Context, s *Store, key string) error {
	return s.writer.write(ctx, engine.Claim{}, func(ctx context.Context, tx *tx) error {
		return tx.Exec(ctx, `INSERT INTO settings (guild, key, value) VALUES ('g1', ?, 'on')`, key)
	})
}

// notes reads what note wrote.
func notes(ctx context.Context, s *Store) (map[string]string, error) {
	return engine.Map[string, string](ctx, s.db, `SELECT key, value FROM settings WHERE guild = 'g1'`)
}

func slicesOf[T any](n int, f func(int) T) []T {
	all := make([]T, n)
	for i := range all {
		all[i] = f(i)
	}
	return all
}

func TestAFailedWriteDoesNotAffectOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openNew(t)
		id := create(t, s)
		broken := errors.New("broken")
		half := func() error {
			return s.writer.write(t.Context(), engine.Claim{}, func(ctx context.Context, tx *tx) error {
				if err := tx.Exec(ctx, `INSERT INTO settings (guild, key, value) VALUES ('g1', 'half', 'on')`); err != nil {
					return err
				}
				return broken
			})
		}
		errs := together(s,
			func() error { return note(t.Context(), s, "a") },
			half,
			func() error { return s.Append(t.Context(), id, numberedFrom(2, match.Paused{}), nil) },
			half,
			func() error { return note(t.Context(), s, "b") },
		)
		for i, want := range []error{nil, broken, table.ErrConflict, broken, nil} {
			if !errors.Is(errs[i], want) {
				t.Errorf("write %d: %v, want %v", i, errs[i], want)
			}
		}
		all, err := notes(t.Context(), s)
		if len(all) != 2 || all["a"] != "on" || all["b"] != "on" || err != nil {
			t.Error(all, err)
		}
	})
}

func TestTheSecondOfTwoEqualAppendsConflicts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openNew(t)
		id := create(t, s)
		errs := together(s, slicesOf(8, func(int) func() error {
			return func() error { return s.Append(t.Context(), id, numberedFrom(3, match.Paused{}), nil) }
		})...)
		stored := 0
		for _, err := range errs {
			switch {
			case err == nil:
				stored++
			case !errors.Is(err, table.ErrConflict):
				t.Error(err)
			}
		}
		if stored != 1 || len(read(t, s.Reader, id)) != 3 {
			t.Errorf("%d of 8 were stored", stored)
		}
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
		if err := <-waiting; !errors.Is(err, context.Canceled) {
			t.Errorf("called off while it waited: %v", err)
		}
		if err := note(ctx, s, "late"); !errors.Is(err, context.Canceled) {
			t.Errorf("called off before: %v", err)
		}
		release()

		ctx, cancel = context.WithCancel(t.Context())
		err := s.writer.write(ctx, engine.Claim{}, func(ctx context.Context, tx *tx) error {
			cancel()
			return tx.Exec(ctx, `INSERT INTO settings (guild, key, value) VALUES ('g1', 'begun', 'on')`)
		})
		if err != nil {
			t.Errorf("called off when it was begun: %v", err)
		}
		if all, err := notes(t.Context(), s); len(all) != 1 || all["begun"] != "on" || err != nil {
			t.Error(all, err)
		}
	})
}

func TestCloseFinishesWaitingWrites(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := place(t)
		s, err := Open(t.Context(), path, nop())
		must(t, err)
		release := hold(s)
		var all sync.WaitGroup
		for i := range 2 * groupLimit {
			all.Go(func() {
				if err := note(t.Context(), s, fmt.Sprint(i)); err != nil {
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
		if err := <-closed; err != nil {
			t.Error(err)
		}
		all.Wait()
		s = openAt(t, path)
		if all, err := notes(t.Context(), s); len(all) != 2*groupLimit || err != nil {
			t.Errorf("%d of %d are there: %v", len(all), 2*groupLimit, err)
		}
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
		err := s.writer.write(t.Context(), engine.Claim{}, func(ctx context.Context, tx *tx) error {
			var set int
			return tx.Get(ctx, fmt.Sprintf("PRAGMA max_page_count = %d", pages), nil, &set)
		})
		must(t, err)
	}
	limit(1) // SQLite uses the current number of pages
	seq, full := 3, error(nil)
	for full == nil && seq < 10_000 {
		if full = s.Append(t.Context(), id, numberedFrom(seq, match.OptionsSet{Options: map[string]string{"long": strings.Repeat("x", 1000)}}), nil); full == nil {
			seq++
		}
	}
	if full == nil || !strings.Contains(full.Error(), "full") {
		t.Fatalf("the disk is full, and %v", full)
	}
	if got := len(read(t, s.Reader, id)); got != seq-1 {
		t.Errorf("%d events are there, %d were acknowledged", got, seq-1)
	}
	limit(1_000_000)
	if err := s.Append(t.Context(), id, numberedFrom(seq, match.Paused{}), nil); err != nil {
		t.Errorf("there is room again, and %v", err)
	}
	sound(t, s)
}
