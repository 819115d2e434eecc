package commands

import (
	"context"
	"errors"
	"fmt"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/say"
	"deuces/table"
)

var handSpec = bot.Command{Name: "hand", Description: say.New("Shows your cards and what you can play")}

// handHere answers /hand.
func (c *Commands) handHere(ctx context.Context, v visit) (bot.Reply, error) {
	return c.present(ctx, v, shownHand{})
}

// hand answers the button My hand: always with a fresh message, which brings a
// fresh token for its edits.
func (c *Commands) hand(ctx context.Context, v visit, _ ids.TableButton) (bot.Reply, error) {
	return c.present(ctx, v, shownHand{fresh: true})
}

// act answers the button of a play: it is played, and the hand shows what is left.
func (c *Commands) act(ctx context.Context, v visit, id ids.Act) (bot.Reply, error) {
	if id.Decision == ids.NoDecision() {
		return c.present(ctx, v, shownHand{})
	}
	return c.decide(ctx, v, table.Act{Player: v.player, Decision: id.Decision, Action: id.Action}, id.Sort)
}

// passTrick answers the button beside Pass: the seat passes until the trick ends.
func (c *Commands) passTrick(ctx context.Context, v visit, id ids.PassTrick) (bot.Reply, error) {
	if id.Decision == ids.NoDecision() {
		return c.present(ctx, v, shownHand{})
	}
	return c.decide(ctx, v, table.PassTrick{Player: v.player, Decision: id.Decision}, id.Sort)
}

// drawOut answers the button beside Draw: the seat draws until it can play.
func (c *Commands) drawOut(ctx context.Context, v visit, id ids.DrawOut) (bot.Reply, error) {
	if id.Decision == ids.NoDecision() {
		return c.present(ctx, v, shownHand{})
	}
	return c.decide(ctx, v, table.DrawOut{Player: v.player, Decision: id.Decision}, id.Sort)
}

// unpass answers the button that takes a pass back.
func (c *Commands) unpass(ctx context.Context, v visit, id ids.Unpass) (bot.Reply, error) {
	after, err := c.tables.Do(ctx, v.match.ID(), table.PlayAfterAll{Player: v.player})
	if err != nil && !errors.Is(err, table.ErrStale) {
		return bot.Reply{}, err
	}
	v.match = after
	return c.present(ctx, v, shownHand{page: ids.Page{Sort: id.Sort}})
}

// pick answers the buttons that lead from page to page of a hand.
func (c *Commands) pick(ctx context.Context, v visit, id ids.HandPage) (bot.Reply, error) {
	if id.Decision != v.match.Decision() {
		return c.present(ctx, v, shownHand{note: say.New(sayTurnOver)})
	}
	return c.present(ctx, v, shownHand{page: id.Page})
}

// hint answers the button in a hand: the hand once more, with what a computer player
// of the level normal would play.
func (c *Commands) hint(ctx context.Context, v visit, id ids.HandPage) (bot.Reply, error) {
	if id.Decision != v.match.Decision() {
		return c.present(ctx, v, shownHand{note: say.New(sayTurnOver), keep: true})
	}
	seat, seated := v.match.Seat(v.player)
	observation, due := v.match.Observation(seat)
	switch {
	case !seated || !due || v.match.Vacant(seat):
		return c.present(ctx, v, shownHand{})
	case !c.offersHints(v.match):
		return c.present(ctx, v, shownHand{note: say.New("Hints are off at this table."), keep: true})
	}
	choice, err := c.Hint(ctx, v.match.Rules(), observation)
	if err != nil {
		return bot.Reply{}, fmt.Errorf("a hint at table %d: %w", v.match.ID(), err)
	}
	return c.present(ctx, v, shownHand{page: id.Page, note: screen.Hint(choice), keep: true})
}
