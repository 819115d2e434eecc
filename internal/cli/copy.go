package cli

import (
	"context"
	"fmt"

	"deuces/game/systems"
	"deuces/internal/progress"
	"deuces/store"
)

// carry copies a database into another. Either can be a file or on PostgreSQL.
func carry(ctx context.Context, p program) error {
	from, to := p.args[0], p.args[1]
	ctx, done := progress.Show(ctx, p.stderr)
	copied, err := store.Copy(ctx, from, to, systems.New, p.logger(p.cfg))
	done()
	if err != nil {
		return err
	}
	for _, line := range copied.Unread {
		fmt.Fprintf(p.stdout, "%s: copied the results of an unreadable log as they were: %s\n", store.HidePassword(from), line)
	}
	for _, line := range copied.Found {
		fmt.Fprintf(p.stdout, "%s: copied with a problem of the original: %s\n", store.HidePassword(from), line)
	}
	fmt.Fprintf(p.stdout, "copied %s to %s: %d tables with %d events, and everything else except the standings\n", store.HidePassword(from), store.HidePassword(to), copied.Tables, copied.Events)
	fmt.Fprintf(p.stdout, "the logs have the same hash in both, %s; the standings of the copy were rebuilt and checked\n", copied.Hash)
	fmt.Fprintf(p.stdout, "to use the copy, set DEUCES_DB to it; the old database stays as it is\n")
	return nil
}
