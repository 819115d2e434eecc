package screen

import (
	"slices"
	"strconv"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/internal/say"
	"deuces/match"
)

func (s Snapshot) noteLines() say.Message {
	var lines []say.Message
	for _, n := range s.SeatChanges {
		lines = append(lines, small(s.noteSentence(n)))
	}
	if coming := s.Newcomers; len(coming) > 0 {
		lines = append(lines, small(say.New("🪑 {names} {n:waits|wait} for a seat.", say.List(s.playerNames(coming)...), len(coming))))
	}
	return say.Lines(lines...)
}

func (s Snapshot) playerNames(players []match.Player) []say.Message {
	names := make([]say.Message, len(players))
	for i, p := range players {
		names[i] = s.playerName(p)
	}
	return names
}

func (s Snapshot) noteSentence(n match.Body) say.Message {
	switch n := n.(type) {
	case match.Left:
		return say.New("🚪 {who} left.", s.playerName(n.Player))
	case match.Returned:
		return say.New("👋 {who} is back.", s.playerName(n.Player))
	case match.Took:
		return say.New("🪑 {who} takes {other}'s seat.", s.playerName(n.Player), s.playerName(n.Former))
	case match.Kicked:
		if n.By == 0 {
			return say.New("🗳️ {who} was voted off the table.", s.playerName(n.Player))
		}
		return say.New("🚫 {by} removed {who} from the table.", s.playerName(n.By), s.playerName(n.Player))
	case match.Undone:
		return say.New("↩️ {who} took their last play back.", s.name(n.Seat))
	}
	return say.Message{}
}

// Poll renders the message of the current vote. It is empty if there is none.
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
		how := say.Verbatim("…")
		switch {
		case slices.Contains(v.Yes, p):
			how = say.New("Remove")
		case slices.Contains(v.No, p):
			how = say.New("Keep")
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
