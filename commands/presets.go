package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"deuces/bot"
	"deuces/game"
	"deuces/game/systems"
	"deuces/settings"
)

// Presets are options of a system that a server gave a name: /play offers them,
// in some channels or in all, and where one is locked nothing else is played.

// refusal is what an error says to people; other errors come back.
func refusal(err error) (string, error) {
	if illegal, ok := errors.AsType[*game.Illegal](err); ok {
		return illegal.Reason, nil
	}
	return "", err
}

// presetsPanel is the page of presets, with one of them opened.
func (c *Commands) presetsPanel(ctx context.Context, r bot.Request, open string) ([]bot.Block, error) {
	presets, err := c.Store.Presets(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	blocks := []bot.Block{bot.Text("**Presets**: options with a name. `/play` offers them as games, marked with ⭐. In a channel where one is locked, nothing else is played.")}
	if len(presets) > 0 {
		menu := bot.Select{ID: "settings/presets/open", Placeholder: "Choose a preset"}
		for _, p := range presets[:min(len(presets), settings.MaxPresets)] {
			menu.Options = append(menu.Options, bot.SelectOption{Label: bot.Plain(p.Name, 100), Value: p.Name, Description: clip(c.title(p.System), 100), Default: strings.EqualFold(p.Name, open)})
		}
		blocks = append(blocks, menu)
	}
	for _, p := range presets {
		if strings.EqualFold(p.Name, open) {
			blocks = append(blocks, c.presetBlocks(p)...)
		}
	}
	row := bot.Row{{ID: "form/preset", Label: "New preset…", Style: bot.Green, Disabled: len(presets) >= settings.MaxPresets}}
	if _, ok := c.tables.In(r.Channel); ok {
		row = append(row, bot.Button{ID: "settings/presets/here", Label: "From this channel's table", Disabled: len(presets) >= settings.MaxPresets})
	}
	return append(blocks, row), nil
}

// presetBlocks show one preset, and what can be done with it.
func (c *Commands) presetBlocks(p settings.Preset) []bot.Block {
	text := "### " + bot.Escape(p.Name) + "\n" + c.title(p.System)
	if sys, ok := systems.Latest(p.System); ok {
		if rules, err := sys.New(p.Options); err == nil {
			for _, o := range rules.Options() {
				if o.Value != o.Preset {
					text += "\n🔧 " + o.Name + ": **" + setTo(o) + "**"
				}
			}
		}
	}
	if len(p.Options) == 0 {
		text += "\n-# all as usual"
	}
	lock := bot.Button{ID: "offer/lock/" + p.Name, Label: "Lock it", Emoji: "🔒"}
	if p.Locked {
		text += "\n🔒 locked: in its channels nothing else is played"
		lock = bot.Button{ID: "offer/unlock/" + p.Name, Label: "Unlock", Emoji: "🔓"}
	}
	return []bot.Block{
		bot.Text(text),
		bot.Picker{ID: "offer/where/" + p.Name, Of: bot.Channels, Placeholder: "Offered everywhere", Chosen: p.Channels[:min(len(p.Channels), 25)], Min: 0, Max: 25},
		bot.Row{lock, {ID: "offer/drop/" + p.Name, Label: "Delete", Style: bot.Red}},
	}
}

// presetSet answers the page's buttons and menus.
func (c *Commands) presetSet(ctx context.Context, r bot.Request) (bot.Reply, error) {
	name := strings.Join(r.Args[min(len(r.Args), 2):], "/")
	if r.Arg(1) == "open" && len(r.Values) == 1 {
		return c.presetShown(ctx, r, r.Values[0], nil)
	}
	if r.Arg(1) == "here" {
		m, ok := c.tables.In(r.Channel)
		if !ok {
			return bot.Reply{}, errNoTableHere
		}
		p := settings.Preset{Name: clip(fmt.Sprintf("%s %d", c.title(m.System()), m.ID()), settings.MaxName), System: m.System(), Options: game.Changed(m.Rules().Options())}
		return c.presetShown(ctx, r, p.Name, c.Store.SavePreset(ctx, r.Guild, p))
	}
	presets, err := c.Store.Presets(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	at := slices.IndexFunc(presets, func(p settings.Preset) bool { return p.Name == name })
	if at < 0 {
		return c.presetShown(ctx, r, "", game.Refuse("That preset is gone."))
	}
	p := presets[at]
	switch r.Arg(1) {
	case "drop":
		return c.presetShown(ctx, r, "", c.Store.DropPreset(ctx, r.Guild, name))
	case "lock", "unlock":
		p.Locked = r.Arg(1) == "lock"
	case "where":
		p.Channels = r.Values
	default:
		return c.presetShown(ctx, r, name, nil)
	}
	return c.presetShown(ctx, r, name, c.Store.SavePreset(ctx, r.Guild, p))
}

// presetNamed answers what a preset that is open offers: "offer/WHAT/NAME".
func (c *Commands) presetNamed(ctx context.Context, r bot.Request) (bot.Reply, error) {
	r.Args = append([]string{presetsPage}, r.Args...)
	return c.settings(ctx, r)
}

// presetMade answers the form of a new preset.
func (c *Commands) presetMade(ctx context.Context, r bot.Request) (bot.Reply, error) {
	p, err := c.readPreset(ctx, r)
	if err == nil {
		err = c.Store.SavePreset(ctx, r.Guild, p)
	}
	return c.presetShown(ctx, r, p.Name, err)
}

// readPreset reads the form, and has the system check the options.
func (c *Commands) readPreset(ctx context.Context, r bot.Request) (settings.Preset, error) {
	h, err := c.house(ctx, r.Guild)
	if err != nil {
		return settings.Preset{}, err
	}
	system, _, err := c.chosen(ctx, r, h, strings.TrimSpace(r.Fields["game"]))
	if err != nil {
		return settings.Preset{}, err
	}
	p := settings.Preset{Name: strings.TrimSpace(r.Fields["name"]), System: system}
	given := map[string]string{}
	for _, word := range strings.Fields(r.Fields["options"]) {
		key, value, ok := strings.Cut(word, "=")
		if !ok {
			return p, game.Refuse("Options are written key=value, not %.40q.", word)
		}
		given[key] = value
	}
	sys, ok := systems.Latest(system)
	if !ok {
		return p, game.Refuse("Name one of the games: %s.", c.gameNames(h))
	}
	rules, err := sys.New(given)
	if err != nil {
		return p, err
	}
	p.Options = game.Changed(rules.Options())
	return p, p.Check()
}

// presetShown shows the page with a preset opened, and what was refused.
func (c *Commands) presetShown(ctx context.Context, r bot.Request, open string, err error) (bot.Reply, error) {
	why, err := refusal(err)
	if err != nil {
		return bot.Reply{}, err
	}
	blocks, err := c.presetsPanel(ctx, r, open)
	if err != nil {
		return bot.Reply{}, err
	}
	at := slices.IndexFunc(panelPages, func(o bot.SelectOption) bool { return o.Value == presetsPage })
	return c.panelOf(r, at, why, blocks), nil
}
