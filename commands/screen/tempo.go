package screen

import (
	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

// DefaultTempo is the value of settings.BotTempo in menus.
const DefaultTempo = "default"

// AtTempo returns a table's settings with the times of a tempo. BotTempo changes nothing.
func AtTempo(set match.Settings, t settings.Tempo) match.Settings {
	if t != settings.BotTempo {
		set.Pace, set.AutoPass = t.Times()
	}
	return set
}

// tempoChoices returns the tempos that can be chosen.
func tempoChoices() []game.Choice {
	return []game.Choice{
		game.NewChoice(string(settings.Quick), "Quick", "Short pauses hide who couldn't play."),
		game.NewChoice(string(settings.Calm), "Calm", "Longer pauses hide who couldn't play."),
		game.NewChoice(string(settings.Instant), "Instant", "No pauses: everyone sees who couldn't play."),
		game.NewChoice(string(settings.ByHand), "By hand", "Everyone clicks every pass, and it shows immediately."),
	}
}

// tempoOption returns the tempo as an option of a table.
func tempoOption(set, defaults match.Settings) game.Option {
	o := game.Option{Key: TempoKey, Name: "Pace", Question: "How fast are bots and automatic passes?", Choices: tempoChoices(),
		Value: tempoValue(settings.TempoOf(set.Pace, set.AutoPass)), Preset: tempoValue(settings.TempoOf(defaults.Pace, defaults.AutoPass))}
	if o.Value == DefaultTempo || o.Preset == DefaultTempo {
		o.Choices = append(o.Choices, game.NewChoice(DefaultTempo, "Bot default", "As the bot's operator has set it."))
	}
	return o
}

func tempoValue(t settings.Tempo) string {
	if t == settings.BotTempo {
		return DefaultTempo
	}
	return string(t)
}

// openPasses renders the note in a lobby that forced passes show, if they do.
func openPasses(set match.Settings) say.Message {
	if settings.TempoOf(set.Pace, set.AutoPass) == settings.Instant {
		return say.New("forced passes show")
	}
	return say.Message{}
}

// tempoMenu returns the menu for the tempo of a server's tables.
func tempoMenu(chosen settings.Tempo) bot.Select {
	menu := bot.Select{ID: ids.Setting{Page: ids.TablesPage, What: SettingTempo}.ID()}
	for _, c := range append(tempoChoices(), game.NewChoice(DefaultTempo, "Bot default", "As the bot's operator has set it.")) {
		menu.Options = append(menu.Options, bot.SelectOption{Value: c.Value, Default: c.Value == tempoValue(chosen), Label: c.Name, Description: c.About})
	}
	return menu
}
