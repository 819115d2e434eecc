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
	Table  match.ID
	Game   say.Message
	Deals  []match.SealedDeal // at least one
	At     int                // index in Deals
	Who    map[match.Player]standing.Person
	MayCut bool   // the viewer may cut this deck
	Head   string // head of the table's log, or ""
}

// Deal renders the page for checking a deal.
func Deal(p DealPage) bot.Message {
	d := p.Deals[p.At]
	state := say.New("The seed is shown when the round is over.")
	switch {
	case d.Dealt && d.Opened:
		state = say.New("This deck was made from the seed and the cuts alone. Anyone can check that, as docs/fair-play.md in the source of Deuces explains.")
	case d.Opened:
		state = say.New("This deal was not used.")
	}
	lines := []say.Message{say.New("Commitment: {commitment}", code(d.Commitment))}
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
		lines = append(lines, say.New("Log of the table: {head}", code(p.Head)))
	}
	row := previousNext(p.At, len(p.Deals)-1, func(at int, part string) string {
		return ids.Deal{Table: p.Table, Number: p.Deals[at].Number, Part: part}.ID()
	})
	if p.MayCut {
		row = append(row, bot.Button{ID: ids.Cut{Table: p.Table, Number: d.Number}.ID(), Label: say.New("Cut the deck"), Emoji: "✂️"})
	}
	at := say.New("table {table}, round {round}", strconv.FormatInt(int64(p.Table), 10), d.Round)
	msg := bot.Message{Accent: gold, Blocks: []bot.Block{bot.Text(title(p.Game, at)), bot.Text(state), bot.Divider{}, bot.Text(clippedLines(3000, lines...))}}
	if len(row) > 0 {
		msg.Blocks = append(msg.Blocks, row)
	}
	return msg
}
