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

// Ending returns the data of the picture, or false if no round is finished or the match isn't over.
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
		Scored:   "{n:# point|# points}",
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

// AskToEnd renders the question whether to close a table, and says what comes of it.
func (s Snapshot) AskToEnd() bot.Message {
	lines := []say.Message{heading(say.New("Close the table?"))}
	if s.Phase == match.Playing {
		lines = append(lines, say.New("Round {n} won't count.", s.Decision.Round))
	}
	outcome := game.Outcome{Winner: game.Nobody}
	if len(s.Results) > 0 {
		if o, ends := s.Rules.Winner(s.Results, len(s.People), true); ends {
			outcome = o
		}
	}
	if s.Phase != match.Lobby {
		lines = append(lines, s.winner(outcome))
	}
	id := func(what string) string { return ids.End{Table: s.ID, Round: s.Decision.Round, What: what}.ID() }
	return bot.Message{Accent: amber, Blocks: []bot.Block{
		texts(lines...),
		bot.Row{
			{ID: id(ids.EndNow), Label: say.New("Close the table"), Style: bot.Red},
			{ID: id(ids.EndNot), Label: say.New("Keep it open")},
		},
	}}
}

// Sentence returns a message with one sentence.
func Sentence(m say.Message) bot.Message { return bot.Message{Blocks: []bot.Block{bot.Text(m)}} }
