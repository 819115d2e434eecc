package screen

import (
	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/internal/say"
	"deuces/match"
)

// AskToEnd asks whether to end a table, and says what is lost then.
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

// Sentence is a message of one sentence.
func Sentence(m say.Message) bot.Message { return bot.Message{Blocks: []bot.Block{bot.Text(m)}} }
