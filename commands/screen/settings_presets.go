package screen

import (
	"strings"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/internal/say"
	"deuces/settings"
)

// PresetsPage is the page of presets: options that a guild has named.
type PresetsPage struct {
	Presets   []settings.Preset
	Options   map[string][]game.Option // options by preset; nil if its system no longer exists
	Open      string                   // name of the opened preset; "" for none
	TableHere bool                     // the channel has a table, whose options can be saved
}

// PresetSettings renders the page of presets.
func PresetSettings(g GuildSettings, p PresetsPage) []bot.Block {
	blocks := []bot.Block{bot.Text(say.New("**Presets** are games with options of your own, under a name you choose. `/play` offers them, marked with ⭐. Where a preset is locked, only locked presets can be played."))}
	if len(p.Presets) > 0 {
		menu := bot.Select{ID: ids.Setting{Page: ids.PresetsPage, What: ids.PresetOpen}.ID(), Placeholder: say.New("Choose a preset")}
		for _, x := range p.Presets[:min(len(p.Presets), settings.MaxPresets)] {
			menu.Options = append(menu.Options, bot.SelectOption{
				Label: say.Verbatim(bot.Plain(x.Name, 100)), Value: x.Name, Description: clipped(g.Title(x.System), 100), Default: strings.EqualFold(x.Name, p.Open),
			})
		}
		blocks = append(blocks, menu)
	}
	for _, x := range p.Presets {
		if strings.EqualFold(x.Name, p.Open) {
			blocks = append(blocks, g.preset(x, p.Options[x.Name])...)
		}
	}
	full := len(p.Presets) >= settings.MaxPresets
	row := bot.Row{{ID: ids.Form{What: ids.FormPreset}.ID(), Label: say.New("New preset…"), Style: bot.Green, Disabled: full}}
	if p.TableHere {
		row = append(row, bot.Button{ID: ids.Setting{Page: ids.PresetsPage, What: ids.PresetHere}.ID(), Label: say.New("From this channel's table"), Disabled: full})
	}
	return append(blocks, row)
}

// preset renders one preset with the buttons for changing it.
func (g GuildSettings) preset(p settings.Preset, options []game.Option) []bot.Block {
	id := func(what string) string { return ids.Preset{What: what, Name: p.Name}.ID() }
	lines := []say.Message{heading(say.Verbatim(bot.Escape(p.Name))), g.Title(p.System)}
	for _, o := range options {
		if o.Value != o.Preset {
			lines = append(lines, setting(o))
		}
	}
	if len(p.Options) == 0 {
		lines = append(lines, small(say.New("Standard rules")))
	}
	lock := bot.Button{ID: id(ids.PresetLock), Label: say.New("Lock"), Emoji: "🔒"}
	if p.Locked {
		lines = append(lines, say.New("🔒 Locked: nothing else can be played in its channels, except other locked presets."))
		lock = bot.Button{ID: id(ids.PresetUnlock), Label: say.New("Unlock"), Emoji: "🔓"}
	}
	return []bot.Block{
		texts(lines...),
		bot.Picker{ID: id(ids.PresetWhere), Of: bot.Channels, Placeholder: say.New("Offered everywhere"), Chosen: p.Channels[:min(len(p.Channels), 25)], Min: 0, Max: 25},
		bot.Row{lock, {ID: id(ids.PresetDrop), Label: say.New("Delete"), Style: bot.Red}},
	}
}

// KeepForm returns the form that asks for the name under which a table's options are saved. It has
// the same id as its button.
func KeepForm(id ids.TableButton, name string) bot.Modal {
	return bot.Modal{ID: id.ID(), Title: say.New("Save these options"), Fields: []bot.Field{
		{ID: "name", Label: say.New("A name for them, as /play will offer it"), Value: name, Required: true, Max: settings.MaxName},
	}}
}

// PresetForm returns the form for a new preset.
func PresetForm(g GuildSettings) bot.Modal {
	return bot.Modal{ID: ids.Form{What: ids.FormPreset}.ID(), Title: say.New("New preset"), Fields: []bot.Field{
		{ID: "name", Label: say.New("Name"), Required: true, Max: settings.MaxName},
		{ID: "game", Label: say.New("Game"), Placeholder: clipped(g.GameNames(), 100), Required: true, Max: 60},
		{ID: "options", Label: say.New("Options, separated by spaces"), Placeholder: say.New("jokers=2 target=11"), Long: true, Max: 1000},
	}}
}
