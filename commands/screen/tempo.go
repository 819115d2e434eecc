package screen

import (
	"cmp"

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

func tempoOption(set, defaults match.Settings) game.Option {
	o := game.Option{Key: TempoKey, Name: "Pace", Question: "How fast are bots and automatic passes?", Choices: []game.Choice{
		game.NewChoice(string(settings.Quick), "Quick", "Short pauses hide who couldn't play."),
		game.NewChoice(string(settings.Calm), "Calm", "Longer pauses hide who couldn't play."),
		game.NewChoice(string(settings.Instant), "Instant", "No pauses: everyone sees who couldn't play."),
		game.NewChoice(string(settings.ByHand), "By hand", "Everyone clicks every pass."),
	}, Value: tempoValue(set), Preset: tempoValue(defaults)}
	if o.Value == DefaultTempo || o.Preset == DefaultTempo {
		o.Choices = append(o.Choices, game.NewChoice(DefaultTempo, "Bot default", ""))
	}
	return o
}

func tempoValue(set match.Settings) string {
	return cmp.Or(string(settings.TempoOf(set.Pace, set.AutoPass)), DefaultTempo)
}

// openPasses renders the note in a lobby that forced passes show, if they do.
func openPasses(set match.Settings) say.Message {
	if settings.TempoOf(set.Pace, set.AutoPass) == settings.Instant {
		return say.New("forced passes show")
	}
	return say.Message{}
}
