package screen

import (
	"deuces/bot"
	"deuces/internal/say"
	"deuces/match"
)

// LostBoard renders the last board of a table that was given up.
func LostBoard(id match.ID) bot.Message {
	return bot.Message{
		Accent:  grey,
		Blocks:  []bot.Block{bot.Text(say.New("I'm sorry: I can't read my notes on table {id}, so its match can't go on. Finished rounds keep their points. `/play` opens a new table.", int(id)))},
		Edition: "lost",
	}
}

// LostHand renders a player's hand at a table that was given up.
func LostHand() bot.Message {
	return handInOneLine(say.New("This table is closed."))
}

// HandWithoutSeat renders the hand of a person who no longer has a seat.
func HandWithoutSeat() bot.Message {
	return handInOneLine(say.New("You aren't at this table."))
}

func handInOneLine(line say.Message) bot.Message {
	return bot.Message{Accent: grey, Blocks: []bot.Block{bot.Text(small(line))}}
}

// MovedBoard renders the note that replaces a board after it moved to the end of the channel.
func MovedBoard(link string) bot.Message {
	return bot.Message{Blocks: []bot.Block{bot.Text(small(say.New("The table has moved: {link}", link)))}}
}
