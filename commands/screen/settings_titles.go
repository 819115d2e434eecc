package screen

import (
	"slices"
	"strconv"
	"strings"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/say"
	"deuces/settings"
)

// SettingWording is how custom_ids name the wording of titles.
const SettingWording = "wording"

// TitleSettings is the page of what titles are called.
func TitleSettings(g GuildSettings) []bot.Block {
	own, escaped := "not set yet", "not set yet"
	if g.Words != (settings.Words{}) {
		own = strings.Join(g.Words[:], ", ")
		escaped = bot.Escape(own)
	}
	var games []string // that have the titles
	for _, s := range g.Games {
		if slices.ContainsFunc(g.TitlesOf(s.Name), func(w game.TitleWord) bool { return w.Place > 0 }) {
			games = append(games, s.Title)
		}
	}
	clean := g.cleanWords()
	menu := bot.Select{ID: ids.Setting{Page: ids.TitlesPage, What: SettingWording}.ID(), Options: []bot.SelectOption{
		{Label: say.New("As the rules have it"), Value: string(settings.AsTheRules), Description: say.New("Some systems are rude")},
		{Label: say.New("Clean"), Value: string(settings.Clean), Description: say.Verbatim(strings.Join(clean[:], ", "))},
		{Label: say.New("Our own words"), Value: string(settings.OwnWords), Description: say.Verbatim(bot.Plain(own, 100))},
	}}
	for i := range menu.Options {
		menu.Options[i].Default = menu.Options[i].Value == string(g.Wording)
	}
	return []bot.Block{
		bot.Text(say.Verbatim("**What titles are called** in " + List(games) + ". With clean words, no rude one is shown anywhere in this server: also not as the name of a game, and not in anybody's name as I write it.")),
		menu,
		bot.Section{Texts: []bot.Text{bot.Text(say.Verbatim("**Our own words**\n-# " + escaped))}, Button: &bot.Button{ID: ids.Form{What: ids.FormWords}.ID(), Label: say.New("Change…")}},
	}
}

// WordsForm asks for a guild's own words for titles.
func WordsForm(g GuildSettings) bot.Modal {
	form := bot.Modal{ID: ids.Form{What: ids.FormWords}.ID(), Title: say.New("Your own words for titles")}
	for i, w := range g.cleanWords() {
		value := g.Words[i]
		if value == "" {
			value = w
		}
		form.Fields = append(form.Fields, bot.Field{ID: strconv.Itoa(i), Label: say.Verbatim([]string{"First", "Second", "Between", "Last but one", "Last"}[i]), Value: value, Required: true, Max: settings.MaxWord})
	}
	return form
}
