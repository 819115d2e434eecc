package store

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"deuces/match"
	"deuces/store/engine"
	"deuces/store/sqlite"
)

// ErrOwnTools means that a PostgreSQL database must be backed up with PostgreSQL's own tools.
var ErrOwnTools = errors.New("this is a PostgreSQL database: back it up with pg_dump --format=custom --file=FILE, and restore that with pg_restore --clean --if-exists --single-transaction while the bot is stopped " +
	"(deuces copy also makes a file of it, and puts a file's contents into an empty database)")

// Backup writes a consistent copy of the database file name to a new file at path. Tables may be
// played meanwhile, and the database may have an older version. Backup checks and syncs the copy
// before it returns. The error is ErrBackup if another backup is running.
func Backup(ctx context.Context, name, path string) (err error) {
	defer engine.Annotate(&err, "backup")
	o, err := withSteps(name, engine.Options{})
	if err == nil && !IsFile(name) {
		err = ErrOwnTools
	}
	if err != nil {
		return err
	}
	return sqlite.Backup(ctx, name, path, o.Steps)
}

// Restore replaces the database at path, which no process may have open, with a copy of the
// backup at from. The previous file is renamed to kept; kept is "" if there was none. Restore
// refuses a backup that is empty, is damaged or has a newer version. Unless forced, it also refuses
// to replace a database that can't be read (ErrUnreadable), or one with events that the backup lacks (ErrPlayed).
func Restore(ctx context.Context, from, path string, force bool) (kept string, err error) {
	defer engine.Annotate(&err, "restore")
	o, err := withSteps(path, engine.Options{})
	if err == nil && (!IsFile(path) || !IsFile(from)) {
		err = ErrOwnTools
	}
	if err != nil {
		return "", err
	}
	return sqlite.Restore(ctx, from, path, force, o.Steps, missingEvents)
}

// missingEvents lists the tables whose log has events that the backup lacks or has in a different
// form. It compares the heads of the logs instead of times, because clocks change.
func missingEvents(ctx context.Context, present, backup engine.Querier) (string, error) {
	const most = 20
	chains, err := allChains(ctx, present)
	if err != nil {
		return "", err
	}
	ids, err := engine.Collect(ctx, present, engine.ScanOne[match.ID], `SELECT id FROM tables UNION SELECT table_id FROM chains ORDER BY 1`)
	if err != nil {
		return "", err
	}
	var names []string
	more := 0
	for _, id := range ids {
		c, chained := chains[id]
		if !chained { // the database is damaged
			if c.head, c.last, err = digest(ctx, present, id, math.MaxInt); err != nil {
				return "", err
			}
		}
		head, last, err := digest(ctx, backup, id, c.last)
		switch {
		case err != nil:
			return "", err
		case last == c.last && head == c.head:
		case len(names) < most:
			names = append(names, fmt.Sprintf("table %d", id))
		default:
			more++
		}
	}
	if more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", "), nil
}
