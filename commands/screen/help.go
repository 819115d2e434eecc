package screen

import (
	"deuces/bot"
	"deuces/say"
)

// Help lists the games and the commands.
func Help(all Catalogue) bot.Message {
	games := ""
	for _, s := range all.Games {
		games += "- **" + s.Title + "** · " + s.About + "\n"
	}
	return bot.Message{Accent: blurple, Blocks: []bot.Block{
		bot.Text(say.Verbatim("## Card games in this channel\n" + games)),
		bot.Text(say.New("`/play` opens a table, one in each channel or thread; **Join** seats you, and the host starts.\n" +
			"**My hand** shows your cards to you alone. Each legal play is a button: one click plays it. " +
			"If the message gets old or lost, click **My hand** again.\n" +
			"Let your time run out and the table passes for you, or plays your lowest card; " +
			"twice in a row, and a stand-in plays until you click anything.\n" +
			"Too few of you? The host adds 🤖 computer players before the match. 💡 **Hint** in your hand says what a good player would do.")),
		bot.Divider{},
		bot.Text(say.New("`/join` `/leave` take and give up a seat, also while a match is on\n`/kick` removes a player: the host at once, others by a vote\n`/hand` your cards\n`/lay` plays cards that you write, or tells why they can't be played\n`/table` the board anew, at the bottom\n" +
			"`/rules` how it is played here\n`/leaderboard` the best of this server\n`/titles` who holds which title, and the longest reigns\n`/stats` a player's figures\n" +
			"`/history` past matches: look, save, watch\n`/seasons` the hall of fame\n`/settings` how I behave here (Manage Server)\n`/privacy` what I know of you\n`/end` ends the table (its host, or Manage Messages)")),
	}}
}
