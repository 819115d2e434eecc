package arena

import (
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"
	"time"
)

// Estimate is a mean and its standard error. With a single board the error is infinite, because
// nothing is known about how boards differ.
type Estimate struct{ Mean, Error float64 }

// Format formats an estimate. mean and err are the formats of the two figures, which are multiplied
// by times.
func (e Estimate) Format(mean, err string, times float64) string {
	if math.IsInf(e.Error, 1) {
		return fmt.Sprintf(mean+" ± ?", times*e.Mean)
	}
	return fmt.Sprintf(mean+" ± "+err, times*e.Mean, times*e.Error)
}

// Line has the figures of all entrants with one name.
type Line struct {
	Name   string
	Seats  int
	Points Estimate // per round
	Place  Estimate // 1 is the best
	First  Estimate // share of rounds in which one of them comes first
	Last   Estimate // share of rounds in which one of them comes last
	Wins   Estimate // share of matches that one of them wins
	Median time.Duration
	P99    time.Duration // of decisions with more than one legal action
	Ahead  Estimate      // how many places better than the next line
}

// Report has the figures of a contest.
type Report struct {
	Boards, Matches, Rounds int
	Cut                     int    // matches that had to be ended because they didn't end by themselves
	Lines                   []Line // in the order in which the names first appear
}

// report computes the figures of some boards.
func (c Contest) report(boards []board) Report {
	var names []string
	of := map[string][]int{}
	for e, entrant := range c.Entrants {
		if of[entrant.Name] == nil {
			names = append(names, entrant.Name)
		}
		of[entrant.Name] = append(of[entrant.Name], e)
	}
	r := Report{Boards: len(boards)}
	for _, b := range boards {
		r.Matches += b.matches
		r.Rounds += b.rounds
		r.Cut += b.cut
	}
	rounds := func(b board) float64 { return float64(b.rounds) }
	matches := func(b board) float64 { return float64(b.matches) }
	for i, name := range names {
		// share returns an entrant's average of a figure on a board, over the seats with that name.
		share := func(name string, f func(score) float64) func(board) float64 {
			return func(b board) float64 {
				sum := 0.0
				for _, e := range of[name] {
					sum += f(b.scores[e])
				}
				return sum / float64(len(of[name]))
			}
		}
		places := func(s score) float64 { return s.places }
		line := Line{
			Name: name, Seats: len(of[name]),
			Points: ratio(boards, share(name, func(s score) float64 { return s.points }), rounds),
			Place:  ratio(boards, share(name, places), rounds),
			First:  ratio(boards, share(name, func(s score) float64 { return s.firsts }), rounds),
			Last:   ratio(boards, share(name, func(s score) float64 { return s.lasts }), rounds),
			Wins:   ratio(boards, share(name, func(s score) float64 { return s.wins }), matches),
		}
		if i+1 < len(names) {
			mine, others := share(name, places), share(names[i+1], places)
			line.Ahead = ratio(boards, func(b board) float64 { return others(b) - mine(b) }, rounds)
		}
		var times []time.Duration
		for _, b := range boards {
			for _, e := range of[name] {
				times = append(times, b.scores[e].times...)
			}
		}
		slices.Sort(times)
		if n := len(times); n > 0 {
			line.Median, line.P99 = times[n/2], times[n*99/100]
		}
		r.Lines = append(r.Lines, line)
	}
	return r
}

// ratio estimates the mean of a figure per round or match, as a ratio of sums over boards. The
// error follows from each board's deviation.
func ratio(boards []board, of, per func(board) float64) Estimate {
	sum, count := 0.0, 0.0
	for _, b := range boards {
		sum += of(b)
		count += per(b)
	}
	e := Estimate{Mean: sum / count, Error: math.Inf(1)}
	if len(boards) < 2 {
		return e
	}
	squares := 0.0
	for _, b := range boards {
		d := of(b) - e.Mean*per(b)
		squares += d * d
	}
	n := float64(len(boards))
	e.Error = math.Sqrt(squares*n/(n-1)) / count
	return e
}

// Write prints the figures as a table.
func (r Report) Write(w io.Writer) error {
	errors := "± is one standard error"
	if r.Boards < 2 {
		errors = "± ? because one board alone says nothing of the error"
	}
	if _, err := fmt.Fprintf(w, "%d rounds in %d matches on %d boards; %s\n\n", r.Rounds, r.Matches, r.Boards, errors); err != nil {
		return err
	}
	if r.Cut > 0 {
		if _, err := fmt.Fprintf(w, "%d of the matches had no end of their own and were ended after %d rounds\n\n", r.Cut, longest); err != nil {
			return err
		}
	}
	t := tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	fmt.Fprintln(t, "player\tseats\tpoints a round\tplace\tfirst %\tlast %\tmatches won %\tahead of the next, places\tmedian\tp99")
	percent := func(e Estimate) string { return e.Format("%.1f", "%.1f", 100) }
	places := func(e Estimate) string { return e.Format("%.3f", "%.3f", 1) }
	signed := func(e Estimate) string { return e.Format("%+.3f", "%.3f", 1) }
	for i, l := range r.Lines {
		ahead := ""
		if i+1 < len(r.Lines) {
			ahead = signed(l.Ahead)
		}
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%v\t%v\n", l.Name, l.Seats,
			signed(l.Points), places(l.Place), percent(l.First), percent(l.Last), percent(l.Wins), ahead,
			short(l.Median), short(l.P99))
	}
	return t.Flush()
}

// short rounds a duration to about three digits.
func short(d time.Duration) time.Duration {
	if d >= time.Millisecond {
		return d.Round(10 * time.Microsecond)
	}
	return d.Round(100 * time.Nanosecond)
}
