package standing

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"deuces/game"
)

// Order is the sort order of a leaderboard.
type Order string

// The orders of a leaderboard; the best player comes first.
const (
	ByPoints Order = "points" // sum of points
	ByFewest Order = "fewest" // sum of points, lowest first, for games with penalty points
	ByWins   Order = "wins"   // matches won
	ByRating Order = "rating" // rating after the period's last round
	ByFirsts Order = "firsts" // first places, which are not summed: only for boards with few rounds
)

// Period is a time span that leaderboards cover: AllTime, ThisSeason, a Season or a Month. Its
// text is used in custom ids.
type Period string

// The periods that don't name a fixed time.
const (
	AllTime    Period = ""
	ThisSeason Period = "season"
)

// Season returns the period of a guild's season, numbered from 1.
func Season(number int) Period { return Period("s" + strconv.Itoa(number)) }

// Month returns the period of the month that contains a time, in UTC, such as "2026-01".
func Month(at time.Time) Period { return Period(at.UTC().Format("2006-01")) }

// ParsePeriod parses the text of a Period.
func ParsePeriod(s string) (Period, error) {
	p := Period(s)
	if p == AllTime || p == ThisSeason {
		return p, nil
	}
	if _, ok := p.Season(); ok {
		return p, nil
	}
	if _, ok := p.Month(); ok {
		return p, nil
	}
	return "", fmt.Errorf("%.20q is not a period", s)
}

// Season returns the number of a season; false for all other periods.
func (p Period) Season() (int, bool) {
	digits, ok := strings.CutPrefix(string(p), "s")
	n, err := strconv.Atoi(digits)
	return n, ok && err == nil && n > 0 && p == Season(n)
}

// Month returns the start of a month; false for other periods.
func (p Period) Month() (time.Time, bool) {
	first, err := time.Parse("2006-01", string(p))
	return first, err == nil
}

// Query selects one page of a guild's leaderboard.
type Query struct {
	Guild  string
	System string     // "" for all
	Order  Order      // empty when Title is set
	Title  game.Title // sort by how often this title was held
	Period Period
	Rounds Rounds // which rounds to sum; AmongPeople has no effect on ratings and titles
	Offset int    // rows to skip
	Limit  int    // maximum number of rows
}

// Row holds a player's sums for the query's guild, systems and period.
type Row struct {
	Rank    int // from 1; players with equal values share a rank
	Player  Player
	Name    string // last known, not escaped; "" for a former player
	Points  int
	Rounds  int // finished rounds
	Wins    int // matches won
	Matches int // matches with a winner in which the player had a seat at the end
	Left    int // rounds that somebody else finished for the player
	Rating  int // see rating.Rating.Shown; 0 if no round was rated
	Firsts  int // first places, if the board is ByFirsts
}

// Page is one page of a leaderboard.
type Page struct {
	Rows  []Row
	Total int // number of players on all pages
}
