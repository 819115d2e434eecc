package screen

import (
	"fmt"
	"slices"
	"strings"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/say"
	"deuces/table"
)

// Board renders the public message of a table as it stands.
func (s Snapshot) Board() bot.Message {
	var m bot.Message
	switch s.Phase() {
	case table.Lobby:
		m = s.lobby()
	case table.Playing:
		m = s.playing()
	case table.Between:
		if m = s.dealing(); s.Round() > 0 {
			m = s.between()
		}
	default:
		return s.over()
	}
	if s.GoingDown {
		m.Accent = grey
		m.Blocks = slices.Insert(m.Blocks, 1, bot.Block(bot.Text(say.New("🔄 **I'm restarting and will be back in a moment.** Nothing is lost, and no clock runs meanwhile."))))
	}
	return m
}

// dealing is the board between the lobby and the first deal.
func (s Snapshot) dealing() bot.Message {
	return bot.Message{Accent: blurple, Blocks: []bot.Block{
		s.head("the cards are being dealt"),
		bot.Text(say.Verbatim(List(s.names(s.clockwise())))),
	}}
}

func (s Snapshot) playing() bot.Message {
	v := s.Public
	m := bot.Message{Accent: green}
	if v.Inverted {
		m.Accent = crimson
	}
	if s.Paused() {
		m.Accent = grey
	}
	m.Blocks = append(m.Blocks, s.head(fmt.Sprintf("round %d", s.Round())))
	if before := s.beforehand(); before != "" {
		m.Blocks = append(m.Blocks, bot.Text(say.Verbatim(before)))
	}
	if headline := s.headline(); headline != "" {
		m.Blocks = append(m.Blocks, bot.Text(say.Verbatim(headline)))
	}
	m.Blocks = append(m.Blocks, bot.Text(say.Verbatim(s.top())), bot.Text(say.Verbatim(s.turnText())), bot.Divider{}, bot.Text(say.Verbatim(s.seatLines())))
	last := s.lastMoves()
	if lately := s.noteLines(); len(lately) > 0 {
		last = strings.TrimPrefix(last+"\n"+strings.Join(lately, "\n"), "\n")
	}
	if s.Settings().AutoPass > 0 {
		last = strings.TrimPrefix(last+"\n-# Whoever can't beat the top play passes without a click. Every pass shows after "+Span(s.Settings().AutoPass)+".", "\n")
	}
	if last != "" {
		m.Blocks = append(m.Blocks, bot.Divider{}, bot.Text(say.Verbatim(last)))
	}
	buttons := bot.Row{{ID: s.button(ids.VerbHand), Label: say.New("My hand"), Emoji: "🃏", Style: bot.Blue}, s.rulesButton()}
	if s.Paused() {
		buttons = append(bot.Row{s.resumeButton()}, buttons...)
	}
	m.Blocks = append(m.Blocks, buttons)
	return m
}

// top is what lies on the table, large, and how the cards rank.
func (s Snapshot) top() string {
	v := s.Public
	var b strings.Builder
	switch {
	case len(v.Top.Cards) > 0:
		b.WriteString("# " + faces(v.Top.Cards, v.Top.As))
		var notes []string
		if v.Top.Class != "" {
			notes = append(notes, string(v.Top.Class))
		}
		if v.Top.Seat != game.Nobody {
			notes = append(notes, "laid by "+s.name(v.Top.Seat))
		}
		if len(notes) > 0 {
			b.WriteString("\n" + strings.Join(notes, " · "))
		}
	case v.Phase == game.Exchanging:
		b.WriteString("Cards are being exchanged.")
	default:
		b.WriteString("A new trick begins.")
	}
	if ranking := s.ranking(); ranking != "" {
		b.WriteString("\n" + ranking)
	}
	if v.Pile >= 0 {
		b.WriteString(" · 🂠 " + count(v.Pile, "card") + " in the pile")
	}
	return b.String()
}

// turnText says whose turn it is and until when.
func (s Snapshot) turnText() string {
	seat, ok := s.Turn()
	if !ok {
		return "The round is over."
	}
	what := s.name(seat) + " " + turnWords(s.Public)
	switch deadline := s.Deadline(); {
	case s.Paused():
		return s.pauseText() + "\n" + what + "."
	case s.Vacant(seat):
		return "### ▶️ " + what + "\nwho has left: a stand-in plays"
	case s.Players()[seat].IsComputer():
		return "### ▶️ " + what
	case s.Away(seat):
		return "### ▶️ " + what + "\nwho is away: a stand-in plays until they click anything"
	case s.GoingDown:
		return "### ▶️ " + what
	case deadline.IsZero():
		return "### ▶️ " + what
	default:
		return "### ▶️ " + what + "\ntime runs out " + bot.Relative(deadline)
	}
}

// seatLines lists the players with what everyone may know of them.
func (s Snapshot) seatLines() string {
	v := s.Public
	totals := s.Totals()
	turn, due := s.Turn()
	var lines []string
	for _, seat := range s.clockwise() {
		p := v.Players[seat]
		mark := "▫️"
		var notes []string
		out := slices.Index(v.Out, seat)
		switch {
		case out >= 0:
			mark = "🏁"
			notes = append(notes, ordinal(out+1)+" out")
		case due && seat == turn:
			mark = "▶️"
			notes = append(notes, "**"+count(p.Cards, "card")+"**")
		default:
			notes = append(notes, "**"+count(p.Cards, "card")+"**")
		}
		switch {
		case p.Barred && out < 0:
			mark = "🚫"
			notes = append(notes, "out of this trick")
		case s.StaysPassed(seat) && out < 0:
			mark = "💤"
			notes = append(notes, "passes this trick")
		case p.Passed && out < 0:
			mark = "💤"
			notes = append(notes, "passed")
		}
		notes = append(notes, count(totals[seat], "point"))
		if title := s.titleHeld(seat); title != "" {
			notes = append(notes, s.crownedTitle(title))
		}
		if c, ok := s.Computer(seat); ok {
			notes = append(notes, string(c.Level))
		}
		switch {
		case s.Vacant(seat):
			notes = append(notes, "🤖 has left")
		case s.Away(seat):
			notes = append(notes, "🤖 away")
		}
		lines = append(lines, mark+" "+s.name(seat)+" · "+strings.Join(notes, " · "))
	}
	return strings.Join(lines, "\n")
}

// beforehand tells what happened before the first decision: draws for the deal, and
// exchanges that nobody had to decide.
func (s Snapshot) beforehand() string {
	if len(s.Moves()) > 0 {
		return ""
	}
	var lines []string
	var ties []string
	for _, draw := range s.Public.Drawn {
		var words []string
		for _, d := range draw {
			words = append(words, s.name(d.Seat)+" "+d.Card.Face())
		}
		ties = append(ties, strings.Join(words, ", "))
	}
	if len(ties) > 0 {
		lines = append(lines, "-# Drawn for the deal: "+strings.Join(ties, "; a tie, again: ")+". "+s.name(s.Public.Dealer)+" deals.")
	}
	for _, n := range s.Public.Swapped {
		lines = append(lines, "-# "+s.newsSentence(n, s.Public))
	}
	return strings.Join(lines, "\n")
}
