package sqlite

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	sqlite3 "modernc.org/sqlite/lib"
)

func TestIsOutage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deuces.db")
	open := func(pragmas []pragma) *sql.DB {
		t.Helper()
		if err := createPrivate(path); err != nil {
			t.Fatal(err)
		}
		db, err := pool{size: 1, pragmas: pragmas}.open(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		return db
	}
	execute := func(db *sql.DB, query string) error {
		_, err := db.ExecContext(t.Context(), query)
		return err
	}
	writer := open(writing())
	if err := execute(writer, `CREATE TABLE words (word TEXT)`); err != nil {
		t.Fatal(err)
	}
	readOnly := execute(open(reading()), `DELETE FROM words`)
	noTable := execute(writer, `DELETE FROM numbers`)
	// The log is longer in the index than in the file.
	if err := errors.Join(os.Remove(path+"-wal"), os.WriteFile(path+"-wal", nil, private)); err != nil {
		t.Fatal(err)
	}
	broken := execute(open(writing()), `DELETE FROM words`)
	for _, c := range []struct {
		why  string
		err  error
		kind int // SQLite error code
		want bool
	}{
		{"no error", nil, 0, false},
		{"the file was moved", fmt.Errorf("append: %w", ErrMoved), 0, true},
		{"the file may not be written", fmt.Errorf("append: %w", readOnly), sqlite3.SQLITE_READONLY, true},
		{"the disk fails", fmt.Errorf("append: %w", broken), sqlite3.SQLITE_IOERR, true},
		{"a mistake in a statement", noTable, sqlite3.SQLITE_ERROR, false},
	} {
		if kind := codeOf(c.err) & 0xff; kind != c.kind {
			t.Errorf("%s: the error is %v, of kind %d", c.why, c.err, kind)
		}
		if IsOutage(c.err) != c.want {
			t.Errorf("%s counts as an outage: %v, want %v", c.why, !c.want, c.want)
		}
	}
}
