// Command load draws the curve of docs/performance.md: how long answers take at so
// many plays a second, what a play costs the bot, and which part of it that goes to.
//
//	go run ./tools/load                      # 100 … 1,000 plays a second at 100 tables
//	go run ./tools/load -rates 500,650       # some of the rates
//	go run ./tools/load -program deuces.old  # another build under the same load
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
	table := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "asked\tplays/s\tlate\tp50 ms\tp99 ms\tCPU ms/play\t")
	for _, p := range parts() {
		fmt.Fprintf(table, "%s\t", p.name)
	}
	fmt.Fprintln(table)
	for rate := range strings.SplitSeq(*rates, ",") {
		n, err := strconv.Atoi(rate)
		if err != nil {
			return fmt.Errorf("-rates: %q is not a number", rate)
		}
		profile := filepath.Join(dir, "profile")
		cmd := exec.CommandContext(ctx, test, "-test.run", "^$", "-test.bench", "^BenchmarkLoad$/^"+rate+"_a_second$",
			"-test.benchtime", strconv.Itoa(n**seconds)+"x", "-profile", profile, "-program", *program)
		cmd.Dir, cmd.Stderr = "e2e", stderr
		out, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("%s plays a second: %w\n%s", rate, err, out)
		}
		got, err := reported(out)
		if err != nil {
			return err
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
