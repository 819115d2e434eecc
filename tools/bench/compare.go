package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchunit"
)

// samples are the runs of a figure: as measured, and in its yardstick.
type samples struct {
	unit          string
	values, yards []float64
}

// figures are samples by the figure's name.
type figures map[string]*samples

func (f figures) add(name, unit string, value, yards float64) {
	s := f[name]
	if s == nil {
		s = &samples{unit: unit}
		f[name] = s
	}
	s.values, s.yards = append(s.values, value), append(s.yards, yards)
}

// limit is the ratio from which on a figure is worse, and 1/limit the one from
// which on it is better.
const limit = 4.0 / 3

// verdict is what comes of comparing a figure with the page's.
type verdict string

const (
	same       verdict = ""
	regression verdict = "REGRESSION"
	better     verdict = "better"
	unsure     verdict = "slower, but may be chance"
	isNew      verdict = "new"
	missing    verdict = "not measured"
)

// row is a figure and what the page says of it.
type row struct {
	title    string
	old, now *samples // nil: there is none
	ratio, p float64  // p: how likely the difference is by chance alone
	verdict  verdict
}

// compare sets what was measured beside the page's figures: those that the
// measures name, in their order, then what only the page has.
func compare(old, now figures, measures []measure) (rows []row) {
	named := map[string]bool{yardProcessor: true, yardDisk: true}
	for _, m := range measures {
		for _, f := range m.figures {
			named[f.name] = true
			rows = append(rows, judge(f.title, f.per, old[f.name], now[f.name]))
		}
	}
	for name, s := range old {
		if !named[name] {
			rows = append(rows, row{title: name, old: s, verdict: missing})
		}
	}
	return rows
}

// judge compares as benchstat does: medians, and the Mann-Whitney U test on
// whether their difference is chance. Sizes and counts owe nothing to chance.
func judge(title string, per yard, old, now *samples) row {
	r := row{title: title, old: old, now: now, p: 1}
	switch {
	case now == nil:
		r.verdict = missing
		return r
	case old == nil:
		r.verdict = isNew
		return r
	}
	before, after := sample(old.yards), sample(now.yards)
	r.ratio = center(after) / center(before)
	if per == whole {
		r.p = 0
	} else {
		r.p = benchmath.AssumeNothing.Compare(before, after).P
	}
	sure := r.p < benchmath.DefaultThresholds.CompareAlpha
	switch {
	case r.ratio > limit && sure:
		r.verdict = regression
	case r.ratio > limit:
		r.verdict = unsure
	case r.ratio < 1/limit && sure:
		r.verdict = better
	}
	return r
}

func sample(values []float64) *benchmath.Sample {
	return benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)
}

func center(s *benchmath.Sample) float64 { return benchmath.AssumeNothing.Summary(s, 0.95).Center }

// median writes the median of a figure, and how far its confidence interval
// (95 %) reaches where there are runs enough for one.
func (s *samples) median() (value, within string) {
	if s == nil {
		return "", ""
	}
	sum := benchmath.AssumeNothing.Summary(sample(s.values), 0.95)
	if !math.IsInf(sum.Lo, 0) && !math.IsInf(sum.Hi, 0) {
		within = "±" + strings.TrimSpace(strings.TrimPrefix(sum.PctRangeString(), "±"))
	}
	class := benchunit.ClassOf(s.unit)
	value = benchunit.CommonScale([]float64{sum.Center}, class).Format(sum.Center)
	switch {
	case s.unit == "sec":
		value += "s"
	case class == benchunit.Binary:
		value += "B"
	}
	return value, within
}

// print writes the comparison and returns the regressions' titles.
func print(w io.Writer, rows []row) (worse []string, err error) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "figure\tpage\t\tnow\t\tratio\tp\t")
	for _, r := range rows {
		before, b := r.old.median()
		after, a := r.now.median()
		ratio, p := "", ""
		if r.old != nil && r.now != nil {
			ratio, p = fmt.Sprintf("%.2f", r.ratio), fmt.Sprintf("%.3f", r.p)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", r.title, before, b, after, a, ratio, p, r.verdict)
		if r.verdict == regression {
			worse = append(worse, r.title)
		}
	}
	return worse, t.Flush()
}

// of is the part that these measures give.
func (f figures) of(measures []measure) figures {
	part := figures{}
	for _, m := range measures {
		for _, g := range m.figures {
			if s := f[g.name]; s != nil {
				part[g.name] = s
			}
		}
	}
	return part
}
