package daily

import (
	"slices"
	"time"

	"deuces/standing"
)

// A streak is a row of days. A day is in it if the person finished all three deals before the day was
// over, or if the bot was away for more than an hour then. The first two other days of a calendar month
// are mended: they neither end the streak nor are in it. The current day is missed only once it is over.
const (
	// MendedPerMonth is how many missed days of a calendar month don't end a streak.
	MendedPerMonth = 2
	// longOutage is how long the bot must be away on a day so that the day counts for everyone.
	longOutage = time.Hour
)

// Streak is a row of days up to the current one.
type Streak struct {
	Days    int
	Mended  []Day // missed days since its first day
	Longest int   // the longest row of days so far, of which Days may be the end
}

// StreakOf returns the streak of a person who has finished these days, on the day today.
func StreakOf(finished []Day, excused map[Day]bool, today Day) (s Streak) {
	if len(finished) == 0 {
		return s
	}
	has := map[Day]bool{}
	for _, d := range finished {
		has[d] = true
	}
	month, mended := time.Time{}, 0
	for d := slices.Min(finished); d <= today; d++ {
		if m := standing.Monthly.Start(d.Start()); m != month {
			month, mended = m, 0
		}
		switch {
		case has[d], excused[d] && s.Days > 0 && d < today:
			s.Days++
			s.Longest = max(s.Longest, s.Days)
		case d == today || s.Days == 0:
		case mended < MendedPerMonth:
			mended++
			s.Mended = append(s.Mended, d)
		default:
			s.Days, s.Mended = 0, nil
		}
	}
	return s
}

// Outage is a time in which the bot was away.
type Outage struct{ From, To time.Time }

// Excused returns the days that count for everyone.
func Excused(outages []Outage) map[Day]bool {
	away := map[Day]time.Duration{}
	for _, o := range outages {
		for d := Of(o.From); d <= Of(o.To); d++ {
			from, to := o.From, o.To
			if d.Start().After(from) {
				from = d.Start()
			}
			if d.End().Before(to) {
				to = d.End()
			}
			away[d] += to.Sub(from)
		}
	}
	excused := map[Day]bool{}
	for d, t := range away {
		if t > longOutage {
			excused[d] = true
		}
	}
	return excused
}
