package screen

import (
	"deuces/bot"
	"deuces/commands/ids"
	"deuces/internal/say"
	"deuces/match"
)

// Elsewhere renders the tables that wait for players in other channels, for somebody who is about to open another one.
// named is the game that they have chosen, or "".
func Elsewhere(tables []Snapshot, named string) bot.Message {
	blocks := []bot.Block{bot.Text(heading(say.New("Others are waiting for players")))}
	for _, s := range tables {
		at := say.New("**{game}** in {channel}", s.Game, bot.Channel(s.Channel))
		note := dotted(s.playerName(s.Host), s.freeSeats())
		if !s.Schedule.At.IsZero() {
			note = dotted(note, say.New("starts {time}", bot.Relative(s.Schedule.At)))
		}
		join := bot.Button{ID: s.button(ids.VerbJoinThere), Label: say.New("Join"), Style: bot.Green}
		blocks = append(blocks, bot.Section{Texts: []bot.Text{texts(at, small(note))}, Button: join})
	}
	return bot.Message{Accent: blurple, Blocks: append(blocks, bot.Row{{ID: ids.Anew{Named: named}.ID(), Label: say.New("Open a new table here")}})}
}

// JoinedThere renders that a person has joined a table in another channel.
func JoinedThere(m match.Match, url string) bot.Message {
	return Answer(say.New("You have a seat in {channel}.", bot.Channel(m.Channel)), goToTable(url))
}
