package screen

import (
	"cmp"
	"slices"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/internal/say"
	"deuces/match"
	"deuces/standing"
)

// Stats renders a person's statistics. held has the titles that they hold now. picture is a PNG of them, or nil if there is nothing to draw.
//
// name is the person's name, or empty if it isn't known. Where the bot isn't, s is about all servers.
func Stats(g GuildSettings, at ids.Stats, name string, s standing.Stats, held []standing.Streak, picture []byte) bot.Message {
	who, mention := DisplayName(name), say.Message{}
	if name == "" { // a client may show a mention as a number, which is no heading
		who, mention = say.New("Profile"), small(say.Verbatim(bot.Mention(at.Whose)))
	}
	said := say.New("No finished rounds yet.")
	if s.Rounds > 0 {
		said = g.figures(DisplayName(name), s, at.System)
	}
	var titles []say.Message
	for _, x := range held {
		var streak say.Message
		if x.Rounds > 1 {
			streak = inARow(x.Rounds)
		}
		titles = append(titles, heading(dotted(g.TitleOf(x.Title, x.System), streak)))
	}
	msg := bot.Message{Accent: blurple, Blocks: []bot.Block{
		bot.Text(say.Lines(banner(dotted(say.Mark("📊 ", who, ""), g.titleOrAll(at.System))), mention, say.Lines(titles...))), bot.Text(said),
	}}
	if picture != nil {
		msg = withPicture(msg, "stats.png", picture, clipped(pictured(s), 1024))
	}
	at.Part = "game"
	msg.Blocks = append(msg.Blocks, choose(bot.Select{ID: at.ID(), Options: g.gameMenu()}, cmp.Or(at.System, ids.Everything)))
	if g.Invitation == "" { // matches belong to servers
		msg.Blocks = append(msg.Blocks, bot.Row{{ID: ids.History{Whose: at.Whose, System: at.System}.ID(), Label: say.New("Matches"), Emoji: "📜"}})
	}
	return msg
}

// withPicture adds a PNG to a message, with a description for people who can't see pictures.
func withPicture(m bot.Message, file string, png []byte, alt say.Message) bot.Message {
	m.Files = append(m.Files, bot.File{Name: file, Data: png})
	m.Blocks = append(m.Blocks, bot.Gallery{{URL: "attachment://" + file, Alt: alt}})
	return m
}

// mostRivals is the number of people with whom a person is compared.
const mostRivals = 3

// figures renders the numbers of the statistics as text. The points of different games can't be added.
func (g GuildSettings) figures(who say.Message, s standing.Stats, system string) say.Message {
	var scored, won, rating, with, left, streak say.Message
	if system != "" {
		scored = bold(points(s.Points))
	}
	if s.Matches > 0 {
		won = say.New("Won **{wins}** of {n:# match|# matches} ({percent}%)", s.Wins, s.Matches, percent(s.Wins, s.Matches))
	}
	if s.Rating != 0 {
		rating = say.Colon(say.New("Rating"), bold(say.New("{n}", s.Rating)))
	}
	if s.Longest.Rounds > 1 {
		streak = say.New("Longest streak: {title} for {n:# round|# rounds}", g.TitleOf(s.Longest.Title, s.Longest.System), s.Longest.Rounds)
	}
	if len(s.With) > 0 {
		var scores []say.Message
		for _, x := range s.With[:min(len(s.With), mostRivals)] {
			scores = append(scores, say.Colon(DisplayName(x.Name), say.New("{n} to {other}", x.Ahead, x.Behind)))
		}
		with = say.List(who, say.Commas(scores...))
	}
	if s.Left > 0 {
		left = say.New("Left early: {n:# round|# rounds}", s.Left)
	}
	played := bold(say.New("{n:# round|# rounds}", s.Rounds))
	return say.Lines(dotted(played, scored), won, rating, dotted(g.titlesCounted(s, system)...), streak, with, left)
}

// titlesCounted renders how often each title was held: all titles of one system, or the best title of each
// system.
func (g GuildSettings) titlesCounted(s standing.Stats, system string) (held []say.Message) {
	var counted []string
	for _, x := range g.Games {
		if system != "" && x.Name != system {
			continue
		}
		for i, w := range g.TitlesOf(x.Name) {
			n, word := s.Titles[w.Title], g.word(w.Title, system)
			if n == 0 || system == "" && i > 0 || slices.Contains(counted, word.String()) {
				continue
			}
			counted = append(counted, word.String())
			held = append(held, say.New("{n}× {title}", n, word))
		}
	}
	return held
}

// pictured describes the picture of the statistics.
func pictured(s standing.Stats) say.Message {
	var rating, places say.Message
	if n := len(s.Ratings); n > 1 {
		byRating := func(a, b standing.RatingPoint) int { return a.Rating - b.Rating }
		first, last := s.Ratings[0], s.Ratings[n-1]
		rating = say.Colon(say.New("Rating over {n:# round|# rounds}", last.Round), say.New("from {first} to {last}, lowest {lowest}, highest {highest}.",
			first.Rating, last.Rating, slices.MinFunc(s.Ratings, byRating).Rating, slices.MaxFunc(s.Ratings, byRating).Rating))
	}
	var counts []say.Message
	for i, n := range s.Places {
		counts = append(counts, say.New("{n}× {title}", n, place(i+1)))
	}
	if len(counts) > 0 {
		places = say.Period(say.Colon(say.New("Places"), say.Commas(counts...)))
	}
	return say.Join(" ", rating, places)
}

// MatchesPerPage is the number of matches on a page of the history.
const MatchesPerPage = 5

// History renders a page of past matches, the newest first.
func History(g GuildSettings, at ids.History, found standing.MatchPage) bot.Message {
	var system, mention say.Message
	if at.System != "" {
		system = g.Title(at.System)
	}
	if at.Whose != "" {
		mention = small(say.Verbatim(bot.Mention(at.Whose)))
	}
	msg := bot.Message{Accent: blurple, Blocks: []bot.Block{bot.Text(say.Lines(say.Mark("## 📜 ", dotted(say.New("Matches"), system), ""), mention))}}
	for _, m := range found.Matches {
		msg.Blocks = append(msg.Blocks, bot.Section{
			Texts:  []bot.Text{bot.Text(g.matchLines(m))},
			Button: bot.Button{ID: ids.OpenMatch(match.ID(m.Match)), Label: say.New("Open")},
		})
	}
	if len(found.Matches) == 0 {
		msg.Blocks = append(msg.Blocks, bot.Text(say.New("No finished matches here yet.")))
	}
	last := LastHistoryPage(found.Total)
	nav := previousNext(at.Page, last, func(page int, part string) string {
		return ids.History{Whose: at.Whose, System: at.System, Page: page, Part: part}.ID()
	})
	if nav != nil {
		msg.Blocks = append(msg.Blocks, bot.Text(small(pageOf(at.Page, last))), nav)
	}
	return msg
}

// LastHistoryPage returns the number of the last page for this many matches, from 0.
func LastHistoryPage(total int) int { return max(0, (total-1)/MatchesPerPage) }

// matchLines renders a past match in two lines, the best players first.
func (g GuildSettings) matchLines(m standing.Summary) say.Message {
	var bots say.Message
	if m.Computers {
		bots = say.New("with bots")
	}
	players := slices.Clone(m.Players)
	if g.Penalty(m.System) {
		slices.SortStableFunc(players, func(a, b standing.Part) int { return cmp.Compare(a.Points, b.Points) })
	}
	const most = 8
	var parts []say.Message
	for _, p := range players[:min(len(players), most)] {
		who, won := DisplayName(p.Name), say.Message{}
		if p.Winner {
			won = say.Verbatim("🏆")
		}
		parts = append(parts, say.Join(" ", who, won, say.New("{n}", p.Points)))
	}
	if len(players) > most {
		parts = append(parts, say.Verbatim("…"))
	}
	return say.Lines(
		dotted(bold(g.Title(m.System)), say.Verbatim(bot.Date(m.Ended)), say.New("{n:# round|# rounds}", m.Rounds), bots),
		dotted(parts...))
}
