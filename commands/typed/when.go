package typed

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"deuces/commands/screen"
	"deuces/game"
	"deuces/internal/fold"
)

// This file reads times as people type them: "20:30", "8pm", "tomorrow 9:15", "friday 20:00", "in 90 minutes",
// "1h 30m", or a timestamp of Discord. Discord doesn't tell the bot where people are, so a time of day needs
// the time that it is there now. The difference to UTC is taken as it is now: if clocks change before the time, what
// the person reads afterwards is an hour off, and they can correct it.

var (
	timestamp = regexp.MustCompile(`^<t:(\d{1,11})(?::\w)?>$`)
	span      = regexp.MustCompile(`^(?:in )?(?:(\d{1,3}) ?(?:d|days?))?,? ?(?:(\d{1,3}) ?(?:h|hr?s?|hours?))?,? ?(?:and )?(?:(\d{1,4}) ?(?:m|mins?|minutes?))?$`)
	timeOfDay = regexp.MustCompile(`^(?:(?:on )?([a-z]+),? )?(?:at )?(\d{1,2})(?:[:.](\d{2}))? ?([ap]\.?m\.?)?$`)
)

// When returns the time that somebody has typed, in UTC. here is what they typed as the time that it is where they
// are; "" if they typed nothing. An error is a *game.Illegal for them.
func When(text, here string, now time.Time) (time.Time, error) {
	unreadable := game.Refuse("I can't read {time} as a time. Type 20:30, tomorrow 9:15, friday 8pm or in 90 minutes.", screen.Quoted(text, 60))
	now = now.UTC().Truncate(time.Minute)
	folded := fold.Text(text)
	if stamp := timestamp.FindStringSubmatch(strings.TrimSpace(text)); stamp != nil {
		seconds, _ := strconv.ParseInt(stamp[1], 10, 64)
		return time.Unix(seconds, 0).UTC(), nil
	}
	if parts := span.FindStringSubmatch(folded); parts != nil && parts[1]+parts[2]+parts[3] != "" {
		var n [3]int
		for i := range n {
			n[i], _ = strconv.Atoi(parts[i+1]) // 0 if it is left out
		}
		return now.AddDate(0, 0, n[0]).Add(time.Duration(n[1])*time.Hour + time.Duration(n[2])*time.Minute), nil
	}
	day, clock, ok := readTimeOfDay(folded)
	if !ok {
		return time.Time{}, unreadable
	}
	_, theirs, ok := readTimeOfDay(fold.Text(here))
	if !ok {
		return time.Time{}, game.Refuse("Type also what time it is where you are now, such as {time}. I don't know your time zone.", now.Format("15:04"))
	}
	// Offsets from UTC are from -12 to +14 hours, in quarters of an hour.
	offset := (theirs - now.Sub(now.Truncate(24*time.Hour))).Round(15 * time.Minute)
	for ; offset > 14*time.Hour; offset -= 24 * time.Hour {
	}
	for ; offset <= -10*time.Hour; offset += 24 * time.Hour {
	}
	local := now.Add(offset)
	today := local.Truncate(24 * time.Hour)
	at := today.Add(clock)
	switch day {
	case "today":
	case "tomorrow":
		at = at.AddDate(0, 0, 1)
	case "":
		if !at.After(local) {
			at = at.AddDate(0, 0, 1)
		}
	default:
		ahead := -1
		for d := range 7 {
			if name := strings.ToLower(today.AddDate(0, 0, d).Weekday().String()); len(day) >= 2 && strings.HasPrefix(name, day) {
				ahead = d
			}
		}
		if ahead < 0 {
			return time.Time{}, unreadable
		}
		if at = at.AddDate(0, 0, ahead); !at.After(local) {
			at = at.AddDate(0, 0, 7)
		}
	}
	return at.Add(-offset), nil
}

// readTimeOfDay reads a time of day after an optional day. A bare number isn't one.
func readTimeOfDay(folded string) (day string, clock time.Duration, ok bool) {
	parts := timeOfDay.FindStringSubmatch(folded)
	if parts == nil || parts[3] == "" && parts[4] == "" {
		return "", 0, false
	}
	hour, _ := strconv.Atoi(parts[2])
	minute, _ := strconv.Atoi(parts[3]) // 0 if it is left out
	if half := strings.ReplaceAll(parts[4], ".", ""); half != "" {
		if hour < 1 || hour > 12 {
			return "", 0, false
		}
		if hour %= 12; half == "pm" {
			hour += 12
		}
	}
	if day = parts[1]; day == "at" {
		day = ""
	}
	return day, time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute, hour < 24 && minute < 60
}
