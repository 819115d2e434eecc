package screen

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/say"
	"deuces/table"
)

// perPanel is how many options a page of the panel has.
const perPanel = 6

// A table has settings of its own, which are shown and set like the options of its rules.
const (
	SeatsKey    = "table-seats"
	ClockKey    = "table-clock"
	AutoPassKey = "table-autopass"
	HintsKey    = "table-hints"
)

// AutoPassAfter is how long every pass waits at a table where seats pass by themselves.
const AutoPassAfter = 4 * time.Second

// Options lists everything that can be set at a table.
func (s Snapshot) Options() []game.Option {
	return append(s.Rules().Options(), TableOptions(s.Rules(), s.Settings(), s.Defaults)...)
}

// TableOptions writes a table's settings as options; defaults are the values that
// nobody has changed.
func TableOptions(rules game.Rules, set, defaults table.Settings) []game.Option {
	var options []game.Option
	if fewest, most := rules.Seats(); fewest < most {
		o := game.Option{Key: SeatsKey, Name: "Seats", About: "How many may play at most.", Min: fewest, Max: most, Preset: strconv.Itoa(most)}
		if o.Value = o.Preset; set.Seats > 0 {
			o.Value = strconv.Itoa(max(fewest, min(set.Seats, most)))
		}
		options = append(options, o)
	}
	clock := game.Option{Key: ClockKey, Name: "Turn clock", About: "How long a turn may take. Then the table passes, or plays the lowest card.", Value: set.Clock.String(), Preset: defaults.Clock.String()}
	lengths := []time.Duration{15 * time.Second, 30 * time.Second, time.Minute, 90 * time.Second, 2 * time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 8 * time.Hour, 24 * time.Hour, set.Clock, defaults.Clock}
	slices.Sort(lengths)
	for _, d := range slices.Compact(lengths) {
		if d > 0 {
			clock.Choices = append(clock.Choices, game.Choice{Value: d.String(), Name: say.Verbatim(Span(d))})
		}
	}
	clock.Choices = append(clock.Choices, game.Choice{Value: time.Duration(0).String(), Name: say.New("None"), About: say.New("The table waits for everyone.")})
	auto := game.Option{Key: AutoPassKey, Name: "Auto-pass", About: "Whether who can't beat the top play passes without a click.", Value: yes(set.AutoPass > 0), Preset: yes(defaults.AutoPass > 0), Choices: []game.Choice{
		game.NewChoice("no", "Off", "Everyone passes for themselves."),
		{Value: "yes", Name: say.New("On"), About: say.New("They pass by themselves. Every pass shows after {time}, so nobody sees who can't play.", Span(AutoPassAfter))},
	}}
	hints := game.Option{Key: HintsKey, Name: "Hints", About: "Whether players may ask what a good player would do.", Value: yes(!set.NoHint), Preset: yes(!defaults.NoHint), Choices: []game.Choice{
		game.NewChoice("no", "Off", "Everyone has to find it for themselves."),
		game.NewChoice("yes", "On", "A button in the hand tells it, and why."),
	}}
	return append(options, clock, auto, hints)
}

func yes(on bool) string {
	if on {
		return "yes"
	}
	return "no"
}

// OptionsPanel renders a page of the options, from 0.
func (s Snapshot) OptionsPanel(at int, key, why string) bot.Message {
	options := s.Options()
	last := (len(options) - 1) / perPanel
	at = min(at, last)
	head := "## Options · " + s.Game
	if last > 0 {
		head += fmt.Sprintf(" · page %d of %d", at+1, last+1)
	}
	msg := bot.Message{Accent: blurple, Blocks: []bot.Block{bot.Text(say.Verbatim(head + "\n-# What you choose is set at once, and everyone sees it in the lobby."))}}
	for _, o := range options[at*perPanel : min(len(options), (at+1)*perPanel)] {
		refused := ""
		if o.Key == key {
			refused = why
		}
		msg.Blocks = append(msg.Blocks, s.optionBlocks(o, at, refused)...)
	}
	var nav bot.Row
	if last > 0 {
		back := ids.Options{Table: s.ID(), Page: max(at-1, 0), Part: "back"}
		next := ids.Options{Table: s.ID(), Page: min(at+1, last)}
		nav = bot.Row{
			{ID: back.ID(), Emoji: "◀️", Disabled: at == 0},
			{ID: next.ID(), Emoji: "▶️", Disabled: at == last},
		}
	}
	changed := len(game.Changed(options)) > 0
	nav = append(nav, bot.Button{ID: ids.Reset{Table: s.ID(), Page: at}.ID(), Label: say.New("Everything as usual"), Disabled: !changed})
	msg.Blocks = append(msg.Blocks, bot.Divider{}, nav)
	return msg
}

// NumberForm asks for an option that is a number. The form has the id of its button.
func NumberForm(o game.Option, id ids.Option) bot.Modal {
	return bot.Modal{
		ID: id.ID(), Title: say.Verbatim(Clip(string(o.Name), 45)),
		Fields: []bot.Field{{ID: "value", Label: say.Verbatim(fmt.Sprintf("A number from %d to %d", o.Min, o.Max)), Value: o.Value, Max: 4, Required: true}},
	}
}

// optionBlocks are the components that set an option.
func (s Snapshot) optionBlocks(o game.Option, at int, refused string) []bot.Block {
	text := "**" + string(o.Name) + "** · " + string(o.About)
	if refused != "" {
		text += "\n⚠️ " + refused
	}
	id := func(verb string) string {
		return ids.Option{Verb: verb, Table: s.ID(), Page: at, Key: o.Key}.ID()
	}
	if o.Choices == nil {
		button := &bot.Button{ID: id(ids.VerbNumber), Label: say.Verbatim("Change: " + setTo(o))}
		if o.Value != o.Preset {
			button.Style = bot.Blue
			text += "\n-# usual: " + presetOf(o)
		}
		return []bot.Block{bot.Section{Texts: []bot.Text{bot.Text(say.Verbatim(text))}, Button: button}}
	}
	menu := bot.Select{ID: id(ids.VerbSet)}
	for _, choice := range o.Choices {
		line := bot.SelectOption{Label: say.Verbatim(Clip(choice.Name.String(), 90)), Value: choice.Value, Description: say.Verbatim(Clip(choice.About.String(), 100)), Default: choice.Value == o.Value}
		if choice.Value == o.Preset {
			line.Label = say.New("{value} (usual)", line.Label)
		}
		menu.Options = append(menu.Options, line)
	}
	return []bot.Block{bot.Text(say.Verbatim(text)), menu}
}

// presetOf is what an option is set to in its preset, in words.
func presetOf(o game.Option) string {
	o.Value = o.Preset
	return setTo(o)
}

// none is how a limit of 0 reads: there is no limit.
const none = "none"

func setTo(o game.Option) string {
	if o.Choices == nil && o.Value == "0" {
		return none
	}
	return o.Words().String()
}
