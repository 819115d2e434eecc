package screen

import (
	"slices"
	"strconv"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/internal/say"
)

// Poll is the message of the vote that is open; empty where there is none.
func (s Snapshot) Poll() bot.Message {
	v := s.Vote
	if v == nil {
		return bot.Message{}
	}
	electors := s.Electors()
	lines := []say.Message{
		heading(say.New("🗳️ {by} wants to remove {who} from the table", s.playerName(v.By), s.playerName(v.Against))),
		say.New("{votes} of {n:# player|# players} must agree. The vote ends {time}.", len(electors)/2+1, len(electors), bot.Relative(v.Until)),
	}
	for _, p := range electors {
		how := say.New("hasn't voted yet")
		switch {
		case slices.Contains(v.Yes, p):
			how = say.New("voted to remove")
		case slices.Contains(v.No, p):
			how = say.New("voted to keep")
		}
		lines = append(lines, dotted(s.playerName(p), how))
	}
	yes, no := ids.Vote{Table: s.ID, Number: v.Number, For: true}, ids.Vote{Table: s.ID, Number: v.Number}
	return bot.Message{
		Accent: grey,
		Blocks: []bot.Block{bot.Text(say.Lines(lines...)), bot.Row{
			{ID: yes.ID(), Label: say.New("Remove"), Style: bot.Red},
			{ID: no.ID(), Label: say.New("Keep")},
		}},
		Edition: strconv.Itoa(v.Number),
	}
}
