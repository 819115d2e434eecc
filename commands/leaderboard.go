package commands

import (
	"context"
	"fmt"
	"slices"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/internal/say"
	"deuces/standing"
)

var leaderboardSpec = bot.Command{Name: "leaderboard", Description: say.New("Show the best players, the titles and the seasons"),
	Options: []bot.Option{gameOption("Which game? Without it: all games together")}}

func (c *Commands) leaderboard(ctx context.Context, r guildRequest) (bot.Reply, error) {
	chosen, err := c.chosen(ctx, r, r.Options["game"])
	if err != nil {
		return bot.Reply{}, err
	}
	at, err := c.notEmpty(ctx, r, ids.Leaders{System: chosen.system})
	if err != nil {
		return bot.Reply{}, err
	}
	msg, err := c.leaders(ctx, r, at)
	return bot.Show(msg), err
}

func (c *Commands) leaders(ctx context.Context, r guildRequest, at ids.Leaders) (bot.Message, error) {
	switch {
	case slices.Equal(r.Values, []string{screen.OlderSeasons}):
		return c.hallOfFame(ctx, r, ids.HallOfFame{})
	case len(r.Values) == 1:
		at = at.Choose(r.Values[0])
	}
	me, _, err := c.Store.Find(ctx, r.User.ID)
	if err != nil {
		return bot.Message{}, err
	}
	return c.standings(ctx, r.Guild, *r.set, at, me)
}

func (c *Commands) seasonLeaders(ctx context.Context, r guildRequest, id ids.Season) (bot.Message, error) {
	at, err := c.notEmpty(ctx, r, ids.Leaders{Period: standing.Season(id.Number)})
	if err != nil {
		return bot.Message{}, err
	}
	return c.standings(ctx, r.Guild, *r.set, at, 0)
}

// notEmpty returns the leaderboard to begin with: the one with bots, where nobody is on the one without them.
func (c *Commands) notEmpty(ctx context.Context, r guildRequest, at ids.Leaders) (ids.Leaders, error) {
	for _, computers := range []bool{false, true} {
		with := at
		with.Computers = computers
		found, err := c.Store.Leaderboard(ctx, query(r.Guild, *r.set, with))
		if err != nil {
			return at, fmt.Errorf("read the leaderboard: %w", err)
		}
		if found.Total > 0 {
			return with, nil
		}
	}
	return at, nil
}

// query returns the query for a page of a leaderboard. If the system doesn't have its order, the query has
// the default order.
func query(guild string, g screen.GuildSettings, at ids.Leaders) standing.Query {
	q := standing.Query{
		Guild: guild, System: known(g, at.System), Order: standing.Order(at.By), Period: at.Period, Rounds: standing.Counting,
		Offset: at.Page * screen.PlayersPerPage, Limit: screen.PlayersPerPage,
	}
	switch {
	case at.Computers:
		q.Rounds = standing.AllRounds
	case g.PeopleOnly:
		q.Rounds = standing.AmongPeople
	}
	orders := g.Orders(q.System)
	if q.Order == standing.ByFirsts && q.System == "" {
		return q
	}
	if !slices.ContainsFunc(orders, func(o bot.SelectOption) bool { return o.Value == at.By }) {
		q.Order = standing.Order(orders[0].Value)
	}
	return q
}

// standings renders a page of a guild's leaderboard, with the row of the player me. Unless an order was chosen, it is
// by matches won once somebody has won one.
func (c *Commands) standings(ctx context.Context, guild string, g screen.GuildSettings, at ids.Leaders, me standing.Player) (bot.Message, error) {
	at.System = known(g, at.System)
	q := query(guild, g, at)
	found, err := c.Store.Leaderboard(ctx, q)
	if err == nil && at.By == "" && len(found.Rows) > 0 && found.Rows[0].Wins == 0 {
		q.Order = g.WithoutWins(q.System)
		found, err = c.Store.Leaderboard(ctx, q)
	}
	at.By = string(q.Order)
	if err != nil {
		return bot.Message{}, fmt.Errorf("read the leaderboard: %w", err)
	}
	if last := max(0, (found.Total-1)/screen.PlayersPerPage); at.Page > last { // there are fewer pages than when the button was sent
		at.Page = last
		return c.standings(ctx, guild, g, at, me)
	}
	if found, err = c.withRow(ctx, q, found, me); err != nil {
		return bot.Message{}, fmt.Errorf("read player %d's row of the leaderboard: %w", me, err)
	}
	seasons, err := c.Store.Seasons(ctx, guild)
	if err != nil {
		return bot.Message{}, fmt.Errorf("read the seasons: %w", err)
	}
	return screen.Leaderboard(g, screen.LeaderboardPage{At: at, Query: q, Found: found, Seasons: seasons, Now: time.Now()}), nil
}

// withRow adds the row of a player to a page that doesn't have it.
func (c *Commands) withRow(ctx context.Context, q standing.Query, page standing.Page, p standing.Player) (standing.Page, error) {
	if p == 0 || page.Total <= len(page.Rows) || slices.ContainsFunc(page.Rows, func(r standing.Row) bool { return r.Player == p }) {
		return page, nil
	}
	before, on, err := c.Store.Rank(ctx, q, p)
	if err != nil || !on {
		return page, err
	}
	q.Offset, q.Limit = before, 1
	own, err := c.Store.Leaderboard(ctx, q)
	page.Rows = append(page.Rows, own.Rows...)
	return page, err
}

// hallOfFame renders a page of past seasons, newest first.
func (c *Commands) hallOfFame(ctx context.Context, r guildRequest, at ids.HallOfFame) (bot.Message, error) {
	seasons, err := c.Store.Seasons(ctx, r.Guild)
	if err != nil {
		return bot.Message{}, err
	}
	slices.Reverse(seasons)
	last := max(0, len(seasons)-1) / screen.SeasonsPerPage
	at.Page = min(at.Page, last)
	var halls []standing.HallOfFame
	for _, s := range seasons[at.Page*screen.SeasonsPerPage : min(len(seasons), (at.Page+1)*screen.SeasonsPerPage)] {
		f, err := c.Store.HallOfFame(ctx, r.Guild, s.Number)
		if err != nil {
			return bot.Message{}, fmt.Errorf("read the best players of season %d: %w", s.Number, err)
		}
		halls = append(halls, f)
	}
	return screen.HallOfFame(*r.set, at, last, halls), nil
}

// titles renders the titles held in the guild, with the longest streaks.
func (c *Commands) titles(ctx context.Context, r guildRequest, at ids.Titles) (bot.Message, error) {
	system := known(*r.set, at.System)
	running, err := c.Store.Running(ctx, r.Guild, "")
	if err != nil {
		return bot.Message{}, err
	}
	longest, err := c.Store.Streaks(ctx, standing.StreakQuery{Guild: r.Guild, System: system, Limit: screen.MostStreaks})
	if err != nil {
		return bot.Message{}, err
	}
	return screen.Titles(*r.set, system, running, longest), nil
}
