package screen

import (
	"fmt"
	"strconv"
	"strings"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/say"
	"deuces/standing"
	"deuces/table"
	"deuces/table/history"
)

// PastMatch is a match that is over, and who its players were.
type PastMatch struct {
	history.Match
	Who map[standing.Player]standing.Person
}

// roundsPerPage is how many rounds a page of a summary has.
const roundsPerPage = 8

// Match renders a match that is over: its end, and a page of its rounds.
func Match(g GuildSettings, m PastMatch, page int) bot.Message {
	s := m.snapshot(g, m.Rules, m.Players)
	var b strings.Builder
	for i, seat := range m.Outcome.Order {
		fmt.Fprintf(&b, "%s %s · **%s**\n", medal(i+1), s.name(seat), count(m.Outcome.Totals[seat], "point"))
	}
	head := fmt.Sprintf("## %s · %s\n%s, in %s", s.Game, bot.Date(m.Ended), count(len(m.Rounds), "round"), bot.Channel(m.Channel))
	if m.Outcome.Winner != game.Nobody {
		head += "\n🏆 " + s.name(m.Outcome.Winner) + " won."
	}
	last := (len(m.Rounds) - 1) / roundsPerPage
	page = min(page, last)
	msg := bot.Message{Accent: gold, Blocks: []bot.Block{bot.Text(say.Verbatim(head)), bot.Text(say.Verbatim(strings.TrimSpace(b.String()))), bot.Divider{}}}
	rounds := m.Rounds[page*roundsPerPage : min(len(m.Rounds), (page+1)*roundsPerPage)]
	var lines []string
	menu := bot.Select{ID: ids.ChooseRound(m.ID), Placeholder: say.New("Watch a round")}
	for _, round := range rounds {
		at := m.snapshot(g, round.Rules, round.Players)
		var parts []string
		for _, seat := range round.Result.Places {
			part := at.name(seat) + " " + signed(round.Result.Points[seat])
			if title := round.Result.Titles[seat]; title != "" && len(round.Result.Places) < 7 {
				part += " (" + titleWord(g.Titles(round.Rules.Titles()), title) + ")"
			}
			parts = append(parts, part)
		}
		lines = append(lines, fmt.Sprintf("**%d.** %s", round.Number, strings.Join(parts, " · ")))
		menu.Options = append(menu.Options, bot.SelectOption{Label: say.Verbatim(fmt.Sprintf("Round %d", round.Number)), Value: strconv.Itoa(round.Number),
			Description: say.Verbatim(Clip(fmt.Sprintf("%d moves", round.Len()-1), 100))})
	}
	row := bot.Row{{ID: ids.Save{Match: m.ID, Round: page*roundsPerPage + 1}.ID(), Label: say.New("Save the records"), Emoji: "💾"}}
	if last > 0 {
		row = append(row,
			bot.Button{ID: ids.Past{Match: m.ID, Page: max(page-1, 0), Part: "back"}.ID(), Emoji: "◀️", Disabled: page == 0},
			bot.Button{ID: ids.Past{Match: m.ID, Page: min(page+1, last)}.ID(), Emoji: "▶️", Disabled: page == last})
	}
	msg.Blocks = append(msg.Blocks, bot.Text(say.Verbatim(clipLines(lines, 2000))), menu, row)
	return msg
}

// snapshot is one of the players at a round that is over.
func (m PastMatch) snapshot(g GuildSettings, rules game.Rules, players []standing.Player) Snapshot {
	s := Snapshot{Game: g.Title(rules.Name()), Who: m.Who, GuildSettings: g, replayed: rules}
	for _, p := range players {
		s.People = append(s.People, m.Who[p])
	}
	return s
}

// RecordsPerMessage is how many records of rounds one message holds.
const RecordsPerMessage = 10

// Record is the record of a round, as a file.
type Record struct {
	Round int
	Text  string
}

// Records renders the records of rounds in a row, to be saved; next is the round
// that the following message begins with, 0 where there are no more.
func Records(match table.ID, records []Record, next int) bot.Message {
	msg := bot.Message{Blocks: []bot.Block{bot.Text(say.New("Each file is a round: the deal, every move and the end. `deuces replay FILE` plays it again."))}}
	for _, r := range records {
		name := fmt.Sprintf("match-%d-round-%d.txt", match, r.Round)
		msg.Files = append(msg.Files, bot.File{Name: name, Data: []byte(r.Text)})
		msg.Blocks = append(msg.Blocks, bot.Download(name))
	}
	if next > 0 {
		msg.Blocks = append(msg.Blocks, bot.Row{{ID: ids.Save{Match: match, Round: next}.ID(), Label: say.Verbatim(fmt.Sprintf("From round %d on", next)), Emoji: "💾"}})
	}
	return msg
}

// Frame renders a moment of a round with all hands.
func Frame(g GuildSettings, m PastMatch, round history.Round, at int) bot.Message {
	s := m.snapshot(g, round.Rules, round.Players)
	f := round.Frame(at)
	s.Public = f.State.View(game.Watcher)
	last := round.Len() - 1
	said := "The cards are dealt."
	if at > 0 {
		if said = s.moveSentence(f.Move, s.Public); said == "" {
			said = "…"
		}
	}
	turn, due := f.State.Turn()
	var lines []string
	for i := range s.People {
		seat := game.Seat(i)
		line := "▫️ " + s.name(seat)
		if due && seat == turn {
			line = "▶️ " + s.name(seat)
		}
		if v := f.State.View(seat); len(v.Hand) > 0 {
			line += "\n" + fan(v, "")
		} else {
			line += " · out"
		}
		lines = append(lines, line)
	}
	msg := bot.Message{Accent: green, Blocks: []bot.Block{
		bot.Text(say.Verbatim(fmt.Sprintf("## %s · round %d\n-# move %d of %d", s.Game, round.Number, at, last))),
		bot.Text(say.Verbatim(said)),
	}}
	if len(s.Public.Top.Cards) > 0 {
		msg.Blocks = append(msg.Blocks, bot.Text(say.Verbatim("# "+faces(s.Public.Top.Cards, s.Public.Top.As))))
	}
	id := func(to int, part string) string {
		return ids.Watch{Match: m.ID, Round: round.Number, Frame: max(0, min(to, last)), Part: part}.ID()
	}
	msg.Blocks = append(msg.Blocks, bot.Divider{}, bot.Text(say.Verbatim(strings.Join(lines, "\n"))), bot.Row{
		{ID: id(0, "first"), Emoji: "⏮️", Disabled: at == 0},
		{ID: id(at-1, "back"), Emoji: "◀️", Disabled: at == 0},
		{ID: id(at+1, "next"), Emoji: "▶️", Style: bot.Blue, Disabled: at == last},
		{ID: id(last, "last"), Emoji: "⏭️", Disabled: at == last},
		{ID: ids.Past{Match: m.ID}.ID(), Label: say.New("The match")},
	})
	return msg
}
