package commands

import (
	"context"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/match"
)

// Sealed deals (docs/fair-play.md): players cut the deck before it is dealt, and anyone can check a
// deal once its seed is public.

func (c *Commands) cut(_ context.Context, v visit, id ids.Cut) (bot.Reply, error) {
	form := screen.CutForm(id)
	return bot.Reply{Modal: &form}, v.match.MayCut(v.player, id.Number)
}

func (c *Commands) cutEntered(ctx context.Context, v visit, id ids.Cut) (bot.Reply, error) {
	m, err := c.tables.Do(ctx, v.match.ID, match.CutDeck{Player: v.player, Deal: id.Number, Typed: v.Fields["cut"]})
	if err != nil {
		return bot.Reply{}, err
	}
	v.match = m
	return c.checkDeal(ctx, v, ids.Deal{Table: m.ID, Number: id.Number, Part: ids.Details}) // people keep the commitment
}

// lastRound reports whether a match ends with its present round at the latest.
func lastRound(m match.Match) bool {
	_, rounds := m.Rules.Ends()
	return rounds > 0 && m.Decision.Round >= rounds
}

// checkDeal handles the button "Fair play" and the buttons of its page.
func (c *Commands) checkDeal(ctx context.Context, v visit, id ids.Deal) (bot.Reply, error) {
	deals := v.match.Deals()
	if len(deals) == 0 {
		return bot.Reply{}, match.ErrStale
	}
	at := min(max(id.Number, 1), len(deals)) - 1
	var players []match.Player
	for _, cut := range deals[at].Cuts {
		players = append(players, cut.Player)
	}
	who, err := c.Store.People(ctx, v.Guild, players...)
	if err != nil {
		return bot.Reply{}, err
	}
	head, err := c.Store.Head(ctx, v.match.ID, v.match.RoundEnd())
	if err != nil {
		return bot.Reply{}, err
	}
	_, seated := v.match.Seat(v.player)
	msg := screen.Deal(screen.DealPage{
		Table: v.match.ID, Game: v.set.Title(v.match.System), Deals: deals, At: at, Who: who, Head: head, Details: id.Part == ids.Details,
		MayCut: v.match.Phase != match.Over && v.match.MayCut(v.player, deals[at].Number) == nil,
		CutsOn: seated && v.match.Phase == match.Playing && !lastRound(v.match),
	})
	return bot.Reply{Message: &msg, Private: true, Update: v.Private && id.Part != ""}, nil
}
