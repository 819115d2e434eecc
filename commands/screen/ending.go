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

// Ending returns the data of the picture, or false if no round is finished or the match isn't over.
func (s Snapshot) Ending() (picture.Match, bool) {
	outcome, played := s.Outcome()
	how, _ := s.Ended()
	if !played || len(s.Results) == 0 {
		return picture.Match{}, false
	}
	var last game.News
	if n := len(s.Moves); n > 0 && len(s.Results) == s.Decision.Round {
		last = lastPlay(s.Moves[n-1].News)
	}
	return s.drawn(outcome, how.Cause, s.Results, last), true
}

// lastPlay returns the last play among news. It has no cards if there is none.
func lastPlay(news []game.News) (play game.News) {
	for _, n := range news {
		if n.Kind == game.Played && len(n.Cards) > 0 {
			play = n
		}
	}
	return play
}

// plainName returns the name of a seat's player for a picture, without markdown escapes.
func (s Snapshot) plainName(seat game.Seat) string {
	if seat < 0 || int(seat) >= len(s.People) || s.People[seat].Name == "" {
		return say.New("a former player").In(s.GuildSettings.Language)
	}
	return bot.Plain(s.People[seat].Name, 100)
}

// drawn returns the data of the picture of a match that ended with a play.
func (s Snapshot) drawn(outcome game.Outcome, cause match.Cause, rounds []game.Result, last game.News) picture.Match {
	m := picture.Match{
		Headline: say.New("Nobody wins."),
		Line:     dotted(s.GuildSettings.Polite(s.Game), say.New("{n:# round|# rounds}", len(rounds))),
		Scored:   "{n:# point|# points}",
		Palette:  face.FourColors,
		Medals:   earnsMedals(outcome, cause),
		Language: s.GuildSettings.Language,
	}
	if s.GuildSettings.Colors == settings.TwoColors {
		m.Palette = face.TwoColors
	}
	if cause != match.Won {
		m.Headline = say.New("Ended early")
	}
	if w := outcome.Winner; w != game.Nobody {
		m.Headline = say.New("{winner} wins!", s.plainName(w))
	}
	for i, seat := range outcome.Order {
		p := picture.Player{Name: s.plainName(seat), Place: finalPlaces(outcome)[i], Total: outcome.Totals[seat], Titles: s.GuildSettings.Polite(s.bestHeld(rounds, seat))}
		for _, r := range rounds {
			if int(seat) < len(r.Points) {
				p.Rounds = append(p.Rounds, r.Points[seat])
			}
		}
		m.Players = append(m.Players, p)
	}
	if len(last.Cards) > 0 && !slices.Contains(last.Cards, card.AnyJoker) {
		m.Deciding = picture.Play{Words: say.New("The last play, by {who}", s.plainName(last.Seat)), Cards: last.Cards}
	}
	return m
}

// bestHeld returns the best title that a seat held in a match, and how often. The picture has no
// room for the others.
func (s Snapshot) bestHeld(rounds []game.Result, seat game.Seat) say.Message {
	for _, w := range s.titleWords() {
		n := 0
		for _, r := range rounds {
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

// AskToEnd renders the question whether to close a table, and says what comes of it for whoever closes
// it.
func (s Snapshot) AskToEnd(by match.Player) bot.Message {
	var lines []say.Message
	now := ids.EndNow
	switch {
	case s.ClosingIsLastPlace(by):
		now = ids.EndLast
		lines = append(lines, say.New("Round {n} will count as last place for you, and for nobody else.", s.Decision.Round))
	case s.Phase == match.Playing:
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
	return s.ask(say.New("Close the table?"), say.Lines(lines...), bot.Button{ID: ids.End{Table: s.ID, Round: s.Decision.Round, What: now}.ID(), Label: say.New("Close the table"), Style: bot.Red})
}
