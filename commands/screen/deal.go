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

// This file renders sealed deals: the line below a lobby and below a round's result, the form for
// cutting the deck, and the page for checking a deal.

// code returns a text that can be copied exactly.
func code(text string) string { return "`" + text + "`" }

// cutLines renders who has cut the deck of the next deal, and the note that it was sealed anew.
func (s Snapshot) cutLines() say.Message {
	d := s.Next
	if d.Number == 0 {
		return say.Message{}
	}
	var sealed say.Message
	if deals := s.Deals(); d.Number > 1 && d.Number-1 <= len(deals) && deals[d.Number-2].Round == d.Round && !d.Dealt {
		sealed = say.New("🔒 The deal was sealed anew after a change, so earlier cuts don't count")
	}
	var cut say.Message
	if len(d.Cuts) > 0 {
		var by []say.Message
		for _, c := range d.Cuts {
			by = append(by, say.New("{player} ({cut})", s.playerName(c.Player), c.Cut))
		}
		cut = say.New("✂️ cut by {players}", say.List(by...))
	}
	return small(dotted(sealed, cut))
}

// CutForm returns the form in which a player enters the number that cuts the deck.
func CutForm(id ids.Cut, round int) bot.Modal {
	return bot.Modal{ID: id.ID(), Title: say.New("Cut the deck of round {n}", round), Fields: []bot.Field{{
		ID: "cut", Label: say.New("Any number, 1 to {most} digits", deal.MaxCut), Placeholder: say.New("such as 271828"), Max: deal.MaxCut, Required: true,
	}}}
}

// CutMade renders the reply to a cut, with the commitment to which the cut belongs.
func CutMade(d match.SealedDeal, cut string) bot.Message {
	return bot.Message{Accent: blurple, Blocks: []bot.Block{texts(
		say.New("✂️ You cut the deck of round {n} with {cut}.", d.Round, bold(say.Verbatim(cut))),
		say.New("The deal was sealed before that. Keep its commitment: {commitment}. When the round is over, the seed must give the same.", code(d.Commitment)),
	)}}
}

// DealPage is the data of the page for checking a deal.
type DealPage struct {
	Table     match.ID
	Game      say.Message
	Deals     []match.SealedDeal // at least one
	At        int                // index in Deals
	Who       map[match.Player]standing.Person
	HasRecord bool   // the round was played to its end
	MayCut    bool   // the viewer may cut this deck
	Head      string // head of the table's log, or ""
}

func (p DealPage) name(player match.Player) say.Message { return DisplayName(p.Who[player].Name) }

// Deal renders the page for checking a deal.
func Deal(p DealPage) bot.Message {
	d := p.Deals[p.At]
	var state say.Message
	switch {
	case d.Dealt && d.Opened:
		state = say.New("The deck of this round follows from the seed and the cuts alone, and anyone can check it.")
	case d.Opened && p.At+1 < len(p.Deals):
		state = say.New("This seal was not used: seats or options changed after somebody had cut the deck.")
	case d.Opened:
		state = say.New("This round was never dealt.")
	default:
		state = say.New("The seed is opened when the round is over.")
	}
	lines := []say.Message{
		say.New("Table {table}, round {round}", strconv.FormatInt(int64(p.Table), 10), strconv.Itoa(d.Round)),
		say.New("Commitment: {commitment}", code(d.Commitment)),
	}
	if d.Opened {
		lines = append(lines, say.New("Seed: {seed}", code(d.Seed.String())))
	}
	for i, c := range d.Cuts {
		if i >= len(d.Seats) || d.Seats[i] == game.Nobody {
			lines = append(lines, say.New("Cut by {player}: {cut}", p.name(c.Player), code(c.Cut)))
			continue
		}
		lines = append(lines, say.New("Cut by {player}, seat {seat}: {cut}", p.name(c.Player), strconv.Itoa(int(d.Seats[i])), code(c.Cut)))
	}
	if len(d.Cuts) == 0 {
		lines = append(lines, say.New("Nobody cut the deck."))
	}
	if p.Head != "" {
		lines = append(lines, say.New("Log of the table: {head}", code(p.Head)))
	}
	msg := bot.Message{Accent: gold, Blocks: []bot.Block{
		bot.Text(title(p.Game, say.New("The deal of round {n}", d.Round))), bot.Text(state), bot.Divider{}, bot.Text(clippedLines(3000, lines...)),
	}}
	if p.HasRecord {
		msg.Blocks = append(msg.Blocks, bot.Text(small(say.New("Save the record and run {command}. How to check it by hand, and what it proves: docs/fair-play.md, which comes with Deuces.", code("deuces verify FILE")))))
	}
	button := func(at int, part string) bot.Button {
		return bot.Button{ID: ids.Deal{Table: p.Table, Number: p.Deals[at].Number, Part: part}.ID()}
	}
	row := previousNext(p.At, len(p.Deals)-1, func(at int, part string) string { return button(at, part).ID })
	if p.MayCut {
		row = append(row, bot.Button{ID: ids.Cut{Table: p.Table, Number: d.Number}.ID(), Label: say.New("Cut the deck"), Emoji: "✂️"})
	}
	if p.HasRecord {
		save := button(p.At, ids.DealRecord)
		save.Label, save.Emoji = say.New("Save the record"), "💾"
		row = append(row, save)
	}
	if len(row) > 0 {
		msg.Blocks = append(msg.Blocks, row)
	}
	return msg
}
