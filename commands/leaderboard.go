package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"deuces/bot"
	"deuces/game"
	"deuces/standing"
)

// ranks is how many players a page of the leaderboard has.
const ranks = 10

// everything is how options and custom_ids name all systems, and all time.
const everything = "all"

// leaders is a leaderboard as the custom_ids of its buttons and menus name it:
// "leaders/GAME/BY/PERIOD/WHO/PAGE".
type leaders struct {
	system    string // "" all
	by        string // an Order or a Title
	period    standing.Period
	computers bool
	page      int // from 0
}

func (l leaders) String() string {
	system, period, who := l.system, string(l.period), "people"
	if system == "" {
		system = everything
	}
	if period == "" {
		period = everything
	}
	if l.computers {
		who = everything
	}
	return fmt.Sprintf("%s/%s/%s/%s/%d", system, l.by, period, who, l.page)
}

// readLeaders reads the arguments of a custom_id; whatever makes no sense is as usual.
func (c *Commands) readLeaders(r bot.Request) leaders {
	l := leaders{by: r.Arg(1), computers: r.Arg(3) == everything, page: natural(r.Arg(4))}
	if c.plays(r.Arg(0)) {
		l.system = r.Arg(0)
	}
	if period, err := standing.ParsePeriod(r.Arg(2)); err == nil {
		l.period = period
	}
	if len(r.Values) == 1 {
		l.page = 0
		switch r.Arg(5) {
		case "game":
			return c.readLeaders(bot.Request{Args: []string{r.Values[0], l.by, string(l.period), r.Arg(3), "0"}})
		case "by":
			l.by = r.Values[0]
		case "period":
			return c.readLeaders(bot.Request{Args: []string{r.Arg(0), l.by, r.Values[0], r.Arg(3), "0"}})
		}
	}
	return l
}

var leaderboardSpec = bot.Command{Name: "leaderboard", Description: "The best players of this server", Options: []bot.Option{
	gameOption("Which game; otherwise all together", false),
	{Name: "by", Description: "What counts; otherwise points in one game, wins in all together or where points are penalties", Suggest: true, Max: bot.Limit(40)},
}}

// leaderboard answers the command.
func (c *Commands) leaderboard(ctx context.Context, r bot.Request) (bot.Reply, error) {
	h, err := c.house(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	system, _, err := c.chosen(ctx, r, h, r.Options["game"])
	if err != nil {
		return bot.Reply{}, err
	}
	l := leaders{system: system, by: r.Options["by"]}
	if l.by != "" {
		all := c.ordersOf(h, system)
		i := slices.IndexFunc(all, func(o order) bool { return strings.EqualFold(o.value, l.by) || strings.EqualFold(o.name, l.by) })
		if i < 0 {
			return bot.Reply{}, game.Refuse("A leaderboard can't be sorted by %.40q.", l.by)
		}
		l.by = all[i].value
	}
	msg, err := c.standings(ctx, r.Guild, h, l, 0)
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Show(msg), nil
}

// leaders answers its buttons and menus.
func (c *Commands) leaders(ctx context.Context, r bot.Request) (bot.Reply, error) {
	h, err := c.house(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	msg, err := c.standings(ctx, r.Guild, h, c.readLeaders(r), 0)
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Update(msg), nil
}

// whereAmI answers with the page that has who asks: the public board stays as it is.
func (c *Commands) whereAmI(ctx context.Context, r bot.Request) (bot.Reply, error) {
	h, err := c.house(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	l := c.readLeaders(r)
	me, known, err := c.Store.Find(ctx, r.User.ID)
	if err != nil {
		return bot.Reply{}, err
	}
	at, on := 0, false
	if known {
		if at, on, err = c.Store.Rank(ctx, c.query(r.Guild, l), me); err != nil {
			return bot.Reply{}, fmt.Errorf("where is player %d: %w", me, err)
		}
	}
	if !on {
		return bot.Say("You are not on this board yet: it lists who finished a round of what it counts."), nil
	}
	l.page = at / ranks
	msg, err := c.standings(ctx, r.Guild, h, l, me)
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Reply{Message: &msg, Private: true, Update: r.Private}, nil
}

// query asks for a page.
func (c *Commands) query(guild string, l leaders) standing.Query {
	if l.by == "" {
		l.by = string(standing.ByPoints)
		if l.system == "" || c.penalty(l.system) {
			l.by = string(standing.ByWins)
		}
	}
	q := standing.Query{Guild: guild, System: l.system, Period: l.period, Computers: l.computers, Offset: l.page * ranks, Limit: ranks}
	switch o := standing.Order(l.by); o {
	case standing.ByPoints, standing.ByWins, standing.ByRate, standing.ByRating:
		q.Order = o
	default:
		q.Title = game.Title(l.by)
	}
	return q
}

// standings renders a page of a server's leaderboard; me is who is shown to be there.
func (c *Commands) standings(ctx context.Context, guild string, h house, l leaders, me standing.Player) (bot.Message, error) {
	q := c.query(guild, l)
	found, err := c.Store.Leaderboard(ctx, q)
	if err != nil {
		return bot.Message{}, fmt.Errorf("leaderboard: %w", err)
	}
	last := max(0, (found.Total-1)/ranks)
	if l.page > last { // fewer by now than when the button was made
		l.page = last
		return c.standings(ctx, guild, h, l, me)
	}
	l.by = string(q.Order) + string(q.Title)
	orders := c.ordersOf(h, l.system)
	what := slices.IndexFunc(orders, func(o order) bool { return o.value == l.by })
	if what < 0 { // another system's title
		l.by = ""
		return c.standings(ctx, guild, h, l, me)
	}
	periods, err := c.periods(ctx, guild, l.period)
	if err != nil {
		return bot.Message{}, err
	}

	title := "all games"
	if l.system != "" {
		title = c.title(l.system)
	}
	notes := []string{"by " + orders[what].what}
	for _, p := range periods {
		if p.Default && l.period != standing.AllTime {
			notes = append(notes, p.Label)
		}
	}
	if l.computers {
		notes = append(notes, "rounds with computer players too")
	}
	msg := bot.Message{Accent: gold, Blocks: []bot.Block{bot.Text("## 🏆 Leaderboard · " + title + "\n-# " + strings.Join(notes, " · "))}}
	var lines []string
	for _, row := range found.Rows {
		lines = append(lines, c.row(h, row, q, row.Player == me))
	}
	if len(lines) == 0 {
		lines = []string{nobody(q)}
	}
	msg.Blocks = append(msg.Blocks, bot.Text(strings.Join(lines, "\n")),
		bot.Text(fmt.Sprintf("-# page %d of %d · %s", l.page+1, last+1, count(found.Total, "player"))))

	to := func(l leaders) string { return "leaders/" + l.String() }
	back, next, other := l, l, l
	back.page, next.page = max(l.page-1, 0), min(l.page+1, last)
	other.computers, other.page = !l.computers, 0
	toggle := bot.Button{ID: to(other) + "/who", Label: "With computers", Emoji: "🤖"}
	if l.computers {
		toggle.Label, toggle.Emoji = "People only", "🧑"
	}
	games := bot.Select{ID: to(l) + "/game", Options: []bot.SelectOption{{Label: "All games", Value: everything, Default: l.system == ""}}}
	for _, s := range c.Systems {
		games.Options = append(games.Options, bot.SelectOption{Label: s.Title, Value: s.Name, Default: s.Name == l.system})
	}
	by := bot.Select{ID: to(l) + "/by"}
	for _, o := range orders {
		by.Options = append(by.Options, bot.SelectOption{Label: clip(o.name, 100), Value: o.value, Default: o.value == l.by})
	}
	msg.Blocks = append(msg.Blocks,
		bot.Row{
			{ID: to(back) + "/back", Emoji: "◀️", Disabled: l.page == 0},
			{ID: to(next) + "/next", Emoji: "▶️", Disabled: l.page == last},
			{ID: "where/" + l.String(), Label: "Where am I?", Emoji: "📍", Style: bot.Blue},
			toggle,
		},
		games, by, bot.Select{ID: to(l) + "/period", Options: periods})
	return msg, nil
}

// nobody says why a board is empty.
func nobody(q standing.Query) string {
	switch {
	case q.Period != standing.AllTime:
		return "Nobody is on this board: nothing it counts was played then."
	case q.Order == standing.ByRate:
		return fmt.Sprintf("Nobody has played %d matches yet.", standing.RateMatches)
	case q.Order == standing.ByRating:
		return "Nobody is rated yet: a round among people does it."
	case q.Title != "":
		return "Nobody has held this title yet."
	}
	return "Nobody has finished a round yet. `/play` opens a table."
}

// months is how many months before this one the menu has.
const months = 6

// periods are the lines of the menu of periods: all time, this season and this
// month, then those before.
func (c *Commands) periods(ctx context.Context, guild string, chosen standing.Period) ([]bot.SelectOption, error) {
	seasons, err := c.Store.Seasons(ctx, guild)
	if err != nil {
		return nil, fmt.Errorf("periods of a leaderboard: %w", err)
	}
	now := time.Now().UTC()
	lines := []bot.SelectOption{{Label: "All time", Value: everything}, {Label: "This season", Value: string(standing.ThisSeason)}}
	month := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC)
	for i := range months + 1 {
		at := month.AddDate(0, -i, 0)
		name := at.Format("January 2006")
		if i == 0 {
			name = "This month"
		}
		lines = append(lines, bot.SelectOption{Label: name, Value: string(standing.Month(at))})
	}
	for _, s := range slices.Backward(seasons) {
		if s.Ended.IsZero() {
			lines[1].Label += ": " + s.Name()
			continue
		}
		if len(lines) < 24 {
			lines = append(lines, bot.SelectOption{Label: "Season: " + s.Name(), Value: string(standing.Season(s.Number)), Description: "ended " + day(s.Ended)})
		}
	}
	value := string(chosen)
	if chosen == standing.AllTime {
		value = everything
	}
	at := slices.IndexFunc(lines, func(o bot.SelectOption) bool { return o.Value == value })
	if at < 0 {
		at = len(lines)
		lines = append(lines, bot.SelectOption{Label: "Period " + value, Value: value})
	}
	lines[at].Default = true
	return lines, nil
}

// row is a line of the leaderboard.
func (c *Commands) row(h house, row standing.Row, q standing.Query, me bool) string {
	line := medal(row.Rank) + " " + called(row.Name)
	if me {
		line = "➡️ " + line
	}
	var running []string
	for _, sys := range c.Systems {
		if title := row.Running[sys.Name]; title != "" {
			running = append(running, c.word(h, title, sys.Name))
		}
	}
	if running = slices.Compact(running); len(running) > 0 {
		line += " · " + strings.Join(running, ", ")
	}
	notes := []string{count(row.Rounds, "round"), count(row.Wins, "win")}
	if q.System != "" || q.Order == standing.ByPoints { // the points of several games are on several scales
		notes = append([]string{count(row.Points, "point")}, notes...)
	}
	if row.Left > 0 {
		notes = append(notes, fmt.Sprintf("%d left early", row.Left))
	}
	first := ""
	switch {
	case q.Title != "":
		first = fmt.Sprintf("**%d×**", row.Titles[q.Title])
	case q.Order == standing.ByRate && row.Matches > 0:
		first = fmt.Sprintf("**%d %%** of %s", (100*row.Wins+row.Matches/2)/row.Matches, matches(row.Matches))
	case q.Order == standing.ByRating:
		first = fmt.Sprintf("**%d**", row.Rating)
	}
	if first != "" {
		notes = append([]string{first}, notes...)
	}
	return line + "\n-# " + strings.Join(notes, " · ")
}

// matches counts them: "1 match", "2 matches".
func matches(n int) string {
	if n == 1 {
		return "1 match"
	}
	return number(n) + " matches"
}
