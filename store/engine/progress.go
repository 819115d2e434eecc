package engine

import "context"

// Progress is called with the progress of a long operation: the current step, and how much of
// it is done. total is 0 if unknown. It is called often, never concurrently, and must not
// block.
type Progress func(what string, done, total int)

// The steps of long operations.
const (
	CheckingFile  = "checking the file"
	CheckingSums  = "checking the standings"
	ReadingLogs   = "reading the logs of tables"
	AddingUp      = "adding up the standings"
	CopyingFile   = "copying"
	CheckingCopy  = "checking the copy"
	CopyingRows   = "copying" // followed by the name of the table
	ComparingRows = "comparing the two databases"
)

type progressKey struct{}

// WithProgress returns a context whose operations report their progress.
func WithProgress(ctx context.Context, p Progress) context.Context {
	return context.WithValue(ctx, progressKey{}, p)
}

// ProgressOf returns the Progress of a context, or a no-op.
func ProgressOf(ctx context.Context) Progress {
	if p, ok := ctx.Value(progressKey{}).(Progress); ok {
		return p
	}
	return func(string, int, int) {}
}
