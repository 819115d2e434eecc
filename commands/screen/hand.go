package screen

import (
	"slices"
	"strconv"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/game/card"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

// Hand renders the private message of a seat, with a note above it.
func (s Snapshot) Hand(seat game.Seat, at ids.Page, note say.Message) bot.Message {
	if s.Chosen.Cards == settings.InWords {
		return InWords(s.hand(seat, at, note))
	}
	return s.hand(seat, at, note)
}

func (s Snapshot) hand(seat game.Seat, at ids.Page, note say.Message) bot.Message {
	s.inline = s.OwnPictures
	v, dealt := s.View(seat)
	mine := s.mayMove(seat)
	if !mine {
		s.Hint = nil
	}
	text := []say.Message{small(note), s.hintText(), s.handHead(seat, dealt)}
	msg := bot.Message{Accent: grey}
	if mine {
		msg.Accent = green
	}
	if s.Phase != match.Playing {
		msg.Blocks = []bot.Block{bot.Text(say.Lines(text...))}
		if s.Phase == match.Between && s.Decision.Round > 0 {
			msg.Blocks = append(msg.Blocks, bot.Text(say.Lines(s.ceremony(), s.result())))
			if !s.Paused {
				msg.Blocks = append(msg.Blocks, bot.Row{s.nextButton()})
			}
		}
		return msg
	}
	if v.Inverted {
		msg.Accent = crimson
	}
	if at.Planning && !s.CanPlan(seat) {
		at = at.Opening()
	}
	if at.Sort >= len(v.Sorted) {
		at.Sort = 0
	}
	by := "rank"
	if len(v.Sorted) > 0 {
		by, v.Hand = v.Sorted[at.Sort].By, v.Sorted[at.Sort].Hand
	}
	text = append(text, small(v.LeadReason), briefly(v), s.cards(v, by), small(s.details(v)), small(s.others(seat)), small(s.lastPlay()))
	buttons := turn{view: v, pictures: s.OwnPictures, table: s.ID, decision: s.Decision, sort: at.Sort}
	var said say.Message
	switch passing := s.passing(seat, mine); {
	case !passing.Empty():
		said = passing
		msg.Blocks = []bot.Block{bot.Row{{ID: ids.Unpass{Table: s.ID, Sort: at.Sort}.ID(), Label: s.takeBack(seat)}}}
	case at.Planning && s.CanPlan(seat):
		said, msg.Blocks = s.planPage(buttons, at)
	case at.Menu:
		msg.Blocks = s.handMenu(buttons, seat, at)
	case !mine:
		msg.Blocks = []bot.Block{slices.Concat(s.undoButton(buttons), s.planButton(buttons, seat), bot.Row{buttons.menuButton(at)})}
	default:
		said, msg.Blocks = s.choices(buttons, seat, at)
		said = say.Lines(s.droppedPlan(seat), said)
	}
	msg.Blocks = append([]bot.Block{bot.Text(say.Lines(append(text, said)...))}, msg.Blocks...)
	return msg
}

// mayMove reports whether it is a seat's turn and its player is present.
func (s Snapshot) mayMove(seat game.Seat) bool {
	turn, due := s.Turn()
	return due && turn == seat && !s.unattended(seat) && s.Phase == match.Playing
}

// handHead renders the first lines of a hand: whose turn it is, or why there are no cards.
func (s Snapshot) handHead(seat game.Seat, dealt bool) say.Message {
	turn, due := s.Turn()
	var head, note say.Message
	switch {
	case s.Phase == match.Over && s.Decision.Round == 0:
		head = say.New("This table is closed")
	case s.Phase == match.Over:
		head = say.New("The match is over")
		if outcome, played := s.Outcome(); played && outcome.Winner != game.Nobody {
			head = say.New("The match is over: {winner} won", s.name(outcome.Winner))
		}
	case s.Phase == match.Between && s.Decision.Round > 0 && s.Paused:
		head, note = say.New("The round is over"), say.New("The match is paused.")
	case s.Phase == match.Between && s.Decision.Round > 0:
		head, note = say.New("The round is over"), say.New("The next round starts {time}.", bot.Relative(s.Deadline()))
	case !dealt:
		head, note = say.New("No cards yet"), say.New("You'll see them here when the match starts.")
	case s.Vacant(seat):
		head, note = say.New("You left the table"), say.New("A bot is playing for you. `/join` gives you your seat back.")
	case s.Away(seat):
		head, note = say.New("A bot is playing for you"), say.New("Your time ran out twice in a row. Click anything to take over again.")
	case s.mayMove(seat):
		head = s.yourTurn()
		if deadline := s.Deadline(); !deadline.IsZero() && !s.Paused {
			note = say.New("Time's up {time}", bot.Relative(deadline))
		}
	case due:
		head = s.turnOf(turn)
	}
	return say.Lines(heading(head), note)
}

// briefly renders the unusual rules that apply now.
func briefly(v game.View) say.Message {
	var notes []say.Message
	for _, u := range v.Unusual {
		notes = append(notes, say.New(u.Text))
	}
	return dotted(notes...)
}

// handMenu returns the buttons behind ⋯: passing ahead of time, sorting, the rules, and preferences.
func (s Snapshot) handMenu(t turn, seat game.Seat, at ids.Page) []bot.Block {
	var row bot.Row
	if s.CanPassTrick(seat) {
		row = append(row, t.button(ids.VerbPassTrick, say.New("Pass until the next trick")))
	}
	if s.CanPlan(seat) && s.Rules.Passes() {
		row = append(row, bot.Button{ID: t.later(game.Action{Verb: game.Pass}), Label: say.New("Pass on my next turn")})
	}
	row = append(row, t.sorter(at.Opening())...)
	row = append(row,
		s.rulesButton(),
		bot.Button{ID: ids.Prefer{}.ID(), Label: say.New("Preferences"), Emoji: "⚙️"},
		bot.Button{ID: t.pick(at.Opening(), 0), Label: say.New("Back")})
	return []bot.Block{row}
}

// choices returns the buttons of the seat to move, and the text above them.
func (s Snapshot) choices(t turn, seat game.Seat, at ids.Page) (say.Message, []bot.Block) {
	const fixed = 2 // the frame and the text
	t.drawOut = s.CanDrawOut(seat)
	var first []bot.Block
	if s.Hint != nil {
		first = []bot.Block{bot.Row{t.hinted(s.Hint.Action)}}
	} else if s.OffersHints && len(t.view.Legal) > 1 {
		t.hint = bot.Row{s.hintButton(at)}
	}
	picked, blocks := t.choices(at, 40-fixed-components(first))
	blocks = append(first, blocks...)
	if slices.ContainsFunc(t.view.Legal, func(a game.Action) bool { return len(a.Cards) > 0 }) {
		return picked, blocks
	}
	stuck := say.New("You can't play any of your cards.")
	if s.Settings.AutoPass > 0 && s.MustPass(seat) && s.Chosen.AutoPass != settings.PassByHand {
		stuck = say.New("You can't play any of your cards, so you'll pass automatically in a moment.")
	}
	return say.Lines(picked, stuck), blocks
}

// passing renders the state of a seat's pass or plan: that the pass isn't shown yet, that the seat
// keeps passing, or what its player has planned.
func (s Snapshot) passing(seat game.Seat, mine bool) say.Message {
	switch {
	case s.PassesTrick(seat):
		return say.New("💤 You pass until the next trick.")
	case mine && !s.PassHeld(seat) && s.hasPlan(seat):
		return say.Lines(s.planned(seat), small(say.New("It's your turn: this happens in a moment.")))
	case s.hasPlan(seat):
		return s.planned(seat)
	case mine && s.PassHeld(seat):
		return say.New("💤 Passing … The others see it in a moment, like every quick pass.")
	}
	return say.Message{}
}

// cards renders a viewer's hand, sorted by the order called by. Cards as words are too long for
// large type.
func (s Snapshot) cards(v game.View, by string) say.Message {
	if s.Chosen.Cards == settings.InWords && len(v.Hand) > 0 {
		return say.Verbatim(Pictures{}.fan(v, by))
	}
	return s.OwnPictures.sized(v, by)
}

// sized renders a viewer's hand in the largest type in which it fits on a line.
func (p Pictures) sized(v game.View, by string) say.Message {
	cards := say.Verbatim(p.fan(v, by))
	switch n := len(v.Hand); {
	case n == 0:
		return say.New("You have no cards left.")
	case n <= 9, n <= 14 && p.has(v.Hand):
		return say.Mark("# ", cards, "")
	case n <= 14, p.has(v.Hand):
		return say.Mark("## ", cards, "")
	}
	return heading(cards)
}

// details renders how many cards a viewer holds, which are new, and what was exchanged.
func (s Snapshot) details(v game.View) say.Message {
	notes := []say.Message{say.New("{n:# card|# cards}", len(v.Hand))}
	if n := len(v.Fresh); n > 0 {
		notes = append(notes, say.Mark(newly+" ", say.New("{n:# new card|# new cards}", n), ""))
	}
	for _, x := range v.Swaps {
		who, gave, got := s.name(x.With), faces(x.Gave, card.None), faces(x.Got, card.None)
		switch {
		case gave != "" && got != "":
			notes = append(notes, say.New("you gave {who} {cards} and got {others}", who, gave, got))
		case gave != "":
			notes = append(notes, say.New("you gave {who} {cards}", who, gave))
		case got != "":
			notes = append(notes, say.New("you got {cards} from {who}", got, who))
		}
	}
	return dotted(notes...)
}

// others renders how many cards the other players hold, clockwise, so that nobody has to scroll to the
// board.
func (s Snapshot) others(me game.Seat) say.Message {
	var counts []say.Message
	order := s.clockwise()
	at := slices.Index(order, me)
	for i := 1; i < len(order); i++ {
		seat := order[(at+i)%len(order)]
		if n := s.Public.Players[seat].Cards; n > 0 {
			counts = append(counts, say.Mark("", s.name(seat), " "+strconv.Itoa(n)))
		}
	}
	return dotted(counts...)
}

// lastPlay renders the last play and who has passed since.
func (s Snapshot) lastPlay() say.Message {
	first := len(s.Moves) - 1
	for first > 0 && onlyPasses(s.Moves[first]) {
		first--
	}
	if first < 0 {
		return say.Message{}
	}
	told := []say.Message{s.moveSentence(s.Moves[first])}
	var who []say.Message
	for _, m := range s.Moves[first+1:] {
		who = append(who, s.name(m.Seat))
	}
	if len(who) > 0 {
		told = append(told, say.New("{players} passed.", say.List(who...)))
	}
	return say.Join(" ", told...)
}
