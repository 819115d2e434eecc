package commands

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"deuces/bot"
	"deuces/game"
	"deuces/game/systems"
	"deuces/game/table"
	"deuces/settings"
)

// house is what a server has set, and how things are called in it.
type house struct {
	settings.Guild
	clean *strings.Replacer // of rude words; nil: they stay
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

// cleaner replaces every word for a title that a clean wording has another for,
// in whatever text it stands: also in the names of systems, and of people.
func cleaner(all []systems.System) *strings.Replacer {
	clean := settings.Default()
	clean.Wording = settings.Clean
	words := map[string]string{}
	for _, s := range all {
		rules, err := s.New(nil)
		if err != nil {
			continue
		}
		polite := clean.Titles(rules.Titles())
		for i, w := range rules.Titles() {
			if polite[i].Word != w.Word {
				words[w.Word] = polite[i].Word
				words[strings.ToLower(w.Word)] = strings.ToLower(polite[i].Word)
				words[strings.ToUpper(w.Word)] = strings.ToUpper(polite[i].Word)
			}
		}
	}
	return replacer(words)
}

// replacer replaces words, of several that begin alike the longest.
func replacer(words map[string]string) *strings.Replacer {
	var list []string
	for w := range words {
		list = append(list, w)
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	var pairs []string
	for _, w := range list {
		pairs = append(pairs, w, words[w])
	}
	return strings.NewReplacer(pairs...)
}

// prose is a text of a system's rules in the server's words for its titles.
func (h house) prose(rules game.Rules, text string) string {
	words := map[string]string{}
	ours := h.Titles(rules.Titles())
	for i, w := range rules.Titles() {
		if ours[i].Word != w.Word {
			words[w.Word] = ours[i].Word
		}
	}
	return replacer(words).Replace(text)
}

// say is a text as this server may see it.
func (h house) say(text string) string {
	if h.clean == nil {
		return text
	}
	return h.clean.Replace(text)
}

// message is a message as this server may see it.
func (h house) message(m bot.Message) bot.Message {
	if h.clean == nil {
		return m
	}
	blocks := make([]bot.Block, len(m.Blocks))
	for i, b := range m.Blocks {
		blocks[i] = h.block(b)
	}
	m.Blocks = blocks
	return m
}

func (h house) block(b bot.Block) bot.Block {
	switch b := b.(type) {
	case bot.Text:
		return bot.Text(h.say(string(b)))
	case bot.Row:
		row := slices.Clone(b)
		for i := range row {
			row[i].Label = h.say(row[i].Label)
		}
		return row
	case bot.Select:
		b.Placeholder, b.Options = h.say(b.Placeholder), slices.Clone(b.Options)
		for i, o := range b.Options {
			b.Options[i].Label, b.Options[i].Description = h.say(o.Label), h.say(o.Description)
		}
		return b
	case bot.Picker:
		b.Placeholder = h.say(b.Placeholder)
		return b
	case bot.Section:
		texts := make([]bot.Text, len(b.Texts))
		for i, t := range b.Texts {
			texts[i] = bot.Text(h.say(string(t)))
		}
		b.Texts = texts
		if b.Button != nil {
			button := *b.Button
			button.Label = h.say(button.Label)
			b.Button = &button
		}
		return b
	case bot.Gallery:
		pictures := slices.Clone(b)
		for i := range pictures {
			pictures[i].Alt = h.say(pictures[i].Alt)
		}
		return pictures
	}
	return b
}

// reply is a reply as this server may see it, and as it goes on.
func (h house) reply(r bot.Reply) bot.Reply {
	if h.clean == nil {
		return r
	}
	if r.Message != nil {
		m := h.message(*r.Message)
		r.Message = &m
	}
	if r.Modal != nil {
		form := *r.Modal
		form.Title, form.Fields = h.say(form.Title), slices.Clone(form.Fields)
		for i := range form.Fields {
			form.Fields[i].Label = h.say(form.Fields[i].Label)
		}
		r.Modal = &form
	}
	r.Choices = slices.Clone(r.Choices)
	for i := range r.Choices {
		r.Choices[i].Name = h.say(r.Choices[i].Name)
	}
	return r
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

// plays says whether there is a system of that name.
func (c *Commands) plays(system string) bool {
	return slices.ContainsFunc(c.Systems, func(s systems.System) bool { return s.Name == system })
}
