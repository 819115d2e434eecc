package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"deuces/internal/diskspace"
	"deuces/store/engine"
)

// Lock makes this process the only writer of the file at path until unlock is called or the
// process ends. It returns engine.ErrInUse if another process holds the lock. It locks an empty
// SQLite file beside the database, path-lock, which works wherever the database does and doesn't
// affect readers and backups. Two writers wouldn't lose data, since each append checks the end of
// the log, but both would show outdated tables to their players.
func Lock(ctx context.Context, path string) (unlock func() error, err error) {
	if err := createPrivate(path+"-lock", path); err != nil {
		return nil, fmt.Errorf("%s: %w", path, explain(path, err))
	}
	// Taking the lock writes nothing, so it works on a full disk.
	name, err := dsn(path+"-lock", "rwc", shared, []pragma{{"busy_timeout", "0", "0"}, {"journal_mode", "MEMORY", "memory"}})
	if err != nil {
		return nil, err
	}
	connector, err := sqlite.NewConnector(name)
	if err != nil {
		return nil, err
	}
	db := engine.NewPool(connector, 1)
	conn, err := db.Conn(ctx)
	if err == nil {
		_, err = conn.ExecContext(ctx, "BEGIN EXCLUSIVE")
	}
	if err != nil {
		// SQLite says the same of a disk that knows no locks, such as that of a bad network.
		if codeOf(err)&0xff == sqlite3.SQLITE_BUSY && !isNoLock(diskspace.Probe(filepath.Dir(path))) {
			err = engine.ErrInUse
		}
		return nil, errors.Join(fmt.Errorf("%s: %w", path, explain(path, err)), db.Close())
	}
	return func() error { return errors.Join(conn.Close(), db.Close()) }, nil
}

// locked reports whether a process holds the lock. It creates no file.
func locked(ctx context.Context, path string) (bool, error) {
	if _, err := os.Stat(path + "-lock"); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	unlock, err := Lock(ctx, path)
	if errors.Is(err, engine.ErrInUse) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	return false, unlock()
}
