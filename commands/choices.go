package commands

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"deuces/bot"
	"deuces/game"
	"deuces/game/card"
)

// What a seat may do, as buttons. Each offer of the View is a button of its own
// while they fit; else the cards themselves are the buttons (pick.go), and the
// kinds of plays stand beside them, each a page of offers.

const (
	perRow  = 5
	perPage = 25 // offers or cards on a page where there are several
	perHand = 27 // cards that still fit one page with what belongs to them
)

// page is where in a hand the viewer is. The zero page is where it opens.
type page struct {
	class int    // from 1: all offers of this class; 0: none chosen
	at    int    // the page of cards or offers, from 0
	picks string // the cards picked so far
}

// parsePage reads what page.String wrote. What it can't read is the zero page:
// such a click is answered with the hand as it opens.
func parsePage(s string) page {
	parts := strings.SplitN(s, ".", 3)
	if len(parts) != 3 {
		return page{}
	}
	class, err := strconv.Atoi(parts[0])
	at, err2 := strconv.Atoi(parts[1])
	if err != nil || err2 != nil || class < 0 || at < 0 {
		return page{}
	}
	return page{class, at, parts[2]}
}

// String writes the page for a custom_id: "2.0." or "0.1.7c7d".
func (p page) String() string { return fmt.Sprintf("%d.%d.%s", p.class, p.at, p.picks) }

// turn is a seat's turn to be shown: its View, and the names that custom_ids
// give to the table and the decision.
type turn struct {
	view            game.View
	table, decision string
}

func (t turn) act(a game.Action) string {
	return strings.Join([]string{"act", t.table, t.decision, a.String()}, "/")
}

// pick is the custom_id of a button that leads to a page. n tells apart the
// buttons of one message that lead to the same one.
func (t turn) pick(p page, n int) string {
	return strings.Join([]string{"pick", t.table, t.decision, p.String(), strconv.Itoa(n)}, "/")
}

// choices returns what the seat can click, in at most room components, and a
// line that says what has been picked so far.
func (t turn) choices(p page, room int) (picked string, blocks []bot.Block) {
	var cards []game.Offer
	var bar bot.Row // Pass, Draw
	for _, o := range t.view.Offers {
		if len(o.Action.Cards) > 0 {
			cards = append(cards, o)
		} else {
			bar = append(bar, t.offered(o, bot.Grey))
		}
	}
	if len(cards) == 0 && len(bar) == 1 {
		bar[0].Style = bot.Blue // the one thing to do
	}
	groups := classes(cards)
	switch {
	case p.class > 0 && p.class <= len(groups):
		return "", t.class(groups[p.class-1], p, bar)
	case p == page{}:
		if blocks, ok := t.buttons(groups, bar, room); ok {
			return "", blocks
		}
	}
	return t.picker(p, groups, bar, room)
}

func (t turn) offered(o game.Offer, style bot.Style) bot.Button {
	label := o.Label
	if o.Says != "" {
		label += " · " + o.Says
	}
	return bot.Button{ID: t.act(o.Action), Label: clip(label, 80), Style: style}
}

// group is the offers of one class.
type group struct {
	name   string
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

// buttons shows every offer as a button: under headings where there is room
// for them, else a class to a row, else one after the other. Many long offers of
// one class become one button that leads to them. False where all of it does
// not fit even so.
func (t turn) buttons(groups []group, bar bot.Row, room int) ([]bot.Block, bool) {
	var headed, plain []bot.Block
	var all, kinds bot.Row
	for i, g := range groups {
		if g.long() {
			kinds = append(kinds, t.kind(i, g))
			continue
		}
		var row bot.Row
		for _, o := range g.offers {
			row = append(row, t.offered(o, bot.Blue))
		}
		if g.name != "" && len(groups) > 1 {
			headed = append(headed, bot.Text("-# "+g.name))
		}
		headed = append(headed, rows(row)...)
		plain = append(plain, rows(row)...)
		all = append(all, row...)
	}
	rest := append(rows(kinds), rows(bar)...)
	for _, layout := range [][]bot.Block{headed, plain, rows(all)} {
		if weigh(layout)+weigh(rest) <= room {
			return append(layout, rest...), true
		}
	}
	return nil, false
}

// kind is the button that leads to all offers of a class.
func (t turn) kind(i int, g group) bot.Button {
	return bot.Button{ID: t.pick(page{class: i + 1}, 4), Label: fmt.Sprintf("%s (%d) …", clip(g.name, 60), len(g.offers)), Style: bot.Blue}
}

// long says that a class has so many offers of many cards that they would bury
// the others.
func (g group) long() bool {
	const many, wide = 3, 5
	n := 0
	for _, o := range g.offers {
		if len(o.Action.Cards) >= wide {
			n++
		}
	}
	return n > many && g.name != ""
}

// class shows the offers of one class, a page at a time.
func (t turn) class(g group, p page, bar bot.Row) []bot.Block {
	last := (len(g.offers) - 1) / perPage
	p.at = min(p.at, last)
	var row bot.Row
	for _, o := range g.offers[p.at*perPage : min(len(g.offers), (p.at+1)*perPage)] {
		row = append(row, t.offered(o, bot.Blue))
	}
	nav := bot.Row{{ID: t.pick(page{}, 0), Label: "Back"}}
	nav = append(nav, t.leafing(p, last)...)
	return append(rows(row), rows(append(nav, bar...))...)
}

// leafing are the buttons from page to page; none where there is only one.
func (t turn) leafing(p page, last int) bot.Row {
	if last == 0 {
		return nil
	}
	back, on := p, p
	back.at, on.at = max(p.at-1, 0), min(p.at+1, last)
	return bot.Row{
		{ID: t.pick(back, 1), Emoji: "◀️", Disabled: p.at == 0},
		{ID: t.pick(on, 2), Emoji: "▶️", Disabled: p.at == last},
	}
}

// picker shows the cards as buttons. Those picked are green and a click takes
// them back; those that no legal play joins with them are off.
func (t turn) picker(p page, groups []group, bar bot.Row, room int) (string, []bot.Block) {
	p.class = 0
	so, ok := parsePicks(t.view, p.picks)
	if !ok {
		so, p.picks = picking{view: t.view}, ""
	}
	first, end, last := 0, len(t.view.Hand), 0
	if end > perHand {
		last = (end - 1) / perPage
		p.at = min(p.at, last)
		first, end = p.at*perPage, min(end, (p.at+1)*perPage)
	}
	var row bot.Row
	open := so.open()
	for i, taken := range so.places() {
		if i < first || i >= end {
			continue
		}
		c := t.view.Hand[i]
		b := bot.Button{Label: c.Face()}
		to := p
		if taken >= 0 {
			to.picks, b.Style = so.without(taken).String(), bot.Green
		} else {
			to.picks, b.Disabled = so.with(c).String(), !open[alike(c)]
		}
		b.ID = t.pick(to, 10+i)
		row = append(row, b)
	}
	blocks := rows(row)

	nav := append(bot.Row{t.lay(so)}, t.leafing(p, last)...)
	if len(so.cards) > 0 {
		nav = append(nav, bot.Button{ID: t.pick(page{at: p.at}, 3), Label: "Clear"})
	}
	blocks = append(blocks, rows(append(nav, bar...))...)
	if len(so.cards) > 0 {
		return "Picked: " + faces(so.cards, card.None), blocks
	}
	var kinds bot.Row
	for i, g := range groups {
		if len(groups) > 1 && g.name != "" {
			kinds = append(kinds, t.kind(i, g))
		}
	}
	if len(kinds) > 0 {
		if more := append(rows(kinds), bot.Divider{}); weigh(more)+weigh(blocks) <= room {
			blocks = append(more, blocks...)
		}
	}
	return "", blocks
}

// lay is the button that lays the picks and says what they are.
func (t turn) lay(so picking) bot.Button {
	a, ok := so.done()
	if !ok {
		label := "Pick cards"
		if t.view.Phase == game.Exchanging && len(t.view.Legal) > 0 {
			label = "Pick " + count(len(t.view.Legal[0].Cards), "card") + " to give"
		}
		return bot.Button{ID: t.pick(page{picks: so.String()}, 5), Label: label, Style: bot.Blue, Disabled: true}
	}
	o := offer(t.view, a)
	verb := "Play "
	if a.Verb == game.Give {
		verb = "Give "
	}
	label := verb + plain(so.cards, a.As)
	if o.Class != "" {
		label += " · " + o.Class
	}
	if o.Says != "" {
		label += " · " + o.Says
	}
	return bot.Button{ID: t.act(a), Label: clip(label, 80), Style: bot.Blue}
}

// rows breaks buttons into rows.
func rows(buttons bot.Row) []bot.Block {
	var blocks []bot.Block
	for row := range slices.Chunk(buttons, perRow) {
		blocks = append(blocks, row)
	}
	return blocks
}

// weigh counts the components of blocks.
func weigh(blocks []bot.Block) int {
	n := len(blocks)
	for _, b := range blocks {
		switch b := b.(type) {
		case bot.Row:
			n += len(b)
		case bot.Select:
			n++ // the row around it
		case bot.Section:
			n += len(b.Texts) + 1
		}
	}
	return n
}

// clip shortens a text to n characters.
func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}
