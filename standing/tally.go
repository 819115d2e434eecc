package standing

import (
	"cmp"
	"slices"

	"deuces/game"
)

// Tally computes a player's Stats from their rounds.
type Tally struct{ stats Stats }

// NewTally returns a tally without rounds.
func NewTally(p Player) *Tally { return &Tally{Stats{Player: p, Titles: map[game.Title]int{}}} }

// Match adds the end of a match.
func (t *Tally) Match(won bool) {
	t.stats.Matches++
	if won {
		t.stats.Wins++
	}
}

// Round adds a round.
func (t *Tally) Round(e Entry) {
	s := &t.stats
	s.Points += e.Points
	if e.Left {
		s.Left++
	}
	if e.Title != "" {
		s.Titles[e.Title]++
	}
	if e.Place > 0 {
		s.Rounds++
		for len(s.Places) < e.Place {
			s.Places = append(s.Places, 0)
		}
		s.Places[e.Place-1]++
	}
}

// Stats returns the statistics of the rounds so far.
func (t *Tally) Stats() Stats { return t.stats }

// Thin reduces a rating over time to a maximum number of points, evenly spaced, including the first
// and the last.
func Thin(points []RatingPoint, most int) []RatingPoint {
	if len(points) <= most {
		return points
	}
	left := make([]RatingPoint, most)
	for i := range left {
		left[i] = points[i*(len(points)-1)/(most-1)]
	}
	return left
}

// Account computes the players' results of a match from its rounds.
type Account struct{ parts map[Player]*Part }

// Match adds the end of the match for a player.
func (a *Account) Match(p Player, name string, won bool) { a.part(p, name).Winner = won }

// Round adds a round for a player.
func (a *Account) Round(e Entry, name string) {
	p := a.part(e.Player, name)
	p.Points += e.Points
	p.Left = p.Left || e.Left
	if e.Place > 0 {
		p.Rounds++
		p.Title = e.Title
	}
}

func (a *Account) part(p Player, name string) *Part {
	if a.parts == nil {
		a.parts = map[Player]*Part{}
	}
	if a.parts[p] == nil {
		a.parts[p] = &Part{Player: p, Name: name}
	}
	return a.parts[p]
}

// Parts returns the players' results, winners first, then by points.
func (a *Account) Parts() []Part {
	var all []Part
	for _, p := range a.parts {
		all = append(all, *p)
	}
	slices.SortFunc(all, func(a, b Part) int {
		if a.Winner != b.Winner {
			if a.Winner {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(a.Player, b.Player))
	})
	return all
}
