package screen

import (
	"slices"
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
	Me      standing.Player // the player whose row is marked; 0: none
	Seasons []standing.SeasonInfo
	Now     time.Time
}

// Leaderboard renders a page of a guild's leaderboard. Its order must be one of the
// game's Orders.
func Leaderboard(g GuildSettings, p LeaderboardPage) bot.Message {
	at := p.At
	at.Part = "" // By stays as it was requested, because the default depends on the game
	last := max(0, (p.Found.Total-1)/PlayersPerPage)
	orders := g.Orders(at.System)
	periods := periods(p.Seasons, at.Period, p.Now)
	var lines []say.Message
	for _, row := range p.Found.Rows {
		lines = append(lines, g.row(row, p.medal(g, row), p.Query, row.Player == p.Me))
	}
	if len(lines) == 0 {
		lines = append(lines, emptyBoard(p.Query))
	}
	msg := bot.Message{Accent: gold, Blocks: []bot.Block{
		bot.Text(g.leaderboardHead(at, OrderOf(p.Query), orders, periods)),
		texts(lines...),
		bot.Text(small(dotted(pageOf(at.Page, last), say.New("{n:# player|# players}", p.Found.Total)))),
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
		Label: say.New("With bots"), Emoji: "🤖",
	}
	if at.Computers {
		toggle.Label, toggle.Emoji = say.New("Without bots"), "🏆"
	}
	by := bot.Select{ID: to(ids.MenuBy, same)}
	for _, o := range orders {
		by.Options = append(by.Options, bot.SelectOption{Label: clipped(o.Name, 100), Value: o.Value, Default: o.Value == OrderOf(p.Query)})
	}
	if last > 0 {
		pages := previousNext(at.Page, last, func(page int, part string) string { return to(part, func(l *ids.Leaders) { l.Page = page }) })
		msg.Blocks = append(msg.Blocks, append(pages, bot.Button{ID: ids.Where{Leaders: at}.ID(), Label: say.New("Where am I?"), Emoji: "📍", Style: bot.Blue}))
	}
	msg.Blocks = append(msg.Blocks,
		bot.Row{
			toggle,
			{ID: ids.Titles{System: at.System}.ID(), Label: say.New("Titles"), Emoji: "👑"},
			{ID: ids.HallOfFame{}.ID(), Label: say.New("Seasons"), Emoji: "🏛️"},
			{ID: ids.History{System: at.System}.ID(), Label: say.New("Matches"), Emoji: "📜"},
		},
		bot.Select{ID: to(ids.MenuGame, same), Options: g.gameMenu(at.System)},
		by, bot.Select{ID: to(ids.MenuPeriod, same), Options: periods})
	return msg
}

// OrderOf returns the entry of Orders that a query is sorted by.
func OrderOf(q standing.Query) string { return string(q.Order) + string(q.Title) }

// leaderboardHead renders which rounds a leaderboard counts and how it is sorted.
func (g GuildSettings) leaderboardHead(at ids.Leaders, by string, orders []Order, periods []bot.SelectOption) say.Message {
	var notes []say.Message
	for _, o := range orders {
		if o.Value == by {
			notes = append(notes, o.sorted)
		}
	}
	for _, p := range periods {
		if p.Default && at.Period != standing.AllTime {
			notes = append(notes, p.Label)
		}
	}
	if at.Computers {
		notes = append(notes, withComputers())
	}
	return say.Lines(banner(dotted(say.New("🏆 Leaderboard"), g.titleOrAll(at.System))), small(dotted(notes...)))
}

// titleOrAll returns a system's name, or the name for all games if system is "".
func (g GuildSettings) titleOrAll(system string) say.Message {
	if system == "" {
		return say.New("All games")
	}
	return g.Title(system)
}

// withComputers returns the note that a leaderboard counts every round, including those of mostly
// bots.
func withComputers() say.Message { return say.New("All rounds, with bots") }

// gameMenu returns the options of a menu of games. The value for all games is "".
func (g GuildSettings) gameMenu(chosen string) []bot.SelectOption {
	lines := []bot.SelectOption{{Label: say.New("All games"), Value: ids.Everything, Default: chosen == ""}}
	for _, x := range g.Games {
		lines = append(lines, bot.SelectOption{Label: say.New(x.Title), Value: x.Name, Default: x.Name == chosen})
	}
	return lines
}

// medal returns a player's medal or place. There is no medal if the number is 0, if all players
// have the same number, or if the points of the games can't be compared.
func (p LeaderboardPage) medal(g GuildSettings, row standing.Row) say.Message {
	q, worth := p.Query, 1
	switch q.Order {
	case standing.ByWins, standing.ByRate:
		worth = row.Wins
	case standing.ByPoints:
		if worth = row.Points; q.System == "" && !g.penalties().Empty() || g.Penalty(q.System) {
			worth = 0
		}
	}
	alike := func(r standing.Row) bool { return r.Rank != row.Rank }
	if q.Order == standing.ByWins && worth == 0 {
		return say.Message{}
	}
	if n := len(p.Found.Rows); worth <= 0 || n > 1 && !slices.ContainsFunc(p.Found.Rows, alike) {
		return place(row.Rank)
	}
	return medal(row.Rank)
}

// row renders a player's line: the place, the number that the leaderboard is sorted by, and the number of
// rounds.
func (g GuildSettings) row(row standing.Row, taken say.Message, q standing.Query, me bool) say.Message {
	who := DisplayName(row.Name)
	if me {
		who = say.New("{name} (you)", who)
	}
	value := say.New("{n:# point|# points}", row.Points)
	switch {
	case q.Title != "":
		value = say.New("{n}×", row.Titles[q.Title])
	case q.Order == standing.ByWins:
		value = say.New("{n:# match|# matches} won", row.Wins)
	case q.Order == standing.ByRate && row.Matches > 0:
		value = say.New("{percent}% of {n:# match|# matches}", percent(row.Wins, row.Matches), row.Matches)
	case q.Order == standing.ByRating:
		value = say.New("{rating}", row.Rating)
	}
	return dotted(say.Join(" ", taken, who), bold(value), say.New("{n:# round|# rounds}", row.Rounds))
}

// emptyBoard renders the reason why a leaderboard is empty.
func emptyBoard(q standing.Query) say.Message {
	switch {
	case q.Period != standing.AllTime:
		return say.New("Nobody is on this board: nobody played a round that counts here in this period.")
	case q.Order == standing.ByRate:
		return say.New("Nobody has played {n:# match|# matches} yet.", standing.RateMatches)
	case q.Order == standing.ByRating:
		return say.New("Nobody has a rating yet. Play a round with other people to get one.")
	case q.Title != "":
		return say.New("Nobody has held this title yet.")
	}
	return say.New("Nobody has finished a round yet. `/play` opens a table.")
}

// months is the number of past months in the menu.
const months = 6

// periods returns the options of the menu of periods: all time, this season, this month, and
// earlier ones.
func periods(seasons []standing.SeasonInfo, chosen standing.Period, now time.Time) []bot.SelectOption {
	now = now.UTC()
	lines := []bot.SelectOption{{Label: say.New("All time"), Value: ids.Everything}, {Label: say.New("This season"), Value: string(standing.ThisSeason)}}
	month := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC)
	for i := range months + 1 {
		at := month.AddDate(0, -i, 0)
		name := say.Month(at)
		if i == 0 {
			name = say.New("This month")
		}
		lines = append(lines, bot.SelectOption{Label: name, Value: string(standing.Month(at))})
	}
	for _, s := range slices.Backward(seasons) {
		if s.Ended.IsZero() {
			lines[1].Label = seasonLabel(s)
			continue
		}
		if len(lines) < 24 {
			lines = append(lines, bot.SelectOption{
				Label: seasonLabel(s), Value: string(standing.Season(s.Number)), Description: say.New("Ended {day}", say.Day(s.Ended)),
			})
		}
	}
	value := string(chosen)
	if chosen == standing.AllTime {
		value = ids.Everything
	}
	at := slices.IndexFunc(lines, func(o bot.SelectOption) bool { return o.Value == value })
	if at < 0 {
		at = len(lines)
		lines = append(lines, bot.SelectOption{Label: say.New("Period {period}", value), Value: value})
	}
	lines[at].Default = true
	return lines
}

// seasonLabel returns the label of a season, which differs from that of a month with the same name.
func seasonLabel(s standing.SeasonInfo) say.Message {
	switch {
	case s.Ended.IsZero():
		return say.New("This season: {season}", s.Name())
	case s.NamedByPlan():
		return say.New("Season: {season}", s.Name())
	}
	return s.Name()
}

// Order is a sort order of a leaderboard.
type Order struct {
	Value        string
	Name, sorted say.Message // in a menu, and above a leaderboard
}

// Orders returns the sort orders of a system's leaderboard; "" means all systems.
func (g GuildSettings) Orders(system string) []Order {
	points := Order{string(standing.ByPoints), say.New("Points"), say.New("Sorted by points")}
	switch {
	case system == "":
		points.sorted = say.New("Sorted by points, although each game scores differently")
		if against := g.penalties(); !against.Empty() {
			points.sorted = say.New("Sorted by points, although each game scores differently (in {games}, points count against you)", against)
		}
	case g.Penalty(system):
		points.Name, points.sorted = say.New("Penalty points"), say.New("Sorted by penalty points, most first")
	}
	var list []Order
	if g.Penalty(system) {
		list = append(list, Order{string(standing.ByFewest), say.New("Fewest penalty points"), say.New("Sorted by penalty points, fewest first")})
	}
	list = append(list, points,
		Order{string(standing.ByWins), say.New("Matches won"), say.New("Sorted by matches won")},
		Order{string(standing.ByRate), say.New("Win rate"), say.New("Sorted by win rate, from {n:# match|# matches} up", standing.RateMatches)},
		Order{string(standing.ByRating), say.New("Rating"), say.New("Sorted by rating")})
	for _, s := range g.Games {
		if system != "" && s.Name != system {
			continue
		}
		for i, w := range g.TitlesOf(s.Name) {
			known := slices.ContainsFunc(list, func(o Order) bool { return o.Value == string(w.Title) })
			if known || system == "" && i > 0 { // for all games only the best titles, because the others have different words in each
				continue
			}
			list = append(list, Order{string(w.Title), say.New("Most often {title}", w.Word), say.New("Sorted by who was {title} most often", w.Word)})
		}
	}
	return list
}

// SeasonsPerPage is the number of seasons on a page of the hall of fame.
const SeasonsPerPage = 3

// HallOfFame renders a page of the hall of fame, the newest season first. last is the number of the
// last page, from 0. If there are no seasons, it says so.
func HallOfFame(g GuildSettings, at ids.HallOfFame, last int, seasons []standing.HallOfFame) bot.Message {
	msg := bot.Message{Accent: gold, Blocks: []bot.Block{bot.Text(say.New("## 🏛️ Hall of fame"))}}
	if len(seasons) == 0 {
		msg.Blocks = append(msg.Blocks, bot.Text(say.New("No season yet. The first one starts with the first round.")))
		return msg
	}
	for _, f := range seasons {
		msg.Blocks = append(msg.Blocks, bot.Divider{}, bot.Text(clippedLines(1200, g.season(f))),
			bot.Row{{ID: ids.Season{Number: f.Season.Number}.ID(), Label: say.New("Leaderboard: {season}", f.Season.Name()), Emoji: "🏆"}})
	}
	if turn := previousNext(at.Page, last, func(page int, part string) string { return ids.HallOfFame{Page: page, Part: part}.ID() }); turn != nil {
		msg.Blocks = append(msg.Blocks, turn)
	}
	return msg
}

// SeasonOver renders the post about the end of a season.
func SeasonOver(g GuildSettings, f standing.HallOfFame) bot.Message {
	return g.Message(bot.Message{Accent: gold, Blocks: []bot.Block{
		bot.Text(say.New("## 🏁 The season is over")),
		bot.Text(clippedLines(3000, g.season(f))),
		bot.Text(say.New("-# A new season has begun. `/leaderboard` shows every season.")),
		bot.Row{{ID: ids.Season{Number: f.Season.Number}.ID(), Label: say.New("Final leaderboard"), Emoji: "🏆"}},
	}})
}

// season renders the summary of a season.
func (g GuildSettings) season(f standing.HallOfFame) say.Message {
	when := say.New("in progress")
	if !f.Season.Ended.IsZero() {
		when = say.New("ended {day}", say.Day(f.Season.Ended))
	}
	lines := []say.Message{
		heading(f.Season.Name()),
		small(dotted(when, say.New("{n:# round|# rounds}", f.Rounds), say.New("{n:# player|# players}", f.Players))),
	}
	best := slices.DeleteFunc(slices.Clone(f.Honours), func(x standing.Honour) bool {
		return x.Order == standing.ByPoints && (x.System == "" || g.Penalty(x.System)) // points of different games can't be added
	})
	awarded := func(what say.Message, system string) {
		if all := honours(best, system); len(all) > 0 {
			lines = append(lines, dotted(append([]say.Message{say.Mark("🏅 **", what, "**")}, all...)...))
		}
	}
	awarded(say.New("All games"), "")
	for _, s := range g.Games {
		awarded(say.New(s.Title), s.Name)
		if titles := g.mostTitled(best, s.Name); len(titles) > 0 {
			lines = append(lines, small(dotted(append([]say.Message{say.New("Held most often")}, titles...)...)))
		}
	}
	return say.Lines(lines...)
}

// honours renders the best players of a system, or of all systems together if system is "".
func honours(all []standing.Honour, system string) (lines []say.Message) {
	words := map[standing.Order]say.Text{
		standing.ByPoints: "most points: {who} ({n})",
		standing.ByWins:   "most matches won: {who} ({n})",
		standing.ByRating: "best rating: {who} ({n})",
	}
	for _, x := range all {
		if text, ok := words[x.Order]; ok && x.System == system {
			lines = append(lines, say.New(text, winners(x), x.Value))
		}
	}
	return lines
}

// mostTitled renders who held each title of a system most often, best title first.
func (g GuildSettings) mostTitled(all []standing.Honour, system string) (lines []say.Message) {
	for _, w := range g.TitlesOf(system) {
		for _, x := range all {
			if x.System == system && x.Title == w.Title {
				lines = append(lines, say.New("{title}: {who} ({n:once|# times})", g.word(x.Title, system), winners(x), x.Value))
			}
		}
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

// TitlesPage has the current title holders of a guild or one of its channels, and a page of the
// longest streaks. A streak is a number of consecutive rounds in which somebody held a title.
type TitlesPage struct {
	At      ids.Titles
	Channel string // id of the channel, if At is about one
	Running []standing.Streak
	Longest []standing.Streak // the streaks of the page, and one more if there are more pages
}

// StreaksPerPage is the number of streaks on a page of titles.
const StreaksPerPage = 5

// Titles renders a page of the titles.
func Titles(g GuildSettings, p TitlesPage) bot.Message {
	at := p.At
	head := say.New("👑 Titles in this server")
	if at.Channel {
		head = say.New("👑 Titles in {channel}", bot.Channel(p.Channel))
	}
	held := g.titlesHeld(p.Running, at.System)
	if held.Empty() {
		held = say.New("Nobody holds a title yet. Play a round with other people to win one.")
	}
	msg := bot.Message{Accent: gold, Blocks: []bot.Block{
		texts(banner(head), small(say.New("After the last round that counts"))),
		bot.Text(clippedLines(2200, held)),
	}}
	longest := slices.DeleteFunc(p.Longest, func(r standing.Streak) bool { return r.Rounds < 2 }) // one round is no streak
	more := len(longest) > StreaksPerPage
	longest = longest[:min(len(longest), StreaksPerPage)]
	if len(longest) > 0 {
		lines := []say.Message{heading(say.New("Longest streaks"))}
		for _, r := range longest {
			lines = append(lines, g.streak(r))
		}
		msg.Blocks = append(msg.Blocks, bot.Divider{}, bot.Text(clippedLines(1500, lines...)))
	}
	other := bot.Button{ID: ids.Titles{System: at.System, Channel: !at.Channel, Part: "where"}.ID(), Label: say.New("This channel"), Emoji: "📍"}
	if at.Channel {
		other.Label, other.Emoji = say.New("Whole server"), "🏛️"
	}
	row := bot.Row{other, {ID: ids.Leaders{System: at.System, Part: "board"}.ID(), Label: say.New("Leaderboard"), Emoji: "🏆"}}
	last := at.Page
	if more {
		last++
	}
	row = append(row, previousNext(at.Page, last, func(page int, part string) string {
		return ids.Titles{System: at.System, Channel: at.Channel, Page: page, Part: part}.ID()
	})...)
	msg.Blocks = append(msg.Blocks, row)
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
	who := DisplayName(r.Name)
	switch {
	case r.Rounds > 1:
		return say.New("{title}: {who}, {n:# round|# rounds} in a row", title, who, r.Rounds)
	case r.Deposed != 0 && r.DeposedRounds > 1:
		return say.New("{title}: {who}, taken from {other} after {n:# round|# rounds}", title, who, DisplayName(r.DeposedName), r.DeposedRounds)
	case r.Deposed != 0:
		return say.New("{title}: {who}, taken from {other}", title, who, DisplayName(r.DeposedName))
	}
	return say.New("{title}: {who}", title, who)
}

// streak returns one of the longest streaks, in two lines.
func (g GuildSettings) streak(r standing.Streak) say.Message {
	notes := []say.Message{say.Days(r.Began, r.Last)}
	if r.Running {
		notes[0] = say.New("since {day}, and still going", say.Day(r.Began))
	}
	if r.Deposed != 0 {
		notes = append(notes, say.New("taken from {other}", DisplayName(r.DeposedName)))
	}
	if !r.Running && r.By != 0 {
		notes = append(notes, say.New("lost to {other}", DisplayName(r.ByName)))
	}
	return say.Lines(
		dotted(DisplayName(r.Name), g.TitleOf(r.Title, r.System), bold(say.New("{n:# round|# rounds}", r.Rounds))),
		small(dotted(notes...)))
}
