package standing

import (
	"cmp"
	"slices"
	"time"

	"deuces/game"
	"deuces/game/card"
)

// Tally computes a player's Stats from their rounds, in the order in which they ended.
type Tally struct {
	stats    Stats
	finishes map[card.Card]int
}

// NewTally returns a tally without rounds.
func NewTally(p Player) *Tally {
	return &Tally{Stats{Player: p, Titles: map[game.Title]int{}}, map[card.Card]int{}}
}

// Match adds the end of a match.
func (t *Tally) Match(won bool) {
	t.stats.Matches++
	if won {
		t.stats.Wins++
	}
}

// Round adds a round that ended at a time. It fails if the entry's cards can't be parsed.
func (t *Tally) Round(e Entry, at time.Time) error {
	s := &t.stats
	if s.First.IsZero() {
		s.First = at
	}
	s.Last = at
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
	if e.Finish == "" {
		return nil
	}
	cards, err := card.ParseAll(e.Finish)
	if err != nil {
		return err
	}
	slices.Sort(cards)
	for _, c := range slices.Compact(cards) { // equal cards of two decks count once
		t.finishes[c]++
	}
	return nil
}

// Stats returns the statistics of the rounds so far.
func (t *Tally) Stats() Stats {
	s := t.stats
	for c, n := range t.finishes {
		if n > s.Finishes || n == s.Finishes && c > s.Finish {
			s.Finish, s.Finishes = c, n
		}
	}
	return s
}

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
