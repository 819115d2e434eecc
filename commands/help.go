package commands

import (
	"context"

	"deuces/bot"
	"deuces/commands/screen"
	"deuces/say"
)

var helpSpec = bot.Command{Name: "help", Description: say.New("How to play, and what the commands do")}

// help answers /help.
func (c *Commands) help(context.Context, bot.Request) (bot.Reply, error) {
	return bot.Whisper(screen.Help(c.catalogue)), nil
}
