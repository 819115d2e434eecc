package commands

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/game/ai"
	"deuces/game/systems"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

// playSpec offers the systems, and as options of the command the options that any system
// marks as common. Whether a system takes a value is for its rules to say.
func (c *Commands) playSpec() bot.Command {
	spec := bot.Command{Name: "play", Description: say.New("Opens a table in this channel")}
	which := gameOption("What to play; I ask if you leave it out", false)
	var common []bot.Option
	index := map[string]int{}
	for _, s := range c.Systems {
		rules, err := s.New(nil)
		if err != nil {
			c.Logger.Error().Err(err).Str("system", s.Name).Msg("a system's preset does not go together")
			continue
		}
		for _, o := range rules.Options() {
			if !o.Common {
				continue
			}
			i, known := index[o.Key]
			if !known {
				i = len(common)
				index[o.Key] = i
				common = append(common, bot.Option{Name: o.Key, Description: brief(say.New(o.About))})
			}
			widen(&common[i], o)
		}
	}
	const most = 25 // options of a command
	spec.Options = append([]bot.Option{which, clockOption}, common[:min(len(common), most-2)]...)
	return spec
}

// widen makes a command's option accept the values of a game's option, too.
func widen(to *bot.Option, o game.Option) {
	if o.Choices == nil {
		to.Kind = bot.Integer
		if to.Min == nil || *to.Min > o.Min {
			to.Min = bot.Limit(o.Min)
		}
		if to.Max == nil || *to.Max < o.Max {
			to.Max = bot.Limit(o.Max)
		}
		return
	}
next:
	for _, choice := range o.Choices {
		for _, known := range to.Choices {
			if known.Value == choice.Value {
				continue next
			}
		}
		to.Choices = append(to.Choices, bot.Choice{Name: brief(choice.Name), Value: choice.Value})
	}
}

// brief is a message as short as a command's options must have it.
func brief(m say.Message) say.Message {
	return m.Reworded(func(text string) string { return screen.Clip(text, 100) })
}

// play answers /play. Without a game it asks for one, and says what each is like.
func (c *Commands) play(ctx context.Context, r bot.Request) (bot.Reply, error) {
	if r.Options["game"] != "" {
		return c.open(ctx, r, false)
	}
	g, err := c.guild(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	presets, err := c.Store.Presets(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	offered, locked := settings.Offered(presets, channelSet(r))
	var with []string
	for _, key := range slices.Sorted(maps.Keys(r.Options)) {
		if value := r.Options[key]; value != "" {
			with = append(with, key+"="+value)
		}
	}
	return bot.Whisper(screen.WhichGame(g, offered, locked, ids.Open{With: strings.Join(with, ",")}, presetPrefix)), nil
}

// openChosen answers that question, and the button at the end of a lesson.
func (c *Commands) openChosen(ctx context.Context, r bot.Request, id ids.Open) (bot.Reply, error) {
	r.Options = map[string]string{"game": id.System}
	if len(r.Values) == 1 {
		r.Options["game"] = r.Values[0]
	}
	for _, given := range strings.Split(id.With, ",") {
		if key, value, ok := strings.Cut(given, "="); ok && key != "game" {
			r.Options[key] = value
		}
	}
	return c.open(ctx, r, id.Easy)
}

// open opens a table: its lobby is the reply, or in a thread of its own where the
// guild wants that. easy: with easy computer players.
func (c *Commands) open(ctx context.Context, r bot.Request, easy bool) (bot.Reply, error) {
	if missing := r.Missing(); !missing.Empty() {
		return bot.Say(say.New("I can't run a table in this channel, because I'm missing {permissions} here.", missing)), nil
	}
	g, err := c.guild(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	system, preset, err := c.chosen(ctx, r, g, r.Options["game"])
	if err != nil {
		return bot.Reply{}, err
	}
	options := map[string]string{}
	maps.Copy(options, preset)
	set := c.tableDefaults(g)
	for key, value := range r.Options {
		switch key {
		case "game":
		case clockOption.Name:
			if set.Clock, err = parseClock(value); err != nil {
				return bot.Reply{}, err
			}
		default:
			options[key] = value
		}
	}
	// Refuse what can't be played before a thread is opened for it.
	sys, ok := systems.Latest(system)
	if !ok {
		return bot.Reply{}, game.Refuse("Choose one of these games: {games}.", g.GameNames())
	}
	if _, err := sys.New(options); err != nil {
		return bot.Reply{}, err
	}
	if err := c.mayOpen(ctx, r, g, system, options); err != nil {
		return bot.Reply{}, err
	}
	p, err := c.playerOf(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	end, err := c.reserve(ctx, r.Guild, p)
	if err != nil {
		return bot.Reply{}, err
	}
	defer end()
	open := match.Opening{Guild: r.Guild, Channel: r.Channel, System: system, Options: options, Host: p, Settings: set}
	if g.Threads && !r.Thread {
		return c.playInThread(ctx, r, g, open, easy)
	}
	m, err := c.openTable(ctx, g, open, easy)
	if err != nil {
		return bot.Reply{}, err
	}
	return c.opened(ctx, m)
}

// begin answers the button of a greeting, as /play does.
func (c *Commands) begin(ctx context.Context, r bot.Request, _ ids.Begin) (bot.Reply, error) {
	return c.play(ctx, r)
}

// openTable opens a table, and where it is to be easy seats computer players.
func (c *Commands) openTable(ctx context.Context, g screen.GuildSettings, open match.Opening, easy bool) (match.Match, error) {
	m, err := c.tables.Open(ctx, open)
	if err != nil || !easy || !g.Computers || !c.hasComputers(open.System) {
		return m, err
	}
	return c.tables.Do(ctx, m.ID, match.AddComputer{Player: open.Host, Level: ai.Easy, Fill: true})
}

// playInThread opens a table in a thread of its own; the reply says where.
func (c *Commands) playInThread(ctx context.Context, r bot.Request, g screen.GuildSettings, open match.Opening, easy bool) (bot.Reply, error) {
	if missing := r.Bot.Missing(bot.SendInThreads); !missing.Empty() {
		return bot.Say(say.New("On this server each table gets its own thread, but I'm missing the permission {permissions}.", missing)), nil
	}
	thread, err := c.discord.OpenThread(ctx, r.Channel, bot.Plain(g.Say(g.Title(open.System).String()+" · "+r.User.Name), 100))
	if refused, ok := errors.AsType[*rest.Forbidden](err); ok {
		return bot.Say(say.New("On this server each table gets its own thread, but I'm missing the permission {permissions}.", refused.Missing)), nil
	}
	if err != nil {
		return bot.Reply{}, fmt.Errorf("thread for a table: %w", err)
	}
	open.Channel, open.Parent = thread, r.Channel
	m, err := c.openTable(ctx, g, open, easy)
	if err != nil {
		return bot.Reply{}, err
	}
	c.mirrors.Show(c.boardMirror(m))
	c.showSidePosts(m)
	return bot.Show(screen.TableInThread(g, m, r.User.Name)), nil
}

// opened is the reply that opens a table: its board, kept true from then on.
func (c *Commands) opened(ctx context.Context, m match.Match) (bot.Reply, error) {
	msg, err := c.boardOf(ctx, m)
	if err != nil {
		return bot.Reply{}, err
	}
	mirror := c.boardMirror(m)
	c.showSidePosts(m)
	return bot.Reply{Message: &msg, Mirror: &mirror}, nil
}

// rematch opens a table like the one that is over, with the same people.
func (c *Commands) rematch(ctx context.Context, v visit, _ ids.TableButton) (bot.Reply, error) {
	former := v.match
	g, err := c.guild(ctx, v.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	if err := c.mayOpen(ctx, v.Request, g, former.System, game.Changed(former.Rules.Options())); err != nil {
		return bot.Reply{}, err
	}
	end, err := c.reserve(ctx, v.Guild, v.player)
	if err != nil {
		return bot.Reply{}, err
	}
	defer end()
	m, fresh, err := c.tables.Rematch(ctx, former.ID, v.player, g.Computers)
	if err != nil {
		return bot.Reply{}, err
	}
	if !fresh { // it has a board already
		return bot.Say(say.New("The rematch is already open: {link}.", c.boardLink(m.ID, m.Guild, m.Channel))), nil
	}
	return c.opened(ctx, m)
}
