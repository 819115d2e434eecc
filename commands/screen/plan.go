package screen

import (
	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/game/card"
	"deuces/internal/say"
)

// Out of turn, players can plan their next turn. The page has a button for each card of the hand,
// because the bot doesn't know yet what will be legal.

// planMost is the maximum number of cards in a plan. No play has more, and the plan has to fit a
// custom id.
const planMost = 16

// planButton returns the button for planning the next turn, or none if that isn't possible.
func (s Snapshot) planButton(t turn, seat game.Seat) bot.Row {
	if !s.CanPlan(seat) {
		return nil
	}
	return bot.Row{{ID: t.planID(ids.Page{Planning: true, Sort: t.sort}, 0), Label: say.New("Plan my next turn"), Emoji: "📌"}}
}

// undoButton returns the button that takes the last play back, as long as that is allowed.
func (s Snapshot) undoButton(t turn) bot.Row {
	if !s.OffersUndo {
		return nil
	}
	b := t.button(ids.VerbUndo, say.New("Undo"))
	b.Emoji = "↩️"
	return bot.Row{b}
}

// planID returns the custom id of a button that leads to a page of planning. n makes the ids of one message
// different.
func (t turn) planID(p ids.Page, n int) string {
	return ids.HandPage{Verb: ids.VerbPlan, Table: t.table, Decision: t.decision, Page: p, N: n}.ID()
}

// later returns the custom id of a button that plans an action.
func (t turn) later(a game.Action) string {
	return ids.Later{Table: t.table, Decision: t.decision, Action: a, Sort: t.sort}.ID()
}

// planPage renders the page for planning the next turn.
func (s Snapshot) planPage(t turn, at ids.Page) (say.Message, []bot.Block) {
	so, ok := parsePicks(t.view, at.Picks)
	if !ok || len(so.cards) > planMost {
		so, at.Picks = picking{view: t.view}, ""
	}
	first, end, last := 0, len(t.view.Hand), 0
	if end > perHand {
		last = (end - 1) / perPage
		at.At = min(at.At, last)
		first, end = at.At*perPage, min(end, (at.At+1)*perPage)
	}
	var cards bot.Row
	for i, picked := range so.pickOf() {
		if i < first || i >= end {
			continue
		}
		b, to := bot.Button{Label: say.Verbatim(t.view.Hand[i].Face()), Emoji: t.pictures[t.view.Hand[i]]}, at
		if picked >= 0 {
			to.Picks, b.Style, b.Label = so.without(picked).String(), bot.Green, say.Mark("✓ ", b.Label, "")
		} else {
			to.Picks, b.Disabled = so.with(t.view.Hand[i]).String(), len(so.cards) == planMost
		}
		b.ID = t.planID(to, 10+i)
		cards = append(cards, b)
	}
	nav := bot.Row{{ID: t.planID(at, 1), Label: say.New("Pick cards"), Style: bot.Blue, Disabled: true}}
	if len(so.cards) > 0 {
		play := game.Action{Verb: game.Play, Cards: so.cards}
		nav[0] = bot.Button{ID: t.later(play), Label: clipped(say.New("Play {cards} when my turn comes", plain(so.cards, card.None)), 80), Style: bot.Blue}
	}
	if last > 0 {
		back, on := at, at
		back.At, on.At = max(at.At-1, 0), min(at.At+1, last)
		nav = append(nav, bot.Button{ID: t.planID(back, 2), Label: say.New("Earlier cards"), Disabled: at.At == 0},
			bot.Button{ID: t.planID(on, 3), Label: say.New("More cards"), Disabled: at.At == last})
	}
	nav = append(nav, bot.Button{ID: t.pick(at.Opening(), 4), Label: say.New("Back")})
	picked := say.New("📌 What will you play when your turn comes? If that isn't possible then, you choose as usual.")
	if len(so.cards) > 0 {
		picked = say.Lines(picked, so.words(t.pictures))
	}
	return picked, append(rows(cards), rows(nav)...)
}

func (s Snapshot) hasPlan(seat game.Seat) bool {
	_, is := s.Plan(seat)
	return is
}

// planned renders a player's plan for their next turn.
func (s Snapshot) planned(seat game.Seat) say.Message {
	a, _ := s.Plan(seat)
	if a.Verb == game.Pass {
		return say.New("📌 You'll pass when your turn comes.")
	}
	return say.New("📌 You'll play {cards} when your turn comes, if that's possible then.", s.inline.faces(a.Cards, a.As))
}

// droppedPlan renders the note that the plan for this turn was illegal.
func (s Snapshot) droppedPlan(seat game.Seat) say.Message {
	a, dropped := s.Dropped(seat)
	switch {
	case !dropped:
		return say.Message{}
	case a.Verb == game.Pass:
		return small(say.New("📌 You planned to pass, but you have to play now."))
	}
	return small(say.New("📌 You planned to play {cards}, but that isn't possible now.", s.inline.faces(a.Cards, a.As)))
}

// takeBack returns the label of the button that takes back a pass or a plan.
func (s Snapshot) takeBack(seat game.Seat) say.Message {
	if s.hasPlan(seat) && !s.PassHeld(seat) && !s.PassesTrick(seat) {
		return say.New("Cancel")
	}
	return say.New("Play after all")
}
