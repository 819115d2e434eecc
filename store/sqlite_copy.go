package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"deuces/match"
)

// Backup writes a consistent copy of the database in a file to a new file, also while
// tables are played, and whatever older version it is of. The copy is checked, and on the
// disk on return. One is made at a time (ErrBackup).
func Backup(ctx context.Context, name, path string) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("backup: %w", err)
		}
	}()
	if onPostgres(name) {
		return ErrOwnTools
	}
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s: %w", path, fs.ErrExist)
	}
	all, err := ownSteps(false)
	if err != nil {
		return err
	}
	return withFile(name, func(db *sql.DB) error {
		version, err := inspect(ctx, db)
		if err == nil {
			err = all.fits(version)
		}
		if err != nil && !errors.Is(err, ErrTooOld) {
			return fmt.Errorf("%s: %w", name, plainly(name, err))
		}
		done, err := announce(ctx, name, path+partly)
		if err != nil {
			return err
		}
		return errors.Join(writeCopy(ctx, db, path), done())
	})
}

// ErrPlayed: restoring would lose what was played since the backup.
var ErrPlayed = errors.New("restoring would lose plays")

// Restore puts a copy of the backup at from in the place of the database at path,
// which no process may have open. What was there is kept as path.replaced. It
// refuses a backup that is damaged or of a newer version; and, unless forced, to
// replace a database that can't be read, or a table of which has events that the
// backup lacks (ErrPlayed).
func Restore(ctx context.Context, from, path string, force bool) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("restore: %w", err)
		}
	}()
	if onPostgres(path) || onPostgres(from) {
		return ErrOwnTools
	}
	all, err := ownSteps(false)
	if err != nil {
		return err
	}
	unlock, err := lock(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()

	if err := withWhole(ctx, from, all, func(*sql.DB) error { return nil }); err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	part := path + partly
	if err := copyFile(ctx, from, part); err != nil {
		return err
	}
	defer os.Remove(part) // gone already if all went well

	var lost []match.ID
	err = withWhole(ctx, path, all, func(present *sql.DB) error {
		return withFile(part, func(backup *sql.DB) (err error) {
			lost, err = missing(ctx, present, backup)
			return err
		})
	})
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil && !force:
		return fmt.Errorf("what is there can't be read, and is replaced only by force: %s: %w", path, err)
	case err != nil:
		if err := moveAside(path); err != nil {
			return err
		}
	case len(lost) > 0 && !force:
		return fmt.Errorf("%w: the backup does not have all events of %s", ErrPlayed, listed(lost))
	default:
		if err := copyFile(ctx, path, path+".replaced"); err != nil {
			return err
		}
	}
	// A write-ahead log that is left behind would be read as the new file's.
	if _, err := os.Stat(path + "-wal"); err == nil {
		return fmt.Errorf("%s: some process still reads it", path)
	}
	if err := os.Rename(part, path); err != nil {
		return err
	}
	return syncFile(filepath.Dir(path))
}

// withWhole calls f with the database in an existing file, if that is whole and of a
// version that this program knows.
func withWhole(ctx context.Context, path string, all steps, f func(*sql.DB) error) error {
	return withFile(path, func(db *sql.DB) error {
		version, err := inspect(ctx, db)
		if err == nil {
			err = all.fits(version)
		}
		if err != nil {
			return err
		}
		found, err := integrity(ctx, db)
		if err != nil {
			return err
		}
		if len(found) > 0 {
			return fmt.Errorf("it is damaged: %s", strings.Join(found, "; "))
		}
		return f(db)
	})
}

// missing returns the tables of which present has events that backup does not have as
// they are there, by the heads of their logs. Times say nothing: clocks are set.
func missing(ctx context.Context, present, backup querier) (tables []match.ID, err error) {
	chains, err := allChains(ctx, present)
	if err != nil {
		return nil, err
	}
	ids, err := collect(ctx, present, scanOne[match.ID], `SELECT id FROM tables UNION SELECT table_id FROM chains ORDER BY 1`)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		c, chained := chains[id]
		if !chained { // its log is older than chains, and has not gone on since
			if c.head, c.last, err = digest(ctx, present, id, math.MaxInt); err != nil {
				return nil, err
			}
		}
		head, last, err := digest(ctx, backup, id, c.last)
		if err != nil {
			return nil, err
		}
		if last != c.last || head != c.head {
			tables = append(tables, id)
		}
	}
	return tables, nil
}

// listed names tables, the first of them where they are many.
func listed(ids []match.ID) string {
	const most = 20
	var names []string
	for _, id := range ids[:min(len(ids), most)] {
		names = append(names, fmt.Sprintf("table %d", id))
	}
	if more := len(ids) - most; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// moveAside renames a database that can't be read, with its write-ahead log. A
// crash in between leaves nothing at path, and the backup to restore again.
func moveAside(path string) error {
	for _, suffix := range []string{"-wal", "-shm", ""} {
		err := os.Rename(path+suffix, path+".replaced"+suffix)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func copyFile(ctx context.Context, from, to string) error {
	return withFile(from, func(db *sql.DB) error { return writeCopy(ctx, db, to) })
}

// withFile calls f with the database in an existing file, and leaves no
// write-ahead log behind when nobody else has it open.
func withFile(path string, f func(*sql.DB) error) (err error) {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	db, err := pool(path, "rw", 1, common()[:1], nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return f(db)
}

// writeCopy writes a consistent copy of the open database to the file at path,
// in place of what is there. The copy is checked and on the disk before it gets
// its name: a file of that name is complete, even if the power fails meanwhile.
func writeCopy(ctx context.Context, db *sql.DB, path string) error {
	part := path + partly
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return plainly(path, err)
	}
	err := fillCopy(ctx, db, part)
	if err == nil {
		err = os.Rename(part, path)
	}
	if err != nil {
		return errors.Join(err, os.RemoveAll(part))
	}
	return syncFile(filepath.Dir(path))
}

func fillCopy(ctx context.Context, db *sql.DB, path string) error {
	if err := ownFile(path); err != nil { // empty, as VACUUM wants it
		return plainly(path, err)
	}
	if err := copyPages(ctx, db, path); err != nil {
		return plainly(path, err)
	}
	progressOf(ctx)(CheckingCopy, 0, 0)
	err := withFile(path, func(copied *sql.DB) error {
		found, err := integrity(ctx, copied)
		if err == nil && len(found) > 0 {
			err = fmt.Errorf("the copy is damaged: %s", strings.Join(found, "; "))
		}
		return err
	})
	if err != nil {
		return err
	}
	return syncFile(path)
}

// copyPages copies a database into a new file and tells how large that is by now. SQLite
// itself does not say.
func copyPages(ctx context.Context, db *sql.DB, path string) error {
	tell := progressOf(ctx)
	var pages, size int
	if err := db.QueryRowContext(ctx, `SELECT (SELECT page_count FROM pragma_page_count), (SELECT page_size FROM pragma_page_size)`).Scan(&pages, &size); err != nil {
		return err
	}
	tell(CopyingFile, 0, pages)
	done := make(chan error, 1)
	go func() {
		_, err := db.ExecContext(ctx, "VACUUM INTO ?", path)
		done <- err
	}()
	look := time.NewTicker(100 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case err := <-done:
			if err == nil {
				tell(CopyingFile, pages, pages)
			}
			return err
		case <-look.C:
			if info, err := os.Stat(path); err == nil {
				tell(CopyingFile, min(int(info.Size())/size, pages), pages)
			}
		}
	}
}

// integrity returns what SQLite finds damaged in the file, nothing if it is whole.
func integrity(ctx context.Context, q querier) ([]string, error) {
	found, err := findings(ctx, q, "PRAGMA integrity_check")
	if err != nil || len(found) == 1 && found[0] == "ok" {
		return nil, err
	}
	return found, nil
}

func syncFile(path string) (err error) {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return f.Sync()
}
