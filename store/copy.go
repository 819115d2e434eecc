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

	"deuces/match"
	"deuces/store/engine"
	"deuces/store/postgres"
	"deuces/store/sqlite"
)

// Copy copies, row by row and with the same numbers, the tables that can't be computed from
// others (copiedTables). It rebuilds the standings in the new database. Then it compares hashes
// of the rows in both databases and checks the new one.

// ErrNotEmpty means that the target of Copy already contains something.
var ErrNotEmpty = errors.New("the target database is not empty: name an empty one, or a file that doesn't exist yet")

// Copied is the result of Copy.
type Copied struct {
	Tables, Events int
	Hash           string   // hash of all logs; the same in both databases
	Unread         []string // logs that can't be read and keep their previous results, one line each
	Found          []string // problems that Check finds in both databases; a copy repairs nothing
}

// Copy fills the database named to, which must be empty or not exist yet, with the contents of the
// database named from. No other process may have either of them open (ErrInUse). The source must
// have this program's version. If Copy fails, the target is left empty or doesn't exist.
func Copy(ctx context.Context, from, to string, rules match.Rulebook, log zerolog.Logger) (c Copied, err error) {
	defer engine.Annotate(&err, "copy")
	from, to = Real(from), Real(to)
	if IsFile(from) {
		if err := sqlite.Present(from); err != nil {
			return c, err
		}
	}
	lock := sqlite.Lock
	if !IsFile(from) {
		lock = postgres.Lock
	}
	unlock, err := lock(ctx, from)
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	source, err := Read(ctx, from)
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	if !IsFile(to) {
		return fillCopyOf(ctx, source, to, rules, log)
	}
	switch err := sqlite.Present(to); {
	case err == nil:
		return c, fmt.Errorf("%s: %w", to, ErrNotEmpty)
	case !errors.Is(err, fs.ErrNotExist):
		return c, err
	}
	part := to + sqlite.Part // The file gets its name when it is complete.
	if err := sqlite.Remove(part); err != nil {
		return c, err
	}
	c, err = fillCopyOf(ctx, source, part, rules, log)
	if err == nil {
		err = errors.Join(os.Rename(part, to), sqlite.Sync(filepath.Dir(to)))
	}
	return c, errors.Join(err, sqlite.Remove(part))
}

// fillCopyOf fills an empty database. For PostgreSQL it uses one transaction. For a file it
// uses many, to keep the write-ahead log short; the file has a temporary name until it is
// complete.
func fillCopyOf(ctx context.Context, from *Reader, to string, rules match.Rulebook, log zerolog.Logger) (c Copied, err error) {
	s, err := Open(ctx, to, log)
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	write := func(do func(context.Context, *tx) error) error { return s.write(ctx, do) }
	return view(ctx, from, func(source *sql.Tx) (c Copied, err error) {
		copying := copier{from: from.engine, source: source, to: s.engine, write: write}
		if IsFile(to) {
			return copying.copy(ctx, rules)
		}
		err = write(func(writing context.Context, t *tx) error {
			copying.write = func(do func(context.Context, *tx) error) error { return do(writing, t) }
			c, err = copying.copy(ctx, rules)
			return err
		})
		return c, err
	})
}

type copier struct {
	from   engine.Engine
	source *sql.Tx
	to     engine.Engine
	write  func(func(context.Context, *tx) error) error
}

func (c copier) copy(ctx context.Context, rules match.Rulebook) (copied Copied, err error) {
	sums := map[string]tableSum{}
	for _, name := range copiedTables() {
		if sums[name], err = c.copyTable(ctx, name); err != nil {
			return copied, fmt.Errorf("%s: %w", name, err)
		}
	}
	err = c.write(func(writing context.Context, t *tx) (err error) {
		if err := c.to.Analyze(writing, t.Tx); err != nil {
			return err
		}
		if copied.Unread, err = t.rebuild(ctx, writing, rules, c.to); err != nil {
			return err
		}
		// An error in this transaction discards the copy.
		if err := compare(ctx, t, sums); err != nil {
			return err
		}
		copied.Tables, copied.Events, copied.Hash = sums["tables"].rows, sums["events"].rows, sums["events"].hash
		copied.Found, err = c.check(ctx, t)
		return err
	})
	return copied, err
}

// check returns the problems that Check finds in both databases. If it finds one only in the
// copy, it returns an error.
func (c copier) check(ctx context.Context, copied engine.Querier) (found []string, err error) {
	found, err = check(ctx, c.to, copied)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	before, err := check(ctx, c.from, c.source)
	if err != nil {
		return nil, err
	}
	for _, line := range found {
		if !slices.Contains(before, line) {
			return nil, fmt.Errorf("the copy has a problem that the original doesn't have, and was discarded: %s", line)
		}
	}
	return found, nil
}
