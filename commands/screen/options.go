package screen

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/internal/say"
	"deuces/match"
)

// The settings of a table are shown and changed like the options of its rules.
const (
	SeatsKey    = "table-seats"
	ClockKey    = "table-clock"
	TempoKey    = "table-tempo"
	AutoPassKey = "table-autopass" // in older versions; TempoKey has replaced it
	HintsKey    = "table-hints"
)

// Options returns all options and settings of a table.
func (s Snapshot) Options() []game.Option {
	return append(s.Rules.Options(), TableOptions(s.Rules, s.Settings, s.Defaults)...)
}

// TableOptions returns a table's settings as options. defaults are the server's values.
func TableOptions(rules game.Rules, set, defaults match.Settings) []game.Option {
	var options []game.Option
	if fewest, most := rules.Seats(); fewest < most {
		o := game.Option{Key: SeatsKey, Name: "Seats", Question: "How many players can join at most?", Min: fewest, Max: most, Preset: strconv.Itoa(most)}
		if o.Value = o.Preset; set.Seats > 0 {
			o.Value = strconv.Itoa(max(fewest, min(set.Seats, most)))
		}
		options = append(options, o)
	}
	clock := game.Option{Key: ClockKey, Name: "Turn clock", Question: "How long may a turn take? Then the player passes, or their lowest card is played.", Value: set.Clock.String(), Preset: defaults.Clock.String()}
	lengths := []time.Duration{15 * time.Second, 30 * time.Second, time.Minute, 90 * time.Second, 2 * time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 8 * time.Hour, 24 * time.Hour, set.Clock, defaults.Clock}
	slices.Sort(lengths)
	for _, d := range slices.Compact(lengths) {
		if d > 0 {
			clock.Choices = append(clock.Choices, game.Choice{Value: d.String(), Name: Span(d)})
		}
	}
	clock.Choices = append(clock.Choices, game.Choice{Value: time.Duration(0).String(), Name: say.New("None")})
	options = append(options, clock)
	if rules.Passes() {
		options = append(options, tempoOption(set, defaults))
	}
	hints := game.Option{Key: HintsKey, Name: "Hints", Question: "May players ask for a hint?", Value: yes(!set.NoHint), Preset: yes(!defaults.NoHint), Choices: []game.Choice{
		game.NewChoice("no", "Off", ""),
		game.NewChoice("yes", "On", ""),
	}}
	options = append(options, hints)
	for i := range options {
		options[i].Group = "The table"
	}
	return options
}

func yes(on bool) string {
	if on {
		return "yes"
	}
	return "no"
}

// ruleSets returns the named sets of rules of the table's game.
func (s Snapshot) ruleSets() []RuleSet {
	if i := s.GuildSettings.index(s.System); i >= 0 {
		return s.GuildSettings.Games[i].Sets
	}
	return nil
}

// compared returns the options as Options does, and the named set of rules from which they differ
// least. The Preset of each option is its value in that set.
func (s Snapshot) compared() (options []game.Option, set RuleSet) {
	least := -1
	for _, x := range append([]RuleSet{{Name: "Standard"}}, s.ruleSets()...) {
		all, n := s.Options(), 0
		for i, o := range all {
			if value, ok := x.Options[o.Key]; ok {
				all[i].Preset = value
			}
			if o.Value != all[i].Preset {
				n++
			}
		}
		if least < 0 || n < least {
			options, set, least = all, x, n
		}
	}
	return options, set
}

// optionPages returns the pages of the panel. The options of a group are on one page.
func optionPages(options []game.Option) (pages [][]game.Option) {
	for _, o := range options {
		i := slices.IndexFunc(pages, func(page []game.Option) bool { return page[0].Group == o.Group })
		if i < 0 {
			pages = append(pages, []game.Option{o})
		} else {
			pages[i] = append(pages[i], o)
		}
	}
	return pages
}

// groupOf returns the heading of a page of the panel.
func groupOf(page []game.Option) say.Message {
	return say.New(cmp.Or(page[0].Group, "The game"))
}

// OptionsPanel renders a page of the options; the first one is 0. refused is the reason why a value
// of the option key was refused.
func (s Snapshot) OptionsPanel(at int, key string, refused say.Message) bot.Message {
	options, set := s.compared()
	pages := optionPages(options)
	last := len(pages) - 1
	at = min(at, last)
	msg := bot.Message{Accent: blurple, Blocks: []bot.Block{bot.Text(say.Lines(
		title(s.Game, say.New("More rules"), groupOf(pages[at])),
		small(dotted(pageOf(at, last), say.New("everyone sees changes in the lobby at once")))))}}
	for _, o := range pages[at] {
		var why say.Message
		if o.Key == key {
			why = refused
		}
		msg.Blocks = append(msg.Blocks, s.optionBlocks(o, at, set, why)...)
	}
	var nav bot.Row
	if at > 0 {
		nav = append(nav, bot.Button{ID: ids.Options{Table: s.ID, Page: at - 1, Part: "back"}.ID(), Label: groupOf(pages[at-1]), Emoji: "⬅️"})
	} else {
		nav = append(nav, bot.Button{ID: ids.Menu{Table: s.ID}.ID(), Label: say.New("Back"), Emoji: "⬅️"})
	}
	if at < last {
		nav = append(nav, bot.Button{ID: ids.Options{Table: s.ID, Page: at + 1}.ID(), Label: groupOf(pages[at+1]), Emoji: "➡️"})
	}
	if len(game.Changed(s.Options())) > 0 {
		nav = append(nav, bot.Button{ID: ids.Reset{Table: s.ID, Page: at}.ID(), Label: say.New("Reset to Standard")})
	}
	msg.Blocks = append(msg.Blocks, bot.Divider{}, nav)
	return msg
}

// AskToReset renders the question whether to reset everything, and says what would be lost.
func (s Snapshot) AskToReset(at int) bot.Message {
	lines := []say.Message{title(s.Game, say.New("More rules")), heading(say.New("Reset to Standard?")), say.New("This undoes all of these:")}
	for _, o := range s.Options() {
		if o.Value != o.Preset {
			lines = append(lines, say.Join(" ", setting(o), say.Mark("(", say.New("Standard: {value}", presetOf(o)), ")")))
		}
	}
	return bot.Message{Accent: amber, Blocks: []bot.Block{bot.Text(clippedLines(3500, lines...)), bot.Row{
		{ID: ids.Reset{Table: s.ID, Page: at, Sure: true}.ID(), Label: say.New("Reset"), Style: bot.Red},
		{ID: ids.Options{Table: s.ID, Page: at}.ID(), Label: say.New("Keep them")},
	}}}
}

// NumberForm returns the form for a numeric option or for custom numbers. The form has the same id
// as its button.
func NumberForm(o game.Option, id ids.Option) bot.Modal {
	if own := o.Custom; own != nil {
		value := o.Value
		if o.CustomNumbers() == nil {
			value = ""
		}
		return bot.Modal{
			ID: id.ID(), Title: clipped(say.New(o.Name), 45),
			Fields: []bot.Field{{ID: "value", Label: say.New("Numbers, best place first, like 4 2 1 0"), Value: value, Max: 100, Required: true}},
		}
	}
	label := say.New("A number from {least} to {most}", o.Min, o.Max)
	if o.Min == 0 {
		label = say.New("Up to {most}, or 0 for no limit", o.Max)
	}
	return bot.Modal{
		ID: id.ID(), Title: clipped(say.New(o.Name), 45),
		Fields: []bot.Field{{ID: "value", Label: label, Value: o.Value, Max: 4, Required: true}},
	}
}

// optionBlocks returns the components for setting an option. They mark a value that differs from
// the set.
func (s Snapshot) optionBlocks(o game.Option, at int, set RuleSet, refused say.Message) []bot.Block {
	text := say.Lines(bold(say.New(cmp.Or(o.Question, o.Name))), say.Mark("⚠️ ", refused, ""))
	id := func(verb string) string {
		return ids.Option{Verb: verb, Table: s.ID, Page: at, Key: o.Key}.ID()
	}
	if o.Choices == nil {
		button := &bot.Button{ID: id(ids.VerbNumber), Label: clipped(say.New("Change: {value}", setTo(o)), 80)}
		if o.Value != o.Preset {
			button.Style = bot.Blue
			text = say.Lines(text, small(say.New("{set}: {value}", say.New(set.Name), presetOf(o))))
		}
		return []bot.Block{bot.Section{Texts: []bot.Text{bot.Text(text)}, Button: button}}
	}
	menu := bot.Select{ID: id(ids.VerbSet)}
	for _, choice := range o.Choices {
		line := bot.SelectOption{Label: clipped(choice.Name, 90), Value: choice.Value, Description: clipped(choice.About, 100), Default: choice.Value == o.Value}
		if choice.Value == o.Preset && o.Value != o.Preset {
			line.Label = say.New("{value} ({set})", line.Label, say.New(set.Name))
		}
		menu.Options = append(menu.Options, line)
	}
	if o.Custom == nil {
		return []bot.Block{bot.Text(text), menu}
	}
	own := bot.Button{ID: id(ids.VerbNumber), Label: say.New("Your own numbers …")}
	if o.CustomNumbers() != nil {
		menu.Options = append(menu.Options, bot.SelectOption{Label: clipped(say.New("Your own: {value}", o.Words()), 90), Value: o.Value, Default: true})
	}
	return []bot.Block{bot.Text(text), menu, bot.Row{own}}
}

// presetOf returns the preset value of an option in words.
func presetOf(o game.Option) say.Message {
	o.Value = o.Preset
	return setTo(o)
}

// setTo returns the value of an option in words. For a limit of 0 that is "no limit".
func setTo(o game.Option) say.Message {
	if o.Choices == nil && o.Value == "0" {
		return say.New("no limit")
	}
	return o.Words()
}

// setting renders a line with the value of an option.
func setting(o game.Option) say.Message {
	return say.Join(" ", say.Mark("🔧 ", say.New(o.Name), ":"), bold(setTo(o)))
}
