package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/rs/zerolog"
)

//go:embed migrations/*.sql migrations/postgres/*.sql
var migrations embed.FS

var (
	// ErrNewer: a later version of Deuces has written the database.
	ErrNewer = errors.New("the database was written by a newer version of deuces")
	// ErrOlder: the database has yet to be brought to this version by opening it as a Store.
	ErrOlder = errors.New("the database is of an older version: start deuces on it once")
	// ErrTooOld: the database is of a version that this program can't bring up to date.
	ErrTooOld = errors.New("the database is of too old a version")
	// ErrForeign: there is some other program's database.
	ErrForeign = errors.New("this is not a database of deuces")
)

// baseline is the version with which the tables begin (migrations/0011_baseline.sql), and
// beginner the commit that brings older databases to it. None of them was ever released.
const (
	baseline = 11
	beginner = "1ed5942"
)

// step is a migration: it brings a database to its version. It is one text for files and
// PostgreSQL, or has a second text of the same number in migrations/postgres.
type step struct {
	version    int
	name, text string
}

type steps []step

// ownSteps are the migrations of this program for a file, or for PostgreSQL.
func ownSteps(postgres bool) (steps, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	return readSteps(files, postgres)
}

// readSteps returns migrations in the order of their numbers, which have no gaps.
func readSteps(files fs.FS, postgres bool) (steps, error) {
	all := map[int]step{}
	read := func(dir string) error {
		names, err := fs.Glob(files, path.Join(dir, "*.sql"))
		if err != nil {
			return err
		}
		for _, name := range names {
			number, _, _ := strings.Cut(path.Base(name), "_")
			version, err := strconv.Atoi(number)
			if err != nil {
				return fmt.Errorf("migration %s: %w", name, err)
			}
			text, err := fs.ReadFile(files, name)
			if err != nil {
				return err
			}
			all[version] = step{version, name, string(text)}
		}
		return nil
	}
	err := read(".")
	if err == nil && postgres {
		err = read("postgres") // in the place of those with the same number
	}
	if err != nil {
		return nil, err
	}
	var found steps
	for version := baseline; ; version++ {
		s, ok := all[version]
		if !ok {
			return found, nil
		}
		found = append(found, s)
	}
}

// last is the version of this program.
func (all steps) last() int { return all[len(all)-1].version }

// fits says why a database of a version can't be brought to the last; nil: it can, or is of
// the last already. 0: there is nothing in it.
func (all steps) fits(version int) error {
	switch {
	case version > all.last(): // this program could not keep what it doesn't know
		return fmt.Errorf("%w: it has version %d, this program knows %d; install that version of deuces again, or restore a backup from before it", ErrNewer, version, all.last())
	case version > 0 && version < baseline:
		return fmt.Errorf("%w: it has version %d, this program reads %d and later; start deuces of commit %s on it once, and then this one", ErrTooOld, version, baseline, beginner)
	}
	return nil
}

// isLast says whether a database of a version can be read as it is.
func (all steps) isLast(version int) error {
	err := all.fits(version)
	if err == nil && version < all.last() {
		err = ErrOlder
	}
	return err
}

// take brings a database from a version to the last. Each step is a transaction of its own,
// in which stamp notes its version: a crash leaves one version or the next.
func (all steps) take(ctx context.Context, db *sql.DB, from int, log zerolog.Logger, stamp func(context.Context, *sql.Tx, int) error) error {
	for _, s := range all {
		if s.version <= from {
			continue
		}
		if err := s.take(ctx, db, from == 0 && s.version == all.last(), stamp); err != nil {
			return fmt.Errorf("migration %s: %w", s.name, err)
		}
		log.Debug().Str("migration", s.name).Msg("migrated the database")
	}
	if from == 0 {
		log.Info().Int("version", all.last()).Msg("made a new database")
	} else {
		log.Info().Int("from", from).Int("version", all.last()).Msg("brought the database up to date")
	}
	return nil
}

// take carries out a step. makes: with it, a new database is made.
func (s step) take(ctx context.Context, db *sql.DB, makes bool, stamp func(context.Context, *sql.Tx, int) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after a commit
	if _, err := tx.ExecContext(ctx, s.text); err != nil {
		return err
	}
	if makes { // what will be derived from its logs is derived in this program's way (Stale)
		if _, err := tx.ExecContext(ctx, `INSERT INTO derived (one, version) VALUES (1, ?)`, derivation); err != nil {
			return err
		}
	}
	if err := stamp(ctx, tx, s.version); err != nil {
		return err
	}
	return tx.Commit()
}

// sameSchema compares what two databases say of their tables and indexes. A constraint that
// is gone is damage that shows only later.
func sameSchema(want, have []string) (found []string) {
	if !slices.Equal(want, have) {
		found = append(found, "its tables and indexes are not those that this program makes")
	}
	return found
}
