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

var (
	// ErrOwnTools: PostgreSQL's databases are copied by its own programs.
	ErrOwnTools = errors.New("this is a PostgreSQL database: back it up with pg_dump --format=custom --file=FILE, and restore that with pg_restore --clean --if-exists --single-transaction while the bot is stopped " +
		"(deuces copy also makes a file of it, and puts a file's contents into an empty database)")
	// ErrBackup: another process is making a backup of the database.
	ErrBackup = sqlite.ErrBackup
	// ErrPlayed: restoring would lose what was played since the backup.
	ErrPlayed = sqlite.ErrPlayed
)

// Backup writes a consistent copy of the database in a file to a new file, also while tables are
// played, and whatever older version it is of. The copy is checked, and on the disk on return. One
// is made at a time (ErrBackup).
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

// Restore puts a copy of the backup at from in the place of the database at path, which no process
// may have open. What was there is kept as the file kept, "" if nothing was there. It refuses a
// backup that is damaged or of a newer version; and, unless forced, to replace a database that can't
// be read, or a table of which has events that the backup lacks (ErrPlayed).
func Restore(ctx context.Context, from, path string, force bool) (kept string, err error) {
	defer engine.Annotate(&err, "restore")
	o, err := withSteps(path, engine.Options{})
	if err == nil && (!IsFile(path) || !IsFile(from)) {
		err = ErrOwnTools
	}
	if err != nil {
		return "", err
	}
	return sqlite.Restore(ctx, from, path, force, o.Steps, lacks)
}

// lacks names the tables that have events in one database which are not the same in its backup,
// compared by the heads of their logs. Times say nothing: clocks are set.
func lacks(ctx context.Context, present, backup engine.Querier) (string, error) {
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
		if !chained { // its log is older than chains, and has not gone on since
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
