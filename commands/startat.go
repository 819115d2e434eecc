package commands

import (
	"context"
	"errors"
	"strconv"
	"time"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/commands/typed"
	"deuces/game"
	"deuces/match"
	"deuces/settings"
)

// A start at a time is in the table's log, so the lobby's clock starts the match and calls the players before. If the
// host wishes, the server's list of events shows it. The event is stored like a message of the table, with the
// time of the start as its edition. Whatever happens to either, keepEvent brings the two together.

// startAt handles the panel in which the host of a lobby sets when the match starts.
func (c *Commands) startAt(ctx context.Context, v visit, id ids.StartAt) (bot.Reply, error) {
	next := match.StartAt{Player: v.player, Schedule: v.match.Schedule}
	after, err := time.ParseDuration(id.What)
	switch {
	case id.What == ids.StartNever:
		next.Schedule = match.Schedule{}
	case id.What == ids.StartBots && next.Fill != "":
		next.Fill, next.Seats = "", 0
	case id.What == ids.StartBots:
		next.Fill, next.Seats = screen.BotLevel(v.match), screen.PlayNowSeats
	case id.What == ids.StartEvent:
		if next.Event = !next.Event; next.Event && !v.Bot.Has(bot.CreateEvents) {
			return c.showStart(ctx, v, game.Refuse("I need the {permission} permission for an event. An admin can add it to my role.", v.Bot.Missing(bot.CreateEvents)))
		}
	case err == nil:
		next.At = time.Now().Add(after).Round(time.Minute)
	}
	return c.setStart(ctx, v, next)
}

func (c *Commands) openStartForm(_ context.Context, _ visit, id ids.TableButton) (bot.Reply, error) {
	form := screen.StartForm(id)
	return bot.Reply{Modal: &form}, nil
}

func (c *Commands) startFormEntered(ctx context.Context, v visit, _ ids.TableButton) (bot.Reply, error) {
	next := match.StartAt{Player: v.player, Schedule: v.match.Schedule}
	var err error
	if next.At, err = typed.When(v.Fields["when"], v.Fields["here"], time.Now()); err != nil {
		return c.showStart(ctx, v, err)
	}
	return c.setStart(ctx, v, next)
}

func (c *Commands) setStart(ctx context.Context, v visit, next match.StartAt) (bot.Reply, error) {
	if next.Fill != "" && !c.hasComputers(v.match.System) {
		next.Fill, next.Seats = "", 0
	}
	m, err := c.tables.Do(ctx, v.match.ID, next)
	if err == nil {
		v.match = m
	}
	return c.showStart(ctx, v, err)
}

// showStart replies with the panel. refused is shown in it.
func (c *Commands) showStart(ctx context.Context, v visit, refused error) (bot.Reply, error) {
	why, err := refusal(refused)
	if err != nil || v.player != v.match.Host || v.match.Phase != match.Lobby {
		return bot.Reply{}, refused
	}
	s, err := c.snapshot(ctx, v.match)
	if err != nil {
		return bot.Reply{}, err
	}
	return v.panel(s.StartPanel(why, v.Bot.Has(bot.CreateEvents))), nil
}

// startsSoon renders the call of the players of a lobby shortly before its start. Whoever wants to hear of nothing
// isn't mentioned.
func (c *Commands) startsSoon(ctx context.Context, s screen.Snapshot) (bot.Message, error) {
	var whom []match.Player
	if s.CallsAt().IsZero() {
		return bot.Message{}, nil
	}
	for _, p := range s.Match.People() {
		chosen, err := c.Store.Preferences(ctx, p)
		if err != nil {
			return bot.Message{}, err
		}
		if when, _ := chosen.Told(s.GuildSettings.Guild, settings.MentionTurn); when != settings.MentionOff {
			whom = append(whom, p)
		}
	}
	return s.StartsSoon(whom, time.Now()), nil
}

// eventDue brings the event of a table's start up to date in the background, if there is or was one.
func (c *Commands) eventDue(m match.Match) {
	if m.Schedule.Event || m.Phase == match.Over || c.messagesOf(m.ID).event {
		c.work.Go(func() { c.keepEvent(m.ID, "") })
	}
}

// EventChanged moves or takes back the start that an event shows. It implements bot.Config.EventChanged.
func (c *Commands) EventChanged(event string) { c.keepEvent(0, event) }

// keepEvent brings the event of a table up to date, or that of the table to which an event belongs.
func (c *Commands) keepEvent(id match.ID, event string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	err := c.scheduling.Acquire(ctx, 1)
	if err != nil {
		return
	}
	defer c.scheduling.Release(1)
	if event != "" {
		id, err = c.Store.TableWithPost(ctx, EventPost, event)
	}
	if err == nil && id != 0 {
		err = c.syncEvent(ctx, id)
	}
	if err != nil && !errors.Is(err, match.ErrNoTable) && !errors.Is(err, match.ErrStale) {
		c.Logger.Warn().Err(err).Int64("table", int64(id)).Msg("cannot bring the server's event of a match up to date; trying again when the table changes, and before the match starts")
	}
}

// syncEvent creates, moves or deletes the event of a table's start. If somebody has moved or canceled the event, the
// start follows. If the match can't start then, the event is moved back.
func (c *Commands) syncEvent(ctx context.Context, id match.ID) error {
	m, err := c.tables.Match(ctx, id)
	if err != nil || c.servedHere(m.Guild) != nil {
		return err
	}
	posts, err := c.Store.Posts(ctx, id)
	if err != nil {
		return err
	}
	at, start := posts[EventPost], m.Schedule.At
	shows, _ := strconv.ParseInt(at.Edition, 10, 64) // 0 if there is none
	save := func() {
		var s screen.Snapshot
		if s, err = c.snapshot(ctx, m); err == nil {
			at.Message, err = c.discord.SaveEvent(ctx, m.Guild, s.StartEvent(at.Message))
		}
	}
	switch {
	case !m.Schedule.Event && at.Message == "":
		return nil
	case !m.Schedule.Event && shows > time.Now().Unix(): // later it stays in the list until its end
		err = c.discord.DropEvent(ctx, m.Guild, at.Message)
	case m.Schedule.Event && shows == start.Unix():
		start, err = c.discord.EventStart(ctx, m.Guild, at.Message)
	case m.Schedule.Event:
		save()
	}
	if errors.Is(err, rest.ErrNoEvent) {
		start, err = time.Time{}, nil
	}
	if err == nil && !start.Equal(m.Schedule.At) {
		m, err = c.tables.Do(ctx, id, match.FollowEvent{From: m.Schedule.At, To: start})
		if _, refused := errors.AsType[*game.Illegal](err); refused {
			save()
		}
	}
	if err != nil {
		return err
	}
	if at = (bot.Shown{Message: at.Message, Edition: strconv.FormatInt(m.Schedule.At.Unix(), 10), At: time.Now()}); !m.Schedule.Event {
		at = bot.Shown{}
	}
	c.update(id, func(t *tableMessages) { t.event = m.Schedule.Event })
	return c.Store.SavePost(ctx, id, EventPost, m.Guild, at)
}
