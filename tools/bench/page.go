package main

import (
	"errors"
	"fmt"
	"math"
	"os"
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

// split cuts a page where its figures begin and end.
func split(page string) (before, section, after string, err error) {
	before, rest, begun := strings.Cut(page, begins)
	section, after, ended := strings.Cut(rest, ends)
	if !begun || !ended {
		return "", "", "", errNoMarks
	}
	return before, section, after, nil
}

// parse reads a page's figures: the runs in Go's form of benchmarks. The table
// above them is for people.
func parse(page string) (record, error) {
	_, section, _, err := split(page)
	if err != nil {
		return record{}, err
	}
	r := record{figures: figures{}}
	in := benchfmt.NewReader(strings.NewReader(section), "page")
	for in.Scan() {
		switch rec := in.Result().(type) {
		case *benchfmt.SyntaxError:
			return record{}, rec
		case *benchfmt.Result:
			if r.machine == nil {
				r.machine = rec.Clone().Config
			}
			if len(rec.Values) == 0 {
				return record{}, fmt.Errorf("%s has no value", rec.Name)
			}
			yards, has := rec.Value("yards")
			if !has {
				yards = rec.Values[0].Value
			}
			r.figures.add(rec.Name.String(), rec.Values[0].Unit, rec.Values[0].Value, yards)
		}
	}
	return r, in.Err()
}

// write sets a record into a page.
func write(page string, r record, measures []measure) (string, error) {
	before, _, after, err := split(page)
	if err != nil {
		return "", err
	}
	var out, runs strings.Builder
	out.WriteString(before + begins + "\n\n| The machine | |\n|---|---|\n")
	for _, c := range r.machine {
		fmt.Fprintf(&out, "| %s | %s |\n", c.Key, c.Value)
	}
	out.WriteString("\n| Figure | Median | 95 % | In yardsticks |\n|---|---:|---:|---:|\n")
	w := benchfmt.NewWriter(&runs)
	put := func(name, title string, per yard) error {
		s := r.figures[name]
		if s == nil {
			return nil
		}
		value, within := s.median()
		yards := ""
		if per != whole {
			yards = fmt.Sprintf("%.3g", round4(center(sample(s.yards))))
		}
		fmt.Fprintf(&out, "| %s | %s | %s | %s |\n", title, value, within, yards)
		for i := range s.values {
			res := &benchfmt.Result{Config: r.machine, Name: benchfmt.Name(name), Iters: 1}
			res.Values = append(res.Values, benchfmt.Value{Value: round4(s.values[i]), Unit: s.unit})
			if per != whole {
				res.Values = append(res.Values, benchfmt.Value{Value: round4(s.yards[i]), Unit: "yards"})
			}
			if err := w.Write(res); err != nil {
				return err
			}
		}
		return nil
	}
	err = errors.Join(put(yardProcessor, "Yardstick: a play", whole), put(yardDisk, "Yardstick: a write to the disk", whole))
	for _, m := range measures {
		for _, f := range m.figures {
			err = errors.Join(err, put(f.name, f.title, f.per))
		}
	}
	out.WriteString("\n<details><summary>Every run, as benchstat reads it</summary>\n\n```text\n" + runs.String() + "```\n\n</details>\n" + ends + after)
	return out.String(), err
}

// round4 keeps four digits: the fifth says nothing.
func round4(x float64) float64 {
	if x == 0 {
		return 0
	}
	scale := math.Pow(10, 3-math.Floor(math.Log10(math.Abs(x))))
	return math.Round(x*scale) / scale
}

func load(path string) (page string, r record, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return "", r, err
	}
	r, err = parse(string(data))
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return string(data), r, err
}

// String names the machine, and how fast it was.
func (r record) String() string {
	var said []string
	for _, c := range r.machine {
		said = append(said, fmt.Sprintf("%s %s", c.Key, c.Value))
	}
	for _, name := range []string{yardProcessor, yardDisk} {
		if s := r.figures[name]; s != nil {
			value, _ := s.median()
			said = append(said, strings.ToLower(name)+" "+value)
		}
	}
	if said == nil {
		return "no figures yet"
	}
	return strings.Join(said, ", ")
}
