package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/internal/say"
	"deuces/match"
	"deuces/table"
)

var playSpec = bot.Command{Name: "play", Description: say.New("Open a table in this channel"), Anywhere: true,
	Options: []bot.Option{gameOption("Which game? Without it: the last one played here")}}

func (c *Commands) play(ctx context.Context, r guildRequest) (bot.Reply, error) {
	waiting, err := c.waitingElsewhere(ctx, r)
	if err != nil || len(waiting) == 0 { // what has failed is only about other tables
		return c.open(ctx, r, r.Options["game"])
	}
	return notice(r.set.Message(screen.Elsewhere(waiting, r.Options["game"]))), nil
}

func (c *Commands) openChosen(ctx context.Context, r guildRequest, id ids.Open) (bot.Reply, error) {
	return c.open(ctx, r, gamePrefix+id.System)
}

// playNow opens a table and starts its match. The reply is the hand.
func (c *Commands) playNow(ctx context.Context, r guildRequest, id ids.PlayNow) (bot.Reply, error) {
	reply, err := c.open(ctx, r, gamePrefix+id.System)
	if err != nil || reply.Mirror == nil { // the table is in a thread, or there is none
		reply.Private = true
		return reply, err
	}
	c.mirrors.Show(*reply.Mirror)
	m, err := c.tables.InChannel(ctx, r.Channel)
	if err != nil {
		return bot.Reply{}, err
	}
	return c.visit(ctx, r, m, func(ctx context.Context, v visit) (bot.Reply, error) { return c.start(ctx, v, ids.TableButton{}) })
}

// usualGame returns the value of the game for a channel if none is named: the last one, the first preset if the
// channel is locked to presets, or the first game.
func (c *Commands) usualGame(ctx context.Context, r bot.Request) (string, error) {
	offered, locked, err := c.offered(ctx, r.Guild, channelSet(r))
	if err != nil {
		return "", err
	}
	if locked && len(offered) > 0 {
		return presetPrefix + offered[0].Name, nil
	}
	last, err := c.Store.LastOptions(ctx, cmp.Or(r.Parent, r.Channel), "")
	if err != nil {
		return "", err
	}
	return gamePrefix + cmp.Or(last[lastGame], c.Systems[0].Name), nil
}

// open opens a table. The reply is its lobby, or a link if the guild wants a thread for each table.
func (c *Commands) open(ctx context.Context, r guildRequest, named string) (_ bot.Reply, err error) {
	if missing := r.Missing(); !missing.Empty() {
		return bot.Say(lacks(missing)), nil
	}
	if named == "" {
		if named, err = c.usualGame(ctx, r.Request); err != nil {
			return bot.Reply{}, err
		}
	}
	// Refusals come before a thread is created.
	sys, options, err := c.chosenLatest(ctx, r, named)
	if err != nil {
		return bot.Reply{}, err
	}
	system := sys.Name
	if _, err := sys.New(options); err != nil {
		return bot.Reply{}, err
	}
	if err := c.mayOpen(ctx, r, system, options); err != nil {
		return bot.Reply{}, err
	}
	p, err := c.playerOf(ctx, r.Request)
	if err != nil {
		return bot.Reply{}, err
	}
	end, err := c.reserve(ctx, r.Guild, p)
	if err != nil {
		return bot.Reply{}, err
	}
	defer end()
	open := match.Opening{Guild: r.Guild, Channel: r.Channel, System: system, Options: options, Host: p, Settings: c.tableDefaults(*r.set)}
	if r.set.Threads && !r.Thread {
		return c.playInThread(ctx, r, open)
	}
	m, err := c.tables.Open(ctx, open)
	if err != nil {
		return bot.Reply{}, err
	}
	return c.opened(ctx, r.Request, m)
}

// playInThread opens a table in a thread of its own. The reply links to it. If the channel can't have the
// thread, the table is in the channel, and the reply says why.
func (c *Commands) playInThread(ctx context.Context, r guildRequest, open match.Opening) (bot.Reply, error) {
	if missing := r.Bot.Missing(bot.SendInThreads); !missing.Empty() {
		return c.playWithoutThread(ctx, r.Request, open, refusedBecause(&rest.Forbidden{Missing: missing}))
	}
	thread, err := c.discord.OpenThread(ctx, r.Channel, bot.Plain(r.set.Say(say.Join(" · ", r.set.Title(open.System), say.Verbatim(r.User.Shown()))), 100))
	if why := refusedBecause(err); !why.Empty() {
		return c.playWithoutThread(ctx, r.Request, open, why)
	}
	if err != nil {
		return bot.Reply{}, fmt.Errorf("open a thread for a table: %w", err)
	}
	open.Channel, open.Parent = thread, r.Channel
	m, err := c.tables.Open(ctx, open)
	if err != nil {
		return bot.Reply{}, err
	}
	c.mirrors.Show(c.mirrorOf(m, BoardPost, bot.Shown{}))
	c.showSidePosts(m)
	return bot.Show(screen.TableInThread(*r.set, m, r.User.Shown())), nil
}

func (c *Commands) playWithoutThread(ctx context.Context, r bot.Request, open match.Opening, why say.Message) (bot.Reply, error) {
	m, err := c.tables.Open(ctx, open)
	if taken, ok := errors.AsType[*table.ChannelTaken](err); ok {
		reply := c.alreadyHere(ctx, r, taken.ID, taken.Channel)
		reply.Message.Blocks = append([]bot.Block{bot.Text(say.Join(" ", say.New("This table has no thread of its own."), why))}, reply.Message.Blocks...)
		return reply, nil
	}
	if err != nil {
		return bot.Reply{}, err
	}
	reply, err := c.opened(ctx, r, m)
	if err == nil { // the board is shown without it when it changes
		reply.Message.Blocks = append(reply.Message.Blocks, bot.Text(say.Mark("-# ", say.Join(" ", say.New("This table has no thread of its own."), why), "")))
	}
	return reply, err
}

func (c *Commands) opened(ctx context.Context, r bot.Request, m match.Match) (bot.Reply, error) {
	msg, err := c.boardOf(ctx, m)
	if err != nil {
		return bot.Reply{}, err
	}
	mirror := c.mirrorOf(m, BoardPost, bot.Shown{})
	c.showSidePosts(m)
	c.called(m.ID, m.Host, r.Handle)
	return bot.Reply{Message: &msg, Mirror: &mirror}, nil
}

// rematch opens a table with the settings and people of one that is over.
func (c *Commands) rematch(ctx context.Context, v visit, _ ids.TableButton) (bot.Reply, error) {
	former := v.match
	if err := c.mayOpen(ctx, v.guildRequest, former.System, game.Changed(former.Rules.Options())); err != nil {
		return bot.Reply{}, err
	}
	end, err := c.reserve(ctx, v.Guild, v.player)
	if err != nil {
		return bot.Reply{}, err
	}
	defer end()
	known, err := c.Store.People(ctx, v.Guild, former.People()...)
	if err != nil {
		return bot.Reply{}, err
	}
	m, fresh, err := c.tables.Rematch(ctx, former.ID, v.player, func(p match.Player) bool {
		_, is := known[p] // not of people whose data was deleted
		return is || v.set.Computers && p.IsComputer()
	})
	if err != nil {
		return bot.Reply{}, err
	}
	if fresh {
		return c.opened(ctx, v.Request, m)
	}
	if _, seated := m.Seat(v.player); seated && m.Phase != match.Lobby {
		return c.alreadyHere(ctx, v.Request, m.ID, m.Channel), nil
	}
	v.match = m // somebody has opened it, so that it has a board
	reply, err := c.join(ctx, v)
	if err == nil {
		c.called(m.ID, v.player, v.Handle)
	}
	return reply, err
}
