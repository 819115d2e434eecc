package screen

import (
	"deuces/bot"
	"deuces/commands/ids"
	"deuces/internal/say"
)

// Greeting renders the message for a server that has added the bot.
func Greeting(g GuildSettings) bot.Message {
	return bot.Message{Accent: blurple, Blocks: []bot.Block{
		bot.Text(say.New("I host card games in your channels: {games}. "+
			"Click **Start a table**, or type `/play` in any channel, with bots in the empty seats. "+
			"`/help` lists everything else, and admins choose with `/settings` how I behave.", g.GameNames())),
		bot.Row{{ID: ids.Begin{}.ID(), Label: say.New("Start a table"), Emoji: "🃏", Style: bot.Green}},
	}}
}

// Place is the data about a channel for the check list.
type Place struct {
	Missing say.Message     // names of the permissions that tables need and the bot lacks here
	Can     bot.Permissions // the bot's permissions here
}

// CheckList renders what has to be done so that all settings work in a channel, one line each. If
// nothing has to be done, the panel's first page says so.
func CheckList(g GuildSettings, at Place, page string) say.Message {
	var lines []say.Message
	if !at.Missing.Empty() {
		lines = append(lines, say.New("❌ Tables can't be played in this channel: give my role {permissions}.", at.Missing))
	}
	if lacks := at.Can.Missing(bot.OpenThreads | bot.SendInThreads); g.Threads && !lacks.Empty() {
		lines = append(lines, say.New("❌ Tables can't get threads in this channel: give my role {permissions}.", lacks))
	}
	if lacks := at.Can.Missing(bot.ManageRoles); len(g.Roles) > 0 && !lacks.Empty() {
		lines = append(lines, say.New("❌ Roles can't go with titles: give my role {permissions}, and move it above the roles that I give.", lacks))
	}
	switch {
	case len(lines) > 0:
		return say.Lines(append([]say.Message{say.New("**Still to do**")}, lines...)...)
	case page == ids.TablesPage:
		return say.New("✅ Nothing is missing here. `/play` opens a table.")
	}
	return say.Message{}
}
