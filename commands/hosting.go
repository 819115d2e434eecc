package commands

import (
	"context"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/internal/say"
	"deuces/match"
)

// endChosen handles the menu entry that asks before a table ends, and the answer. If the table has
// changed since the question, different things would be lost, so it asks again.
func (c *Commands) endChosen(ctx context.Context, v visit, id ids.End) (bot.Reply, error) {
	switch {
	case v.match.Phase == match.Over:
		return bot.Update(screen.Sentence(say.New("The table is closed."))), nil
	case id.What == ids.EndNot:
		return bot.Update(screen.Sentence(say.New("The table stays open."))), nil
	case id.What != ids.EndNow, id.Round != v.match.Decision.Round:
		return c.askToEnd(ctx, v)
	}
	if _, err := c.tables.Do(ctx, v.match.ID, ending(v)); err != nil {
		return bot.Reply{}, err
	}
	return bot.Update(screen.Sentence(say.New("The table is closed."))), nil
}

// ending returns the command that ends the table of a visit.
func ending(v visit) match.End {
	return match.End{Player: v.player, Force: v.Can.Has(bot.ManageMessages)}
}

func (c *Commands) askToEnd(ctx context.Context, v visit) (bot.Reply, error) {
	if _, err := v.match.Decide(ending(v), time.Now()); err != nil {
		return bot.Reply{}, err
	}
	s, err := c.snapshot(ctx, v.match)
	if err != nil {
		return bot.Reply{}, err
	}
	msg := s.AskToEnd()
	return bot.Reply{Message: &msg, Private: true, Update: v.Private}, nil
}

// vote handles the buttons of a vote. The vote's message shows the count.
func (c *Commands) vote(ctx context.Context, v visit, id ids.Vote) (bot.Reply, error) {
	if id.Number < 0 {
		return bot.Reply{}, match.ErrStale
	}
	return c.do(ctx, v, match.Ballot{Player: v.player, Number: id.Number, For: id.For})
}
