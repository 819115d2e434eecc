package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// The page's figures stand between these lines; all else is prose, and stays.
const (
	begins = "<!-- figures: `go run ./tools/bench -update` writes what follows -->"
	ends   = "<!-- end of the figures -->"
)

var errNoMarks = errors.New("the page lacks the lines that its figures stand between")

// record is what a page remembers of a run.
type record struct {
	machine []benchfmt.Config
	figures figures
}

// String names the machine.
func (r record) String() string {
	said := make([]string, 0, len(r.machine))
	for _, c := range r.machine {
		said = append(said, fmt.Sprintf("%s %s", c.Key, c.Value))
	}
	return strings.Join(said, ", ")
}

// split cuts a page where its figures begin and end.
func split(page string) (before, section, after string, err error) {
	before, rest, begun := strings.Cut(page, begins)
	section, after, ended := strings.Cut(rest, ends)
	if !begun || !ended {
		return "", "", "", errNoMarks
	}
	return before, section, after, nil
}

// parse reads a page's figures: the runs in Go's form of benchmarks. The tables
// above them are for people.
func parse(page string) (record, error) {
	r := record{figures: figures{}}
	_, section, _, err := split(page)
	in := benchfmt.NewReader(strings.NewReader(section), "page")
	for err == nil && in.Scan() {
		switch rec := in.Result().(type) {
		case *benchfmt.SyntaxError:
			err = rec
		case *benchfmt.Result:
			first := rec.Values[0] // a line without is a syntax error
			yards, has := rec.Value("yards")
			if !has {
				yards = first.Value
			}
			r.machine = rec.Clone().Config
			r.figures.add(rec.Name.String(), first.Unit, first.Value, yards)
		}
	}
	return r, errors.Join(err, in.Err())
}

// write sets a record into a page.
func write(page string, r record, list []figure) (string, error) {
	before, _, after, err := split(page)
	if err != nil {
		return "", err
	}
	var out, runs strings.Builder
	fmt.Fprintf(&out, "%s%s\n\n| The machine | |\n|---|---|\n", before, begins)
	for _, c := range r.machine {
		fmt.Fprintf(&out, "| %s | %s |\n", c.Key, c.Value)
	}
	out.WriteString("\n| Figure | Median | 95 % | In yardsticks |\n|---|---:|---:|---:|\n")
	w := benchfmt.NewWriter(&runs)
	for _, f := range list {
		s := r.figures[f.name]
		if s == nil {
			continue
		}
		value, within := s.median()
		yards := ""
		if f.per != whole {
			yards = fmt.Sprintf("%.3g", summary(s.yards).Center)
		}
		fmt.Fprintf(&out, "| %s | %s | %s | %s |\n", f.title, value, within, yards)
		for i := range s.values {
			res := &benchfmt.Result{Config: r.machine, Name: benchfmt.Name(f.name), Iters: 1, Values: []benchfmt.Value{{Value: round(s.values[i]), Unit: s.unit}}}
			if f.per != whole {
				res.Values = append(res.Values, benchfmt.Value{Value: round(s.yards[i]), Unit: "yards"})
			}
			err = errors.Join(err, w.Write(res))
		}
	}
	fmt.Fprintf(&out, "\n<details><summary>Every run, as benchstat reads it</summary>\n\n```text\n%s```\n\n</details>\n\n%s%s", &runs, ends, after)
	return out.String(), err
}

// round keeps four digits: the fifth says nothing.
func round(x float64) float64 {
	short, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 4, 64), 64)
	return short
}

// update writes a record into the page at path, whose prose may have changed
// since the figures were read.
func update(path string, r record, list []figure) error {
	page, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	written, err := write(string(page), r, list)
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(written), 0o644)
}
