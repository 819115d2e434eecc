package screen

import (
	"fmt"

	"deuces/bot"
	"deuces/say"
	"deuces/table"
)

// LostBoard takes the place of the board of a table that was given up.
func LostBoard(id table.ID) bot.Message {
	return bot.Message{
		Accent: grey,
		Blocks: []bot.Block{bot.Text(say.Verbatim(fmt.Sprintf("## This table had to be closed\nWhat I noted of table %d can't be read any more, so its match can't go on. "+
			"I'm sorry. Rounds that were over keep their points, and `/play` opens a new table.", id)))},
		Edition: "lost",
	}
}

// MovedBoard takes the place of a board that is further down now.
func MovedBoard(link string) bot.Message {
	return bot.Message{Blocks: []bot.Block{bot.Text(say.Verbatim("-# The board has moved: " + link))}}
}
