package commands

import (
	"context"
	"errors"
	"fmt"
	"maps"
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

// catalogueOf returns the systems as screens show them. A system whose preset is invalid has no titles.
func catalogueOf(all []systems.System) screen.Catalogue {
	var games []screen.Game
	for _, s := range all {
		g := screen.Game{Name: s.Name, Title: s.Title, About: s.About, Penalty: s.Penalty}
		if rules, err := s.New(nil); err == nil {
			g.Titles = rules.Titles()
		}
		for _, set := range systems.RuleSets(s.Name) {
			g.Sets = append(g.Sets, screen.RuleSet(set))
		}
		games = append(games, g)
	}
	return screen.NewCatalogue(games)
}

func (c *Commands) hasComputers(system string) bool {
	return slices.ContainsFunc(c.Systems, func(s systems.System) bool { return s.Name == system && s.Players != nil })
}

// colors returns the suit colors for a system: red and black if its rules depend on them, otherwise
// others.
func (c *Commands) colors(system string, others settings.Colors) settings.Colors {
	if slices.ContainsFunc(c.Systems, func(s systems.System) bool { return s.Name == system && s.RedAndBlack }) {
		return settings.TwoColors
	}
	return others
}

func (c *Commands) guild(ctx context.Context, guild string) (screen.GuildSettings, error) {
	set, err := c.Store.GuildSettings(ctx, guild)
	if err != nil {
		return screen.GuildSettings{}, fmt.Errorf("what server %s has set: %w", guild, err)
	}
	g := c.catalogue.In(set)
	if c.Deck != nil {
		g.Pictures = c.Deck.Pictures(set.Colors)
	}
	return g, nil
}

// tableDefaults returns the settings of a guild's tables before the host changes any.
func (c *Commands) tableDefaults(g screen.GuildSettings) match.Settings {
	set := c.tables.Settings()
	set.Undo = g.Undo
	set = screen.AtTempo(set, g.Tempo)
	switch g.Clock {
	case 0:
	case settings.NoClock:
		set.Clock = 0
	default:
		set.Clock = g.Clock
	}
	return set
}

// channelSet returns the channel whose settings apply to a request: for a thread, its parent.
func channelSet(r bot.Request) string {
	if r.Thread && r.Parent != "" {
		return r.Parent
	}
	return r.Channel
}

// mayOpen returns a refusal if the guild doesn't allow such a table in this channel, because tables
// aren't allowed there or the channel is locked to other presets.
func (c *Commands) mayOpen(ctx context.Context, r bot.Request, g screen.GuildSettings, system string, options map[string]string) error {
	if !g.Allows(channelSet(r)) {
		var channels []string
		for _, id := range g.Channels[:min(len(g.Channels), 10)] {
			channels = append(channels, bot.Channel(id))
		}
		return game.Refuse("Tables can't be opened in this channel. Try {channels}.", say.Names(channels...))
	}
	return c.permitted(ctx, r, system, options)
}

// permitted returns a refusal unless the options are one of a locked channel's presets.
func (c *Commands) permitted(ctx context.Context, r bot.Request, system string, options map[string]string) error {
	presets, err := c.Store.Presets(ctx, r.Guild)
	if err != nil {
		return err
	}
	offered, locked := settings.Offered(presets, channelSet(r))
	if !locked {
		return nil
	}
	var names []string
	for _, p := range offered {
		if sys, ok := systems.Latest(system); ok && p.System == system && sameRules(sys, p.Options, options) {
			return nil
		}
		names = append(names, "**"+bot.Escape(p.Name)+"**")
	}
	return game.Refuse("The options are locked in this channel. You can play {presets}.", say.Names(names...))
}

// sameRules reports whether options mean the same rules. The system's own preset may have changed
// since some were saved, so all options are filled in.
func sameRules(sys systems.System, a, b map[string]string) bool {
	x, wrongX := sys.New(a)
	y, wrongY := sys.New(b)
	return wrongX == nil && wrongY == nil && maps.Equal(game.Changed(x.Options()), game.Changed(y.Options()))
}

// presetPrefix is the prefix of a game's value that names one of the guild's presets.
const presetPrefix = "preset:"

func gameOption(about say.Text) bot.Option {
	return bot.Option{Name: "game", Description: say.New(about), Suggest: true, Max: bot.Limit(80)}
}

// playable returns what can be played in a request's channel: its presets and, unless it is locked to
// them, all games.
func (c *Commands) playable(ctx context.Context, r bot.Request, g screen.GuildSettings) (choices []bot.Choice, err error) {
	presets, err := c.Store.Presets(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	offered, locked := settings.Offered(presets, channelSet(r))
	for _, p := range offered[:min(len(offered), 20)] {
		choices = append(choices, bot.Choice{Name: say.Join(" · ", say.Verbatim("⭐ "+p.Name), g.Title(p.System)).Reworded(func(text string) string { return bot.Plain(text, 100) }), Value: presetPrefix + p.Name})
	}
	for _, s := range c.Systems {
		if !locked {
			choices = append(choices, bot.Choice{Name: say.New(s.Title), Value: s.Name})
		}
	}
	for i := range choices {
		choices[i].Name = g.Polite(choices[i].Name)
	}
	return choices, nil
}

// chosen returns the system that an option of a command names by key or by name and, if it names a
// preset, the preset's options. The system is "" if the option names none.
func (c *Commands) chosen(ctx context.Context, r bot.Request, g screen.GuildSettings, named string) (system string, options map[string]string, err error) {
	if named == "" || strings.EqualFold(named, ids.Everything) {
		return "", nil, nil
	}
	if name, ok := strings.CutPrefix(named, presetPrefix); ok {
		presets, err := c.Store.Presets(ctx, r.Guild)
		if err != nil {
			return "", nil, err
		}
		offered, _ := settings.Offered(presets, channelSet(r))
		for _, p := range offered {
			if strings.EqualFold(p.Name, name) {
				return p.System, p.Options, nil
			}
		}
		return "", nil, noGame(name)
	}
	// Suggestions send names, and one game's name is part of another's.
	for _, is := range []func(systems.System) bool{
		func(s systems.System) bool { return named == s.Name },
		func(s systems.System) bool {
			return strings.EqualFold(named, string(s.Title)) || strings.EqualFold(named, g.Say(string(s.Title)))
		},
	} {
		if i := slices.IndexFunc(c.Systems, is); i >= 0 {
			return c.Systems[i].Name, nil, nil
		}
	}
	return "", nil, noGame(named)
}

// chosenLatest returns what chosen does, with the newest version of the system. It refuses to choose none.
func (c *Commands) chosenLatest(ctx context.Context, r bot.Request, g screen.GuildSettings, named string) (systems.System, map[string]string, error) {
	system, options, err := c.chosen(ctx, r, g, named)
	if err != nil {
		return systems.System{}, nil, err
	}
	sys, ok := systems.Latest(system)
	if !ok {
		return systems.System{}, nil, noGame(named)
	}
	return sys, options, nil
}

func noGame(named string) error {
	return game.Refuse("There is no game called {game} here. Choose one of the suggestions.", screen.Quoted(named, 40))
}

// inGuild returns the guild's settings and, as chosen does, the system in the command's option
// "game".
func (c *Commands) inGuild(ctx context.Context, r bot.Request) (g screen.GuildSettings, system string, err error) {
	if g, err = c.guild(ctx, r.Guild); err != nil {
		return g, "", err
	}
	system, _, err = c.chosen(ctx, r, g, r.Options["game"])
	return g, system, err
}

// known returns a system that exists, or "".
func known(g screen.GuildSettings, system string) string {
	if g.Plays(system) {
		return system
	}
	return ""
}

// refusal returns the sentence for players in an error. If there is none, it returns the error.
func refusal(err error) (say.Message, error) {
	if illegal, ok := errors.AsType[*game.Illegal](err); ok {
		return illegal.Reason, nil
	}
	return say.Message{}, err
}
