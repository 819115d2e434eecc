package commands

import (
	"fmt"
	"maps"
	"strings"

	"deuces/bot"
	"deuces/game"
)

// lobby is the board before the match: who sits where, what is played and how.
func (s scene) lobby() bot.Message {
	fewest, most := s.Seats()
	var free string
	switch n := len(s.people); {
	case n < fewest:
		free = fmt.Sprintf("-# %d more to start, up to %d can play", fewest-n, most)
	case n < most:
		free = fmt.Sprintf("-# ready to start, %s free", count(most-n, "seat"))
	default:
		free = "-# ready to start, all seats taken"
	}
	blocks := []bot.Block{
		s.head("who plays?"),
		bot.Text(s.player(s.Host()) + " opened a table. Join, and the host starts the match."),
		bot.Text(s.seated() + "\n" + free),
		bot.Divider{}, bot.Text(s.terms()),
	}
	full := len(s.people)-s.Computers() >= most // a computer makes room
	blocks = append(blocks, bot.Row{
		{ID: s.id("join"), Label: "Join", Style: bot.Green, Disabled: full},
		{ID: s.id("leave"), Label: "Leave"},
		// Never off: edits of the lobby may lag behind the people who joined.
		{ID: s.id("start"), Label: "Start", Style: bot.Blue},
		{ID: s.id("options"), Label: "Options", Emoji: "🔧"},
		s.rulesButton(),
	})
	if s.lastly != nil && !maps.Equal(s.lastly, game.Changed(s.options())) {
		blocks = append(blocks, bot.Row{{ID: s.id("same"), Label: "Same as last time", Emoji: "🔁"}})
	}
	blocks = append(blocks, s.computerRow()...)
	return bot.Message{Accent: blurple, Blocks: blocks}
}

// seated lists who sits where in a lobby.
func (s scene) seated() string {
	lines := make([]string, len(s.people))
	for i := range s.people {
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
func (s scene) terms() string {
	return optionWords(s.options()) + " · " + clockWords(s.Settings().Clock)
}

// optionWords tells what differs from the system's preset; all else is as usual,
// and in the rules.
func optionWords(options []game.Option) string {
	var changed []string
	for _, o := range options {
		if o.Value != o.Preset && o.Key != clockKey { // which is told anyway
			changed = append(changed, "🔧 "+o.Name+": **"+setTo(o)+"**")
		}
	}
	if len(changed) == 0 {
		return "-# played as usual"
	}
	return strings.Join(append(changed, "-# all else as usual"), "\n")
}

// none is how a limit that is set to 0 reads: it does not apply.
const none = "none"

func setTo(o game.Option) string {
	if o.Choices == nil && o.Value == "0" {
		return none
	}
	return o.Words()
}
