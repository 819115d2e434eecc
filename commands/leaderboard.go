package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/internal/say"
	"deuces/standing"
)

var leaderboardSpec = bot.Command{Name: "leaderboard", Description: say.New("Show the best players, the titles and the seasons"), Options: []bot.Option{
	gameOption("The game; all games if you leave it out", false),
	{Name: "by", Description: say.New("What to sort by; matches won if you leave it out"), Suggest: true, Max: bot.Limit(40)},
}}

// leaderboard handles /leaderboard.
func (c *Commands) leaderboard(ctx context.Context, r bot.Request) (bot.Reply, error) {
	g, system, err := c.inGuild(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	at := ids.Leaders{System: system}
	if by := r.Options["by"]; by != "" {
		orders := g.Orders(system)
		i := slices.IndexFunc(orders, func(o screen.Order) bool {
			return strings.EqualFold(o.Value, by) || strings.EqualFold(o.Name.String(), by)
		})
		if i < 0 {
			return bot.Reply{}, game.Refuse("A leaderboard can't be sorted by {order}. Choose one of the suggestions for `by`.", screen.Quoted(by, 40))
		}
		at.By = orders[i].Value
	}
	msg, err := c.standings(ctx, r.Guild, g, at, 0)
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Show(msg), nil
}

// leaderboardTurned handles the buttons and menus of a leaderboard.
func (c *Commands) leaderboardTurned(ctx context.Context, r bot.Request, id ids.Leaders) (bot.Reply, error) {
	g, err := c.guild(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	if len(r.Values) == 1 {
		id = id.Choose(r.Values[0])
	}
	msg, err := c.standings(ctx, r.Guild, g, id, 0)
	if err != nil {
		return bot.Reply{}, err
	}
	return r.Turn(msg), nil
}

// whereAmI replies privately with the page that has the person's own row.
func (c *Commands) whereAmI(ctx context.Context, r bot.Request, id ids.Where) (bot.Reply, error) {
	g, err := c.guild(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	me, isKnown, err := c.Store.Find(ctx, r.User.ID)
	if err != nil {
		return bot.Reply{}, err
	}
	at, before, on := id.Leaders, 0, false
	if isKnown {
		q := query(r.Guild, g, at)
		if before, on, err = c.Store.Rank(ctx, q, me); err != nil {
			return bot.Reply{}, fmt.Errorf("where is player %d: %w", me, err)
		}
	}
	if !on {
		return bot.Say(say.New("You aren't on this board yet. Finish a round that counts here, and you will be.")), nil
	}
	at.Page = before / screen.PlayersPerPage
	msg, err := c.standings(ctx, r.Guild, g, at, me)
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Reply{Message: &msg, Private: true, Update: r.Private}, nil
}

// seasonLeaderboard handles the button of a season: it replies privately with the season's
// leaderboard.
func (c *Commands) seasonLeaderboard(ctx context.Context, r bot.Request, id ids.Season) (bot.Reply, error) {
	if id.Number == 0 {
		return bot.Reply{}, game.Refuse("This season doesn't exist.")
	}
	g, err := c.guild(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	msg, err := c.standings(ctx, r.Guild, g, ids.Leaders{Period: standing.Season(id.Number)}, 0)
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Whisper(msg), nil
}

// query returns the query for a page of a leaderboard.
func query(guild string, g screen.GuildSettings, at ids.Leaders) standing.Query {
	q := standing.Query{
		Guild: guild, System: known(g, at.System), Period: at.Period, Rounds: rounds(g, at),
		Offset: at.Page * screen.PlayersPerPage, Limit: screen.PlayersPerPage,
	}
	switch o := standing.Order(at.By); o {
	case standing.ByPoints, standing.ByFewest, standing.ByWins, standing.ByRate, standing.ByRating:
		q.Order = o
	default:
		q.Title = game.Title(at.By)
	}
	if slices.ContainsFunc(g.Orders(q.System), func(o screen.Order) bool { return o.Value == screen.OrderOf(q) }) {
		return q
	}
	q.Title, q.Order = "", standing.ByWins // no order is chosen, or the system doesn't have it
	return q
}

// rounds returns which rounds a leaderboard counts.
func rounds(g screen.GuildSettings, at ids.Leaders) standing.Rounds {
	switch {
	case at.Computers:
		return standing.AllRounds
	case g.PeopleOnly:
		return standing.AmongPeople
	}
	return standing.Counting
}

// standings renders a page of a guild's leaderboard. It marks the row of the player me.
func (c *Commands) standings(ctx context.Context, guild string, g screen.GuildSettings, at ids.Leaders, me standing.Player) (bot.Message, error) {
	at.System = known(g, at.System)
	q := query(guild, g, at)
	if at.By != "" && at.By != screen.OrderOf(q) {
		at.By = ""
	}
	found, err := c.Store.Leaderboard(ctx, q)
	if err != nil {
		return bot.Message{}, fmt.Errorf("leaderboard: %w", err)
	}
	if found.Total == 0 && !at.Computers {
		with := at
		with.Computers, with.Page, with.By = true, 0, ""
		if all, err := c.Store.Leaderboard(ctx, query(guild, g, with)); err != nil {
			return bot.Message{}, fmt.Errorf("leaderboard: %w", err)
		} else if all.Total > 0 {
			return c.standings(ctx, guild, g, with, me)
		}
	}
	if last := max(0, (found.Total-1)/screen.PlayersPerPage); at.Page > last { // there are fewer pages than when the button was sent
		at.Page = last
		return c.standings(ctx, guild, g, at, me)
	}
	seasons, err := c.Store.Seasons(ctx, guild)
	if err != nil {
		return bot.Message{}, fmt.Errorf("periods of a leaderboard: %w", err)
	}
	return screen.Leaderboard(g, screen.LeaderboardPage{At: at, Query: q, Found: found, Me: me, Seasons: seasons, Now: time.Now()}), nil
}

// seasonsTurned handles the page buttons of the hall of fame.
func (c *Commands) seasonsTurned(ctx context.Context, r bot.Request, id ids.HallOfFame) (bot.Reply, error) {
	msg, err := c.hallOfFame(ctx, r.Guild, id)
	if err != nil {
		return bot.Reply{}, err
	}
	return r.Turn(msg), nil
}

// hallOfFame renders a page of past seasons, newest first.
func (c *Commands) hallOfFame(ctx context.Context, guild string, at ids.HallOfFame) (bot.Message, error) {
	g, err := c.guild(ctx, guild)
	if err != nil {
		return bot.Message{}, err
	}
	seasons, err := c.Store.Seasons(ctx, guild)
	if err != nil {
		return bot.Message{}, err
	}
	slices.Reverse(seasons)
	last := max(0, len(seasons)-1) / screen.SeasonsPerPage
	at.Page = min(at.Page, last)
	var pages []standing.HallOfFame
	for _, s := range seasons[at.Page*screen.SeasonsPerPage : min(len(seasons), (at.Page+1)*screen.SeasonsPerPage)] {
		f, err := c.Store.HallOfFame(ctx, guild, s.Number)
		if err != nil {
			return bot.Message{}, fmt.Errorf("season %d: %w", s.Number, err)
		}
		pages = append(pages, f)
	}
	return screen.HallOfFame(g, at, last, pages), nil
}

// titlesTurned handles the buttons of the page of titles.
func (c *Commands) titlesTurned(ctx context.Context, r bot.Request, id ids.Titles) (bot.Reply, error) {
	g, err := c.guild(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	id.System = known(g, id.System)
	msg, err := c.titlesPage(ctx, r, g, id)
	if err != nil {
		return bot.Reply{}, err
	}
	return r.Turn(msg), nil
}

// titlesPage renders the titles held in the guild or the channel, with a page of the longest streaks.
func (c *Commands) titlesPage(ctx context.Context, r bot.Request, g screen.GuildSettings, at ids.Titles) (bot.Message, error) {
	channel := ""
	if at.Channel {
		channel = r.Channel
	}
	running, err := c.Store.Running(ctx, r.Guild, channel)
	if err != nil {
		return bot.Message{}, err
	}
	longest, err := c.Store.Streaks(ctx, standing.StreakQuery{
		Guild: r.Guild, Channel: channel, System: at.System,
		Offset: at.Page * screen.StreaksPerPage, Limit: screen.StreaksPerPage + 1,
	})
	if err != nil {
		return bot.Message{}, err
	}
	return screen.Titles(g, screen.TitlesPage{At: at, Channel: channel, Running: running, Longest: longest}), nil
}
