package commands

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/commands/typed"
	"deuces/game"
	"deuces/game/systems"
	"deuces/internal/fold"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

// This file finds the game or preset that people choose from a menu or a list of suggestions, or type.

// The values of menus and suggestions begin with one of these. A typed text is a name, even if it is
// also a key: "president" is the key of President Classic, and people who type it mean President.
const (
	gamePrefix   = screen.GamePrefix
	presetPrefix = "preset:"
)

// playable is what people can choose to play: a game, or a preset of the guild.
type playable struct {
	bot.Choice
	system string
	preset *settings.Preset // nil: a game
	names  []string         // what people may type for it besides the label
	others []string         // names that mean it only if they are nobody else's
}

func gameOption(about say.Text) bot.Option {
	return bot.Option{Name: "game", Description: say.New(about), Suggest: true, Max: 80}
}

// games returns all games, in the order of menus.
func (c *Commands) games(g screen.GuildSettings) (games []playable) {
	for _, s := range c.Systems {
		title, names := say.New(s.Title), []string{string(s.Title)}
		for _, l := range c.Languages {
			names = append(names, title.In(l))
		}
		games = append(games, playable{
			Choice: bot.Choice{Name: g.Polite(title), Value: gamePrefix + s.Name}, system: s.Name,
			names: names, others: append([]string{s.Name}, s.Aliases...),
		})
	}
	return games
}

// offered returns the presets that a channel offers, and whether it is locked to them.
func (c *Commands) offered(ctx context.Context, guild, channel string) (presets []settings.Preset, locked bool, err error) {
	all, err := c.Store.Presets(ctx, guild)
	presets, locked = settings.Offered(all, channel)
	return presets, locked, err
}

func (c *Commands) presets(ctx context.Context, guild, channel string, g screen.GuildSettings) (presets []playable, locked bool, err error) {
	offered, locked, err := c.offered(ctx, guild, channel)
	for _, p := range offered {
		label := say.Join(" · ", say.Verbatim("⭐ "+p.Name), g.Title(p.System)).Reworded(func(text string) string { return bot.Plain(text, 100) })
		presets = append(presets, playable{
			Choice: bot.Choice{Name: g.Polite(label), Value: presetPrefix + p.Name}, system: p.System, preset: &p,
			names: []string{p.Name, label.String(), g.Say(label)},
		})
	}
	return presets, locked, err
}

// playable returns what can be played at a lobby: all games, unless its channel is locked to presets,
// and the presets. now is the value of the one whose rules the table has.
func (c *Commands) playable(ctx context.Context, m match.Match, g screen.GuildSettings) (all []bot.Choice, now string, err error) {
	offered, locked, err := c.presets(ctx, m.Guild, cmp.Or(m.Parent, m.Channel), g)
	if err != nil {
		return nil, "", err
	}
	if !locked {
		offered = append(c.games(g), offered...)
	}
	now = gamePrefix + m.System
	if i := slices.IndexFunc(offered, func(p playable) bool { return p.isPlayedAt(m) }); i >= 0 {
		now = offered[i].Value
	}
	return choicesOf(offered), now, nil
}

// isPlayedAt reports whether a table has the rules of a game or preset.
func (p playable) isPlayedAt(m match.Match) bool {
	var options map[string]string
	if p.preset != nil {
		options = p.preset.Options
	}
	sys, ok := systems.Latest(p.system)
	return ok && p.system == m.System && sameRules(sys, options, game.Changed(m.Rules.Options()))
}

func choicesOf(all []playable) (choices []bot.Choice) {
	for _, p := range all {
		choices = append(choices, p.Choice)
	}
	return choices
}

func (c *Commands) suggest(ctx context.Context, r guildRequest) (bot.Reply, error) {
	suggest := c.suggestGames
	if r.Focused == "cards" {
		suggest = c.suggestCards
	}
	choices, err := suggest(ctx, r)
	return bot.Reply{Choices: choices}, err
}

// suggestCards suggests what the person may play at the channel's table. It suggests nothing if there
// is no table or it isn't their turn.
func (c *Commands) suggestCards(ctx context.Context, r guildRequest) ([]bot.Choice, error) {
	m, err := c.tables.InChannel(ctx, r.Channel)
	if errors.Is(err, match.ErrNoTable) {
		return []bot.Choice{}, nil
	}
	if err != nil {
		return nil, err
	}
	me, isKnown, err := c.Store.Find(ctx, r.User.ID)
	if !isKnown || err != nil {
		return []bot.Choice{}, err
	}
	seat, seated := m.Seat(me)
	view, dealt := m.View(seat)
	if !seated || !dealt || m.Vacant(seat) {
		return []bot.Choice{}, nil
	}
	chosen, err := c.Store.Preferences(ctx, me)
	if err != nil {
		return nil, err
	}
	return typed.Suggest(view, c.readBy(chosen, r.Locale), r.Options["cards"], chosen.Cards == settings.InWords), nil
}

// suggestGames suggests what fits the typed text. For /play the channel's presets come first, as long
// as the games fit, too.
func (c *Commands) suggestGames(ctx context.Context, r guildRequest) ([]bot.Choice, error) {
	presets, locked, err := c.presets(ctx, r.Guild, channelSet(r.Request), *r.set)
	if err != nil {
		return nil, err
	}
	games := c.games(*r.set)
	switch {
	case r.Command != "play":
		games = append([]playable{{Choice: bot.Choice{Name: say.New(allGames), Value: ids.Everything}}}, games...)
	case locked:
		games = nil
	}
	first, second := games, presets
	if len(games)+len(presets) <= typed.Most && r.Command == "play" {
		first, second = presets, games
	}
	text := fold.Name(r.Options["game"])
	fitting := slices.DeleteFunc(slices.Concat(first, second), func(p playable) bool { return !p.fits(text) })
	return typed.Shortened(choicesOf(fitting)), nil
}

const allGames say.Text = "All games"

// fits reports whether one of the names contains a folded text.
func (p playable) fits(typed string) bool {
	return strings.Contains(fold.Name(p.Name.String()), typed) ||
		slices.ContainsFunc(slices.Concat(p.names, p.others), func(name string) bool { return strings.Contains(fold.Name(name), typed) })
}

// isOneOf reports whether a folded text is one of some names.
func isOneOf(typed string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return fold.Name(name) == typed })
}

// chosen returns what a command's option or a menu names: its value, what a client shows for it, another
// name of it, or enough of its name to tell it from the others. It returns the zero playable for all games.
func (c *Commands) chosen(ctx context.Context, r guildRequest, named string) (playable, error) {
	text := fold.Name(named)
	if text == "" || text == fold.Name(string(allGames)) || text == ids.Everything {
		return playable{}, nil
	}
	if named == typed.More {
		return playable{}, typed.ErrMore
	}
	presets, _, err := c.presets(ctx, r.Guild, channelSet(r.Request), *r.set)
	if err != nil {
		return playable{}, err
	}
	all := append(c.games(*r.set), presets...)
	for _, is := range []func(playable) bool{
		func(p playable) bool { return strings.EqualFold(p.Value, named) },
		func(p playable) bool { return isOneOf(text, append(p.names, p.Name.String())) },
		func(p playable) bool { return isOneOf(text, p.others) },
	} {
		if i := slices.IndexFunc(all, is); i >= 0 {
			return all[i], nil
		}
	}
	if fitting := slices.DeleteFunc(all, func(p playable) bool { return !p.fits(text) }); len(fitting) == 1 {
		return fitting[0], nil
	}
	return playable{}, noGame(*r.set, strings.TrimPrefix(strings.TrimPrefix(named, presetPrefix), gamePrefix))
}

// chosenLatest returns the newest version of the chosen system, and the options of the chosen preset.
// It refuses to choose none.
func (c *Commands) chosenLatest(ctx context.Context, r guildRequest, named string) (systems.System, map[string]string, error) {
	p, err := c.chosen(ctx, r, named)
	if err != nil {
		return systems.System{}, nil, err
	}
	sys, ok := systems.Latest(p.system)
	if !ok {
		return systems.System{}, nil, noGame(*r.set, named)
	}
	if p.preset == nil {
		return sys, nil, nil
	}
	return sys, p.preset.Options, nil
}

func noGame(g screen.GuildSettings, named string) error {
	return game.Refuse("There is no game called {game} here. The games are {games}. You can also leave the name out.", screen.Quoted(named, 40), g.GameNames())
}
