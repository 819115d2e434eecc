package store

import (
	"context"
	"database/sql"
	"os"
	"strings"
	"testing"

	"deuces/store/engine"
)

// Sizes of the write-ahead log (package sqlite).
const (
	walPages = 1000
	pageSize = 4096
)

// write writes about that many pages, ten per commit.
func write(t *testing.T, s *Store, pages int) {
	t.Helper()
	for range pages / 10 {
		err := s.writer.write(t.Context(), engine.Claim{}, func(ctx context.Context, tx *tx) error {
			return tx.Exec(ctx, `INSERT INTO last_options (channel, system, options)
				SELECT count(*), 'toy', ? FROM last_options`, strings.Repeat("x", 10*pageSize))
		})
		must(t, err)
	}
}

// logPages returns the size of the log file in pages.
func logPages(t *testing.T, s *Store) int {
	t.Helper()
	info, err := os.Stat(s.path + "-wal")
	must(t, err)
	return int(info.Size()) / pageSize
}

func TestTheWriteAheadLogStaysShort(t *testing.T) {
	filesOnly(t, "the write-ahead log")
	t.Parallel()
	s := openNew(t)
	for range 4 {
		write(t, s, walPages)
		if pages := logPages(t, s); pages > 2*walPages {
			t.Errorf("the log has grown to %d pages", pages)
		}
	}
	sound(t, s)
}

// A reader only prevents the log from restarting: writes continue, the reader's snapshot stays
// the same, and afterwards the log is truncated.
func TestAReaderDelaysOnlyTheResetOfTheWriteAheadLog(t *testing.T) {
	filesOnly(t, "the write-ahead log")
	t.Parallel()
	s := openNew(t)
	write(t, s, 10)
	count := func(q engine.Querier) (n int) {
		must(t, q.QueryRowContext(t.Context(), `SELECT count(*) FROM last_options`).Scan(&n))
		return n
	}
	_, err := view(t.Context(), s.Reader, func(tx *sql.Tx) (any, error) {
		before := count(tx)
		write(t, s, 2*walPages)
		if after := count(tx); after != before {
			t.Errorf("the reader saw %d rows, and now %d", before, after)
		}
		if now := count(s.db); now != before+2*walPages/10 {
			t.Errorf("another reader sees %d rows", now)
		}
		if pages := logPages(t, s); pages < 2*walPages {
			t.Errorf("the log has %d pages, and the reader needs more", pages)
		}
		return nil, nil
	})
	must(t, err)
	for range 3 {
		write(t, s, walPages)
	}
	if pages := logPages(t, s); pages > walPages {
		t.Errorf("the reader has gone, and the log still has %d pages", pages)
	}
	sound(t, s)
}
