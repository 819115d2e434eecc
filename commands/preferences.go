package commands

import (
	"context"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

// What people choose for themselves. settings.Preferences has the choices, a row each;
// nothing here knows one of them.

var preferencesSpec = bot.Command{Name: "preferences", Description: say.New("How your cards look to you, how you hear of your turn, and what is done for you")}

// preferences answers /preferences.
func (c *Commands) preferences(ctx context.Context, r bot.Request) (bot.Reply, error) {
	return c.prefer(ctx, r, ids.Prefer{})
}

// prefer answers the ⚙️ of a hand, which opens the page in a message of its own, and the
// buttons of the page. The hands that somebody has open are shown anew.
func (c *Commands) prefer(ctx context.Context, r bot.Request, id ids.Prefer) (bot.Reply, error) {
	player, err := c.playerOf(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	if id == (ids.Prefer{}) {
		chosen, err := c.Store.Preferences(ctx, player)
		if err != nil {
			return bot.Reply{}, err
		}
		why, err := c.whyInChannel(ctx, player, chosen)
		if err != nil {
			return bot.Reply{}, err
		}
		return bot.Whisper(screen.Preferences(chosen, why)), nil
	}
	chosen, err := c.Store.ChangePreferences(ctx, player, func(p settings.Person) (settings.Person, error) { return p.With(id.Key, id.Value) })
	if err != nil {
		return bot.Reply{}, err
	}
	at, err := c.tables.With(ctx, player)
	if err != nil {
		return bot.Reply{}, err
	}
	for _, m := range at {
		c.mirrors.Touch(handKey(m.ID, player))
		c.mirrors.Touch(postKey(MentionPost, m.ID))
		c.turns.put(m)
	}
	msg := screen.Preferences(chosen, say.Message{})
	return bot.Reply{Message: &msg, Private: true, Update: r.Private}, nil
}

// AutoPass says whether a player who can do nothing else lets the table pass. It is for
// table.Config.AutoPass.
func (c *Commands) AutoPass(ctx context.Context, p match.Player) (bool, error) {
	chosen, err := c.Store.Preferences(ctx, p)
	return chosen.AutoPass != settings.PassByHand, err
}
