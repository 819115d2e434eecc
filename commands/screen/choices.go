package screen

import (
	"fmt"
	"slices"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/internal/say"
	"deuces/match"
)

// This file makes the buttons for what a seat may do. A hand shows a button for each of the
// likeliest plays. All other plays are put together from cards (pick.go), or chosen on a page with
// all plays of a class.

const (
	perRow  = 5
	perPage = 25 // offers or cards per page if there are several pages
	perHand = 27 // most cards that fit on a single page with its other buttons
)

// turn has what the buttons of a hand need.
type turn struct {
	view     game.View
	pictures Pictures
	table    match.ID
	decision match.Decision
	sort     int     // the sort order that the viewer has chosen
	drawOut  bool    // the seat can only draw
	hint     bot.Row // the button for a hint, if hints are offered
}

func (t turn) act(a game.Action) string {
	return ids.Act{Table: t.table, Decision: t.decision, Action: a, Sort: t.sort}.ID()
}

// button returns a button that is valid only for this decision.
func (t turn) button(verb string, label say.Message) bot.Button {
	return bot.Button{ID: ids.HandButton{Verb: verb, Table: t.table, Decision: t.decision, Sort: t.sort}.ID(), Label: label}
}

// pick returns the custom id of a button that leads to a page. n makes the ids of one message different.
func (t turn) pick(p ids.Page, n int) string {
	return ids.HandPage{Verb: ids.VerbPick, Table: t.table, Decision: t.decision, Page: p, N: n}.ID()
}

// choices returns the seat's buttons, in at most room components, and a line about the cards picked so
// far.
func (t turn) choices(p ids.Page, room int) (picked say.Message, blocks []bot.Block) {
	t.sort = p.Sort
	var cards []game.Offer
	var bar bot.Row // Pass, Draw
	for _, o := range t.view.Offers {
		switch {
		case len(o.Action.Cards) > 0:
			cards = append(cards, o)
		case o.Action.Verb == game.Draw && t.drawOut:
			bar = append(bar, t.button(ids.VerbDrawOut, say.New("Draw until I can play")))
		default:
			bar = append(bar, t.offerButton(o, bot.Grey))
		}
	}
	if len(cards) == 0 && len(bar) > 0 {
		bar[0].Style = bot.Blue // it is the only choice
	}
	groups := classes(cards)
	switch {
	case p.Class > 0 && p.Class <= len(groups):
		return say.Message{}, t.class(groups[p.Class-1], p, bar)
	case p == p.Opening():
		if blocks, ok := t.buttons(groups, slices.Concat(bar, t.hint, bot.Row{t.menuButton(p)}), room); ok {
			return say.Message{}, blocks
		}
	}
	return t.picker(p, groups, bar, room)
}

func (t turn) offerButton(o game.Offer, style bot.Style) bot.Button {
	label, cards := dotted(o.Label, o.Effect), o.Action.Cards
	if t.view.Ordered && len(cards) > 1 {
		cards = cards[len(cards)-1:] // the one that will be on top
	}
	return bot.Button{ID: t.act(o.Action), Label: clipped(label, 80), Emoji: t.pictures.onButton(cards), Style: style}
}

// group has the offers of one class.
type group struct {
	name   say.Text
	offers []game.Offer
}

// classes groups offers in the order in which their classes appear.
func classes(offers []game.Offer) []group {
	var groups []group
	for _, o := range offers {
		i := slices.IndexFunc(groups, func(g group) bool { return g.name == o.Class })
		if i < 0 {
			i = len(groups)
			groups = append(groups, group{name: o.Class})
		}
		groups[i].offers = append(groups[i].offers, o)
	}
	return groups
}

// playsShown is the number of plays that a hand shows as buttons. All others are put together from
// cards.
const playsShown = 10

// likeliest returns the offers that a hand shows. It takes the cheapest offer of each class, then
// the second cheapest of each, and so on. whole reports that these are all offers.
func likeliest(groups []group) (shown []group, whole bool) {
	shown = make([]group, len(groups))
	n, total, longest := 0, 0, 0
	for i, g := range groups {
		shown[i].name = g.name
		total, longest = total+len(g.offers), max(longest, len(g.offers))
	}
	for at := range longest {
		for i, g := range groups {
			if at < len(g.offers) && n < playsShown {
				shown[i].offers = append(shown[i].offers, g.offers[at])
				n++
			}
		}
	}
	return slices.DeleteFunc(shown, func(g group) bool { return len(g.offers) == 0 }), n == total
}

// buttons shows the likeliest offers as buttons: under headings if there is room for them,
// otherwise with a row for each class, and otherwise one after the other. If there are more offers,
// a button leads to the picker. It returns false if the buttons don't fit, or if there are many
// ways to give cards.
func (t turn) buttons(groups []group, bar bot.Row, room int) ([]bot.Block, bool) {
	shown, whole := likeliest(groups)
	if !whole && t.view.Phase == game.Exchanging {
		return nil, false
	}
	var headed, plain []bot.Block
	var every bot.Row
	for _, g := range shown {
		var row bot.Row
		for _, o := range g.offers {
			row = append(row, t.offerButton(o, bot.Blue))
		}
		if g.name != "" && len(shown) > 1 {
			headed = append(headed, bot.Text(small(say.New(g.name))))
		}
		headed = append(headed, rows(row)...)
		plain = append(plain, rows(row)...)
		every = append(every, row...)
	}
	if !whole || t.view.Ordered && len(groups) > 1 {
		more := say.New("Pick cards …")
		if !whole {
			more = say.New("More plays …")
		}
		bar = append(bot.Row{{ID: t.pick(ids.Page{Picking: true, Sort: t.sort}, 6), Label: more}}, bar...)
	}
	for _, layout := range [][]bot.Block{headed, plain, rows(every)} {
		if components(layout)+components(rows(bar)) <= room {
			return append(layout, rows(bar)...), true
		}
	}
	return nil, false
}

// classButton returns the button that leads to all offers of a class.
func (t turn) classButton(i int, g group) bot.Button {
	return bot.Button{ID: t.pick(ids.Page{Class: i + 1, Sort: t.sort}, 4), Label: say.Mark("", clipped(say.New(g.name), 60), fmt.Sprintf(" (%d) …", len(g.offers))), Style: bot.Blue}
}

// class renders a page of the offers of one class.
func (t turn) class(g group, p ids.Page, bar bot.Row) []bot.Block {
	last := (len(g.offers) - 1) / perPage
	p.At = min(p.At, last)
	var row bot.Row
	for _, o := range g.offers[p.At*perPage : min(len(g.offers), (p.At+1)*perPage)] {
		row = append(row, t.offerButton(o, bot.Blue))
	}
	nav := bot.Row{{ID: t.pick(p.Opening(), 0), Label: say.New("Back")}}
	nav = append(nav, t.pageButtons(p, last)...)
	return append(rows(row), rows(append(nav, bar...))...)
}

// menuButton returns the button that opens the menu of a hand.
func (t turn) menuButton(at ids.Page) bot.Button {
	id := ids.HandPage{Verb: ids.VerbMore, Table: t.table, Decision: t.decision, Page: ids.Page{Menu: true, Sort: at.Sort}}
	return bot.Button{ID: id.ID(), Label: say.New("⋯ More")}
}

// sorter returns the button that sorts the hand in the next order, or none if there is only one order.
func (t turn) sorter(p ids.Page) bot.Row {
	if len(t.view.Sorted) < 2 {
		return nil
	}
	p.Sort = (p.Sort + 1) % len(t.view.Sorted)
	id := ids.HandPage{Verb: ids.VerbSort, Table: t.table, Decision: t.decision, Page: p}
	label := say.New("Sort by rank")
	if t.view.Sorted[p.Sort].By == "suit" {
		label = say.New("Sort by suit")
	}
	return bot.Row{{ID: id.ID(), Label: label, Emoji: "↕️"}}
}

// pageButtons returns the buttons for turning pages, or none if there is only one page.
func (t turn) pageButtons(p ids.Page, last int) bot.Row {
	n := 0 // number of the button
	return previousNext(p.At, last, func(at int, _ string) string {
		p.At = at
		n++
		return t.pick(p, n)
	})
}

// picker renders the cards as buttons. A picked card is green, and a click on it removes it from
// the picks. A card that can't be part of a legal play with the picked ones is disabled.
func (t turn) picker(p ids.Page, groups []group, bar bot.Row, room int) (picked say.Message, blocks []bot.Block) {
	p.Class = 0
	so, ok := parsePicks(t.view, p.Picks)
	if !ok {
		so, p.Picks = picking{view: t.view}, ""
	}
	cards, p, last := t.cardButtons(so, p)
	blocks = rows(cards)

	nav := append(bot.Row{t.playButton(so)}, t.pageButtons(p, last)...)
	switch {
	case len(so.cards) > 0:
		nav = append(nav, bot.Button{ID: t.pick(ids.Page{Picking: p.Picking, At: p.At, Sort: p.Sort}, 3), Label: say.New("Clear")})
	case p.Picking:
		nav = append(nav, bot.Button{ID: t.pick(p.Opening(), 3), Label: say.New("Back")})
	}
	nav = append(nav, bar...)
	extras := []bot.Row{t.hint}
	if p == p.Opening() {
		extras = append(extras, bot.Row{t.menuButton(p)})
	}
	for _, extra := range extras {
		if more := slices.Concat(nav, extra); components(blocks)+components(rows(more)) <= room {
			nav = more
		}
	}
	blocks = append(blocks, rows(nav)...)
	if len(so.cards) > 0 {
		return so.words(t.pictures), blocks
	}
	if kinds := t.classButtons(groups); components(kinds)+components(blocks) <= room {
		blocks = append(kinds, blocks...)
	}
	return say.Message{}, blocks
}

// cardButtons returns the cards of a page as buttons, the number of the page, and that of the last
// page.
func (t turn) cardButtons(so picking, p ids.Page) (row bot.Row, at ids.Page, last int) {
	first, end := 0, len(t.view.Hand)
	if end > perHand {
		last = (end - 1) / perPage
		p.At = min(p.At, last)
		first, end = p.At*perPage, min(end, (p.At+1)*perPage)
	}
	pickable := so.pickable()
	for i, picked := range so.pickOf() {
		if i < first || i >= end {
			continue
		}
		c := t.view.Hand[i]
		b := bot.Button{Label: say.Verbatim(c.Face()), Emoji: t.pictures[c]}
		switch fresh := slices.Contains(t.view.Fresh, c); {
		case fresh && b.Emoji == "":
			b.Emoji = newly
		case fresh:
			b.Label = say.Verbatim(c.Face() + " " + newly)
		}
		to := p
		if picked >= 0 {
			to.Picks, b.Style, b.Label = so.without(picked).String(), bot.Green, say.Mark("✓ ", b.Label, "")
		} else {
			to.Picks, b.Disabled = so.with(c).String(), !pickable[alike(c)]
		}
		b.ID = t.pick(to, 10+i)
		row = append(row, b)
	}
	return row, p, last
}

// classButtons returns the buttons of all classes with a line below them, or none if there is only one
// class.
func (t turn) classButtons(groups []group) []bot.Block {
	var row bot.Row
	for i, g := range groups {
		if len(groups) > 1 && g.name != "" {
			row = append(row, t.classButton(i, g))
		}
	}
	if len(row) == 0 {
		return nil
	}
	return append(rows(row), bot.Divider{})
}

// playButton returns the button that plays the picked cards and says what they are.
func (t turn) playButton(so picking) bot.Button {
	a, ok := so.play()
	if !ok {
		label := say.New("Pick cards")
		if t.view.Phase == game.Exchanging && len(t.view.Legal) > 0 {
			label = say.New("Pick {n:# card|# cards} to give", len(t.view.Legal[0].Cards))
		}
		return bot.Button{ID: t.pick(ids.Page{Picks: so.String(), Sort: t.sort}, 5), Label: label, Style: bot.Blue, Disabled: true}
	}
	o := offer(t.view, a)
	o.Action.Cards = so.cards // in the order in which they were picked
	return bot.Button{ID: t.act(a), Label: clipped(doing(o), 80), Style: bot.Blue}
}

// rows breaks buttons into rows.
func rows(buttons bot.Row) []bot.Block {
	var blocks []bot.Block
	for row := range slices.Chunk(buttons, perRow) {
		blocks = append(blocks, row)
	}
	return blocks
}

// components counts the components of blocks.
func components(blocks []bot.Block) int {
	n := len(blocks)
	for _, b := range blocks {
		switch b := b.(type) {
		case bot.Row:
			n += len(b)
		case bot.Select:
			n++ // the row that contains the menu
		case bot.Section:
			n += len(b.Texts) + 1
		}
	}
	return n
}
