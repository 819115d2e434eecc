package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"

	"deuces/game/systems"
	"deuces/internal/progress"
	"deuces/match"
	"deuces/store"
)

// checkCommand returns the action that checks the configured database: its file, the hash chain of every
// log, whether the logs follow the rules, and whether the standings match them.
func checkCommand(flags *flag.FlagSet) action {
	heads := keptHeads{}
	flags.Var(heads, "head", "a head of a log that somebody copied from Fair play, as `TABLE=HEX`; may be given several times")
	return func(ctx context.Context, p program) error { return check(ctx, p, heads) }
}

func check(ctx context.Context, p program, heads keptHeads) (err error) {
	r, err := store.Read(ctx, p.cfg.DB)
	if err != nil {
		return fmt.Errorf("DEUCES_DB: %w", err)
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	ctx, done := progress.Show(ctx, p.stderr)
	defer done()
	found, err := r.Check(ctx)
	if err != nil {
		return err
	}
	if len(found) == 0 { // a damaged database may be unreadable
		if found, err = r.Recount(ctx, systems.New); err != nil {
			return err
		}
	}
	if len(found) == 0 { // a head proves nothing about a damaged database
		if found, err = r.CheckHeads(ctx, heads); err != nil {
			return err
		}
	}
	done()
	for _, line := range found {
		fmt.Fprintf(p.stdout, "%s: %s\n", store.HidePassword(p.cfg.DB), line)
	}
	if len(found) > 0 {
		return errSilent
	}
	events, tables, err := r.Counts(ctx)
	if err != nil {
		return err
	}
	stale, err := r.Stale(ctx)
	if err != nil {
		return err
	}
	standings := "and all standings"
	if stale {
		standings = "but not the standings: an older version derived them, and the next start derives them again"
	}
	fmt.Fprintf(p.stdout, "%s: ok\nchecked: %d events of %d tables, %s\nnot checked:\n  %s\n",
		store.HidePassword(p.cfg.DB), events, tables, standings, strings.Join(store.NotCovered(), "\n  "))
	fmt.Fprintln(p.stdout, "a log that lost its end together with its chain, or that was rewritten with a new chain, is found only with a head that somebody kept (--head)")
	if !store.IsFile(p.cfg.DB) {
		fmt.Fprintln(p.stdout, "PostgreSQL's own files are not checked: use pg_amcheck")
	}
	return nil
}

// keptHeads is the value of the flag --head.
type keptHeads map[match.ID][]string

func (h keptHeads) String() string { return "" }

func (h keptHeads) Set(s string) error {
	id, head, _ := strings.Cut(s, "=")
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil || n < 1 {
		return fmt.Errorf("%.80q does not begin with the number of a table, as in 12=%s", s, strings.Repeat("0f", 16))
	}
	if head, err = store.ParseHead(head); err != nil {
		return err
	}
	h[match.ID(n)] = append(h[match.ID(n)], head)
	return nil
}
