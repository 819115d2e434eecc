package screen

import (
	"fmt"
	"strings"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/say"
	"deuces/standing"
)

// Privacy renders what is stored of people, and what they can do about it.
func Privacy() bot.Message {
	return bot.Message{Accent: blurple, Blocks: append(privacyText(), bot.Row{
		{ID: privacyID(ids.PrivacyShow), Label: say.New("Show it"), Emoji: "🔎", Style: bot.Blue},
		{ID: privacyID(ids.PrivacyExport), Label: say.New("Save it as a file"), Emoji: "💾"},
		{ID: privacyID(ids.PrivacyAsk), Label: say.New("Delete it…"), Style: bot.Red},
	})}
}

func privacyID(what string) string { return ids.Privacy{What: what}.ID() }

// privacyText says what is stored, a paragraph a block; docs/privacy.md says it at
// length.
func privacyText() []bot.Block {
	return []bot.Block{
		bot.Text(say.New("## 🔒 What I know of you")),
		bot.Text(say.New("**Stored:** your Discord id with your name as I saw it last, and a number that stands for you everywhere else. " +
			"Under that number: the tables you sat at and every move there, and what follows from them: points, places, titles, ratings, seasons. " +
			"What a server's admins set for me is stored too.")),
		bot.Text(say.New("**Not stored:** messages, who is online, whom you know, where you are. I read no messages at all.")),
		bot.Text(say.New("**Who sees it:** in each server its members see names and results, as the leaderboard, `/stats`, `/titles`, `/seasons` and `/history` show them. " +
			"Hands are shown to others only once the match is over.")),
		bot.Text(say.New("**How long:** until you delete it, or until a server has removed me and its time to keep has passed.")),
	}
}

// AskToForget asks whether somebody's data shall be deleted.
func AskToForget() bot.Message {
	return bot.Message{Accent: crimson, Blocks: []bot.Block{
		bot.Text(say.New("## Delete what I know of you?\n" +
			"Your id and your name go, everywhere and for good. Wherever you played, you become **a former player**: " +
			"others' results stay as they are, and nothing that I keep leads back to you. Boards that stand in channels already are left as they are. You leave the tables you sit at. " +
			"Your points, titles and rating don't come back; if you play again you begin anew.")),
		bot.Row{{ID: privacyID(ids.PrivacyDelete), Label: say.New("Yes, delete it"), Style: bot.Red}, {ID: privacyID(ids.PrivacyBack), Label: say.New("No, keep it")}},
	}}
}

// Forgotten says that somebody's data is deleted; rolesLeft: some roles of titles
// could not be taken back.
func Forgotten(rolesLeft bool) bot.Message {
	text := "Done: I know nothing of you any more."
	if rolesLeft {
		text += " I could not take back every role that went with a title: where you still have one, an admin can take it."
	}
	return bot.Message{Accent: grey, Blocks: []bot.Block{bot.Text(say.Verbatim(text))}}
}

// Export is the file of all that is known of somebody.
func Export(name string, data []byte) bot.Message {
	return bot.Message{
		Blocks: []bot.Block{bot.Text(say.New("All that I know of you. Only you see this message.")), bot.Download(name)},
		Files:  []bot.File{{Name: name, Data: data}},
	}
}

// Known sums up what is known of somebody who asks in a guild.
func Known(d standing.Export, guild string) bot.Message {
	lines := []string{
		"## What I know of you",
		fmt.Sprintf("Your Discord id `%s`, your name **%s**, and that you are player number %d.", d.Discord, bot.Escape(d.Name), d.Player),
	}
	for i, s := range d.Servers {
		if i == 10 {
			lines = append(lines, fmt.Sprintf("… and in %d more servers: the file has them all.", len(d.Servers)-i))
			break
		}
		lines = append(lines, knownIn(s, guild))
	}
	if len(d.Servers) == 0 {
		lines = append(lines, "You have finished no round yet.")
	}
	lines = append(lines, "-# The file has every line of it.")
	return bot.Message{Accent: blurple, Blocks: []bot.Block{bot.Text(say.Verbatim(strings.Join(lines, "\n"))), bot.Row{
		{ID: privacyID(ids.PrivacyExport), Label: say.New("Save it as a file"), Emoji: "💾"},
	}}}
}

// knownIn sums up what is known of somebody in one guild.
func knownIn(s standing.ExportServer, guild string) string {
	where := "In another server"
	if s.Guild == guild {
		where = "In this server"
	}
	rounds, ends := 0, 0
	for _, r := range s.Rounds {
		if r.Finished {
			ends++
		} else {
			rounds++
		}
	}
	line := fmt.Sprintf("**%s**: %s and %s played", where, count(rounds, "round"), matches(ends))
	for _, sum := range s.Standings {
		if sum.System != "" || sum.Period != "" || sum.Computers {
			continue
		}
		line += fmt.Sprintf(", %s, %s won", count(sum.Points, "point"), matches(sum.Wins))
		if sum.Rating != 0 {
			line += fmt.Sprintf(", rating %d", sum.Rating)
		}
	}
	if n := len(s.Streaks); n > 0 {
		line += ", " + count(n, "reign")
	}
	return line + "."
}
