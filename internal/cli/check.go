package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"
	"time"

	"deuces/game/systems"
	"deuces/internal/progress"
	"deuces/match"
	"deuces/store"
)

// checkCommand returns the action that checks the configured database: its file, the hash chain of every
// log, whether the logs follow the rules, and whether the standings match them.
func checkCommand(flags *flag.FlagSet) action {
	heads := keptHeads{}
	flags.Var(heads, "head", "a head that somebody kept from a board of the table, as `TABLE=HEX`; may be given several times")
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
	covered, err := r.Coverage(ctx)
	if err != nil {
		return err
	}
	stale, err := r.Stale(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "%s: ok\n", store.HidePassword(p.cfg.DB))
	fmt.Fprint(p.stdout, covers(covered, stale))
	if !store.IsFile(p.cfg.DB) {
		fmt.Fprintln(p.stdout, "PostgreSQL's own files are not looked at: pg_amcheck does that")
	}
	return nil
}

// covers describes what the check covers, and since when.
func covers(c store.Coverage, stale bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "checked: %d events of %d tables", c.Events, c.Tables)
	if stale {
		b.WriteString("; an older version made the standings, and the next start makes them anew\n")
	} else {
		b.WriteString(", and all standings\n")
	}
	if c.Late > 0 {
		fmt.Fprintf(&b, "the logs of %d tables are older than their chains, which speak for them since %s at the latest (the first since %s)\n",
			c.Late, c.To.Format(time.DateTime), c.From.Format(time.DateTime))
	}
	if c.Without > 0 {
		fmt.Fprintf(&b, "the logs of %d older tables have no chain; those of live ones begin with their next event\n", c.Without)
	}
	fmt.Fprintf(&b, "not checked:\n  %s\n", strings.Join(store.NotCovered(), "\n  "))
	b.WriteString("plays missing at the end, or a chain computed anew, show only against a head that somebody kept (--head)\n")
	return b.String()
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
