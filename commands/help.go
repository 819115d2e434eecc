package commands

import (
	"context"

	"deuces/bot"
	"deuces/commands/screen"
	"deuces/say"
)

var helpSpec = bot.Command{Name: "help", Description: say.New("What this bot does, and its commands")}

// help answers /help.
func (c *Commands) help(context.Context, bot.Request) (bot.Reply, error) {
	return bot.Whisper(screen.Help(c.catalogue)), nil
}
