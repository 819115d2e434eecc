package engine

import "context"

// Progress is told how far long work is: what is being done, and how much of it. total is 0 if
// nobody can know. It is called often, never by two goroutines at a time, and must not block.
type Progress func(what string, done, total int)

// The parts of long work, as Progress is told of them.
const (
	CheckingFile  = "checking the file"
	CheckingSums  = "checking the standings"
	ReadingLogs   = "reading the logs of tables"
	AddingUp      = "adding up the standings"
	CopyingFile   = "copying"
	CheckingCopy  = "checking the copy"
	CopyingRows   = "copying" // the table's name follows
	ComparingRows = "comparing the two databases"
)

type progressKey struct{}

// WithProgress returns a context under which long work tells how far it is.
func WithProgress(ctx context.Context, p Progress) context.Context {
	return context.WithValue(ctx, progressKey{}, p)
}

// ProgressOf returns the Progress of a context, or one that ignores what it is told.
func ProgressOf(ctx context.Context) Progress {
	if p, ok := ctx.Value(progressKey{}).(Progress); ok {
		return p
	}
	return func(string, int, int) {}
}
