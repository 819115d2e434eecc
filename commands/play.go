package commands

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"

	"deuces/bot"
	"deuces/game"
	"deuces/game/systems"
	"deuces/table"
)

// playSpec offers the systems, and as options of the command those options that
// any system calls common. Which values a system takes is for its rules to say.
func (c *Commands) playSpec() bot.Command {
	spec := bot.Command{Name: "play", Description: "Opens a table in this channel"}
	which := gameOption("What to play", true)
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
				common = append(common, bot.Option{Name: o.Key, Description: clip(o.About, 100)})
			}
			widen(&common[i], o)
		}
	}
	const most = 25 // options of a command
	spec.Options = append([]bot.Option{which, clockOption}, common[:min(len(common), most-2)]...)
	return spec
}

// widen makes a command's option take the values of a game's option, too.
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
		to.Choices = append(to.Choices, bot.Choice{Name: clip(choice.Name, 100), Value: choice.Value})
	}
}

// play opens a table: its lobby is the reply, or in a thread of its own where the
// server wants that.
func (c *Commands) play(ctx context.Context, r bot.Request) (bot.Reply, error) {
	if lacks := r.Lacks(); lacks != "" {
		return bot.Sayf("I can't keep a table in this channel: I lack %s here.", lacks), nil
	}
	h, err := c.house(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	system, preset, err := c.chosen(ctx, r, h, r.Options["game"])
	if err != nil {
		return bot.Reply{}, err
	}
	options := map[string]string{}
	maps.Copy(options, preset)
	set := h.usual(c.tables.Settings())
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
	// What can't be played is refused before a thread is there for it.
	sys, ok := systems.Latest(system)
	if !ok {
		return bot.Reply{}, game.Refuse("Name one of the games: %s.", c.gameNames(h))
	}
	if _, err := sys.New(options); err != nil {
		return bot.Reply{}, err
	}
	if err := c.mayOpen(ctx, r, h, system, options); err != nil {
		return bot.Reply{}, err
	}
	p, err := c.player(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	open := table.Opening{Guild: r.Guild, Channel: r.Channel, System: system, Options: options, Host: p, Settings: set}
	if h.Threads && !r.Thread {
		return c.playInThread(ctx, r, h, open)
	}
	m, err := c.tables.Open(ctx, open)
	if err != nil {
		return bot.Reply{}, err
	}
	return c.opened(ctx, m)
}

// playInThread opens a table in a thread of its own; the reply says where.
func (c *Commands) playInThread(ctx context.Context, r bot.Request, h house, open table.Opening) (bot.Reply, error) {
	if lacks := r.Bot.Lacks(bot.SendInThreads); lacks != "" {
		return bot.Sayf("Tables get threads of their own here, but I lack the permission %s.", lacks), nil
	}
	thread, err := c.discord.OpenThread(ctx, r.Channel, bot.Plain(h.say(c.title(open.System)+" · "+r.User.Name), 100))
	if refused, ok := errors.AsType[*bot.Forbidden](err); ok {
		return bot.Sayf("Tables get threads of their own here, but I lack the permission %s.", refused.Lacks), nil
	}
	if err != nil {
		return bot.Reply{}, fmt.Errorf("thread for a table: %w", err)
	}
	open.Channel = thread
	m, err := c.tables.Open(ctx, open)
	if err != nil {
		return bot.Reply{}, err
	}
	c.mirrors.Show(c.boardMirror(m))
	c.showNotices(m)
	return bot.Show(bot.Message{Accent: blurple, Blocks: []bot.Block{
		bot.Text("## " + c.title(open.System) + "\n" + called(r.User.Name) + " opened a table in " + bot.Channel(thread) + "."),
		bot.Row{{ID: "join/" + tableName(m.ID()), Label: "Join", Style: bot.Green}},
	}}), nil
}

// opened is the reply that opens a table: its board, kept true from then on.
func (c *Commands) opened(ctx context.Context, m table.Match) (bot.Reply, error) {
	msg, err := c.boardOf(ctx, m)
	if err != nil {
		return bot.Reply{}, err
	}
	mirror := c.boardMirror(m)
	c.showNotices(m)
	return bot.Reply{Message: &msg, Mirror: &mirror}, nil
}

// rematch opens a table like the one that is over, with the same people.
func (c *Commands) rematch(ctx context.Context, r bot.Request) (bot.Reply, error) {
	former, err := c.named(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	p, err := c.player(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	h, err := c.house(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	if err := c.mayOpen(ctx, r, h, former.System(), game.Changed(former.Rules().Options())); err != nil {
		return bot.Reply{}, err
	}
	m, fresh, err := c.tables.Rematch(ctx, former.ID(), p, h.Computers)
	if err != nil {
		return bot.Reply{}, err
	}
	if !fresh { // it has its board: another would be one too many
		return bot.Sayf("The rematch is open already: %s.", c.place(m.ID(), m.Guild(), m.Channel())), nil
	}
	return c.opened(ctx, m)
}

// start deals: the board shows it.
func (c *Commands) start(ctx context.Context, r bot.Request) (bot.Reply, error) {
	reply, err := c.do(ctx, r, func(p table.Player) table.Command { return table.Start{Player: p} })
	if err != nil {
		return bot.Reply{}, err
	}
	m, err := c.named(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	c.rememberOptions(ctx, m)
	return reply, nil
}

// resume lets the clock of a paused match go on; whoever had left has their seat
// back.
func (c *Commands) resume(ctx context.Context, r bot.Request) (bot.Reply, error) {
	m, err := c.named(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	return c.do(ctx, r, func(p table.Player) table.Command {
		if seat, seated := m.Seat(p); seated && m.Phase() != table.Over && m.Vacant(seat) {
			return table.Join{Player: p}
		}
		return table.Resume{Player: p}
	})
}

// do gives a button's command to its table. The answer is the board, which shows
// what has changed: it is edited by its mirror alone, so that of two clicks at
// once the board shows both.
func (c *Commands) do(ctx context.Context, r bot.Request, command func(table.Player) table.Command) (bot.Reply, error) {
	m, err := c.named(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	p, err := c.player(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	_, err = c.tables.Do(ctx, m.ID(), command(p))
	return bot.Reply{}, err
}

var helpSpec = bot.Command{Name: "help", Description: "What this bot does, and its commands"}

// help lists the games and the commands.
func (c *Commands) help(context.Context, bot.Request) (bot.Reply, error) {
	games := ""
	for _, s := range c.Systems {
		games += "- **" + s.Title + "** · " + s.About + "\n"
	}
	return bot.Whisper(bot.Message{Accent: blurple, Blocks: []bot.Block{
		bot.Text("## Card games in this channel\n" + games),
		bot.Text("`/play` opens a table, one in each channel or thread; **Join** seats you, and the host starts.\n" +
			"**My hand** shows your cards to you alone. Each legal play is a button: one click plays it. " +
			"If the message gets old or lost, click **My hand** again.\n" +
			"Let your time run out and the table passes for you, or plays your lowest card; " +
			"twice in a row, and a stand-in plays until you click anything.\n" +
			"Too few of you? The host adds 🤖 computer players before the match. 💡 **Hint** in your hand says what a good player would do."),
		bot.Divider{},
		bot.Text("`/join` `/leave` take and give up a seat, also while a match is on\n`/kick` removes a player: the host at once, others by a vote\n`/hand` your cards\n`/lay` plays cards that you write, or tells why they can't be played\n`/table` the board anew, at the bottom\n" +
			"`/rules` how it is played here\n`/leaderboard` the best of this server\n`/titles` who holds which title, and the longest reigns\n`/stats` a player's figures\n" +
			"`/history` past matches: look, save, watch\n`/seasons` the hall of fame\n`/settings` how I behave here (Manage Server)\n`/privacy` what I know of you\n`/end` ends the table (its host, or Manage Messages)"),
	}}), nil
}

// natural reads a number that a custom_id carries; 0 for what is none.
func natural(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return 0
	}
	return n
}
