package screen

import (
	"fmt"
	"maps"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/game/ai"
	"deuces/internal/say"
	"deuces/match"
)

// lobby is the board before the match: who sits where, what is played and how.
func (s Snapshot) lobby() bot.Message {
	_, most := s.Seats()
	head, seats := s.waiting()
	blocks := []bot.Block{
		s.head(head),
		bot.Text(say.New("{host} opened this table. Click **Join** to play; the host starts the match.", s.playerName(s.Host))),
		bot.Text(say.Lines(s.seatList(), small(seats))),
		bot.Divider{}, bot.Text(say.Lines(s.terms(), s.sealLines())),
	}
	full := len(s.People)-s.Computers() >= most // a computer makes room
	blocks = append(blocks, bot.Row{
		{ID: s.button(ids.VerbJoin), Label: say.New("Join"), Style: bot.Green, Disabled: full},
		{ID: s.button(ids.VerbLeave), Label: say.New("Leave")},
		// Never off: edits of the lobby may lag behind the people who joined.
		{ID: s.button(ids.VerbStart), Label: say.New("Start"), Style: bot.Blue},
		{ID: s.button(ids.VerbOptions), Label: say.New("Options"), Emoji: "🔧"},
		s.rulesButton(),
	})
	more := s.lobbyDeal()
	if s.LastOptions != nil && !maps.Equal(s.LastOptions, game.Changed(s.Options())) {
		more = append(more, bot.Button{ID: s.button(ids.VerbSame), Label: say.New("Same options as last time"), Emoji: "🔁"})
	}
	if len(game.Changed(s.Rules.Options())) > 0 {
		more = append(more, bot.Button{ID: s.button(ids.VerbKeep), Label: say.New("Save these options"), Emoji: "⭐"})
	}
	more = append(more, bot.Button{ID: ids.Learn{System: s.System}.ID(), Label: say.New("New to {game}?", s.Game), Emoji: "🎓"})
	blocks = append(blocks, rows(more)...)
	blocks = append(blocks, s.computerRow()...)
	return bot.Message{Accent: blurple, Blocks: blocks}
}

// waiting says whether a lobby can start, and how many may still join.
func (s Snapshot) waiting() (head, seats say.Message) {
	fewest, most := s.Seats()
	switch n := len(s.People); {
	case n < fewest && fewest == most:
		return say.New("Waiting for players"), say.New("Needs {n:# more player|# more players}", fewest-n)
	case n < fewest:
		return say.New("Waiting for players"), say.New("Needs {n:# more player|# more players} ({fewest}–{most})", fewest-n, fewest, most)
	case n < most:
		return say.New("Ready to start"), say.New("{n:# seat is|# seats are} still free", most-n)
	}
	return say.New("Ready to start"), say.New("All seats are taken")
}

// seatList lists who sits where in a lobby.
func (s Snapshot) seatList() say.Message {
	lines := make([]say.Message, len(s.People))
	for i := range s.People {
		var level, host say.Message
		if c, ok := s.Computer(game.Seat(i)); ok {
			level = levelWord(c.Level)
		}
		if s.Players()[i] == s.Host {
			host = say.New("host")
		}
		lines[i] = dotted(say.Mark(fmt.Sprintf("**%d.** ", i+1), s.name(game.Seat(i)), ""), level, host)
	}
	return say.Lines(lines...)
}

// terms is how the match is played: what differs from the system's preset, and the
// clock. The rules have the rest.
func (s Snapshot) terms() say.Message {
	var changed []say.Message
	for _, o := range s.Options() {
		if o.Value != o.Preset && o.Key != ClockKey { // the clock is always shown
			changed = append(changed, setting(o))
		}
	}
	rules := say.New("Standard rules")
	if len(changed) > 0 {
		rules = say.New("Otherwise standard rules")
	}
	return say.Lines(append(changed, small(dotted(rules, clockWords(s.Settings.Clock), openPasses(s.Settings))), s.length())...)
}

// longRounds is how many rounds people sit for without being told before.
const longRounds = 20

// IsLong says that a match takes so many rounds that the lobby tells.
func IsLong(rounds int) bool { return rounds > longRounds }

// length says how long the match takes where that is long.
func (s Snapshot) length() say.Message {
	if rules, ok := s.Rules.(game.Endless); ok && rules.Endless() {
		return say.New("⏳ The match goes on until the host ends it.")
	}
	if IsLong(s.Length) {
		return say.New("⏳ A match with these options takes about {n:# round|# rounds}.", s.Length)
	}
	return say.Message{}
}

// TableInThread says in a channel that a table was opened in a thread of it.
func TableInThread(g GuildSettings, m match.Match, host string) bot.Message {
	join := ids.TableButton{Verb: ids.VerbJoin, Table: m.ID}
	return bot.Message{Accent: blurple, Blocks: []bot.Block{
		bot.Text(say.Lines(title(g.Title(m.System)), say.New("{host} opened a table in {channel}.", DisplayName(host), bot.Channel(m.Channel)))),
		bot.Row{{ID: join.ID(), Label: say.New("Join"), Style: bot.Green}},
	}}
}

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
