package standing

import (
	"time"

	"deuces/game"
	"deuces/internal/say"
)

// Plan says when a guild's seasons end.
type Plan string

// The plans.
const (
	ByHand    Plan = "hand"    // when somebody closes them
	Monthly   Plan = "month"   // at the first moment of a month, UTC
	Quarterly Plan = "quarter" // of January, April, July and October
)

// Due returns when a season ends that is on at a time; the zero time for ByHand.
func (p Plan) Due(at time.Time) time.Time {
	y, m, _ := at.UTC().Date()
	switch p {
	case Monthly:
		return time.Date(y, m+1, 1, 0, 0, 0, 0, time.UTC)
	case Quarterly:
		return time.Date(y, m-(m-1)%3+3, 1, 0, 0, 0, 0, time.UTC)
	}
	return time.Time{}
}

// Start returns when a season began that is on at a time; that time for ByHand.
func (p Plan) Start(at time.Time) time.Time {
	y, m, _ := at.UTC().Date()
	switch p {
	case Monthly:
		return time.Date(y, m, 1, 0, 0, 0, 0, time.UTC)
	case Quarterly:
		return time.Date(y, m-(m-1)%3, 1, 0, 0, 0, 0, time.UTC)
	}
	return at.UTC()
}

// SeasonInfo is one season of a guild. Seasons follow one another from the first
// round on; what was played in one stays, as a Period of leaderboards.
type SeasonInfo struct {
	Number int // from 1
	Plan   Plan
	Began  time.Time // zero: since the first round
	Ended  time.Time // zero: it is on
	Due    time.Time // when it ends by its plan; zero: by hand
}

// Name is what players call the season.
func (s SeasonInfo) Name() say.Message {
	last := s.Due.Add(-time.Millisecond).UTC()
	switch {
	case !s.NamedByPlan():
		return say.New("Season {number}", s.Number)
	case s.Plan == Monthly:
		return say.Month(last)
	}
	return say.New("Quarter {quarter} of {year}", int(last.Month()+2)/3, last.Year())
}

// NamedByPlan says that a season is called after its month or quarter, and not by its
// number: it has a plan, and was not ended before its time.
func (s SeasonInfo) NamedByPlan() bool {
	early := !s.Ended.IsZero() && s.Ended.Before(s.Due)
	return !s.Due.IsZero() && !early && (s.Plan == Monthly || s.Plan == Quarterly)
}

// HallOfFame is a season's line in the hall of fame: what it is remembered for. It is
// asked of the standings, which keep every season, so it stays true.
type HallOfFame struct {
	Season  SeasonInfo
	Players int // who played a round to its end
	Rounds  int // settled
	Honours []Honour
}

// Honour is the best of a season in one system, or "" in all together. Players
// alike share it.
type Honour struct {
	System  string
	Order   Order      // ByPoints, ByWins, ByRating; or empty when Title is set
	Title   game.Title // held most often
	Value   int        // points, matches won, rating as shown, times held
	Winners []Partner  // at most WinnersMost; Rounds are those played in the season
}

// WinnersMost is how many share an honour at most, by their numbers.
const WinnersMost = 10

// Closed is a season that has ended and of which its guild has not been told.
type Closed struct {
	Guild   string
	Channel string // Discord id of where a round was settled last; "" none
	Season  SeasonInfo
}
