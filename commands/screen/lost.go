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
		Blocks:  []bot.Block{bot.Text(say.New("I'm sorry: I can't read my notes on table {id}, so its match can't go on. Finished rounds keep their points.", int(id))), bot.Row{PlayButton()}},
		Edition: "lost",
	}
}

// NotSeated renders the hand of a person who no longer has a seat.
func NotSeated(m match.Match, p match.Player) bot.Message {
	return Answer(say.New("You aren't at this table."), JoinButton(m, p))
}

// LostHand renders the hand of a person whose table was given up.
func LostHand() bot.Message {
	return bot.Message{Accent: grey, Blocks: []bot.Block{bot.Text(small(say.New("You aren't at this table.")))}}
}
