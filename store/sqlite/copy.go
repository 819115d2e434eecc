package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"deuces/store/engine"
)

// Backup is store.Backup.
//
// What a killed backup has left is removed by the next one into the same directory: it has the same
// name, which only one backup at a time uses.
func Backup(ctx context.Context, name, path string, steps engine.Steps) error {
	name = Real(name)
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s: %w", path, fs.ErrExist)
	}
	return withFile(name, func(db *sql.DB) error {
		if _, err := steps.Fits(Version(ctx, db)); err != nil {
			return fmt.Errorf("%s: %w", name, explain(name, err))
		}
		unlock, err := Lock(ctx, name+"-backup")
		switch {
		case errors.Is(err, engine.ErrInUse):
			return ErrBackup
		case err != nil: // for example, the disk of the database is full, and that of the backup isn't
			unlock = func() error { return nil }
		}
		err = writeCopy(ctx, db, partOfBackup(name, path), path)
		if err != nil && codeOf(err)&0xff != sqlite3.SQLITE_CORRUPT { // that would be the database
			err = fmt.Errorf("%w %s: %w", ErrTarget, path, err)
		}
		return errors.Join(err, unlock())
	})
}

// ErrTarget means that a backup failed because of the place of its new file, and not of the database.
var ErrTarget = errors.New("can't write")

// ErrBackup means that another process is making a backup of the database.
var ErrBackup = errors.New("another backup of this database is being made: wait for it")

// partOfBackup returns the name of the incomplete file of a backup. It depends only on the
// database and the directory of the backup.
func partOfBackup(name, path string) string {
	if whole, err := filepath.Abs(name); err == nil {
		name = whole
	}
	return filepath.Join(filepath.Dir(path), fmt.Sprintf("%s-%08x%s", filepath.Base(name), crc32.ChecksumIEEE([]byte(name)), Part))
}

// withFile opens an existing file, calls f and closes the file. It leaves no write-ahead log behind
// unless another process has the file open.
func withFile(path string, f func(*sql.DB) error) error {
	return withPool(pool{size: 1, pragmas: []pragma{busyTimeout}}, path, f)
}

func withPool(p pool, path string, f func(*sql.DB) error) (err error) {
	if err := Present(path); err != nil {
		return err
	}
	db, err := p.open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return f(db)
}

// withUndamaged calls f with an existing file if it is undamaged and has a known version.
func withUndamaged(ctx context.Context, path string, steps engine.Steps, f func(*sql.DB) error) error {
	return withFile(path, func(db *sql.DB) error {
		_, err := steps.Fits(Version(ctx, db))
		if err == nil {
			err = undamaged(ctx, db, "it")
		}
		if err != nil {
			return err
		}
		return f(db)
	})
}

// writeCopy writes a consistent copy of an open database to path, replacing an existing file.
// Until it is complete it is the file part in the same directory, so a file at path is complete even
// after a power failure.
func writeCopy(ctx context.Context, db *sql.DB, part, path string) error {
	err := makeCopy(ctx, db, part, path)
	if err == nil {
		err = os.Rename(part, path)
	}
	if err != nil {
		return errors.Join(err, Remove(part))
	}
	return Sync(filepath.Dir(path))
}

// makeCopy writes a consistent copy of an open database to the file part, replacing what was left
// there, and checks and syncs it. The copy gets the owner of the file at path, if there is one. If
// makeCopy fails, it leaves no file.
func makeCopy(ctx context.Context, db *sql.DB, part, path string) error {
	err := Remove(part)
	if err == nil {
		err = createPrivate(part, path) // VACUUM INTO requires an empty file
	}
	if err == nil {
		err = copyPages(ctx, db, part)
	}
	err = explain(part, err)
	if err == nil {
		engine.ProgressOf(ctx)(engine.CheckingCopy, 0, 0)
		err = withFile(part, func(copied *sql.DB) error { return undamaged(ctx, copied, "the copy") })
	}
	if err == nil {
		err = Sync(part)
	}
	if err != nil {
		return errors.Join(err, Remove(part))
	}
	return nil
}

// Part is the suffix of incomplete files. Of a migration, a restore or a filled database they lie
// beside it, as path+Part and path+".replaced"+Part; the next start removes what a killed one has left.
const Part = ".part"

// replaced is the suffix of what a restore keeps of the previous database.
const replaced = ".replaced"

// beside lists the suffixes of the files that SQLite keeps beside a database. SQLite finds them by
// name, even if they belong to another file.
func beside() []string { return []string{"-wal", "-shm", "-journal"} }

// Remove deletes a file that nobody has open, and the files beside it.
func Remove(path string) error {
	return errors.Join(remove(path), removeBeside(path), remove(path+"-lock"))
}

func removeBeside(path string) (err error) {
	for _, suffix := range beside() {
		err = errors.Join(err, remove(path+suffix))
	}
	return err
}

func remove(path string) error {
	err := os.Remove(path)
	if _, gone := os.Lstat(path); errors.Is(gone, fs.ErrNotExist) { // a read-only disk refuses before it looks
		return nil
	}
	return explain(path, err)
}

// freeName returns the first unused name of name, name.2, name.3 and so on.
func freeName(name string) (string, error) {
	for n, free := 2, name; ; n++ {
		taken := false
		for _, suffix := range append(beside(), "") {
			_, err := os.Lstat(free + suffix)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return "", err
			}
			taken = taken || err == nil
		}
		if !taken {
			return free, nil
		}
		free = fmt.Sprintf("%s.%d", name, n)
	}
}

// copyPages copies a database into a new file. It reports progress by the size of the file,
// because SQLite doesn't report any.
func copyPages(ctx context.Context, db *sql.DB, path string) error {
	tell := engine.ProgressOf(ctx)
	var pages, size int
	if err := db.QueryRowContext(ctx, `SELECT (SELECT page_count FROM pragma_page_count), (SELECT page_size FROM pragma_page_size)`).Scan(&pages, &size); err != nil {
		return err
	}
	tell(engine.CopyingFile, 0, pages)
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
				tell(engine.CopyingFile, pages, pages)
			}
			return err
		case <-look.C:
			if info, err := os.Stat(path); err == nil {
				tell(engine.CopyingFile, min(int(info.Size())/size, pages), pages)
			}
		}
	}
}

// Checks of a file by SQLite. The quick one doesn't compare its indexes.
const (
	wholly  = "PRAGMA integrity_check"
	quickly = "PRAGMA quick_check(10)"
)

// integrity returns the damage that a check finds in a file.
func integrity(ctx context.Context, q engine.Querier, check string) ([]string, error) {
	found, err := engine.Lines(ctx, q, check)
	if err != nil || len(found) == 1 && found[0] == "ok" {
		return nil, err
	}
	return damageLines(found), nil
}

// damageLines returns the lines of SQLite's report of damage, without its heading.
func damageLines(report []string) (lines []string) {
	for line := range strings.Lines(strings.Join(report, "\n")) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "*** in database") {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return report
	}
	return lines
}

// inBrief returns the first line of a report, and says how many there are.
func inBrief(lines []string) string {
	if len(lines) > 1 {
		return fmt.Sprintf("%s, and %d more", lines[0], len(lines)-1)
	}
	return strings.Join(lines, "")
}

// undamaged returns an error if a file is damaged.
func undamaged(ctx context.Context, q engine.Querier, what string) error {
	found, err := integrity(ctx, q, wholly)
	if err == nil && len(found) > 0 {
		err = fmt.Errorf("%s is damaged: %s", what, inBrief(found))
	}
	return err
}

// Sync syncs a file, or the entries of a directory, to disk.
func Sync(path string) (err error) {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return f.Sync()
}
