package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/ai/arena"
)

// league plays all pairs of players against each other. The two players of a pair sit at a table in
// alternating seats. All pairs play the same deals.
type league struct {
	Rules    game.Rules
	Entrants []arena.Entrant // at least two, with different names
	Rounds   int             // minimum for each pair
	Seed     uint64
	Budget   ai.Budget
	Tables   int
}

// standings is the result of a league.
type standings struct {
	Seats   int
	Rounds  int // of all pairs together
	Names   []string
	Ahead   [][]arena.Estimate // Ahead[i][j] is by how many places player i is better than player j; 0 if i is j
	Ratings []arena.Estimate   // in places above the average of all players
}

// play plays a league.
func (l league) play(ctx context.Context) (standings, error) {
	seats, err := l.seats()
	if err != nil {
		return standings{}, err
	}
	n := len(l.Entrants)
	s := standings{Seats: seats, Ahead: make([][]arena.Estimate, n)}
	for i, e := range l.Entrants {
		s.Names = append(s.Names, e.Name)
		s.Ahead[i] = make([]arena.Estimate, n)
	}
	for i := range n {
		for j := i + 1; j < n; j++ {
			c := arena.Contest{Rules: l.Rules, Rounds: l.Rounds, Seed: l.Seed, Budget: l.Budget, Tables: l.Tables}
			for seat := range seats {
				c.Entrants = append(c.Entrants, [2]arena.Entrant{l.Entrants[i], l.Entrants[j]}[seat%2])
			}
			r, err := arena.Run(ctx, c)
			if err != nil {
				return standings{}, fmt.Errorf("%s against %s: %w", s.Names[i], s.Names[j], err)
			}
			s.Rounds += r.Rounds
			ahead := r.Lines[0].Ahead
			s.Ahead[i][j], s.Ahead[j][i] = ahead, arena.Estimate{Mean: -ahead.Mean, Error: ahead.Error}
		}
	}
	s.rate()
	return s, nil
}

// seats returns the number of seats at a table: four, or the nearest even number that the game
// allows.
func (l league) seats() (int, error) {
	low, high := l.Rules.Seats()
	n := min(max(4, low+low%2), high-high%2)
	for i, e := range l.Entrants {
		if slices.ContainsFunc(l.Entrants[:i], func(o arena.Entrant) bool { return o.Name == e.Name }) {
			return 0, fmt.Errorf("%s can't meet itself: name each player once", e.Name)
		}
	}
	if n < low || n < 2 || len(l.Entrants) < 2 {
		return 0, fmt.Errorf("%d players can't play in pairs: %s takes %d to %d players", len(l.Entrants), l.Rules.Name(), low, high)
	}
	return n, nil
}

// rate computes the ratings whose differences fit the results best, by least squares with equal
// weight for all pairs. This makes a player's rating the mean of its leads over all players, itself
// included, and its error follows from that.
func (s *standings) rate() {
	n := float64(len(s.Names))
	for i := range s.Names {
		sum, squares := 0.0, 0.0
		for j, a := range s.Ahead[i] {
			if i != j {
				sum += a.Mean
				squares += a.Error * a.Error
			}
		}
		s.Ratings = append(s.Ratings, arena.Estimate{Mean: sum / n, Error: math.Sqrt(squares) / n})
	}
}

// write prints the ratings and the table of all pairs.
func (s standings) write(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "%d rounds, %d seats, half of them each; by how many places a row is ahead of a column, ± one standard error\n\n", s.Rounds, s.Seats); err != nil {
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	fmt.Fprint(t, "player\trating")
	for _, name := range s.Names {
		fmt.Fprint(t, "\t", name)
	}
	fmt.Fprintln(t)
	for i, name := range s.Names {
		fmt.Fprintf(t, "%s\t%s", name, s.Ratings[i].Format("%+.2f", "%.2f", 1))
		for j, a := range s.Ahead[i] {
			if i == j {
				fmt.Fprint(t, "\t")
				continue
			}
			fmt.Fprint(t, "\t", a.Format("%+.2f", "%.2f", 1))
		}
		fmt.Fprintln(t)
	}
	return t.Flush()
}
