package commands

import (
	"context"

	"deuces/bot"
	"deuces/game"
	"deuces/internal/say"
	"deuces/match"
)

// cardsSpec is for those who would rather type a play than click it, for naming Jokers,
// and for anyone who wonders why something can't be played.
var cardsSpec = bot.Command{Name: "cards", Description: say.New("Plays cards that you type, or explains why not"), Options: []bot.Option{
	{Name: "cards", Description: say.New("For example 7h 7s, pair of jacks, 10, joker=9h, pass or draw"), Required: true, Suggest: true, Max: bot.Limit(100)},
}}

// cards answers /cards: what is played, or one sentence that says why not.
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
