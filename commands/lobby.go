package commands

import (
	"fmt"
	"strings"

	"deuces/bot"
	"deuces/game"
)

// lobby is the board before the match: who sits where, what is played and how.
func (s scene) lobby() bot.Message {
	fewest, most := s.Rules().Seats()
	var b strings.Builder
	for i := range s.people {
		fmt.Fprintf(&b, "**%d.** %s", i+1, s.name(game.Seat(i)))
		if s.Players()[i] == s.Host() {
			b.WriteString(" · host")
		}
		b.WriteString("\n")
	}
	switch n := len(s.people); {
	case n < fewest:
		fmt.Fprintf(&b, "-# %d more to start, up to %d can play", fewest-n, most)
	case n < most:
		fmt.Fprintf(&b, "-# ready to start, %s free", count(most-n, "seat"))
	default:
		b.WriteString("-# ready to start, all seats taken")
	}
	blocks := []bot.Block{
		s.head("who plays?"),
		bot.Text(s.player(s.Host()) + " opened a table. Join, and the host starts the match."),
		bot.Text(b.String()),
	}
	blocks = append(blocks, bot.Divider{}, bot.Text(optionWords(s.Rules().Options())+"\n-# "+clockWords(s.Settings().Clock)))
	full := len(s.people) >= most
	blocks = append(blocks, bot.Row{
		{ID: s.id("join"), Label: "Join", Style: bot.Green, Disabled: full},
		{ID: s.id("leave"), Label: "Leave"},
		{ID: s.id("start"), Label: "Start", Style: bot.Blue, Disabled: len(s.people) < fewest},
		s.rulesButton(),
	})
	return bot.Message{Accent: blurple, Blocks: blocks}
}

// optionWords tells how it is played: what differs from the system's preset,
// then what else people ask about.
func optionWords(options []game.Option) string {
	var changed, usual []string
	for _, o := range options {
		switch {
		case o.Value != o.Preset:
			changed = append(changed, "🔧 "+o.Name+": **"+setTo(o)+"**")
		case o.Common && setTo(o) != none:
			usual = append(usual, o.Name+": "+setTo(o))
		}
	}
	return strings.Join(append(changed, "-# "+strings.Join(usual, " · ")), "\n")
}

// none is how a limit that is set to 0 reads: it does not apply.
const none = "none"

func setTo(o game.Option) string {
	if o.Choices == nil && o.Value == "0" {
		return none
	}
	return o.Words()
}
