// Command load draws the curve of docs/performance.md: how long answers take at so
// many plays a second, what a play costs the bot, and which part of it that goes to.
//
//	go run ./tools/load                      # 100 … 1,000 plays a second at 100 tables
//	go run ./tools/load -rates 500,650       # some of the rates
//	go run ./tools/load -rates "" -fresh 300 # only how late boards and hands are
//	go run ./tools/load -program deuces.old  # another build under the same load
//
// At the end it says how late boards and hands show a play (BenchmarkFreshness of e2e).
//
// Sandbox, users and bot share this machine. The load is BenchmarkLoad of e2e; the
// parts are samples of the bot's own profile (parts.go).
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"

	"golang.org/x/perf/benchfmt"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := load(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func load(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("load", flag.ContinueOnError)
	flags.SetOutput(stderr)
	rates := flags.String("rates", "100,200,300,400,500,650,800,1000", "plays a second, a `list` of those that BenchmarkLoad has")
	seconds := flags.Int("seconds", 8, "how long each rate lasts, in `seconds`")
	fresh := flags.Int("fresh", 300, "how many `plays` to look at boards and hands for; 0: don't")
	program := flags.String("program", "", "measure this built `file`, not what the source makes")
	if err := flags.Parse(args); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "deuces-load-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	test := filepath.Join(dir, "e2e.test")
	if out, err := exec.CommandContext(ctx, "go", "test", "-c", "-o", test, "deuces/e2e").CombinedOutput(); err != nil {
		return fmt.Errorf("build the load: %w\n%s", err, out)
	}
	if *rates != "" {
		if err := curve(ctx, test, *rates, *seconds, *program, filepath.Join(dir, "profile"), stdout, stderr); err != nil {
			return err
		}
	}
	if *fresh > 0 {
		return freshness(ctx, test, *fresh, *program, stdout, stderr)
	}
	return nil
}

// curve measures each of some rates and draws a line for it.
func curve(ctx context.Context, test, rates string, seconds int, program, profile string, stdout, stderr io.Writer) error {
	table := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "asked\tplays/s\tlate\tp50 ms\tp99 ms\tCPU ms/play\t")
	for _, p := range parts() {
		fmt.Fprintf(table, "%s\t", p.name)
	}
	fmt.Fprintln(table)
	for rate := range strings.SplitSeq(rates, ",") {
		n, err := strconv.Atoi(rate)
		if err != nil {
			return fmt.Errorf("-rates: %q is not a number", rate)
		}
		got, err := measured(ctx, test, "^BenchmarkLoad$/^"+rate+"_a_second$", n*seconds, stderr, "-profile", profile, "-program", program)
		if err != nil {
			return fmt.Errorf("%s plays a second: %w", rate, err)
		}
		cpu := got["bot-cpu-ms/play-alone"]
		fmt.Fprintf(table, "%d\t%.0f\t%.0f\t%.1f\t%.1f\t%.2f\t", n, got["plays/s"], got["late"], got["ms/play-median"], got["ms/play-p99"], cpu)
		shares, err := sharesOf(ctx, profile)
		if err != nil {
			return err
		}
		for _, p := range parts() {
			fmt.Fprintf(table, "%.2f\t", cpu*shares[p.name])
		}
		fmt.Fprintln(table)
	}
	return table.Flush()
}

// freshness says how late boards and hands show a play.
func freshness(ctx context.Context, test string, plays int, program string, stdout, stderr io.Writer) error {
	table := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "late in ms\tboards p50\tp99\thands p50\tp99\trequests/play\t")
	for _, limits := range []string{"no limits", "no limits, in a rush", "Discord's limits"} {
		bench := "^BenchmarkFreshness$/^" + strings.ReplaceAll(limits, " ", "_") + "$"
		got, err := measured(ctx, test, bench, plays, stderr, "-program", program)
		if err != nil {
			return fmt.Errorf("how late boards are with %s: %w", limits, err)
		}
		fmt.Fprintf(table, "%s\t%.0f\t%.0f\t%.0f\t%.0f\t%.1f\t\n", limits, got["ms/board-late-median"], got["ms/board-late-p99"],
			got["ms/hand-late-median"], got["ms/hand-late-p99"], got["requests/play"])
	}
	return table.Flush()
}

// measured runs a benchmark of e2e so many times and returns what it reports.
func measured(ctx context.Context, test, bench string, times int, stderr io.Writer, args ...string) (map[string]float64, error) {
	args = append([]string{"-test.run", "^$", "-test.bench", bench, "-test.benchtime", strconv.Itoa(times) + "x"}, args...)
	cmd := exec.CommandContext(ctx, test, args...)
	cmd.Dir, cmd.Stderr = "e2e", stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	return reported(out)
}

// reported are a benchmark's figures by unit.
func reported(out []byte) (map[string]float64, error) {
	found := map[string]float64{}
	in := benchfmt.NewReader(strings.NewReader(string(out)), "load")
	for in.Scan() {
		if r, is := in.Result().(*benchfmt.Result); is {
			for _, v := range r.Values {
				found[v.Unit] = v.Value
			}
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("the benchmark reports nothing; is there such a rate?\n%s", out)
	}
	return found, in.Err()
}
