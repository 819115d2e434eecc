package commands

import (
	"context"

	"deuces/bot"
	"deuces/commands/screen"
	"deuces/internal/say"
)

var helpSpec = bot.Command{Name: "help", Description: say.New("How to play, and what the commands do")}

// help answers /help.
func (c *Commands) help(ctx context.Context, r bot.Request) (bot.Reply, error) {
	g, err := c.guild(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Whisper(screen.Help(g)), nil
}
