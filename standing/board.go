package standing

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"deuces/game"
)

// Order is what a leaderboard is sorted by, best first.
type Order string

// The orders of a leaderboard.
const (
	ByPoints Order = "points" // the sum of all rounds
	ByFewest Order = "fewest" // the same, the fewest first: for games whose points count against a player
	ByWins   Order = "wins"   // matches won
	ByRate   Order = "rate"   // matches won of those that somebody won; of players with RateMatches or more
	ByRating Order = "rating" // as it stood after the period's last round
)

// RateMatches is how many matches a player needs to be on a board by rate.
const RateMatches = 5

// RatedRounds is how many rounds the first ten players by rating must have played before
// ratings tell people apart better than matches won do.
const RatedRounds = 20

// Usual is the order that tells the players of a leaderboard apart: points until
// somebody has won a match (the fewest first where they are penalties), then matches
// won, then ratings once those at the top have played enough.
func Usual(won, rated, penalty bool) Order {
	switch {
	case rated:
		return ByRating
	case won:
		return ByWins
	case penalty:
		return ByFewest
	}
	return ByPoints
}

// Period is a span of time that leaderboards sum: AllTime, ThisSeason, a Season or
// a Month, each with the text that buttons carry.
type Period string

// The periods that move with time.
const (
	AllTime    Period = ""
	ThisSeason Period = "season"
)

// Season is a guild's season by its number, from 1.
func Season(number int) Period { return Period("s" + strconv.Itoa(number)) }

// Month is the month that a time is in, in UTC: "2026-01".
func Month(at time.Time) Period { return Period(at.UTC().Format("2006-01")) }

// ParsePeriod reads what a button carried.
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

// Month returns a month's first moment; false for all other periods.
func (p Period) Month() (time.Time, bool) {
	first, err := time.Parse("2006-01", string(p))
	return first, err == nil
}

// Query is one page of a guild's leaderboard.
type Query struct {
	Guild     string
	System    string     // "" for all
	Order     Order      // empty when Title is set
	Title     game.Title // sorted by how often this title was held
	Period    Period
	Computers bool // rounds dealt with a computer player seated count too
	Offset    int  // rows to skip
	Limit     int  // rows at most
}

// Row is a player's sums in a guild, for one system or all, in the query's period.
type Row struct {
	Rank    int // from 1; players alike share one
	Player  Player
	Name    string // last seen, unescaped; "" for a former player
	Points  int
	Rounds  int // played to their end
	Wins    int // matches won
	Matches int // matches with a winner that the player had a seat in at their end
	Left    int // rounds that others finished for the player
	Rating  int // as shown (rating.Rating.Shown); 0 where none of the rounds was rated
	Titles  map[game.Title]int
	// Running are the titles of the guild that the player holds now, by system,
	// whatever the period: those of the last round that was played there.
	Running map[string]game.Title
}

// Page is one page of a leaderboard.
type Page struct {
	Rows  []Row
	Total int // players on all pages
}
