package screen

import (
	"fmt"
	"strconv"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/say"
	"deuces/table"
)

// Poll is the message of the vote that is open; empty where there is none.
func (s Snapshot) Poll() bot.Message {
	v, open := s.Vote()
	if !open {
		return bot.Message{}
	}
	electors := s.Electors()
	voted := map[table.Player]string{}
	for _, p := range v.Yes {
		voted[p] = "for it"
	}
	for _, p := range v.No {
		voted[p] = "against"
	}
	lines := ""
	for _, p := range electors {
		how := voted[p]
		if how == "" {
			how = "not yet"
		}
		lines += "\n" + s.playerName(p) + " · " + how
	}
	text := fmt.Sprintf("### 🗳️ %s asks to remove %s from the table\n%d of %s must be for it; the vote ends %s.%s",
		s.playerName(v.By), s.playerName(v.Against), len(electors)/2+1, count(len(electors), "player"), bot.Relative(v.Until), lines)
	yes, no := ids.Vote{Table: s.ID(), Number: v.Number, For: true}, ids.Vote{Table: s.ID(), Number: v.Number}
	return bot.Message{
		Accent: grey,
		Blocks: []bot.Block{bot.Text(say.Verbatim(text)), bot.Row{
			{ID: yes.ID(), Label: say.New("Remove"), Style: bot.Red},
			{ID: no.ID(), Label: say.New("Keep")},
		}},
		Edition: strconv.Itoa(v.Number),
	}
}
