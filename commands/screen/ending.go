package screen

import (
	"slices"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/game/card"
	"deuces/internal/picture"
	"deuces/internal/picture/face"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

// This file makes the picture of a match's end, and the question before a table ends.

// endFile is the picture's file name.
const endFile = "match.png"

// ended is a finished match, from a live table or from the history.
type ended struct {
	game    say.Message
	outcome game.Outcome
	cause   match.Cause
	rounds  []game.Result
	name    func(game.Seat) string // returns the player's name without markdown escapes
	titles  []game.TitleWord
	last    game.News // the play that ended the match; it has no cards if something else ended it
}

// Ending returns the data of the picture, or false if the match isn't over or has no finished round.
func (s Snapshot) Ending() (picture.Match, bool) {
	outcome, played := s.Outcome()
	how, _ := s.Ended()
	if !played || len(s.Results) == 0 {
		return picture.Match{}, false
	}
	e := ended{game: s.Game, outcome: outcome, cause: how.Cause, rounds: s.Results, name: s.plainName, titles: s.titleWords()}
	if moves := s.Moves; len(moves) > 0 && len(s.Results) == s.Decision.Round {
		e.last = lastPlay(moves[len(moves)-1].News)
	}
	return s.GuildSettings.drawn(e), true
}

// lastPlay returns the last play among news.
func lastPlay(news []game.News) (play game.News) {
	for _, n := range news {
		if n.Kind == game.Played && len(n.Cards) > 0 {
			play = n
		}
	}
	return play
}

// plainName returns the name of a seat's player for a picture.
func (s Snapshot) plainName(seat game.Seat) string {
	if seat < 0 || int(seat) >= len(s.People) || s.People[seat].Name == "" {
		return say.New("a former player").String()
	}
	return bot.Plain(s.People[seat].Name, 100)
}

// drawn returns the data of the picture in a guild's wording.
func (g GuildSettings) drawn(e ended) picture.Match {
	m := picture.Match{
		Headline: say.New("Nobody wins"),
		Line:     dotted(g.Polite(e.game), say.New("{n:# round|# rounds}", len(e.rounds))),
		Scored:   "{points:# point|# points}",
		Palette:  face.FourColors,
		Medals:   earnsMedals(e.outcome, e.cause),
	}
	if g.Colors == settings.TwoColors {
		m.Palette = face.TwoColors
	}
	if w := e.outcome.Winner; w != game.Nobody {
		m.Headline = say.New("{winner} wins!", e.name(w))
	}
	for i, seat := range e.outcome.Order {
		p := picture.Player{Name: e.name(seat), Place: i + 1, Total: e.outcome.Totals[seat], Titles: g.Polite(bestHeld(e, seat))}
		for _, r := range e.rounds {
			if int(seat) < len(r.Points) {
				p.Rounds = append(p.Rounds, r.Points[seat])
			}
		}
		m.Players = append(m.Players, p)
	}
	if cards := e.last.Cards; len(cards) > 0 && !slices.Contains(cards, card.AnyJoker) {
		m.Deciding = picture.Play{Words: say.New("The last play, by {who}", e.name(e.last.Seat)), Cards: cards}
	}
	return m
}

// bestHeld returns the best title that a seat held in a match, and how often. The picture has no
// room for the others.
func bestHeld(e ended, seat game.Seat) say.Message {
	for _, w := range e.titles {
		n := 0
		for _, r := range e.rounds {
			if int(seat) < len(r.Titles) && r.Titles[seat] == w.Title {
				n++
			}
		}
		if n > 0 {
			return say.New("{n}× {title}", n, w.Word)
		}
	}
	return say.Message{}
}

// withEnding adds the picture of a match's end to its message, if there is one.
func withEnding(m bot.Message, p picture.Picture) bot.Message {
	if len(p.PNG) > 0 {
		m.Files = append(m.Files, bot.File{Name: endFile, Data: p.PNG})
		m.Blocks = append(m.Blocks, bot.Gallery{{URL: "attachment://" + endFile, Alt: clipped(say.Verbatim(p.Alt), picture.AltMax)}})
	}
	return m
}

// AskToEnd renders the question whether to end a table, and says what would be lost.
func (s Snapshot) AskToEnd() bot.Message {
	head, end, stay := say.New("End the match?"), say.New("End the match"), say.New("Play on")
	var lost, kept say.Message
	n := len(s.Results)
	switch s.Phase {
	case match.Lobby:
		head, end, stay = say.New("Close the table?"), say.New("Close the table"), say.New("Keep it open")
		lost = say.New("Nothing has been played yet. Anyone who has joined has to join again at the next table.")
	case match.Playing:
		lost = say.New("Round {n} isn't over: it is lost, and nobody gets points for it.", s.Decision.Round)
	}
	if s.Phase != match.Lobby {
		kept = say.New("No round is over yet, so nobody wins.")
	}
	if n > 0 {
		kept = say.New("{n:The finished round keeps its points|The # finished rounds keep their points}, but nobody wins the match.", n)
		if o, ends := s.Rules.Winner(s.Results, len(s.People), true); ends && o.Winner != game.Nobody {
			kept = say.New("{n:The finished round keeps its points|The # finished rounds keep their points}, and {who} wins the match.", n, s.name(o.Winner))
		}
	}
	id := func(what string) string { return ids.End{Table: s.ID, Round: s.Decision.Round, What: what}.ID() }
	return bot.Message{Accent: amber, Blocks: []bot.Block{
		bot.Text(say.Lines(heading(head), lost, kept)),
		bot.Row{
			{ID: id(ids.EndNow), Label: end, Style: bot.Red},
			{ID: id(ids.EndNot), Label: stay},
		},
	}}
}

// Sentence returns a message with one sentence.
func Sentence(m say.Message) bot.Message { return bot.Message{Blocks: []bot.Block{bot.Text(m)}} }
