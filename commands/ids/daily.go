package ids

import (
	"strconv"

	"deuces/standing/daily"
)

// Daily is a button of the daily deals.
type Daily struct {
	Day  daily.Day
	Deal int    // from 1; 0: the page of the day
	Do   string // what else the button does; "": it shows the deal or the page
}

// What the buttons of a day do.
const (
	DailyShare   = "share"   // posts the result of the day
	DailyFair    = "fair"    // shows how the deals can be checked
	DailyMistake = "mistake" // shows the play that cost most in the deal
)

// ID returns the custom id: "daily/331/2", "daily/331/0/share".
func (x Daily) ID() string {
	return write(VerbDaily, strconv.Itoa(int(x.Day)), strconv.Itoa(x.Deal), x.Do)
}

// ParseDaily parses the custom id.
func ParseDaily(args []string) Daily {
	return Daily{daily.Day(natural(arg(args, 0))), natural(arg(args, 1)), arg(args, 2)}
}

// DailyBoard is the button of a server's boards of the daily deals.
type DailyBoard struct{}

// ID returns the custom id: "days".
func (DailyBoard) ID() string { return write(VerbDays) }

// ParseDailyBoard parses the custom id.
func ParseDailyBoard([]string) DailyBoard { return DailyBoard{} }
