package screen

import (
	"slices"
	"strconv"
	"strings"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/game/card"
	"deuces/say"
	"deuces/table"
)

// Hand renders the private message of a seat. note is said above it.
func (s Snapshot) Hand(seat game.Seat, at ids.Page, note string) bot.Message {
	v, dealt := s.View(seat)
	mine := s.mayMove(seat)
	var b strings.Builder
	if note != "" {
		b.WriteString("-# " + note + "\n")
	}
	b.WriteString(s.handHead(seat, v, dealt))
	msg := bot.Message{Accent: grey}
	if mine {
		msg.Accent = green
	}
	if s.Phase() != table.Playing {
		msg.Blocks = []bot.Block{bot.Text(say.Verbatim(b.String()))}
		return msg
	}
	if v.Inverted {
		msg.Accent = crimson
	}
	if at.Sort >= len(v.Sorted) {
		at.Sort = 0
	}
	by := "rank"
	if len(v.Sorted) > 0 {
		by, v.Hand = v.Sorted[at.Sort].By, v.Sorted[at.Sort].Hand
	}
	b.WriteString(s.heldCards(v, by))
	buttons := turn{view: v, table: s.ID(), decision: s.Decision(), sort: at.Sort}
	switch passing := s.passing(seat, mine); {
	case passing != "":
		b.WriteString("\n" + passing)
		unpass := ids.Unpass{Table: s.ID(), Sort: at.Sort}
		msg.Blocks = []bot.Block{bot.Text(say.Verbatim(b.String())), bot.Row{{ID: unpass.ID(), Label: say.New("Play after all")}}}
	case !mine:
		msg.Blocks = append([]bot.Block{bot.Text(say.Verbatim(b.String()))}, rows(buttons.sorter(at.Opening()))...)
	default:
		text, choices := s.choices(buttons, seat, at)
		b.WriteString(text)
		msg.Blocks = append([]bot.Block{bot.Text(say.Verbatim(b.String()))}, choices...)
	}
	return msg
}

// mayMove says that it is a seat's turn and its player is there to take it.
func (s Snapshot) mayMove(seat game.Seat) bool {
	turn, due := s.Turn()
	return due && turn == seat && !s.unattended(seat) && s.Phase() == table.Playing
}

// handHead is how things stand for a seat: its first lines.
func (s Snapshot) handHead(seat game.Seat, v game.View, dealt bool) string {
	turn, due := s.Turn()
	switch {
	case s.Phase() == table.Over:
		if outcome, played := s.Outcome(); played && outcome.Winner != game.Nobody {
			return "### The match is over: " + s.name(outcome.Winner) + " wins"
		}
		return "### The match is over"
	case s.Phase() == table.Between && s.Round() > 0 && s.Paused():
		return "### The round is over\nThe match is paused."
	case s.Phase() == table.Between && s.Round() > 0:
		return "### The round is over\nThe next one is dealt " + bot.Relative(s.Deadline()) + "."
	case !dealt:
		return "### No cards yet\nThey show here when the match has started."
	case s.Vacant(seat):
		return "### You have left\nA stand-in plays your seat on. `/join` takes it back."
	case s.Away(seat):
		return "### A stand-in plays for you\nYour time ran out twice. Any click of yours gives you the seat back."
	case s.mayMove(seat):
		head := "### It's your turn " + turnWords(v)
		if deadline := s.Deadline(); !deadline.IsZero() && !s.Paused() {
			head += "\ntime runs out " + bot.Relative(deadline)
		}
		return head
	case due:
		return "### " + s.name(turn) + " " + turnWords(v)
	}
	return ""
}

// heldCards shows a viewer's cards, and what the viewer alone knows of them.
func (s Snapshot) heldCards(v game.View, by string) string {
	text := ""
	if note := orderNote(v); note != "" {
		text = "\n" + note
	}
	text += "\n" + sized(v, by)
	if details := s.details(v); details != "" {
		text += "\n-# " + details
	}
	return text
}

// choices are the buttons of the seat whose turn it is, and what is said above them.
func (s Snapshot) choices(t turn, seat game.Seat, at ids.Page) (text string, blocks []bot.Block) {
	const fixed = 2 // the frame and the text
	t.trick = s.CanPassTrick(seat)
	if s.OffersHints && len(t.view.Legal) > 1 {
		t.hint = bot.Row{s.hintButton(at)}
	}
	picked, blocks := t.choices(at, 40-fixed)
	if picked != "" {
		text = "\n" + picked
	}
	if !slices.ContainsFunc(t.view.Legal, func(a game.Action) bool { return len(a.Cards) > 0 }) {
		text += "\nNone of your cards can be played here."
		if s.Settings().AutoPass > 0 && s.Stuck(seat) {
			text += " You pass by yourself in a moment."
		}
	}
	return text, blocks
}

// passing says that a seat has passed although its turn is not over, or that it keeps
// passing; "" if neither is the case.
func (s Snapshot) passing(seat game.Seat, mine bool) string {
	switch {
	case s.StaysPassed(seat):
		return "💤 You pass until this trick ends."
	case mine && s.HasPassed(seat):
		return "💤 You pass. The table sees it in a moment, as it does everyone's pass."
	}
	return ""
}

// sized writes a viewer's hand as large as it fits a line; by is what it is sorted by.
func sized(v game.View, by string) string {
	switch n := len(v.Hand); {
	case n == 0:
		return "You hold no cards any more."
	case n <= 9:
		return "# " + fan(v, by)
	case n <= 14:
		return "## " + fan(v, by)
	}
	return "### " + fan(v, by)
}

// details are how many cards a viewer holds, which are new, and what was exchanged.
func (s Snapshot) details(v game.View) string {
	notes := []string{count(len(v.Hand), "card")}
	if len(v.Fresh) > 0 {
		notes = append(notes, newly+" "+strconv.Itoa(len(v.Fresh))+" new")
	}
	for _, x := range v.Swaps {
		var did []string
		if len(x.Gave) > 0 {
			did = append(did, "gave "+s.name(x.With)+" "+faces(x.Gave, card.None))
		}
		if len(x.Got) > 0 {
			did = append(did, "got "+faces(x.Got, card.None)+" from "+s.name(x.With))
		}
		if len(did) > 0 {
			notes = append(notes, "you "+strings.Join(did, " and "))
		}
	}
	return strings.Join(notes, " · ")
}
