package screen

import (
	"slices"
	"strconv"
	"strings"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/internal/say"
	"deuces/settings"
)

// SettingWording is how custom_ids name the wording of titles.
const SettingWording = "wording"

// TitleSettings is the page of what titles are called.
func TitleSettings(g GuildSettings) []bot.Block {
	own, escaped := say.New("Not set yet"), say.New("Not set yet")
	if g.Words != (settings.Words{}) {
		words := strings.Join(g.Words[:], ", ")
		own, escaped = say.Verbatim(bot.Plain(words, 100)), say.Verbatim(bot.Escape(words))
	}
	var games []say.Message // that have the titles
	for _, s := range g.Games {
		if slices.ContainsFunc(g.TitlesOf(s.Name), func(w game.TitleWord) bool { return w.Place > 0 }) {
			games = append(games, say.New(s.Title))
		}
	}
	clean := g.cleanWords()
	menu := bot.Select{ID: ids.Setting{Page: ids.TitlesPage, What: SettingWording}.ID(), Options: []bot.SelectOption{
		{Label: say.New("Original"), Value: string(settings.AsTheRules), Description: say.New("As each game calls them; some are rude")},
		{Label: say.New("Clean"), Value: string(settings.Clean), Description: commas(verbatim(clean[:])...)},
		{Label: say.New("Our own words"), Value: string(settings.OwnWords), Description: own},
	}}
	for i := range menu.Options {
		menu.Options[i].Default = menu.Options[i].Value == string(g.Wording)
	}
	return []bot.Block{
		bot.Text(say.New("**What titles are called** in {games}. With clean words, I show no rude ones anywhere in this server, not even in the name of a game or a player.", say.List(games...))),
		menu,
		bot.Section{Texts: []bot.Text{texts(bold(say.New("Our own words")), small(escaped))}, Button: &bot.Button{ID: ids.Form{What: ids.FormWords}.ID(), Label: say.New("Change…")}},
	}
}

// wordedPlaces are the places in a round whose titles a guild can word.
var wordedPlaces = [len(settings.Words{})]say.Text{"First", "Second", "In between", "Second to last", "Last"}

// WordsForm asks for a guild's own words for titles.
func WordsForm(g GuildSettings) bot.Modal {
	form := bot.Modal{ID: ids.Form{What: ids.FormWords}.ID(), Title: say.New("Our own words for titles")}
	for i, w := range g.cleanWords() {
		value := g.Words[i]
		if value == "" {
			value = w
		}
		form.Fields = append(form.Fields, bot.Field{ID: strconv.Itoa(i), Label: say.New(wordedPlaces[i]), Value: value, Required: true, Max: settings.MaxWord})
	}
	return form
}
