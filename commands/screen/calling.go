package screen

import (
	"deuces/bot"
	"deuces/commands/ids"
	"deuces/internal/say"
)

// Call renders the public message that calls players to a lobby. It mentions the server's role for calls, if there is one.
func (s Snapshot) Call() bot.Message {
	role := s.GuildSettings.CallRole
	msg := bot.Message{Accent: blurple, Role: role, Edition: "call"}
	text := say.New("📣 {who} wants to play **{game}**", s.playerName(s.Caller), s.Game)
	free := s.freeSeats()
	if at := s.Schedule.At; !at.IsZero() {
		free = dotted(free, say.New("starts {time}", bot.Relative(at)))
	}
	row := bot.Row{{ID: s.button(ids.VerbJoin), Label: say.New("Join"), Style: bot.Green, Disabled: s.full()}}
	if role != "" {
		text = say.Mark(bot.Role(role)+" ", text, "")
		row = append(row, bot.Button{ID: ids.CallMe{}.ID(), Label: say.New("Calls on or off"), Emoji: "🔔"})
	}
	msg.Blocks = []bot.Block{bot.Text(say.Colon(text, free)), row}
	return msg
}

// freeSeats renders how many people can still join a lobby.
func (s Snapshot) freeSeats() say.Message {
	fewest, most := s.Seats()
	switch n := len(s.People) - s.Computers(); {
	case n >= most:
		return say.New("all seats are taken")
	case n < fewest:
		return say.New("{n:# seat free|# seats free}", max(fewest, min(PlayNowSeats, most))-n)
	default:
		return say.New("{n:# seat free|# seats free}", most-n)
	}
}

// callSetting renders in the preferences whether a person is mentioned by calls.
func callSetting(on bool) bot.Block {
	return toggle(ids.CallMe{Preferences: true}.ID(), on, "**Calls:** I mention you when somebody here looks for players")
}
