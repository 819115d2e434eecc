// Testsum makes a report of several runs of go test. The output of each run is piped through
//
//	go test -json ./... | testsum show LOG
//
// which prints what go test prints (a line for each package, and the output of failed tests; with -say
// PATTERN also the output of these tests) and appends the events to LOG. Finally
//
//	testsum sum LOG
//
// prints how long each step took, the five slowest tests, how many tests ran in a smaller dose than possible
// (gametest.Dose), what failed, and "N passed, N failed, N skipped" as the last line. Its exit code is 1 if anything failed.
//
// A step is a line of LOG in the form of go test's events with the package "steps", which the script appends
// at the end of each step. A step that failed without a failed test counts as one failure, because it was
// another kind of check, or no test was run.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
)

// stepsPackage is the package of a step's event.
const stepsPackage = "steps"

// event is a line of go test -json, as described by go doc test2json.
type event struct {
	Action  string
	Package string
	Test    string // empty: an event of the package
	Elapsed float64
	Output  string
}

func main() {
	failed, err := run(os.Args[1:], os.Stdin, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "testsum:", err)
		os.Exit(2)
	}
	if failed {
		os.Exit(1)
	}
}

// run executes a command line, and reports whether anything in its report failed.
func run(args []string, in io.Reader, out io.Writer) (failed bool, err error) {
	flags := flag.NewFlagSet("testsum show|sum", flag.ContinueOnError)
	say := flags.String("say", "^$", "show: print what tests of such names say also when they pass")
	if len(args) == 0 || args[0] != "show" && args[0] != "sum" {
		return false, errors.New("it is testsum show [-say PATTERN] LOG or testsum sum LOG")
	}
	if err := flags.Parse(args[1:]); err != nil {
		return false, err
	}
	if flags.NArg() != 1 {
		return false, errors.New("one LOG is needed")
	}
	if args[0] == "show" {
		told, err := regexp.Compile(*say)
		if err != nil {
			return false, err
		}
		log, err := os.OpenFile(flags.Arg(0), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
		if err != nil {
			return false, err
		}
		return false, errors.Join(show(in, out, log, told), log.Close())
	}
	log, err := os.Open(flags.Arg(0))
	if err != nil {
		return false, err
	}
	defer log.Close()
	var s sum
	if err := each(log, func(_ []byte, e event, ok bool) error {
		if ok {
			s.add(e)
		}
		return nil
	}); err != nil {
		return false, err
	}
	return s.failed > 0, s.report(out)
}

// each calls do for each line, which may have any length. ok reports whether the line is an event.
// Other lines are output of tools.
func each(in io.Reader, do func(line []byte, e event, ok bool) error) error {
	r := bufio.NewReader(in)
	for {
		line, err := r.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			ok := json.Unmarshal(line, &e) == nil && e.Action != ""
			if err := do(line, e, ok); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// show prints a run like go test, and logs its events. It prints the output of tests that match
// told even if they pass.
func show(in io.Reader, out, log io.Writer, told *regexp.Regexp) error {
	said := map[[2]string]*strings.Builder{} // output of running tests, by package and test
	print := func(s string) error {
		_, err := io.WriteString(out, s)
		return err
	}
	return each(in, func(line []byte, e event, ok bool) error {
		if !ok {
			return print(string(line))
		}
		if _, err := log.Write(line); err != nil {
			return err
		}
		test := [2]string{e.Package, e.Test}
		switch e.Action {
		case "build-output":
			return print(e.Output)
		case "output":
			if e.Test == "" && e.Output == "PASS\n" {
				return nil
			}
			if e.Test == "" || told.MatchString(e.Test) {
				return print(e.Output)
			}
			if said[test] == nil {
				said[test] = &strings.Builder{}
			}
			said[test].WriteString(e.Output)
		case "pass", "skip":
			delete(said, test)
		case "fail":
			for t, text := range said { // a failed package also prints the output of tests that didn't end
				if t == test || e.Test == "" && t[0] == e.Package && t[1] != "" {
					if err := print(text.String()); err != nil {
						return err
					}
					delete(said, t)
				}
			}
		}
		return nil
	})
}
