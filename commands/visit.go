package commands

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
	"deuces/standing"
)

// guildRequest is a request with the settings of its guild. A handler that changes the settings changes
// these, too.
type guildRequest struct {
	bot.Request
	set *screen.GuildSettings
}

// visit is a request about a table.
type visit struct {
	guildRequest
	match  match.Match
	player match.Player
}

func (c *Commands) playerOf(ctx context.Context, r bot.Request) (standing.Player, error) {
	p, err := c.Store.Player(ctx, r.User.ID, r.User.Name)
	if err != nil || r.Guild == "" {
		return p, err
	}
	return p, c.Store.Nickname(ctx, r.Guild, p, r.User.Nick)
}

// chosenBy returns the preferences of the person of a request, or the defaults if they can't be read.
func (c *Commands) chosenBy(ctx context.Context, r bot.Request) settings.Person {
	player, _, err := c.Store.Find(ctx, r.User.ID)
	chosen := settings.DefaultPerson()
	if err == nil {
		chosen, err = c.Store.Preferences(ctx, player)
	}
	if err != nil {
		c.Logger.Warn().Err(err).Int64("player", int64(player)).Msg("cannot read a person's preferences; showing cards with the default settings")
		return settings.DefaultPerson()
	}
	return chosen
}

// picturesFor returns the pictures of cards in private messages about a system, or none for a person who
// chose another display.
func (c *Commands) picturesFor(chosen settings.Person, system string) screen.Pictures {
	if c.Deck == nil || chosen.Cards != settings.Pictures {
		return nil
	}
	colors := chosen.Colors
	if colors == settings.ColorsOfGame {
		colors = c.colors(system, settings.FourColors)
	}
	return c.Deck.Pictures(colors)
}

// inTheirCards returns a private message with cards in words if the person has chosen that.
func inTheirCards(chosen settings.Person, m bot.Message) bot.Message {
	if chosen.Cards != settings.InWords {
		return m
	}
	return screen.InWords(m)
}

// reaches reports whether the person of a request may see what is in a channel. This holds if the
// request comes from the channel or one of its threads, or if the person is an administrator. The
// bot can't find out what else people may see. So a forged id, or an id from a time when the person
// could see the channel, opens nothing.
func reaches(r bot.Request, channel string) bool {
	return r.Channel == channel || r.Parent != "" && r.Parent == channel
}

// tableOf returns the table that a button names, even if it is over. It returns no table of another guild or
// channel, because then the id was forged. People who see a channel also see the threads that were opened in
// it for tables.
func (c *Commands) tableOf(ctx context.Context, r bot.Request, id match.ID) (match.Match, error) {
	if id == 0 {
		return match.Match{}, match.ErrNoTable
	}
	m, err := c.tables.Match(ctx, id)
	if err == nil && (m.Guild != r.Guild || !reaches(r, m.Channel) && r.Channel != m.Parent) {
		return match.Match{}, match.ErrNoTable
	}
	return m, err
}

// atHand is like atTable for the controls of a hand, which work wherever its player is. The settings are those of the
// table's guild.
func (c *Commands) atHand(h atVisit) handler {
	return func(ctx context.Context, r guildRequest) (bot.Reply, error) {
		id := ids.Table(r.Args)
		m, err := c.tableOf(ctx, r.Request, id)
		if err == nil {
			return c.visit(ctx, r, m, h)
		}
		if !errors.Is(err, match.ErrNoTable) || id == 0 {
			return bot.Reply{}, err
		}
		if m, err = c.tables.Match(ctx, id); err != nil {
			return bot.Reply{}, err
		}
		if err := c.servedHere(m.Guild); err != nil {
			return bot.Reply{}, err
		}
		if m.IsDaily() {
			return c.atDaily(ctx, r, m, h)
		}
		player, _, err := c.Store.Find(ctx, r.User.ID)
		if err != nil {
			return bot.Reply{}, err
		}
		if _, seated := m.Seat(player); !seated && !slices.Contains(m.Newcomers, player) {
			return bot.Reply{}, match.ErrNoTable
		}
		if removed, err := c.Store.RemovedFrom(ctx); err != nil || removed[m.Guild] {
			return bot.Reply{}, cmp.Or(err, errRemoved)
		}
		if *r.set, err = c.guild(ctx, m.Guild); err != nil {
			return bot.Reply{}, err
		}
		return c.visit(ctx, r, m, h)
	}
}

// servedHere returns a *bot.Elsewhere if another process serves a guild.
func (c *Commands) servedHere(guild string) error {
	if c.Serves == nil || c.Serves(guild) {
		return nil
	}
	return &bot.Elsewhere{Guild: guild}
}

// do sends a command to the table of a button. The reply is empty, because the board's mirror shows
// the change. If two clicks come at the same time, the mirror shows both changes.
func (c *Commands) do(ctx context.Context, v visit, command match.Command) (bot.Reply, error) {
	_, err := c.tables.Do(ctx, v.match.ID, command)
	return bot.Reply{}, err
}

// refusedBecause returns the reason of a place for which Discord refuses a thread, a message or a role. It
// is empty if err is no such refusal.
func refusedBecause(err error) say.Message {
	if forbidden, ok := errors.AsType[*rest.Forbidden](err); ok {
		return say.New("I'm missing {permissions} in this channel.", forbidden.Missing)
	}
	refused, ok := errors.AsType[*rest.Refused](err)
	switch {
	case !ok:
		return say.Message{}
	case refused.Code == rest.CodeNoThreads:
		return say.New("This channel can't have threads.")
	case refused.Code == rest.CodeMostThreads:
		return say.New("This server has as many active threads as Discord allows.")
	}
	return say.New("Discord refuses it: {reason}", screen.Quoted(refused.Text, 200))
}

// lacks returns what to say if permissions are missing in a channel.
func lacks(permissions say.Message) say.Message {
	return noTable(say.New("I'm missing {permissions} in this channel.", permissions))
}

// noTable says that no table can be shown in a channel, and why.
func noTable(why say.Message) say.Message {
	return say.Join(" ", say.New("I can't show the table here."), why)
}
