package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"deuces/store/engine"
)

// ErrPlayed means that a restore would lose events that were stored after the backup.
var ErrPlayed = errors.New("restoring would lose plays")

// ErrUnreadable means that a restore can't find out which plays it would lose.
var ErrUnreadable = errors.New("the current database can't be read")

// ErrEmpty is returned for a backup without contents. A plain copy of a database in use can be
// empty, because its contents may all be in the write-ahead log.
var ErrEmpty = errors.New("the file is empty, so it is not a backup")

// Restore is store.Restore. The error is ErrOrphan if only a write-ahead log is at path. missingEvents
// describes the events that the backup lacks, "" for none.
func Restore(ctx context.Context, from, path string, force bool, steps engine.Steps, missingEvents func(ctx context.Context, present, backup engine.Querier) (string, error)) (kept string, err error) {
	path = Real(path)
	if _, err := os.Stat(from); err != nil {
		return "", err
	}
	if err := Present(path); errors.Is(err, ErrOrphan) && !force {
		return "", err
	}
	unlock, err := Lock(ctx, path)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, unlock()) }()

	if err := withUndamaged(ctx, from, steps, func(backup *sql.DB) error {
		version, err := Version(ctx, backup)
		if err == nil && version == 0 {
			err = ErrEmpty
		}
		return err
	}); err != nil {
		return "", fmt.Errorf("%s: %w", from, err)
	}
	part := path + Part
	if err := withFile(from, func(db *sql.DB) error { return makeCopy(ctx, db, part, path) }); err != nil {
		return "", err
	}
	defer os.Remove(part) // already renamed on success

	free, err := freeName(path + replaced)
	if err != nil {
		return "", err
	}
	var lost string
	err = withUndamaged(ctx, path, steps, func(present *sql.DB) error {
		return withFile(part, func(backup *sql.DB) (err error) {
			lost, err = missingEvents(ctx, present, backup)
			return err
		})
	})
	copied := false
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = removeBeside(path) // only empty ones are there
	case err != nil && !force:
		return "", fmt.Errorf("%w: %s: %w", ErrUnreadable, path, err)
	case err != nil:
		kept, err = moveAside(path, free)
	case lost != "" && !force:
		return "", fmt.Errorf("%w: the backup does not have all events of %s", ErrPlayed, lost)
	default:
		kept = free
		err = withFile(path, func(db *sql.DB) error { return writeCopy(ctx, db, path+replaced+Part, free) })
		copied = true
	}
	if err == nil {
		err = takePlace(part, path)
	}
	switch {
	case err != nil && copied:
		return "", errors.Join(err, Remove(free))
	case err != nil && kept != "":
		return "", fmt.Errorf("%w (the previous database is kept as %s)", err, kept)
	case err != nil:
		return "", err
	}
	return kept, Sync(filepath.Dir(path))
}

// takePlace renames the file part to path. It fails if there is still a write-ahead log, because
// SQLite would read that as the new file's.
func takePlace(part, path string) error {
	if _, err := os.Stat(path + "-wal"); err == nil {
		return fmt.Errorf("%s: another process still reads it", path)
	}
	return os.Rename(part, path)
}

// moveAside renames an unreadable file, which may be missing, and the files beside it. It returns the
// first of the new names. After a crash in between, the restore can be repeated; files that were already
// renamed keep their new names.
func moveAside(path, to string) (kept string, err error) {
	for _, suffix := range append([]string{""}, beside()...) {
		err := os.Rename(path+suffix, to+suffix)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return kept, err
		}
		if err == nil && kept == "" {
			kept = to + suffix
		}
	}
	return kept, nil
}
