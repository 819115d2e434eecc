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
	if s.Phase == match.Over || s.Phase == match.Between && s.Decision.Round > 0 {
		return s.ownResult(seat, note)
	}
	v, dealt := s.View(seat)
	mine, soon := s.mayMove(seat), s.soon(seat)
	if !mine || !soon.Empty() {
		s.Hint = nil
	}
	text := []say.Message{small(note), s.hintText(), s.handHead(seat, v, dealt)}
	msg := bot.Message{Accent: grey}
	if mine {
		msg.Accent = green
	}
	if s.Phase != match.Playing {
		msg.Blocks = []bot.Block{bot.Text(say.Lines(text...)), bot.Row{leaveButton(s.ID)}}
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
	text = append(text, small(s.since(seat)), s.briefly(v), s.cards(v, by), small(s.swaps(v)), small(say.Capital(s.yourStanding(seat))), small(s.others(seat)))
	buttons := handButtons{view: v, pictures: s.OwnPictures, table: s.ID, decision: s.Decision, sort: at.Sort, passes: s.Rules.Passes(), hints: s.OffersHints}
	var said say.Message
	switch passing := s.passing(seat); {
	case at.Menu:
		msg.Blocks = s.handMenu(buttons, seat, at)
	case !passing.Empty(), !soon.Empty():
		said = passing
		msg.Blocks = []bot.Block{append(buttons.idle(at), bot.Button{ID: ids.Unpass{Table: s.ID, Sort: at.Sort}.ID(), Label: say.New("Undo"), Emoji: "↩️"})}
	case at.Planning:
		said = say.New("📌 What will you play when your turn comes?")
		bar := bot.Row{buttons.back(at)}
		if s.Rules.Passes() {
			bar = append(bot.Row{{ID: buttons.later(game.Action{Verb: game.Pass}), Label: say.New("Pass")}}, bar...)
		}
		msg.Blocks = buttons.picker(at, bar)
	case !mine:
		msg.Blocks = []bot.Block{s.waitingRow(buttons, seat, at)}
	default:
		said, msg.Blocks = s.choices(buttons, seat, at)
	}
	msg.Blocks = append([]bot.Block{bot.Text(say.Lines(append(text, said)...))}, msg.Blocks...)
	return msg
}

func (s Snapshot) mayMove(seat game.Seat) bool {
	turn, due := s.Turn()
	return due && turn == seat && !s.unattended(seat) && s.Phase == match.Playing
}

func (s Snapshot) youAreOut(seat game.Seat, n int) say.Message {
	switch fate := s.Public.Players[seat].Fate; {
	case fate != "":
		return say.New("🏁 You're out: {fate}", say.New(fate))
	case n == 1:
		return say.New("🏁 You're out first! Watch the others fight for last.")
	}
	return say.New("🏁 You're out {place}", place(n))
}

// removed reports whether the player of a seat was removed from the table. They may watch until the
// round is over.
func (s Snapshot) removed(seat game.Seat) bool {
	return s.Vacant(seat) && slices.Contains(s.Banned, s.Players()[seat])
}

func (s Snapshot) handHead(seat game.Seat, v game.View, dealt bool) say.Message {
	turn, due := s.Turn()
	var head, note say.Message
	switch {
	case s.removed(seat):
		head = s.Removed(s.Players()[seat])
	case !dealt:
		head = say.New("You have a seat at this table. You get your cards when the match starts.")
	case s.Vacant(seat):
		head, note = say.New("You gave up your seat."), botPlays()
	case s.Away(seat):
		head, note = say.New("A bot plays for you."), say.New("Click anything to take over again.")
	case !s.soon(seat).Empty():
		head = s.soon(seat)
	case s.mayMove(seat):
		if head = s.cantPlay(v); head.Empty() {
			head = s.yourTurn()
		}
		note = timeLeft(s.Match)
	case due:
		head = s.turnOf(turn)
		if n := s.outPlace(seat); n > 0 {
			head, note = s.youAreOut(seat, n), head
		}
	}
	if s.Paused && s.Phase == match.Playing {
		note = say.New("⏸️ Paused")
	}
	return say.Lines(heading(head), note)
}

func (s Snapshot) briefly(v game.View) say.Message {
	var notes []say.Message
	for _, u := range v.Unusual {
		notes = append(notes, s.unusualText(u))
	}
	return dotted(notes...)
}

func (s Snapshot) handMenu(h handButtons, seat game.Seat, at ids.Page) []bot.Block {
	var row bot.Row
	if s.CanPassTrick(seat) {
		row = append(row, h.button(ids.VerbPassTrick, say.New("Pass until the next trick"), ""))
	}
	row = append(row, h.sorter(at.Opening())...)
	row = append(row,
		s.rulesButton(),
		bot.Button{ID: ids.Prefer{}.ID(), Label: say.New("Preferences"), Emoji: "⚙️"},
		h.back(at))
	return []bot.Block{row}
}

// passesAlone reports whether the table passes for a seat whose turn it is.
func (s Snapshot) passesAlone(v game.View) bool {
	return s.Settings.AutoPass > 0 && s.Chosen.AutoPass != settings.PassByHand && s.Rules.Passes() && !canPlay(v)
}

func canPlay(v game.View) bool {
	return slices.ContainsFunc(v.Legal, func(a game.Action) bool { return len(a.Cards) > 0 })
}

// cantPlay renders that a seat whose turn it is has no card to play, and what happens then. It is
// empty if the seat has one.
func (s Snapshot) cantPlay(v game.View) say.Message {
	if canPlay(v) || v.Phase != game.Playing {
		return say.Message{}
	}
	top := s.inline.faces(v.Top.Cards, v.Top.As)
	switch {
	case !s.Rules.Passes():
		return say.New("None of your cards goes on {top}: draw", top)
	case s.passesAlone(v):
		return say.New("Nothing you have beats {top}. Passing for you …", top)
	}
	return say.New("Nothing you have beats {top}", top)
}

func (s Snapshot) waitingRow(h handButtons, seat game.Seat, at ids.Page) bot.Row {
	row := h.idle(at)
	switch {
	case s.removed(seat):
	case s.Vacant(seat):
		row = append(row, JoinButton(s.Match, s.Players()[seat]))
	case s.Paused:
		row = append(row, s.resumeButton())
	}
	if s.OffersUndo {
		row = append(row, h.button(ids.VerbUndo, say.New("Undo"), "↩️"))
	}
	if s.CanPlan(seat) {
		row = append(row, bot.Button{ID: h.pick(ids.Page{Planning: true, Sort: h.sort}, 0), Label: say.New("Plan my next turn"), Emoji: "📌"})
	}
	return row
}

func (s Snapshot) choices(h handButtons, seat game.Seat, at ids.Page) (said say.Message, blocks []bot.Block) {
	h.drawOut, h.hinted, h.passing = s.CanDrawOut(seat), s.Hint != nil, s.passesAlone(h.view)
	blocks = h.choices(at)
	if s.Hint != nil {
		blocks = append([]bot.Block{bot.Row{h.hint(s.Hint.Action)}}, blocks...)
	}
	if _, dropped := s.Dropped(seat); dropped {
		said = small(say.New("📌 Your plan isn't possible now."))
	}
	if s.Paused {
		blocks = append(blocks, bot.Row{s.resumeButton()})
	}
	return said, blocks
}

// soon renders what the table does in a moment for a seat whose turn it is, because its player has
// planned or passed. Until then, the player can only cancel it.
func (s Snapshot) soon(seat game.Seat) say.Message {
	a, planned := s.Plan(seat)
	switch {
	case !s.mayMove(seat):
	case s.PassesTrick(seat), s.PassHeld(seat), planned && a.Verb == game.Pass:
		return say.New("💤 Passing for you …")
	case planned:
		return say.New("📌 Playing {cards} for you …", s.inline.faces(a.Cards, a.As))
	}
	return say.Message{}
}

// passing renders that a seat passes until the next trick, or what its player has planned for the
// next turn.
func (s Snapshot) passing(seat game.Seat) say.Message {
	a, planned := s.Plan(seat)
	switch {
	case s.PassesTrick(seat):
		return say.New("💤 You pass until the next trick.")
	case planned && !s.mayMove(seat):
		return say.New("📌 When your turn comes: {play}", doing(a, s.inline.faces(a.Cards, a.As)))
	}
	return say.Message{}
}

func (s Snapshot) hintText() say.Message {
	if s.Hint == nil {
		return say.Message{}
	}
	a := s.Hint.Action
	return say.Mark("💡 ", say.New("{play}: {why}.", doing(a, s.inline.faces(a.Cards, a.As)), s.Hint.Reason), "")
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
		return say.Message{} // the heading says it
	case n <= 9, n <= 14 && p.has(v.Hand):
		return say.Mark("# ", cards, "")
	case n <= 14, p.has(v.Hand):
		return say.Mark("## ", cards, "")
	}
	return heading(cards)
}

func (s Snapshot) swaps(v game.View) say.Message {
	var notes []say.Message
	for _, x := range v.Swaps {
		if len(x.Gave) > 0 {
			notes = append(notes, say.New("You gave {who} {cards}.", s.name(x.With), faces(x.Gave, card.None)))
		}
		if len(x.Got) > 0 {
			notes = append(notes, say.New("You got {cards} from {who}.", faces(x.Got, card.None), s.name(x.With)))
		}
	}
	return say.Join(" ", notes...)
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
	if len(counts) == 0 {
		return say.Message{}
	}
	return say.New("Cards: {counts}", dotted(counts...))
}
