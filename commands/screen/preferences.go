package screen

import (
	"deuces/bot"
	"deuces/commands/ids"
	"deuces/internal/say"
	"deuces/languages"
	"deuces/settings"
)

// Preferences renders the page of preferences: a row of buttons for each, with the chosen value in green.
// told is when the server tells people who haven't chosen, if this is shown in one, and note is shown above. called says whether
// calls mention the person; nil: they can't choose here.
func Preferences(p settings.Person, in languages.Set, inServer bool, told settings.Mention, called *bool, note say.Message) bot.Message {
	blocks := []bot.Block{texts(banner(say.Mark("⚙️ ", say.New("Preferences"), "")), say.Mark("⚠️ ", note, ""))}
	for _, x := range settings.Preferences() {
		var row bot.Row
		for _, v := range x.Values {
			b := bot.Button{ID: ids.Prefer{Key: x.Key, Value: v.Key}.ID(), Label: say.Capital(say.New(v.Word))}
			switch {
			case v.Key == string(settings.NoticeServer) && !inServer:
				b.Label = say.New("As each server has it")
			case v.Key == string(settings.NoticeServer):
				b.Label = say.Colon(b.Label, toldWhen(told))
			}
			if x.Shows(p) == v.Key {
				b.Style, b.Emoji = bot.Green, "✅"
			}
			row = append(row, b)
		}
		blocks = append(blocks, bot.Text(bold(say.New(x.Name))), row)
	}
	if len(in) > 0 {
		menu := languageMenu(ids.Prefer{Key: "language"}.ID(), in, p.Language, say.New("As in Discord"))
		blocks = append(blocks, bot.Text(bold(say.New("Language"))), menu)
	}
	if called != nil {
		blocks = append(blocks, callSetting(*called))
	}
	blocks = append(blocks, bot.Row{{ID: privacyID(ids.PrivacyBack), Label: say.New("Privacy"), Emoji: "🔒"}})
	return bot.Message{Accent: blurple, Blocks: blocks}
}

func toldWhen(when settings.Mention) say.Message {
	switch when {
	case settings.MentionTurn:
		return say.New("at once")
	case settings.MentionWarning:
		return say.New("when time is short")
	case settings.MentionOff:
		return say.New("never")
	}
	return say.New("after 20 seconds")
}

func privacyID(what string) string { return ids.Privacy{What: what}.ID() }

// Privacy renders what is stored about people and what they can do about it. docs/privacy.md has the
// details.
func Privacy() bot.Message {
	return bot.Message{Accent: blurple, Blocks: []bot.Block{
		texts(
			banner(say.Mark("🔒 ", say.New("Privacy"), "")),
			say.New("**I store** your Discord ID and the name you last used, every table you sat at with each move you made or planned, and what follows from them: points, places, titles, ratings. "+
				"Also your `/preferences`, where a direct message to you is until your turn is over, and what a server's admins set for me."),
			say.New("**I don't store or read** messages. I only check how many there are below a table, and since when."),
			say.New("**Others can see** names and results from their server, and your cards after the match."),
			say.New("**I keep this** until you delete it, or for some time after a server removes me.")),
		bot.Row{
			{ID: privacyID(ids.PrivacyExport), Label: say.New("Save as a file"), Emoji: "💾"},
			{ID: privacyID(ids.PrivacyAsk), Label: say.New("Delete"), Style: bot.Red},
			{ID: ids.Prefer{Key: ids.PrivacyBack}.ID(), Label: say.New("Back")},
		},
	}}
}

// AskToForget renders the question whether to delete a person's data.
func AskToForget() bot.Message {
	return bot.Message{Accent: crimson, Blocks: []bot.Block{
		texts(
			banner(say.New("Delete what I know about you?")),
			say.New("You leave your tables, and lose points, titles and ratings for good. Others keep their results, which show you as **a former player**. Boards already in channels stay as they are.")),
		bot.Row{{ID: privacyID(ids.PrivacyDelete), Label: say.New("Delete"), Style: bot.Red}, {ID: privacyID(ids.PrivacyBack), Label: say.New("Cancel")}},
	}}
}

// Forgotten renders the note that nothing is stored about a person. rolesLeft is set if some roles of
// titles couldn't be taken away.
func Forgotten(rolesLeft bool) bot.Message {
	lines := []say.Message{say.New("I don't know anything about you.")}
	if rolesLeft {
		lines = append(lines, say.New("If you still have a role for a title, ask an admin to remove it."))
	}
	return bot.Message{Accent: grey, Blocks: []bot.Block{texts(lines...)}}
}

// Export returns the file with everything that is stored about a person.
func Export(name string, data []byte) bot.Message {
	return bot.Message{
		Blocks: []bot.Block{bot.Text(say.New("This is everything I know about you.")), bot.Download(name)},
		Files:  []bot.File{{Name: name, Data: data}},
	}
}
