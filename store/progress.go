package store

import (
	"context"
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
