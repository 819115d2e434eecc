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

var endSpec = bot.Command{Name: "end", Description: say.New("Closes this channel's table, after asking; finished rounds keep their points")}

// end answers /end: it asks whoever may end the table, and says what would be lost.
func (c *Commands) end(ctx context.Context, v visit) (bot.Reply, error) {
	return c.askToEnd(ctx, v)
}

// endChosen answers the question. If the table has gone on since it was asked, other
// things would be lost, so it is asked again.
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

// ending is the command that ends the table of a visit.
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
