package sqlite

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"testing"

	"github.com/rs/zerolog"

	"deuces/store/engine"
)

func TestEveryConnectionSetsItsPragmas(t *testing.T) {
	steps := engine.Steps{All: []engine.Step{{Version: engine.Baseline, Name: "test", Text: `PRAGMA application_id = 0x44657563; CREATE TABLE events (n INTEGER)`}}}
	db, err := Open(t.Context(), filepath.Join(t.TempDir(), "deuces.db"), engine.Options{Steps: steps, Log: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	has := func(c *sql.Conn, all []pragma) {
		t.Helper()
		for _, p := range all {
			var got string
			if err := c.QueryRowContext(t.Context(), "PRAGMA "+p.name).Scan(&got); err != nil || got != p.reads {
				t.Errorf("%s = %s (%v), want %s", p.name, got, err, p.reads)
			}
		}
	}
	for range readers() { // all open at once, so each is a different connection
		c, err := db.Readers.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		has(c, reading())
		if _, err := c.ExecContext(t.Context(), "DELETE FROM events"); err == nil {
			t.Error("a reader can write")
		}
	}
	for range 2 { // the writer's connection and its replacement
		tx, err := engine.NewTx(context.Background(), db.Writer)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range writing() {
			var got string
			if err := tx.Get(t.Context(), "PRAGMA "+p.name, nil, &got); err != nil || got != p.reads {
				t.Errorf("the writer has %s = %s (%v), want %s", p.name, got, err, p.reads)
			}
		}
		tx.Close()
	}
}

func TestAConnectionWithAWrongPragmaIsRejected(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deuces.db")
	if err := os.WriteFile(path, nil, private); err != nil {
		t.Fatal(err)
	}
	for _, p := range writing() {
		db, err := pool{size: 1, pragmas: []pragma{{p.name, p.set, "another value"}}}.open(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := db.PingContext(t.Context()); err == nil {
			t.Errorf("%s reads back otherwise than it should, and the connection is used", p.name)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}
