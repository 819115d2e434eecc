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

// write writes about so many pages, a commit for every ten.
func write(t *testing.T, s *Store, pages int) {
	t.Helper()
	for range pages / 10 {
		err := s.writer.write(t.Context(), engine.Claim{}, func(ctx context.Context, tx *tx) error {
			return tx.Exec(ctx, `INSERT INTO last_options (channel, system, options)
				SELECT count(*), 'toy', ? FROM last_options`, strings.Repeat("x", 10*pageSize))
		})
		if err != nil {
			t.Fatal(err)
		}
	}
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

func TestTheWriteAheadLogStaysShort(t *testing.T) {
	ofFiles(t, "the write-ahead log")
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

// A reader keeps the log from beginning anew, and nothing else: writes go on, it
// sees what it saw, and when it has gone the log is cut back.
func TestAReaderKeepsTheLog(t *testing.T) {
	ofFiles(t, "the write-ahead log")
	t.Parallel()
	s := openNew(t)
	write(t, s, 10)
	count := func(q engine.Querier) (n int) {
		if err := q.QueryRowContext(t.Context(), `SELECT count(*) FROM last_options`).Scan(&n); err != nil {
			t.Fatal(err)
		}
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
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		write(t, s, walPages)
	}
	if pages := logPages(t, s); pages > walPages {
		t.Errorf("the reader has gone, and the log still has %d pages", pages)
	}
	sound(t, s)
}
