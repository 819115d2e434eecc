package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"deuces/bot"
	"deuces/game"
	"deuces/table"
)

// The options panel: the host's private message in which everything is set that
// can be, in words, a page at a time. What is set is set at once, and the lobby
// shows it. What does not go together is refused where it was set.

// perPanel is how many options a page of the panel has.
const perPanel = 6

// Beside the options of its rules a table has some of its own, which are shown
// and set as if they were options.
const (
	seatsKey    = "table-seats"
	clockKey    = "table-clock"
	autoPassKey = "table-autopass"
	hintsKey    = "table-hints"
)

// autoPassAfter is when passes show where seats pass by themselves.
const autoPassAfter = 4 * time.Second

// options lists all that can be set at a table.
func (s scene) options() []game.Option {
	return append(s.Rules().Options(), tableOptions(s.Rules(), s.Settings(), s.usual)...)
}

// tableOptions writes a table's settings as options; usual is what they are where
// nobody has set them.
func tableOptions(rules game.Rules, set, usual table.Settings) []game.Option {
	var options []game.Option
	if fewest, most := rules.Seats(); fewest < most {
		o := game.Option{Key: seatsKey, Name: "Seats", About: "How many may play at most.", Min: fewest, Max: most, Preset: strconv.Itoa(most)}
		if o.Value = o.Preset; set.Seats > 0 {
			o.Value = strconv.Itoa(max(fewest, min(set.Seats, most)))
		}
		options = append(options, o)
	}
	clock := game.Option{Key: clockKey, Name: "Turn clock", About: "How long a turn may take. Then the table passes, or plays the lowest card.", Value: set.Clock.String(), Preset: usual.Clock.String()}
	lengths := []time.Duration{15 * time.Second, 30 * time.Second, time.Minute, 90 * time.Second, 2 * time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 8 * time.Hour, 24 * time.Hour, set.Clock, usual.Clock}
	slices.Sort(lengths)
	for _, d := range slices.Compact(lengths) {
		if d > 0 {
			clock.Choices = append(clock.Choices, game.Choice{Value: d.String(), Name: span(d)})
		}
	}
	clock.Choices = append(clock.Choices, game.Choice{Value: time.Duration(0).String(), Name: "None", About: "The table waits for everyone."})
	auto := game.Option{Key: autoPassKey, Name: "Auto-pass", About: "Whether who can't beat the top play passes without a click.", Value: yes(set.AutoPass > 0), Preset: yes(usual.AutoPass > 0), Choices: []game.Choice{
		{Value: "no", Name: "Off", About: "Everyone passes for themselves."},
		{Value: "yes", Name: "On", About: fmt.Sprintf("They pass by themselves. Every pass shows after %s, so nobody sees who can't play.", span(autoPassAfter))},
	}}
	hints := game.Option{Key: hintsKey, Name: "Hints", About: "Whether players may ask what a good player would do.", Value: yes(!set.NoHint), Preset: yes(!usual.NoHint), Choices: []game.Choice{
		{Value: "no", Name: "Off", About: "Everyone has to find it for themselves."},
		{Value: "yes", Name: "On", About: "A button in the hand tells it, and why."},
	}}
	return append(options, clock, auto, hints)
}

func yes(on bool) string {
	if on {
		return "yes"
	}
	return "no"
}

// isSetting says whether a key is one of a table's own.
func isSetting(key string) bool { return strings.HasPrefix(key, "table-") }

// withSetting returns settings with one of them set.
func withSetting(set table.Settings, key, value string) (table.Settings, error) {
	switch key {
	case seatsKey:
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 {
			return set, game.Refuse("Seats must be a number, not %.20q.", value)
		}
		set.Seats = n
	case clockKey:
		d, err := time.ParseDuration(value)
		if err != nil || d != 0 && (d < clockLeast || d > clockMost) {
			return set, game.Refuse("The clock can't be %.20q.", value)
		}
		set.Clock = d
	case autoPassKey:
		set.AutoPass = 0
		if value == "yes" {
			set.AutoPass = autoPassAfter
		}
	case hintsKey:
		set.NoHint = value != "yes"
	default:
		return set, game.Refuse("There is no option called %.40q here.", key)
	}
	return set, nil
}

// panel answers the button Options of a lobby, and the buttons that turn pages.
func (c *Commands) panel(ctx context.Context, r bot.Request) (bot.Reply, error) {
	m, err := c.named(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	if err := c.maySet(ctx, r, m); err != nil {
		return bot.Reply{}, err
	}
	return c.showPanel(ctx, r, m, natural(r.Arg(1)), "", nil)
}

// maySet refuses who is not the host of a lobby.
func (c *Commands) maySet(ctx context.Context, r bot.Request, m table.Match) error {
	p, err := c.player(ctx, r)
	switch {
	case err != nil:
		return err
	case m.Phase() != table.Lobby:
		return game.Refuse("The options can't be changed any more: cards have been dealt.")
	case p != m.Host():
		return game.Refuse("Only the host can change the options. **Rules** tells how they are set.")
	}
	return nil
}

// set answers the menus of the panel.
func (c *Commands) set(ctx context.Context, r bot.Request) (bot.Reply, error) {
	if len(r.Values) != 1 {
		return c.panel(ctx, r)
	}
	return c.setTo(ctx, r, r.Values[0])
}

// setTo sets the option that the custom_id names, and shows the panel with what
// is set then. A refusal is told at the option.
func (c *Commands) setTo(ctx context.Context, r bot.Request, value string) (bot.Reply, error) {
	m, err := c.named(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	p, err := c.player(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	if err := c.maySet(ctx, r, m); err != nil {
		return bot.Reply{}, err
	}
	key := r.Arg(2)
	if !isSetting(key) {
		options := game.Changed(m.Rules().Options())
		options[key] = value
		if err := c.permitted(ctx, r, m.System(), options); err != nil {
			return c.showPanel(ctx, r, m, natural(r.Arg(1)), key, err)
		}
	}
	var command table.Command = table.SetOption{Player: p, Key: key, Value: value}
	if isSetting(key) {
		set, err := withSetting(m.Settings(), key, value)
		if err != nil {
			return c.showPanel(ctx, r, m, natural(r.Arg(1)), key, err)
		}
		command = table.SetSettings{Player: p, Settings: set}
	}
	after, err := c.tables.Do(ctx, m.ID(), command)
	if after.ID() == 0 {
		return bot.Reply{}, err
	}
	return c.showPanel(ctx, r, after, natural(r.Arg(1)), key, err)
}

// number answers the button of an option that is a number: a form asks for it.
func (c *Commands) number(ctx context.Context, r bot.Request) (bot.Reply, error) {
	m, err := c.named(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	if err := c.maySet(ctx, r, m); err != nil {
		return bot.Reply{}, err
	}
	s, err := c.scene(ctx, m)
	if err != nil {
		return bot.Reply{}, err
	}
	for _, o := range s.options() {
		if o.Key == r.Arg(2) && o.Choices == nil {
			return bot.Reply{Modal: &bot.Modal{
				ID: strings.Join(append([]string{"number"}, r.Args...), "/"), Title: clip(o.Name, 45),
				Fields: []bot.Field{{ID: "value", Label: fmt.Sprintf("A number from %d to %d", o.Min, o.Max), Value: o.Value, Max: 4, Required: true}},
			}}, nil
		}
	}
	return bot.Reply{}, game.Refuse("There is no such option at this table.")
}

// numbered answers the form.
func (c *Commands) numbered(ctx context.Context, r bot.Request) (bot.Reply, error) {
	return c.setTo(ctx, r, strings.TrimSpace(r.Fields["value"]))
}

// preset answers the button that sets everything back.
func (c *Commands) preset(ctx context.Context, r bot.Request) (bot.Reply, error) {
	m, err := c.named(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	m, err = c.setAll(ctx, r, m, nil)
	if err != nil {
		return bot.Reply{}, err
	}
	return c.showPanel(ctx, r, m, natural(r.Arg(1)), "", nil)
}

// same answers the button of a lobby that sets what was played with last.
func (c *Commands) same(ctx context.Context, r bot.Request) (bot.Reply, error) {
	m, err := c.named(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	last, err := c.Store.LastOptions(ctx, m.Channel(), m.System())
	if err != nil {
		return bot.Reply{}, err
	}
	_, err = c.setAll(ctx, r, m, last)
	return bot.Reply{}, err // the lobby shows it
}

// setAll has the host set everything: what differs from the preset is named.
func (c *Commands) setAll(ctx context.Context, r bot.Request, m table.Match, values map[string]string) (table.Match, error) {
	if err := c.maySet(ctx, r, m); err != nil {
		return m, err
	}
	p, err := c.player(ctx, r)
	if err != nil {
		return m, err
	}
	options := map[string]string{}
	h, err := c.house(ctx, r.Guild)
	if err != nil {
		return m, err
	}
	settings := h.usual(c.tables.Settings())
	for key, value := range values {
		if !isSetting(key) {
			options[key] = value
			continue
		}
		if settings, err = withSetting(settings, key, value); err != nil {
			return m, err
		}
	}
	if err := c.permitted(ctx, r, m.System(), options); err != nil {
		return m, err
	}
	if m, err = c.tables.Do(ctx, m.ID(), table.SetOptions{Player: p, Options: options}); err != nil {
		return m, err
	}
	return c.tables.Do(ctx, m.ID(), table.SetSettings{Player: p, Settings: settings})
}

// rememberOptions keeps what a table is played with, for the next one of its
// channel. Where that fails it is only not offered, so it is logged and play goes on.
func (c *Commands) rememberOptions(ctx context.Context, m table.Match) {
	h, err := c.house(ctx, m.Guild())
	if err != nil {
		c.Logger.Error().Err(err).Int64("table", int64(m.ID())).Msg("the options of a channel were not stored")
		return
	}
	options := append(m.Rules().Options(), tableOptions(m.Rules(), m.Settings(), h.usual(c.tables.Settings()))...)
	if err := c.Store.SaveLastOptions(ctx, m.Channel(), m.System(), game.Changed(options)); err != nil {
		c.Logger.Error().Err(err).Int64("table", int64(m.ID())).Msg("the options of a channel were not stored")
	}
}

// showPanel answers with the panel: in place of the one that was used, else as a
// new private message. refused is said at the option with this key.
func (c *Commands) showPanel(ctx context.Context, r bot.Request, m table.Match, at int, key string, refused error) (bot.Reply, error) {
	why := ""
	if refused != nil {
		illegal, ok := errors.AsType[*game.Illegal](refused)
		if !ok {
			return bot.Reply{}, refused
		}
		why = illegal.Reason
	}
	s, err := c.scene(ctx, m)
	if err != nil {
		return bot.Reply{}, err
	}
	msg := s.panel(at, key, why)
	return bot.Reply{Message: &msg, Private: true, Update: r.Private}, nil
}

// panel renders a page of the options, from 0.
func (s scene) panel(at int, key, why string) bot.Message {
	options := s.options()
	last := (len(options) - 1) / perPanel
	at = min(at, last)
	head := "## Options · " + s.game
	if last > 0 {
		head += fmt.Sprintf(" · page %d of %d", at+1, last+1)
	}
	msg := bot.Message{Accent: blurple, Blocks: []bot.Block{bot.Text(head + "\n-# What you choose is set at once, and everyone sees it in the lobby.")}}
	for _, o := range options[at*perPanel : min(len(options), (at+1)*perPanel)] {
		refused := ""
		if o.Key == key {
			refused = why
		}
		msg.Blocks = append(msg.Blocks, s.setter(o, at, refused)...)
	}
	id := func(verb string, to int, more string) string { return fmt.Sprintf("%s/%d%s", s.id(verb), to, more) }
	var nav bot.Row
	if last > 0 {
		nav = bot.Row{
			{ID: id("options", max(at-1, 0), "/back"), Emoji: "◀️", Disabled: at == 0},
			{ID: id("options", min(at+1, last), ""), Emoji: "▶️", Disabled: at == last},
		}
	}
	changed := len(game.Changed(options)) > 0
	nav = append(nav, bot.Button{ID: id("preset", at, ""), Label: "Everything as usual", Disabled: !changed})
	msg.Blocks = append(msg.Blocks, bot.Divider{}, nav)
	return msg
}

// setter are the components with which an option is set.
func (s scene) setter(o game.Option, at int, refused string) []bot.Block {
	text := "**" + o.Name + "** · " + o.About
	if refused != "" {
		text += "\n⚠️ " + refused
	}
	id := func(verb string) string { return fmt.Sprintf("%s/%d/%s", s.id(verb), at, o.Key) }
	if o.Choices == nil {
		button := &bot.Button{ID: id("number"), Label: "Change: " + setTo(o)}
		if o.Value != o.Preset {
			button.Style = bot.Blue
			text += "\n-# usual: " + usually(o)
		}
		return []bot.Block{bot.Section{Texts: []bot.Text{bot.Text(text)}, Button: button}}
	}
	menu := bot.Select{ID: id("set")}
	for _, choice := range o.Choices {
		line := bot.SelectOption{Label: clip(choice.Name, 90), Value: choice.Value, Description: clip(choice.About, 100), Default: choice.Value == o.Value}
		if choice.Value == o.Preset {
			line.Label += " (usual)"
		}
		menu.Options = append(menu.Options, line)
	}
	return []bot.Block{bot.Text(text), menu}
}

// usually is what an option is set to in its preset, in words.
func usually(o game.Option) string {
	o.Value = o.Preset
	return setTo(o)
}
