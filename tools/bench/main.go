// Command bench measures Deuces, and compares with what docs/performance.md
// remembers.
//
//	go run ./tools/bench            # all of it, with a yes or no: minutes
//	go run ./tools/bench -quick     # a look: what takes seconds
//	go run ./tools/bench -update    # and write down what was measured
//
// The suite (suite.go) names the figures, and which benchmark reports each. The
// test binaries are built once. Then the whole suite is run several times over,
// not each benchmark several times in a row: a minute in which the machine was
// busy spoils one sample of many figures, and no median. Just before each
// benchmark the yardsticks are timed (run.go), a fixed piece of work for the
// processor and one for the disk, and times are compared in them: a slower
// machine is slower at both. Sizes and counts are compared as they are.
//
// The page keeps every run in Go's form of benchmarks (page.go), so that runs
// are compared with runs as benchstat does (compare.go): a figure is a
// regression when its median is worse by more than a third and chance is
// unlikely to do that. Then the command exits with 1; with 2 when something
// could not be measured.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// errWorse says that there are regressions.
var errWorse = errors.New("worse by more than a third")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := bench(ctx, os.Args[1:], os.Stdout, os.Stderr)
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return
	case errors.Is(err, errWorse):
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(2)
}

// options are the flags.
type options struct {
	quick, update    bool
	only             string
	count            int
	baseline, crowds string
}

func flags(args []string, stderr io.Writer) (o options, err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	set := flag.NewFlagSet("bench", flag.ContinueOnError)
	set.SetOutput(stderr)
	set.BoolVar(&o.quick, "quick", false, "only what takes seconds, with fewer runs: a look")
	set.StringVar(&o.only, "only", "", "only figures whose name or title fits this `regexp`")
	set.IntVar(&o.count, "count", 0, "how many `times` the suite is run (default 6, or 4 with -quick)")
	set.BoolVar(&o.update, "update", false, "write what was measured into the page")
	set.StringVar(&o.baseline, "baseline", "", "the page to compare with and to write, a `file` (default docs/performance.md)")
	set.StringVar(&o.crowds, "crowds", filepath.Join(cache, "deuces-bench"), "keep filled databases in this `directory`: they take minutes to make")
	if err := set.Parse(args); err != nil {
		return o, err
	}
	switch {
	case set.NArg() > 0:
		return o, fmt.Errorf("unknown argument %q", set.Arg(0))
	case o.update && (o.quick || o.only != ""):
		return o, errors.New("-update writes down one whole run: without -quick and -only")
	case o.count < 0:
		return o, errors.New("-count must be positive")
	case o.count == 0 && o.quick:
		o.count = 4 // the fewest that the test can say anything of
	case o.count == 0:
		o.count = 6 // the fewest that a median of 95 % confidence takes
	}
	return o, nil
}

func bench(ctx context.Context, args []string, stdout, stderr io.Writer) (err error) {
	o, err := flags(args, stderr)
	if err != nil {
		return err
	}
	only, err := regexp.Compile("(?i)" + o.only)
	if err != nil {
		return fmt.Errorf("-only: %w", err)
	}
	crowds, err := filepath.Abs(o.crowds)
	if err != nil {
		return err
	}
	measures := chosen(suite(crowds), only, o.quick)
	if len(measures) == 0 {
		return errors.New("no figure fits -only")
	}
	built, err := os.MkdirTemp("", "deuces-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(built)) }()
	r := runner{built: built}
	gomod, err := r.command(ctx, "", "go", "env", "GOMOD")
	if err != nil {
		return err
	}
	r.root = filepath.Dir(strings.TrimSpace(string(gomod)))
	if o.baseline == "" {
		o.baseline = filepath.Join(r.root, "docs", "performance.md")
	}
	page, err := os.ReadFile(o.baseline)
	if err != nil {
		return err
	}
	old, err := parse(string(page))
	if err != nil {
		return fmt.Errorf("%s: %w", o.baseline, err)
	}

	now, err := r.measure(ctx, measures, o.count, crowds, stderr)
	if err != nil {
		return err
	}
	list := listed(measures)
	if o.quick || o.only != "" { // what was left out is not missing
		maps.DeleteFunc(old.figures, func(name string, _ *samples) bool {
			return !slices.ContainsFunc(list, func(f figure) bool { return f.name == name })
		})
	}
	fmt.Fprintf(stdout, "page: %s\nnow:  %s\n\n", old, now)
	worse, err := show(stdout, compare(old.figures, now.figures, list))
	switch {
	case err != nil:
		return err
	case o.update:
		return update(o.baseline, now, list)
	case len(worse) > 0:
		return fmt.Errorf("%w: %s", errWorse, strings.Join(worse, "; "))
	}
	return nil
}

// measure builds what the measures need, and runs them all count times.
func (r runner) measure(ctx context.Context, measures []measure, count int, crowds string, stderr io.Writer) (record, error) {
	now := record{machine: r.machine(ctx), figures: figures{}}
	if err := os.MkdirAll(crowds, 0o755); err != nil {
		return now, err
	}
	pkgs := []string{"game/president"} // where the yardstick is
	for _, m := range measures {
		if m.pkg != release && !slices.Contains(pkgs, m.pkg) {
			pkgs = append(pkgs, m.pkg)
		}
	}
	for _, pkg := range pkgs {
		if _, err := r.command(ctx, r.root, "go", "test", "-c", "-o", r.binary(pkg), "./"+pkg); err != nil {
			return now, err
		}
	}
	begun := time.Now()
	for i := range count {
		for _, m := range measures {
			fmt.Fprintf(stderr, "%6s  run %d of %d: %s %s\n", time.Since(begun).Round(time.Second), i+1, count, m.pkg, m.bench)
			if err := r.run(ctx, m, now.figures); err != nil {
				return now, err
			}
		}
	}
	return now, nil
}
