package commands

import (
	"strconv"
	"strings"
	"time"

	"deuces/bot"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/internal/say"
)

// clockOption lets the host of a new table choose its turn clock.
var clockOption = bot.Option{
	Name: "clock", Description: say.New("How long a turn may take: from 1s to 24h, or none"), Suggest: true, Max: bot.Limit(10),
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
		return 0, game.Refuse("The turn clock can't be {clock}. Choose from 1s to 24h, such as 90s or 2m, or none.", screen.Quoted(s, 20))
	}
	return d, nil
}
