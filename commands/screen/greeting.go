package screen

import (
	"deuces/bot"
	"deuces/commands/ids"
	"deuces/say"
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

// WhatToPlay is the menu behind the greeting's button. There is at least one choice.
func WhatToPlay(choices []bot.Choice) bot.Message {
	menu := bot.Select{ID: ids.Opens{}.ID(), Placeholder: say.New("Choose a game")}
	for _, x := range choices[:min(len(choices), 25)] {
		menu.Options = append(menu.Options, bot.SelectOption{Label: x.Name, Value: x.Value})
	}
	return bot.Message{Accent: blurple, Blocks: []bot.Block{
		texts(banner(say.New("What would you like to play?")), small(say.New("The table opens in this channel, and others can join. `/play` has more options."))),
		menu,
	}}
}
