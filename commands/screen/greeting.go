package screen

import (
	"deuces/bot"
	"deuces/commands/ids"
	"deuces/internal/say"
	"deuces/settings"
)

// Greeting renders the message for a server that has added the bot.
func Greeting(g GuildSettings) bot.Message {
	wording := func(w settings.Wording) string {
		return ids.Setting{Page: ids.TitlesPage, What: "wording", Value: string(w)}.ID()
	}
	return bot.Message{Accent: blurple, Blocks: []bot.Block{
		bot.Text(say.New("I host card games: {games}. `/play` opens a table in any channel, `/help` explains the rest, and admins use `/settings`.", g.GameNames())),
		bot.Row{PlayButton()},
		bot.Text(say.New("**Admins:** some games have rude titles for whoever comes last. Which words do you want here?")),
		bot.Row{{ID: wording(settings.AsTheRules), Label: say.New("Original")}, {ID: wording(settings.Clean), Label: say.New("Clean")}},
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
	give := func(permissions say.Message) {
		if !permissions.Empty() {
			lines = append(lines, say.Mark("❌ ", say.New("I'm missing {permissions} in this channel.", permissions), ""))
		}
	}
	give(at.Missing)
	if g.Threads {
		give(at.Can.Missing(bot.OpenThreads | bot.SendInThreads))
	}
	if len(g.Roles) > 0 || g.CallRole != "" {
		give(at.Can.Missing(bot.ManageRoles))
	}
	if len(lines) == 0 && page == ids.TablesPage {
		return say.New("✅ Nothing is missing here.")
	}
	return say.Lines(lines...)
}
