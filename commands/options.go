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
	"deuces/game"
	"deuces/game/systems"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

// Limits of the turn clock.
const (
	clockLeast = time.Second
	clockMost  = 24 * time.Hour
)

// The options panel is the host's private message for setting the table's rules and settings, one
// page at a time. Changes apply immediately, and the lobby shows them. If a value is refused, the
// reason is shown next to its option.

// options handles the button Options of a lobby, and the buttons that turn pages.
func (c *Commands) options(ctx context.Context, v visit, id ids.Options) (bot.Reply, error) {
	if err := maySet(v); err != nil {
		return bot.Reply{}, err
	}
	return c.showOptions(ctx, v, id.Page, "", nil)
}

// maySet refuses anyone but the host of a lobby.
func maySet(v visit) error {
	switch {
	case v.match.Phase != match.Lobby:
		return game.Refuse("The options can't be changed any more, because the match has started.")
	case v.player != v.match.Host:
		return game.Refuse("Only the host can change the options. Click **Rules** to see how they are set.")
	}
	return nil
}

// set handles the menus of the panel.
func (c *Commands) set(ctx context.Context, v visit, id ids.Option) (bot.Reply, error) {
	if len(v.Values) != 1 {
		return c.options(ctx, v, ids.Options{Table: id.Table, Page: id.Page})
	}
	return c.setOption(ctx, v, id, v.Values[0])
}

// number handles the button of a numeric option, or of custom numbers: it opens a form.
func (c *Commands) number(ctx context.Context, v visit, id ids.Option) (bot.Reply, error) {
	if err := maySet(v); err != nil {
		return bot.Reply{}, err
	}
	s, err := c.snapshot(ctx, v.match)
	if err != nil {
		return bot.Reply{}, err
	}
	for _, o := range s.Options() {
		if o.Key == id.Key && (o.Choices == nil || o.Custom != nil) {
			form := screen.NumberForm(o, id)
			return bot.Reply{Modal: &form}, nil
		}
	}
	return bot.Reply{}, settings.ErrGone
}

// numberEntered handles that form.
func (c *Commands) numberEntered(ctx context.Context, v visit, id ids.Option) (bot.Reply, error) {
	return c.setOption(ctx, v, id, strings.TrimSpace(v.Fields["value"]))
}

// setOption sets an option and shows the panel again. A refusal is shown next to the option.
func (c *Commands) setOption(ctx context.Context, v visit, id ids.Option, value string) (bot.Reply, error) {
	if err := maySet(v); err != nil {
		return bot.Reply{}, err
	}
	command, err := c.optionCommand(ctx, v, id.Key, value)
	if err != nil {
		return c.showOptions(ctx, v, id.Page, id.Key, err)
	}
	if v.match, err = c.tables.Do(ctx, v.match.ID, command); v.match.ID == 0 {
		return bot.Reply{}, err
	}
	return c.showOptions(ctx, v, id.Page, id.Key, err)
}

// optionCommand returns the command that sets an option of the rules or a setting of the table.
func (c *Commands) optionCommand(ctx context.Context, v visit, key, value string) (match.Command, error) {
	if isSetting(key) {
		set, err := c.withSetting(v.match.Settings, key, value)
		return match.SetSettings{Player: v.player, Settings: set}, err
	}
	options := game.Changed(v.match.Rules.Options())
	options[key] = value
	err := c.permitted(ctx, v.Request, v.match.System, options)
	return match.SetOption{Player: v.player, Key: key, Value: value}, err
}

// setAll sets all options. values are those that differ from the preset.
func (c *Commands) setAll(ctx context.Context, v visit, values map[string]string) (match.Match, error) {
	m := v.match
	if err := maySet(v); err != nil {
		return m, err
	}
	g, err := c.guild(ctx, v.Guild)
	if err != nil {
		return m, err
	}
	options, settings := map[string]string{}, c.tableDefaults(g)
	for key, value := range values {
		if !isSetting(key) {
			options[key] = value
			continue
		}
		if settings, err = c.withSetting(settings, key, value); err != nil {
			return m, err
		}
	}
	if err := c.permitted(ctx, v.Request, m.System, options); err != nil {
		return m, err
	}
	if m, err = c.tables.Do(ctx, m.ID, match.SetOptions{Player: v.player, Options: options}); err != nil {
		return m, err
	}
	return c.tables.Do(ctx, m.ID, match.SetSettings{Player: v.player, Settings: settings})
}

// showOptions replies with the panel, which replaces the one that was clicked or is a new private
// message. refused is shown next to the option with this key.
func (c *Commands) showOptions(ctx context.Context, v visit, page int, key string, refused error) (bot.Reply, error) {
	why, err := refusal(refused)
	if err != nil {
		return bot.Reply{}, err
	}
	return c.showPanel(ctx, v, func(s screen.Snapshot) bot.Message { return s.OptionsPanel(page, key, why) })
}

func (c *Commands) showPanel(ctx context.Context, v visit, panel func(screen.Snapshot) bot.Message) (bot.Reply, error) {
	s, err := c.snapshot(ctx, v.match)
	if err != nil {
		return bot.Reply{}, err
	}
	msg := panel(s)
	return bot.Reply{Message: &msg, Private: true, Update: v.Private}, nil
}

// isSetting reports whether a key is a setting of the table.
func isSetting(key string) bool { return strings.HasPrefix(key, "table-") }

// withSetting returns settings with one of them changed.
func (c *Commands) withSetting(set match.Settings, key, value string) (match.Settings, error) {
	cant := func(option say.Text) error {
		return game.Refuse("{option} can't be {value}.", say.New(option), screen.Quoted(value, 20))
	}
	switch key {
	case screen.SeatsKey:
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 {
			return set, cant("Seats")
		}
		set.Seats = n
	case screen.ClockKey:
		d, err := time.ParseDuration(value)
		if err != nil || d != 0 && (d < clockLeast || d > clockMost) {
			return set, cant("Turn clock")
		}
		set.Clock = d
	case screen.TempoKey:
		if value == screen.DefaultTempo {
			value = string(settings.BotTempo)
			set.Pace, set.AutoPass = c.tables.Settings().Pace, c.tables.Settings().AutoPass
		} else if !slices.Contains(settings.Tempos(), settings.Tempo(value)) {
			return set, cant("Pace")
		}
		set = screen.AtTempo(set, settings.Tempo(value))
	case screen.AutoPassKey:
		tempo := settings.Quick
		if value == "no" {
			tempo = settings.ByHand
		}
		if value == "no" || set.AutoPass == 0 {
			set = screen.AtTempo(set, tempo)
		}
	case screen.HintsKey:
		set.NoHint = value != "yes"
	default:
		return set, settings.ErrGone
	}
	return set, nil
}

func (c *Commands) setRules(ctx context.Context, v visit, chosen string) (match.Match, error) {
	sets := systems.RuleSets(v.match.System)
	n, err := strconv.Atoi(chosen)
	switch {
	case chosen == screen.LastTime:
		last, err := c.Store.LastOptions(ctx, cmp.Or(v.match.Parent, v.match.Channel), v.match.System)
		if err != nil {
			return v.match, err
		}
		return c.setAll(ctx, v, last)
	case err != nil || n < 0 || n >= len(sets):
		return v.match, settings.ErrGone
	}
	values := maps.Clone(sets[n].Options)
	if values == nil {
		values = map[string]string{}
	}
	g, err := c.guild(ctx, v.Guild)
	if err != nil {
		return v.match, err
	}
	for _, o := range screen.TableOptions(v.match.Rules, v.match.Settings, c.tableDefaults(g)) {
		values[o.Key] = o.Value // a named set contains only rules
	}
	return c.setAll(ctx, v, values)
}
