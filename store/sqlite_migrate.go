package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/rs/zerolog"
)

var (
	// ErrNewer: a later version of Deuces has written the file.
	ErrNewer = errors.New("the database was written by a newer version of deuces")
	// ErrOlder: the file has yet to be brought to this version by opening it as a Store.
	ErrOlder = errors.New("the database is of an older version: start deuces on it once")
	// ErrForeign: the file is some other program's database.
	ErrForeign = errors.New("this is not a database of deuces")
)

// application is "Deuc" in the file's header, put there by the first migration.
const application = 0x44657563

// migrate brings the database up to the last of steps, which are SQL files named
// so that their order is that of their numbers, from 1 on. user_version in the
// file's header counts the steps it has had; it grows in the step's own
// transaction, so that a crash leaves the file at one version or the next.
func migrate(ctx context.Context, db *sql.DB, path string, log zerolog.Logger, steps fs.FS) error {
	names, err := fs.Glob(steps, "*.sql")
	if err != nil {
		return err
	}
	slices.Sort(names)
	version, err := inspect(ctx, db)
	if err != nil {
		return err
	}
	if version > len(names) {
		return newer(version, len(names))
	}
	if version == len(names) {
		return nil
	}
	if version > 0 {
		before := fmt.Sprintf("%s.v%d", path, version)
		if err := writeCopy(ctx, db, before); err != nil {
			return fmt.Errorf("copy before migrating: %w", err)
		}
		log.Info().Str("copy", before).Msg("copied the database before migrating it")
	}
	for i, name := range names[version:] {
		text, err := fs.ReadFile(steps, name)
		if err != nil {
			return err
		}
		if err := step(ctx, db, string(text), version+i+1); err != nil {
			return fmt.Errorf("migration %s: %w", name, err)
		}
		log.Debug().Str("migration", name).Msg("migrated the database")
	}
	sayMigrated(log, version, len(names))
	return nil
}

// sayMigrated tells the operator in one line.
func sayMigrated(log zerolog.Logger, from, to int) {
	if from == 0 {
		log.Info().Int("version", to).Msg("made a new database")
	} else {
		log.Info().Int("from", from).Int("version", to).Msg("brought the database up to date")
	}
}

// newer refuses a database that a later version of Deuces has written: this one could
// not keep what it doesn't know.
func newer(version, known int) error {
	return fmt.Errorf("%w: it has version %d, this program knows %d; install that version of deuces again, or restore a backup from before it", ErrNewer, version, known)
}

func step(ctx context.Context, db *sql.DB, text string, version int) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after a commit
	if _, err := tx.ExecContext(ctx, text); err != nil {
		return err
	}
	found, err := findings(ctx, tx, "PRAGMA foreign_key_check")
	if err != nil {
		return err
	}
	if len(found) > 0 {
		return fmt.Errorf("it leaves %d rows without what they refer to", len(found))
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version)); err != nil {
		return err
	}
	return tx.Commit()
}

// inspect returns the version of the database, 0 for one with nothing in it.
func inspect(ctx context.Context, q querier) (version int, err error) {
	var app, objects int
	err = q.QueryRowContext(ctx, `SELECT
		(SELECT application_id FROM pragma_application_id),
		(SELECT user_version FROM pragma_user_version),
		(SELECT count(*) FROM sqlite_schema)`).Scan(&app, &version, &objects)
	if err != nil {
		return 0, err
	}
	if app != application && (app != 0 || version != 0 || objects != 0) {
		return 0, ErrForeign
	}
	return version, nil
}

// current checks that the database is of this program's version.
func current(ctx context.Context, q querier) error {
	version, err := inspect(ctx, q)
	if err != nil {
		return err
	}
	known, err := fs.Glob(migrations, "migrations/*.sql")
	switch {
	case err != nil:
		return err
	case version > len(known):
		return newer(version, len(known))
	case version < len(known):
		return ErrOlder
	}
	return nil
}
