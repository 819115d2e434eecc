package screen

import (
	"slices"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/game/card"
	"deuces/internal/say"
	"deuces/match"
)

// This file makes the buttons for what a seat may do. A hand shows a button for each of the
// likeliest plays. All other plays are put together from cards (pick.go).

const (
	perRow     = 5
	perPage    = 25 // cards per page if there are several pages
	perHand    = 26 // most cards that fit on a single page with its other buttons
	playsShown = 10
)

type handButtons struct {
	view     game.View
	pictures Pictures
	table    match.ID
	decision match.Decision
	sort     int  // the sort order that the viewer has chosen
	passes   bool // the game has passes; otherwise players draw
	drawOut  bool // the seat can only draw
	hints    bool // hints are offered
	hinted   bool // the hint is shown
	passing  bool // the table passes for the seat in a moment
}

func (h handButtons) act(a game.Action) ids.Act {
	return ids.Act{Table: h.table, Decision: h.decision, Action: a, Sort: h.sort}
}

func (h handButtons) later(a game.Action) string {
	return ids.Later{Table: h.table, Decision: h.decision, Action: a, Sort: h.sort}.ID()
}

// button returns a button that is valid only for this decision.
func (h handButtons) button(verb string, label say.Message, emoji string) bot.Button {
	return bot.Button{ID: ids.HandButton{Verb: verb, Table: h.table, Decision: h.decision, Sort: h.sort}.ID(), Label: label, Emoji: emoji}
}

// page returns the custom id of a button that leads to a page. n makes the ids of one message different.
func (h handButtons) page(verb string, p ids.Page, n int) string {
	return ids.HandPage{Verb: verb, Table: h.table, Decision: h.decision, Page: p, N: n}.ID()
}

// pick returns the custom id of a button that leads to a page of cards.
func (h handButtons) pick(p ids.Page, n int) string {
	if p.Planning {
		return h.page(ids.VerbPlan, p, n)
	}
	return h.page(ids.VerbPick, p, n)
}

// choices returns the buttons of the seat to move.
func (h handButtons) choices(p ids.Page) (blocks []bot.Block) {
	var cards []game.Offer
	plays := 0
	for _, o := range h.view.Offers {
		if len(o.Action.Cards) > 0 || o.Action.Verb == game.Give {
			if plays++; !o.Alike {
				cards = append(cards, o)
			}
		}
	}
	bar := h.bar(p)
	groups := likeliest(cards)
	whole := plays <= playsShown && plays == len(cards)
	switch {
	case p != p.Opening():
		return h.picker(p, bot.Row{h.back(p)})
	case !whole && h.view.Phase == game.Exchanging:
		return h.picker(p, bar)
	}
	for _, g := range groups {
		heading, style := g[0].Class != "" && len(groups) > 1, bot.Blue
		switch {
		case !g[0].Cost.Empty():
			style = bot.Grey
		case heading:
			blocks = append(blocks, bot.Text(small(say.New(g[0].Class))))
		}
		var row bot.Row
		for _, o := range g {
			if heading && o.Effect == say.New(o.Class) {
				o.Effect = say.Message{}
			}
			row = append(row, h.offerButton(o, style))
		}
		blocks = append(blocks, rows(row)...)
	}
	if !whole || h.view.Ordered && len(groups) > 1 {
		bar = append(bar, bot.Button{ID: h.pick(ids.Page{Picking: true, Sort: h.sort}, 6), Label: say.New("More plays …")})
	}
	return append(blocks, rows(bar)...)
}

// idle returns a bar in which only the menu can be used.
func (h handButtons) idle(p ids.Page) bot.Row {
	h.view.Legal, h.view.Offers = nil, nil
	return h.bar(p)
}

// bar returns the buttons that keep their places in a hand: Pass or Draw, Hint, and the menu. Those
// that can't be used now are disabled.
func (h handButtons) bar(p ids.Page) bot.Row {
	pass := bot.Button{ID: h.act(game.Action{Verb: game.Pass}).ID(), Label: say.New("Pass"), Disabled: true}
	if !h.passes {
		pass.ID, pass.Label = h.act(game.Action{Verb: game.Draw}).ID(), say.New("Draw")
	}
	only := true
	for _, o := range h.view.Offers {
		switch {
		case len(o.Action.Cards) > 0:
			only = false
		case o.Action.Verb == game.Draw && h.drawOut:
			pass = h.button(ids.VerbDrawOut, say.New("Draw until I can play"), "")
		case o.Action.Verb != game.Give:
			pass = h.offerButton(o, bot.Grey)
		}
	}
	if only && !pass.Disabled && !h.passing {
		pass.Style = bot.Blue
	}
	bar := bot.Row{pass}
	if h.view.Phase == game.Exchanging {
		bar = nil
	}
	if h.hints {
		bar = append(bar, bot.Button{ID: h.page(ids.VerbHint, p, 0), Label: say.New("Hint"), Emoji: "💡", Disabled: h.hinted || len(h.view.Legal) < 2})
	}
	return append(bar, h.menuButton(p))
}

func (h handButtons) offerButton(o game.Offer, style bot.Style) bot.Button {
	label, cards := dotted(o.Label, o.Does()), o.Action.Cards
	if h.view.Ordered && len(cards) > 1 {
		cards = cards[len(cards)-1:] // the one that will be on top
	}
	return bot.Button{ID: h.act(o.Action).ID(), Label: clipped(label, 80), Emoji: h.pictures.onButton(cards), Style: style}
}

// likeliest returns the offers that a hand shows, by class. It takes the cheapest offer of each
// class, then the second cheapest of each, and so on. Plays that cost something are a class of their own.
func likeliest(offers []game.Offer) [][]game.Offer {
	var classes, shown [][]game.Offer
	for _, o := range offers {
		i := slices.IndexFunc(classes, func(c []game.Offer) bool {
			return !o.Cost.Empty() && !c[0].Cost.Empty() || c[0].Class == o.Class && c[0].Cost.Empty() == o.Cost.Empty()
		})
		if i < 0 {
			i = len(classes)
			classes = append(classes, nil)
		}
		classes[i] = append(classes[i], o)
	}
	shown = make([][]game.Offer, len(classes))
	for n, at := 0, 0; n < min(len(offers), playsShown); at++ {
		for i, c := range classes {
			if at < len(c) && n < playsShown {
				shown[i] = c[:at+1]
				n++
			}
		}
	}
	return slices.DeleteFunc(shown, func(c []game.Offer) bool { return len(c) == 0 })
}

func (h handButtons) menuButton(at ids.Page) bot.Button {
	return bot.Button{ID: h.page(ids.VerbMore, ids.Page{Menu: true, Sort: at.Sort}, 0), Label: say.New("⋯ My hand")}
}

// sorter returns the button that sorts the hand in the next order, or none if there is only one order.
func (h handButtons) sorter(p ids.Page) bot.Row {
	if len(h.view.Sorted) < 2 {
		return nil
	}
	p.Sort = (p.Sort + 1) % len(h.view.Sorted)
	label := say.New("Sort by rank")
	if h.view.Sorted[p.Sort].By == "suit" {
		label = say.New("Sort by suit")
	}
	return bot.Row{{ID: h.page(ids.VerbSort, p, 0), Label: label, Emoji: "↕️"}}
}

func (h handButtons) back(p ids.Page) bot.Button {
	return bot.Button{ID: h.page(ids.VerbPick, p.Opening(), 3), Label: say.New("Back")}
}

// picker renders the cards as buttons, and a bar below them. A picked card is green, and a click on
// it removes it from the picks. A card that can't be part of a legal play with the picked ones is
// disabled.
func (h handButtons) picker(p ids.Page, bar bot.Row) []bot.Block {
	so, ok := parsePicks(h.view, p)
	if !ok {
		p.Picks = ""
	}
	first, end, last := 0, len(h.view.Hand), 0
	if end > perHand {
		last = (end - 1) / perPage
		p.At = min(p.At, last)
		first, end = p.At*perPage, min(end, (p.At+1)*perPage)
	}
	var cards bot.Row
	pickable, picks := so.pickable(), so.pickOf()
	for i := first; i < end; i++ {
		c, to := h.view.Hand[i], p
		b := bot.Button{Label: say.Verbatim(c.Face()), Emoji: h.pictures[c]}
		switch fresh := slices.Contains(h.view.Fresh, c); {
		case fresh && b.Emoji == "":
			b.Emoji = newly
		case fresh:
			b.Label = say.Verbatim(c.Face() + " " + newly)
		}
		if picks[i] >= 0 {
			to.Picks, b.Style, b.Label = so.without(picks[i]).String(), bot.Green, say.Mark("✓ ", b.Label, "")
		} else {
			to.Picks, b.Disabled = so.with(c).String(), !pickable[alike(c)]
		}
		b.ID = h.pick(to, 10+i)
		cards = append(cards, b)
	}
	n := 0
	nav := append(h.playButtons(so, p), previousNext(p.At, last, func(at int, _ string) string {
		to := p
		to.At = at
		n++
		return h.pick(to, n)
	})...)
	return append(rows(cards), rows(append(nav, bar...))...)
}

// playButtons returns a button for each play of the picks; a disabled one if they are none yet.
func (h handButtons) playButtons(so picking, p ids.Page) (row bot.Row) {
	for _, a := range so.plays() {
		what := effect(h.view, a)
		if card.RunNames(a.Cards) == nil {
			a.Cards = so.cards // in the order in which they were picked
		}
		b := bot.Button{ID: h.act(a).ID(), Label: doingLabel(a, what), Style: bot.Blue}
		if p.Planning {
			b.ID = h.later(a)
		}
		row = append(row, b)
	}
	if row != nil {
		return row
	}
	label := say.New("Choose your cards above")
	if len(so.cards) > 0 {
		label = clipped(say.Verbatim(plain(so.cards, card.None)), 80)
	}
	return bot.Row{{ID: h.pick(p, 5), Label: label, Style: bot.Blue, Disabled: true}}
}

func (h handButtons) hint(a game.Action) bot.Button {
	id := h.act(a)
	id.Hinted = true
	return bot.Button{ID: id.ID(), Label: doingLabel(a, effect(h.view, a)), Emoji: "💡", Style: bot.Green}
}

// doingLabel returns a button's label: "Play 7♥ 7♦ · then down from 7♦".
func doingLabel(a game.Action, effect say.Message) say.Message {
	return clipped(dotted(doing(a, plain(a.Cards, a.As)), effect), 80)
}

// doing returns an action in words, with its cards written as given.
func doing(a game.Action, cards string) say.Message {
	switch a.Verb {
	case game.Pass:
		return say.New("Pass")
	case game.Draw:
		return say.New("Draw")
	case game.Give:
		return say.New("Give {cards}", cards)
	}
	return say.New("Play {cards}", cards)
}

func rows(buttons bot.Row) []bot.Block {
	var blocks []bot.Block
	for row := range slices.Chunk(buttons, perRow) {
		blocks = append(blocks, row)
	}
	return blocks
}
