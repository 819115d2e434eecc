package main

import (
	"fmt"
	"io"
	"math"
	"slices"
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
	if f[name] == nil {
		f[name] = &samples{unit: unit}
	}
	s := f[name]
	s.values, s.yards = append(s.values, value), append(s.yards, yards)
}

// limit is the ratio above which a figure is worse; below its inverse it is better.
const limit = 4.0 / 3

// What comes of comparing a figure with the page's.
const (
	regression = "REGRESSION"
	better     = "better"
	unsure     = "worse, but it may be chance"
	unknown    = "new"
	missing    = "not measured"
)

// row is a figure and what the page says of it. p is how likely the difference
// is by chance alone.
type row struct {
	title    string
	old, now *samples // nil: there is none
	ratio, p float64
	verdict  string // "": as before
}

// compare sets what was measured beside the page's figures: those that are
// listed, in their order, then what only the page has.
func compare(old, now figures, list []figure) (rows []row) {
	named := map[string]bool{}
	for _, f := range list {
		named[f.name] = true
		rows = append(rows, judge(f, old[f.name], now[f.name]))
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
func judge(f figure, old, now *samples) row {
	r := row{title: f.title, old: old, now: now}
	switch {
	case now == nil:
		r.verdict = missing
		return r
	case old == nil:
		r.verdict = unknown
		return r
	}
	r.ratio = summary(now.yards).Center / summary(old.yards).Center
	if f.per != whole {
		r.p = benchmath.AssumeNothing.Compare(sample(old.yards), sample(now.yards)).P
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

func summary(values []float64) benchmath.Summary {
	return benchmath.AssumeNothing.Summary(sample(values), 0.95)
}

// median writes the median of a figure, and how far its confidence interval
// (95 %) reaches where there are runs enough for one.
func (s *samples) median() (value, within string) {
	if s == nil {
		return "", ""
	}
	sum := summary(s.values)
	if !math.IsInf(sum.Lo, 0) && !math.IsInf(sum.Hi, 0) {
		within = sum.PctRangeString()
	}
	class := benchunit.ClassOf(s.unit)
	value = benchunit.Scale(sum.Center, class)
	return value + map[string]string{"sec": "s", "B": "B"}[s.unit], within
}

// show writes the comparison and returns the regressions' titles.
func show(w io.Writer, rows []row) (worse []string, err error) {
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
