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
	ByHand    Plan = "hand"    // when an admin closes them
	Monthly   Plan = "month"   // at the start of each month, UTC
	Quarterly Plan = "quarter" // at the start of January, April, July and October, UTC
)

// Due returns when the season that contains a time ends; zero for ByHand.
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

// Start returns when the season that contains a time began; for ByHand the time itself.
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

// SeasonInfo is a season of a guild. Seasons follow each other from the first round on. Past
// seasons remain available as a Period of leaderboards.
type SeasonInfo struct {
	Number int // from 1
	Plan   Plan
	Began  time.Time // zero: the season began with the first round
	Ended  time.Time // zero: the season is the current one
	Due    time.Time // planned end; zero: an admin ends the season
}

// Name returns the season's name for players.
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

// NamedByPlan reports whether the season is named after its month or quarter instead of its
// number: it has a plan and wasn't closed early.
func (s SeasonInfo) NamedByPlan() bool {
	early := !s.Ended.IsZero() && s.Ended.Before(s.Due)
	return !s.Due.IsZero() && !early && (s.Plan == Monthly || s.Plan == Quarterly)
}

// HallOfFame holds the best players of a season. It is computed from the standings, which keep
// every season.
type HallOfFame struct {
	Season  SeasonInfo
	Players int // number of players who finished a round
	Rounds  int // number of settled rounds
	Honours []Honour
}

// Honour is the best result of a season in one system, or in all if System is "". Players with
// the same value share it.
type Honour struct {
	System  string
	Order   Order      // ByPoints, ByWins or ByRating; empty if Title is set
	Title   game.Title // the title that was held most often
	Value   int        // points, matches won, rating as shown, or times held
	Winners []Partner  // at most WinnersMost; Rounds counts those played in the season
}

// WinnersMost is the maximum number of players listed for an honour. Those with the lowest numbers
// are listed.
const WinnersMost = 10

// Closed is a season that has ended but hasn't been announced.
type Closed struct {
	Guild   string
	Channel string // Discord id of the channel of the last round; "" if none
	Season  SeasonInfo
}
