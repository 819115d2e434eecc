package store

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
)

// write writes about so many pages, a commit for every ten.
func write(t *testing.T, s *Store, pages int) {
	t.Helper()
	for range pages / 10 {
		err := s.writer.write(t.Context(), claim{}, func(ctx context.Context, tx *tx) error {
			return tx.exec(ctx, `INSERT INTO last_options (channel, system, options)
				SELECT count(*), 'toy', ? FROM last_options`, strings.Repeat("x", 10*pageSize))
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// logLeft returns how many pages of the log are not in the file.
func logLeft(t *testing.T, s *Store) int {
	t.Helper()
	left, err := checkpoint(t.Context(), s.db, "NOOP")
	if err != nil {
		t.Fatal(err)
	}
	return left
}

// logPages returns how many pages the log's file has room for.
func logPages(t *testing.T, s *Store) int {
	t.Helper()
	info, err := os.Stat(s.path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	return int(info.Size()) / pageSize
}

func TestTheLogIsBroughtIntoTheFile(t *testing.T) {
	ofFiles(t, "the write-ahead log")
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := openNew(t)
		for range 4 {
			write(t, s, walMost/2)
			synctest.Wait()
			if left := logLeft(t, s); left >= walGoal+20*lookEvery {
				t.Errorf("%d pages are not in the file", left)
			}
		}
		// Once all of it was there the log has begun anew, or SQLite saw to that.
		if pages := logPages(t, s); pages > walMost+walMost/2 {
			t.Errorf("the log has grown to %d pages", pages)
		}
		sound(t, s)
	})
}

// A reader keeps the log from beginning anew, and nothing else: writes go on, it
// sees what it saw, and when it has gone the log is cut back.
func TestAReaderKeepsTheLog(t *testing.T) {
	ofFiles(t, "the write-ahead log")
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := openNew(t)
		write(t, s, 10)
		count := func(q querier) (n int) {
			if err := q.QueryRowContext(t.Context(), `SELECT count(*) FROM last_options`).Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		err := s.view(t.Context(), func(tx *sql.Tx) error {
			before := count(tx)
			write(t, s, 2*walMost)
			synctest.Wait()
			if after := count(tx); after != before {
				t.Errorf("the reader saw %d rows, and now %d", before, after)
			}
			if now := count(s.db); now != before+2*walMost/10 {
				t.Errorf("another reader sees %d rows", now)
			}
			if pages := logPages(t, s); pages < 2*walMost {
				t.Errorf("the log has %d pages, and the reader needs more", pages)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			write(t, s, walGoal)
			synctest.Wait()
		}
		if pages := logPages(t, s); pages > walMost {
			t.Errorf("the reader has gone, and the log still has %d pages", pages)
		}
		sound(t, s)
	})
}

// A checkpoint that fails costs nothing, and is made good by the next.
func TestACheckpointMayFail(t *testing.T) {
	ofFiles(t, "the write-ahead log")
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		taps := &tap{}
		path := filepath.Join(t.TempDir(), "deuces.db")
		s := openAt(t, path)
		db, err := pool(path, "rw", 1, common(), taps.wrap)
		if err != nil {
			t.Fatal(err)
		}
		c := newCheckpointer(db, nop())
		err = s.view(t.Context(), func(tx *sql.Tx) error { // so that the store's own can't bring all of it there
			if _, err := collect(t.Context(), tx, scanOne[int], `SELECT count(*) FROM tables`); err != nil {
				return err
			}
			write(t, s, 2*walGoal)
			synctest.Wait()
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := checkpoint(t.Context(), db, "NOOP"); err != nil { // it is connected
			t.Fatal(err)
		}
		for _, nth := range []int{1, 2} { // the look at the log's size, the checkpoint
			left := logLeft(t, s)
			if left < walGoal {
				t.Fatalf("only %d pages are left", left)
			}
			taps.arm(nth, false, errFault)
			if err := c.look(t.Context()); !errors.Is(err, errFault) {
				t.Errorf("statement %d failed, and the look says %v", nth, err)
			}
			if now := logLeft(t, s); now != left {
				t.Errorf("statement %d failed, and of %d pages %d are left", nth, left, now)
			}
		}
		if err := c.look(t.Context()); err != nil || logLeft(t, s) > 0 {
			t.Errorf("after that: %v, %d pages are left", err, logLeft(t, s))
		}
		if err := c.close(); err != nil {
			t.Error(err)
		}
		sound(t, s)
	})
}
