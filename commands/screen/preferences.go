package screen

import (
	"deuces/bot"
	"deuces/commands/ids"
	"deuces/internal/say"
	"deuces/settings"
	"deuces/standing"
)

// Preferences renders the page of preferences: a row of buttons for each, with the chosen value in green.
// note is shown above.
func Preferences(p settings.Person, note say.Message) bot.Message {
	blocks := []bot.Block{texts(
		banner(say.New("⚙️ Your preferences")),
		small(say.New("They apply immediately, in every server.")),
		say.Mark("⚠️ ", note, ""))}
	for _, x := range settings.Preferences() {
		var row bot.Row
		for _, v := range x.Values {
			b := bot.Button{ID: ids.Prefer{Key: x.Key, Value: v.Key}.ID(), Label: say.New(v.Word)}
			if x.Shows(p) == v.Key {
				b.Style, b.Emoji = bot.Green, "✅"
			}
			row = append(row, b)
		}
		blocks = append(blocks, texts(bold(say.New(x.Name)), small(say.New(x.About))), row)
	}
	blocks = append(blocks, bot.Row{{ID: privacyID(ids.PrivacyBack), Label: say.New("Privacy"), Emoji: "🔒"}})
	return bot.Message{Accent: blurple, Blocks: blocks}
}

// Privacy renders what is stored about people and what they can do about it.
func Privacy() bot.Message {
	return bot.Message{Accent: blurple, Blocks: append(privacyText(), bot.Row{
		{ID: privacyID(ids.PrivacyShow), Label: say.New("Show it"), Emoji: "🔎", Style: bot.Blue},
		{ID: privacyID(ids.PrivacyExport), Label: say.New("Save as a file"), Emoji: "💾"},
		{ID: privacyID(ids.PrivacyAsk), Label: say.New("Delete it…"), Style: bot.Red},
	})}
}

func privacyID(what string) string { return ids.Privacy{What: what}.ID() }

// privacyText returns what is stored, a paragraph per block. docs/privacy.md has the details.
func privacyText() []bot.Block {
	return []bot.Block{
		bot.Text(say.New("## 🔒 What I know about you")),
		bot.Text(say.New("**What I store:** your Discord ID, the name I last saw you use, and a player number. " +
			"Under that number I keep the tables you sat at, every move you made or planned there, and what follows from them: points, places, titles, ratings and seasons. " +
			"I also store what you choose in `/preferences`, where a direct message is that calls you to a table, until it goes when your turn is over, and what a server's admins set for me.")),
		bot.Text(say.New("**What I don't store:** your messages, whether you are online, who your friends are, or where you are. I don't read what anybody writes: I only look when there are messages below a table, and how many.")),
		bot.Text(say.New("**Who can see it:** members of a server can see names and results there, in the leaderboard and `/profile`. " +
			"Other players can see your cards only after the match.")),
		bot.Text(say.New("**For how long:** until you delete it. If a server removes me, I delete what I know about that server after the time that its admins chose.")),
	}
}

// AskToForget renders the question whether to delete a person's data.
func AskToForget() bot.Message {
	return bot.Message{Accent: crimson, Blocks: []bot.Block{
		bot.Text(say.New("## Delete what I know about you?\n" +
			"I'll delete your Discord ID and your name everywhere, for good. Where you played, you'll be shown as **a former player**: " +
			"the results of others stay as they are, and nothing I keep leads back to you. Boards already posted in channels stay as they are. " +
			"You'll leave the tables you sit at. You can't get your points, titles and rating back: if you play again, you start from zero.")),
		bot.Row{{ID: privacyID(ids.PrivacyDelete), Label: say.New("Yes, delete it"), Style: bot.Red}, {ID: privacyID(ids.PrivacyBack), Label: say.New("No, keep it")}},
	}}
}

// Forgotten renders the note that a person's data is deleted. rolesLeft is set if some roles of
// titles couldn't be taken away.
func Forgotten(rolesLeft bool) bot.Message {
	lines := []say.Message{say.New("Done: I no longer know anything about you.")}
	if rolesLeft {
		lines = append(lines, say.New("I couldn't take back all your roles for titles. If you still have one, ask an admin to remove it."))
	}
	return bot.Message{Accent: grey, Blocks: []bot.Block{texts(lines...)}}
}

// Export returns the file with everything that is stored about a person.
func Export(name string, data []byte) bot.Message {
	return bot.Message{
		Blocks: []bot.Block{bot.Text(say.New("This is everything I know about you. Only you can see this message.")), bot.Download(name)},
		Files:  []bot.File{{Name: name, Data: data}},
	}
}

// Known renders a summary of the stored data about a person. guild is the server in which they
// asked.
func Known(d standing.Export, guild string) bot.Message {
	lines := []say.Message{
		banner(say.New("What I know about you")),
		say.New("Your Discord ID is `{id}`, your name is **{name}**, and you are player number {number}.", d.Discord, bot.Escape(d.Name), int(d.Player)),
	}
	for i, s := range d.Servers {
		if i == 10 {
			lines = append(lines, say.New("… and {n:# more server|# more servers}. The file lists them all.", len(d.Servers)-i))
			break
		}
		lines = append(lines, knownIn(s, guild))
	}
	if len(d.Servers) == 0 {
		lines = append(lines, say.New("You haven't finished a round yet."))
	}
	lines = append(lines, small(say.New("The file has every detail.")))
	return bot.Message{Accent: blurple, Blocks: []bot.Block{texts(lines...), bot.Row{
		{ID: privacyID(ids.PrivacyExport), Label: say.New("Save as a file"), Emoji: "💾"},
	}}}
}

// knownIn renders a summary of the stored data about a person in one guild.
func knownIn(s standing.ExportServer, guild string) say.Message {
	where := say.New("**Another server**")
	if s.Guild == guild {
		where = say.New("**This server**")
	}
	rounds, ends := 0, 0
	for _, r := range s.Rounds {
		if r.Finished {
			ends++
		} else {
			rounds++
		}
	}
	parts := []say.Message{where, say.New("{n:# round|# rounds}", rounds), say.New("{n:# match|# matches}", ends)}
	for i, sum := range s.Standings {
		if sum.System != "" || sum.Period != "" || i+1 < len(s.Standings) && s.Standings[i+1].System == "" && s.Standings[i+1].Period == "" {
			continue // the last one includes all rounds
		}
		parts = append(parts, say.New("{n} won", sum.Wins), say.New("{n:# point|# points}", sum.Points))
		if sum.Rating != 0 {
			parts = append(parts, say.New("rating {rating}", sum.Rating))
		}
	}
	if n := len(s.Streaks); n > 0 {
		parts = append(parts, say.New("{n:# streak|# streaks} with a title", n))
	}
	return dotted(parts...)
}
