package screen

import (
	"fmt"
	"strconv"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/internal/picture"
	"deuces/internal/say"
	"deuces/match"
	"deuces/match/history"
	"deuces/standing"
)

// PastMatch is a finished match with its players.
type PastMatch struct {
	history.Match
	Who map[standing.Player]standing.Person
}

// RoundsPerPage is the number of rounds on a page of a match.
const RoundsPerPage = 8

// Match renders the result of a finished match and a page of its rounds. drawn is the picture of
// Ending's data.
func Match(g GuildSettings, m PastMatch, page int, drawn picture.Picture) bot.Message {
	s := m.snapshot(g, m.Rules, m.Players)
	head := say.Lines(title(s.Game, say.Verbatim(bot.Date(m.Ended))), dotted(say.New("{n:# round|# rounds}", len(m.Rounds)), say.Verbatim(bot.Channel(m.Channel))))
	last := (len(m.Rounds) - 1) / RoundsPerPage
	page = min(page, last)
	msg := bot.Message{Accent: gold, Blocks: []bot.Block{bot.Text(head)}}
	msg = s.withFinal(msg, drawn, m.Outcome, m.Cause)
	msg.Blocks = append(msg.Blocks, bot.Divider{})
	rounds := m.Rounds[page*RoundsPerPage : min(len(m.Rounds), (page+1)*RoundsPerPage)]
	var lines []say.Message
	menu := bot.Select{ID: ids.ChooseRound(m.ID), Placeholder: say.New("Watch a round")}
	for _, round := range rounds {
		at := m.snapshot(g, round.Rules, round.Players)
		var parts []say.Message
		for _, seat := range round.Result.Places {
			parts = append(parts, say.Join(" ", at.name(seat), say.Signed(round.Result.Points[seat])))
		}
		lines = append(lines, say.Mark(fmt.Sprintf("**%d.** ", round.Number), dotted(parts...), ""))
		menu.Options = append(menu.Options, bot.SelectOption{Label: say.New("Round {n}", round.Number), Value: strconv.Itoa(round.Number)})
	}
	row := bot.Row{{ID: ids.Save{Match: m.ID, Round: page*RoundsPerPage + 1}.ID(), Label: say.New("Save as a file"), Emoji: "💾"}}
	if len(m.Deals) > 0 {
		row = append(row, bot.Button{ID: ids.Deal{Table: m.ID, Number: 1}.ID(), Label: say.New("Fair play"), Emoji: "🔒"})
	}
	row = append(row, previousNext(page, last, func(page int, part string) string { return ids.Past{Match: m.ID, Page: page, Part: part}.ID() })...)
	msg.Blocks = append(msg.Blocks, bot.Text(clippedLines(2000, lines...)), menu, row)
	return msg
}

// Ending returns the data for the picture of the match's result, or false if no round was finished.
func Ending(g GuildSettings, m PastMatch) (picture.Match, bool) {
	if len(m.Rounds) == 0 || len(m.Outcome.Order) == 0 {
		return picture.Match{}, false
	}
	s := m.snapshot(g, m.Rules, m.Players)
	var rounds []game.Result
	for _, r := range m.Rounds {
		rounds = append(rounds, r.Result)
	}
	var play game.News
	if last := m.Rounds[len(m.Rounds)-1]; m.Cause == match.Won {
		play = lastPlay(last.Frame(last.Len() - 1).Move.News)
	}
	return s.drawn(m.Outcome, m.Cause, rounds, play), true
}

// snapshot returns a Snapshot of a finished round with the given players.
func (m PastMatch) snapshot(g GuildSettings, rules game.Rules, players []standing.Player) Snapshot {
	s := Snapshot{Game: g.Title(rules.Name()), Who: m.Who, GuildSettings: g, replayed: rules}
	for _, p := range players {
		s.People = append(s.People, m.Who[p])
	}
	return s
}

// Record is the record of a round, as a file.
type Record struct {
	Round int
	Text  string
}

// Records renders a message with the records of rounds as files.
func Records(match match.ID, records []Record) bot.Message {
	msg := bot.Message{Blocks: []bot.Block{bot.Text(say.New("Each file holds one round. `deuces replay FILE` plays it again, and `deuces verify FILE` checks its deal."))}}
	for _, r := range records {
		name := fmt.Sprintf("match-%d-round-%d.txt", match, r.Round)
		msg.Files = append(msg.Files, bot.File{Name: name, Data: []byte(r.Text)})
		msg.Blocks = append(msg.Blocks, bot.Download(name))
	}
	return msg
}

// Frame renders one move of a round with all hands. If playing is set, the replay plays by itself;
// from is the move at which it was started. The buttons that lead to other moves stop it.
func Frame(g GuildSettings, m PastMatch, round history.Round, from, at int, playing bool) bot.Message {
	s := m.snapshot(g, round.Rules, round.Players)
	f := round.Frame(at)
	s.Public = f.State.View(game.Watcher)
	last := round.Len() - 1
	turn, due := f.State.Turn()
	hands := g.Pictures // either all cards are pictures or none is
	for i, cards := 0, 0; i < len(s.People); i++ {
		if cards += len(f.State.View(game.Seat(i)).Hand); cards > mostPictures {
			hands = nil
		}
	}
	var lines []say.Message
	for i := range s.People {
		seat := game.Seat(i)
		name, v := s.name(seat), f.State.View(seat)
		if due && seat == turn {
			name = say.Mark("▶️ ", name, "")
		}
		if len(v.Hand) == 0 {
			name = say.Mark("", name, " 🏁")
		}
		lines = append(lines, name, say.Verbatim(hands.fan(v, "")))
	}
	msg := bot.Message{Accent: green, Blocks: []bot.Block{
		texts(title(s.Game, say.New("Round {n}", round.Number)), small(say.New("Move {n} of {last}", at, last)), s.moveSentence(f.Move)),
	}}
	if len(s.Public.Top.Cards) > 0 {
		msg.Blocks = append(msg.Blocks, bot.Text(say.Verbatim("# "+g.Pictures.faces(s.Public.Top.Cards, s.Public.Top.As))))
	}
	msg.Blocks = append(msg.Blocks, bot.Divider{}, bot.Text(say.Lines(lines...)))
	start := at
	if at == last {
		start = 0
	}
	to := func(frame int, part string) string {
		return ids.Watch{Match: m.ID, Round: round.Number, Frame: frame, Part: part}.ID()
	}
	play := bot.Button{ID: to(start, ids.PartPlay), Label: say.New("Autoplay"), Emoji: "🎬", Style: bot.Blue}
	if playing {
		// The id is the same at all moves, because a click can arrive after the next move is shown.
		play = bot.Button{ID: to(from, ids.PartStop), Label: say.New("Stop"), Emoji: "⏹️", Style: bot.Blue}
	}
	row := append(bot.Row{play}, previousNext(at, last, to)...)
	msg.Blocks = append(msg.Blocks, append(row, bot.Button{ID: ids.Past{Match: m.ID}.ID(), Label: say.New("Back")}))
	return msg
}
