package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"deuces/bot"
	"deuces/game"
)

// clockOption lets whoever opens a table choose its turn clock.
var clockOption = bot.Option{
	Name: "clock", Description: "How long a turn may take: 1s to 24h, or none", Suggest: true, Max: bot.Limit(10),
}

// The turn clock's bounds.
const (
	clockLeast = time.Second
	clockMost  = 24 * time.Hour
)

// parseClock reads a turn clock: "90s", "2m", "1h30m", a number of seconds, or
// "none", which is 0.
func parseClock(s string) (time.Duration, error) {
	text := strings.ReplaceAll(strings.ToLower(s), " ", "")
	if text == "none" {
		return 0, nil
	}
	for _, unit := range []string{"min", "hours", "hour"} {
		if number, ok := strings.CutSuffix(text, unit); ok {
			text = number + unit[:1]
		}
	}
	if _, err := strconv.Atoi(text); err == nil {
		text += "s"
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < clockLeast || d > clockMost {
		return 0, game.Refuse("The clock can be from 1s to 24h, such as 90s or 2m, or none, not %.20q.", s)
	}
	return d, nil
}

// clockWords says how long a turn may take.
func clockWords(d time.Duration) string {
	if d == 0 {
		return "no turn clock"
	}
	return span(d) + " a turn"
}

// span writes a duration in its largest whole unit: "90 s", "2 min", "24 h".
func span(d time.Duration) string {
	switch {
	case d%time.Hour == 0:
		return fmt.Sprintf("%d h", d/time.Hour)
	case d%time.Minute == 0:
		return fmt.Sprintf("%d min", d/time.Minute)
	}
	return fmt.Sprintf("%d s", d/time.Second)
}

// suggestClock answers while somebody types /play.
func (c *Commands) suggestClock(_ context.Context, r bot.Request) (bot.Reply, error) {
	var reply bot.Reply
	typed := strings.ToLower(strings.TrimSpace(r.Options["clock"]))
	if d, err := parseClock(typed); err == nil && typed != "none" {
		reply.Choices = append(reply.Choices, bot.Choice{Name: span(d), Value: typed})
	}
	for _, value := range []string{"15s", "30s", "60s", "90s", "2m", "5m", "15m", "1h", "8h", "24h", "none"} {
		if !strings.HasPrefix(value, typed) || value == typed && value != "none" {
			continue
		}
		d, err := parseClock(value)
		if err != nil {
			return bot.Reply{}, err
		}
		name := "no clock"
		if d > 0 {
			name = span(d)
		}
		reply.Choices = append(reply.Choices, bot.Choice{Name: name, Value: value})
	}
	return reply, nil
}
