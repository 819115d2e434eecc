package commands

import (
	"context"
	"fmt"
	"slices"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/game/systems"
	"deuces/table"
	"deuces/table/history"
)

// Sealed deals (docs/fair-play.md): players cut the deck before it is dealt, and
// anyone checks a deal once its seed is open.

// cut answers the button Cut the deck: a form asks for the number.
func (c *Commands) cut(_ context.Context, v visit, id ids.Cut) (bot.Reply, error) {
	if v.match.Phase() == table.Over {
		return bot.Reply{}, game.Refuse("This table is closed.")
	}
	if err := v.match.MayCut(v.player, id.Number); err != nil {
		return bot.Reply{}, err
	}
	form := screen.CutForm(id, v.match.Round()+1)
	return bot.Reply{Modal: &form}, nil
}

// cutEntered answers that form: the cut shows on the board, and the player is told
// the commitment once more.
func (c *Commands) cutEntered(ctx context.Context, v visit, id ids.Cut) (bot.Reply, error) {
	m, err := c.tables.Do(ctx, v.match.ID(), table.CutDeck{Player: v.player, Deal: id.Number, Typed: v.Fields["cut"]})
	if err != nil {
		return bot.Reply{}, err
	}
	d := m.Deals()[id.Number-1]
	i := slices.IndexFunc(d.Cuts, func(cut table.Cut) bool { return cut.Player == v.player })
	return bot.Whisper(screen.CutMade(d, d.Cuts[i].Cut)), nil
}

// checkDeal answers Check the deal, and the buttons of that page.
func (c *Commands) checkDeal(ctx context.Context, v visit, id ids.Deal) (bot.Reply, error) {
	deals := v.match.Deals()
	if len(deals) == 0 {
		return bot.Reply{}, game.Refuse("The deals of this table were not sealed.")
	}
	at := min(max(id.Number, 1), len(deals)) - 1
	m, err := history.Read(v.match.ID(), systems.New, c.Store.Events(ctx, v.match.ID()))
	if err != nil {
		return bot.Reply{}, fmt.Errorf("table %d: %w", v.match.ID(), err)
	}
	players := slices.Clone(m.Players)
	for _, round := range m.Rounds {
		players = append(players, round.Players...)
	}
	for _, cut := range deals[at].Cuts {
		players = append(players, cut.Player)
	}
	who, err := c.Store.People(ctx, slices.DeleteFunc(players, table.Player.IsComputer)...)
	if err != nil {
		return bot.Reply{}, err
	}
	round, played := m.Round(deals[at].Round)
	played = played && deals[at].Dealt
	if id.Part == ids.DealRecord && played {
		var names []string
		for _, p := range round.Players {
			names = append(names, who[p].Name)
		}
		text, err := round.Record(names)
		if err != nil {
			return bot.Reply{}, fmt.Errorf("record of table %d, round %d: %w", m.ID, round.Number, err)
		}
		return bot.Whisper(screen.Records(m.ID, []screen.Record{{Round: round.Number, Text: text}}, 0)), nil
	}
	g, err := c.guild(ctx, v.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	msg := screen.Deal(screen.DealPage{Table: m.ID, Game: g.Title(m.System), Deals: deals, At: at, Who: who, HasRecord: played})
	return bot.Reply{Message: &msg, Private: true, Update: v.Private && id.Part != ""}, nil
}
