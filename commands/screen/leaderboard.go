package screen

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/internal/say"
	"deuces/standing"
)

// PlayersPerPage is the number of players on a page of a leaderboard.
const PlayersPerPage = 10

// LeaderboardPage is a page of a guild's leaderboard.
type LeaderboardPage struct {
	At      ids.Leaders
	Query   standing.Query // the query that belongs to At
	Found   standing.Page
	Seasons []standing.SeasonInfo
	Now     time.Time
}

// Leaderboard renders a page of a guild's leaderboard.
func Leaderboard(g GuildSettings, p LeaderboardPage) bot.Message {
	at := p.At
	at.Part = ""
	last := max(0, (p.Found.Total-1)/PlayersPerPage)
	to := func(page int, computers bool, part string) string {
		return ids.Leaders{System: at.System, By: at.By, Period: at.Period, Computers: computers, Page: page, Part: part}.ID()
	}
	menu := func(part string, options []bot.SelectOption, chosen string) bot.Select {
		return choose(bot.Select{ID: to(at.Page, at.Computers, part), Options: options}, chosen)
	}
	toggle := bot.Button{ID: to(0, !at.Computers, "who"), Label: say.Capital(say.New("with bots")), Emoji: "🤖"}
	var lines []say.Message
	if at.Computers {
		lines = append(lines, small(say.Capital(say.New("with bots"))))
		toggle.Label, toggle.Emoji = say.New("Without bots"), "🏆"
	}
	for i, row := range p.Found.Rows {
		if i == PlayersPerPage { // of whoever asks, who is on another page
			lines = append(lines, say.Verbatim("…"))
		}
		lines = append(lines, leaderRow(row, p.Query.Order))
	}
	switch {
	case p.Found.Total > 0:
		lines = append(lines, small(dotted(pageOf(at.Page, last), say.New("{n:# player|# players}", p.Found.Total))))
	default:
		lines = append(lines, say.New("No finished rounds yet."))
	}
	orders := g.Orders(at.System)
	if p.Query.Order == standing.ByFirsts {
		orders = append(orders, bot.SelectOption{Label: say.New("First places"), Value: string(standing.ByFirsts)})
	}
	msg := bot.Message{Accent: gold, Blocks: []bot.Block{
		bot.Text(say.Mark("## 🏆 ", dotted(say.New("Leaderboard"), g.titleOrAll(at.System)), "")),
		texts(lines...),
	}}
	if p.Found.Total == 0 {
		msg.Blocks = append(msg.Blocks, bot.Row{PlayButton()})
	}
	if last > 0 {
		msg.Blocks = append(msg.Blocks, previousNext(at.Page, last, func(page int, part string) string { return to(page, at.Computers, part) }))
	}
	msg.Blocks = append(msg.Blocks,
		bot.Row{
			toggle,
			{ID: ids.Titles{System: at.System}.ID(), Label: say.New("Titles"), Emoji: "👑"},
			{ID: ids.HallOfFame{}.ID(), Label: say.New("Seasons"), Emoji: "🏛️"},
			{ID: ids.History{System: at.System}.ID(), Label: say.New("Matches"), Emoji: "📜"},
			{ID: ids.DailyBoard{}.ID(), Label: say.New("Daily"), Emoji: "📅"},
		},
		menu(ids.MenuGame, g.gameMenu(), cmp.Or(at.System, ids.Everything)),
		menu(ids.MenuBy, orders, string(p.Query.Order)),
		menu(ids.MenuPeriod, periods(p.Seasons, at.Period, p.Now), cmp.Or(string(at.Period), ids.Everything)))
	return msg
}

// titleOrAll returns a system's name, or the name for all games if system is "".
func (g GuildSettings) titleOrAll(system string) say.Message {
	if system == "" {
		return say.New("All games")
	}
	return g.Title(system)
}

// gameMenu returns the options of a menu of games.
func (g GuildSettings) gameMenu() (options []bot.SelectOption) {
	for _, x := range append([]Game{{}}, g.Games...) {
		options = append(options, bot.SelectOption{Label: g.titleOrAll(x.Name), Value: cmp.Or(x.Name, ids.Everything)})
	}
	return options
}

// leaderRow renders a player's line. Nobody gets a medal for no points or first places, or a place for no matches won.
func leaderRow(row standing.Row, by standing.Order) say.Message {
	taken, who, value := medal(row.Rank), DisplayName(row.Name), points(row.Points)
	switch by {
	case standing.ByWins:
		value = say.New("{n:# match|# matches} won", row.Wins)
		if row.Wins == 0 {
			taken = say.Message{}
		}
	case standing.ByPoints:
		if row.Points <= 0 {
			taken = place(row.Rank)
		}
	case standing.ByRating:
		value = say.Verbatim(strconv.Itoa(row.Rating))
	case standing.ByFirsts:
		value = say.New("{n:# first place|# first places}", row.Firsts)
		if row.Firsts == 0 {
			taken = place(row.Rank)
		}
	}
	return dotted(say.Join(" ", taken, who), bold(value), say.New("{n:# round|# rounds}", row.Rounds))
}

// OlderSeasons is the value of the menu of periods that leads to the seasons that it has no room for.
const OlderSeasons = "older"

// periods returns the options of the menu of periods. They include the chosen one, which may be a
// month or a season that the menu no longer offers.
func periods(seasons []standing.SeasonInfo, chosen standing.Period, now time.Time) []bot.SelectOption {
	lines := []bot.SelectOption{
		{Label: say.New("All time"), Value: ids.Everything},
		{Label: say.New("This season"), Value: string(standing.ThisSeason)},
		{Label: say.New("This month"), Value: string(standing.Month(now))},
	}
	for _, s := range slices.Backward(seasons) {
		if s.Ended.IsZero() {
			continue
		}
		if len(lines) == perMenu-2 { // one is for the chosen period
			lines = append(lines, bot.SelectOption{Label: say.New("Older seasons …"), Value: OlderSeasons})
			break
		}
		lines = append(lines, bot.SelectOption{Label: s.Name(), Value: string(standing.Season(s.Number))})
	}
	if value := string(chosen); value != "" && !slices.ContainsFunc(lines, func(o bot.SelectOption) bool { return o.Value == value }) {
		label := say.Verbatim(value)
		if month, ok := chosen.Month(); ok {
			label = say.Month(month)
		} else if number, ok := chosen.Season(); ok {
			label = standing.SeasonInfo{Number: number}.Name()
		}
		lines = append(lines, bot.SelectOption{Label: label, Value: value})
	}
	return lines
}

// Orders returns the sort orders of a system's leaderboard; "" means all systems, whose points can't
// be added. The first one is the default.
func (g GuildSettings) Orders(system string) []bot.SelectOption {
	orders := []bot.SelectOption{
		{Label: say.New("Matches won"), Value: string(standing.ByWins)},
		{Label: say.New("Rating"), Value: string(standing.ByRating)},
	}
	switch {
	case system == "":
		return orders
	case g.Penalty(system):
		return append(orders, bot.SelectOption{Label: say.New("Fewest penalty points"), Value: string(standing.ByFewest)})
	}
	return append(orders, bot.SelectOption{Label: say.New("Points"), Value: string(standing.ByPoints)})
}

// WithoutWins returns the order of a leaderboard of which nobody has won a match.
func (g GuildSettings) WithoutWins(system string) standing.Order {
	orders := g.Orders(system)
	if system == "" {
		return standing.ByFirsts
	}
	return standing.Order(orders[len(orders)-1].Value)
}

// SeasonsPerPage is the number of seasons on a page of the hall of fame.
const SeasonsPerPage = 3

// HallOfFame renders a page of the hall of fame, the newest season first. last is the number of the
// last page, from 0.
func HallOfFame(g GuildSettings, at ids.HallOfFame, last int, seasons []standing.HallOfFame) bot.Message {
	msg := bot.Message{Accent: gold, Blocks: []bot.Block{bot.Text(say.Mark("## 🏛️ ", say.New("Seasons"), ""))}}
	if len(seasons) == 0 {
		msg.Blocks = append(msg.Blocks, bot.Text(say.New("No season yet. The first one starts with the first round.")))
	}
	for _, f := range seasons {
		msg.Blocks = append(append(msg.Blocks, bot.Divider{}), g.season(f, 1200)...)
	}
	if nav := previousNext(at.Page, last, func(page int, part string) string { return ids.HallOfFame{Page: page, Part: part}.ID() }); nav != nil {
		msg.Blocks = append(msg.Blocks, nav)
	}
	return msg
}

// SeasonOver renders the post about the end of a season.
func SeasonOver(g GuildSettings, f standing.HallOfFame) bot.Message {
	blocks := []bot.Block{bot.Text(say.New("## 🏁 The season is over"))}
	return g.Message(bot.Message{Accent: gold, Blocks: append(blocks, g.season(f, 3000)...)})
}

// season renders the summary of a season with at most n characters, and the button of its leaderboard.
func (g GuildSettings) season(f standing.HallOfFame, n int) []bot.Block {
	var ended say.Message
	if !f.Season.Ended.IsZero() {
		ended = say.New("Ended {day}", say.Day(f.Season.Ended))
	}
	lines := []say.Message{
		heading(f.Season.Name()),
		small(dotted(ended, say.New("{n:# round|# rounds}", f.Rounds), say.New("{n:# player|# players}", f.Players))),
	}
	for _, x := range append([]Game{{}}, g.Games...) { // all games together come first
		if best := g.honours(f.Honours, x.Name); len(best) > 0 {
			lines = append(lines, dotted(append([]say.Message{say.Mark("🏅 **", g.titleOrAll(x.Name), "**")}, best...)...))
		}
	}
	return []bot.Block{bot.Text(clippedLines(n, lines...)),
		bot.Row{{ID: ids.Season{Number: f.Season.Number}.ID(), Label: say.New("Leaderboard"), Emoji: "🏆"}}}
}

// honours renders the best players of a system in the orders of its leaderboard, and who held its
// first and last titles most often.
func (g GuildSettings) honours(all []standing.Honour, system string) (lines []say.Message) {
	awarded := func(what say.Message, is func(standing.Honour) bool) {
		for _, x := range all {
			if x.System == system && is(x) {
				lines = append(lines, say.New("{title}: {who} ({n})", what, winners(x), x.Value))
			}
		}
	}
	for _, o := range g.Orders(system) {
		awarded(o.Label, func(x standing.Honour) bool { return string(x.Order) == o.Value })
	}
	for _, w := range g.TitlesOf(system) {
		if !w.Last && w.Place > 1 {
			continue // only the first and the last are worth remembering
		}
		awarded(g.word(w.Title, system), func(x standing.Honour) bool { return x.Title == w.Title })
	}
	return lines
}

// winners renders the players who share an honour.
func winners(x standing.Honour) say.Message {
	var names []say.Message
	for _, w := range x.Winners[:min(len(x.Winners), 3)] {
		names = append(names, DisplayName(w.Name))
	}
	if more := len(x.Winners) - len(names); more > 0 {
		names = append(names, say.New("{n} more", more))
	}
	return say.List(names...)
}

// MostStreaks is the number of streaks on the page of titles.
const MostStreaks = 5

// Titles renders who holds a system's titles, and the longest streaks: numbers of consecutive rounds
// in which somebody held a title. If system is "", it shows all systems.
func Titles(g GuildSettings, system string, running, longest []standing.Streak) bot.Message {
	held := g.titlesHeld(running, system)
	if held.Empty() {
		held = say.New("Nobody holds a title yet. Play a round with other people to win one.")
	}
	msg := bot.Message{Accent: gold, Blocks: []bot.Block{bot.Text(say.Mark("## 👑 ", say.New("Titles"), "")), bot.Text(clippedLines(2200, held))}}
	longest = slices.DeleteFunc(longest, func(r standing.Streak) bool { return r.Rounds < 2 }) // one round is no streak
	if len(longest) > 0 {
		lines := []say.Message{heading(say.New("Longest streaks"))}
		for _, r := range longest {
			when := say.Days(r.Began, r.Last)
			if r.Running {
				when = say.New("since {day}", say.Day(r.Began))
			}
			lines = append(lines, dotted(DisplayName(r.Name), g.TitleOf(r.Title, r.System), bold(say.New("{n:# round|# rounds}", r.Rounds)), when))
		}
		msg.Blocks = append(msg.Blocks, bot.Divider{}, bot.Text(clippedLines(1500, lines...)))
	}
	msg.Blocks = append(msg.Blocks, bot.Row{{ID: ids.Leaders{System: system, Part: "board"}.ID(), Label: say.New("Leaderboard"), Emoji: "🏆"}})
	return msg
}

// titlesHeld renders who holds the titles of a system; "" means all systems.
func (g GuildSettings) titlesHeld(running []standing.Streak, system string) say.Message {
	var held []say.Message
	for _, x := range g.Games {
		if system != "" && x.Name != system {
			continue
		}
		lines := []say.Message{bold(say.New(x.Title))}
		for _, w := range g.TitlesOf(x.Name) {
			for _, r := range running {
				if r.System == x.Name && r.Title == w.Title {
					lines = append(lines, holder(g.word(w.Title, x.Name), r))
				}
			}
		}
		if len(lines) > 1 {
			held = append(held, lines...)
		}
	}
	return say.Lines(held...)
}

// holder renders who holds a title, and for how many rounds or from whom they took it.
func holder(title say.Message, r standing.Streak) say.Message {
	var how say.Message
	switch {
	case r.Rounds > 1:
		how = inARow(r.Rounds)
	case r.Deposed != 0:
		how = say.New("taken from {other}", DisplayName(r.DeposedName))
	}
	return dotted(say.Colon(title, DisplayName(r.Name)), how)
}

func inARow(rounds int) say.Message { return say.New("{n:# round|# rounds} in a row", rounds) }
