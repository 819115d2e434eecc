package screen

import (
	"deuces/bot"
	"deuces/commands/ids"
	"deuces/internal/say"
)

// Greeting is what the bot says when it was added to a server.
func Greeting(g GuildSettings) bot.Message {
	return bot.Message{Accent: blurple, Blocks: []bot.Block{
		bot.Text(say.New("I host card games in your channels: {games}. "+
			"Click **Start a table** to choose one, or type `/play` in any channel; 🤖 computer players can take empty seats. "+
			"`/help` lists everything else, and admins choose with `/settings` how I behave.", g.GameNames())),
		bot.Row{{ID: ids.Begin{}.ID(), Label: say.New("Start a table"), Emoji: "🃏", Style: bot.Green}},
	}}
}
