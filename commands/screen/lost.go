package screen

import (
	"deuces/bot"
	"deuces/say"
	"deuces/table"
)

// LostBoard takes the place of the board of a table that was given up.
func LostBoard(id table.ID) bot.Message {
	return bot.Message{
		Accent: grey,
		Blocks: []bot.Block{bot.Text(say.New("## This table had to be closed\n"+
			"I can't read my notes on table {id} any more, so its match can't go on. I'm sorry. "+
			"Finished rounds keep their points. `/play` opens a new table.", int(id)))},
		Edition: "lost",
	}
}

// MovedBoard takes the place of a board that is further down now.
func MovedBoard(link string) bot.Message {
	return bot.Message{Blocks: []bot.Block{bot.Text(small(say.New("The table has moved: {link}", link)))}}
}
