package commands

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"deuces/bot"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/game/systems"
	"deuces/internal/say"
	"deuces/languages"
	"deuces/match"
	"deuces/settings"
)

// catalogueOf returns the systems as screens show them. A system whose preset is invalid has no titles.
func catalogueOf(all []systems.System, in languages.Set) screen.Catalogue {
	var games []screen.Game
	for _, s := range all {
		g := screen.Game{Name: s.Name, Title: s.Title, About: s.About, Penalty: s.Penalty}
		if rules, err := s.New(nil); err == nil {
			g.Titles = rules.Titles()
		}
		for _, set := range systems.RuleSets(s.Name) {
			shown := screen.RuleSet{Name: set.Name, Feel: set.Feel, Options: set.Options, Rounds: set.Rounds}
			if rules, err := s.New(set.Options); err == nil {
				shown.Fewest, shown.Most = rules.Seats()
			}
			g.Sets = append(g.Sets, shown)
		}
		games = append(games, g)
	}
	return screen.NewCatalogue(games, in)
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
		return screen.GuildSettings{}, fmt.Errorf("read the settings of server %s: %w", guild, err)
	}
	g := c.inGuild(set)
	g.Language, err = c.spokenIn(ctx, guild, set)
	return g, err
}

func (c *Commands) inGuild(set settings.Guild) screen.GuildSettings {
	g := c.catalogue.In(set)
	if c.discord != nil {
		g.Commands = c.discord.CommandIDs()
	}
	if c.Deck != nil {
		g.Pictures = c.Deck.Pictures(set.Colors)
	}
	return g
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
func (c *Commands) mayOpen(ctx context.Context, r guildRequest, system string, options map[string]string) error {
	if !r.set.Allows(channelSet(r.Request)) {
		return game.Refuse("Tables can't be opened in this channel. Try {channels}.", channelList(r.set.Channels))
	}
	return c.permitted(ctx, r.Request, system, options)
}

// channelList lists channels in a sentence. A long list ends with "…".
func channelList(ids []string) say.Message {
	const most = 10
	var channels []string
	for _, id := range ids[:min(len(ids), most)] {
		channels = append(channels, bot.Channel(id))
	}
	if len(ids) > most {
		channels = append(channels, "…")
	}
	return say.Names(channels...)
}

// permitted returns a refusal unless the options are one of a locked channel's presets.
func (c *Commands) permitted(ctx context.Context, r bot.Request, system string, options map[string]string) error {
	offered, locked, err := c.offered(ctx, r.Guild, channelSet(r))
	if err != nil || !locked {
		return err
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
