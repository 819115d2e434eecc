package commands

import (
	"context"
	"errors"
	"slices"
	"strings"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/internal/say"
	"deuces/match"
)

// handHere handles /hand.
func (c *Commands) handHere(ctx context.Context, v visit) (bot.Reply, error) {
	if v.Options["cards"] != "" {
		return c.cards(ctx, v)
	}
	return c.present(ctx, v, shownHand{})
}

// cards handles /hand with typed cards: it plays them, or replies why that isn't possible.
func (c *Commands) cards(ctx context.Context, v visit) (bot.Reply, error) {
	view := game.View{}
	if seat, seated := v.match.Seat(v.player); seated {
		view, _ = v.match.View(seat)
	}
	a, err := readPlay(view, v.Options["cards"])
	if err != nil {
		return bot.Reply{}, err
	}
	return c.decide(ctx, v, match.Act{Player: v.player, Decision: v.match.Decision, Action: a}, 0)
}

// suggest returns suggestions while somebody types an option of a command.
func (c *Commands) suggest(ctx context.Context, r bot.Request) (bot.Reply, error) {
	g, err := c.guild(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	var reply bot.Reply
	switch r.Focused {
	case "cards":
		reply.Choices, err = c.suggestCards(ctx, r)
	default:
		reply.Choices, err = c.suggestGames(ctx, r, g)
	}
	return g.Reply(reply), err
}

// suggestCards suggests what the person may play at the channel's table. It suggests nothing if there
// is no table or it isn't their turn.
func (c *Commands) suggestCards(ctx context.Context, r bot.Request) ([]bot.Choice, error) {
	m, err := c.tables.InChannel(ctx, r.Channel)
	if errors.Is(err, match.ErrNoTable) {
		return []bot.Choice{}, nil
	}
	if err != nil {
		return nil, err
	}
	me, isKnown, err := c.Store.Find(ctx, r.User.ID)
	if !isKnown || err != nil {
		return []bot.Choice{}, err
	}
	seat, seated := m.Seat(me)
	view, dealt := m.View(seat)
	if !seated || !dealt || m.Vacant(seat) {
		return []bot.Choice{}, nil
	}
	chosen, err := c.Store.Preferences(ctx, me)
	if err != nil {
		return nil, err
	}
	return suggestPlays(view, r.Options["cards"], chosen.Cards), nil
}

// suggestGames suggests games. For /play the channel's presets come first.
func (c *Commands) suggestGames(ctx context.Context, r bot.Request, g screen.GuildSettings) ([]bot.Choice, error) {
	var choices []bot.Choice
	if r.Command == "play" {
		var err error
		if choices, err = c.playable(ctx, r, g); err != nil {
			return nil, err
		}
	} else {
		choices = append(choices, bot.Choice{Name: say.New("All games"), Value: ids.Everything})
		for _, s := range c.Systems {
			choices = append(choices, bot.Choice{Name: g.Polite(say.New(s.Title)), Value: s.Name})
		}
	}
	typed := strings.ToLower(strings.TrimSpace(r.Options[r.Focused]))
	return slices.DeleteFunc(choices, func(x bot.Choice) bool {
		return !strings.Contains(strings.ToLower(x.Name.String()), typed) && !strings.HasPrefix(x.Value, typed)
	}), nil
}
