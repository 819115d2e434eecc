package commands

import (
	"context"
	"errors"
	"fmt"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/game/systems"
	"deuces/internal/picture"
	"deuces/match/history"
	"deuces/standing"
	"deuces/standing/daily"
)

// dayShown returns what a person sees of a day. number is the deal that is shown, 0 for none.
func (c *Commands) dayShown(ctx context.Context, r guildRequest, d personsDay, number int) (screen.Day, error) {
	penalty := r.set.Penalty(d.System)
	s := screen.Day{Settings: d.Settings, Played: d.played}
	if number > 0 {
		points, err := c.Store.DealPoints(ctx, d.Day, number)
		if err != nil {
			return s, err
		}
		s.Field = daily.NewField(points, penalty)
		s.Drawn = c.drawField(s, d.played[number-1].Points)
	}
	var err error
	if s.Streak, err = c.streak(ctx, d.Day, d.player); err != nil || !s.Finished() {
		return s, err
	}
	points, err := c.Store.DayPoints(ctx, d.Day)
	if err != nil {
		return s, err
	}
	if s.Everyone = daily.NewField(points, penalty); r.Guild == "" {
		return s, nil
	}
	here, err := c.Store.DayTotals(ctx, r.Guild, d.Day, d.Day)
	s.Here = daily.FieldOf(here, penalty)
	return s, err
}

// drawField returns the picture of what everyone made of a deal, or nil if that is only the person.
func (c *Commands) drawField(s screen.Day, own int) []byte {
	if s.Field.People() < 2 {
		return nil
	}
	c.drawing.Lock()
	defer c.drawing.Unlock()
	drawn, err := picture.Field(s.Field, own)
	if err != nil {
		c.Logger.Error().Err(err).Msg("cannot draw the results of a daily deal; showing it without them")
	}
	return drawn
}

// streak returns a person's streak on a day.
func (c *Commands) streak(ctx context.Context, today daily.Day, p standing.Player) (daily.Streak, error) {
	finished, err := c.Store.FinishedDays(ctx, p)
	if err != nil {
		return daily.Streak{}, err
	}
	outages, err := c.Store.Outages(ctx)
	return daily.StreakOf(finished, daily.Excused(outages), today), err
}

// shareDay posts a person's result of a day in the channel, once.
func (c *Commands) shareDay(ctx context.Context, r guildRequest, d personsDay) (bot.Reply, error) {
	s, err := c.dayShown(ctx, r, d, 0)
	if err != nil {
		return bot.Reply{}, err
	}
	if !s.Finished() {
		return bot.Reply{}, game.Refuse("You can share your result when you have finished all three deals.")
	}
	first, err := c.Store.ShareDay(ctx, d.Day, d.player)
	if err != nil {
		return bot.Reply{}, err
	}
	if !first {
		return bot.Reply{}, game.Refuse("You have already shared today's result.")
	}
	return bot.Show(screen.DailyShared(*r.set, s, r.User.Shown())), nil
}

// fairDay shows the commitments of a day's deals, and opens those of the day before with records.
func (c *Commands) fairDay(ctx context.Context, r guildRequest, d personsDay) (bot.Reply, error) {
	page := screen.DailyFair{Today: d.Settings}
	var err error
	if page.Before, err = c.Store.DayBefore(ctx, d.Day); err != nil {
		return bot.Reply{}, err
	}
	if before := page.Before; before.Day > 0 {
		tables, err := c.Store.DailyTables(ctx, before.Day, d.player, r.set.Penalty(before.System))
		if err != nil {
			return bot.Reply{}, err
		}
		for _, id := range tables {
			m, err := history.Read(id, systems.New, c.Store.Events(ctx, id))
			if err != nil {
				return bot.Reply{}, fmt.Errorf("read daily deal %d: %w", id, err)
			}
			for _, round := range m.Rounds {
				text, err := round.Record(nil)
				if err != nil {
					return bot.Reply{}, fmt.Errorf("write the record of daily deal %d: %w", id, err)
				}
				page.Records = append(page.Records, screen.Record{Round: m.Daily.Deal, Text: text})
			}
		}
	}
	return r.panel(screen.DailyFairPlay(*r.set, page)), nil
}

// dailyBoard shows a guild's boards of the daily deals.
func (c *Commands) dailyBoard(ctx context.Context, r guildRequest, _ ids.DailyBoard) (bot.Message, error) {
	today := daily.Of(time.Now())
	totals, err := c.Store.DayTotals(ctx, r.Guild, 1, today)
	if err != nil {
		return bot.Message{}, err
	}
	outages, err := c.Store.Outages(ctx)
	if err != nil {
		return bot.Message{}, err
	}
	board := screen.DailyBoard{}
	finished, names := map[standing.Player][]daily.Day{}, map[standing.Player]string{}
	monday := today - daily.Day(today.Start().Weekday()+6)%7
	var week []daily.Total
	for _, t := range totals {
		finished[t.Player], names[t.Player] = append(finished[t.Player], t.Day), t.Name
		if t.Day == today {
			board.Today = append(board.Today, t)
		}
		if t.Day >= monday {
			week = append(week, t)
		}
	}
	board.Week = daily.Week(week, r.set.Penalty)
	for p, days := range finished {
		board.Streaks = append(board.Streaks, screen.NamedStreak{Name: names[p], Player: p, Streak: daily.StreakOf(days, daily.Excused(outages), today)})
	}
	return screen.DailyBoards(*r.set, board), nil
}

// postDay posts the best three of the day before in the guilds that want it, once.
func (c *Commands) postDay(ctx context.Context, now time.Time) error {
	const settled = time.Minute // for deals whose last click came at the end of the day
	day := daily.Of(now) - 1
	if now.Sub(day.End()) < settled || c.postedDay == day {
		return nil
	}
	channels, err := c.Store.DailyChannels(ctx)
	if err != nil {
		return err
	}
	var failed []error
	for guild, channel := range channels {
		totals, err := c.Store.DayTotals(ctx, guild, day, day)
		if err != nil || len(totals) == 0 {
			failed = append(failed, err)
			continue
		}
		first, err := c.Store.PostDay(ctx, guild, day)
		if err != nil || !first {
			failed = append(failed, err)
			continue
		}
		render := func(ctx context.Context) (bot.Message, error) {
			g, err := c.guild(ctx, guild)
			return g.Message(screen.DailyBest(g, day, totals)), err
		}
		c.announce(fmt.Sprintf("day/%s/%d", guild, day), channel, render, func(err error) {
			if err != nil {
				c.Logger.Warn().Err(err).Str("guild", guild).Msg("cannot post the day's best players in the daily deals; /leaderboard still shows the week's")
			}
		})
	}
	if err := errors.Join(failed...); err != nil {
		return err
	}
	c.postedDay = day
	return nil
}

// keepDays records that the bot is running, for streaks, and posts the best of a day that is over.
func (c *Commands) keepDays(ctx context.Context, now time.Time) error {
	if err := c.Store.SaveSeen(ctx, now); err != nil {
		return err
	}
	return c.postDay(ctx, now)
}
