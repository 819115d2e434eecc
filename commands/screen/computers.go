package screen

import (
	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game/ai"
	"deuces/internal/say"
)

// computerRow are the buttons by which the host seats computer players, under a
// line that says so; none where there may be none.
func (s Snapshot) computerRow() []bot.Block {
	if !s.OffersComputers {
		return nil
	}
	_, most := s.Seats()
	taken := len(s.People)
	id := func(what string) string { return ids.Computer{Table: s.ID, What: what}.ID() }
	fill := say.New("Fill the table")
	if to := s.FillsTo(); to > taken {
		fill = say.New("Fill the table ({n:# seat|# seats})", to)
	}
	var row bot.Row
	for _, l := range ai.Levels() {
		row = append(row, bot.Button{ID: id(string(l)), Label: levelWord(l), Emoji: "🤖", Disabled: taken >= most})
	}
	row = append(row,
		bot.Button{ID: id(ids.FillSeats), Label: fill, Disabled: s.FillsTo() == taken},
		bot.Button{ID: id(ids.RemoveLast), Label: say.New("Remove 🤖"), Disabled: s.Computers() == 0})
	text := say.New("Add a computer player:")
	if s.Computers() > 0 {
		text = say.New("Rounds with computer players don't count for the leaderboard. Add another:")
	}
	return []bot.Block{bot.Text(small(text)), row}
}

func levelWord(l ai.Level) say.Message {
	switch l {
	case ai.Easy:
		return say.New("Easy")
	case ai.Hard:
		return say.New("Hard")
	}
	return say.New("Normal")
}
