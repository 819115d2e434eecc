package screen

import (
	"strconv"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/game/deal"
	"deuces/internal/say"
	"deuces/match"
	"deuces/standing"
)

func code(text string) string { return "`" + text + "`" }

func (s Snapshot) cutLines() say.Message {
	var by []say.Message
	for _, c := range s.Next.Cuts {
		by = append(by, say.New("{name} ({note})", s.playerName(c.Player), c.Cut))
	}
	if len(by) == 0 {
		return say.Message{}
	}
	return small(say.New("✂️ Cut by {players}", say.List(by...)))
}

// CutForm returns the form in which a player enters the number that cuts the deck.
func CutForm(id ids.Cut) bot.Modal {
	return bot.Modal{ID: id.ID(), Title: say.New("Cut the deck"), Fields: []bot.Field{{
		ID: "cut", Label: say.New("Any number, 1 to {most} digits", deal.MaxCut), Max: deal.MaxCut, Required: true,
	}}}
}

// DealPage is the data of the page for checking a deal.
type DealPage struct {
	Table   match.ID
	Game    say.Message
	Deals   []match.SealedDeal // at least one
	At      int                // index in Deals
	Who     map[match.Player]standing.Person
	Details bool   // show the numbers
	MayCut  bool   // the viewer may cut this deck
	CutsOn  bool   // the viewer may cut the next deck, when it is sealed
	Head    string // head of the table's log, or ""
}

// Deal renders the page for checking a deal.
func Deal(p DealPage) bot.Message {
	d := p.Deals[p.At]
	state := say.New("This deal was sealed before anyone saw a card. When the round ends you can check here that nobody changed it.")
	switch {
	case d.Dealt && d.Opened:
		state = say.New("This deal was sealed before anyone saw a card. The cards follow from the numbers behind **Details** alone, so nobody changed it.")
	case d.Opened:
		state = say.New("This deal was not used.")
	}
	id := func(number int, part string) string { return ids.Deal{Table: p.Table, Number: number, Part: part}.ID() }
	row := previousNext(p.At, len(p.Deals)-1, func(at int, part string) string { return id(p.Deals[at].Number, part) })
	var cut say.Message
	switch {
	case p.MayCut:
		cut = say.New("✂️ **Cut the deck:** mix in your own number before the next deal.")
		row = append(row, bot.Button{ID: ids.Cut{Table: p.Table, Number: d.Number}.ID(), Label: say.New("Cut the deck"), Emoji: "✂️"})
	case p.CutsOn:
		cut = say.New("✂️ You can cut the next deck when this round is over.")
	}
	if !p.Details {
		row = append(row, bot.Button{ID: id(d.Number, ids.Details), Label: say.New("Details"), Emoji: "🔢"})
	}
	msg := bot.Message{Accent: gold, Blocks: []bot.Block{texts(title(p.Game, say.New("Fair play"), say.New("Round {n}", d.Round)), state, cut)}}
	if p.Details {
		msg.Blocks = append(msg.Blocks, bot.Divider{}, bot.Text(clippedLines(3000, p.details()...)))
	}
	if len(row) > 0 {
		msg.Blocks = append(msg.Blocks, row)
	}
	return msg
}

// details renders the numbers of a deal.
func (p DealPage) details() []say.Message {
	d := p.Deals[p.At]
	lines := []say.Message{
		say.New("Table {table}, deal {n}", strconv.FormatInt(int64(p.Table), 10), d.Number),
		say.New("Commitment: {commitment}", code(d.Commitment)),
	}
	if d.Opened {
		lines = append(lines, say.New("Seed: {seed}", code(d.Seed.String())))
	}
	for i, c := range d.Cuts {
		line := say.New("Cut by {player}: {cut}", DisplayName(p.Who[c.Player].Name), code(c.Cut))
		if i < len(d.Seats) && d.Seats[i] != game.Nobody {
			line = dotted(line, say.New("seat {n}", int(d.Seats[i])))
		}
		lines = append(lines, line)
	}
	if p.Head != "" {
		lines = append(lines, say.New("Number of this game's record: {head}", code(p.Head)))
	}
	return append(lines, small(say.New("docs/fair-play.md in the source of Deuces explains how anyone can check a deal.")))
}
