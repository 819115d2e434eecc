package screen

import (
	"cmp"
	"slices"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game/card"
	"deuces/internal/say"
	"deuces/match"
	"deuces/standing"
)

// statsFile is the picture's file name.
const statsFile = "stats.png"

// Stats renders a person's statistics. picture is a PNG of them, or nil if there is nothing to draw.
func Stats(g GuildSettings, at ids.Stats, s standing.Stats, picture []byte) bot.Message {
	msg := bot.Message{Accent: blurple, Blocks: []bot.Block{bot.Text(banner(dotted(say.Verbatim("📊 "+bot.Mention(at.Whose)), g.titleOrAll(at.System))))}}
	if s.Rounds == 0 {
		msg.Blocks = append(msg.Blocks, bot.Text(say.New("No finished rounds yet.")))
	} else {
		msg.Blocks = append(msg.Blocks, bot.Text(g.figures(s, at.System)))
		if picture != nil {
			msg.Files = []bot.File{{Name: statsFile, Data: picture}}
			msg.Blocks = append(msg.Blocks, bot.Gallery{{URL: "attachment://" + statsFile, Alt: clipped(pictured(s), 1024)}})
		}
	}
	menu := at
	menu.Part = "game"
	msg.Blocks = append(msg.Blocks, bot.Select{ID: menu.ID(), Options: g.gameMenu(at.System)}, bot.Row{{ID: ids.History{Whose: at.Whose, System: at.System}.ID(), Label: say.New("Matches"), Emoji: "📜"}})
	return msg
}

// figures renders the numbers of the statistics as text.
func (g GuildSettings) figures(s standing.Stats, system string) say.Message {
	points := say.New("**{n:# point|# points}**", s.Points)
	if g.Penalty(system) {
		points = say.New("**{n:# penalty point|# penalty points}**", s.Points)
	}
	lines := []say.Message{dotted(say.New("**{n:# round|# rounds}**", s.Rounds), points)}
	if s.Matches > 0 {
		lines = append(lines, say.New("Won **{wins}** of {n:# match|# matches} ({percent}%)", s.Wins, s.Matches, percent(s.Wins, s.Matches)))
	}
	if s.Rating != 0 {
		lines = append(lines, say.New("Rating: **{rating}**", s.Rating))
	}
	lines = append(lines, dotted(g.titlesCounted(s, system)...))
	if s.Finish != card.None && s.Finishes > 1 {
		lines = append(lines, say.New("Favorite last card: {card} ({n} times)", faces([]card.Card{s.Finish}, card.None), s.Finishes))
	}
	if s.Longest.Rounds > 1 {
		lines = append(lines, say.New("Longest streak: {title} for {n:# round|# rounds}", g.TitleOf(s.Longest.Title, s.Longest.System), s.Longest.Rounds))
	}
	if len(s.With) > 0 {
		var names []say.Message
		for _, with := range s.With {
			names = append(names, say.New("{who} ({n:# round|# rounds})", DisplayName(with.Name), with.Rounds))
		}
		lines = append(lines, say.New("Plays most often with {players}", commas(names...)))
	}
	if s.Left > 0 {
		lines = append(lines, say.New("Left early: {n:# round|# rounds}", s.Left))
	}
	return say.Lines(append(lines, small(say.New("Played {days}", say.Days(s.First, s.Last))))...)
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

// pictured returns a description of the picture for people who can't see pictures.
func pictured(s standing.Stats) say.Message {
	var alt []say.Message
	if n := len(s.Ratings); n > 1 {
		byRating := func(a, b standing.RatingPoint) int { return a.Rating - b.Rating }
		first, last := s.Ratings[0], s.Ratings[n-1]
		alt = append(alt, say.New("Rating over {n:# rated round|# rated rounds}: from {first} on {began} to {last} on {ended}, lowest {lowest}, highest {highest}.",
			last.Round, first.Rating, say.Day(first.At), last.Rating, say.Day(last.At),
			slices.MinFunc(s.Ratings, byRating).Rating, slices.MaxFunc(s.Ratings, byRating).Rating))
	}
	var places []say.Message
	for i, n := range s.Places {
		places = append(places, say.New("{place} ({n:once|# times})", i+1, n))
	}
	if len(places) > 0 {
		alt = append(alt, say.New("Places: {places}.", commas(places...)))
	}
	return say.Join(" ", alt...)
}

// MatchesPerPage is the number of matches on a page of the history.
const MatchesPerPage = 5

// History renders a page of past matches, the newest first.
func History(g GuildSettings, at ids.History, found standing.MatchPage, everywhere bool) bot.Message {
	head := []say.Message{say.New("📜 Matches")}
	if at.System != "" {
		head = append(head, g.Title(at.System))
	}
	if at.Whose != "" {
		head = append(head, say.New("with {player}", bot.Mention(at.Whose)))
	}
	msg := bot.Message{Accent: blurple, Blocks: []bot.Block{bot.Text(banner(dotted(head...)))}}
	for _, m := range found.Matches {
		msg.Blocks = append(msg.Blocks, bot.Section{
			Texts:  []bot.Text{bot.Text(g.matchLines(m))},
			Button: &bot.Button{ID: ids.OpenMatch(match.ID(m.Match)), Label: say.New("Open")},
		})
	}
	if len(found.Matches) == 0 {
		none := say.New("No finished matches in this channel yet. In another channel, `/profile` shows the matches there.")
		if everywhere {
			none = say.New("No finished matches yet.")
		}
		msg.Blocks = append(msg.Blocks, bot.Text(none))
		return msg
	}
	last := LastHistoryPage(found.Total)
	msg.Blocks = append(msg.Blocks, bot.Text(small(dotted(pageOf(at.Page, last), say.New("{n:# match|# matches}", found.Total)))))
	turn := previousNext(at.Page, last, func(page int, part string) string {
		return ids.History{Whose: at.Whose, System: at.System, Page: page, Part: part}.ID()
	})
	if turn != nil {
		msg.Blocks = append(msg.Blocks, turn)
	}
	return msg
}

// LastHistoryPage returns the number of the last page for this many matches, from 0.
func LastHistoryPage(total int) int { return max(0, (total-1)/MatchesPerPage) }

// matchLines renders a past match in two lines.
func (g GuildSettings) matchLines(m standing.Summary) say.Message {
	head := []say.Message{bold(g.Title(m.System)), say.Verbatim(bot.Date(m.Ended)), say.New("{n:# round|# rounds}", m.Rounds)}
	if m.Computers {
		head = append(head, say.New("with bots"))
	}
	players := slices.Clone(m.Players)
	if g.Penalty(m.System) {
		slices.SortStableFunc(players, func(a, b standing.Part) int { // the winner first, then by points, fewest first
			switch {
			case a.Winner == b.Winner:
				return cmp.Compare(a.Points, b.Points)
			case a.Winner:
				return -1
			}
			return 1
		})
	}
	var parts []say.Message
	for _, p := range players[:min(len(players), 8)] {
		parts = append(parts, score(p))
	}
	if more := len(players) - len(parts); more > 0 {
		parts = append(parts, say.New("{n} more", more))
	}
	return say.Lines(dotted(head...), dotted(parts...))
}

// score renders a player's name and points in a match.
func score(p standing.Part) say.Message {
	who := DisplayName(p.Name)
	if p.Player.IsComputer() {
		who = say.New("bot")
	}
	if p.Winner {
		return say.New("{who} 🏆 {points}", who, p.Points)
	}
	return say.New("{who} {points}", who, p.Points)
}
