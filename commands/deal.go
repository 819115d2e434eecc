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
	"deuces/match"
	"deuces/match/history"
)

// Sealed deals (docs/fair-play.md): players cut the deck before it is dealt, and anyone can check a
// deal once its seed is public.

// cut handles the button "Cut the deck". It opens a form for the number.
func (c *Commands) cut(_ context.Context, v visit, id ids.Cut) (bot.Reply, error) {
	if v.match.Phase == match.Over {
		return bot.Reply{}, game.Refuse("This table is closed.")
	}
	if err := v.match.MayCut(v.player, id.Number); err != nil {
		return bot.Reply{}, err
	}
	form := screen.CutForm(id, v.match.Decision.Round+1)
	return bot.Reply{Modal: &form}, nil
}

// cutEntered handles that form: the board shows who cut, and the reply repeats the commitment.
func (c *Commands) cutEntered(ctx context.Context, v visit, id ids.Cut) (bot.Reply, error) {
	m, err := c.tables.Do(ctx, v.match.ID, match.CutDeck{Player: v.player, Deal: id.Number, Typed: v.Fields["cut"]})
	if err != nil {
		return bot.Reply{}, err
	}
	d := m.Deals()[id.Number-1]
	i := slices.IndexFunc(d.Cuts, func(cut match.Cut) bool { return cut.Player == v.player })
	return bot.Whisper(screen.CutMade(d, d.Cuts[i].Cut)), nil
}

// checkDeal handles the button "Check the deal" and the buttons of its page.
func (c *Commands) checkDeal(ctx context.Context, v visit, id ids.Deal) (bot.Reply, error) {
	deals := v.match.Deals()
	if len(deals) == 0 {
		return bot.Reply{}, game.Refuse("The deals of this table were not sealed.")
	}
	at := min(max(id.Number, 1), len(deals)) - 1
	if id.Part == ids.DealRecord && deals[at].Opened {
		return c.dealRecord(ctx, v, deals[at])
	}
	var players []match.Player
	for _, cut := range deals[at].Cuts {
		players = append(players, cut.Player)
	}
	who, err := c.Store.People(ctx, players...)
	if err != nil {
		return bot.Reply{}, err
	}
	g, err := c.guild(ctx, v.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	head, err := c.Store.Head(ctx, v.match.ID, v.match.RoundEnd())
	if err != nil {
		return bot.Reply{}, err
	}
	msg := screen.Deal(screen.DealPage{
		Table: v.match.ID, Game: g.Title(v.match.System), Deals: deals, At: at, Who: who,
		HasRecord: deals[at].Dealt && len(v.match.Results) >= deals[at].Round,
		MayCut:    v.match.Phase != match.Over && v.match.MayCut(v.player, deals[at].Number) == nil, Head: head,
	})
	return bot.Reply{Message: &msg, Private: true, Update: v.Private && id.Part != ""}, nil
}

// dealRecord handles the button "Save the record". It replies with the round as a file for `deuces
// verify`.
func (c *Commands) dealRecord(ctx context.Context, v visit, d match.SealedDeal) (bot.Reply, error) {
	m, err := history.Read(v.match.ID, systems.New, c.Store.Events(ctx, v.match.ID))
	if err != nil {
		return bot.Reply{}, fmt.Errorf("table %d: %w", v.match.ID, err)
	}
	round, played := m.Round(d.Round)
	if !played || !d.Dealt {
		return bot.Reply{}, game.Refuse("This round wasn't played to its end, so it has no record.")
	}
	people := slices.DeleteFunc(slices.Clone(round.Players), match.Player.IsComputer)
	who, err := c.Store.People(ctx, people...)
	if err != nil {
		return bot.Reply{}, err
	}
	var names []string
	for seat, p := range round.Players {
		name := who[p].Name
		if computer, ok := v.match.Computer(game.Seat(seat)); ok {
			name = computer.Name
		}
		names = append(names, name)
	}
	text, err := round.Record(names)
	if err != nil {
		return bot.Reply{}, fmt.Errorf("record of table %d, round %d: %w", m.ID, round.Number, err)
	}
	return bot.Whisper(screen.Records(m.ID, []screen.Record{{Round: round.Number, Text: text}})), nil
}
