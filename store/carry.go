package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/rs/zerolog"

	"deuces/table"
)

// A bot moves from one database to another, of whichever kind, by Copy. It carries what is
// true by itself, as it is and under the same numbers; what follows from that is made anew
// in the new place. Then the new place is checked, and compared with the old one by hashes.

// carried are the tables that nothing else makes, in the order in which they refer to each
// other. The first two columns of each, at most, are its key.
func carried() []string {
	return []string{
		"tables", "events", "chains", "unchained", "people", "preferences", "posts", "asleep", "settings", "presets",
		"last_options", "seasons", "alive", "removed", "greeted", "emojis",
	}
}

// settledBefore are carried so that a log that can't be read keeps the results that it has
// (Rebuild). All others are made anew.
func settledBefore() []string { return []string{"settlements", "entries"} }

// numbering are the tables that count, with the column that has the number. Numbers are never
// used again, so it is carried, too, which was the last.
func numbering() map[string]string {
	return map[string]string{"tables": "id", "people": "player", "settlements": "id"}
}

// ErrNotEmpty: the database that is to be filled has something in it.
var ErrNotEmpty = errors.New("there is a database with something in it already")

// Copied says what Copy has copied.
type Copied struct {
	Tables, Events int
	Hash           string   // of all logs, the same in both places
	Unread         []string // logs that can't be read, which keep the results that they had, a line each
	Found          []string // what Check finds in both places, a line each: a copy mends nothing
}

// Copy fills the database to, which has nothing in it yet or is made, with what is in from.
// No process may have either open (ErrInUse), and from is of this program's version. All or
// nothing: unless Copy succeeds, to is still empty, or not there.
func Copy(ctx context.Context, from, to string, rules table.Rulebook, log zerolog.Logger) (c Copied, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("copy: %w", err)
		}
	}()
	release, err := seize(ctx, from)
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, release()) }()
	source, err := Read(ctx, from)
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	if onPostgres(to) {
		return fillFrom(ctx, source, to, rules, log)
	}
	if _, err := os.Lstat(to); err == nil {
		return c, fmt.Errorf("%s: %w", to, ErrNotEmpty)
	}
	// The file gets its name when all is in it.
	part := to + partly
	if err := removeFiles(part); err != nil {
		return c, plainly(to, err)
	}
	c, err = fillFrom(ctx, source, part, rules, log)
	if err == nil {
		err = errors.Join(os.Rename(part, to), syncFile(filepath.Dir(to)))
	}
	return c, errors.Join(err, removeFiles(part))
}

// seize keeps others from writing to a database until it is released.
func seize(ctx context.Context, name string) (release func() error, err error) {
	if !onPostgres(name) {
		if _, err := os.Stat(name); err != nil {
			return nil, err
		}
		return lock(ctx, name)
	}
	db, err := postgresPool(name, nil, 1, nil, claimed)
	if err != nil {
		return nil, err
	}
	if err := db.PingContext(ctx); err != nil {
		return nil, fmt.Errorf("%s: %w", Shown(name), errors.Join(inWords(err), db.Close()))
	}
	return db.Close, nil
}

// removeFiles removes a database's file and all that is beside it.
func removeFiles(path string) error {
	for _, suffix := range []string{"", "-wal", "-shm", "-lock", "-backup-lock"} {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// fillFrom fills an empty database and checks it. One of PostgreSQL is filled in one transaction.
// A file has no name yet, so that what was written may stay there in parts.
func fillFrom(ctx context.Context, from *Reader, to string, rules table.Rulebook, log zerolog.Logger) (c Copied, err error) {
	s, err := Open(ctx, to, log)
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	write := func(do func(context.Context, *tx) error) error { return s.writer.write(ctx, claim{}, do) }
	err = from.view(ctx, func(source *sql.Tx) error {
		if IsFile(to) {
			return pour(ctx, from.engine, source, s.engine, write, rules, &c)
		}
		return write(func(writing context.Context, t *tx) error {
			within := func(do func(context.Context, *tx) error) error { return do(writing, t) }
			return pour(ctx, from.engine, source, s.engine, within, rules, &c)
		})
	})
	return c, err
}

// pour is fillFrom, where step writes something.
func pour(ctx context.Context, from engine, source *sql.Tx, to engine, step func(func(context.Context, *tx) error) error, rules table.Rulebook, c *Copied) error {
	carry := carrying{ctx: ctx, from: from, source: source, to: to, step: step}
	prints := map[string]fingerprint{}
	for _, name := range append(carried(), settledBefore()...) {
		var err error
		if prints[name], err = carry.table(name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return step(func(writing context.Context, t *tx) error {
		if err := to.filled(writing, t); err != nil {
			return err
		}
		var err error
		if c.Unread, err = t.rebuild(ctx, writing, rules, to); err != nil {
			return err
		}
		// Before it is kept: what differs, or doesn't check, is not.
		if err := compare(ctx, t.conn, prints); err != nil {
			return err
		}
		c.Tables, c.Events, c.Hash = prints["tables"].rows, prints["events"].rows, prints["events"].sum()
		c.Found, err = newlyWrong(ctx, from, source, to, t.conn)
		return err
	})
}

// newlyWrong checks a copy, and returns what is wrong in both places. What is wrong in the copy
// alone is an error.
func newlyWrong(ctx context.Context, from engine, source querier, to engine, copied querier) (found []string, err error) {
	found, err = check(ctx, to, copied)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	before, err := check(ctx, from, source)
	if err != nil {
		return nil, err
	}
	for _, line := range found {
		if !slices.Contains(before, line) {
			return nil, fmt.Errorf("the copy doesn't check, and was not kept: %s", line)
		}
	}
	return found, nil
}
