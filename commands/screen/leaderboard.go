package screen

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/say"
	"deuces/standing"
)

// PlayersPerPage is how many players a page of the leaderboard has.
const PlayersPerPage = 10

// LeaderboardPage is a page of a guild's leaderboard.
type LeaderboardPage struct {
	At      ids.Leaders
	Query   standing.Query // what At asks for
	Found   standing.Page
	Me      standing.Player // the player whose row is marked; 0: none
	Seasons []standing.SeasonInfo
	Now     time.Time
}

// Leaderboard renders a page of a guild's leaderboard. Its order must be one of the
// game's Orders.
func Leaderboard(g GuildSettings, p LeaderboardPage) bot.Message {
	at := p.At
	at.By, at.Part = OrderOf(p.Query), ""
	last := max(0, (p.Found.Total-1)/PlayersPerPage)
	orders := g.Orders(at.System)
	periods := periods(p.Seasons, at.Period, p.Now)
	var lines []string
	for _, row := range p.Found.Rows {
		lines = append(lines, g.row(row, p.Query, row.Player == p.Me))
	}
	if len(lines) == 0 {
		lines = []string{nobody(p.Query)}
	}
	msg := bot.Message{Accent: gold, Blocks: []bot.Block{
		bot.Text(say.Verbatim(g.leaderboardHead(at, orders, periods))),
		bot.Text(say.Verbatim(strings.Join(lines, "\n"))),
		bot.Text(say.Verbatim(fmt.Sprintf("-# page %d of %d · %s", at.Page+1, last+1, count(p.Found.Total, "player")))),
	}}

	to := func(part string, change func(*ids.Leaders)) string {
		l := at
		change(&l)
		l.Part = part
		return l.ID()
	}
	same := func(*ids.Leaders) {}
	toggle := bot.Button{
		ID:    to("who", func(l *ids.Leaders) { l.Computers, l.Page = !at.Computers, 0 }),
		Label: say.New("With computers"), Emoji: "🤖",
	}
	if at.Computers {
		toggle.Label, toggle.Emoji = say.New("People only"), "🧑"
	}
	by := bot.Select{ID: to(ids.MenuBy, same)}
	for _, o := range orders {
		by.Options = append(by.Options, bot.SelectOption{Label: say.Verbatim(Clip(o.Name, 100)), Value: o.Value, Default: o.Value == at.By})
	}
	msg.Blocks = append(msg.Blocks,
		bot.Row{
			{ID: to("back", func(l *ids.Leaders) { l.Page = max(at.Page-1, 0) }), Emoji: "◀️", Disabled: at.Page == 0},
			{ID: to("next", func(l *ids.Leaders) { l.Page = min(at.Page+1, last) }), Emoji: "▶️", Disabled: at.Page == last},
			{ID: ids.Where{Leaders: at}.ID(), Label: say.New("Where am I?"), Emoji: "📍", Style: bot.Blue},
			toggle,
		},
		bot.Select{ID: to(ids.MenuGame, same), Options: g.gameMenu(at.System)},
		by, bot.Select{ID: to(ids.MenuPeriod, same), Options: periods})
	return msg
}

// OrderOf is what a query's page is sorted by, as Orders has it.
func OrderOf(q standing.Query) string { return string(q.Order) + string(q.Title) }

// leaderboardHead says what a leaderboard counts.
func (g GuildSettings) leaderboardHead(at ids.Leaders, orders []Order, periods []bot.SelectOption) string {
	title := "all games"
	if at.System != "" {
		title = g.Title(at.System)
	}
	var notes []string
	for _, o := range orders {
		if o.Value == at.By {
			notes = append(notes, "by "+o.what)
		}
	}
	for _, p := range periods {
		if p.Default && at.Period != standing.AllTime {
			notes = append(notes, p.Label.String())
		}
	}
	if at.Computers {
		notes = append(notes, "rounds with computer players too")
	}
	return "## 🏆 Leaderboard · " + title + "\n-# " + strings.Join(notes, " · ")
}

// gameMenu are the lines of a menu of games, "" for all of them.
func (g GuildSettings) gameMenu(chosen string) []bot.SelectOption {
	lines := []bot.SelectOption{{Label: say.New("All games"), Value: ids.Everything, Default: chosen == ""}}
	for _, x := range g.Games {
		lines = append(lines, bot.SelectOption{Label: say.Verbatim(x.Title), Value: x.Name, Default: x.Name == chosen})
	}
	return lines
}

// row is a line of the leaderboard.
func (g GuildSettings) row(row standing.Row, q standing.Query, me bool) string {
	line := medal(row.Rank) + " " + DisplayName(row.Name)
	if me {
		line = "➡️ " + line
	}
	var running []string
	for _, sys := range g.Games {
		if title := row.Running[sys.Name]; title != "" {
			running = append(running, g.word(title, sys.Name))
		}
	}
	if running = slices.Compact(running); len(running) > 0 {
		line += " · " + strings.Join(running, ", ")
	}
	notes := []string{count(row.Rounds, "round"), count(row.Wins, "win")}
	if q.System != "" || q.Order == standing.ByPoints { // each game has a scale of its own
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
func periods(seasons []standing.SeasonInfo, chosen standing.Period, now time.Time) []bot.SelectOption {
	now = now.UTC()
	lines := []bot.SelectOption{{Label: say.New("All time"), Value: ids.Everything}, {Label: say.New("This season"), Value: string(standing.ThisSeason)}}
	month := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC)
	for i := range months + 1 {
		at := month.AddDate(0, -i, 0)
		name := at.Format("January 2006")
		if i == 0 {
			name = "This month"
		}
		lines = append(lines, bot.SelectOption{Label: say.Verbatim(name), Value: string(standing.Month(at))})
	}
	for _, s := range slices.Backward(seasons) {
		if s.Ended.IsZero() {
			lines[1].Label = say.Join(": ", lines[1].Label, say.Verbatim(s.Name()))
			continue
		}
		if len(lines) < 24 {
			lines = append(lines, bot.SelectOption{Label: say.Verbatim("Season: " + s.Name()), Value: string(standing.Season(s.Number)), Description: say.Verbatim("ended " + day(s.Ended))})
		}
	}
	value := string(chosen)
	if chosen == standing.AllTime {
		value = ids.Everything
	}
	at := slices.IndexFunc(lines, func(o bot.SelectOption) bool { return o.Value == value })
	if at < 0 {
		at = len(lines)
		lines = append(lines, bot.SelectOption{Label: say.Verbatim("Period " + value), Value: value})
	}
	lines[at].Default = true
	return lines
}

// Order is something that a leaderboard can be sorted by; what says what it counts.
type Order struct{ Value, Name, what string }

// Orders lists what a leaderboard of a system, "" for all, can be sorted by.
func (g GuildSettings) Orders(system string) []Order {
	points := Order{string(standing.ByPoints), "Points", "points"}
	switch {
	case system == "":
		points = Order{points.Value, "Points", "points added up, though each game has a scale of its own" + g.penalties()}
	case g.penalty(system):
		points = Order{points.Value, "Penalty points", "penalty points, the most first"}
	}
	list := []Order{
		points,
		{string(standing.ByWins), "Matches won", "matches won"},
		{string(standing.ByRate), "Share of matches won", fmt.Sprintf("share of matches won, from %d matches on", standing.RateMatches)},
		{string(standing.ByRating), "Rating", "rating"},
	}
	for _, s := range g.Games {
		if system != "" && s.Name != system {
			continue
		}
		for i, w := range g.TitlesOf(s.Name) {
			known := slices.ContainsFunc(list, func(o Order) bool { return o.Value == string(w.Title) })
			if known || system == "" && i > 0 { // for all games, only the best titles: the others have different words in each
				continue
			}
			list = append(list, Order{string(w.Title), "Times " + w.Word.String(), "times " + w.Word.String()})
		}
	}
	return list
}

// UsualOrder is what a leaderboard of a system, "" for all, is sorted by where nobody
// says otherwise.
func (g GuildSettings) UsualOrder(system string) standing.Order {
	if system == "" || g.penalty(system) {
		return standing.ByWins
	}
	return standing.ByPoints
}
