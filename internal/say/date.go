package say

import "time"

var months = [...]Text{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}

// Month returns the month of a time in UTC: "January 2026".
func Month(t time.Time) Message {
	t = t.UTC()
	return New("{month} {year}", New(months[t.Month()-1]), t.Year())
}

// Day returns the date of a time in UTC: "January 2, 2026". Times that people compare with their own
// clock are rendered by the Discord client instead.
func Day(t time.Time) Message {
	t = t.UTC()
	return New("{month} {day}, {year}", New(months[t.Month()-1]), t.Day(), t.Year())
}

// Days returns a span of dates, or a single date.
func Days(from, to time.Time) Message {
	if from, to := from.UTC().Truncate(24*time.Hour), to.UTC().Truncate(24*time.Hour); from.Equal(to) {
		return Day(from)
	}
	return New("{from} to {to}", Day(from), Day(to))
}
