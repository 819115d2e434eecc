package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// sum is the summary of a log.
type sum struct {
	passed, failed, skipped int

	steps    []event
	tests    []event         // tests that ended, of all runs
	failures []string        // a line for each failure
	less     map[string]bool // tests that ran in a smaller dose

	inPackage map[string]int // failed tests of packages that haven't ended
	inStep    int            // failures since the last step ended
}

func (s *sum) add(e event) {
	switch {
	case e.Action == "output" && strings.Contains(e.Output, ": left out: "):
		if s.less == nil {
			s.less = map[string]bool{}
		}
		s.less[e.Package+" "+e.Test] = true
		return
	case e.Action != "pass" && e.Action != "fail" && e.Action != "skip":
		return
	case e.Package == stepsPackage:
		s.steps = append(s.steps, e)
		if e.Action == "fail" && s.inStep == 0 {
			s.fail("the step " + e.Test)
		}
		s.inStep = 0
		return
	case e.Test == "": // an event of a package
		if e.Action == "fail" && s.inPackage[e.Package] == 0 {
			s.fail(e.Package + ", in which no test failed")
		}
		delete(s.inPackage, e.Package)
		return
	}
	s.tests = append(s.tests, e)
	switch e.Action {
	case "pass":
		s.passed++
	case "skip":
		s.skipped++
	case "fail":
		s.fail(e.Package + " " + e.Test)
		if s.inPackage == nil {
			s.inPackage = map[string]int{}
		}
		s.inPackage[e.Package]++
	}
}

func (s *sum) fail(what string) {
	s.failed++
	s.inStep++
	s.failures = append(s.failures, what)
}

// slowest returns the n slowest tests, except those with subtests.
func (s *sum) slowest(n int) []event {
	made := map[string]bool{}
	longest := map[string]event{}
	for _, e := range s.tests {
		for i, c := range e.Test {
			if c == '/' {
				made[e.Package+" "+e.Test[:i]] = true
			}
		}
		name := e.Package + " " + e.Test
		if before, ok := longest[name]; !ok || e.Elapsed > before.Elapsed {
			longest[name] = e
		}
	}
	var all []event
	for name, e := range longest {
		if !made[name] {
			all = append(all, e)
		}
	}
	slices.SortFunc(all, func(a, b event) int {
		return cmp.Or(cmp.Compare(b.Elapsed, a.Elapsed), strings.Compare(a.Package+a.Test, b.Package+b.Test))
	})
	return all[:min(n, len(all))]
}

func (s *sum) report(out io.Writer) error {
	var b bytes.Buffer
	total := 0.0
	fmt.Fprintln(&b, "\nTime of each step:")
	for _, e := range s.steps {
		total += e.Elapsed
		fmt.Fprintf(&b, "%7.0f s  %s%s\n", e.Elapsed, e.Test, map[bool]string{true: ": failed"}[e.Action == "fail"])
	}
	fmt.Fprintf(&b, "%7.0f s  in all\n", total)
	fmt.Fprintln(&b, "\nThe slowest tests:")
	for _, e := range s.slowest(5) {
		fmt.Fprintf(&b, "%7.1f s  %s %s\n", e.Elapsed, e.Package, e.Test)
	}
	if n := len(s.less); n > 0 {
		fmt.Fprintf(&b, "\n%d test%s did less than with DEUCES_DOSE=long: look for \"left out\" in the log\n", n, map[bool]string{true: "s"}[n > 1])
	}
	if len(s.failures) > 0 {
		fmt.Fprintln(&b, "\nFailed:")
		for _, what := range s.failures {
			fmt.Fprintln(&b, "   ", what)
		}
	}
	fmt.Fprintf(&b, "\n%d passed, %d failed, %d skipped\n", s.passed, s.failed, s.skipped)
	_, err := out.Write(b.Bytes())
	return err
}
