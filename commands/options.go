package commands

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/commands/typed"
	"deuces/game"
	"deuces/game/systems"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

// The options panel is the host's private message for setting the table's rules and settings, one
// group at a time. Changes apply immediately, and the lobby shows them. If a value is refused, the
// reason is shown next to its option.

func (c *Commands) options(ctx context.Context, v visit, id ids.Options) (bot.Reply, error) {
	if err := maySet(v); err != nil {
		return bot.Reply{}, err
	}
	if len(v.Values) == 1 {
		id.Page, _ = strconv.Atoi(v.Values[0]) // the first page if it isn't one
	}
	return c.showOptions(ctx, v, ids.Option{Page: max(0, id.Page)}, nil)
}

// maySet refuses anyone but the host of a lobby.
func maySet(v visit) error {
	_, err := v.match.Decide(match.SetSettings{Player: v.player, Settings: v.match.Settings}, time.Now())
	return err
}

// number opens the form of a numeric option, or of custom numbers.
func (c *Commands) number(ctx context.Context, v visit, id ids.Option) (bot.Reply, error) {
	if err := maySet(v); err != nil {
		return bot.Reply{}, err
	}
	s, err := c.snapshot(ctx, v.match)
	if err != nil {
		return bot.Reply{}, err
	}
	for _, o := range s.Options() {
		if o.Key == id.Key && (o.Choices == nil || o.Custom != nil || o.Key == screen.EndKey) {
			form := screen.NumberForm(o, id)
			return bot.Reply{Modal: &form}, nil
		}
	}
	return bot.Reply{}, settings.ErrGone
}

// set handles the menus of the panel and the form of a number.
func (c *Commands) set(ctx context.Context, v visit, id ids.Option) (bot.Reply, error) {
	if err := maySet(v); err != nil {
		return bot.Reply{}, err
	}
	value := cmp.Or(typed.Numbers(v.Fields["value"]), strings.Join(v.Values, ""))
	if id.Key == screen.EndKey && value == "" {
		value = typed.Numbers(v.Fields["points"]) + "/" + typed.Numbers(v.Fields["rounds"])
	}
	command, err := c.optionCommand(ctx, v, id.Key, value)
	if err != nil {
		return c.showOptions(ctx, v, id, err)
	}
	if v.match, err = c.tables.Do(ctx, v.match.ID, command); v.match.ID == 0 {
		return bot.Reply{}, err
	}
	return c.showOptions(ctx, v, id, err)
}

// optionCommand returns the command that sets an option of the rules or a setting of the table.
func (c *Commands) optionCommand(ctx context.Context, v visit, key, value string) (match.Command, error) {
	if isSetting(key) {
		set, err := c.withSetting(v.match.Settings, key, value)
		return match.SetSettings{Player: v.player, Settings: set}, err
	}
	options := game.Changed(v.match.Rules.Options())
	if key == screen.EndKey {
		ends, ok := screen.EndOptions(v.match.Rules, value)
		if !ok {
			return nil, game.Refuse("Type two numbers: the points and the rounds that end the match. 0 means no limit.")
		}
		maps.Copy(options, ends)
		return match.SetOptions{Player: v.player, Options: options}, c.permitted(ctx, v.Request, v.match.System, options)
	}
	options[key] = value
	err := c.permitted(ctx, v.Request, v.match.System, options)
	return match.SetOption{Player: v.player, Key: key, Value: value}, err
}

// showOptions replies with the panel, which replaces the one that was clicked or is a new private
// message. refused is shown next to the option.
func (c *Commands) showOptions(ctx context.Context, v visit, id ids.Option, refused error) (bot.Reply, error) {
	why, err := refusal(refused)
	if err != nil {
		return bot.Reply{}, err
	}
	s, err := c.snapshot(ctx, v.match)
	if err != nil {
		return bot.Reply{}, err
	}
	return v.panel(s.OptionsPanel(id.Page, id.Key, why)), nil
}

func isSetting(key string) bool { return strings.HasPrefix(key, "table-") }

// withSetting returns settings with one of them changed.
func (c *Commands) withSetting(set match.Settings, key, value string) (match.Settings, error) {
	switch key {
	case screen.SeatsKey:
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 {
			return set, game.Refuse("{option} can't be {value}.", say.New("Seats"), screen.Quoted(value, 20))
		}
		set.Seats = n
	case screen.ClockKey:
		d, err := time.ParseDuration(value)
		if err != nil || d != 0 && (d < settings.MinClock || d > settings.MaxClock) {
			return set, settings.ErrGone
		}
		set.Clock = d
	case screen.TempoKey:
		if value == screen.DefaultTempo {
			value = string(settings.BotTempo)
			set.Pace, set.AutoPass = c.tables.Settings().Pace, c.tables.Settings().AutoPass
		} else if !slices.Contains(settings.Tempos(), settings.Tempo(value)) {
			return set, settings.ErrGone
		}
		set = screen.AtTempo(set, settings.Tempo(value))
	case screen.HintsKey:
		set.NoHint = value != "yes"
	default:
		return set, settings.ErrGone
	}
	return set, nil
}

// setRules sets a named set of rules, or the options and settings with which the channel played last.
func (c *Commands) setRules(ctx context.Context, v visit, chosen string) (match.Match, error) {
	sets, m := systems.RuleSets(v.match.System), v.match
	if chosen != screen.LastTime {
		n, err := strconv.Atoi(chosen)
		if err != nil || n < 0 || n >= len(sets) {
			return m, settings.ErrGone
		}
		return c.setOptions(ctx, v, sets[n].Options)
	}
	last, err := c.Store.LastOptions(ctx, cmp.Or(m.Parent, m.Channel), m.System)
	if err != nil {
		return m, err
	}
	options, set := map[string]string{}, c.tableDefaults(*v.set)
	for key, value := range last {
		if !isSetting(key) {
			options[key] = value
		} else if set, err = c.withSetting(set, key, value); err != nil {
			return m, err
		}
	}
	if m, err = c.setOptions(ctx, v, options); err != nil {
		return m, err
	}
	return c.tables.Do(ctx, m.ID, match.SetSettings{Player: v.player, Settings: set})
}

// setOptions sets all options of the rules. values are those that differ from the defaults.
func (c *Commands) setOptions(ctx context.Context, v visit, values map[string]string) (match.Match, error) {
	if err := c.permitted(ctx, v.Request, v.match.System, values); err != nil {
		return v.match, err
	}
	return c.tables.Do(ctx, v.match.ID, match.SetOptions{Player: v.player, Options: values})
}
