package engine

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rs/zerolog"
)

// Step is a migration to a version. The first one makes the tables of an empty database.
type Step struct {
	Version    int
	Name, Text string
}

// Steps holds all migrations of a program, in order.
type Steps struct {
	All []Step
	New string // a statement that follows the first step in a new database
}

// ReadSteps reads migrations from directories. Their file names begin with their versions, which have no
// gaps. A file overrides one of the same version in an earlier directory.
func ReadSteps(files fs.FS, dirs ...string) (all []Step, err error) {
	found := map[int]Step{}
	for _, dir := range dirs {
		names, err := fs.Glob(files, path.Join(dir, "*.sql"))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			number, _, _ := strings.Cut(path.Base(name), "_")
			version, err := strconv.Atoi(number)
			if err != nil {
				return nil, fmt.Errorf("migration %s: %w", name, err)
			}
			text, err := fs.ReadFile(files, name)
			if err != nil {
				return nil, err
			}
			found[version] = Step{version, name, string(text)}
		}
	}
	for _, version := range slices.Sorted(maps.Keys(found)) {
		all = append(all, found[version])
		if first := all[0].Version; version != first+len(all)-1 {
			return nil, fmt.Errorf("migration %d is missing", first+len(all)-1)
		}
	}
	return all, nil
}

// Last returns the newest version.
func (s Steps) Last() int { return s.All[len(s.All)-1].Version }

// Fits takes and returns the version of a database and an error of reading it, 0 if it is empty. It
// returns an error if the database can't be migrated to the last version.
func (s Steps) Fits(version int, err error) (int, error) {
	switch {
	case err != nil:
	case version > s.Last(): // this program would lose data it doesn't know
		err = fmt.Errorf("%w: it has version %d, this program knows %d; install that version of deuces again, or restore a backup from before it", ErrNewer, version, s.Last())
	case version > 0 && version < s.All[0].Version:
		err = ErrTooOld
	}
	return version, err
}

// IsLast is like Fits, but returns an error unless the database can be read without migrating it.
func (s Steps) IsLast(version int, err error) error {
	version, err = s.Fits(version, err)
	if err == nil && version < s.Last() {
		err = ErrOlder
	}
	return err
}

// Migrate migrates a database. Each step is one transaction, in which stamp stores the new
// version, so a crash leaves the old version or the new one.
func (s Steps) Migrate(ctx context.Context, db *sql.DB, from int, log zerolog.Logger, stamp func(context.Context, *sql.Tx, int) error) error {
	for _, step := range s.All {
		if step.Version <= from {
			continue
		}
		text := step.Text
		if from == 0 && step.Version == s.All[0].Version {
			text += s.New
		}
		if err := step.migrate(ctx, db, text, stamp); err != nil {
			return fmt.Errorf("migration %s: %w", step.Name, err)
		}
		log.Debug().Str("migration", step.Name).Msg("applied a migration")
	}
	if from == 0 {
		log.Info().Int("version", s.Last()).Msg("created the database")
	} else {
		log.Info().Int("from", from).Int("version", s.Last()).Msg("migrated the database")
	}
	return nil
}

func (s Step) migrate(ctx context.Context, db *sql.DB, text string, stamp func(context.Context, *sql.Tx, int) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after a commit
	if _, err := tx.ExecContext(ctx, text); err != nil {
		return err
	}
	if err := stamp(ctx, tx, s.Version); err != nil {
		return err
	}
	return tx.Commit()
}

// Make creates the tables of all steps, for comparison with those of a database.
func (s Steps) Make(ctx context.Context, db interface {
	ExecContext(context.Context, string, ...any) (sql.Result, error)
}) error {
	for _, step := range s.All {
		if _, err := db.ExecContext(ctx, step.Text); err != nil {
			return fmt.Errorf("%s: %w", step.Name, err)
		}
	}
	return nil
}

// SameTables compares descriptions of the tables and indexes of two databases. A missing
// constraint is damage that would only show later. Tables and indexes that an administrator has added
// are none, unless an index can refuse what the program writes.
func SameTables(want, have []string) (found []string) {
	ours := map[string]bool{} // names of the program's tables; none for SQLite, whose lines have no spaces
	for _, line := range want {
		if words := strings.Fields(line); len(words) > 1 {
			ours[words[1]] = true
		}
	}
	have = slices.DeleteFunc(slices.Clone(have), func(line string) bool {
		words := strings.Fields(line)
		return !slices.Contains(want, line) && (extraIndex.MatchString(line) || len(words) > 1 && !ours[words[1]])
	})
	if !slices.Equal(want, have) {
		found = append(found, "its tables or indexes differ from those that this program creates")
	}
	return found
}

// extraIndex matches the description of an index that isn't unique, in PostgreSQL and in SQLite, where
// there are no spaces. An index with a condition or an expression could fail for a row.
var extraIndex = regexp.MustCompile(`^index \S+ \S+ CREATE INDEX [^()]*\([^()]*\) (true|false)|^index\w+CREATEINDEX[^()]*\([^()]*\)$`)
