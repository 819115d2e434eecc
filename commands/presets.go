package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/game/systems"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

// Presets are options of a system that a guild has named. /play offers them in some channels or in all.
// A locked channel allows only its presets.

// preset handles the buttons and menus of the panel's page of presets.
func (c *Commands) preset(ctx context.Context, r bot.Request, id ids.Preset) (bot.Reply, error) {
	if err := mayManage(r); err != nil {
		return bot.Reply{}, err
	}
	switch {
	case id.What == ids.PresetOpen && len(r.Values) == 1:
		return c.showPreset(ctx, r, r.Values[0], nil)
	case id.What == ids.PresetHere:
		return c.savePresetOfTable(ctx, r)
	}
	presets, err := c.Store.Presets(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	at := slices.IndexFunc(presets, func(p settings.Preset) bool { return p.Name == id.Name })
	if at < 0 {
		return c.showPreset(ctx, r, "", game.Refuse("That preset no longer exists."))
	}
	p := presets[at]
	switch id.What {
	case ids.PresetDrop:
		return c.showPreset(ctx, r, "", c.Store.DropPreset(ctx, r.Guild, id.Name))
	case ids.PresetLock, ids.PresetUnlock:
		p.Locked = id.What == ids.PresetLock
	case ids.PresetWhere:
		p.Channels = r.Values
	default:
		return c.showPreset(ctx, r, id.Name, nil)
	}
	return c.showPreset(ctx, r, id.Name, c.Store.SavePreset(ctx, r.Guild, p))
}

// savePresetOfTable saves the options of the channel's table as a preset.
func (c *Commands) savePresetOfTable(ctx context.Context, r bot.Request) (bot.Reply, error) {
	m, err := c.tables.InChannel(ctx, r.Channel)
	if err != nil {
		return bot.Reply{}, err
	}
	p := c.presetOf(m)
	return c.showPreset(ctx, r, p.Name, c.Store.SavePreset(ctx, r.Guild, p))
}

// presetOf returns the options of a table as a preset, named after the game and the table's number.
func (c *Commands) presetOf(m match.Match) settings.Preset {
	return settings.Preset{
		Name:   screen.Clip(fmt.Sprintf("%s %d", c.catalogue.Title(m.System), m.ID), settings.MaxName),
		System: m.System, Options: game.Changed(m.Rules.Options()),
	}
}

// openSaveForm handles the button "Save these rules". It opens a form that asks for the name.
func (c *Commands) openSaveForm(_ context.Context, v visit, id ids.TableButton) (bot.Reply, error) {
	if err := maySave(v); err != nil {
		return bot.Reply{}, err
	}
	form := screen.KeepForm(id, c.presetOf(v.match).Name)
	return bot.Reply{Modal: &form}, nil
}

// saveFormEntered handles that form. It saves the table's options as a preset.
func (c *Commands) saveFormEntered(ctx context.Context, v visit, _ ids.TableButton) (bot.Reply, error) {
	if err := maySave(v); err != nil {
		return bot.Reply{}, err
	}
	p := c.presetOf(v.match)
	p.Name = strings.TrimSpace(v.Fields["name"])
	err := p.Check()
	if err == nil {
		err = c.Store.SavePreset(ctx, v.Guild, p)
	}
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Say(say.New("⭐ **{name}** is saved: `/play` offers it. `/settings` says in which channels, or deletes it.", bot.Escape(p.Name))), nil
}

// maySave returns a refusal for people who may not save options for the whole server.
func maySave(v visit) error {
	if !v.Can.Has(bot.ManageGuild) {
		return game.Refuse("Saved options are offered to everyone here, so only people with the permission Manage Server can save them.")
	}
	return nil
}

// presetEntered handles the form of a new preset.
func (c *Commands) presetEntered(ctx context.Context, r bot.Request) (bot.Reply, error) {
	p, err := c.readPreset(ctx, r)
	if err == nil {
		err = c.Store.SavePreset(ctx, r.Guild, p)
	}
	return c.showPreset(ctx, r, p.Name, err)
}

// readPreset parses the form and checks the options.
func (c *Commands) readPreset(ctx context.Context, r bot.Request) (settings.Preset, error) {
	g, err := c.guild(ctx, r.Guild)
	if err != nil {
		return settings.Preset{}, err
	}
	system, _, err := c.chosen(ctx, r, g, strings.TrimSpace(r.Fields["game"]))
	if err != nil {
		return settings.Preset{}, err
	}
	p := settings.Preset{Name: strings.TrimSpace(r.Fields["name"]), System: system}
	given := map[string]string{}
	for _, word := range strings.Fields(r.Fields["options"]) {
		key, value, ok := strings.Cut(word, "=")
		if !ok {
			return p, game.Refuse("Type options as key=value, not {word}.", screen.Quoted(word, 40))
		}
		given[key] = value
	}
	sys, ok := systems.Latest(system)
	if !ok {
		return p, game.Refuse("Choose one of these games: {games}.", g.GameNames())
	}
	rules, err := sys.New(given)
	if err != nil {
		return p, err
	}
	p.Options = game.Changed(rules.Options())
	return p, p.Check()
}

// showPreset shows the page of presets with one of them opened. If refused isn't nil, the page also
// shows the reason.
func (c *Commands) showPreset(ctx context.Context, r bot.Request, open string, refused error) (bot.Reply, error) {
	return c.showSettings(ctx, r, panel{page: ids.PresetsPage, preset: open, refused: refused})
}
