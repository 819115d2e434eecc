package store

import (
	"context"
	"database/sql"
	"os"
	"time"
)

// Progress is told how far long work is: what is being done, and how much of it. total
// is 0 where nobody can know. It is called often, never by two goroutines at a time, and
// must not block.
type Progress func(what string, done, total int)

// The parts of long work, as Progress is told of them.
const (
	CheckingFile = "checking the file"
	CheckingSums = "checking the standings"
	ReadingLogs  = "reading the logs of tables"
	AddingUp     = "adding up the standings"
	CopyingFile  = "copying"
	CheckingCopy = "checking the copy"

	CopyingRows   = "copying" // what, follows
	ComparingRows = "comparing the two databases"
)

type progressKey struct{}

// WithProgress has Check, Recount, Rebuild, Backup, Restore and Copy under the returned context
// tell how far they are.
func WithProgress(ctx context.Context, p Progress) context.Context {
	return context.WithValue(ctx, progressKey{}, p)
}

// progressOf is what a context has for it, or what ignores it.
func progressOf(ctx context.Context) Progress {
	if p, ok := ctx.Value(progressKey{}).(Progress); ok {
		return p
	}
	return func(string, int, int) {}
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
