package screen

import (
	"slices"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/internal/say"
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
	at.Part = "" // By stays as it was asked for: what is usual may change with the game
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
		Label: say.New("With computers"), Emoji: "🤖",
	}
	if at.Computers {
		toggle.Label, toggle.Emoji = say.New("People only"), "🧑"
	}
	by := bot.Select{ID: to(ids.MenuBy, same)}
	for _, o := range orders {
		by.Options = append(by.Options, bot.SelectOption{Label: clipped(o.Name, 100), Value: o.Value, Default: o.Value == OrderOf(p.Query)})
	}
	msg.Blocks = append(msg.Blocks,
		bot.Row{
			{ID: to("back", func(l *ids.Leaders) { l.Page = max(at.Page-1, 0) }), Label: say.New("Previous"), Emoji: "◀️", Disabled: at.Page == 0},
			{ID: to("next", func(l *ids.Leaders) { l.Page = min(at.Page+1, last) }), Label: say.New("Next"), Emoji: "▶️", Disabled: at.Page == last},
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

// titleOrAll is what players call a system; "" stands for all of them.
func (g GuildSettings) titleOrAll(system string) say.Message {
	if system == "" {
		return say.New("All games")
	}
	return g.Title(system)
}

// withComputers says that rounds count in which a computer player was seated.
func withComputers() say.Message { return say.New("Rounds with computer players count too") }

// gameMenu are the lines of a menu of games, "" for all of them.
func (g GuildSettings) gameMenu(chosen string) []bot.SelectOption {
	lines := []bot.SelectOption{{Label: say.New("All games"), Value: ids.Everything, Default: chosen == ""}}
	for _, x := range g.Games {
		lines = append(lines, bot.SelectOption{Label: say.New(x.Title), Value: x.Name, Default: x.Name == chosen})
	}
	return lines
}

// medal is a player's place. A medal is for who is better than others at something:
// there is none for nothing (no match won, no points), where all have the same, or for
// points that can't be compared.
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
	if n := len(p.Found.Rows); worth <= 0 || n > 1 && !slices.ContainsFunc(p.Found.Rows, alike) {
		return place(row.Rank)
	}
	return medal(row.Rank)
}

// row is a player's two lines of the leaderboard, with the place that they have.
func (g GuildSettings) row(row standing.Row, taken say.Message, q standing.Query, me bool) say.Message {
	who := DisplayName(row.Name)
	if me {
		who = say.New("{name} (you)", who)
	}
	var held []say.Message
	for _, sys := range g.Games {
		if title := row.Running[sys.Name]; title != "" {
			held = append(held, g.word(title, sys.Name))
		}
	}
	held = slices.CompactFunc(held, func(a, b say.Message) bool { return a.String() == b.String() })

	var notes []say.Message
	switch {
	case q.Title != "":
		notes = append(notes, say.New("**{n}×**", row.Titles[q.Title]))
	case q.Order == standing.ByRate && row.Matches > 0:
		notes = append(notes, say.New("**{percent}%** of {n:# match|# matches} won", percent(row.Wins, row.Matches), row.Matches))
	case q.Order == standing.ByRating:
		notes = append(notes, say.New("**{rating}**", row.Rating))
	}
	if q.System != "" || q.Order == standing.ByPoints || q.Order == standing.ByFewest { // each game has a scale of its own
		notes = append(notes, say.New("{n:# point|# points}", row.Points))
	}
	notes = append(notes, say.New("{n:# round|# rounds}", row.Rounds), say.New("{n:# win|# wins}", row.Wins))
	if row.Left > 0 {
		notes = append(notes, say.New("left early {n:once|# times}", row.Left))
	}
	return say.Lines(dotted(who, taken, commas(held...)), small(dotted(notes...)))
}

// emptyBoard says why nobody is on a board.
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

// seasonLabel tells a season from a month of the same name.
func seasonLabel(s standing.SeasonInfo) say.Message {
	switch {
	case s.Ended.IsZero():
		return say.New("This season: {season}", s.Name())
	case s.NamedByPlan():
		return say.New("Season: {season}", s.Name())
	}
	return s.Name()
}

// Order is something that a leaderboard can be sorted by.
type Order struct {
	Value        string
	Name, sorted say.Message // in a menu, and above a board
}

// Orders lists what a leaderboard of a system, "" for all, can be sorted by.
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
			if known || system == "" && i > 0 { // for all games, only the best titles: the others have different words in each
				continue
			}
			list = append(list, Order{string(w.Title), say.New("Most often {title}", w.Word), say.New("Sorted by who was {title} most often", w.Word)})
		}
	}
	return list
}
