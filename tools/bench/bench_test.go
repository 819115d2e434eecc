package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/perf/benchfmt"
)

const blank = "# A page\n\nProse, with a `BenchmarkProse 1 2 sec` in it.\n\n" + begins + "\n" + ends + "\n\nProse after it.\n"

// six runs that differ as runs do.
var six = []float64{100, 101, 99, 102, 98, 103}

func times(all []float64, by float64) []float64 {
	out := slices.Clone(all)
	for i := range out {
		out[i] *= by
	}
	return out
}

// run makes the samples of a figure on a machine whose yardstick takes so long.
func run(values []float64, yard float64) *samples {
	return &samples{unit: "sec", values: values, yards: times(values, 1/yard)}
}

func TestAPageReadsBackAsItWasWritten(t *testing.T) {
	list := []figure{
		{name: "Play/BigTwo", title: "A play", unit: "ns/play", per: processor},
		{name: "Round/BigTwo/bytes", title: "Memory of a round", unit: "B/op", per: whole},
		{name: "Binary", title: "The binary", unit: "B/binary", per: whole},
		{name: "Absent", title: "Not in the record", unit: "ns/play", per: processor},
	}
	r := record{
		machine: []benchfmt.Config{
			{Key: "cpu", Value: []byte("A processor @ 3.00GHz"), File: true},
			{Key: "cores", Value: []byte("2"), File: true},
		},
		figures: figures{
			"Play/BigTwo":        {"sec", []float64{4.3e-8, 4.325e-8}, []float64{2.1, 2.2}},
			"Round/BigTwo/bytes": {"B", []float64{35190, 35200}, []float64{35190, 35200}},
			"Binary":             {"B", []float64{23560000}, []float64{23560000}},
		},
	}
	page, err := write(blank, r, list)
	if err != nil {
		t.Fatal(err)
	}
	got, err := parse(page)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r.figures, got.figures, cmp.AllowUnexported(samples{})); diff != "" {
		t.Errorf("the figures changed:\n%s\n%s", diff, page)
	}
	if r.String() != got.String() {
		t.Errorf("the machine was %s and is %s", r, got)
	}
	for _, want := range []string{"| A play | 43.12ns |", "| cpu | A processor @ 3.00GHz |", "| The binary | 22.47MiB |", "BenchmarkPlay/BigTwo 1 4.3e-08 sec 2.1 yards\n"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	before, _, after, err := split(page)
	was, _, wasAfter, _ := split(blank)
	if before != was || after != wasAfter || err != nil {
		t.Errorf("the prose changed: %v\n%s", err, page)
	}
	if again, err := write(page, got, list); again != page || err != nil {
		t.Errorf("written again it is another page: %v\n%s", err, again)
	}
}

func TestAPageThatCannotBeReadIsAnError(t *testing.T) {
	for _, c := range []struct{ page, why string }{
		{"# A page\n", "no marks"},
		{begins + "\n", "no end"},
		{ends + "\n" + begins, "the wrong way round"},
		{begins + "\nBenchmarkX 1\n" + ends, "a run without a value"},
		{begins + "\nBenchmarkX 1 many sec\n" + ends, "a value that is no number"},
	} {
		if r, err := parse(c.page); err == nil {
			t.Errorf("%s: read as %v", c.why, r.figures)
		}
	}
	if _, err := write("# A page\n", record{}, nil); !errors.Is(err, errNoMarks) {
		t.Errorf("written into a page without marks: %v", err)
	}
}

func TestARegressionOfMoreThanAThirdIsSeen(t *testing.T) {
	noisy := []float64{60, 100, 150, 90, 220, 140}
	for _, c := range []struct {
		per      yard
		old, now *samples
		want     string
		why      string
	}{
		{processor, run(six, 1), run(six, 1), "", "the same"},
		{processor, run(six, 1), run(times(six, 1.3), 1), "", "less than a third"},
		{processor, run(six, 1), run(times(six, 1.36), 1), regression, "more than a third"},
		{disk, run(six, 1), run(times(six, 1.36), 1), regression, "more than a third, in writes"},
		{processor, run(six, 1), run(times(six, 0.7), 1), better, "less than three quarters"},
		{processor, run(six, 1), run(times(six, 0.8), 1), "", "a fifth less"},
		{processor, run(six, 1), run(times(six, 2), 2), "", "a machine half as fast"},
		{processor, run(six, 1), run(times(six, 2), 4), better, "half as fast on a machine a quarter as fast"},
		{processor, run(six, 2), run(six, 1), regression, "as fast on a machine twice as fast"},
		{processor, run(noisy, 1), run(times(noisy, 1.36), 1), unsure, "runs that differ more among themselves"},
		{processor, run(six, 1), run([]float64{150}, 1), unsure, "one run proves nothing"},
		{processor, run(six, 1), run(times(six[:4], 1.4), 1), regression, "four runs are enough"},
		{whole, run([]float64{100}, 1), run([]float64{133}, 1), "", "a size, less than a third"},
		{whole, run([]float64{100}, 1), run([]float64{134}, 1), regression, "a size owes nothing to chance"},
		{whole, run([]float64{100}, 1), run([]float64{50}, 1), better, "half the size"},
	} {
		r := judge(figure{title: "a figure", per: c.per}, c.old, c.now)
		if r.verdict != c.want {
			t.Errorf("%s: %q, want %q (ratio %.3f, p %.3f)", c.why, r.verdict, c.want, r.ratio, r.p)
		}
		worse, err := show(io.Discard, []row{r})
		if seen := len(worse) == 1; seen != (c.want == regression) || err != nil {
			t.Errorf("%s: regressions told are %q, %v", c.why, worse, err)
		}
	}
}

func TestNewAndMissingFiguresAreListedAndAreNoRegressions(t *testing.T) {
	list := []figure{{name: "Both", title: "both"}, {name: "New", title: "new one"}, {name: "Left", title: "left out"}}
	old := figures{"Both": run(six, 1), "Left": run(six, 1), "Renamed": run(six, 1)}
	now := figures{"Both": run(six, 1), "New": run(six, 1)}
	var got []string
	rows := compare(old, now, list)
	for _, r := range rows {
		got = append(got, r.title+": "+r.verdict)
	}
	want := []string{"both: ", "new one: " + unknown, "left out: " + missing, "Renamed: " + missing}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	var out strings.Builder
	if worse, err := show(&out, rows); len(worse) > 0 || err != nil {
		t.Errorf("regressions: %q, %v", worse, err)
	}
	for _, want := range []string{"new one", "Renamed", "1.00"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not shown:\n%s", want, &out)
		}
	}
}

func TestWhatBenchmarksReportIsFoundByNameAndUnit(t *testing.T) {
	got, err := reported([]byte(`goos: linux
pkg: deuces/e2e
BenchmarkClickToReply/1_table-2   1000   7871627 ns/op   3.033 bot-cpu-ms/play   2.741 ms/play-median
BenchmarkPlayout/two-decks   20   59 ns/op   311.8 ns/play
PASS
`))
	want := map[string]float64{
		"ClickToReply/1_table ns/op": 7871627, "ClickToReply/1_table bot-cpu-ms/play": 3.033, "ClickToReply/1_table ms/play-median": 2.741,
		"Playout/two-decks ns/op": 59, "Playout/two-decks ns/play": 311.8,
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(err, diff)
	}
}

// A benchmark that is renamed must be renamed in the suite, and the page must
// remember each figure.
func TestTheSuiteThePageAndTheBenchmarksAgree(t *testing.T) {
	page, err := os.ReadFile("../../docs/performance.md")
	if err != nil {
		t.Fatal(err)
	}
	r, err := parse(string(page))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, f := range listed(suite("")) {
		if names[f.name] {
			t.Errorf("two figures are called %s", f.name)
		}
		names[f.name] = true
		if r.figures[f.name] == nil {
			t.Errorf("the page has no %s", f.name)
		}
	}
	for name := range r.figures {
		if !names[name] {
			t.Errorf("the page has %s, which nothing measures", name)
		}
	}
	for _, m := range suite("") {
		if m.pkg == release {
			continue
		}
		var code strings.Builder
		files, err := filepath.Glob(filepath.Join("../..", m.pkg, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			code.Write(text)
		}
		for _, f := range m.figures {
			base, _, _ := strings.Cut(f.from, "/")
			if !strings.Contains(code.String(), "func Benchmark"+base+"(b *testing.B)") {
				t.Errorf("%s has no Benchmark%s", m.pkg, base)
			}
		}
	}
}

func TestOnlyAPartOfTheSuiteIsChosen(t *testing.T) {
	for _, c := range []struct {
		only  string
		quick bool
		want  []string
		why   string
	}{
		{"^binary$", false, []string{"Binary"}, "by name, small letters or not"},
		{"Binary", true, []string{"Binary"}, "in a quick run, too"},
		{"no rounds before", false, []string{"Settle/rounds=0/p50", "Settle/rounds=0/p99"}, "by title, a part of a measure"},
		{"no rounds before", true, nil, "a quick run leaves out the million rounds"},
		{"nothing like it", false, nil, "nothing fits"},
	} {
		var got []string
		for _, m := range chosen(suite(""), regexp.MustCompile("(?i)"+c.only), c.quick) {
			for _, f := range m.figures {
				got = append(got, f.name)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.why, diff)
		}
	}
}

func TestFlagsThatDoNotGoTogetherAreRefused(t *testing.T) {
	for _, c := range []struct {
		args  []string
		count int // 0: refused
	}{
		{nil, 6}, {[]string{"-quick"}, 4}, {[]string{"-count", "9", "-update"}, 9},
		{[]string{"-update", "-quick"}, 0}, {[]string{"-update", "-only", "x"}, 0}, {[]string{"-count", "-1"}, 0}, {[]string{"x"}, 0},
	} {
		o, err := flags(c.args, io.Discard)
		if (err != nil) != (c.count == 0) || err == nil && o.count != c.count {
			t.Errorf("%q: count %d, %v", c.args, o.count, err)
		}
	}
}
