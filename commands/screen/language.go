package screen

import (
	"deuces/bot"
	"deuces/commands/ids"
	"deuces/internal/say"
	"deuces/languages"
	"deuces/settings"
)

// ownName is how a language calls itself: "English", "Français".
const ownName say.Text = "English"

func languageName(l *say.Language) say.Message { return say.Verbatim(say.New(ownName).In(l)) }

// languageMenu returns the menu of all languages. chosen is the tag of the chosen one, or "" for the automatic choice.
func languageMenu(id string, in languages.Set, chosen string, automatic say.Message) bot.Select {
	menu := bot.Select{ID: id, Options: []bot.SelectOption{
		{Label: automatic, Value: settings.Automatic, Default: chosen == ""},
		{Label: languageName(nil), Value: "en", Default: chosen == "en"},
	}}
	for _, l := range in {
		menu.Options = append(menu.Options, bot.SelectOption{Label: languageName(l), Value: l.Tag(), Default: chosen == l.Tag()})
	}
	return menu
}

// LanguageOffer returns what is added to an admin's private message, once, where most players read another language
// than English: in which language public messages are, and buttons to choose.
func (g GuildSettings) LanguageOffer() []bot.Block {
	choice := func(l *say.Language) bot.Button {
		return bot.Button{ID: ids.Setting{Page: ids.TablesPage, What: "language", Value: l.Tag()}.ID(), Label: languageName(l)}
	}
	return []bot.Block{
		bot.Divider{},
		bot.Text(small(say.New("🌐 I post in {language} here, because most players use it. Is that okay?", languageName(g.Language)))),
		bot.Row{choice(g.Language), choice(nil)},
	}
}
