package screen

import (
	"cmp"
	"fmt"
	"slices"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/game/card"
	"deuces/internal/say"
	"deuces/match"
)

// Restarting is said while the program stops.
const Restarting say.Text = "I'm restarting. Please try again in a moment. Nothing is lost, and the clock is stopped."

// Board renders the current public message of a table.
func (s Snapshot) Board() bot.Message {
	var m bot.Message
	switch s.Phase {
	case match.Lobby:
		m = s.lobby()
	case match.Playing:
		m = s.playing()
	case match.Between:
		if m = s.dealing(); s.Decision.Round > 0 {
			m = s.between()
		}
	default:
		return s.over()
	}
	if s.GoingDown {
		m.Accent = grey
		m.Blocks = slices.Insert(m.Blocks, 1, bot.Block(bot.Text(say.Mark("🔄 ", say.New(Restarting), ""))))
	}
	return m
}

func (s Snapshot) dealing() bot.Message {
	return bot.Message{Accent: blurple, Blocks: []bot.Block{
		s.head(say.New("Round {n}", 1), s.target()),
		bot.Text(say.List(s.names(s.clockwise())...)),
	}}
}

func (s Snapshot) playing() bot.Message {
	v := s.Public
	m := bot.Message{Accent: green}
	if v.Inverted {
		m.Accent = crimson
	}
	if s.Paused {
		m.Accent = grey
	}
	text := func(said say.Message) {
		if !said.Empty() {
			m.Blocks = append(m.Blocks, bot.Text(said))
		}
	}
	m.Blocks = append(m.Blocks, s.head(s.round(), s.target()))
	text(s.dealtCall(&m))
	text(s.beforehand())
	text(s.headlines())
	text(s.top())
	text(s.turnText())
	m.Blocks = append(m.Blocks, bot.Divider{})
	text(s.seatLines())
	if last := say.Lines(s.noteLines(), s.lastMoves()); !last.Empty() {
		m.Blocks = append(m.Blocks, bot.Divider{}, bot.Text(last))
	}
	buttons := bot.Row{{ID: s.button(ids.VerbHand), Label: say.New("My hand"), Emoji: "🃏", Style: bot.Blue}, s.menuButton()}
	if n := s.FreeSeats(); n > 0 {
		join := bot.Button{ID: s.button(ids.VerbJoin), Label: dotted(say.New("Join"), freeSeats(n))}
		buttons = slices.Insert(buttons, 1, join)
	}
	switch {
	case s.Paused:
		buttons = append(bot.Row{s.resumeButton()}, buttons...)
	case s.CanSkip():
		buttons = append(buttons, bot.Button{ID: s.button(ids.VerbSkip), Label: say.New("Skip to the result"), Emoji: "⏩"})
	}
	m.Blocks = append(m.Blocks, buttons)
	return m
}

func (s Snapshot) top() say.Message {
	v := s.Public
	var lines []say.Message
	switch {
	case len(v.Top.Cards) > 0:
		cards := faces(v.Top.Cards, v.Top.As)
		pictures := s.GuildSettings.Pictures.row(v.Top.Cards)
		var by, as say.Message
		if v.Top.Seat != game.Nobody {
			by = s.name(v.Top.Seat)
		}
		if pictures != "" && (v.Top.As != card.None || card.RunNames(v.Top.Cards) != nil) { // a picture doesn't show what a Joker stands for
			as = say.Verbatim(cards)
		}
		lines = []say.Message{say.Mark("# ", say.Join(wide, say.Verbatim(cmp.Or(pictures, cards)), by), ""), dotted(as, say.New(v.Top.Class))}
	case v.LeadReason != "":
		lines = []say.Message{s.leadReason()}
	case v.Phase != game.Exchanging:
		lines = []say.Message{say.New("A new trick begins.")}
	}
	if v.Pile < 0 {
		return say.Lines(append(lines, s.unusual()...)...)
	}
	pile := say.New("🂠 {n:# card|# cards} in the draw pile", v.Pile)
	return say.Lines(append(lines, dotted(append(s.unusual(), pile)...))...)
}

func (s Snapshot) turnText() say.Message {
	seat, ok := s.Turn()
	if !ok {
		return say.Message{}
	}
	turn := s.turnOf(seat)
	if s.Paused {
		return say.Lines(s.pauseText(), turn)
	}
	var note say.Message
	if !s.GoingDown && !s.unattended(seat) && !s.Players()[seat].IsComputer() {
		note = timeLeft(s.Match)
	}
	return say.Lines(say.Mark("### ▶️ ", turn, ""), note)
}

func (s Snapshot) seatLines() say.Message {
	var lines []say.Message
	for _, seat := range s.clockwise() {
		lines = append(lines, s.seatLine(seat))
	}
	return say.Lines(lines...)
}

// outPlace returns the place of a seat that is out of cards among those who went out and keep their place;
// 0 if it isn't out.
func (s Snapshot) outPlace(seat game.Seat) (n int) {
	for _, out := range s.Public.Out[:slices.Index(s.Public.Out, seat)+1] {
		if out == seat || s.Public.Players[out].Fate == "" {
			n++
		}
	}
	return n
}

// seatLine renders a player in one line that fits a phone. It begins with the name. 🂠 stands for cards.
func (s Snapshot) seatLine(seat game.Seat) say.Message {
	p := s.Public.Players[seat]
	turn, due := s.Turn()
	cards, trick := say.Verbatim(fmt.Sprintf("**%d** 🂠", p.Cards)), say.Message{}
	switch n := s.outPlace(seat); {
	case p.Fate != "":
		cards = say.New(p.Fate)
	case n > 0:
		cards = say.Mark("🏁 ", place(n), "")
	case p.SitsOut:
		trick = say.New("💤 out of this trick")
	case p.Passed && (!due || seat != turn):
		trick = say.Mark("💤 ", say.New("passed"), "")
	}
	name := say.Mark("", s.name(seat), s.heldMark(seat))
	if due && seat == turn {
		name = say.Mark("▶️ ", name, "")
	}
	var scored, dealer, gone say.Message
	if total := s.Totals()[seat]; total != 0 {
		scored = say.New("{n:# pt|# pts}", total)
	}
	if s.Public.ShowDealer && seat == s.Public.Dealer {
		dealer = say.New("dealer")
	}
	if s.unattended(seat) {
		gone = s.goneText(seat)
	}
	return dotted(name, trick, cards, scored, dealer, gone)
}

// goneText renders why a bot plays the seat of a person.
func (s Snapshot) goneText(seat game.Seat) say.Message {
	switch {
	case s.removed(seat):
		return say.New("removed, 🤖 plays")
	case s.Vacant(seat):
		return say.New("left, 🤖 plays")
	}
	return say.New("away, 🤖 plays")
}

// beforehand renders what happened before the first decision: who drew the lowest card, and exchanges
// in which nobody had a choice.
func (s Snapshot) beforehand() say.Message {
	if len(s.Moves) > 0 {
		return say.Message{}
	}
	var lines []say.Message
	if len(s.Public.DrawnCards) > 0 {
		lines = append(lines, small(say.New("{who} drew the lowest card and deals.", s.name(s.Public.Dealer))))
	}
	if over := s.Public.LeftOver; over.Card != card.None {
		lines = append(lines, small(say.New("{card} was left over. {who} holds the lowest card, so it is theirs.", over.Card.Face(), s.name(over.Seat))))
	}
	for _, n := range s.Public.Swapped {
		lines = append(lines, small(s.newsSentence(n)))
	}
	return say.Lines(lines...)
}
