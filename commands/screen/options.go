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
	"deuces/settings"
)

// The settings of a table are shown and changed like the options of its rules.
const (
	SeatsKey = "table-seats"
	ClockKey = "table-clock"
	TempoKey = "table-tempo"
	HintsKey = "table-hints"
)

// Options returns all options and settings of a table.
func (s Snapshot) Options() []game.Option {
	return s.optionsWith(nil)
}

// optionsWith returns the options with the presets of a named set.
func (s Snapshot) optionsWith(set map[string]string) []game.Option {
	options := s.Rules.Options()
	for i, o := range options {
		if value, ok := set[o.Key]; ok {
			options[i].Preset = value
		}
	}
	return append(Options(s.Rules, options, s.GuildSettings.Penalty(s.System)), TableOptions(s.Rules, s.Settings, s.Defaults)...)
}

// TableOptions returns a table's settings as options. defaults are the server's values.
func TableOptions(rules game.Rules, set, defaults match.Settings) []game.Option {
	var options []game.Option
	if fewest, most := rules.Seats(); fewest < most {
		o := game.Option{Key: SeatsKey, Name: "Seats", Min: fewest, Max: most, Preset: strconv.Itoa(most)}
		if o.Value = o.Preset; set.Seats > 0 {
			o.Value = strconv.Itoa(max(fewest, min(set.Seats, most)))
		}
		options = append(options, o)
	}
	options = append(options, clockOption(set, defaults))
	if rules.Passes() {
		options = append(options, tempoOption(set, defaults))
	}
	options = append(options, game.Option{Key: HintsKey, Name: "Hints", Value: yes(!set.NoHint), Preset: yes(!defaults.NoHint), Choices: []game.Choice{
		game.NewChoice("no", "Off", ""),
		game.NewChoice("yes", "On", ""),
	}})
	for i := range options {
		options[i].Group = "The table"
	}
	return options
}

func clockOption(set, defaults match.Settings) game.Option {
	clock := game.Option{Key: ClockKey, Name: "Turn clock", Value: set.Clock.String(), Preset: defaults.Clock.String()}
	lengths := []time.Duration{15 * time.Second, 30 * time.Second, time.Minute, 90 * time.Second, 2 * time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 8 * time.Hour, 24 * time.Hour, 72 * time.Hour, set.Clock, defaults.Clock}
	slices.Sort(lengths)
	for _, d := range slices.Compact(lengths) {
		if d > 0 {
			clock.Choices = append(clock.Choices, game.Choice{Value: d.String(), Name: Span(d)})
		}
	}
	clock.Choices = append(clock.Choices, game.Choice{Value: time.Duration(0).String(), Name: say.New("None")})
	return clock
}

// DefaultTempo is the value of settings.BotTempo in menus.
const DefaultTempo = "default"

// AtTempo returns a table's settings with the times of a tempo. BotTempo changes nothing.
func AtTempo(set match.Settings, t settings.Tempo) match.Settings {
	if t != settings.BotTempo {
		set.Pace, set.AutoPass = t.Times()
	}
	return set
}

func tempoOption(set, defaults match.Settings) game.Option {
	o := game.Option{Key: TempoKey, Name: "Pace of bots", Choices: []game.Choice{
		game.NewChoice(string(settings.Quick), "Quick", ""),
		game.NewChoice(string(settings.Calm), "Calm", ""),
		game.NewChoice(string(settings.Instant), "Instant", "If you can't play, you pass immediately, and everyone sees that you couldn't."),
		game.NewChoice(string(settings.ByHand), "By hand", "Everyone clicks every pass."),
	}, Value: tempoValue(set), Preset: tempoValue(defaults)}
	if o.Value == DefaultTempo || o.Preset == DefaultTempo {
		o.Choices = append(o.Choices, game.NewChoice(DefaultTempo, "Bot default", ""))
	}
	return o
}

func tempoValue(set match.Settings) string {
	return cmp.Or(string(settings.TempoOf(set.Pace, set.AutoPass)), DefaultTempo)
}

// openPasses renders the note in a lobby that forced passes show, if they do.
func openPasses(set match.Settings) say.Message {
	if settings.TempoOf(set.Pace, set.AutoPass) == settings.Instant {
		return say.New("forced passes show")
	}
	return say.Message{}
}

func yes(on bool) string {
	if on {
		return "yes"
	}
	return "no"
}

func (s Snapshot) ruleSets() []RuleSet {
	if i := s.GuildSettings.index(s.System); i >= 0 {
		return s.GuildSettings.Games[i].Sets
	}
	return nil
}

// compared returns the options as Options does, and the named set of rules from which they differ
// least. The Preset of each option is its value in that set.
func (s Snapshot) compared() (options []game.Option, set RuleSet) {
	least, sets := -1, s.ruleSets()
	if len(sets) == 0 {
		sets = []RuleSet{{Name: "Standard"}}
	}
	for _, x := range sets {
		all, n := s.optionsWith(x.Options), 0
		for _, o := range all {
			if o.Value != o.Preset {
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

func groupOf(page []game.Option) say.Message {
	return say.New(cmp.Or(page[0].Group, "The game"))
}

// OptionsPanel renders a page of the options; the first one is 0. refused is the reason why a value
// of the option key was refused.
func (s Snapshot) OptionsPanel(at int, key string, refused say.Message) bot.Message {
	options, set := s.compared()
	pages := optionPages(options)
	at = min(at, len(pages)-1)
	groups := bot.Select{ID: ids.Options{Table: s.ID}.ID()}
	for i, page := range pages {
		var names []say.Message
		for _, o := range page {
			names = append(names, say.New(o.Name))
		}
		groups.Options = append(groups.Options, bot.SelectOption{Label: groupOf(page), Description: clipped(say.Commas(names...), 100), Value: strconv.Itoa(i), Default: i == at})
	}
	msg := bot.Message{Accent: blurple, Blocks: []bot.Block{texts(title(s.Game, say.New("House rules"))), groups}}
	for _, o := range pages[at] {
		var why say.Message
		if o.Key == key {
			why = refused
		}
		msg.Blocks = append(msg.Blocks, s.optionBlocks(o, at, set, why)...)
	}
	msg.Blocks = append(msg.Blocks, bot.Divider{}, bot.Row{{ID: ids.Menu{Table: s.ID}.ID(), Label: say.New("Done"), Style: bot.Green}})
	return msg
}

// NumberForm returns the form for a numeric option or for custom numbers. The form has the same id
// as its button.
func NumberForm(o game.Option, id ids.Option) bot.Modal {
	if o.Key == EndKey {
		return endForm(o, id)
	}
	field := bot.Field{ID: "value", Label: say.New("A number from {least} to {most}", o.Min, o.Max), Value: o.Value, Max: 4, Required: true}
	if o.Custom != nil {
		field.Label, field.Max = say.New("Numbers, best place first, like 4 2 1 0"), 100
		if o.CustomNumbers() == nil {
			field.Value = ""
		}
	}
	if o.Custom == nil && o.Min == 0 {
		field.Label = noLimit(field.Label)
	}
	return bot.Modal{ID: id.ID(), Title: clipped(say.New(o.Name), 45), Fields: []bot.Field{field}}
}

// optionBlocks returns the components for setting an option. They mark a value that differs from
// the set.
func (s Snapshot) optionBlocks(o game.Option, at int, set RuleSet, refused say.Message) []bot.Block {
	text := say.Lines(bold(say.New(o.Name)), say.Mark("⚠️ ", refused, ""))
	id := func(verb string) string {
		return ids.Option{Verb: verb, Table: s.ID, Page: at, Key: o.Key}.ID()
	}
	if o.Choices == nil {
		button := bot.Button{ID: id(ids.VerbNumber), Label: clipped(say.New("Change: {value}", setTo(o)), 80)}
		if o.Value != o.Preset {
			button.Style = bot.Blue
			text = say.Lines(text, small(say.New("{name} ({note})", presetOf(o), say.New(set.Name))))
		}
		return []bot.Block{bot.Section{Texts: []bot.Text{bot.Text(text)}, Button: button}}
	}
	blocks := []bot.Block{bot.Text(text), optionMenu(id(ids.VerbSet), o, set.Name)}
	if o.Custom != nil || o.Key == EndKey {
		blocks = append(blocks, bot.Row{{ID: id(ids.VerbNumber), Label: say.New("Your own numbers …")}})
	}
	return blocks
}

// optionMenu returns the menu of an option's choices. It marks the preset if another value is set;
// set is the name of the rules that have the preset.
func optionMenu(id string, o game.Option, set say.Text) bot.Select {
	menu := bot.Select{ID: id}
	for _, choice := range o.Choices {
		line := bot.SelectOption{Label: clipped(choice.Name, 90), Value: choice.Value, Description: clipped(choice.About, 100)}
		if choice.Value == o.Preset && o.Value != o.Preset {
			line.Label = say.New("{name} ({note})", line.Label, say.New(set))
		}
		menu.Options = append(menu.Options, line)
	}
	if o.Custom != nil && o.CustomNumbers() != nil {
		menu.Options = append(menu.Options, bot.SelectOption{Label: clipped(o.Words(), 90), Value: o.Value})
	}
	return choose(menu, o.Value)
}

// choose returns the menu with the option of this value chosen. It changes the options in place.
func choose(menu bot.Select, value string) bot.Select {
	for i := range menu.Options {
		menu.Options[i].Default = menu.Options[i].Value == value
	}
	return menu
}

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

// differences renders the options that differ from their presets, without some and without those that say
// nothing beside the others.
func differences(options []game.Option, without ...string) (lines []say.Message) {
	for _, o := range options {
		if o.Value != o.Preset && !o.Sleeps && !slices.Contains(without, o.Key) {
			lines = append(lines, setting(o))
		}
	}
	return lines
}

func setting(o game.Option) say.Message {
	return say.Join(" ", say.Mark("🔧 ", say.New(o.Name), ":"), bold(setTo(o)))
}
