package commands

import (
	"context"

	"deuces/bot"
	"deuces/internal/say"
)

// gone are commands that the bot had once. Discord may still offer them for an hour after
// an upgrade, so each says what has taken its place.
func gone() map[string]say.Text {
	return map[string]say.Text{
		"cards":   "Type your cards into `/hand cards:`.",
		"end":     "To end the match, click **⋯** below the board.",
		"history": "`/profile` shows past matches.",
		"kick":    "To remove a player, click **⋯** below the board.",
		"learn":   "`/help` has a practice hand for each game.",
		"privacy": "`/preferences` has **Privacy**.",
		"rules":   "`/help` has the rules of each game.",
		"seasons": "`/leaderboard` has the seasons.",
		"stats":   "`/profile` shows your statistics.",
		"table":   "To move the board to the bottom, click **⋯** below it.",
		"titles":  "`/leaderboard` has the titles.",
	}
}

// moved answers a command that is gone.
func moved(where say.Text) bot.Handler {
	return func(context.Context, bot.Request) (bot.Reply, error) { return bot.Say(say.New(where)), nil }
}
