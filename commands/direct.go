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
	"deuces/bot/rest"
	"deuces/commands/screen"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

// Players can choose to get a direct message when it is their turn. There is one message per turn,
// and it is deleted when the turn is over. Each is a mirror. A table has a mirror for every player
// who ever got such a message at it; most of the time the mirror is empty.

func directPlayer(kind Post) (match.Player, bool) {
	text, is := strings.CutPrefix(string(kind), directPrefix)
	p, err := strconv.ParseInt(text, 10, 64)
	return match.Player(p), is && err == nil
}

// tellDirectly starts the direct message of the player to move, if they want one, or renders it again. If
// the table is over, it deletes what started too late.
func (c *Commands) tellDirectly(ctx context.Context, m match.Match) {
	if m.Phase == match.Over {
		each(c.sideKeys(m.ID), c.mirrors.Remove)
		return
	}
	seat, awaits := screen.Awaited(m)
	if !awaits {
		return
	}
	p := m.Players()[seat]
	if slices.Contains(c.messagesOf(m.ID).directs, p) {
		c.mirrors.Touch(postKey(directPost(p), m.ID)) // the player may have changed the preference
		return
	}
	chosen, err := c.Store.Preferences(ctx, p)
	if err == nil && chosen.Where == settings.ByDM {
		err = c.showDirect(ctx, m.ID, p, bot.Shown{}, false)
	}
	if err != nil && ctx.Err() == nil {
		c.Logger.Error().Err(err).Int64("table", int64(m.ID)).Int64("player", int64(p)).Msg("cannot send a player the direct message about their turn")
	}
}

// restoreDirects restores the mirrors of a table's direct messages after a restart. Messages that are
// known to be up to date are not requested again.
func (c *Commands) restoreDirects(ctx context.Context, id match.ID, posts map[Post]bot.Shown, shown bool) error {
	for kind, at := range posts {
		if p, is := directPlayer(kind); is {
			if err := c.showDirect(ctx, id, p, at, shown); err != nil {
				return err
			}
		}
	}
	return nil
}

// showDirect starts the mirror of a player's direct message, in the same message as before if there is
// one. It does nothing for players whose data was deleted.
func (c *Commands) showDirect(ctx context.Context, id match.ID, p match.Player, at bot.Shown, upToDate bool) error {
	who, err := c.Store.People(ctx, "", p)
	if err != nil {
		return fmt.Errorf("read player %d of table %d: %w", p, id, err)
	}
	mirror := c.post(id, directPost(p), "", at) // the channel follows from the player
	if who[p].ID == "" {
		mirror.Gone()
		return nil
	}
	is := func(x match.Player) bool { return x == p }
	c.update(id, func(t *tableMessages) { t.directs = append(slices.DeleteFunc(t.directs, is), p) })
	gone := mirror.Gone
	mirror.Gone = func() {
		c.update(id, func(t *tableMessages) { t.directs = slices.DeleteFunc(t.directs, is) })
		gone()
	}
	mirror.Channel, mirror.Once, mirror.UpToDate = rest.DirectMessages(who[p].ID), true, upToDate && at.Former == ""
	mirror.Render = func(ctx context.Context) (bot.Message, error) { return c.directNow(ctx, id, p) }
	mirror.Failed = func(err error) {
		if errors.Is(err, rest.ErrClosed) {
			c.directClosed(id, p)
		}
	}
	c.mirrors.Show(mirror)
	return nil
}

// directNow renders the direct message about a player's turn. It is empty if it isn't their turn,
// or if they chose another kind of notice.
func (c *Commands) directNow(ctx context.Context, id match.ID, p match.Player) (bot.Message, error) {
	m, err := c.tables.Match(ctx, id)
	if errors.Is(err, match.ErrNoTable) || errors.Is(err, match.ErrUnreadable) {
		return bot.Message{}, nil
	}
	if err != nil {
		return bot.Message{}, err
	}
	seat, awaits := screen.Awaited(m)
	if !awaits || m.Players()[seat] != p {
		return bot.Message{}, nil
	}
	chosen, err := c.Store.Preferences(ctx, p)
	if err != nil {
		return bot.Message{}, err
	}
	g, err := c.guild(ctx, m.Guild)
	if err != nil {
		return bot.Message{}, err
	}
	when, directly := chosen.Told(g.Guild, c.Mention)
	// A forced pass happens by itself, so no message is needed. In the channel, a missing mention
	// would reveal that the player can't play; nobody notices a missing direct message.
	_, done := m.Plan(seat)
	done = done || m.PassHeld(seat) || m.PassesTrick(seat)
	passes := chosen.AutoPass != settings.PassByHand && m.Settings.AutoPass > 0 && m.MustPass(seat)
	notice := screen.TurnNotice(m, when, c.messagesOf(id).notice, c.lastClick(m, p), time.Now())
	if !directly || done || passes || notice == "" {
		return bot.Message{}, nil
	}
	g.Commands, g.Language = nil, c.readBy(chosen, "") // they can't be used there
	return g.Message(screen.DirectNotice(m, g.Title(m.System), bot.Link(m.Guild, m.Channel, c.boardAt(id).Message), notice)), nil
}

// directClosed records that a player accepts no direct messages. From now on they are told in the
// channel, and the next thing they open says why.
func (c *Commands) directClosed(id match.ID, p match.Player) {
	ctx, cancel := context.WithTimeout(context.Background(), lookWithin)
	defer cancel()
	_, err := c.Store.ChangePreferences(ctx, p, func(chosen settings.Person) (settings.Person, error) {
		if chosen.Where == settings.ByDM || chosen.Where == settings.DailyList {
			chosen.Where = settings.DMClosed
		}
		return chosen, nil
	})
	if err != nil {
		c.Logger.Error().Err(err).Int64("table", int64(id)).Int64("player", int64(p)).Msg("cannot store that a player accepts no direct messages")
		return
	}
	c.mirrors.Touch(postKey(MentionPost, id))
}

// whyInChannel returns the note for a player whose direct messages can't be sent, once; empty for
// everybody else.
func (c *Commands) whyInChannel(ctx context.Context, p match.Player, chosen settings.Person) (say.Message, error) {
	if chosen.Where != settings.DMClosed {
		return say.Message{}, nil
	}
	_, err := c.Store.ChangePreferences(ctx, p, func(now settings.Person) (settings.Person, error) {
		if now.Where == settings.DMClosed {
			now.Where = settings.InChannel
		}
		return now, nil
	})
	return say.New("I couldn't send you a direct message, so I'll tell you in the channel when it's your turn. Once you allow direct messages from this server's members, choose them again in `/preferences`."), err
}
