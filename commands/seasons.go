package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"deuces/bot"
	"deuces/game"
	"deuces/standing"
)

var seasonsSpec = bot.Command{Name: "seasons", Description: "The hall of fame: what this server's seasons are remembered for"}

// perHall is how many seasons a page of the hall of fame has.
const perHall = 3

// hallOfFame answers /seasons.
func (c *Commands) hallOfFame(ctx context.Context, r bot.Request) (bot.Reply, error) {
	msg, err := c.fameBoard(ctx, r.Guild, 0)
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Show(msg), nil
}

// hallTurned answers the buttons that turn its pages: "fame/PAGE".
func (c *Commands) hallTurned(ctx context.Context, r bot.Request) (bot.Reply, error) {
	msg, err := c.fameBoard(ctx, r.Guild, natural(r.Arg(0)))
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Update(msg), nil
}

// fameBoard renders a page of the hall of fame, the newest season first.
func (c *Commands) fameBoard(ctx context.Context, guild string, page int) (bot.Message, error) {
	h, err := c.house(ctx, guild)
	if err != nil {
		return bot.Message{}, err
	}
	seasons, err := c.Store.Seasons(ctx, guild)
	if err != nil {
		return bot.Message{}, err
	}
	slices.Reverse(seasons)
	msg := bot.Message{Accent: gold, Blocks: []bot.Block{bot.Text("## 🏛️ Hall of fame")}}
	if len(seasons) == 0 {
		msg.Blocks = append(msg.Blocks, bot.Text("No season is on yet: the first begins with the first round."))
		return msg, nil
	}
	last := (len(seasons) - 1) / perHall
	page = min(page, last)
	for _, s := range seasons[page*perHall : min(len(seasons), (page+1)*perHall)] {
		f, err := c.Store.HallOfFame(ctx, guild, s.Number)
		if err != nil {
			return bot.Message{}, fmt.Errorf("season %d: %w", s.Number, err)
		}
		msg.Blocks = append(msg.Blocks, bot.Divider{}, bot.Text(clipLines(c.fame(h, f), 1200)),
			bot.Row{{ID: fmt.Sprintf("season/%d", s.Number), Label: "Leaderboard of " + s.Name(), Emoji: "🏆"}})
	}
	if last > 0 {
		msg.Blocks = append(msg.Blocks, bot.Row{
			{ID: fmt.Sprintf("fame/%d/back", max(page-1, 0)), Emoji: "◀️", Disabled: page == 0},
			{ID: fmt.Sprintf("fame/%d", min(page+1, last)), Emoji: "▶️", Disabled: page == last},
		})
	}
	return msg, nil
}

// seasonBoard answers the button of a season with its leaderboard, for who asks
// alone: the post and the hall stay as they are. "season/NUMBER".
func (c *Commands) seasonBoard(ctx context.Context, r bot.Request) (bot.Reply, error) {
	period, err := standing.ParsePeriod("s" + r.Arg(0))
	if err != nil {
		return bot.Reply{}, game.Refuse("There is no such season.")
	}
	h, err := c.house(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	msg, err := c.standings(ctx, r.Guild, h, leaders{period: period}, 0)
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Whisper(msg), nil
}

// fame is what a season is remembered for.
func (c *Commands) fame(h house, f standing.HallOfFame) []string {
	lines := []string{"### " + f.Season.Name()}
	when := "on now"
	if !f.Season.Ended.IsZero() {
		when = "ended " + day(f.Season.Ended)
	}
	lines = append(lines, fmt.Sprintf("-# %s · %s · %s", when, count(f.Rounds, "round"), count(f.Players, "player")))
	honours := slices.DeleteFunc(slices.Clone(f.Honours), func(x standing.Honour) bool {
		return x.Order == standing.ByPoints && (x.System == "" || c.penalty(x.System)) // of several games they don't add up
	})
	if all := c.honours(honours, ""); len(all) > 0 {
		lines = append(lines, "🏅 **All games** · "+strings.Join(all, " · "))
	}
	for _, s := range c.Systems {
		if best := c.honours(honours, s.Name); len(best) > 0 {
			lines = append(lines, "🏅 **"+s.Title+"** · "+strings.Join(best, " · "))
		}
		if titles := c.mostTitled(h, honours, s.Name); len(titles) > 0 {
			lines = append(lines, "-# most often "+strings.Join(titles, " · "))
		}
	}
	return lines
}

// honours tell who had the best figures in a system, "" for all.
func (c *Commands) honours(all []standing.Honour, system string) (told []string) {
	words := map[standing.Order]string{standing.ByPoints: "most points", standing.ByWins: "most matches won", standing.ByRating: "best rating"}
	for _, x := range all {
		if what := words[x.Order]; what != "" && x.System == system {
			told = append(told, what+": "+winners(x)+" ("+number(x.Value)+")")
		}
	}
	return told
}

// mostTitled tell who had each title of a system most often, the best title first.
func (c *Commands) mostTitled(h house, all []standing.Honour, system string) (told []string) {
	for _, w := range c.titles(h, system) {
		for _, x := range all {
			if x.System == system && x.Title == w.Title {
				told = append(told, c.word(h, x.Title, system)+": "+winners(x)+" ("+times(x.Value)+")")
			}
		}
	}
	return told
}

// winners are those who share an honour.
func winners(x standing.Honour) string {
	var names []string
	for _, w := range x.Winners[:min(len(x.Winners), 3)] {
		names = append(names, called(w.Name))
	}
	if more := len(x.Winners) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return list(names)
}

// postSeason tells a server that a season has ended: who it will be remembered
// for. Told is what its server knows only when the post is there.
func (c *Commands) postSeason(s standing.Closed) {
	if s.Channel == "" {
		return
	}
	key := fmt.Sprintf("season/%s/%d", s.Guild, s.Season.Number)
	told := func() {
		if err := c.Store.SeasonTold(context.Background(), s.Guild, s.Season.Number); err != nil {
			c.Logger.Error().Err(err).Str("guild", s.Guild).Int("season", s.Season.Number).Msg("that a season's end was told is not stored")
		}
	}
	c.mirrors.Show(bot.Mirror{
		Key: key, Channel: s.Channel,
		Render: func(ctx context.Context) (bot.Message, error) { return c.closing(ctx, s) },
		Posted: func(at bot.Shown) {
			if at.Message != "" {
				told()
			}
		},
		Failed: func(err error) { // nowhere to tell it: the hall of fame does
			c.Logger.Warn().Err(err).Str("guild", s.Guild).Msg("the end of a season can't be posted")
			told()
		},
	})
	c.mirrors.Finish(key)
}

// closing is the post at the end of a season.
func (c *Commands) closing(ctx context.Context, s standing.Closed) (bot.Message, error) {
	h, err := c.house(ctx, s.Guild)
	if err != nil {
		return bot.Message{}, err
	}
	f, err := c.Store.HallOfFame(ctx, s.Guild, s.Season.Number)
	if err != nil {
		return bot.Message{}, err
	}
	return h.message(bot.Message{Accent: gold, Blocks: []bot.Block{
		bot.Text("## 🏁 The season is over"),
		bot.Text(clipLines(c.fame(h, f), 3000)),
		bot.Text("-# A new season has begun. Nothing is lost: `/seasons` has them all, and the leaderboard of each."),
		bot.Row{{ID: fmt.Sprintf("season/%d", s.Season.Number), Label: "Final leaderboard", Emoji: "🏆"}},
	}}), nil
}

// Tend does what comes with time until the context ends: seasons end by their
// plan, and what belongs to servers that removed the bot goes. It looks at once
// and then as often as every.
func (c *Commands) Tend(ctx context.Context, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		c.tend(ctx, time.Now())
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

func (c *Commands) tend(ctx context.Context, now time.Time) {
	closed, err := c.Store.RollSeasons(ctx, now)
	if err != nil && !errors.Is(err, context.Canceled) {
		c.Logger.Error().Err(err).Msg("seasons can't be ended")
	}
	for _, s := range closed {
		c.postSeason(s)
	}
	gone, err := c.Store.PurgeGuilds(ctx, now, c.tables.Evict)
	if err != nil && !errors.Is(err, context.Canceled) {
		c.Logger.Error().Err(err).Msg("the data of a server that removed me can't be deleted")
	}
	if gone > 0 {
		c.Logger.Info().Int("servers", gone).Msg("the data of servers that removed me is deleted")
	}
}

// Left closes the table of a channel that is gone, and notes that the bot was
// removed from a server: what it keeps of it goes after the time that the server
// has set. Until then its tables stay: their clocks run out, they pause, and
// whoever invites the bot back plays on. It is for bot.Config.Left.
func (c *Commands) Left(guild, channel string) {
	if channel != "" {
		c.gone(channel)
	} else {
		c.note(guild, "removed", func(ctx context.Context) error { return c.Store.GuildRemoved(ctx, guild, time.Now()) })
	}
}

// Joined notes that the bot is in a server. It is for bot.Config.Joined.
func (c *Commands) Joined(guild string) {
	c.note(guild, "joined", func(ctx context.Context) error { return c.Store.GuildJoined(ctx, guild) })
}

// note writes before it returns, so that what is told later is written later.
func (c *Commands) note(guild, what string, write func(context.Context) error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := write(ctx); err != nil {
		c.Logger.Error().Err(err).Str("guild", guild).Msg("that the bot was " + what + " is not stored")
	}
}
