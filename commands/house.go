package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"deuces/bot"
	"deuces/game"
	"deuces/game/systems"
	"deuces/settings"
	"deuces/table"
)

// house is what a server has set, and how things are called in it.
type house struct {
	settings.Guild
	clean *cleaner // of rude words; nil: they stay
}

// house returns what a server has set.
func (c *Commands) house(ctx context.Context, guild string) (house, error) {
	set, err := c.Store.GuildSettings(ctx, guild)
	if err != nil {
		return house{}, fmt.Errorf("what server %s has set: %w", guild, err)
	}
	h := house{Guild: set}
	if set.Wording == settings.Clean {
		h.clean = c.clean
	}
	return h, nil
}

// usual are the settings of a table in this server where its host sets none.
func (h house) usual(program table.Settings) table.Settings {
	switch h.Clock {
	case 0:
	case settings.NoClock:
		program.Clock = 0
	default:
		program.Clock = h.Clock
	}
	return program
}

// mention says when this server notifies the player to move.
func (h house) mention(program Mention) Mention {
	if !h.Mentions {
		return MentionOff
	}
	return program
}

// place is where a request is as settings mean it: threads belong to their channel.
func place(r bot.Request) string {
	if r.Thread && r.Parent != "" {
		return r.Parent
	}
	return r.Channel
}

// mayOpen refuses a table that the server doesn't want here: the channel is not
// one for tables, or is locked to presets that this is none of.
func (c *Commands) mayOpen(ctx context.Context, r bot.Request, h house, system string, options map[string]string) error {
	if !h.Allows(place(r)) {
		var names []string
		for _, id := range h.Channels[:min(len(h.Channels), 10)] {
			names = append(names, bot.Channel(id))
		}
		return game.Refuse("Tables don't open in this channel. They do in %s.", list(names))
	}
	return c.permitted(ctx, r, system, options)
}

// permitted refuses a system with options that a locked channel doesn't have
// among its presets.
func (c *Commands) permitted(ctx context.Context, r bot.Request, system string, options map[string]string) error {
	presets, err := c.Store.Presets(ctx, r.Guild)
	if err != nil {
		return err
	}
	offered, locked := settings.Offered(presets, place(r))
	if !locked {
		return nil
	}
	sys, ok := systems.Latest(system)
	if ok {
		rules, err := sys.New(options)
		if err != nil {
			return err
		}
		// A preset may have been saved when the system itself started otherwise: what
		// counts is what it comes to now, as for what is asked for.
		for i, p := range presets {
			if saved, err := sys.New(p.Options); err == nil && p.System == system {
				presets[i].Options = game.Changed(saved.Options())
			}
		}
		if settings.Permits(presets, place(r), system, game.Changed(rules.Options())) {
			return nil
		}
	}
	var names []string
	for _, p := range offered {
		names = append(names, "**"+bot.Escape(p.Name)+"**")
	}
	return game.Refuse("In this channel the options are locked. What can be played is %s.", list(names))
}

// presetPrefix begins the value of a game that is a preset of the server.
const presetPrefix = "preset:"

// chosen is the system that an option of a command names, by its key or by what
// players call it; and the options of a preset. "" is for none.
func (c *Commands) chosen(ctx context.Context, r bot.Request, h house, named string) (system string, options map[string]string, err error) {
	if named == "" || strings.EqualFold(named, everything) {
		return "", nil, nil
	}
	if name, ok := strings.CutPrefix(named, presetPrefix); ok {
		presets, err := c.Store.Presets(ctx, r.Guild)
		if err != nil {
			return "", nil, err
		}
		offered, _ := settings.Offered(presets, place(r))
		for _, p := range offered {
			if strings.EqualFold(p.Name, name) {
				return p.System, p.Options, nil
			}
		}
		return "", nil, game.Refuse("There is no preset %.40q in this channel.", name)
	}
	for _, s := range c.Systems {
		if strings.EqualFold(named, s.Name) || strings.EqualFold(named, s.Title) || strings.EqualFold(named, h.say(s.Title)) {
			return s.Name, nil, nil
		}
	}
	return "", nil, game.Refuse("There is no game called %.40q.", named)
}

// games suggests games: for /play the presets of the channel first.
func (c *Commands) games(ctx context.Context, r bot.Request, h house) ([]bot.Choice, error) {
	var choices []bot.Choice
	locked := false
	if r.Command == "play" {
		presets, err := c.Store.Presets(ctx, r.Guild)
		if err != nil {
			return nil, err
		}
		var offered []settings.Preset
		if offered, locked = settings.Offered(presets, place(r)); len(offered) > 20 {
			offered = offered[:20]
		}
		for _, p := range offered {
			choices = append(choices, bot.Choice{Name: bot.Plain("⭐ "+p.Name+" · "+c.title(p.System), 100), Value: presetPrefix + p.Name})
		}
	} else {
		choices = append(choices, bot.Choice{Name: "All games", Value: everything})
	}
	for _, s := range c.Systems {
		if !locked {
			choices = append(choices, bot.Choice{Name: s.Title, Value: s.Name})
		}
	}
	for i := range choices {
		choices[i].Name = h.say(choices[i].Name)
	}
	typed := strings.ToLower(strings.TrimSpace(r.Options[r.Focused]))
	return slices.DeleteFunc(choices, func(x bot.Choice) bool {
		return !strings.Contains(strings.ToLower(x.Name), typed) && !strings.HasPrefix(x.Value, typed)
	}), nil
}

// suggest answers while somebody types an option of a command.
func (c *Commands) suggest(ctx context.Context, r bot.Request) (bot.Reply, error) {
	h, err := c.house(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	reply := bot.Reply{Choices: []bot.Choice{}}
	switch r.Focused {
	case "clock":
		reply, err = c.suggestClock(ctx, r)
	case "by":
		reply.Choices = c.orders(r, h)
	default:
		reply.Choices, err = c.games(ctx, r, h)
	}
	return h.reply(reply), err
}

// gameOption is the option of commands that names a game.
func gameOption(about string, required bool) bot.Option {
	return bot.Option{Name: "game", Description: about, Required: required, Suggest: true, Max: bot.Limit(80)}
}

// day writes a date that is long past, the same for everybody.
func day(t time.Time) string { return t.UTC().Format("2 January 2006") }

// days writes the days from one time to another.
func days(from, to time.Time) string {
	if day(from) == day(to) {
		return day(from)
	}
	return day(from) + " to " + day(to)
}

// plays says whether there is a system of that name.
func (c *Commands) plays(system string) bool {
	return slices.ContainsFunc(c.Systems, func(s systems.System) bool { return s.Name == system })
}
