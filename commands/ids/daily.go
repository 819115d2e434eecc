package ids

import (
	"strconv"

	"deuces/standing/daily"
)

// Daily is a button of the daily deals.
type Daily struct {
	Day  daily.Day
	Deal int // from 1; 0: the page of the day
}

// ID returns the custom id: "daily/331/2".
func (x Daily) ID() string { return write(VerbDaily, strconv.Itoa(int(x.Day)), strconv.Itoa(x.Deal)) }

// ParseDaily parses the custom id.
func ParseDaily(args []string) Daily {
	return Daily{daily.Day(natural(arg(args, 0))), natural(arg(args, 1))}
}
