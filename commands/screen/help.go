package screen

import (
	"deuces/bot"
	"deuces/internal/say"
)

// Help lists the games and the commands.
func Help(g GuildSettings) bot.Message {
	return bot.Message{Accent: blurple, Blocks: []bot.Block{
		texts(append([]say.Message{banner(say.New("Card games in this channel"))}, g.gameLines()...)...),
		bot.Row{learnButton()},
		texts(
			say.New("`/play` opens a table, one per channel or thread. **Join** to take a seat; the host starts the match."),
			say.New("**My hand** shows your cards to you alone. Every play you can make is a button. If you lose the message, click **My hand** again."),
			say.New("Know your next play already? 📌 **Plan my next turn** plays it when your turn comes. If you can't play, you pass automatically, unless `/preferences` says otherwise."),
			say.New("Clicked the wrong card? For a few seconds, ↩️ **Undo** takes it back, unless somebody has played since."),
			say.New("If your time runs out, you pass or play your lowest card. If it happens twice in a row, a computer plays for you until you click something."),
			say.New("Short of players? The host can add 🤖 computer players before the match. 💡 **Hint** in your hand suggests a good play."),
			say.New("Every deal is sealed before you see a card. ✂️ **Cut the deck** with a number of your own; after the round, 🔎 **Check the deal** shows that nobody changed it."),
		),
		bot.Divider{},
		texts(
			say.New("`/join` and `/leave`: take or give up a seat, even during a match"),
			say.New("`/kick`: remove a player (the host decides; others start a vote)"),
			say.New("`/hand`: see your cards"),
			say.New("`/cards`: play cards you type, or find out why you can't"),
			say.New("`/table`: bring the table's board to the bottom of the channel"),
			say.New("`/learn`: learn a game by playing a short hand on your own"),
			say.New("`/rules`: how to play"),
			say.New("`/leaderboard`: the best players in this server"),
			say.New("`/titles`: who holds which title, and the longest streaks"),
			say.New("`/stats`: a player's statistics"),
			say.New("`/history`: look at past matches, save them or replay them"),
			say.New("`/seasons`: the hall of fame"),
			say.New("`/settings`: server settings (needs Manage Server)"),
			say.New("`/preferences`: how your cards look to you, and what is done for you"),
			say.New("`/privacy`: what I know about you"),
			say.New("`/end`: close the table (its host, or anyone with Manage Messages)"),
		),
	}}
}
