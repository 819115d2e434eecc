package screen

import (
	"fmt"
	"maps"
	"strings"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/say"
	"deuces/table"
)

// lobby is the board before the match: who sits where, what is played and how.
func (s Snapshot) lobby() bot.Message {
	fewest, most := s.Seats()
	var free string
	switch n := len(s.People); {
	case n < fewest:
		free = fmt.Sprintf("-# %d more to start, up to %d can play", fewest-n, most)
	case n < most:
		free = fmt.Sprintf("-# ready to start, %s free", count(most-n, "seat"))
	default:
		free = "-# ready to start, all seats taken"
	}
	blocks := []bot.Block{
		s.head("who plays?"),
		bot.Text(say.Verbatim(s.playerName(s.Host()) + " opened a table. Join, and the host starts the match.")),
		bot.Text(say.Verbatim(s.seatList() + "\n" + free)),
		bot.Divider{}, bot.Text(say.Verbatim(s.terms())),
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
	if s.LastOptions != nil && !maps.Equal(s.LastOptions, game.Changed(s.Options())) {
		blocks = append(blocks, bot.Row{{ID: s.button(ids.VerbSame), Label: say.New("Same as last time"), Emoji: "🔁"}})
	}
	blocks = append(blocks, s.computerRow()...)
	return bot.Message{Accent: blurple, Blocks: blocks}
}

// seatList lists who sits where in a lobby.
func (s Snapshot) seatList() string {
	lines := make([]string, len(s.People))
	for i := range s.People {
		lines[i] = fmt.Sprintf("**%d.** %s", i+1, s.name(game.Seat(i)))
		if c, ok := s.Computer(game.Seat(i)); ok {
			lines[i] += " · " + string(c.Level)
		}
		if s.Players()[i] == s.Host() {
			lines[i] += " · host"
		}
	}
	return strings.Join(lines, "\n")
}

// terms is how the match is played.
func (s Snapshot) terms() string {
	return optionWords(s.Options()) + " · " + clockWords(s.Settings().Clock)
}

// optionWords tells what differs from the system's preset; the rules have the rest.
func optionWords(options []game.Option) string {
	var changed []string
	for _, o := range options {
		if o.Value != o.Preset && o.Key != ClockKey { // the clock is always shown
			changed = append(changed, "🔧 "+string(o.Name)+": **"+setTo(o)+"**")
		}
	}
	if len(changed) == 0 {
		return "-# played as usual"
	}
	return strings.Join(append(changed, "-# all else as usual"), "\n")
}

// TableInThread says in a channel that a table was opened in a thread of it.
func TableInThread(g GuildSettings, m table.Match, host string) bot.Message {
	join := ids.TableButton{Verb: ids.VerbJoin, Table: m.ID()}
	return bot.Message{Accent: blurple, Blocks: []bot.Block{
		bot.Text(say.Verbatim("## " + g.Title(m.System()) + "\n" + DisplayName(host) + " opened a table in " + bot.Channel(m.Channel()) + ".")),
		bot.Row{{ID: join.ID(), Label: say.New("Join"), Style: bot.Green}},
	}}
}
